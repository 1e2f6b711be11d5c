//! How a legal move is written, compared with the standard's notation.

use crate::{
    diagnostics::{Code, Finding, Safety},
    lint::{Findings, findings::shown},
    notation::{AnySan, Form, San, Sign},
    rules::{
        Bitboard, MoveSpec, PieceSpec,
        variant::{VariantPieceSpec, VariantSpec},
    },
    text::Span,
};

/// Checks a move written as `text` and read as `san`; `standard` is the standard's notation, `before` the position before the move.
pub(super) fn check(
    text: &[u8],
    san: &AnySan,
    standard: &str,
    before: impl Fn() -> String,
    found: &mut Findings<'_>,
) {
    let mut codes = [form(san), origin(san, standard), capture(san, standard), sign(san, standard)];
    if is_long(san) && found.has(Code::OtherNotation) {
        codes[0] = codes[0].or(codes[1].and(Some(Code::OtherNotation)));
    }
    codes[1] = codes[1].filter(|_| codes[0] != Some(Code::OtherNotation));
    for code in codes.into_iter().flatten() {
        let reason = match code {
            Code::MateSign if san.sign() == Sign::DoublePlus => {
                "check is `+` and mate is `#`, never `++`"
            }
            code => reason(code, san, standard),
        };
        let message = format!("`{}` should be `{standard}`: {reason}", shown(text));
        let finding = found.about(code, text, message).with_replacement(standard, Safety::Safe);
        found.add(Finding { fen: Some(before()), ..finding });
    }
}

/// A finding about a check sign that is apart from its move, in place of the one about the sign that the move lacks.
pub(super) fn joined_sign(finding: Finding, mv: &[u8], found: &mut Findings<'_>) -> Finding {
    let source = *found.source();
    // In a game that is not replayed, no move was read.
    if mv.is_empty() {
        return finding;
    }
    let mv = source.span_of(mv);
    let gap = source.slice(Span { start: mv.end, end: finding.span.start });
    if !gap.iter().all(u8::is_ascii_whitespace) {
        return finding;
    }
    let Some(Finding { code, mut edits, .. }) = found.take_back_sign(mv) else { return finding };
    let Some(edit) = edits.pop() else { return finding };
    let span = Span { end: finding.span.end, ..mv };
    let message = format!(
        "`{}` should be `{}`: a sign follows its move without a space",
        shown(source.slice(span)),
        edit.replacement
    );
    let finding = Finding { code, span, message, edits: Vec::new(), ..finding };
    finding.with_replacement(edit.replacement, edit.safety)
}

/// Whether a move names its whole origin: in a game in long notation, that is part of it.
fn is_long(san: &AnySan) -> bool {
    let spec = san.chess().map(|san| san.spec);
    matches!(spec, Some(MoveSpec::Piece(PieceSpec { from, .. })) if from.single().is_some())
}

fn reason(code: Code, san: &AnySan, standard: &str) -> &'static str {
    match code {
        Code::CastlingSpelling => "castling has capital letters O",
        Code::CheckSign if san.forms().has(Form::SignInWords) => "check is written `+`",
        Code::CheckSign if standard.ends_with('+') => "the move gives check",
        Code::CheckSign => "the move does not give check",
        Code::MateSign if !standard.ends_with('#') => "the move does not give mate",
        Code::MateSign if matches!(san, AnySan::Variant(_)) => "the move decides the game",
        Code::MateSign => "the move gives mate",
        Code::NeedlessOrigin => "only one piece can make the move",
        Code::LongOrigin => "less disambiguation is enough",
        Code::CaptureSign if standard.contains('x') => "the move captures",
        Code::CaptureSign => "nothing is captured",
        Code::PromotionSpelling => "a promotion has `=` and a capital letter",
        _ => "the standard has short algebraic notation",
    }
}

/// The code of the first unusual form of the move.
fn form(san: &AnySan) -> Option<Code> {
    san.forms().iter().find_map(|form| match form {
        Form::Castling => Some(Code::CastlingSpelling),
        Form::Promotion => Some(Code::PromotionSpelling),
        Form::Long
        | Form::Coordinates
        | Form::EnPassantWords
        | Form::LowerCasePiece
        | Form::PawnLetter
        | Form::ColonCapture => Some(Code::OtherNotation),
        // Foreign letters and figurines are reported once per game, signs separately.
        Form::Figurine
        | Form::Language
        | Form::DoublePlus
        | Form::SignInWords
        | Form::Annotation => None,
    })
}

// PGN 8.2.3.4: the file if it suffices, else the rank, else the square.
fn origin(san: &AnySan, standard: &str) -> Option<Code> {
    match san {
        AnySan::Chess(san) => chess_origin(san, standard),
        AnySan::Variant(san) => match &san.spec {
            VariantSpec::Piece(spec) => variant_origin(spec, standard),
            VariantSpec::Castle(_) | VariantSpec::Drop { .. } => None,
        },
    }
}

fn chess_origin(san: &San, standard: &str) -> Option<Code> {
    let MoveSpec::Piece(PieceSpec { from, role: Some(_), .. }) = san.spec else { return None };
    let needed = standard_origin(standard)?;
    match (from.count(), needed.len()) {
        (64, _) => None,
        (_, 0) => Some(Code::NeedlessOrigin),
        (1, 1) => Some(Code::LongOrigin),
        (_, 1) if is_rank(from) && !needed.as_bytes()[0].is_ascii_digit() => Some(Code::LongOrigin),
        _ => None,
    }
}

