//! The position a command is about: from a FEN, the start of a variant, or a moment of a game in a file.

use std::{num::NonZeroU64, ops::ControlFlow, path::Path};

use crate::{
    archive::{Block, BlockResult, Expansion, Input, InputError, expand, read_blocks},
    cli::CommandError,
    diagnostics::{Finding, Severity},
    game::{Game, Node, PlyKind, Start},
    notation::{Moment, NoSuchMoment, fen, numbered},
    pgn::{Parser, Tags},
    rules::{AnyPosition, History, Position, Variant},
    text::{Source, counted},
};

/// The position a command is about, with its history if it comes from a game.
#[derive(Debug)]
pub struct ChosenPosition {
    /// The position.
    pub position: AnyPosition,
    /// The move that led to it; `None` at the start.
    pub last: Option<PlyKind>,
    /// The game up to it. A game with null moves has no history: its positions did not arise by play.
    pub history: Option<History<AnyPosition>>,
}

impl From<AnyPosition> for ChosenPosition {
    fn from(position: AnyPosition) -> Self {
        Self { position, last: None, history: None }
    }
}

/// The position of a FEN, or the start of a variant.
///
/// # Errors
/// When the FEN cannot be played, with every reason, or when it does not belong to the variant.
pub fn from_fen(
    fen: Option<&str>,
    requested: Option<Variant>,
) -> Result<AnyPosition, CommandError> {
    let variant = requested.unwrap_or_default();
    let Some(text) = fen else { return Ok(variant.start()) };
    let position = fen::position_of(variant, text.as_bytes())
        .map_err(|findings| unplayable_fen(text, &findings))?;
    match requested.and_then(|requested| disagreement(requested, &position)) {
        Some(why) => Err(CommandError::new(format!("cannot play from '{text}': {why}"))),
        None => Ok(position),
    }
}

/// Whether an argument is a position and not a file: its first word has the slashes of a board, and a second one names a side.
pub fn looks_like_fen(text: &str) -> bool {
    let mut words = text.split(' ');
    let board = words.next().unwrap_or_default();
    let slashes = board.matches('/').count();
    let names_side = words.next().is_some_and(|side| matches!(side, "w" | "b"));
    let is_board = slashes >= 7 || slashes > 0 && names_side;
    is_board && !board.starts_with('/') && !Path::new(text).exists()
}

/// How many arguments after a board are fields of the same FEN: a shell has split it.
pub fn unquoted_fields(board: &str, others: &[String]) -> usize {
    let is_board = looks_like_fen(board) && !board.contains(' ');
    let fits = |(at, field): (usize, &String)| match at {
        0 => matches!(field.as_str(), "w" | "b"),
        1 => field == "-" || field.bytes().all(|byte| byte.is_ascii_alphabetic()),
        2 => field == "-" || field.len() == 2,
        _ => field.bytes().all(|byte| byte.is_ascii_digit()),
    };
    if !is_board {
        return 0;
    }
    others.iter().take(5).enumerate().take_while(|field| fits(*field)).count()
}

/// What is said about a FEN that a shell has split.
pub fn unquoted_note(fen: &str) -> String {
    format!("the FEN '{fen}' is not quoted; its fields are read together")
}

/// Why a position does not belong to the requested variant.
fn disagreement(requested: Variant, position: &AnyPosition) -> Option<String> {
    let has_boards = position.variant().is_some();
    let is_chess960 =
        || position.chess().is_some_and(|chess| chess.castling().is_chess960(chess.board()));
    match requested {
        Variant::Chess960 { start: Some(number) } => Some(format!(
            "`chess960:{number}` is a start position and contradicts the FEN; use `chess960`"
        )),
        Variant::Standard | Variant::Chess960 { .. } if has_boards => {
            Some(format!("{} chess has only one board", requested.name()))
        }
        Variant::Standard if is_chess960() => {
            Some("the castling rights are those of Chess960".to_owned())
        }
        Variant::Standard | Variant::Chess960 { start: None } | Variant::Rules(_) => None,
    }
}

/// The errors of a FEN in one line.
pub fn unplayable_fen(text: &str, findings: &[Finding]) -> CommandError {
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    let source = Source::new("", text.as_bytes());
    let reasons: Vec<String> = errors
        .map(|finding| {
            let column = source.place_of(finding.span.start).column;
            format!("{} (column {column}, {})", finding.message, finding.code.id())
        })
        .collect();
    CommandError::new(format!("cannot play from '{text}': {}", reasons.join("; ")))
        .with_tip("run `arbiter report FEN` for all findings")
}

