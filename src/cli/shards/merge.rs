//! `arbiter shards merge`: the report of one run, or which shards must be run again.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use serde::Serialize;
use serde_json::{Value, json};

use super::MergeArguments;
use crate::{
    archive::Shard,
    cli::{CommandError, CommandResult, Exit, Streams, streams::AnswerFormat},
    output::{
        games::{FindingFormat, FindingWriter},
        shards::{Offset, ShardSummary},
    },
    text::io_message,
};

pub(super) fn merge(arguments: &MergeArguments, streams: &mut Streams<'_>) -> CommandResult {
    let mut summaries = Vec::new();
    for path in &arguments.summaries {
        read_summaries(path, &mut summaries)?;
    }
    if arguments.partial {
        streams.json(&ShardSummary::merged(summaries))?;
        return Ok(Exit::Clean);
    }
    let all = ShardSummary::merged_with_reruns(summaries);
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
    if arguments.offsets {
        let line = |(shard, offset)| streams.json(&ShardOffset { shard, offset });
        all.offsets().into_iter().try_for_each(line)?;
    } else if arguments.rows.is_empty() {
        report(&all, arguments.format, streams)?;
    } else {
        let offsets: BTreeMap<_, _> = all.offsets().into_iter().collect();
        arguments.rows.iter().try_for_each(|path| write_rows(&offsets, path, streams))?;
    }
    report_failures(&all, streams)
}

/// A shard, and what must be added to the numbers of its rows.
#[derive(Debug, Serialize)]
struct ShardOffset<'r> {
    shard: &'r Shard,
    #[serde(flatten)]
    offset: Offset,
}

fn report_failures(all: &ShardSummary, streams: &mut Streams<'_>) -> CommandResult {
    let mut exit = Exit::Clean;
    for part in &all.parts {
        if let Some(failure) = &part.failure {
            let Shard { start, end, .. } = part.shard;
            writeln!(streams.err, "error: {failure} (shard {start} to {end})")?;
            exit = Exit::Failed;
        }
    }
    Ok(exit)
}

/// Prints the report with the writer of `validate`.
fn report(all: &ShardSummary, format: AnswerFormat, streams: &mut Streams<'_>) -> io::Result<()> {
    let format = match format {
        AnswerFormat::Text => FindingFormat::Text,
        AnswerFormat::Json => FindingFormat::Json,
    };
    let summary = all.run_summary();
    let mut writer = FindingWriter::new(&mut *streams.out, format, false, None);
    writer.table(&summary)?;
    writer.end(&summary)?;
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
    offsets: &BTreeMap<&Shard, Offset>,
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
            offset = offsets.get(&shard);
        } else if let Some(offset) = offset {
            renumber(&mut row, offset);
            streams.json(&row)?;
        }
    }
    Ok(())
}

fn renumber(row: &mut Value, offset: &Offset) {
    add(row.get_mut("game"), offset.games.cast_signed());
    add(row.get_mut("line"), offset.lines.cast_signed());
    add(row.get_mut("byte"), offset.bytes);
    add(row.get_mut("fix").and_then(|fix| fix.get_mut("byte")), offset.bytes);
    let edits = row.get_mut("edits").and_then(Value::as_array_mut);
    edits.into_iter().flatten().for_each(|edit| add(edit.get_mut("byte"), offset.bytes));
}

fn add(number: Option<&mut Value>, offset: i64) {
    if let Some(number) = number
        && let Some(known) = number.as_u64()
    {
        *number = known.wrapping_add_signed(offset).into();
    }
}
