//! The six fields of a FEN: their names, their text, and what is said about them.

use nom::{IResult, Parser, bytes::complete::take, combinator::verify, error::Error};

use crate::{
    diagnostics::{Code, Finding},
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

/// A line that is no position at all need not be told more than this about each kind of fault.
const MOST_OF_A_KIND: usize = 64;

/// What is found while a text is read.
#[derive(Debug)]
pub(in crate::notation) struct Notes<'a> {
    pub(in crate::notation) source: Source<'a>,
    pub(in crate::notation) findings: Vec<Finding>,
}

impl<'a> Notes<'a> {
    pub(in crate::notation) fn on(text: &'a [u8]) -> Self {
        Self { source: Source::new("", text), findings: Vec::new() }
    }

    /// Notes something about a slice of a field, unless the same has been said too often.
    pub(in crate::notation) fn add(
        &mut self,
        code: Code,
        field: Field,
        at: &[u8],
        message: impl Into<String>,
    ) {
        if self.findings.iter().filter(|finding| finding.code == code).count() < MOST_OF_A_KIND {
            let finding = Finding::new(code, self.source.span_of(at), message);
            self.findings.push(finding.with_path(field.name()));
        }
    }
}

/// The text of a field, for a message.
pub(in crate::notation) fn quoted(text: &[u8]) -> String {
    const MOST: usize = 24;
    // No character has more than four bytes: what comes later is not shown, however long it is.
    let text = String::from_utf8_lossy(&text[..text.len().min(4 * (MOST + 1))]);
    let printable = |character: char| if character.is_control() { '\u{fffd}' } else { character };
    let short: String = text.chars().take(MOST).map(printable).collect();
    let more = if text.chars().count() > MOST { "…" } else { "" };
    format!("`{short}{more}`")
}

/// One or more of what people put between fields.
pub(super) fn separator(input: &[u8]) -> Parsed<'_, &[u8]> {
    let mut rest = input;
    while let Some(length) = separator_length(rest) {
        rest = &rest[length..];
    }
    some(input.len() - rest.len()).parse(input)
}

/// Anything up to the next separator.
pub(super) fn word(input: &[u8]) -> Parsed<'_, &[u8]> {
    let end = memchr::memchr3(b' ', b'\t', b'_', input).unwrap_or(input.len());
    let mut strange = memchr::memchr_iter(0xc2, &input[..end]);
    let unbroken = strange.find(|&at| separator_length(&input[at..]).is_some());
    some(unbroken.unwrap_or(end)).parse(input)
}

/// The length of the separator with which a text begins; a space that cannot be broken has two bytes.
fn separator_length(text: &[u8]) -> Option<usize> {
    match text {
        [b' ' | b'\t' | b'_', ..] => Some(1),
        [0xc2, 0xa0, ..] => Some(2),
        _ => None,
    }
}

/// So many bytes, at least one.
fn some<'a>(count: usize) -> impl Parser<&'a [u8], Output = &'a [u8], Error = Error<&'a [u8]>> {
    verify(take(count), |text: &[u8]| !text.is_empty())
}
