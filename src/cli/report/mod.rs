//! `arbiter report`: describes positions, one record each.

mod games;
mod lines;
mod moments;
mod options;
mod page;
mod sink;
mod source;
mod table;

use std::{
    io::Write,
    ops::ControlFlow,
    path::PathBuf,
    sync::{Arc, mpsc::sync_channel},
    thread,
};

use crate::{
    archive::OrderedPool,
    cli::{
        CommandError, CommandResult, Exit, Streams,
        streams::{Progress, create_output, finish_output, refuse_same_outputs, remove_on_signal},
    },
    output::positions::{Layout, Page, PositionCounts, PositionFormat, SeenPositions},
};
use options::Plan;
pub use options::ReportArguments;
use sink::SolutionSink;
use source::{Message, Producer};

/// Describes every position, in order, even those that cannot be read.
///
/// # Errors
/// When there is nothing to read, or the output cannot be written.
pub fn run(arguments: &ReportArguments, streams: &mut Streams<'_>) -> CommandResult {
    let plan = Plan::try_from(arguments)?;
    if !plan.is_quiet {
        for note in &plan.notes {
            writeln!(streams.err, "note: {note}")?;
        }
    }
    let outputs = arguments.output.iter().chain(&plan.solutions);
    refuse_same_outputs(outputs.map(PathBuf::as_path))?;
    let path = arguments.output.as_ref().filter(|_| plan.layout.format != PositionFormat::Svg);
    let file = path.map(|path| create_output(path, &plan.paths)).transpose()?;
    let solutions = SolutionSink::of(&plan)?;
    remove_on_signal(solutions.file().into_iter().chain(&file))?;
    let Some(mut file) = file else {
        return Ok(describe(&plan, solutions, streams.out, streams.err)?.0);
    };
    let (exit, counts) = describe(&plan, solutions, &mut file, streams.err)?;
    // If nothing could be read, the old file is worth more than an empty page.
    if exit != Exit::Failed || counts.all() > 0 {
        finish_output(file)?;
    }
    Ok(exit)
}

/// Writes the records to `out`; returns how the run ends and what was counted.
fn describe(
    plan: &Plan,
    solutions: SolutionSink,
    out: &mut (dyn Write + Send),
    err: &mut (dyn Write + Send),
) -> Result<(Exit, PositionCounts), CommandError> {
    let (sender, receiver) = sync_channel(2);
    let mut writer = PageWriter::new(plan, solutions, out, err);
    for error in &plan.unreadable {
        writer.take(Err(error.to_string()))?;
    }
    thread::scope(|scope| {
        scope.spawn(move || {
            let send = |message| match sender.send(message) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            };
            // Whether all was read or the receiver is gone, the work of the producer is done.
            let _ = Producer::new(plan, send).run();
        });
        OrderedPool::new(plan.jobs)
            .run(receiver.into_iter(), &printed, |printed| writer.take(printed))
    })?;
    writer.finish()
}

/// A message after a worker has printed its records: the page, its layout, and the bytes that were read for it.
type Printed = Result<(Page, Arc<Layout>, u64), String>;

fn printed(message: Message) -> Printed {
    message.map(|batch| {
        let (layout, bytes) = (Arc::clone(&batch.layout), batch.bytes);
        (batch.print(), layout, bytes)
    })
}

/// Writes pages in order.
struct PageWriter<'a> {
    plan: &'a Plan,
    out: &'a mut (dyn Write + Send),
    err: &'a mut (dyn Write + Send),
    seen: SeenPositions,
    counts: PositionCounts,
    has_header: bool,
    exit: Exit,
    progress: Progress,
    solutions: SolutionSink,
}

impl<'a> PageWriter<'a> {
    fn new(
        plan: &'a Plan,
        solutions: SolutionSink,
        out: &'a mut (dyn Write + Send),
        err: &'a mut (dyn Write + Send),
    ) -> Self {
        Self {
            plan,
            out,
            err,
            seen: SeenPositions::default(),
            counts: PositionCounts::default(),
            has_header: false,
            exit: Exit::Clean,
            progress: Progress::bytes(plan.size(), plan.is_quiet),
            solutions,
        }
    }

    fn take(&mut self, printed: Printed) -> Result<(), CommandError> {
        match printed {
            Err(message) => {
                self.exit = Exit::Failed;
                writeln!(self.err, "error: {message}")?;
            }
            Ok((page, layout, bytes)) => {
                self.write_header(&layout)?;
                page.write(&mut self.seen, self.out)?;
                self.solutions.write(&page.solutions)?;
                sink::write_pictures(self.plan, &page.pictures)?;
                // A reader may be waiting at the other end of a pipe.
                self.out.flush()?;
                self.counts = self.counts.plus(page.counts);
                self.progress.advance(bytes, self.counts.all(), "positions");
            }
        }
        Ok(())
    }

    fn write_header(&mut self, layout: &Layout) -> Result<(), CommandError> {
        if !std::mem::replace(&mut self.has_header, true) {
            self.out.write_all(&layout.opening())?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<(Exit, PositionCounts), CommandError> {
        self.write_header(&self.plan.layout)?;
        self.out.write_all(&self.plan.layout.closing(self.counts))?;
        self.solutions.finish(self.plan, self.out)?;
        self.out.write_all(&self.plan.layout.ending(self.counts))?;
        self.out.flush()?;
        drop(self.progress);
        if !self.plan.is_quiet {
            writeln!(self.err, "{}", self.counts.sentence_at(self.plan.fail_on))?;
        }
        let fails = self.counts.reaches(self.plan.fail_on);
        let findings = if fails { Exit::Findings } else { Exit::Clean };
        Ok((self.exit.and(findings), self.counts))
    }
}
