//! `arbiter perft`: counts move paths.

use std::{convert::Infallible, num::NonZeroUsize};

use clap::Args;
use serde::Serialize;

use crate::{
    archive::OrderedPool,
    cli::{
        CommandResult, Exit, Streams, numbers, position,
        streams::{AnswerFormat, threads},
        variant,
    },
    notation::uci::{self, style_for},
    rules::{AnyMove, AnyPosition, MAX_PERFT_DEPTH, Position, Variant, perft},
};

const EXAMPLES: &str = "Examples:
  arbiter perft 4
  arbiter perft 3 --divide --fen 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1'
  arbiter perft 4 --variant alice
  arbiter perft 2 --variant chess960:0 --format json";

/// The flags of `arbiter perft`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct PerftArguments {
    /// Depth in plies
    #[arg(allow_negative_numbers = true, value_parser = numbers::within(0..=MAX_PERFT_DEPTH))]
    depth: u32,

    /// Position to count from instead of the start
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,

    /// Count the paths of each first move as well
    #[arg(long)]
    divide: bool,

    #[arg(long, value_name = "V", value_parser = variant::named, help = variant::HELP, long_help = variant::LONG_HELP)]
    variant: Option<Variant>,

    /// Number of threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = numbers::from_one::<NonZeroUsize>)]
    jobs: Option<NonZeroUsize>,

    /// How to print it
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: AnswerFormat,
}

#[derive(Debug, Serialize)]
struct PerftRecord {
    nodes: u64,
    depth: u32,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    divide: Vec<MoveNodes>,
}

#[derive(Debug, Serialize)]
struct MoveNodes {
    #[serde(rename = "move")]
    mv: String,
    nodes: u64,
}

/// Counts the nodes; their total is printed first.
///
/// # Errors
/// When the position cannot be played, or the output cannot be written.
pub fn run(arguments: &PerftArguments, streams: &mut Streams<'_>) -> CommandResult {
    let position = position::from_fen(arguments.fen.as_deref(), arguments.variant)?;
    let record = count(&position, arguments);
    match arguments.format {
        AnswerFormat::Text => {
            writeln!(streams.out, "{}", record.nodes)?;
            for part in &record.divide {
                writeln!(streams.out, "{}: {}", part.mv, part.nodes)?;
            }
        }
        AnswerFormat::Json => streams.json(&record)?,
    }
    Ok(Exit::Clean)
}

fn count(position: &AnyPosition, arguments: &PerftArguments) -> PerftRecord {
    let (depth, jobs) = (arguments.depth, threads(arguments.jobs));
    let Some(rest) = depth.checked_sub(1) else {
        return PerftRecord { nodes: 1, depth, divide: Vec::new() };
    };
    let counts = match position {
        AnyPosition::Chess(position) => divide(position, rest, jobs),
        AnyPosition::Variant(position) => divide(&**position, rest, jobs),
    };
    let style = style_for(position);
    let nodes = counts.iter().map(|(_, nodes)| nodes).sum();
    let divide = if arguments.divide {
        let part = |&(mv, nodes): &(AnyMove, u64)| MoveNodes {
            mv: uci::write(position, mv, style),
            nodes,
        };
        counts.iter().map(part).collect()
    } else {
        Vec::new()
    };
    PerftRecord { nodes, depth, divide }
}

/// Each thread takes first moves; the order is the generator's for any number of threads.
fn divide<P>(position: &P, depth: u32, jobs: usize) -> Vec<(AnyMove, u64)>
where
    P: Position + Sync,
    P::Move: Into<AnyMove> + Send,
{
    let mut counts = Vec::new();
    let count = |mv: P::Move| (mv.into(), perft(&position.after(mv), depth));
    let Ok(()) = OrderedPool::new(jobs).run(
        position.legal_moves().to_vec().into_iter(),
        &count,
        |counted| {
            counts.push(counted);
            Ok::<(), Infallible>(())
        },
    );
    counts
}
