//! `arbiter match`: two engines play many games against each other.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use clap::Args;

use crate::archive::Interrupt;
use crate::cli::streams::{unreadable, unwritable, watch_signals};
use crate::cli::{CommandError, CommandResult, Exit, Streams, numbers, variant};
use crate::game::Game;
use crate::notation::TimeControl;
use crate::players::{Effort, PlayerSpec, Stop};
use crate::rules::Variant;
use crate::text::Source;
use crate::tournament::{Contestant, Openings, Pace, Series, SeriesError, Standing, finished_part};

const EXAMPLES: &str = "Examples:
  arbiter match ai:depth=2 random --games 2
  arbiter match ai:nodes=200 ai:nodes=100 --games 4 --pgn match.pgn
  arbiter match ai random --games 2 --variant atomic --depth 1
  arbiter match ai gnuchess --games 2 --time 0.001
  arbiter match ai 'stockfish?Skill Level=3' --games 2 --time 0.001";

/// The time for a move, unless another pace is given.
const DEFAULT_TIME: Duration = Duration::from_millis(100);

/// The flags of `arbiter match`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct MatchArguments {
    /// First player: ai, ai:level=5, random, gnuchess, uci:COMMAND …
    ///
    /// A player is `ai[:level=N|depth=N|time=S|nodes=N]`, `random`, `uci:COMMAND`, `xboard:COMMAND`, `gnuchess` or `stockfish`.
    #[arg(value_name = "A", value_parser = PlayerSpec::computer)]
    first: PlayerSpec,

    /// Second player
    #[arg(value_name = "B", value_parser = PlayerSpec::computer)]
    second: PlayerSpec,

    /// Number of games
    ///
    /// Each opening is played twice, with colours reversed.
    #[arg(long, value_name = "N", default_value = "20", value_parser = numbers::from_one::<NonZeroUsize>)]
    games: NonZeroUsize,

    /// Seconds for each move [default: 0.1]
    #[arg(long, value_name = "SECONDS", value_parser = numbers::seconds, group = "pace")]
    time: Option<Duration>,

    /// Time control such as 1m+1 or 40/300
    #[arg(long, value_name = "CONTROL", group = "pace")]
    clock: Option<TimeControl>,

    /// Positions to search for each move
    #[arg(long, value_name = "N", group = "pace", value_parser = numbers::from_one::<NonZeroU64>)]
    nodes: Option<NonZeroU64>,

    /// Depth of each search in plies
    #[arg(long, value_name = "N", group = "pace", value_parser = numbers::within(1..=99_u16))]
    depth: Option<u16>,

    #[arg(long, value_name = "V", value_parser = variant::named, help = variant::HELP, long_help = variant::LONG_HELP)]
    variant: Option<Variant>,

    /// Games or positions to start from (PGN, EPD, FEN)
    ///
    /// The default are 50 common openings, or 50 random ones of the variant.
    #[arg(long, value_name = "FILE")]
    openings: Option<PathBuf>,

    /// Plies to take from each game of the openings
    #[arg(long, value_name = "N", default_value = "12", value_parser = numbers::from_one::<NonZeroUsize>, hide_short_help = true)]
    plies: NonZeroUsize,

    /// Number of games at the same time
    #[arg(long, value_name = "N", default_value = "1", value_parser = numbers::from_one::<NonZeroUsize>)]
    concurrency: NonZeroUsize,

    /// File for the games; it must not exist yet
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,

    /// Continue the match in the file of --pgn
    #[arg(long, requires = "pgn")]
    resume: bool,
}

/// Plays the match, and prints its table.
///
/// # Errors
/// When a file cannot be read or written, or an engine cannot be started.
pub fn run(arguments: &MatchArguments, streams: &mut Streams<'_>) -> CommandResult {
    let interrupt = watch_signals()?;
    let (stop, done) = (Stop::default(), Stop::default());
    thread::scope(|scope| {
        scope.spawn(|| raise_on_signal(&interrupt, &stop, &done));
        let outcome = play(arguments, &stop, streams);
        done.raise();
        match (outcome, interrupt.signal()) {
            (Ok(_), Some(signal)) => Ok(Exit::Signal(signal)),
            (outcome, _) => outcome,
        }
    })
}

/// A signal stops the games, so that every engine is ended.
fn raise_on_signal(interrupt: &Interrupt, stop: &Stop, done: &Stop) {
    const PERIOD: Duration = Duration::from_millis(20);
    while !done.is_raised() {
        if interrupt.signal().is_some() {
            stop.raise();
        }
        thread::sleep(PERIOD);
    }
}

