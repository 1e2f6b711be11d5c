//! `arbiter show`: draws a position, or a moment of a game.

use std::{
    io::{self, BufRead},
    num::NonZeroU64,
    path::{Path, PathBuf},
};

use clap::{Args, ValueEnum, builder::PossibleValuesParser, builder::TypedValueParser};
use serde::Serialize;

use crate::{
    cli::{
        CommandError, CommandResult, Exit, Streams, numbers,
        position::{self, ChosenPosition},
        streams::{create_output, finish_output, stdin_is_terminal},
        variant::{self, VariantDefinitions},
    },
    game::PlyKind,
    notation::{BadMoment, Moment, fen, write_san},
    output::{
        board::{Diagrams, Style, state},
        game_page::GamePage,
    },
    rules::{
        AnyMove, AnyPosition, Color, Position, Variant,
        variant::{Geometry, Place},
    },
    text::printable_line,
};

const EXAMPLES: &str = "Examples:
  arbiter show '8/8/4k3/8/8/4K3/4P3/8 w - - 0 1'
  arbiter show '4k3/8/8/8/8/2N5/8/4K3 w - - 0 1' --moves c3
  arbiter show games.pgn --game 1 --at 2w
  arbiter show games.pgn --format html -o game.html
  arbiter show games.pgn --at end --style svg > last.svg";

/// The width of the output unless `COLUMNS` says otherwise.
const DEFAULT_WIDTH: usize = 80;

/// The flags of `arbiter show`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ShowArguments {
    /// A position, a file or directory of games, or - for standard input
    #[arg(value_name = "FEN|FILE|DIR")]
    what: Vec<String>,

    /// Number of the game; a directory counts through all its files, in the order of their names
    #[arg(long, value_name = "N", default_value = "1", value_parser = numbers::from_one::<NonZeroU64>)]
    game: NonZeroU64,

    /// The moment of the game: start, end, a ply such as 23, or 12w for after White's 12th move [default: end; for a page, start]
    #[arg(long, value_name = "MOMENT", conflicts_with_all = ["ply", "mv", "end"])]
    at: Option<Moment>,

    #[arg(long, value_parser = numbers::from_zero::<usize>, hide = true, conflicts_with_all = ["mv", "end"])]
    ply: Option<usize>,

    #[arg(long = "move", id = "mv", hide = true, value_parser = numbered, conflicts_with = "end")]
    mv: Option<Moment>,

    #[arg(long, hide = true)]
    end: bool,

    /// Style of the drawing
    #[arg(long, value_name = "STYLE", default_value = "ascii", value_parser = styles())]
    style: Style,

    /// Draw the board from Black's side
    #[arg(long)]
    flip: bool,

    /// Mark the moves of the piece on this square
    #[arg(long, value_name = "SQUARE")]
    moves: Option<String>,

    #[arg(long, value_name = "V", value_parser = variant::named, help = variant::HELP, long_help = variant::LONG_HELP)]
    variant: Option<Variant>,

    #[command(flatten)]
    definitions: VariantDefinitions,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ShowFormat,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How to show it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ShowFormat {
    /// For people
    Text,
    /// One object on a line
    Json,
    /// The whole game as a page, to step through in a browser
    Html,
}

fn styles() -> impl TypedValueParser<Value = Style> {
    let names = PossibleValuesParser::new(Style::ALL.map(Style::name));
    names.map(|name| Style::from_name(&name).unwrap_or_default())
}

/// A move with its number, `12w`; White's where no side is named.
fn numbered(text: &str) -> Result<Moment, BadMoment> {
    match text.parse()? {
        Moment::Ply(_) => format!("{text}w").parse(),
        moment => Ok(moment),
    }
}

#[derive(Debug, Serialize)]
struct ShowRecord {
    fen: String,
    turn: &'static str,
    check: bool,
    last_move: Option<String>,
    moves: Option<Vec<String>>,
    style: &'static str,
    board: String,
}

