//! SAN in all the forms of archives: zeros for castling, long and coordinate forms, missing signs, letters of
//! other languages, figurines. The grammar names every departure from the standard.

use std::{fmt, str::FromStr};

use nom::{
    Parser,
    branch::alt,
    bytes::complete::{tag, take, take_while, take_while_m_n},
    character::complete::space0,
    combinator::{all_consuming, map_opt, opt, value, verify},
    sequence::delimited,
};

use crate::{
    notation::{
        Language, Production,
        san::{San, Sign, file_or_rank},
    },
    rules::{Bitboard, MoveSpec, PieceSpec, Role, Side, Square},
    text::shortened,
};

/// A departure from the standard in the writing of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Form {
    /// `0-0`, `o-o`, `OO`, or dashes other than the hyphen.
    Castling,
    /// `Ng1f3`, `e2-e4`: the origin is written out.
    Long,
    /// `g1f3`: two squares without a piece.
    Coordinates,
    /// `e8Q`, `e8(Q)`, `e8/Q`, `e8=q`
    Promotion,
    /// `exd6 e.p.`
    EnPassantWords,
    /// `nf3`
    LowerCasePiece,
    /// `Pe4`
    PawnLetter,
    /// `e:d5`, `ed5:`, `eXd5`: another capture sign than `x`.
    ColonCapture,
    /// `♘f3`
    Figurine,
    /// `Sf3`, `Cf3`: the letters of another language.
    Language,
    /// `++`
    DoublePlus,
    /// `mate`, `ch`, `†`, `‡` instead of the sign.
    SignInWords,
    /// `!`, `?` and the like, glued to the move.
    Annotation,
}

impl Form {
    const ALL: [Self; 13] = [
        Self::Castling,
        Self::Long,
        Self::Coordinates,
        Self::Promotion,
        Self::EnPassantWords,
        Self::LowerCasePiece,
        Self::PawnLetter,
        Self::ColonCapture,
        Self::Figurine,
        Self::Language,
        Self::DoublePlus,
        Self::SignInWords,
        Self::Annotation,
    ];
}

/// A set of departures from the standard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Forms(u16);

impl Forms {
    /// The standard's writing.
    pub const NONE: Self = Self(0);

    /// Whether the set has the form.
    pub const fn has(self, form: Form) -> bool {
        self.0 >> form as u16 & 1 != 0
    }

    /// Whether there is no departure.
    pub const fn is_standard(self) -> bool {
        self.0 == 0
    }

    /// The set with one more form.
    #[must_use]
    pub const fn with(self, form: Form) -> Self {
        Self(self.0 | 1 << form as u16)
    }

    /// The forms of the set.
    pub fn iter(self) -> impl Iterator<Item = Form> {
        Form::ALL.into_iter().filter(move |form| self.has(*form))
    }
}

/// A move in any of the forms.
pub(super) fn read(text: &[u8]) -> Option<San> {
    let (text, forms) = without_annotation(text);
    let (body, forms, sign) = without_sign(text, forms);
    let (body, forms) = without_en_passant(body.trim_ascii_end(), forms);
    let (_, (spec, more)) = all_consuming(alt((castling, piece_move))).parse(body).ok()?;
    let forms = more.iter().fold(forms, |forms, form| forms.with(*form));
    Some(San { spec, sign, forms })
}

fn without_annotation(text: &[u8]) -> (&[u8], Forms) {
    let end = text.iter().rposition(|byte| !matches!(byte, b'!' | b'?')).map_or(0, |at| at + 1);
    let forms = if end < text.len() { Forms::NONE.with(Form::Annotation) } else { Forms::NONE };
    (&text[..end], forms)
}

