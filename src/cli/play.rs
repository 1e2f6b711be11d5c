//! `arbiter play`: a game at the terminal or in a pipe.

mod start;

use std::env;
use std::fs::File;
use std::io::{self, IsTerminal};
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use clap::{Args, ValueEnum};
use terminal_size::{Width, terminal_size_of};

use crate::cli::streams::unwritable;
use crate::cli::variant::{self, VariantDefinitions};
use crate::cli::{CommandError, CommandResult, Exit, Streams, numbers};
use crate::notation::{Moment, TimeControl, date::timestamp};
use crate::output::board::{ColorDepth, Theme};
use crate::play::session::check_tag;
use crate::play::terminal::{ExitReason, GameLoop, InputMode, LoopOptions, Prompts};
use crate::play::{
    AutosavedGame, BoardShown, BoardStyle, DrawRule, Flip, Folders, SaveTarget, Screen, Size,
    delay, language, level, remove_old_games,
};
use crate::players::{Level, PlayerSpec};
use crate::rules::Variant;
use start::PreparedGame;

/// The width of a terminal that does not report it.
const DEFAULT_WIDTH: usize = 80;

const EXAMPLES: &str = "Examples:
  arbiter play --vs ai --as white
  printf 'e4\\ne5\\nfen\\n' | arbiter play --variant alice
  arbiter play --white random --black random --seed 7 --save game.pgn
  arbiter play --white human:Ada --black human:Bo --clock 40/90m+30s:30m
  arbiter play --white random --black 'gnuchess?time=0.1' --max-plies 4 -v

During a game, `help` lists the commands, and `help level` explains one of them.";

/// The flags of `arbiter play`.
#[derive(Debug, Args)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a switch of its own on the command line"
)]
#[command(after_long_help = EXAMPLES)]
pub struct PlayArguments {
    /// A game to continue
    #[arg(value_name = "PGN")]
    file: Option<PathBuf>,

    /// Number of the game in the file
    #[arg(long, value_name = "N", default_value = "1", requires = "file", conflicts_with_all = ["fen", "resume"], value_parser = numbers::from_one::<NonZeroU64>)]
    game: NonZeroU64,

    /// Where to begin: start, end, a ply, or 12w
    ///
    /// `12w` is after White's 12th move.
    #[arg(long, value_name = "MOMENT", requires = "file", conflicts_with_all = ["fen", "resume"])]
    at: Option<Moment>,

    /// White's player: human, random, ai:level=5, gnuchess …
    ///
    /// A player is `human[:Name]`, `random`, `ai[:level=N|depth=N|time=S|nodes=N]`, `uci:CMD`, `xboard:CMD`, `gnuchess` or
    /// `stockfish`.
    #[arg(long, value_name = "PLAYER", conflicts_with = "vs")]
    white: Option<PlayerSpec>,

    /// Black's player
    #[arg(long, value_name = "PLAYER", conflicts_with = "vs")]
    black: Option<PlayerSpec>,

    /// Your opponent
    #[arg(long, value_name = "PLAYER")]
    vs: Option<PlayerSpec>,

    /// Your side against --vs [default: random]
    #[arg(long = "as", value_name = "SIDE", requires = "vs", conflicts_with_all = ["white", "black", "two"])]
    side: Option<OwnSide>,

    /// Two people play
    ///
    /// On a terminal the default is you with White against the built-in engine.
    #[arg(long, conflicts_with_all = ["white", "black", "vs"])]
    two: bool,

    /// Start position
    #[arg(long, value_name = "FEN", conflicts_with = "file")]
    fen: Option<String>,

    #[arg(long, value_name = "V", conflicts_with_all = ["file", "resume"], value_parser = variant::named, help = variant::HELP, long_help = variant::LONG_HELP)]
    variant: Option<Variant>,

    #[command(flatten)]
    definitions: VariantDefinitions,

    /// Time control: 5m+3, 300+2, 40/5400+30:1800+30
    #[arg(long, value_name = "SPEC")]
    clock: Option<TimeControl>,

    /// Whether draws end the game automatically or by a claim
    #[arg(long, value_name = "RULE", hide_short_help = true)]
    draws: Option<DrawRule>,

    /// Level of the built-in engine, 1 to 20 [default: 3]
    ///
    /// The levels have names, too: beginner, casual, club, strong, expert, full.
    #[arg(long, value_name = "N", value_parser = level)]
    level: Option<Level>,

    /// Shortest time a computer player takes for a move: 500ms, 2s
    #[arg(long, value_name = "TIME", value_parser = delay, hide_short_help = true)]
    delay: Option<u32>,

    /// Make one computer move for each Enter
    #[arg(long, hide_short_help = true)]
    step: bool,

    #[command(flatten)]
    board: BoardArguments,

