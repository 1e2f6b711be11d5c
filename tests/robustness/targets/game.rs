//! Files of games.

use arbiter::{
    diagnostics::{Profile, Selection},
    game::{Game, Line, Node},
    lint::{Detail, Laws, Options, lint_block},
    notation::San,
    pgn::{Part, is_tag_name},
    text::Source,
};

use super::{findings_fit, run_arbiter, written};
use crate::{
    Outcome, ensure,
    transcript::{Transcript, in_blocks},
};

pub(super) fn check(text: &[u8]) -> Outcome {
    examined(text)?;
    cut(text)?;
    round_trips(text)?;
    validated(text)
}

/// Every finding is about the text.
fn examined(text: &[u8]) -> Outcome {
    let examination = Options {
        selection: Selection::new(Profile::Pedantic),
        variations: true,
        laws: Laws::OfTheDay,
        detail: Detail::FinalPosition,
        cross_check: false,
    };
    let source = Source::new("any.pgn", text);
    let (reports, _) = lint_block(source, Part::Whole, &examination);
    for examined in reports {
        findings_fit(&examined.findings, text)?;
    }
    Ok(())
}

/// The block size makes no difference. It is derived from the text, so that a kept case is cut in the same way.
fn cut(text: &[u8]) -> Outcome {
    let size = 1 + text.iter().fold(text.len(), |sum, &byte| sum * 31 % 509 + usize::from(byte));
    let (transcript, _) = Transcript::of(Source::new("cut", text), Part::Whole);
    for (begin, end) in [("game", "end"), ("open", "close")] {
        let counts = (transcript.count(begin), transcript.count(end));
        ensure(counts.0 == counts.1, || format!("{counts:?} times {begin} and {end}"))?;
    }
    let at_once = transcript.lines;
    let in_parts = in_blocks(text, size, 1)?;
    ensure(at_once == in_parts, || {
        let differs = at_once.iter().zip(&in_parts).find(|(one, other)| one != other);
        format!("in blocks of {size}: {differs:?}, {} and {} lines", at_once.len(), in_parts.len())
    })
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

/// Whether all tags have valid names and all moves are moves; the writer does not check this.
fn is_valid(game: &Game) -> bool {
    game.tags.iter().all(|(name, _)| is_tag_name(name)) && has_only_moves(&game.main)
}

fn has_only_moves(line: &Line) -> bool {
    let is_move = |node: &Node| {
        San::read(node.text.as_bytes()).is_some() && node.variations.iter().all(has_only_moves)
    };
    line.moves.iter().all(is_move)
}

/// The output of the command is limited, and the summary is the same in every format.
fn validated(text: &[u8]) -> Outcome {
    let path = written("any.pgn", text)?;
    let mut summaries = Vec::new();
    for format in ["text", "line", "json", "csv"] {
        let arguments = [
            "validate",
            "--profile",
            "pedantic",
            "--cross-check",
            "-j",
            "1",
            "--format",
            format,
            &path,
        ];
        let output = run_arbiter(&arguments)?;
        ensure(output.exit.status() <= 1, || format!("{:?}", output.exit))?;
        let most = 100_000 + 4_000 * text.len();
        ensure(output.out.len() < most, || format!("{} bytes as {format}", output.out.len()))?;
        summaries.push(String::from_utf8(output.err)?);
    }
    summaries.dedup();
    ensure(summaries.len() == 1, || summaries.join("\n"))
}
