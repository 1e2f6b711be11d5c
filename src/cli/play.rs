//! `arbiter play`: chess in a plain shell.

use std::num::NonZeroU64;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use clap::{Args, ValueEnum};

use crate::cli::{CommandError, CommandResult, Exit, Streams};
use crate::notation::{Language, Moment, TimeControl, date::timestamp};
use crate::play::table::{Ground, Left, Log, Table};
use crate::play::{BoardShown, Draws, Flip, Homes, Session, Size, Style, autosave, record};
use crate::players::PlayerSpec;
use crate::rules::Variant;
use crate::text::printable;

mod beginning;
mod surface;

const EXAMPLES: &str = "Examples:
  arbiter play --vs ai --as white
  printf 'e4\\ne5\\nfen\\n' | arbiter play --variant alice
  arbiter play --white random --black random --seed 7 --save game.pgn
  arbiter play --white human:Ada --black human:Bo --clock 40/90m+30s:30m
  arbiter play --white random --black 'gnuchess?time=0.1' --max-plies 4 -v";

/// The flags of `arbiter play`.
#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the command line"
)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    /// A game to go on with
    #[arg(value_name = "PGN")]
    file: Option<PathBuf>,

    /// Which game of the file
    #[arg(long, value_name = "N", default_value = "1", requires = "file")]
    game: NonZeroU64,

    /// Where to begin: start, end, a ply such as 23, or 12w for after White's 12th move
    #[arg(long, value_name = "MOMENT", requires = "file")]
    at: Option<Moment>,

    /// Who plays White: human[:Name], random, ai[:depth=N|time=S], uci:CMD, xboard:CMD, gnuchess, stockfish
    #[arg(long, value_name = "PLAYER", conflicts_with = "vs")]
    white: Option<PlayerSpec>,

    /// Who plays Black
    #[arg(long, value_name = "PLAYER", conflicts_with = "vs")]
    black: Option<PlayerSpec>,

    /// Your opponent
    #[arg(long, value_name = "PLAYER")]
    vs: Option<PlayerSpec>,

    /// Your side against --vs
    #[arg(long = "as", value_name = "SIDE", default_value = "random", requires = "vs")]
    side: Side,

    /// The position to begin with
    #[arg(long, value_name = "FEN", conflicts_with = "file")]
    fen: Option<String>,

    /// standard, chess960[:N], alice[:N] or alice-ksparov[:N]
    #[arg(long, value_name = "V", value_parser = crate::notation::variant::variant)]
    variant: Option<Variant>,

    /// The time control: 5m+3, 300+2, 40/5400+30:1800+30
    #[arg(long, value_name = "SPEC")]
    clock: Option<TimeControl>,

    /// Whether draws end the game by themselves, or by a claim
    #[arg(long, value_name = "RULE", hide_short_help = true)]
    draws: Option<Draws>,

    /// How many half-moves the built-in player looks ahead
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u8).range(1..=60))]
    level: Option<u8>,

    /// How long a machine waits before it moves: 500ms, 2s
    #[arg(long, value_name = "TIME", value_parser = surface::delay, hide_short_help = true)]
    delay: Option<u32>,

    /// Machines move once for each Enter
    #[arg(long, hide_short_help = true)]
    step: bool,

    #[command(flatten)]
    look: Look,

    /// What makes chance repeatable
    #[arg(long, value_name = "N", hide_short_help = true)]
    seed: Option<u64>,

    /// Write the game to this file in the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// A tag for the score sheet
    #[arg(long = "tag", value_name = "NAME=VALUE", value_parser = surface::tag, hide_short_help = true)]
    tags: Vec<(String, String)>,

    /// Keep no game in progress
    #[arg(long, hide_short_help = true)]
    no_autosave: bool,

    /// Go on with an unfinished game, the newest or the one with this name
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["file", "fen"])]
    resume: Option<String>,

    /// Leave with status 1 at the first refused line
    #[arg(long, hide_short_help = true)]
    strict: bool,

    /// Repeat every line that was read
    #[arg(long, hide_short_help = true)]
    echo: bool,

    /// Stop after so many half-moves
    #[arg(long, value_name = "N", hide_short_help = true)]
    max_plies: Option<usize>,

    /// How many seconds an engine has to get ready
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = surface::seconds, hide_short_help = true)]
    engine_timeout: Duration,

    /// Show the talk with outside engines on the error stream
    #[arg(short, long, hide_short_help = true)]
    verbose: bool,

    /// Write down in this file what is shown, what is typed, and the talk with outside engines
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    log: Option<PathBuf>,
}

