//! The game a command was asked about, from a file and a number.

use std::{num::NonZeroU64, ops::ControlFlow, path::Path};

use crate::{
    archive::{Block, BlockResult, Input, InputError, expand, read_blocks},
    cli::{Trouble, position},
    game::load::{HalfMove, Loaded, NoStart, load},
    notation::{Moment, NoSuchMoment},
    pgn::{Parser, Tags},
    rules::{AnyPosition, History},
};

/// The game with this number: in a file that may be compressed, in all files below a directory in
/// the order of their names, or, for `-`, in the standard input.
///
/// # Errors
/// When something cannot be read, there is no such game, or the game cannot begin.
pub fn given(path: &Path, number: NonZeroU64) -> Result<Loaded, Trouble> {
    let (inputs, unreadable) = expand(&[path.to_path_buf()]);
    let trouble = |error: InputError| Trouble::new(error.to_string());
    if let Some(error) = unreadable.into_iter().next() {
        return Err(trouble(error));
    }
    let mut games = 0;
    for input in &inputs {
        let (found, count) = look_for(input, number.get() - games).map_err(trouble)?;
        games += count;
        if let Some(found) = found {
            return found.map_err(|no_start| unplayable(path, number, &no_start));
        }
    }
    Err(missing(path, games, number))
}

/// The game with this number of an input, if it has so many, and how many games were passed. Blocks are counted first, since one
/// that ends inside a comment is read again with its successor.
fn look_for(
    input: &Input,
    number: u64,
) -> Result<(Option<Result<Loaded, NoStart>>, u64), InputError> {
    let name = input.name();
    let count = |block: &Block| {
        let mut parser = Parser::of_part(block.source(&name), block.position);
        let mut tags = Tags::default();
        while parser.next_game(&mut tags) {}
        let summary = parser.finish();
        BlockResult { end: summary.end, value: summary.games }
    };
    let (mut found, mut passed) = (None, 0);
    read_blocks(input.blocks()?, 1, &count, |block, games| {
        if passed + games < number {
            passed += games;
            return ControlFlow::Continue(());
        }
        let parser = Parser::of_part(block.source(&name), block.position);
        found = load(parser, number - passed).ok();
        ControlFlow::Break(())
    })?;
    Ok((found, passed))
}

fn missing(path: &Path, games: u64, number: NonZeroU64) -> Trouble {
    let count = if games == 1 { "1 game".to_owned() } else { format!("{games} games") };
    let name = path.display();
    Trouble::new(format!("'{name}' has {count}, there is no game {number}"))
}

fn unplayable(path: &Path, number: NonZeroU64, no_start: &NoStart) -> Trouble {
    match no_start {
        NoStart::Variant(found) => Trouble::new(format!(
            "cannot play game {number} of '{}': nothing is known of the variant `{found}`",
            path.display()
        )),
        NoStart::Fen { fen, findings } => position::unplayable(fen, findings),
    }
}

/// A moment of a game.
#[derive(Debug)]
pub struct Reached {
    /// What stands on the board.
    pub position: AnyPosition,
    /// The half-move that led there; nothing at the start.
    pub last: Option<HalfMove>,
    /// The game up to there. A line with moves that nobody made is none.
    pub past: Option<History<AnyPosition>>,
}

/// The move that cannot be played comes before the moment.
fn unreached(stuck: &str, plies: usize) -> Trouble {
    Trouble::new(format!("cannot play {stuck} (ply {})", plies + 1))
        .with_tip(format!("`arbiter validate FILE` says why; `--at {plies}` stops before it"))
}

/// A moment of a game, with the game up to it.
///
/// # Errors
/// When the game has no such moment, or cannot be played up to it.
pub fn up_to(loaded: Loaded, at: Moment) -> Result<Reached, Trouble> {
    let Loaded { mut game, after_null, stuck, .. } = loaded;
    let made = game.moves().len();
    let plies = made + after_null.len();
    let wanted = match (at.ply(game.start(), plies), stuck) {
        (Ok(_), Some(stuck)) if at == Moment::End => return Err(unreached(&stuck, plies)),
        (Err(NoSuchMoment::AfterEnd(_)), Some(stuck)) => return Err(unreached(&stuck, plies)),
        (Err(why), _) => return Err(Trouble::new(why.to_string())),
        (Ok(wanted), _) => wanted,
    };
    let beyond = wanted.saturating_sub(made);
    if let Some((last, position)) = after_null.into_iter().take(beyond).next_back() {
        return Ok(Reached { position, last: Some(last), past: None });
    }
    while game.moves().len() > wanted {
        game.take_back();
    }
    let (position, last) = (game.position().clone(), game.last_move().map(HalfMove::Made));
    Ok(Reached { position, last, past: Some(game) })
}
