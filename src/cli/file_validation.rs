//! The findings of one file, or of a shard of it: written and counted in the order of its blocks. `validate` and `shards run` share it.

use std::io::{self, Write};

use crate::{
    archive::{Block, BlockResult},
    diagnostics::{Finding, Severity},
    fix::lint_block_tried,
    lint::{FileFindings, GameReport, Options, Statistics},
    output::{
        games::{FindingWriter, ReportedGame, RunSummary},
        shards::ShardSummary,
    },
    pgn::Encodings,
    text::Places,
};

/// What was found in a block.
#[derive(Debug, Default)]
pub(super) struct BlockFindings {
    reports: Vec<GameReport>,
    encodings: Encodings,
}

/// Reads the games of a block.
pub(super) fn lint(block: &Block, name: &str, options: &Options) -> BlockResult<BlockFindings> {
    let (reports, summary) = lint_block_tried(block.source(name), block.part, options);
    let found = BlockFindings { reports, encodings: summary.encodings };
    BlockResult { end: summary.end, value: found }
}

/// What is known of a file from one block to the next.
pub(super) struct FileValidation<'r> {
    name: &'r str,
    options: &'r Options,
    /// Where the shard begins.
    start: u64,
    /// A finding at least this bad ends the run.
    stops_at: Option<Severity>,
    /// The counts, without those by code.
    pub(super) counts: RunSummary,
    statistics: Statistics,
    encodings: Encodings,
    once: FileFindings,
    /// Whether a finding depends on the rest of the file.
    pub(super) needs_file: bool,
}

impl<'r> FileValidation<'r> {
    /// The file of this name, or a shard that begins at `start`.
    pub(super) fn new(name: &'r str, start: u64, options: &'r Options) -> Self {
        let counts = RunSummary { files: u64::from(start == 0), ..RunSummary::default() };
        Self {
            name,
            options,
            start,
            stops_at: None,
            counts,
            statistics: Statistics::default(),
            encodings: Encodings::default(),
            once: FileFindings::default(),
            needs_file: false,
        }
    }

    /// The same, up to the first game with a finding at least this bad.
    pub(super) fn until(self, stops_at: Option<Severity>) -> Self {
        Self { stops_at, ..self }
    }

    /// Whether a finding ends the run.
    pub(super) fn is_done(&self) -> bool {
        self.stops_at.is_some_and(|severity| self.counts.reaches(severity))
    }

    /// Writes and counts what was found in the next block.
    pub(super) fn block(
        &mut self,
        block: &Block,
        found: BlockFindings,
        writer: &mut FindingWriter<impl Write>,
    ) -> io::Result<()> {
        let mut places = Places::new(block.source(self.name));
        let mut reports = found.reports;
        let selection = &self.options.selection;
        let is_shown = |finding: &Finding| selection.allows(finding);
        self.needs_file |= found.encodings.other.is_some();
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
            self.needs_file |= report.findings.len() < before;
            self.write(report, &mut places, writer)?;
            if self.is_done() {
                break;
            }
        }
        Ok(())
    }

    /// Writes a report and counts it.
    fn write(
        &mut self,
        report: &GameReport,
        places: &mut Places<'_>,
        writer: &mut FindingWriter<impl Write>,
    ) -> io::Result<()> {
        self.statistics.add(report);
        let number = self.counts.games + u64::from(report.game.is_some());
        let mut game = ReportedGame { places, number, report };
        self.counts.add(&mut game, self.start);
        writer.game(&mut game)
    }

    /// Ends the file, or the shard: writes what is reported once, and returns what was counted.
    pub(super) fn end(
        mut self,
        writer: &mut FindingWriter<impl Write>,
    ) -> io::Result<ShardSummary> {
        for once in std::mem::take(&mut self.once).into_findings(&self.encodings) {
            let report = GameReport::between(vec![once.finding().clone()]);
            self.write(&report, &mut Places::new(once.source(self.name)), writer)?;
        }
        writer.end_file(self.name, &self.statistics)?;
        Ok(ShardSummary::of_file(self.name, self.counts, self.statistics))
    }
}
