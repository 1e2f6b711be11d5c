//! `arbiter shards merge`: the report of one run, or which shards must be run again.

use std::{
    collections::BTreeMap,
    fs::File,
    io::{self, BufRead, BufReader},
    path::Path,
};

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};

use super::MergeArguments;
use crate::{
    archive::Shard,
    cli::{
        CommandError, CommandResult, Exit, Streams,
        streams::{AnswerFormat, unreadable},
    },
    output::{
        games::{FindingFormat, FindingWriter},
        shards::{Offset, ShardSummary},
    },
};

pub(super) fn merge(arguments: &MergeArguments, streams: &mut Streams<'_>) -> CommandResult {
    let mut summaries = Vec::new();
    for path in &arguments.summaries {
        summaries.extend(read_lines::<ShardSummary>(path, "a summary of `shards run`")?);
    }
    if arguments.partial {
        let merged = ShardSummary::merged_partly(summaries);
        merged.iter().try_for_each(|summary| streams.json(summary))?;
        return Ok(Exit::Clean);
    }
    let all = ShardSummary::merged(ShardSummary::that_count(summaries));
    let mut mismatch = all.check();
    if let Some(path) = &arguments.plan {
        let planned = read_lines(path, "a plan of `shards plan`")?;
        mismatch.troubles.extend(all.missing(&planned));
    }
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
        let mut rows = Rows { offsets: all.offsets().into_iter().collect(), written: Vec::new() };
        arguments.rows.iter().try_for_each(|path| rows.write(path, streams))?;
        rows.refuse_gaps()?;
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
    for path in all.empty_files() {
        writeln!(streams.err, "{path} is empty")?;
    }
    let mut writer = FindingWriter::new(&mut *streams.out, format, false, None);
    writer.table(&summary)?;
    writer.end(&summary)?;
    writeln!(streams.err, "{summary}")
}

/// The values in the lines of a file, at least one.
fn read_lines<T: DeserializeOwned>(path: &Path, what: &str) -> Result<Vec<T>, CommandError> {
    let refused = || CommandError::new(format!("'{}' is not {what}", path.display()));
    let file = File::open(path).map_err(|error| unreadable(path, &error))?;
    let mut values = Vec::new();
    for line in BufReader::new(file).lines() {
        let line = line.map_err(|error| unreadable(path, &error))?;
        values.push(serde_json::from_str(&line).map_err(|_| refused())?);
    }
    if values.is_empty() { Err(refused()) } else { Ok(values) }
}

/// The rows of all shards.
struct Rows<'r> {
    offsets: BTreeMap<&'r Shard, Offset>,
    /// The shards whose rows are written.
    written: Vec<Shard>,
}

impl Rows<'_> {
    /// Writes the rows of a shard with the numbers of the whole file; those of a shard that was run again are left out.
    fn write(&mut self, path: &Path, streams: &mut Streams<'_>) -> Result<(), CommandError> {
        let file = File::open(path).map_err(|error| unreadable(path, &error))?;
        let no_rows = || CommandError::new(format!("'{}' has no rows of a shard", path.display()));
        let mut lines = BufReader::new(file).lines();
        let Some(first) = lines.next() else { return Err(no_rows()) };
        let first = first.map_err(|error| unreadable(path, &error))?;
        let FirstRow { shard } = serde_json::from_str(&first).map_err(|_| no_rows())?;
        let Some(offset) = self.offsets.get(&shard) else { return Ok(()) };
        for line in lines {
            let line = line.map_err(|error| unreadable(path, &error))?;
            let mut row: Value = serde_json::from_str(&line).map_err(|_| no_rows())?;
            renumber(&mut row, offset);
            streams.json(&row)?;
        }
        if self.written.contains(&shard) {
            let message = format!("the rows of {} are given twice", title(&shard));
            return Err(CommandError::new(message));
        }
        self.written.push(shard);
        Ok(())
    }

    /// Refuses rows that are not those of all shards.
    fn refuse_gaps(&self) -> Result<(), CommandError> {
        match self.offsets.keys().find(|shard| !self.written.contains(shard)) {
            Some(shard) => Err(CommandError::new(format!("no rows of {}", title(shard)))),
            None => Ok(()),
        }
    }
}

/// The first line of the rows of a shard.
#[derive(Debug, Deserialize)]
struct FirstRow {
    shard: Shard,
}

fn title(Shard { path, start, end, .. }: &Shard) -> String {
    format!("'{path}' (shard {start} to {end})")
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