fn play(arguments: &MatchArguments, stop: &Stop, streams: &mut Streams<'_>) -> CommandResult {
    let contestant = |spec: &PlayerSpec| Contestant::new(spec.clone()).map_err(CommandError::new);
    let contestants = [contestant(&arguments.first)?, contestant(&arguments.second)?];
    let openings = openings(arguments)?;
    let series = Series::open(contestants, openings, arguments.pace(), stop)?;
    let mut record = MatchRecord::open(arguments, series.names())?;
    let games = record.finished..arguments.games.get();
    let ended = series.run(games, arguments.concurrency.get(), stop, |game| {
        record.add(&game)?;
        writeln!(streams.err, "{}", record.progress(&game))?;
        Ok(())
    });
    match ended {
        Ok(()) | Err(SeriesError::Stopped) => {}
        Err(SeriesError::Engine(error)) => return Err(error.into()),
        Err(SeriesError::Consumer(error)) => return Err(error),
    }
    write!(streams.out, "{}", record.standing)?;
    Ok(Exit::Clean)
}

impl MatchArguments {
    fn pace(&self) -> Pace {
        match (&self.clock, self.nodes, self.depth) {
            (Some(control), _, _) => Pace::Clock(control.clone()),
            (None, Some(nodes), _) => Pace::PerMove(Effort::Nodes(nodes.get())),
            (None, None, Some(depth)) => Pace::PerMove(Effort::Depth(depth)),
            (None, None, None) => Pace::PerMove(Effort::Time(self.time.unwrap_or(DEFAULT_TIME))),
        }
    }
}

fn openings(arguments: &MatchArguments) -> Result<Openings, CommandError> {
    let variant = arguments.variant.unwrap_or_default();
    let Some(path) = &arguments.openings else {
        let random = Openings::of_variant(variant);
        return random.ok_or_else(|| CommandError::new(format!("{variant} is over at once")));
    };
    let text = fs::read(path).map_err(|error| unreadable(path, &error))?;
    let is_pgn = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("pgn"));
    let openings = if is_pgn {
        Openings::from_pgn(variant, &text, arguments.plies.get())
    } else {
        Openings::from_epd(variant, &text).map_err(|line| {
            CommandError::new(format!("'{}', line {line}: not a legal position", path.display()))
        })?
    };
    openings.ok_or_else(|| CommandError::new(format!("no openings in '{}'", path.display())))
}

/// The games so far, and the file that has them.
struct MatchRecord<'a> {
    standing: Standing,
    finished: usize,
    file: Option<(&'a Path, File)>,
}

impl<'a> MatchRecord<'a> {
    fn open(arguments: &'a MatchArguments, names: &[String; 2]) -> Result<Self, CommandError> {
        let mut record = Self { standing: Standing::new(names.clone()), finished: 0, file: None };
        let Some(path) = &arguments.pgn else { return Ok(record) };
        if arguments.resume && path.exists() {
            record.read(path)?;
        } else if path.exists() {
            let error = CommandError::new(format!("'{}' exists", path.display()));
            return Err(error.with_tip("`--resume` continues the match in it"));
        }
        let file = OpenOptions::new().append(true).create(true).open(path);
        record.file = Some((path, file.map_err(|error| unwritable(path, &error))?));
        Ok(record)
    }

    /// Counts the games of an earlier run, and cuts off what it left unfinished.
    fn read(&mut self, path: &Path) -> Result<(), CommandError> {
        let text = fs::read_to_string(path).map_err(|error| unreadable(path, &error))?;
        let finished = finished_part(&text);
        for game in Game::read_all(Source::new("match", finished.as_bytes())) {
            self.finished += 1;
            let is_due = game.tag("Round") == Some(self.finished.to_string().as_str());
            if !is_due || !self.standing.add(&game) {
                let number = self.finished;
                let message = format!("game {number} of '{}' is not of this match", path.display());
                return Err(CommandError::new(message).with_tip("choose another file for `--pgn`"));
            }
        }
        if finished.len() < text.len() {
            let length = u64::try_from(finished.len()).unwrap_or_default();
            let file = OpenOptions::new().write(true).open(path);
            let cut = file.and_then(|file| file.set_len(length));
            cut.map_err(|error| unwritable(path, &error))?;
        }
        Ok(())
    }

    fn add(&mut self, game: &Game) -> Result<(), CommandError> {
        self.finished += 1;
        let is_ours = self.standing.add(game);
        debug_assert!(is_ours, "it was played by these players");
        if let Some((path, file)) = &mut self.file {
            // In one piece, so that a kill leaves at most one game unfinished.
            let text = game.to_string();
            file.write_all(text.as_bytes()).map_err(|error| unwritable(path, &error))?;
        }
        Ok(())
    }

    /// `game 3: Ann - Bo 1-0 (White wins by checkmate), +2 =0 -1`
    fn progress(&self, game: &Game) -> String {
        let tag = |name| game.tag(name).unwrap_or_default();
        let result = game.result.map_or("*", |result| result.text());
        let last = game.main.moves.last().map_or(&game.main.preface, |node| &node.comments);
        let reason = last.last().map(|comment| crate::game::prose(comment)).unwrap_or_default();
        let (number, tally) = (self.finished, self.standing.tally());
        format!("game {number}: {} - {} {result} ({reason}), {tally}", tag("White"), tag("Black"))
    }
}
