//! The six fields of a FEN: their names, their text, and what is said about them.

use nom::{
    IResult, Parser, bytes::complete::take_while1, combinator::recognize, multi::many1_count,
};
use nom::{branch::alt, bytes::complete::tag};

use crate::{
    diagnostics::{Code, Diagnostic},
    text::Source,
};

/// What every production returns.
pub(super) type Parsed<'a, T> = IResult<&'a [u8], T>;

/// A field of a FEN, named like the column of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Field {
    /// Where the men stand.
    Board,
    /// Who moves.
    Turn,
    /// Who may castle.
    Castling,
    /// The en-passant square.
    EnPassant,
    /// The half-move counter.
    Halfmove,
    /// The move number.
    Fullmove,
}

impl Field {
    /// A stable word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Board => "board",
            Self::Turn => "turn",
            Self::Castling => "castling",
            Self::EnPassant => "ep",
            Self::Halfmove => "halfmove",
            Self::Fullmove => "fullmove",
        }
    }
}

/// What is found while a text is read.
#[derive(Debug)]
pub(in crate::notation) struct Notes<'a> {
    pub(in crate::notation) source: Source<'a>,
    pub(in crate::notation) findings: Vec<Diagnostic>,
}

impl<'a> Notes<'a> {
    pub(in crate::notation) fn on(text: &'a [u8]) -> Self {
        Self { source: Source::new("", text), findings: Vec::new() }
    }

    /// Notes something about a slice of a field.
    pub(in crate::notation) fn add(
        &mut self,
        code: Code,
        field: Field,
        at: &[u8],
        message: impl Into<String>,
    ) {
        let finding = Diagnostic::new(code, self.source.span_of(at), message);
        self.findings.push(finding.with_path(field.name()));
    }
}

/// The text of a field, for a message.
pub(in crate::notation) fn quoted(text: &[u8]) -> String {
    const MOST: usize = 24;
    let text = String::from_utf8_lossy(text);
    let printable = |character: char| if character.is_control() { '\u{fffd}' } else { character };
    let short: String = text.chars().take(MOST).map(printable).collect();
    let more = if text.chars().count() > MOST { "…" } else { "" };
    format!("`{short}{more}`")
}

/// One or more of what people put between fields.
pub(super) fn separator(input: &[u8]) -> Parsed<'_, &[u8]> {
    let one = alt((tag(" "), tag("\t"), tag("_"), tag("\u{a0}")));
    recognize(many1_count(one)).parse(input)
}

/// Anything up to the next separator.
pub(super) fn word(input: &[u8]) -> Parsed<'_, &[u8]> {
    let plain = take_while1(|byte| !matches!(byte, b' ' | b'\t' | b'_' | 0xc2));
    let other = (nom::combinator::not(separator), nom::bytes::complete::take(1_usize));
    recognize(many1_count(alt((plain, recognize(other))))).parse(input)
}
