//! Files of games.

use std::{collections::HashSet, fmt::Debug, io::Cursor, ops::ControlFlow};

use arbiter::{
    archive::{Block, BlockResult, Blocks, InputError, LARGEST_GAME, read_blocks},
    diagnostics::{Profile, Selection},
    game::{Game, Line, Node},
    lint::{Detail, GameReport, Options, lint_block, lint_tokens},
    notation::San,
    pgn::{Part, Summary, is_tag_name},
    text::Source,
};

use super::{
    Outcome,
    correction::{Fixed, fixed},
    ensure, findings_fit, run_arbiter, written,
};
use crate::transcript::{Transcript, in_blocks};

/// Every profile, the most lenient first.
const PROFILES: [Profile; 4] = [Profile::Read, Profile::Import, Profile::Export, Profile::Pedantic];

pub(super) fn check(text: &[u8]) -> Outcome {
    for profile in PROFILES {
        let options =
            Options { detail: Detail::FinalPosition, ..Options::new(Selection::new(profile)) };
        linted(text, &options)?;
    }
    cut(text)?;
    round_trips(text)
}

/// Every finding is about the text, and neither the walk nor the size of the blocks makes a difference.
fn linted(text: &[u8], options: &Options) -> Outcome {
    let at_once = reports(text, text.len() + 1, options, lint_block)?;
    for report in &at_once {
        findings_fit(&report.findings, text)?;
    }
    let size = block_size(text);
    for (how, others) in [
        ("by tokens".to_owned(), reports(text, text.len() + 1, options, lint_tokens)?),
        (format!("in blocks of {size}"), reports(text, size, options, lint_block)?),
    ] {
        ensure(at_once == others, || {
            let differs = at_once.iter().zip(&others).find(|(one, other)| one != other);
            format!("{how}: {differs:?}, {} and {} reports", at_once.len(), others.len())
        })?;
    }
    Ok(())
}

