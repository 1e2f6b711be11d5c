//! Corrections of games: what is safe is applied, and the laws of `fix` hold for the result.

use std::{collections::BTreeMap, io::Cursor, ops::ControlFlow};

use arbiter::{
    archive::{Block, BlockResult, Blocks, LARGEST_GAME, read_blocks},
    diagnostics::{Profile, Selection},
    fix::{Correction, FixedBlock, Policy, apply, fix_block},
    lint::{Options, lint_block},
    text::Source,
};

use super::{Outcome, ensure, game::reports};

/// Longer texts may have more findings than are kept.
pub(crate) const LONGEST: usize = 1 << 12;

/// A text and its corrections.
#[derive(Debug, PartialEq)]
pub(crate) struct Fixed {
    pub(crate) text: Vec<u8>,
    pub(crate) corrections: Vec<Correction>,
    games: u64,
}

/// The laws of safe corrections.
pub(super) fn check(text: &[u8]) -> Outcome {
    if text.len() > LONGEST {
        return Ok(());
    }
    let options = Options::new(Selection::new(Profile::Pedantic));
    let once = fixed(text, 2 * LONGEST, &options)?;
    are_apart(&once.corrections, text)?;
    let whole = Source::new("any.pgn", text);
    ensure(apply(whole, &once.corrections) == once.text, || "not the corrected text".into())?;
    let twice = fixed(&once.text, 2 * LONGEST, &options)?;
    let games = (once.games, twice.games);
    ensure(games.0 == games.1, || format!("{games:?} games in {}", once.text.escape_ascii()))?;
    let (old, new) = (counts(text, &options)?, counts(&once.text, &options)?);
    let more: Vec<_> = new.iter().filter(|(code, count)| old.get(*code) < Some(*count)).collect();
    ensure(more.is_empty(), || format!("{more:?} more in {}", once.text.escape_ascii()))?;
    Ok(())
}

/// The corrections change something, and do not overlap.
fn are_apart(corrections: &[Correction], text: &[u8]) -> Outcome {
    let source = Source::new("any.pgn", text);
    let changes = |one: &Correction| source.slice(one.span) != one.replacement;
    ensure(corrections.iter().all(changes), || format!("no change: {corrections:?}"))?;
    let is_apart = |pair: &[Correction]| pair[0].span.end <= pair[1].span.start;
    ensure(corrections.windows(2).all(is_apart), || format!("overlap: {corrections:?}"))
}

/// A text with its safe corrections, read in blocks of about this size.
pub(crate) fn fixed(text: &[u8], size: usize, options: &Options) -> Result<Fixed, String> {
    let blocks = Blocks::with_sizes("any.pgn".into(), Cursor::new(text), size, LARGEST_GAME);
    let read = |block: &Block| {
        let (value, summary) =
            fix_block(block.source("any.pgn"), block.part, options, Policy::default());
        BlockResult { end: summary.end, value }
    };
    let mut fixed = Fixed { text: Vec::new(), corrections: Vec::new(), games: 0 };
    let take = |block: &Block, value: FixedBlock| {
        let corrections: Vec<_> =
            value.games.into_iter().flat_map(|game| game.corrections).collect();
        fixed.text.extend(apply(block.source("any.pgn"), &corrections));
        fixed.corrections.extend(corrections);
        fixed.games += value.count;
        ControlFlow::Continue(())
    };
    read_blocks(blocks, 1, &read, take).map_err(|error| error.to_string())?;
    Ok(fixed)
}

/// How many findings of each code a text has. Joined findings count each.
fn counts(text: &[u8], options: &Options) -> Result<BTreeMap<&'static str, usize>, String> {
    let mut counts = BTreeMap::new();
    for report in reports(text, 2 * LONGEST, options, lint_block)? {
        for finding in report.findings {
            *counts.entry(finding.code.id()).or_default() += finding.edits.len().max(1);
        }
    }
    Ok(counts)
}
