//! `arbiter shards run`: validates the games that begin in a shard.

use std::{
    io::{self, Read, Write},
    ops::ControlFlow,
    path::PathBuf,
    sync::atomic::Ordering,
};

use serde::Deserialize;
use serde_json::json;

use super::{Rows, RunArguments};
use crate::{
    archive::{Block, BlockResult, Extent, InputError, Shard, ShardBlocks, read_blocks},
    cli::{
        CommandError, CommandResult, Exit, Streams,
        file_validation::{BlockFindings, FileValidation, lint},
        streams::{create_output, finish_output, refuse_same_outputs, remove_on_signal},
    },
    lint::{Detail, Options},
    output::{
        games::{FindingFormat, FindingWriter},
        shards::{ShardPart, ShardSummary},
    },
    pgn::End,
    text::count_line_ends,
};

/// A shard, as it was printed.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Printed {
    /// A line of `plan`.
    Plan(Shard),
    /// A line of `merge`.
    Rerun { rerun: Shard },
}

/// Runs a shard. What will happen again, such as damaged data, is a part of the summary. What may pass, such as a lost connection,
/// leaves no summary. Both cause exit status 2.
pub(super) fn run_shard(arguments: &RunArguments, streams: &mut Streams<'_>) -> CommandResult {
    let printed = serde_json::from_str(&arguments.shard);
    let (Printed::Plan(shard) | Printed::Rerun { rerun: shard }) = printed.map_err(|_| {
        CommandError::new("`--shard` is not a line that `shards plan` or `merge` printed")
    })?;
    refuse_same_outputs(
        [Some(&arguments.summary), arguments.output.as_ref()].into_iter().flatten().map(|p| &**p),
    )?;
    let options =
        Options { detail: Detail::FinalPosition, ..Options::new(arguments.scope.selection()?) };
    let inputs = [PathBuf::from(&shard.path)];
    let mut summary_file = create_output(&arguments.summary, &inputs)?;
    let rows = arguments.output.as_deref().map(|path| create_output(path, &inputs)).transpose()?;
    remove_on_signal(rows.iter().chain([&summary_file]))?;
    let summary = if let Some(mut file) = rows {
        let summary = validate(&shard, arguments, &options, &mut file)?;
        finish_output(file)?;
        summary
    } else {
        validate(&shard, arguments, &options, streams.out)?
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
    let stdin = arguments.stdin.then(|| -> Box<dyn Read + Send> { Box::new(io::stdin()) });
    let part = ShardPart::of(shard);
    let ShardBlocks { blocks, end } = match shard.open(stdin) {
        Ok(blocks) => blocks,
        Err(error) => {
            let part = ShardPart { failure: Some(lasting(&error)?), ..part };
            return Ok(ShardSummary { parts: vec![part], ..ShardSummary::default() });
        }
    };
    let file = FileValidation::new(&shard.path, shard.start, options);
    let mut run = ShardRun { shard, writer, file, part, stop: None };
    let read = |block: &Block| match block.extent {
        Extent::Unread => BlockResult { end: End::Closed, value: BlockFindings::default() },
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
        run.part.failure = Some(lasting(&error)?);
    }
    let text_end = end.load(Ordering::Relaxed);
    Ok(run.finish(Some(text_end).filter(|&end| end != u64::MAX))?)
}

/// The message of an error that will happen again.
///
/// # Errors
/// When the error may pass.
fn lasting(error: &InputError) -> Result<String, CommandError> {
    let message = error.to_string();
    if error.is_passing() { Err(CommandError::new(message)) } else { Ok(message) }
}

/// The validation of one shard.
struct ShardRun<'r, W> {
    shard: &'r Shard,
    writer: FindingWriter<W>,
    file: FileValidation<'r>,
    part: ShardPart,
    /// Where the last block ended, if the shard ends there and not with the file.
    stop: Option<u64>,
}

impl<W: Write> ShardRun<'_, W> {
    fn block(&mut self, block: &Block, found: BlockFindings) -> io::Result<()> {
        let block_end = block.first_byte + block.bytes().len() as u64;
        self.stop = block.ends_shard.then_some(block_end);
        if block.extent != Extent::Unread && !block.bytes().is_empty() {
            self.part.first.get_or_insert(block.first_byte - self.shard.start);
        }
        if self.part.first.is_none() {
            return Ok(());
        }
        self.part.lines += count_line_ends(block.bytes(), block.after().first());
        self.file.block(block, found, &mut self.writer)
    }

    /// Ends the shard, whose text ends at `end`.
    fn finish(mut self, end: Option<u64>) -> io::Result<ShardSummary> {
        self.part.games = self.file.counts.games;
        self.part.needs_file = self.file.needs_file;
        self.part.text = end.map(|end| end - self.shard.start);
        self.part.stop = self.stop.zip(end).map(|(stop, end)| stop.saturating_sub(end));
        let summary = self.file.end(&mut self.writer)?;
        Ok(ShardSummary { parts: vec![self.part], ..summary })
    }
}