/// The same on a board of any size.
fn variant_origin(spec: &VariantPieceSpec, standard: &str) -> Option<Code> {
    let body = standard.split(['/', '=']).next()?.trim_end_matches(['+', '#']);
    let body = body.trim_end_matches(|letter: char| letter.is_ascii_digit());
    let needed = body.get(..body.len().checked_sub(1)?)?.trim_end_matches('x');
    let needed = needed.trim_start_matches(|letter: char| letter.is_ascii_uppercase());
    match (spec.file.is_some(), spec.rank.is_some()) {
        (false, false) => None,
        _ if needed.is_empty() => Some(Code::NeedlessOrigin),
        (true, true) if needed.len() == 1 => Some(Code::LongOrigin),
        (false, true) if !needed.as_bytes()[0].is_ascii_digit() => Some(Code::LongOrigin),
        _ => None,
    }
}

/// The text between the piece letter and the target; `None` for a pawn and for castling.
fn standard_origin(standard: &str) -> Option<&str> {
    let body = standard.trim_end_matches(['+', '#']).strip_prefix(['K', 'Q', 'R', 'B', 'N'])?;
    let origin = body.get(..body.len().checked_sub(2)?)?;
    Some(origin.trim_end_matches('x'))
}

fn is_rank(from: Bitboard) -> bool {
    from.first().is_some_and(|square| from == Bitboard::rank(square.rank()))
}

fn capture(san: &AnySan, standard: &str) -> Option<Code> {
    san.spec().target()?;
    let colon = san.forms().has(Form::ColonCapture) || san.forms().has(Form::Coordinates);
    (san.spec().is_capture() != standard.contains('x') && !colon).then_some(Code::CaptureSign)
}

// PGN 8.2.3.5
fn sign(san: &AnySan, standard: &str) -> Option<Code> {
    let right = match standard.as_bytes().last() {
        Some(b'+') => Sign::Check,
        Some(b'#') => Sign::Mate,
        _ => Sign::None,
    };
    let written = san.sign();
    let in_words = san.forms().has(Form::SignInWords);
    let mate = written != Sign::Check && written != Sign::None || right == Sign::Mate;
    (written != right || in_words).then_some(if mate { Code::MateSign } else { Code::CheckSign })
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::{
        diagnostics::{Finding, Profile, Selection},
        lint::Findings,
        notation::{AnySan, San},
        text::Source,
    };

    fn findings(text: &str, standard: &str) -> Vec<Finding> {
        let selection = Selection::new(Profile::Import);
        let mut found = Findings::new(Source::new("", text.as_bytes()), &selection);
        let san = San::read(text.as_bytes()).unwrap_or_else(|| panic!("{text} is a move"));
        check(text.as_bytes(), &AnySan::Chess(san), standard, String::new, &mut found);
        found.take()
    }

    #[test]
    fn a_message_says_why_a_sign_is_wrong() {
        for (text, standard, reason) in [
            ("Rb8", "Rb8+", "the move gives check"),
            ("Rb8+", "Rb8", "the move does not give check"),
            ("Rb8+", "Rb8#", "the move gives mate"),
            ("Rb8", "Rxb8", "the move captures"),
            ("Rxb8", "Rb8", "nothing is captured"),
            ("Rb8++", "Rb8+", "check is `+` and mate is `#`, never `++`"),
            ("Rb8#", "Rb8+", "the move does not give mate"),
        ] {
            let found = findings(text, standard);
            let messages: Vec<_> = found.into_iter().map(|finding| finding.message).collect();
            assert_eq!(messages, [format!("`{text}` should be `{standard}`: {reason}")]);
        }
    }

    #[test]
    fn each_deviation_from_the_standard_has_its_code() {
        for (text, standard, expected) in [
            ("0-0", "O-O", &["S401"][..]),
            ("o-o", "O-O", &["S401"]),
            ("O–O", "O-O", &["S401"]),
            ("0-0-0+", "O-O-O+", &["S401"]),
            ("Bb4", "Bb4+", &["S402"]),
            ("Nf3+", "Nf3", &["S402"]),
            ("Qh4", "Qh4#", &["S403"]),
            ("Qh4+", "Qh4#", &["S403"]),
            ("Bb4#", "Bb4+", &["S403"]),
            ("Qh4++", "Qh4#", &["S403"]),
            ("Ngf3", "Nf3", &["S404"]),
            ("Nb1d2", "Nbd2", &["S405"]),
            ("N1d2", "Nbd2", &["S405"]),
            ("N1d2", "N1d2", &[]),
            ("ed5", "exd5", &["S406"]),
            ("Ne5", "Nxe5", &["S406"]),
            ("Nxf3", "Nf3", &["S406"]),
            ("e8Q", "e8=Q", &["S407"]),
            ("e8(Q)", "e8=Q", &["S407"]),
            ("e8/Q", "e8=Q", &["S407"]),
            ("e8=q", "e8=Q", &["S407"]),
            ("Ng1-f3", "Nf3", &["S408"]),
            ("g1f3", "Nf3", &["S408"]),
            ("nf3", "Nf3", &["S408"]),
            ("Pe4", "e4", &["S408"]),
            ("e:d5", "exd5", &["S408"]),
            ("exd6e.p.", "exd6", &["S408"]),
        ] {
            let found = findings(text, standard);
            let codes: Vec<_> = found.iter().map(|finding| finding.code.id()).collect();
            assert_eq!(codes, expected, "{text} for {standard}");
        }
    }
}