/// Draws the position.
///
/// # Errors
/// When there is no such position, or the output cannot be written.
pub fn run(arguments: &ShowArguments, streams: &mut Streams<'_>) -> CommandResult {
    let subject = Subject::of(arguments)?;
    if let (Subject::Position(fen), [_, _, ..]) = (&subject, arguments.what.as_slice()) {
        writeln!(streams.err, "note: {}", position::unquoted_note(fen))?;
    }
    let Some(path) = &arguments.output else { return show(arguments, &subject, streams) };
    let inputs = match &subject {
        Subject::Game(path) => vec![path.clone()],
        Subject::Start | Subject::Position(_) => Vec::new(),
    };
    let mut file = create_output(path, &inputs)?;
    let Streams { color, is_terminal, .. } = *streams;
    let mut streams = Streams { out: &mut file, err: streams.err, color, is_terminal };
    show(arguments, &subject, &mut streams)?;
    finish_output(file)?;
    Ok(Exit::Clean)
}

/// What is shown.
enum Subject {
    /// The first position of a variant.
    Start,
    /// The position of a FEN.
    Position(String),
    /// A game of a file, of a directory, or of standard input.
    Game(PathBuf),
}

impl Subject {
    /// The subject that the arguments name; without any it is what standard input holds.
    fn of(arguments: &ShowArguments) -> Result<Self, CommandError> {
        let subject = match arguments.what.as_slice() {
            [] if arguments.variant.is_none() && is_piped() => Self::Game("-".into()),
            [] => Self::Start,
            [word] if !position::looks_like_fen(word) => Self::Game(word.into()),
            [board, fields @ ..] if position::unquoted_fields(board, fields) == fields.len() => {
                Self::Position(arguments.what.join(" "))
            }
            words => {
                let message =
                    format!("`show` draws one position, and there are {} arguments", words.len());
                return Err(CommandError::new(message).with_tip("put a FEN in quotes"));
            }
        };
        subject.check(arguments)?;
        Ok(subject)
    }

    /// Refuses flags that would have no effect.
    fn check(&self, arguments: &ShowArguments) -> Result<(), CommandError> {
        let is_game = matches!(self, Self::Game(_));
        let is_page = arguments.format == ShowFormat::Html;
        let chooses = moment(arguments).is_some() || arguments.game != NonZeroU64::MIN;
        let (why, tip) = if is_page && !is_game {
            let tip = "`arbiter report FEN --format html` makes a page of positions";
            ("`--format html` shows a game of a file", tip)
        } else if is_page && arguments.moves.is_some() {
            ("`--moves` has no meaning for a page", "use `--format text` or `json`")
        } else if !is_game && chooses {
            ("`--game` and `--at` choose a position of a game", "name a file of games")
        } else if is_game && arguments.variant.is_some() {
            ("`--variant` is for a position", "a game names its variant in the tag `Variant`")
        } else {
            return Ok(());
        };
        Err(CommandError::new(why).with_tip(tip))
    }
}

fn show(arguments: &ShowArguments, subject: &Subject, streams: &mut Streams<'_>) -> CommandResult {
    arguments.definitions.load()?;
    if let (ShowFormat::Html, Subject::Game(path)) = (arguments.format, subject) {
        write!(streams.out, "{}", page(arguments, path)?)?;
        return Ok(Exit::Clean);
    }
    let shown = chosen_position(arguments, subject)?;
    let moves = marked_moves(arguments, &shown.position)?;
    let drawing = drawing(arguments, &shown, moves.as_deref().unwrap_or_default());
    match arguments.format {
        ShowFormat::Text => write!(streams.out, "{drawing}{}", caption(arguments, &shown))?,
        ShowFormat::Json | ShowFormat::Html => {
            streams.json(&record(arguments, &shown, moves.as_deref(), drawing))?;
        }
    }
    Ok(Exit::Clean)
}

/// The game as a page.
fn page(arguments: &ShowArguments, path: &Path) -> Result<String, CommandError> {
    let game = position::load_game(path, arguments.game)?;
    let start = game.start.position();
    let plies = game.main.moves.iter().take_while(|node| node.step.is_some()).count();
    let first = match (moment(arguments), start) {
        (Some(at), Some(start)) => {
            at.ply(&start, plies).map_err(|why| CommandError::new(why.to_string()))?
        }
        _ => 0,
    };
    let bottom = if arguments.flip { Color::Black } else { Color::White };
    Ok(GamePage { game: &game, bottom, first }.write())
}

