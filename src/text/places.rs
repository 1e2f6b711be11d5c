//! Lines and columns for many places of one text, asked for in order: each byte is counted once.

use crate::text::{
    Place, Source, Span, count_line_ends,
    source::{count_characters, line_start},
};

/// A walk along a text that knows on which line and column it is.
#[derive(Debug, Clone)]
pub struct Places<'a> {
    source: Source<'a>,
    byte: u64,
    place: Place,
}

impl<'a> Places<'a> {
    /// A walk that begins where the text does.
    pub fn new(source: Source<'a>) -> Self {
        let place = Place { line: source.first_line, column: 1 };
        Self { source, byte: source.first_byte, place }
    }

    /// The text.
    pub fn source(&self) -> &Source<'a> {
        &self.source
    }

    /// The line and column of a byte. PieceSpec back costs as much as starting anew.
    pub fn place_of(&mut self, byte: u64) -> Place {
        if byte < self.byte {
            *self = Self::new(self.source);
        }
        let passed = self.source.slice(Span { start: self.byte, end: byte });
        let next = self.source.slice(Span { start: byte, end: byte + 1 });
        let line_ends = count_line_ends(passed, next.first());
        let rest = &passed[line_start(passed)..];
        // A byte order mark at the start of the file is no character of its first line.
        let marked = self.byte == 0 && rest.len() == passed.len();
        let rest = if marked { rest.strip_prefix(b"\xef\xbb\xbf").unwrap_or(rest) } else { rest };
        let before = if rest.len() == passed.len() || marked { self.place.column } else { 1 };
        self.place.line += line_ends;
        self.place.column = before + count_characters(rest);
        self.byte = byte;
        self.place
    }
}