    /// Seed of the random numbers, for repeatable games
    #[arg(long, value_name = "N", value_parser = numbers::from_zero::<u64>, hide_short_help = true)]
    seed: Option<u64>,

    /// Write the game to this file at the end
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,

    /// Replace files of games that exist
    #[arg(long, hide_short_help = true)]
    force: bool,

    /// Tag for the saved game
    #[arg(long = "tag", value_name = "NAME=VALUE", value_parser = tag, hide_short_help = true)]
    tags: Vec<(String, String)>,

    /// Do not save the game in progress
    #[arg(long, hide_short_help = true)]
    no_autosave: bool,

    /// Continue an unfinished game [default: the newest]
    #[arg(long, value_name = "ID", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["file", "fen"])]
    resume: Option<String>,

    /// Quit with exit status 1 at the first refused line
    #[arg(long, hide_short_help = true)]
    strict: bool,

    /// Repeat each input line in the output
    #[arg(long, hide_short_help = true)]
    echo: bool,

    /// Stop after this many plies
    #[arg(long, value_name = "N", value_parser = numbers::from_zero::<usize>, hide_short_help = true)]
    max_plies: Option<usize>,

    /// Seconds an engine may take to start
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = numbers::seconds, hide_short_help = true)]
    engine_timeout: Duration,

    /// Show the conversation with external engines on the error stream
    #[arg(short, long, hide_short_help = true)]
    verbose: bool,

    /// Add a log of the game and of the conversation with external engines to this file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    log: Option<PathBuf>,
}

/// The flags about the board.
#[derive(Debug, Args)]
pub struct BoardArguments {
    /// When to draw the board
    #[arg(long, value_name = "WHEN", hide_short_help = true)]
    board: Option<BoardShown>,

    /// Board style
    #[arg(long, value_name = "STYLE", hide_short_help = true)]
    style: Option<BoardStyle>,

    /// Side at the bottom of the board
    #[arg(long, value_name = "SIDE", hide_short_help = true)]
    flip: Option<Flip>,

    /// Board size
    #[arg(long, value_name = "SIZE", hide_short_help = true)]
    size: Option<Size>,

    /// Board colours on a terminal
    #[arg(long, value_name = "THEME", hide_short_help = true)]
    theme: Option<Theme>,

    /// Dark squares in reverse video
    #[arg(long, hide_short_help = true)]
    chequered: bool,

    /// Language of the piece letters: en, fr, de, es …
    #[arg(long, value_name = "LANG", value_parser = language, hide_short_help = true)]
    lang: Option<String>,

    /// Show no board and no pieces except by `peek`
    #[arg(long, hide_short_help = true)]
    blindfold: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum OwnSide {
    White,
    Black,
    Random,
}

/// Plays a game until the user quits or the input ends.
///
/// # Errors
/// When the game cannot begin, an engine fails, or the output cannot be written.
pub fn run(arguments: &PlayArguments, streams: &mut Streams<'_>) -> CommandResult {
    arguments.definitions.load()?;
    let folders = Folders::of_user();
    let now = SystemTime::now();
    let console = Console::detect(arguments);
    if let Some(path) = &arguments.save {
        check_target(path, arguments.force)?;
    }
    let start = PreparedGame::prepare(arguments, &folders, &console, now, streams)?;
    if let Some(folder) = folders.autosave() {
        remove_old_games(&folder, start.session.settings().play.keep, now);
    }
    if arguments.resume.is_none() {
        console.greet(&folders, streams)?;
    }
    let options = LoopOptions {
        screen: console.screen(streams.color),
        width,
        input: if console.is_edited { InputMode::Edited } else { InputMode::Plain },
        prompts: console.prompts(),
        shows_thinking: console.is_edited && env::var_os("NO_PROGRESS").is_none(),
        strict: arguments.strict,
        echo: arguments.echo,
        verbose: arguments.verbose,
        max_plies: arguments.max_plies,
        save: arguments.save.clone(),
        force: arguments.force,
        engine_timeout: arguments.engine_timeout,
        seed: start.seed,
        folders,
        autosave: start.autosave,
        timestamp: timestamp(now),
        log: log(arguments)?,
    };
    let game = GameLoop::new(start.session, options, streams.out, streams.err);
    exit(game.run(start.events))
}

/// Checks that the game can be written to the file of `--save` without losing anything.
fn check_target(path: &Path, is_forced: bool) -> Result<(), CommandError> {
    let refuse = |why: &str| {
        CommandError::new(format!("cannot save the game to '{}': {why}", path.display()))
    };
    match SaveTarget::of(path) {
        Err(error) => Err(refuse(&error.to_string())),
        Ok(SaveTarget::Other) => {
            Err(refuse("it is not a file of games").with_tip("choose another name for `--save`"))
        }
        Ok(SaveTarget::Games) if !is_forced => {
            Err(refuse("it exists").with_tip("`--force` replaces it"))
        }
        Ok(SaveTarget::Games | SaveTarget::Page | SaveTarget::Free) => Ok(()),
    }
}

fn log(arguments: &PlayArguments) -> Result<Option<File>, CommandError> {
    let Some(path) = &arguments.log else { return Ok(None) };
    let file = File::options().create(true).append(true).open(path);
    file.map(Some).map_err(|error| unwritable(path, &error))
}

fn exit(reason: ExitReason) -> CommandResult {
    match reason {
        ExitReason::Quit | ExitReason::OutputClosed => Ok(Exit::Clean),
        ExitReason::Refused => Ok(Exit::Findings),
        ExitReason::Engine(error) => Err(error.into()),
        ExitReason::Signal(number) => Ok(Exit::Signal(number)),
        ExitReason::OutputFailed(error) => Err(CommandError::from(error)),
        ExitReason::NotSaved => Ok(Exit::Failed),
    }
}

/// What standard input and output are connected to.
#[derive(Debug)]
struct Console {
    /// Standard input is a terminal.
    has_keyboard: bool,
    /// Standard output is a terminal.
    has_screen: bool,
    /// Both are one that the line editor can use.
    is_edited: bool,
}

impl Console {
    fn detect(arguments: &PlayArguments) -> Self {
        let (has_keyboard, has_screen) = (io::stdin().is_terminal(), io::stdout().is_terminal());
        let is_dumb = env::var_os("TERM").is_none_or(|term| term == "dumb" || term == "emacs");
        let is_plain = arguments.board.style == Some(BoardStyle::Plain);
        let is_edited = has_keyboard && has_screen && !is_dumb && !is_plain;
        Self { has_keyboard, has_screen, is_edited }
    }

