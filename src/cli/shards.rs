//! `arbiter shards`: the parts of an archive for a cluster. Cuts files, validates one part, and merges what was found.

mod merge;
mod run;

use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};

use crate::{
    archive::{Shard, expand},
    cli::{
        CommandResult, Exit, Streams, checks::Scope, paths::report_expansion, streams::AnswerFormat,
    },
};

const EXAMPLES: &str = "Examples:
  arbiter shards plan --target 64MiB games.pgn > plan
  arbiter shards run --shard \"$(cat plan)\" --rows games --summary s -o 1.rows
  arbiter shards merge --plan plan s
  arbiter shards merge s --rows 1.rows";

const PLAN_EXAMPLES: &str = "Examples:
  arbiter shards plan games.pgn
  arbiter shards plan --target 1KiB games.pgn
  arbiter shards plan --target 64MiB games.pgn > plan";

const RUN_EXAMPLES: &str = "Examples:
  arbiter shards plan games.pgn > plan
  arbiter shards run --shard \"$(head -1 plan)\" --summary 1.summary
  arbiter shards run --shard \"$(cat plan)\" --rows findings --summary s
  arbiter shards run --shard \"$(cat plan)\" --stdin --summary s < games.pgn";

const MERGE_EXAMPLES: &str = "Examples:
  arbiter shards merge 1.summary
  arbiter shards merge --plan plan --format json 1.summary
  arbiter shards merge 1.summary --rows 1.rows";

/// The flags of `arbiter shards`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ShardsArguments {
    #[command(subcommand)]
    command: ShardsCommand,
}

#[derive(Debug, Subcommand)]
enum ShardsCommand {
    /// Cut files into shards, one JSON object a line
    Plan(PlanArguments),
    /// Validate the games that begin in a shard
    Run(RunArguments),
    /// Merge the summaries of all shards into the report of one run
    Merge(MergeArguments),
}

#[derive(Debug, Args)]
#[command(after_long_help = PLAN_EXAMPLES)]
struct PlanArguments {
    /// Files and directories
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,

    /// Size of a shard in bytes, or with KiB, MiB or GiB
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = size)]
    target: u64,
}

#[derive(Debug, Args)]
#[command(after_long_help = RUN_EXAMPLES)]
struct RunArguments {
    /// The shard, as `plan` or `merge` printed it
    #[arg(long, value_name = "JSON")]
    shard: String,

    /// Read the shard, from its first byte on, from standard input
    #[arg(long)]
    stdin: bool,

    /// Rows to write, one JSON object a line
    #[arg(long, value_name = "ROWS", default_value = "none")]
    rows: Rows,

    /// File for the summary
    #[arg(long, value_name = "FILE")]
    summary: PathBuf,

    #[command(flatten)]
    scope: Scope,

    /// Write the rows to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Args)]
#[command(after_long_help = MERGE_EXAMPLES)]
struct MergeArguments {
    /// Summaries of `run`, or merged ones
    #[arg(value_name = "SUMMARY", required = true)]
    summaries: Vec<PathBuf>,

    /// How to print the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: AnswerFormat,

    /// Shards that must all be there, as `plan` printed them
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,

    /// Print summaries to be merged further, without any check, instead of a report
    #[arg(long, conflicts_with_all = ["plan", "rows", "offsets"])]
    partial: bool,

    /// Instead of a report, print these rows with the numbers of the whole files
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with = "offsets")]
    rows: Vec<PathBuf>,

    /// Instead of a report, print what must be added to the numbers in the rows of each shard
    #[arg(long)]
    offsets: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Rows {
    /// One row per game
    Games,
    /// One row per finding
    Findings,
    /// No rows
    None,
}

fn size(text: &str) -> Result<u64, String> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30), ("", 0)];
    let unit = units.iter().find_map(|&(unit, shift)| Some((text.strip_suffix(unit)?, shift)));
    let (digits, shift) = unit.unwrap_or((text, 0));
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(1 << shift));
    bytes.filter(|&bytes| bytes > 0).ok_or_else(|| "expected a size such as 256MiB".to_owned())
}

/// Runs `plan`, `run` or `merge`.
///
/// # Errors
/// When the flags make no sense or the output cannot be written.
pub fn run(arguments: &ShardsArguments, streams: &mut Streams<'_>) -> CommandResult {
    match &arguments.command {
        ShardsCommand::Plan(arguments) => plan(arguments, streams),
        ShardsCommand::Run(arguments) => run::run_shard(arguments, streams),
        ShardsCommand::Merge(arguments) => merge::merge(arguments, streams),
    }
}

fn plan(arguments: &PlanArguments, streams: &mut Streams<'_>) -> CommandResult {
    let expansion = expand(&arguments.inputs);
    let mut exit = report_expansion(&expansion.errors, &expansion.skipped, false, streams.err)?;
    for input in &expansion.inputs {
        match Shard::plan(input, arguments.target) {
            Ok(shards) => shards.iter().try_for_each(|shard| streams.json(shard))?,
            Err(error) => {
                writeln!(streams.err, "error: {error}")?;
                exit = Exit::Failed;
            }
        }
    }
    Ok(exit)
}
