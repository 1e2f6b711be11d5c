//! How a move that could be played is written, compared with the standard's way of writing it.

use crate::{
    audit::{Notes, notes::shown},
    diagnostics::{Code, Diagnostic, Safety},
};

/// The parts of a move as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Parts<'a> {
    piece: Option<u8>,
    origin: &'a [u8],
    capture: Option<u8>,
    target: &'a [u8],
    promotion: &'a [u8],
}

/// Judges a move written as `text` that the standard writes as `standard`. The two may be the same.
pub fn judge(text: &[u8], standard: &str, notes: &mut Notes<'_>) {
    if text != standard.as_bytes() {
        differences(text, standard, notes);
    }
}

fn differences(text: &[u8], standard: &str, notes: &mut Notes<'_>) {
    let (written, signs) = without_signs(text);
    let (plain, right_signs) = without_signs(standard.as_bytes());
    if written != plain {
        let code = if plain.starts_with(b"O-O") {
            if written.iter().any(u8::is_ascii_digit) && memchr::memchr(b'0', written).is_none() {
                Code::OtherNotation
            } else {
                Code::CastlingSpelling
            }
        } else {
            form(parts(written), parts(plain))
        };
        report(code, text, standard, notes);
    }
    if signs != right_signs {
        let mate =
            [signs, right_signs].iter().any(|signs| matches!(signs, [b'#', ..] | [_, _, ..]));
        report(if mate { Code::MateSign } else { Code::CheckSign }, text, standard, notes);
    }
}

fn report(code: Code, text: &[u8], standard: &str, notes: &mut Notes<'_>) {
    let message = format!("`{}` is written `{standard}`: {}", shown(text), reason(code));
    notes.add(mended(code, text, standard, message, notes));
}

/// A finding about a move that the standard writes in another way.
pub(super) fn mended(
    code: Code,
    text: &[u8],
    standard: &str,
    message: String,
    notes: &Notes<'_>,
) -> Diagnostic {
    let finding = notes.about(code, text, message);
    let span = finding.span;
    finding.with_fix(span, standard, Safety::Safe)
}

fn reason(code: Code) -> &'static str {
    match code {
        Code::CastlingSpelling => "castling has capital letters O",
        Code::CheckSign => "`+` stands for check, and only for check",
        Code::MateSign => "`#` stands for mate, and only for mate",
        Code::NeedlessOrigin => "only one piece can make the move",
        Code::LongOrigin => "less is enough to tell the pieces apart",
        Code::CaptureSign => "`x` stands for a capture, and only for a capture",
        Code::PromotionSpelling => "a promotion has `=` and a capital letter",
        _ => "the standard has short algebraic notation",
    }
}

/// The move, and its check or mate signs.
fn without_signs(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text.iter().rposition(|byte| !matches!(byte, b'+' | b'#')).map_or(0, |at| at + 1);
    text.split_at(end)
}

/// What is the matter with the form of a move, the worst first.
fn form(written: Parts<'_>, right: Parts<'_>) -> Code {
    if written.piece != right.piece
        || written.target != right.target
        || is_other_notation(written, right)
    {
        Code::OtherNotation
    } else if written.promotion != right.promotion {
        Code::PromotionSpelling
    } else if written.capture != right.capture {
        Code::CaptureSign
    } else if right.origin.is_empty() {
        Code::NeedlessOrigin
    } else {
        Code::LongOrigin
    }
}

/// Whether a colon, a dash or a whole starting square shows that another notation was meant.
fn is_other_notation(written: Parts<'_>, right: Parts<'_>) -> bool {
    let sign = matches!(written.capture, Some(b':' | b'-'));
    let pawn_from_square = right.piece.is_none() && written.origin.len() == 2;
    sign || pawn_from_square
}

fn parts(text: &[u8]) -> Parts<'_> {
    let piece =
        text.first().copied().filter(|byte| matches!(byte, b'K' | b'Q' | b'R' | b'B' | b'N'));
    let rest = &text[usize::from(piece.is_some())..];
    let Some(end) = target_end(rest) else {
        return Parts { piece, origin: rest, ..Parts::default() };
    };
    let (before, target) = rest[..end].split_at(end - 2);
    let (capture, origin) = match before {
        [origin @ .., sign @ (b'x' | b':' | b'-')] => (Some(*sign), origin),
        origin => (None, origin),
    };
    Parts { piece, origin, capture, target, promotion: &rest[end..] }
}

/// Where the last square ends.
fn target_end(text: &[u8]) -> Option<usize> {
    let is_square = |pair: &[u8]| matches!(pair, [b'a'..=b'h', b'1'..=b'8']);
    text.windows(2).rposition(is_square).map(|at| at + 2)
}