pub(super) type Lint = fn(Source<'_>, Part, &Options) -> (Vec<GameReport>, Summary);

/// The reports about a text that is read in blocks of about this size.
pub(crate) fn reports(
    text: &[u8],
    size: usize,
    options: &Options,
    lint: Lint,
) -> Result<Vec<GameReport>, String> {
    let blocks = Blocks::with_sizes("any.pgn".into(), Cursor::new(text), size, LARGEST_GAME);
    let read = |block: &Block| {
        let (value, summary) = lint(block.source("any.pgn"), block.part, options);
        BlockResult { end: summary.end, value }
    };
    let mut reports = Vec::new();
    let take = |_: &Block, more| {
        reports.extend::<Vec<GameReport>>(more);
        ControlFlow::Continue(())
    };
    read_blocks(blocks, 1, &read, take).map_err(|error| error.to_string())?;
    Ok(reports)
}

/// A size that is derived from the text, so that a kept case is cut in the same way.
fn block_size(text: &[u8]) -> usize {
    1 + text.iter().fold(text.len(), |sum, &byte| sum * 31 % 509 + usize::from(byte))
}

/// The block size makes no difference to the tokens.
fn cut(text: &[u8]) -> Outcome {
    let size = block_size(text);
    let (transcript, _) = Transcript::of(Source::new("cut", text), Part::Whole);
    for (begin, end) in [("game", "end"), ("open", "close")] {
        let counts = (transcript.count(begin), transcript.count(end));
        ensure(counts.0 == counts.1, || format!("{counts:?} times {begin} and {end}"))?;
    }
    // Not those of the transcript: the quote marks of an email are blanked before the text is cut.
    let at_once = in_blocks(text, text.len() + 1, 1)?;
    let in_parts = in_blocks(text, size, 1)?;
    ensure(at_once == in_parts, || {
        let differs = at_once.iter().zip(&in_parts).find(|(one, other)| one != other);
        format!("in blocks of {size}: {differs:?}, {} and {} lines", at_once.len(), in_parts.len())
    })
}

/// A text that is longer is not cut in every way.
const LONGEST_CUT: usize = 1 << 12;

/// No way of cutting the text makes a difference to the tokens, the findings and the corrections.
pub(super) fn cut_in_every_way(text: &[u8]) -> Outcome {
    if text.len() > LONGEST_CUT {
        return Ok(());
    }
    let options = Options {
        detail: Detail::FinalPosition,
        ..Options::new(Selection::new(Profile::Pedantic))
    };
    let at_once = Reading::of(text, text.len() + 1, &options)?;
    let mut seen = HashSet::new();
    for size in 1..=text.len() {
        if seen.insert(cuts(text, size)?) {
            let in_parts = Reading::of(text, size, &options)?;
            ensure(at_once == in_parts, || {
                format!("in blocks of {size}: {}", at_once.difference(&in_parts))
            })?;
        }
    }
    Ok(())
}

/// Where a text is cut into blocks of about this size.
fn cuts(text: &[u8], size: usize) -> Result<Vec<u64>, InputError> {
    let blocks = Blocks::with_sizes("any.pgn".into(), Cursor::new(text), size, LARGEST_GAME);
    blocks.map(|block| Ok(block?.first_byte)).collect()
}

/// All that is read in a text.
#[derive(PartialEq)]
struct Reading {
    tokens: Vec<String>,
    reports: Vec<GameReport>,
    fixed: Fixed,
}

impl Reading {
    fn of(text: &[u8], size: usize, options: &Options) -> Result<Self, String> {
        Ok(Self {
            tokens: in_blocks(text, size, 1)?,
            reports: reports(text, size, options, lint_block)?,
            fixed: fixed(text, size, options)?,
        })
    }

    fn difference(&self, other: &Self) -> String {
        let tokens = first_difference(&self.tokens, &other.tokens);
        let reports = || first_difference(&self.reports, &other.reports);
        tokens.or_else(reports).unwrap_or_else(|| format!("{:?} and {:?}", self.fixed, other.fixed))
    }
}

fn first_difference<T: PartialEq + Debug>(one: &[T], other: &[T]) -> Option<String> {
    let at = (0..one.len().max(other.len())).find(|&at| one.get(at) != other.get(at))?;
    Some(format!("{:?} and {:?}", one.get(at), other.get(at)))
}

/// A valid game stays the same when it is written, read and written again.
fn round_trips(text: &[u8]) -> Outcome {
    let games = Game::read_all(Source::new("any.pgn", text));
    for game in games.into_iter().filter(is_valid) {
        let once = game.to_string();
        let again = Game::read_all(Source::new("once.pgn", once.as_bytes()));
        let twice: String = again.iter().map(Game::to_string).collect();
        ensure(once == twice, || format!("written:\n{once}\nread and written again:\n{twice}"))?;
    }
    Ok(())
}

/// Whether all tags have valid names and all moves are moves in letters and digits; the writer does not check this.
fn is_valid(game: &Game) -> bool {
    game.tags.iter().all(|(name, _)| is_tag_name(name)) && has_only_moves(&game.main)
}

fn has_only_moves(line: &Line) -> bool {
    // What is read leniently, such as a soft hyphen or a number before a move, is written as it stands.
    let is_plain =
        |text: &str| text.is_ascii() && !text.starts_with(|it: char| it.is_ascii_digit());
    let is_move = |node: &Node| {
        is_plain(&node.text)
            && San::read(node.text.as_bytes()).is_some()
            && node.variations.iter().all(has_only_moves)
    };
    line.moves.iter().all(is_move)
}

/// Every format of the output.
const FORMATS: [&str; 4] = ["text", "line", "json", "csv"];

/// In a profile and two formats that are derived from the text.
pub(super) fn validated(text: &[u8]) -> Outcome {
    let size = block_size(text);
    validated_as(text, PROFILES[size % 4], &[FORMATS[size / 4 % 4], FORMATS[size / 16 % 4]])
}

/// In every profile and every format.
pub(super) fn validated_in_every_way(text: &[u8]) -> Outcome {
    PROFILES.into_iter().try_for_each(|profile| validated_as(text, profile, &FORMATS))
}

/// The output is limited, the summary is the same in every format, and neither threads nor the size of the blocks make a
/// difference.
fn validated_as(text: &[u8], profile: Profile, formats: &[&str]) -> Outcome {
    let (file, size) = (written(".pgn", text)?, block_size(text));
    let path = file.to_str().ok_or("a name")?;
    let profile = profile.to_string();
    let mut summaries = Vec::new();
    for &format in formats {
        let run = |jobs: &str, size: usize| {
            let size = size.to_string();
            let how =
                ["--profile", &profile, "--format", format, "-j", jobs, "--block-size", &size];
            run_arbiter(&[&["validate", "--cross-check"], &how[..], &[path]].concat())
        };
        let output = run("1", text.len() + 1)?;
        ensure(output.exit.status() <= 1, || format!("{:?}", output.exit))?;
        let most = 100_000 + 4_000 * text.len();
        ensure(output.out.len() < most, || format!("{} bytes as {format}", output.out.len()))?;
        let cut = run("3", size)?;
        ensure(output.out == cut.out && output.err == cut.err, || {
            let outputs = [output.out, cut.out].map(|out| out.escape_ascii().to_string());
            format!("{profile}, {format}, at once and in blocks of {size}: {outputs:#?}")
        })?;
        // The second line is about edits, which not every format shows.
        summaries.extend(str::from_utf8(&output.err)?.lines().next().map(str::to_owned));
    }
    summaries.dedup();
    ensure(summaries.len() == 1, || summaries.join("\n"))
}
