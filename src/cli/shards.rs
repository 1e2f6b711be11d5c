//! `arbiter shards`: the parts of an archive for a cluster. Cuts files, validates one part, and merges what was found.

use std::{
    fs::File,
    io::{self, BufRead, BufReader, Write},
    ops::ControlFlow,
    path::{Path, PathBuf},
    sync::atomic::Ordering,
};

use clap::{Args, Subcommand, ValueEnum};
use serde_json::{Value, json};

use crate::{
    archive::{Block, BlockResult, Extent, InputError, Shard, ShardBlocks, expand, read_blocks},
    cli::{
        CommandError, CommandResult, Exit, Streams,
        checks::Checks,
        paths::report_expansion,
        streams::{AnswerFormat, create_output, finish_output},
        validate::{BlockFindings, lint},
    },
    diagnostics::Finding,
    lint::{Detail, FileFindings, GameReport, Options},
    output::{
        games::{FindingFormat, FindingWriter, ReportedGame},
        shards::{ShardPart, ShardSummary},
    },
    pgn::{Encodings, End},
    text::{Places, Span, count_line_ends, io_message},
};

const EXAMPLES: &str = "Examples:
  arbiter shards plan --target 64MiB games.pgn
  arbiter shards plan --target 1KiB games.pgn
  arbiter shards plan games.pgn | head -1";

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
struct PlanArguments {
    /// Files and directories
    #[arg(value_name = "INPUT", required = true)]
    inputs: Vec<PathBuf>,

    /// Size of a shard in bytes, or with KiB, MiB or GiB
    #[arg(long, value_name = "SIZE", default_value = "256MiB", value_parser = size)]
    target: u64,
}

#[derive(Debug, Args)]
struct RunArguments {
    /// The shard, as `plan` or `merge` printed it
    #[arg(long, value_name = "JSON")]
    shard: String,

    /// Read the bytes from the start of the shard on from standard input
    #[arg(long)]
    stdin: bool,

    /// Rows to write, one JSON object a line
    #[arg(long, value_name = "ROWS", default_value = "none")]
    rows: Rows,

    /// File for the summary
    #[arg(long, value_name = "FILE")]
    summary: PathBuf,

    #[command(flatten)]
    checks: Checks,

    /// Write the rows to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

#[derive(Debug, Args)]
struct MergeArguments {
    /// Summaries of `run`, or merged ones
    #[arg(value_name = "SUMMARY", required = true)]
    summaries: Vec<PathBuf>,

    /// How to print the report
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: AnswerFormat,

    /// Print one merged summary instead of a report, without any check
    #[arg(long)]
    partial: bool,