fn without_sign(text: &[u8], forms: Forms) -> (&[u8], Forms, Sign) {
    const SIGNS: &[(&[u8], Sign, Option<Form>)] = &[
        (b"++", Sign::DoublePlus, Some(Form::DoublePlus)),
        (b"+", Sign::Check, None),
        (b"#", Sign::Mate, None),
        (b"mate", Sign::Mate, Some(Form::SignInWords)),
        (b"\xe2\x89\xa0", Sign::Mate, Some(Form::SignInWords)),
        (b"\xe2\x80\xa1", Sign::Mate, Some(Form::SignInWords)),
        (b"\xe2\x80\xa0", Sign::Check, Some(Form::SignInWords)),
        (b"dis ch", Sign::Check, Some(Form::SignInWords)),
        (b"dbl ch", Sign::Check, Some(Form::SignInWords)),
        (b"ch", Sign::Check, Some(Form::SignInWords)),
    ];
    for &(word, sign, form) in SIGNS {
        if let Some(body) = text.strip_suffix(word).filter(|body| body.len() >= 2) {
            return (body, form.map_or(forms, |form| forms.with(form)), sign);
        }
    }
    (text, forms, Sign::None)
}

fn without_en_passant(text: &[u8], forms: Forms) -> (&[u8], Forms) {
    for words in [&b"e.p."[..], b"e.p", b"ep", b"(ep)", b"(e.p.)"] {
        if let Some(body) = text.strip_suffix(words).filter(|body| body.len() >= 4) {
            return (body.trim_ascii_end(), forms.with(Form::EnPassantWords));
        }
    }
    (text, forms)
}

type Found = (MoveSpec, Vec<Form>);

/// `O-O`, `0-0`, `o-o`, `OO`, `O - O`, with any dash; long with a third letter.
fn castling(input: &[u8]) -> Production<'_, Found> {
    let letter = || alt((tag("O"), tag("0"), tag("o")));
    let dash = || opt(delimited(space0, dash, space0));
    let (rest, _) = (letter(), dash(), letter()).parse(input)?;
    let (rest, long) = opt((dash(), letter())).parse(rest)?;
    let side = if long.is_some() { Side::Queen } else { Side::King };
    let written = &input[..input.len() - rest.len()];
    let standard = matches!(written, b"O-O" | b"O-O-O");
    let forms = if standard { vec![] } else { vec![Form::Castling] };
    Ok((rest, (MoveSpec::Castle(side), forms)))
}

/// A hyphen, a dash, or a minus.
fn dash(input: &[u8]) -> Production<'_, ()> {
    let hyphens = alt((tag("-"), tag("\u{2010}"), tag("\u{2011}")));
    let dashes = alt((tag("\u{2013}"), tag("\u{2014}"), tag("\u{2212}")));
    value((), alt((hyphens, dashes))).parse(input)
}

/// `[piece] [origin] [capture] square [:] [promotion]`
fn piece_move(input: &[u8]) -> Production<'_, Found> {
    let pawn =
        verify((no_piece, origin, capture, square), |(_, from, _, to)| can_be_pawn(*from, *to));
    let (rest, (piece, from, capture, to)) =
        alt((pawn, (piece, origin, capture, square))).parse(input)?;
    let (rest, trailing_colon) = opt(tag(":")).parse(rest)?;
    let long = from.map_or(0, Bitboard::count) == 1;
    let (rest, promotion) = opt(promotion).parse(rest)?;
    let mut forms = piece.forms;
    let role = piece.role.or(if long { None } else { Some(Role::Pawn) });
    forms.extend(long.then_some(if role.is_none() && !capture.written && !capture.dash {
        Form::Coordinates
    } else {
        Form::Long
    }));
    forms.extend((capture.colon || trailing_colon.is_some()).then_some(Form::ColonCapture));
    forms.extend((capture.dash && !long).then_some(Form::Long));
    forms.extend(promotion.and_then(|(_, form)| form));
    let spec = MoveSpec::Piece(PieceSpec {
        role,
        from: from.unwrap_or(if role == Some(Role::Pawn) {
            Bitboard::file(to.file())
        } else {
            Bitboard::FULL
        }),
        to,
        capture: capture.written || trailing_colon.is_some(),
        promotion: promotion.map(|(role, _)| role),
    });
    Ok((rest, (spec, forms)))
}

