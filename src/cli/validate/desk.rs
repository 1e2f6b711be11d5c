//! One run over many inputs: blocks are examined side by side and reported in order.

use std::{
    io::{self, Write},
    ops::ControlFlow,
};

use super::Arguments;
use crate::{
    archive::{Block, BlockResult, Input, InputError, read_blocks},
    cli::{Trouble, streams::Progress},
    diagnostics::Finding,
    lint::{GameReport, Options, lint_block},
    output::games::{Report, Sheet, Summary},
    pgn::Encodings,
    text::Places,
};

/// Where reports are written as they come in.
pub(super) struct Desk<'r, W> {
    arguments: &'r Arguments,
    examination: &'r Options,
    progress: &'r Progress,
    report: Report<W>,
    summary: Summary,
}

/// What came of a block.
struct Fruit {
    examined: Vec<GameReport>,
    encodings: Encodings,
}

impl<'r, W: Write + Send> Desk<'r, W> {
    pub(super) fn new(
        arguments: &'r Arguments,
        examination: &'r Options,
        progress: &'r Progress,
        report: Report<W>,
    ) -> Self {
        Self { arguments, examination, progress, report, summary: Summary::default() }
    }

    pub(super) fn begin(&mut self) -> Result<(), Trouble> {
        Ok(self.report.begin()?)
    }

    pub(super) fn end(mut self) -> Result<Summary, Trouble> {
        self.report.end(&self.summary)?;
        Ok(self.summary)
    }

    /// Whether the first fault is enough, and has been found.
    pub(super) fn is_done(&self) -> bool {
        self.arguments.fail_fast && self.summary.reaches(self.arguments.fail_on.severity())
    }

    /// Examines one input. The outer trouble ends the run, the inner one only this input.
    pub(super) fn examine(&mut self, input: &Input) -> Result<Result<(), InputError>, Trouble> {
        let blocks = match input.blocks() {
            Ok(blocks) if self.arguments.is_unseen() => blocks.without_lines(),
            Ok(blocks) => blocks,
            Err(error) => return Ok(Err(error)),
        };
        let name = input.name();
        self.summary.files += 1;
        let (examination, jobs) = (self.examination, self.arguments.jobs());
        let work = |block: &Block| examine_block(block, &name, examination);
        let mut file = FileSoFar { name: &name, games: 0, encodings: Encodings::default() };
        let mut written = Ok(());
        let ended = read_blocks(blocks, jobs, &work, |block, fruit| {
            written = self.take(block, fruit, &mut file);
            if written.is_err() || self.is_done() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        written?;
        Ok(ended)
    }

    fn take(&mut self, block: &Block, fruit: Fruit, file: &mut FileSoFar<'_>) -> io::Result<()> {
        let mut places = Places::new(block.source(file.name));
        let between = file.encodings.merge(fruit.encodings).into_iter().chain(block.oversize());
        let between: Vec<Finding> =
            between.filter(|finding| self.examination.selection.allows(finding)).collect();
        let mut all = fruit.examined;
        if !between.is_empty() {
            all.push(GameReport::between(between));
        }
        for examined in &all {
            file.games += u64::from(examined.game.is_some());
            self.summary.add(examined);
            let sheet = &mut Sheet { places: &mut places, number: file.games, examined };
            self.report.sheet(sheet)?;
            if self.is_done() {
                break;
            }
        }
        if self.progress.is_shown() {
            self.progress.advance(block.bytes.len() as u64, self.summary.games, "games");
        }
        Ok(())
    }
}

fn examine_block(block: &Block, name: &str, options: &Options) -> BlockResult<Fruit> {
    let (reports, summary) = lint_block(block.source(name), block.position, options);
    let fruit = Fruit { examined: reports, encodings: summary.encodings };
    BlockResult { end: summary.end, value: fruit }
}

/// What must be known of a file from one block to the next.
struct FileSoFar<'n> {
    name: &'n str,
    games: u64,
    encodings: Encodings,
}