    /// Print these rows with the numbers of the whole files instead of a report
    #[arg(long, value_name = "FILE", num_args = 1..)]
    rows: Vec<PathBuf>,
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
        ShardsCommand::Run(arguments) => run_shard(arguments, streams),
        ShardsCommand::Merge(arguments) => merge(arguments, streams),
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

fn run_shard(arguments: &RunArguments, streams: &mut Streams<'_>) -> CommandResult {
    let shard: Shard = serde_json::from_str(&arguments.shard)
        .map_err(|_| CommandError::new("`--shard` is not a shard that `shards plan` printed"))?;
    let options =
        Options { detail: Detail::FinalPosition, ..Options::new(arguments.checks.selection()?) };
    let inputs = [PathBuf::from(&shard.path)];
    let mut summary_file = create_output(&arguments.summary, &inputs)?;
    let summary = match &arguments.output {
        Some(path) => {
            let mut file = create_output(path, &inputs)?;
            let summary = validate(&shard, arguments, &options, &mut file)?;
            finish_output(file)?;
            summary
        }
        None => validate(&shard, arguments, &options, streams.out)?,
    };
    serde_json::to_writer(&mut summary_file, &summary).map_err(io::Error::from)?;
    writeln!(summary_file)?;
    finish_output(summary_file)?;
    let failure = summary.parts.iter().find_map(|part| part.failure.as_ref());
    if let Some(failure) = failure {
        writeln!(streams.err, "error: {failure}")?;
    }
    Ok(if failure.is_some() { Exit::Failed } else { Exit::Clean })
}

/// Validates the games of a shard. An error of the system may pass, and ends the run without a summary; damaged data is a part of the
/// summary.
fn validate(
    shard: &Shard,
    arguments: &RunArguments,
    options: &Options,
    out: &mut (dyn Write + Send),
) -> Result<ShardSummary, CommandError> {
    if arguments.rows != Rows::None {
        serde_json::to_writer(&mut *out, &json!({ "type": "shard", "shard": shard }))
            .map_err(io::Error::from)?;
        writeln!(out)?;
    }
    let max = (arguments.rows != Rows::Findings).then_some(0);
    let writer = FindingWriter::new(out, FindingFormat::Json, false, max);
    let writer = if arguments.rows == Rows::Games { writer } else { writer.without_games() };
    let stdin = arguments.stdin.then(|| -> Box<dyn io::Read + Send> { Box::new(io::stdin()) });
    let ShardBlocks { blocks, end } = shard.open(stdin).map_err(|error| failed(&error))?;
    let mut run = ShardRun {
        shard,
        options,
        writer,
        summary: ShardSummary::default(),
        part: ShardPart::of(shard),
        encodings: Encodings::default(),
        once: FileFindings::default(),
        stop: None,
    };
    run.summary.counts.files = u64::from(shard.start == 0);
    let read = |block: &Block| match block.extent {
        Extent::Unread => {
            let value = BlockFindings { reports: Vec::new(), encodings: Encodings::default() };
            BlockResult { end: End::Closed, value }
        }
        Extent::Games | Extent::Oversize => lint(block, &shard.path, options),
    };
    let mut written = Ok(());
    let ended = read_blocks(blocks, 1, &read, |block, found| {
        written = run.block(block, found);
        if written.is_err() || block.ends_shard {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    written?;
    if let Err(error) = ended {
        run.part.failure = Some(error.to_string());
        if is_passing(&error) {
            return Err(failed(&error));
        }
    }
    let text_end = end.load(Ordering::Relaxed);
    run.finish(Some(text_end).filter(|&end| end != u64::MAX))
}

fn failed(error: &InputError) -> CommandError {
    CommandError::new(error.to_string())
}

/// Whether an error of the system, not of the data, may not happen again.
fn is_passing(error: &InputError) -> bool {
    matches!(error, InputError::Unreadable { cause, .. } if cause.raw_os_error().is_some())
}

impl ShardPart {
    fn of(shard: &Shard) -> Self {
        let first = (shard.start == 0).then_some(0);
        let shard = shard.clone();
        let (text, stop, failure) = (None, None, None);
        Self { shard, text, first, stop, games: 0, lines: 0, needs_file: false, failure }
    }
}

/// The validation of one shard.
struct ShardRun<'r, W> {
    shard: &'r Shard,
    options: &'r Options,
    writer: FindingWriter<W>,
    summary: ShardSummary,
    part: ShardPart,
    encodings: Encodings,
    once: FileFindings,
    /// Where the last block ended, if the shard ends there and not with the file.
    stop: Option<u64>,
}

impl<W: Write> ShardRun<'_, W> {
    fn block(&mut self, block: &Block, found: BlockFindings) -> io::Result<()> {
        let block_end = block.first_byte + block.bytes.len() as u64;
        self.stop = block.ends_shard.then_some(block_end);
        if block.extent != Extent::Unread && !block.bytes.is_empty() {
            self.part.first.get_or_insert(block.first_byte - self.shard.start);
        }
        if self.part.first.is_none() {
            return Ok(());
        }
        self.part.lines += count_line_ends(&block.bytes, block.after.first());
        let mut places = Places::new(block.source(&self.shard.path));
        let is_shown = |finding: &Finding| self.options.selection.allows(finding);
        let mut reports = found.reports;
        let has_text = |encodings: &Encodings| encodings.other.is_some();
        self.part.needs_file |= has_text(&found.encodings);
        if let Some(mixed) = self.encodings.merge(found.encodings).filter(is_shown) {
            self.once.add(mixed, &mut places);
        }
        if let Some(transcoded) = block.transcoded().filter(is_shown) {
            reports.insert(0, GameReport::between(vec![transcoded]));
        }
        if let Some(oversize) = block.oversize().filter(is_shown) {
            reports.push(GameReport::between(vec![oversize]));
        }
        for report in &mut reports {
            let before = report.findings.len();
            self.once.take_from(report, &mut places);
            self.part.needs_file |= report.findings.len() < before;
            self.write(report, &mut places)?;
        }
        Ok(())
    }

    fn write(&mut self, report: &GameReport, places: &mut Places<'_>) -> io::Result<()> {
        self.part.games += u64::from(report.game.is_some());
        self.summary.counts.add(report);
        self.summary.codes.entry(self.shard.path.clone()).or_default().add(report);
        let game_length = report.game.map_or(0, Span::len);
        let mut digest = digest(0, format!("{}\0{game_length}", self.shard.path).as_bytes());
        for finding in &report.findings {
            digest = self::digest(digest, finding.code.id().as_bytes());
            digest = self::digest(digest, finding.message.as_bytes());
        }
        self.summary.digest = self.summary.digest.wrapping_add(digest);
        self.writer.game(&mut ReportedGame { places, number: self.part.games, report })
    }

    /// Ends the shard, whose text ends at `end`.
    fn finish(mut self, end: Option<u64>) -> Result<ShardSummary, CommandError> {
        for once in std::mem::take(&mut self.once).into_findings(&self.encodings) {
            let report = GameReport::between(vec![once.finding().clone()]);
            self.write(&report, &mut Places::new(once.source(&self.shard.path)))?;
        }
        self.part.text = end.map(|end| end - self.shard.start);
        self.part.stop = self.stop.zip(end).map(|(stop, end)| stop.saturating_sub(end));
        self.summary.parts.push(self.part);
        Ok(self.summary)
    }
}

/// A hash that is the same on every machine (FNV-1a).
fn digest(seed: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, &byte: &u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(seed ^ 0xcbf2_9ce4_8422_2325, step)
}

fn merge(arguments: &MergeArguments, streams: &mut Streams<'_>) -> CommandResult {
    let mut summaries = Vec::new();
    for path in &arguments.summaries {
        read_summaries(path, &mut summaries)?;
    }
    if arguments.partial {
        let mut all = ShardSummary::default();
        for summary in summaries {
            all.merge(summary);
        }
        streams.json(&all)?;
        return Ok(Exit::Clean);
    }
    let all = ShardSummary::merged(summaries);
    let mismatch = all.check();
    for trouble in &mismatch.troubles {
        writeln!(streams.err, "error: {trouble}")?;
    }
    if !mismatch.troubles.is_empty() {
        return Ok(Exit::Failed);
    }
    for shard in &mismatch.reruns {
        streams.json(&json!({ "rerun": shard }))?;
    }
    if !mismatch.reruns.is_empty() {
        return Ok(Exit::Findings);
    }
    if arguments.rows.is_empty() {
        report(&all, arguments.format, streams)?;
    } else {
        arguments.rows.iter().try_for_each(|path| write_rows(&all, path, streams))?;
    }
    let mut exit = Exit::Clean;
    for part in all.parts.iter().filter(|part| part.failure.is_some()) {
        let Shard { start, end, .. } = part.shard;
        let failure = part.failure.as_deref().unwrap_or_default();
        writeln!(streams.err, "error: {failure} (shard {start} to {end})")?;
        exit = Exit::Failed;
    }
    Ok(exit)
}

fn report(all: &ShardSummary, format: AnswerFormat, streams: &mut Streams<'_>) -> io::Result<()> {
    let summary = all.run_summary();
    match format {
        AnswerFormat::Text => summary.write_table(streams.out)?,
        AnswerFormat::Json => {
            serde_json::to_writer(&mut *streams.out, &summary)?;
            writeln!(streams.out)?;
        }
    }
    writeln!(streams.err, "{summary}")
}

fn unreadable(path: &Path, error: &io::Error) -> CommandError {
    CommandError::new(format!("cannot read '{}': {}", path.display(), io_message(error)))
}

fn read_summaries(path: &Path, summaries: &mut Vec<ShardSummary>) -> Result<(), CommandError> {
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    for line in BufReader::new(file).lines() {
        let line = line.map_err(|error| unreadable(path, &error))?;
        let summary = serde_json::from_str(&line).map_err(|_| {
            CommandError::new(format!("'{}' is not a summary of `shards run`", path.display()))
        })?;
        summaries.push(summary);
    }
    Ok(())
}

/// Writes the rows of a shard with the numbers of the whole file; those of a shard that was run again are left out.
fn write_rows(
    all: &ShardSummary,
    path: &Path,
    streams: &mut Streams<'_>,
) -> Result<(), CommandError> {
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let no_rows = || CommandError::new(format!("'{}' has no rows of a shard", path.display()));
    let mut offset = None;
    for line in BufReader::new(file).lines() {
        let line = line.map_err(|error| unreadable(path, &error))?;
        let mut row: Value = serde_json::from_str(&line).map_err(|_| no_rows())?;
        if row["type"] == "shard" {
            let shard: Shard =
                serde_json::from_value(row["shard"].take()).map_err(|_| no_rows())?;
            let found = all.offsets().into_iter().find(|(known, _)| **known == shard);
            offset = found.map(|(shard, offset)| (shard.start, offset));
        } else if let Some((start, offset)) = offset {
            let text = offset.text.wrapping_sub(start);
            add(&mut row["game"], offset.games);
            add(&mut row["line"], offset.lines);
            add(&mut row["byte"], text);
            for edit in row["edits"].as_array_mut().into_iter().flatten() {
                add(&mut edit["byte"], text);
            }
            if row["fix"].is_object() {
                add(&mut row["fix"]["byte"], text);
            }
            if row["type"] == "game" {
                row.as_object_mut().map(|row| (row.remove("edits"), row.remove("fix")));
            }
            streams.json(&row)?;
        }
    }
    Ok(())
}

fn add(number: &mut Value, offset: u64) {
    if let Some(known) = number.as_u64() {
        *number = known.wrapping_add(offset).into();
    }
}
