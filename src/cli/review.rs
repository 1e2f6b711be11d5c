//! `arbiter review`: an engine judges every move of a game.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use crate::cli::position::load_game;
use crate::cli::streams::{Progress, create_output, finish_output};
use crate::cli::variant::VariantDefinitions;
use crate::cli::{CommandError, CommandResult, Exit, Streams, numbers};
use crate::game::{Game, PlyKind, Start};
use crate::notation::numbered;
use crate::output::board::{Look, Style};
use crate::output::game_page::GamePage;
use crate::players::{Effort, PlayerSpec, Stop};
use crate::review::{Review, ReviewOptions};
use crate::rules::{Color, Position};
use crate::text::printable_line;

const EXAMPLES: &str = "Examples:
  arbiter review games.pgn --game 1 --depth 4
  arbiter review games.pgn --depth 2 --format pgn -o reviewed.pgn
  arbiter review games.pgn --depth 2 --format html -o review.html
  arbiter review games.pgn --engine stockfish --time 0.01

A move that loses 5 points of the winning chances is an inaccuracy, 10 a mistake, 15 a blunder.";

/// The width of a drawing.
const WIDTH: usize = 80;

/// The flags of `arbiter review`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ReviewArguments {
    /// A PGN file, or - for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Number of the game in the file
    #[arg(long, value_name = "N", default_value = "1", value_parser = numbers::from_one::<NonZeroU64>)]
    game: NonZeroU64,

    #[command(flatten)]
    definitions: VariantDefinitions,

    /// Engine that judges: ai, stockfish, uci:COMMAND
    #[arg(long, value_name = "ENGINE", default_value = "ai", value_parser = judge)]
    engine: PlayerSpec,

    /// Seconds for each move [default: 0.3]
    #[arg(long, value_name = "SECONDS", value_parser = numbers::seconds, group = "effort")]
    time: Option<Duration>,

    /// Depth of each search in plies
    #[arg(long, value_name = "N", group = "effort", value_parser = numbers::within(1..=99_u16))]
    depth: Option<u16>,

    /// Positions to search for each move
    #[arg(long, value_name = "N", group = "effort", value_parser = numbers::from_one::<NonZeroUsize>)]
    nodes: Option<NonZeroUsize>,

    /// Draw boards from Black's side
    #[arg(long)]
    flip: bool,

    /// Output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ReviewFormat,

    /// Write to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

/// How to write the review.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReviewFormat {
    /// For people
    Text,
    /// The game with glyphs, evaluations and better lines
    Pgn,
    /// The game as a page, with the evaluation as a plot
    Html,
}

/// An engine that judges positions.
fn judge(text: &str) -> Result<PlayerSpec, String> {
    match PlayerSpec::computer(text)? {
        PlayerSpec::Random => Err("random moves judge no positions".to_owned()),
        engine => Ok(engine),
    }
}

impl ReviewArguments {
    fn effort(&self) -> Option<Effort> {
        let nodes = self.nodes.map(|nodes| Effort::Nodes(nodes.get() as u64));
        self.time.map(Effort::Time).or(self.depth.map(Effort::Depth)).or(nodes)
    }

    fn bottom(&self) -> Color {
        if self.flip { Color::Black } else { Color::White }
    }
}

/// Reviews the game.
///
/// # Errors
/// When there is no such game, the engine fails, or the output cannot be written.
pub fn run(arguments: &ReviewArguments, streams: &mut Streams<'_>) -> CommandResult {
    arguments.definitions.load()?;
    let game = load_game(&arguments.file, arguments.game)?;
    if matches!(game.start, Start::Unplayable(..) | Start::UnknownVariant(_)) {
        return Err(CommandError::new("the game cannot be replayed from its start"));
    }
    let (engine, effort) = (arguments.engine.clone(), arguments.effort());
    let options = ReviewOptions { engine, effort, ..ReviewOptions::default() };
    let mut player = options.player()?;
    let progress = Progress::steps("moves");
    let review = Review::of(&game, player.as_mut(), &Stop::default(), |done, all| {
        progress.step(done as u64, all as u64);
    });
    drop(progress);
    let review = review?.ok_or_else(|| CommandError::new("stopped"))?;
    let unplayed = unplayed(&game);
    if let Some(note) = &unplayed {
        writeln!(streams.err, "{note}")?;
    }
    let text = written(&review, arguments);
    match &arguments.output {
        None => write!(streams.out, "{text}")?,
        Some(path) => {
            let mut file = create_output(path, std::slice::from_ref(&arguments.file))?;
            std::io::Write::write_all(&mut file, text.as_bytes())?;
            finish_output(file)?;
        }
    }
    Ok(if unplayed.is_some() { Exit::Findings } else { Exit::Clean })
}

/// A note about the first move that cannot be played: the game is reviewed up to there.
fn unplayed(game: &Game) -> Option<String> {
    let mut position = game.start.position()?;
    for node in &game.main.moves {
        match node.step {
            Some(PlyKind::Move(mv)) => position.play_unchecked(mv),
            Some(PlyKind::Null) => position = position.after_null_move()?,
            None => {
                let mv = numbered(&position, &node.text);
                let mv = printable_line(&mv);
                return Some(format!(
                    "note: {mv} cannot be played; the game is reviewed up to there"
                ));
            }
        }
    }
    None
}

fn written(review: &Review, arguments: &ReviewArguments) -> String {
    let bottom = arguments.bottom();
    match arguments.format {
        ReviewFormat::Text => review.report(Look::bare(Style::Ascii), bottom, WIDTH),
        ReviewFormat::Pgn => review.annotated().to_string(),
        ReviewFormat::Html => {
            let game = review.annotated();
            let first = review.turning_point().map_or(0, |index| index + 1);
            GamePage { game: &game, bottom, first }.write()
        }
    }
}
