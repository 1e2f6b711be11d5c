//! The findings of the parser: what the game around them says about their severity, place and edit.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    lint::{
        Findings, annotations::REACH, moves::MoveChecks, numbering::LineCursor, numbers, spelling,
        tags,
    },
    pgn::Tags,
    text::{Source, Span},
};

/// A finding of the parser as the game has it. `next` is the next game's first move if this game could go on with it.
pub(super) fn judged<'a>(
    finding: Finding,
    game: &Tags<'a>,
    moves: &MoveChecks<'a>,
    next: Option<&'a [u8]>,
    found: &mut Findings<'a>,
) -> Finding {
    let (source, cursor) = (*found.source(), &moves.cursor);
    let in_comment = || is_in_comment(finding.span.start, moves.game, &source);
    let finding = match finding.code {
        Code::NumberForm => numbers::dotted(finding, cursor.line.next, &source),
        Code::ResultMissing => missing_result(finding, game, cursor, next, &source),
        Code::CheckSign | Code::MateSign => {
            spelling::joined_sign(finding, cursor.line.last_move, found)
        }
        Code::ControlByte if in_comment() => finding.with_severity(Severity::Warning),
        // Typography in prose is harmless.
        Code::InvisibleSpace if in_comment() => finding.with_severity(Severity::Info),
        Code::ControlByte
            if divides(finding.span, &source)
                && tags::around(finding.span, game, &source).is_none() =>
        {
            let mut finding = finding;
            finding.edits.iter_mut().for_each(|edit| edit.safety = Safety::Guess);
            finding
        }
        _ => finding,
    };
    let (ply, path) = match finding.code {
        // Bytes are checked at the end of the game, so the last move is not their place.
        Code::NotUtf8 | Code::DoubleEncoded | Code::ControlByte | Code::InvisibleSpace => {
            let is_kept = found.has_room(finding.severity);
            (None, is_kept.then(|| tags::around(finding.span, game, &source)).flatten())
        }
        _ => (finding.ply.or(found.ply), finding.path),
    };
    Finding { ply, path, ..finding }
}

/// A list of tags or of moves is no archive of games, so that its results are not missed. But where the moves of the next game
/// may still be moves of this one, the division is doubtful.
fn missing_result<'a>(
    finding: Finding,
    game: &Tags<'a>,
    cursor: &LineCursor<'a>,
    next: Option<&'a [u8]>,
    source: &Source<'a>,
) -> Finding {
    if let Some(next) = next {
        let message = "a new game seems to begin here; the one before it has no result".to_owned();
        return Finding { span: source.span_of(next), message, help: None, ..finding };
    }
    if game.all().is_empty() || cursor.written() == 0 {
        return finding.with_severity(Severity::Info);
    }
    finding
}

/// Whether two words may become one without a character among the moves: no word goes on after a digit.
fn divides(character: Span, source: &Source<'_>) -> bool {
    let Span { start, end } = character;
    let before = source.slice(Span { start: start.saturating_sub(1), end: start });
    let after = source.slice(Span { start: end, end: end + 1 });
    let ends_word = |byte: &u8| !byte.is_ascii_alphabetic() && !byte.is_ascii_whitespace();
    before.iter().any(ends_word) && after.iter().any(|byte| !byte.is_ascii_whitespace())
}

/// Whether a byte of a game is in a comment, judged by the text of the game shortly before it.
fn is_in_comment(byte: u64, game: &[u8], source: &Source<'_>) -> bool {
    let start = source.span_of(game).start.max(byte.saturating_sub(REACH));
    let before = source.slice(Span { start, end: byte });
    let brace = memchr::memrchr2(b'{', b'}', before);
    let line = memchr::memrchr2(b'\n', b'\r', before);
    let rest = &before[brace.max(line).map_or(0, |at| at + 1)..];
    brace.is_some_and(|at| before[at] == b'{') || memchr::memchr(b';', rest).is_some()
}