/// The position at a moment of a game: of a file that may be compressed, of all files below a directory in the order of their names,
/// or, for `-`, of standard input.
///
/// # Errors
/// When a file cannot be read, there is no such game or no such moment, or the game cannot be played up to it.
pub fn from_game(
    path: &Path,
    number: NonZeroU64,
    at: Moment,
) -> Result<ChosenPosition, CommandError> {
    position_at(&load_game(path, number)?, at)
}

/// The game with this number.
///
/// # Errors
/// When a file cannot be read, there is no such game, or its start cannot be played.
pub fn load_game(path: &Path, number: NonZeroU64) -> Result<Game, CommandError> {
    let Expansion { inputs, errors, .. } = expand(&[path.to_path_buf()]);
    let unreadable_input = |error: InputError| CommandError::new(error.to_string());
    if let Some(error) = errors.into_iter().next() {
        return Err(unreadable_input(error));
    }
    let mut games = 0;
    for input in &inputs {
        let (found, count) = look_for(input, number.get() - games).map_err(unreadable_input)?;
        games += count;
        if let Some(found) = found {
            return match &found.start {
                Start::Usual(_) | Start::From(..) => Ok(found),
                Start::Unplayable(findings, _) => {
                    Err(unplayable_fen(found.tag("FEN").unwrap_or_default(), findings))
                }
                Start::UnknownVariant(name) => Err(CommandError::new(format!(
                    "cannot play game {number} of '{}': the variant `{name}` is not known",
                    path.display()
                ))
                .with_tip("`--variants FILE` names a file that defines it")),
            };
        }
    }
    Err(missing(path, games, number))
}

/// The game with this number, if the input has so many, and how many games precede it. The games of a block are counted first,
/// because a block that ends inside a comment is read again with its successor.
fn look_for(input: &Input, number: u64) -> Result<(Option<Game>, u64), InputError> {
    let name = input.name();
    let count = |block: &Block| {
        let mut parser = Parser::of_part(block.source(&name), block.part);
        let mut tags = Tags::default();
        while parser.next_game(&mut tags) {}
        let summary = parser.finish();
        BlockResult { end: summary.end, value: summary.games }
    };
    let (mut found, mut passed) = (None, 0);
    read_blocks(input.blocks(1)?, 1, &count, |block, games| {
        if passed + games < number {
            passed += games;
            return ControlFlow::Continue(());
        }
        let parser = Parser::of_part(block.source(&name), block.part);
        found = Game::read_nth(parser, number - passed).ok();
        ControlFlow::Break(())
    })?;
    Ok((found, passed))
}

fn missing(path: &Path, games: u64, number: NonZeroU64) -> CommandError {
    let count = counted(games, "game");
    let name = path.display();
    CommandError::new(format!("'{name}' has {count}; there is no game {number}"))
}

fn position_at(game: &Game, at: Moment) -> Result<ChosenPosition, CommandError> {
    let mut history = game.history();
    let moves = &game.main.moves;
    let plies = moves.iter().take_while(|node| node.step.is_some()).count();
    let stuck = moves.get(plies);
    let unreachable = |node: &Node| {
        let mv = numbered(&after(&history, &moves[..plies]), &node.text);
        CommandError::new(format!("cannot play {mv} (ply {})", plies + 1))
            .with_tip(format!("`arbiter validate FILE` says why; `--at {plies}` stops before it"))
    };
    let wanted = match (at.ply(history.start(), plies), stuck) {
        (Ok(_), Some(node)) if at == Moment::End => return Err(unreachable(node)),
        (Err(NoSuchMoment::AfterEnd(_)), Some(node)) => return Err(unreachable(node)),
        (Err(why), _) => return Err(CommandError::new(why.to_string())),
        (Ok(wanted), _) => wanted,
    };
    let last = wanted.checked_sub(1).and_then(|last| moves[last].step);
    if wanted > history.moves().len() {
        let position = after(&history, &moves[..wanted]);
        return Ok(ChosenPosition { position, last, history: None });
    }
    while history.moves().len() > wanted {
        history.take_back();
    }
    Ok(ChosenPosition { position: history.position().clone(), last, history: Some(history) })
}

/// The position after these moves, of which a history has the first; null moves pass the turn.
fn after(history: &History<AnyPosition>, moves: &[Node]) -> AnyPosition {
    let mut position = history.position().clone();
    for node in moves.iter().skip(history.moves().len()) {
        match node.step {
            Some(PlyKind::Move(mv)) => position.play_unchecked(mv),
            Some(PlyKind::Null) => position = position.after_null_move().unwrap_or(position),
            None => break,
        }
    }
    position
}