/// How it looks.
#[derive(Debug, Args)]
pub struct Look {
    /// When the board is drawn
    #[arg(long, value_name = "WHEN", hide_short_help = true)]
    board: Option<BoardShown>,

    /// How the board is drawn
    #[arg(long, value_name = "STYLE")]
    style: Option<Style>,

    /// Who sits below
    #[arg(long, value_name = "SIDE", hide_short_help = true)]
    flip: Option<Flip>,

    /// How large the board is
    #[arg(long, value_name = "SIZE", hide_short_help = true)]
    size: Option<Size>,

    /// Dark squares in reverse video
    #[arg(long, hide_short_help = true)]
    chequered: bool,

    /// The language of the piece letters: en, fr, de, es …
    #[arg(long, value_name = "LANG", value_parser = language, hide_short_help = true)]
    lang: Option<String>,

    /// No board and no pieces but by `peek`
    #[arg(long, hide_short_help = true)]
    blindfold: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Side {
    White,
    Black,
    Random,
}

fn language(text: &str) -> Result<String, String> {
    let known = || Language::codes().collect::<Vec<_>>().join(", ");
    match Language::of(text) {
        Some(_) => Ok(text.to_ascii_lowercase()),
        None => Err(format!("there are the letters of {}", known())),
    }
}

/// Plays until somebody leaves.
///
/// # Errors
/// When the game cannot begin, an engine fails, or the output cannot be written.
pub fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> CommandResult {
    let homes = Homes::from_environment();
    let now = SystemTime::now();
    let surface = surface::Surface::found(arguments);
    if let Some(path) = &arguments.save {
        record::check_overwriting(path).map_err(|error| {
            CommandError::new(format!("cannot save the game to '{}': {error}", path.display()))
        })?;
    }
    let beginning = beginning::Beginning::prepare(arguments, &homes, &surface, now, streams)?;
    if let Some(folder) = homes.autosave() {
        autosave::expire(&folder, beginning.session.settings().play.keep, now);
    }
    surface.greet(&homes, streams)?;
    let (stamp, log) = (timestamp(now), log(arguments)?);
    let ground = Ground { homes, autosave: beginning.autosave, stamp, log };
    let manners = surface.manners(arguments, beginning.seed);
    let table = Table::new(beginning.session, manners, ground, streams.out, streams.err);
    ended(table.run(beginning.events))
}

fn log(arguments: &Arguments) -> Result<Log, CommandError> {
    let Some(path) = &arguments.log else { return Ok(Log::default()) };
    let unwritable =
        |error| CommandError::new(format!("cannot write '{}': {error}", path.display()));
    std::fs::File::create(path).map(Log::to).map_err(unwritable)
}

fn ended(left: Left) -> CommandResult {
    match left {
        Left::Quietly | Left::Unread => Ok(Exit::Clean),
        Left::Refused => Ok(Exit::Findings),
        Left::Engine(trouble) => {
            let words = trouble.to_string();
            Err(CommandError::new(printable(&words)).with_exit(Exit::Engine))
        }
        Left::Signal(number) => Ok(Exit::Signal(number)),
        Left::Unwritable(error) => Err(CommandError::from(error)),
        Left::Unsaved => Ok(Exit::Failed),
    }
}

/// The moment at which a game that was named begins.
fn moment(arguments: &Arguments) -> Moment {
    arguments.at.unwrap_or(Moment::Start)
}

/// A session and what the first screen says.
type Opened = (Session, Vec<crate::play::Event>);
