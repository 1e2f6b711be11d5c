//! The games of a block: linted once, and those with findings corrected.

use std::ops::Range;

use crate::{
    fix::{Correction, Draft, Policy, draft::end},
    lint::{GameReport, Options, lint_block_guarded},
    pgn::{End, Part, Summary},
    text::{Source, Span, last_byte},
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
    let (mut start, mut before) = (0, source.before);
    let mut reports = reports.into_iter().peekable();
    while reports.peek().is_some() {
        let region_reports = next_region(&mut reports);
        let game = region_reports.iter().find_map(|report| report.game);
        let end = end(&region_reports, source).unwrap_or(length);
        let region = start..end.max(start);
        start = region.end;
        block.count += u64::from(game.is_some());
        if region_reports.iter().all(|report| report.findings.is_empty()) {
            before = last_byte(&source.bytes[region]).or(before);
            continue;
        }
        let draft = Draft::new(source, part, options, region.clone(), region_reports);
        let mut draft = draft.after(before);
        draft.fix(policy);
        before = last_byte(draft.text()).or(before);
        let (corrections, left) = draft.finish();
        block.games.push(FixedGame { number: block.count, game, region, corrections, left });
    }
    (block, summary)
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
