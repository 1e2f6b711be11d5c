//! A named piece of text, and where a slice of it is. Lines are counted only when somebody asks.

use crate::text::{Places, Span};

/// A whole file, or a block cut out of one.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// What to call it in a report.
    pub name: &'a str,
    /// The text.
    pub bytes: &'a [u8],
    /// How many bytes of the file stand before this block.
    pub first_byte: u64,
    /// The line of the file on which this block begins, counted from one.
    pub first_line: u64,
}

/// A line and a column, both counted from one; a column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// The line.
    pub line: u64,
    /// The character in the line; a byte that is not UTF-8 counts as one.
    pub column: u64,
}

impl<'a> Source<'a> {
    /// A text that is its own file.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> Self {
        Self { name, bytes, first_byte: 0, first_line: 1 }
    }

    /// Where `slice`, which was cut from this text, stands in the file.
    ///
    /// # Panics
    /// When the slice is not a part of this text.
    pub fn span_of(&self, slice: &[u8]) -> Span {
        let offset = (slice.as_ptr() as usize).wrapping_sub(self.bytes.as_ptr() as usize);
        assert!(offset + slice.len() <= self.bytes.len(), "the slice was cut from another text");
        let start = self.first_byte + offset as u64;
        Span { start, end: start + slice.len() as u64 }
    }

    /// The bytes of a span of this block.
    pub fn slice(&self, span: Span) -> &'a [u8] {
        let length = self.bytes.len();
        let at = |byte: u64| {
            usize::try_from(byte.saturating_sub(self.first_byte))
                .map_or(length, |at| at.min(length))
        };
        &self.bytes[at(span.start)..at(span.end)]
    }

    /// The line and column of a byte of the file that lies in this block.
    pub fn place_of(&self, byte: u64) -> Place {
        Places::new(*self).place_of(byte)
    }

    /// The whole line in which a byte stands, without its end.
    pub fn line_of(&self, byte: u64) -> &'a [u8] {
        let before = self.slice(Span { start: self.first_byte, end: byte });
        let rest = &self.bytes[line_start(before)..];
        let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        &rest[..end]
    }

    /// The end of a line that stands at a byte; empty if none does.
    pub fn line_end_at(&self, byte: u64) -> &'a [u8] {
        match self.slice(Span { start: byte, end: byte + 2 }) {
            both @ b"\r\n" => both,
            [end @ (b'\n' | b'\r'), ..] => std::slice::from_ref(end),
            _ => b"",
        }
    }

    /// How lines end around a byte: what to write where another line is put in.
    pub fn line_end_around(&self, byte: u64) -> &'static str {
        let after = self.slice(Span { start: byte, end: byte + GLANCE });
        let before = self.slice(Span { start: byte.saturating_sub(GLANCE), end: byte });
        let ends = |text| memchr::memchr2_iter(b'\n', b'\r', text);
        let (text, at) = match (ends(after).next(), ends(before).next_back()) {
            (Some(at), _) => (after, at),
            (None, Some(at)) => (before, at),
            (None, None) => return "\n",
        };
        match (text[at], text.get(at + 1)) {
            (b'\r', Some(b'\n')) => "\r\n",
            (b'\r', _) => "\r",
            _ if at > 0 && text[at - 1] == b'\r' => "\r\n",
            _ => "\n",
        }
    }

    /// A span and the blanks before it, which would stand alone without it; not if what follows would then be glued to what
    /// stands before them.
    pub fn with_blanks_before(&self, span: Span) -> Span {
        let next = self.slice(Span { start: span.end, end: span.end + 1 });
        if next.iter().any(|byte| !byte.is_ascii_whitespace() && *byte != b')') {
            return span;
        }
        let before = self.slice(Span { start: self.first_byte, end: span.start });
        let blanks = before.iter().rev().take_while(|&&byte| byte == b' ').count();
        Span { start: span.start - blanks as u64, ..span }
    }
}

/// So far around a place is looked for the end of a line.
const GLANCE: u64 = 1024;

/// How many lines end in `text`: LF, CRLF and a lone CR are one each. A CR at the very end is
/// counted unless the `next` byte makes it a CRLF.
pub fn count_line_ends(text: &[u8], next: Option<&u8>) -> u64 {
    let feeds = memchr::memchr_iter(b'\n', text).count();
    let lone = memchr::memchr_iter(b'\r', text)
        .filter(|&at| text.get(at + 1).or(next) != Some(&b'\n'))
        .count();
    (feeds + lone) as u64
}

/// Where the last line of a text begins.
pub(super) fn line_start(before: &[u8]) -> usize {
    memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1)
}

/// How many characters there are; a byte that is not UTF-8 counts as one.
pub(super) fn count_characters(bytes: &[u8]) -> u64 {
    bytes
        .utf8_chunks()
        .map(|chunk| chunk.valid().chars().count() + chunk.invalid().len())
        .sum::<usize>() as u64
}