/// `bc4` is a pawn that takes, `bb5` a bishop written small: a pawn changes its file by one at most.
fn can_be_pawn(from: Option<Bitboard>, to: Square) -> bool {
    let neighbours = |square: Square| (square.file() as u8).abs_diff(to.file() as u8) == 1;
    from.is_none_or(|mut from| from.count() == 1 || from.any(neighbours))
}

#[derive(Debug, Clone)]
struct PieceLetter {
    role: Option<Role>,
    forms: Vec<Form>,
}

#[expect(clippy::unnecessary_wraps, reason = "a production among others")]
fn no_piece(input: &[u8]) -> Production<'_, PieceLetter> {
    Ok((input, PieceLetter { role: None, forms: vec![] }))
}

/// An English letter, a figurine, or a letter of another language.
fn piece(input: &[u8]) -> Production<'_, PieceLetter> {
    alt((english, figurine, foreign)).parse(input)
}

fn english(input: &[u8]) -> Production<'_, PieceLetter> {
    let letter = |text: &[u8]| Some((text[0], Role::from_letter(text[0])?));
    let (rest, (letter, role)) = map_opt(take(1_usize), letter).parse(input)?;
    let mut forms = vec![];
    forms.extend(letter.is_ascii_lowercase().then_some(Form::LowerCasePiece));
    forms.extend((role == Role::Pawn).then_some(Form::PawnLetter));
    Ok((rest, PieceLetter { role: Some(role), forms }))
}

fn figurine(input: &[u8]) -> Production<'_, PieceLetter> {
    const KINDS: [Role; 6] =
        [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];
    let (rest, _) = tag("\u{2654}".as_bytes().get(..2).unwrap_or_default()).parse(input)?;
    let (rest, last) = take_while_m_n(1, 1, |byte| matches!(byte, 0x94..=0x9f)).parse(rest)?;
    let role = KINDS[usize::from(last[0] - 0x94) % 6];
    let (rest, _) = opt(tag("\u{fe0e}")).parse(rest)?;
    Ok((rest, PieceLetter { role: Some(role), forms: vec![Form::Figurine] }))
}

/// A letter of another language. A letter that is also English is read as English.
fn foreign(input: &[u8]) -> Production<'_, PieceLetter> {
    match Language::foreign_piece(input) {
        Some((role, rest)) => {
            Ok((rest, PieceLetter { role: Some(role), forms: vec![Form::Language] }))
        }
        None => Err(nom::Err::Error(nom::error::Error::new(input, nom::error::ErrorKind::OneOf))),
    }
}

/// A file, a rank or a square, if a whole move still follows it.
#[expect(clippy::unnecessary_wraps, reason = "a production among others")]
fn origin(input: &[u8]) -> Production<'_, Option<Bitboard>> {
    for read in [on_square, on_line] {
        if let Ok((rest, from)) = read(input)
            && (capture, square).parse(rest).is_ok()
        {
            return Ok((rest, Some(from)));
        }
    }
    Ok((input, None))
}

fn on_square(input: &[u8]) -> Production<'_, Bitboard> {
    square.map(Bitboard::of).parse(input)
}

fn on_line(input: &[u8]) -> Production<'_, Bitboard> {
    map_opt(take(1_usize), |letter: &[u8]| file_or_rank(letter[0])).parse(input)
}

#[derive(Debug, Clone, Copy, Default)]
struct Capture {
    written: bool,
    colon: bool,
    dash: bool,
}

/// `x`, `:`, or a dash between two squares.
fn capture(input: &[u8]) -> Production<'_, Capture> {
    let taking = Capture { written: true, ..Capture::default() };
    alt((
        value(taking, tag("x")),
        value(Capture { colon: true, ..taking }, alt((tag(":"), tag("X"), tag("\u{d7}")))),
        value(Capture { dash: true, ..Capture::default() }, alt((dash, value((), tag(" "))))),
        |input| Ok((input, Capture::default())),
    ))
    .parse(input)
}

