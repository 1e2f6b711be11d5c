//! The games of a block: linted once, and those with findings corrected.

use std::ops::Range;

use crate::{
    fix::{
        Correction, Draft, Policy,
        draft::{end, errors, needs_trial},
    },
    lint::{GameReport, Options, lint_block_guarded},
    pgn::{End, Part, Summary},
    text::{Source, Span},
};

/// A block with its corrections.
#[derive(Debug, Default)]
pub struct FixedBlock {
    /// The games with findings, and text between games with findings, in the order of the block.
    pub games: Vec<FixedGame>,
    /// How many games the block has.
    pub count: u64,
}

/// A game with its corrections, or the text after the last game.
#[derive(Debug)]
pub struct FixedGame {
    /// Its number in the block, counted from one; that of the last game for the text after it.
    pub number: u64,
    /// Its original bytes; `None` for text after the last game.
    pub game: Option<Span>,
    /// Its bytes in the block, with the white space after it and the text before it that belongs to no game.
    pub region: Range<usize>,
    /// The changes of the original, in its order.
    pub corrections: Vec<Correction>,
    /// What is still wrong.
    pub left: Vec<GameReport>,
}

/// Lints the games of a block and corrects those with findings.
pub fn fix_block(
    source: Source<'_>,
    part: Part,
    options: &Options,
    policy: Policy,
) -> (FixedBlock, Summary) {
    let (reports, summary) = lint_block_guarded(source, part, options);
    let length = match summary.end {
        // It is read again.
        End::Open => return (FixedBlock::default(), summary),
        End::Paused(length) => length,
        End::Closed => source.bytes.len(),
    };
    let mut block = FixedBlock::default();
    for (region, reports) in regions(source, length, reports) {
        let game = reports.iter().find_map(|report| report.game);
        block.count += u64::from(game.is_some());
        if reports.iter().all(|report| report.findings.is_empty()) {
            continue;
        }
        let mut draft = Draft::new(source, part, options, region.clone(), reports);
        draft.fix(policy);
        let (corrections, left) = draft.finish();
        block.games.push(FixedGame { number: block.count, game, region, corrections, left });
    }
    (block, summary)
}

/// Lints the games of a block as [`lint_block_guarded`] does. A correction that seems safe and would cause a new finding is a guess.
pub fn lint_block_tried(
    source: Source<'_>,
    part: Part,
    options: &Options,
) -> (Vec<GameReport>, Summary) {
    let (reports, summary) = lint_block_guarded(source, part, options);
    let is_tried = |reports: &[GameReport]| {
        let has_errors = errors(reports) > 0;
        let mut findings = reports.iter().flat_map(|report| &report.findings);
        findings.any(|finding| needs_trial(finding, has_errors))
    };
    if summary.end == End::Open || !is_tried(&reports) {
        return (reports, summary);
    }
    let length = match summary.end {
        End::Paused(length) => length,
        End::Open | End::Closed => source.bytes.len(),
    };
    let mut tried = Vec::new();
    for (region, reports) in regions(source, length, reports) {
        if is_tried(&reports) {
            tried.extend(Draft::new(source, part, options, region, reports).tried());
        } else {
            tried.extend(reports);
        }
    }
    (tried, summary)
}

/// The games of a block with the white space after them and the text before them that belongs to no game, each with its reports.
fn regions(
    source: Source<'_>,
    length: usize,
    reports: Vec<GameReport>,
) -> impl Iterator<Item = (Range<usize>, Vec<GameReport>)> {
    let (mut start, mut reports) = (0, reports.into_iter().peekable());
    std::iter::from_fn(move || {
        reports.peek()?;
        let reports = next_region(&mut reports);
        let end = end(&reports, source).unwrap_or(length);
        let region = start..end.max(start);
        start = region.end;
        Some((region, reports))
    })
}

/// The reports up to the next game, and that about the game.
fn next_region(reports: &mut impl Iterator<Item = GameReport>) -> Vec<GameReport> {
    let mut region = Vec::new();
    for report in reports {
        let is_game = report.game.is_some();
        region.push(report);
        if is_game {
            break;
        }
    }
    region
}