/// The chosen moment.
fn moment(arguments: &ShowArguments) -> Option<Moment> {
    let end = arguments.end.then_some(Moment::End);
    arguments.ply.map(Moment::Ply).or(arguments.mv).or(arguments.at).or(end)
}

/// The position to draw.
fn chosen_position(
    arguments: &ShowArguments,
    subject: &Subject,
) -> Result<ChosenPosition, CommandError> {
    let fen = match subject {
        Subject::Start => None,
        Subject::Position(fen) => Some(fen.as_str()),
        Subject::Game(path) => {
            let at = moment(arguments).unwrap_or(Moment::End);
            return position::from_game(path, arguments.game, at);
        }
    };
    Ok(position::from_fen(fen, arguments.variant)?.into())
}

/// Whether standard input is a pipe with something in it.
fn is_piped() -> bool {
    !stdin_is_terminal() && io::stdin().lock().fill_buf().is_ok_and(|bytes| !bytes.is_empty())
}

/// The legal moves of the piece on the square of `--moves`.
fn marked_moves(
    arguments: &ShowArguments,
    position: &AnyPosition,
) -> Result<Option<Vec<AnyMove>>, CommandError> {
    let Some(name) = arguments.moves.as_deref() else { return Ok(None) };
    let places = places(position.geometry(), name)?;
    if places.iter().all(|place| position.piece_at(*place).is_none()) {
        return Err(CommandError::new(format!("{name} is empty")).with_exit(Exit::Findings));
    }
    let is_from = |mv: &AnyMove| mv.origin().is_some_and(|from| places.contains(&from));
    Ok(Some(position.legal_moves().into_iter().filter(is_from).collect()))
}

/// The squares with a name, one on each board.
fn places(geometry: &Geometry, name: &str) -> Result<Vec<Place>, CommandError> {
    let is_named = |place: &Place| geometry.name(*place) == name;
    let places: Vec<Place> = geometry.places().filter(is_named).collect();
    if places.is_empty() {
        let message = format!("expected a square such as `e4`, found `{}`", printable_line(name));
        return Err(CommandError::new(message));
    }
    Ok(places)
}

fn drawing(arguments: &ShowArguments, shown: &ChosenPosition, moves: &[AnyMove]) -> String {
    let bottom = if arguments.flip { Color::Black } else { Color::White };
    let mut diagrams = Diagrams::of(&shown.position).seen_from(bottom).with_targets(moves);
    if let Some(PlyKind::Move(last)) = shown.last {
        diagrams = diagrams.with_last_move(last);
    }
    diagrams.draw(arguments.style, columns())
}

/// The width of the output.
fn columns() -> usize {
    let columns = std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    columns.unwrap_or(DEFAULT_WIDTH)
}

/// The line under a board of characters: the side to move, and check or the end of the game.
fn caption(arguments: &ShowArguments, shown: &ChosenPosition) -> String {
    match arguments.style {
        Style::Svg => String::new(),
        _ => state(&shown.position) + "\n",
    }
}

fn record(
    arguments: &ShowArguments,
    shown: &ChosenPosition,
    moves: Option<&[AnyMove]>,
    board: String,
) -> ShowRecord {
    let position = &shown.position;
    let san = |mv: &AnyMove| write_san(position, *mv);
    ShowRecord {
        fen: fen::write(position),
        turn: if position.turn() == Color::White { "white" } else { "black" },
        check: position.is_check(),
        last_move: shown.last.map(|last| match last {
            PlyKind::Move(mv) => squares(position, mv),
            PlyKind::Null => "--".to_owned(),
        }),
        moves: moves.map(|moves| moves.iter().map(san).collect()),
        style: arguments.style.name(),
        board,
    }
}

/// Where a move begins and ends; a drop only ends.
fn squares(after: &AnyPosition, mv: AnyMove) -> String {
    let name = |place| after.geometry().name(place);
    let target = match (mv, after) {
        (AnyMove::Variant(mv), AnyPosition::Variant(after)) => {
            mv.target(after.rules(), !after.turn())
        }
        _ => after.target(mv),
    };
    mv.origin().map_or_else(String::new, name) + &name(target)
}