    /// At a terminal: how to continue an unfinished game.
    fn greet(&self, folders: &Folders, streams: &mut Streams<'_>) -> Result<(), CommandError> {
        if !self.has_keyboard {
            return Ok(());
        }
        let stream = if self.has_screen { &mut *streams.out } else { &mut *streams.err };
        let unfinished = folders.autosave().and_then(|folder| AutosavedGame::find(&folder, None));
        if unfinished.is_some() {
            let screen = Screen { width: width(), ..self.screen(streams.color) };
            let sentence = "There is an unfinished game; to continue it: arbiter play --resume";
            write!(stream, "{}", screen.sentence(sentence))?;
        }
        stream.flush()?;
        Ok(())
    }

    /// What the output can show.
    fn screen(&self, color: bool) -> Screen {
        let colors = (color && (self.is_edited || !self.has_screen)).then(color_depth);
        let has_figures = self.is_edited && is_utf8();
        let (prompts, video) = (self.has_keyboard, self.is_edited);
        Screen { width: None, prompts, video, colors, has_figures }
    }

    /// A terminal gets a board after every move, everything else on request.
    fn auto_board(&self) -> BoardShown {
        if self.is_edited { BoardShown::Always } else { BoardShown::OnRequest }
    }

    fn prompts(&self) -> Prompts {
        match (self.has_keyboard, self.has_screen) {
            (false, _) => Prompts::Off,
            (true, true) => Prompts::Out,
            (true, false) => Prompts::Err,
        }
    }
}

/// The colours of the terminal, as `COLORTERM` has it.
fn color_depth() -> ColorDepth {
    match env::var("COLORTERM").as_deref() {
        Ok("truecolor" | "24bit") => ColorDepth::True,
        _ => ColorDepth::Palette,
    }
}

/// Whether the locale has the characters of all languages.
fn is_utf8() -> bool {
    let set = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().filter_map(|name| env::var(name).ok());
    let locale = set.into_iter().find(|locale| !locale.is_empty()).unwrap_or_default();
    let locale = locale.to_ascii_lowercase().replace('-', "");
    locale.contains("utf8")
}

/// The current width of the terminal, else `COLUMNS`; a pipe has no width.
fn width() -> Option<usize> {
    let out = io::stdout();
    let reported = terminal_size_of(&out).map(|(Width(columns), _)| usize::from(columns));
    let variable = || env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    reported.or_else(variable).or_else(|| out.is_terminal().then_some(DEFAULT_WIDTH))
}

/// `NAME=VALUE`
fn tag(text: &str) -> Result<(String, String), String> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    check_tag(name, value)?;
    Ok((name.to_owned(), value.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::tag;

    #[test]
    fn a_tag_needs_a_name() {
        assert_eq!(tag("Site=Lund=x"), Ok(("Site".into(), "Lund=x".into())));
        for text in ["=x", "Site", "a b=c", "Result=0-1", "FEN=x", "Variant=Alice", "Date=today"] {
            assert!(tag(text).is_err(), "{text}");
        }
    }
}
