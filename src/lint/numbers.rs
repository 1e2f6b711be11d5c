//! The corrections of move numbers.

use crate::{
    diagnostics::{Finding, Safety},
    game::Cursor,
    pgn::{Parser, Tags, Token, glued_moves},
    rules::Chess,
    text::{Source, Span},
};

/// The number before a ply, where White's first move is ply 0.
fn number_of(ply: u32) -> String {
    format!("{}{}", ply / 2 + 1, if ply.is_multiple_of(2) { "." } else { "..." })
}

/// How far the next word is looked for.
const NEAR: u64 = 16;

/// Adds an edit that corrects the dots of the number before a ply.
pub(super) fn dotted(finding: Finding, ply: u32, source: &Source<'_>) -> Finding {
    let right = number_of(ply);
    let text = source.slice(finding.span);
    let digits = &text[..text.iter().take_while(|byte| byte.is_ascii_digit()).count()];
    let Ok(digits) = str::from_utf8(digits) else { return finding };
    let dots = right.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let written = format!("{digits}{dots}");
    // If the number itself is wrong, the side to move is uncertain; before another number, it may be none.
    let after = source.slice(Span { start: finding.span.end, end: finding.span.end + NEAR });
    let is_before_number = after.trim_ascii_start().first().is_some_and(u8::is_ascii_digit);
    let is_certain = written == right && !is_before_number;
    let safety = if is_certain { Safety::Safe } else { Safety::Guess };
    finding.with_replacement(written, safety)
}

/// The whole variation, if this is its only move.
pub(super) fn variation_of(mv: &[u8], source: &Source<'_>) -> Option<Span> {
    let span = source.span_of(mv);
    let before = source.slice(Span { start: source.first_byte, end: span.start });
    let in_number =
        |byte: &u8| byte.is_ascii_digit() || byte.is_ascii_whitespace() || *byte == b'.';
    let opening = before.iter().rposition(|byte| !in_number(byte))?;
    let after = source.slice(Span { start: span.end, end: u64::MAX });
    let closing = after.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let is_whole = before[opening] == b'(' && after[closing] == b')';
    let start = source.span_of(&before[opening..]).start;
    let end = source.span_of(&after[..=closing]).end;
    is_whole.then(|| source.with_blanks_before(Span { start, end }))
}

/// Adds an edit that inserts all move numbers, unless a word may be two moves.
pub(super) fn numbered(
    finding: Finding,
    game: &[u8],
    first_ply: u32,
    source: &Source<'_>,
) -> Finding {
    let edit = number_places(game, first_ply).and_then(|numbers| with_numbers(game, &numbers));
    finding
        .with_optional_edit(edit.map(|(moves, text)| (source.span_of(moves), text)), Safety::Safe)
}

/// The moves of a game as a part of its text, and the same text with numbers at these places.
fn with_numbers<'g>(game: &'g [u8], numbers: &[(usize, String)]) -> Option<(&'g [u8], String)> {
    let (first, last) = (numbers.first()?.0, numbers.last()?.0);
    let mut text = String::new();
    let mut done = first;
    for (at, number) in numbers {
        text += str::from_utf8(&game[done..*at]).ok()?;
        text += number;
        text.push(' ');
        done = *at;
    }
    Some((&game[first..last], text))
}

/// The place and text of each number of a game; `None` if a word may be two moves or has no room before it.
fn number_places(game: &[u8], first_ply: u32) -> Option<Vec<(usize, String)>> {
    let mut parser = Parser::new(Source::new("", game));
    let mut places = Vec::new();
    // Each line keeps its next ply; the moves need not be playable.
    let mut cursor = Cursor::stopped(Chess::start().into());
    cursor.line = first_ply;
    let mut is_due = true;
    parser.next_game(&mut Tags::default());
    while let Some(token) = parser.next_token() {
        match token {
            Token::Move(text) if glued_moves(text).is_some() => return None,
            Token::Move(text) => {
                if is_due || cursor.line.is_multiple_of(2) {
                    let at = usize::try_from(Source::new("", game).span_of(text).start).ok()?;
                    // Behind a dot or a glyph, a number would not stand alone.
                    if game[..at].last().is_some_and(|&byte| byte == b'.' || byte.is_ascii_digit())
                    {
                        return None;
                    }
                    places.push((at, number_of(cursor.line)));
                }
                cursor.line = cursor.line.wrapping_add(1);
                is_due = false;
            }
            Token::Comment(_) => is_due = true,
            Token::Open(_) => {
                cursor.enter_variation(cursor.line.saturating_sub(1));
                is_due = true;
            }
            Token::Close(_) => {
                cursor.leave_variation();
                is_due = true;
            }
            Token::Number(_)
            | Token::Glyph(_)
            | Token::Command(_)
            | Token::Result(_)
            | Token::Malformed(_) => {}
        }
    }
    Some(places)
}

#[cfg(test)]
mod tests {
    use crate::{diagnostics::Code, lint::test_support::safely_corrected};

    #[test]
    fn numbers_are_corrected() {
        for (code, moves, corrected) in [
            (Code::NumberForm, "1 e4 e5 2 Nf3", "1. e4 e5 2. Nf3"),
            (Code::NumberForm, "1 . e4 e5 2)Nf3", "1. e4 e5 2.Nf3"),
            (Code::NumberForm, "1, e4 e5 2, Nf3", "1. e4 e5 2. Nf3"),
            (Code::NumberForm, "1. e4 {open} 1 e5", "1. e4 {open} 1... e5"),
            (Code::NumberForm, "1. e4 {open} 1. ... e5", "1. e4 {open} 1... e5"),
            (Code::NumbersAbsent, "e4 e5 Nf3 Nc6", "1. e4 e5 2. Nf3 Nc6"),
            (
                Code::NumbersAbsent,
                "e4 e5 {open} Nf3 (Bc4 Nf6) Nc6",
                "1. e4 e5 {open} 2. Nf3 (2. Bc4 Nf6) 2... Nc6",
            ),
            (Code::NumbersAbsent, "e2e4 e7e5 g1f3", "e2e4 e7e5 g1f3"),
            (Code::VariationRepeats, "1. e4 (1. e4) 1... e5", "1. e4 1... e5"),
            (Code::VariationRepeats, "1. e4 (1. e4 c5) 1... e5", "1. e4 (1. e4 c5) 1... e5"),
        ] {
            let game = |moves: &str| format!("{moves} *\n");
            assert_eq!(safely_corrected(&game(moves), code), game(corrected), "{moves}");
        }
    }
}
