//! `arbiter perft`: count move paths.

use std::{convert::Infallible, num::NonZeroUsize, thread};

use clap::{Args, value_parser};
use serde::Serialize;

use crate::{
    archive::OrderedPool,
    cli::{Exit, Run, Streams, format::Format, position},
    notation::coordinate::{self, style_for},
    rules::{AnyPosition, MAX_PERFT_DEPTH, Move, Position, Variant, perft},
};

const EXAMPLES: &str = "Examples:
  arbiter perft 4
  arbiter perft 3 --divide --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  arbiter perft 4 --variant alice
  arbiter perft 2 --variant chess960:0 --format json";

/// The flags of `arbiter perft`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    /// How many half-moves deep
    #[arg(value_parser = value_parser!(u32).range(..=i64::from(MAX_PERFT_DEPTH)))]
    depth: u32,

    /// The position to count from, instead of the start
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Count for each first move as well
    #[arg(long)]
    divide: bool,

    /// standard, chess960[:N], alice[:N] or alice-ksparov[:N]
    #[arg(long, value_name = "V", value_parser = crate::notation::variant::variant)]
    variant: Option<Variant>,

    /// How many threads [default: all cores]
    #[arg(short, long, value_name = "N")]
    jobs: Option<NonZeroUsize>,

    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: Format,
}

#[derive(Debug, Serialize)]
struct Record {
    nodes: u64,
    depth: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<Part>,
}

#[derive(Debug, Serialize)]
struct Part {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

/// Counts, and prints the number of nodes first.
///
/// # Errors
/// When the position cannot be played, or the output not be written.
pub fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> Run {
    let position = position::given(arguments.fen.as_deref(), arguments.variant)?;
    let jobs = arguments
        .jobs
        .or_else(|| thread::available_parallelism().ok())
        .map_or(1, NonZeroUsize::get);
    let record = count(&position, arguments, jobs);
    match arguments.format {
        Format::Text => {
            writeln!(streams.out, "{}", record.nodes)?;
            for part in &record.divide {
                writeln!(streams.out, "{}: {}", part.mv, part.nodes)?;
            }
        }
        Format::Json => streams.json(&record)?,
    }
    Ok(Exit::Clean)
}

fn count(position: &AnyPosition, arguments: &Arguments, jobs: usize) -> Record {
    let depth = arguments.depth;
    let Some(rest) = depth.checked_sub(1) else {
        return Record { nodes: 1, depth, divide: Vec::new() };
    };
    let counts = match position {
        AnyPosition::Chess(position) => divide(position, rest, jobs),
        AnyPosition::Layered(position) => divide(&**position, rest, jobs),
    };
    let style = style_for(position);
    let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
    let divide = if arguments.divide {
        let part =
            |&(mv, nodes): &(Move, u64)| Part { mv: coordinate::write(position, mv, style), nodes };
        counts.iter().map(part).collect()
    } else {
        Vec::new()
    };
    Record { nodes, depth, divide }
}

/// The first moves are shared out among the threads; the order is the generator's whatever their number.
fn divide<P: Position + Sync>(position: &P, depth: u32, jobs: usize) -> Vec<(Move, u64)> {
    let mut counts = Vec::new();
    let count = |mv| (mv, perft(&position.after(mv), depth));
    let Ok(()) =
        OrderedPool::new(jobs).run(position.legal_moves().into_iter(), &count, |counted| {
            counts.push(counted);
            Ok::<(), Infallible>(())
        });
    counts
}