fn square(input: &[u8]) -> Production<'_, Square> {
    map_opt(take(2_usize), Square::from_name).parse(input)
}

/// `=Q`, `Q`, `(Q)`, `/Q`, `=q`, with any piece: the rules decide whether a pawn can become it.
fn promotion(input: &[u8]) -> Production<'_, (Role, Option<Form>)> {
    let opening = take_while(|byte| matches!(byte, b'=' | b'(' | b'/' | b' '));
    let (rest, (opening, letter, closing)) = (opening, english, opt(tag(")"))).parse(input)?;
    let role = letter.role.unwrap_or(Role::Queen);
    let standard = opening == b"=" && closing.is_none() && letter.forms.is_empty();
    Ok((rest, (role, (!standard).then_some(Form::Promotion))))
}

/// The characters of written moves.
const ALPHABET: &[u8] = b"abcdefgh12345678KQRBNPOo0x:-=+#!?()/ .";

/// A text that cannot be read as a move in any form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoMove {
    /// An empty text.
    Nothing,
    /// A square that is not on the board.
    NoSquare {
        /// The byte at which the square begins.
        at: usize,
        /// The text.
        name: String,
    },
    /// Any other text.
    OtherText {
        /// The first byte that does not occur in moves, or zero.
        at: usize,
        /// The text.
        text: String,
    },
}

impl NoMove {
    /// The fault of a text that [`San::read`] cannot read.
    pub fn of(text: &[u8]) -> Self {
        if text.trim_ascii().is_empty() {
            return Self::Nothing;
        }
        if let Some(at) = text.windows(2).position(names_no_square) {
            return Self::NoSquare { at, name: shortened(&text[at..at + 2]) };
        }
        let at = text.iter().position(|byte| !ALPHABET.contains(byte)).unwrap_or(0);
        Self::OtherText { at, text: shortened(text) }
    }

    /// The byte at which the fault is.
    pub const fn at(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::NoSquare { at, .. } | Self::OtherText { at, .. } => *at,
        }
    }

    /// The stable word for the fault.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::NoSquare { .. } => "no-such-square",
            Self::Nothing | Self::OtherText { .. } => "no-move",
        }
    }
}

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => write!(f, "expected a move, found nothing"),
            Self::NoSquare { name, .. } => {
                write!(f, "there is no square `{name}`: files go from a to h, ranks from 1 to 8")
            }
            Self::OtherText { text, .. } => {
                write!(f, "expected a move such as `Nf3`, `exd5`, `O-O` or `e2e4`, found `{text}`")
            }
        }
    }
}

impl std::error::Error for NoMove {}

/// A move in any form that [`San::read`] takes.
impl FromStr for San {
    type Err = NoMove;

    fn from_str(text: &str) -> Result<Self, NoMove> {
        Self::read(text.as_bytes()).ok_or_else(|| NoMove::of(text.as_bytes()))
    }
}

/// A small letter and a digit that name no square.
fn names_no_square(pair: &[u8]) -> bool {
    pair[0].is_ascii_lowercase() && pair[1].is_ascii_digit() && Square::from_name(pair).is_none()
}

#[cfg(test)]
mod tests {
    use super::NoMove;
    use crate::notation::San;

    #[test]
    fn says_what_and_where() {
        for (text, kind, at) in [
            ("", "no-move", 0),
            ("  ", "no-move", 0),
            ("e2e9", "no-such-square", 2),
            ("Ni3", "no-such-square", 1),
            ("hello", "no-move", 2),
            ("Nf3 please", "no-move", 4),
            ("e2e", "no-move", 0),
        ] {
            assert!(San::read(text.as_bytes()).is_none(), "{text} is a move");
            let found = NoMove::of(text.as_bytes());
            assert_eq!((found.kind(), found.at()), (kind, at), "{text}");
        }
    }

    #[test]
    fn an_endless_text_is_shown_in_part() {
        let found = NoMove::of(&[b'z'; 1000]).to_string();
        assert!(found.ends_with("found `zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz…`"), "{found}");
    }
}
