//! A named text, its byte spans, and the line and column of each byte. Lines are counted only when a place is reported.

use std::borrow::Cow;

use crate::text::{CodePage, readable};

/// Bytes `start..end` of a file, counted from its first byte.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: u64,
    /// One past the last byte.
    pub end: u64,
}

impl Span {
    /// The number of bytes.
    pub fn len(self) -> u64 {
        self.end - self.start
    }

    /// Whether it holds no byte: a place between two bytes.
    pub fn is_empty(self) -> bool {
        self.start == self.end
    }
}

/// A whole file, or a block cut out of one.
#[derive(Debug, Clone, Copy)]
pub struct Source<'a> {
    /// Its name in reports.
    pub name: &'a str,
    /// The text.
    pub bytes: &'a [u8],
    /// The number of bytes of the file before this block.
    pub first_byte: u64,
    /// The line of the file on which this block begins, counted from one.
    pub first_line: u64,
    /// The code page of the file, if it is known to be not UTF-8.
    pub code_page: Option<CodePage>,
    /// What precedes this block in the file, if it is not only white space.
    pub before: Option<Preceding>,
    /// The text and the first bytes of the file after it, [`SIGHT`] of them unless the file ends before: they show how it goes on.
    pub in_sight: &'a [u8],
    /// Whether the file is a quoted email, and [`BLANKED_MARK`] has replaced the quote marks.
    pub is_quoted: bool,
}

/// What replaces the quote mark `>` at the beginning of a line of an email.
pub const BLANKED_MARK: u8 = 0x0c;

/// How many bytes of a file after a block are in sight. Nothing that is decided about a place may depend on what is further away,
/// unless the parser says that the block is open.
pub const SIGHT: usize = 512;

/// What precedes a place of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preceding {
    /// The last byte that is not white space.
    pub last: u8,
    /// The line ends between it and the place, of which two are counted.
    pub line_ends: u8,
    /// The last of them.
    line_end: &'static str,
}

impl Preceding {
    /// What precedes the end of a text, which follows `earlier` and is followed by the byte `next`; nothing if that is only white
    /// space.
    pub fn new(text: &[u8], next: Option<&u8>, earlier: Option<Self>) -> Option<Self> {
        let trimmed = text.trim_ascii_end();
        let earlier = match trimmed.last() {
            Some(&last) => Self { last, line_ends: 0, line_end: "\n" },
            None => earlier?,
        };
        let blanks = &text[trimmed.len()..];
        let line_ends = u64::from(earlier.line_ends) + count_line_ends(blanks, next);
        let last_end = memchr::memrchr2(b'\n', b'\r', blanks);
        Some(Self {
            line_ends: u8::try_from(line_ends).map_or(2, |count| count.min(2)),
            line_end: last_end.map_or(earlier.line_end, |at| kind_of_end(blanks, at)),
            ..earlier
        })
    }
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
    /// A whole file.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> Self {
        Self {
            name,
            bytes,
            first_byte: 0,
            first_line: 1,
            code_page: None,
            before: None,
            in_sight: bytes,
            is_quoted: false,
        }
    }

    /// The span in the file of `slice`, which must be a part of this text or of what follows it.
    ///
    /// # Panics
    /// If the slice is not a part of this text.
    pub fn span_of(&self, slice: &[u8]) -> Span {
        let offset = offset_in(self.in_sight, slice);
        assert!(offset.is_some(), "the slice was cut from another text");
        let start = self.first_byte + offset.unwrap_or_default() as u64;
        Span { start, end: start + slice.len() as u64 }
    }

    /// What precedes this many bytes of the block.
    pub fn preceding(&self, length: usize) -> Option<Preceding> {
        let (passed, rest) = self.in_sight.split_at(length);
        Preceding::new(passed, rest.first(), self.before)
    }

    /// The bytes of a span, as far as they are in sight.
    pub fn slice(&self, span: Span) -> &'a [u8] {
        let length = self.in_sight.len();
        let at = |byte: u64| {
            usize::try_from(byte.saturating_sub(self.first_byte))
                .map_or(length, |at| at.min(length))
        };
        &self.in_sight[at(span.start)..at(span.end)]
    }

    /// Some bytes as text: UTF-8, or else in the code page of the file, or else Latin-1.
    pub fn text(&self, bytes: &'a [u8]) -> Cow<'a, str> {
        let decoded =
            |page: CodePage| page.decode(bytes).filter(|_| str::from_utf8(bytes).is_err());
        self.code_page.and_then(decoded).map_or_else(|| readable(bytes), Cow::Owned)
    }

    /// The line and column of a byte of the file that lies in this block.
    pub fn place_of(&self, byte: u64) -> Place {
        Places::new(*self).place_of(byte)
    }

    /// The line that contains a byte, without its line end.
    pub fn line_of(&self, byte: u64) -> &'a [u8] {
        let before = self.slice(Span { start: self.first_byte, end: byte });
        let rest = &self.in_sight[line_start(before)..];
        let end = memchr::memchr2(b'\n', b'\r', rest).unwrap_or(rest.len());
        &rest[..end]
    }

    /// Some bytes as the file has them, with its quote marks.
    pub fn as_written(&self, bytes: &'a [u8]) -> Cow<'a, [u8]> {
        let mark = |&byte: &u8| if byte == BLANKED_MARK { b'>' } else { byte };
        if self.is_quoted { bytes.iter().map(mark).collect() } else { Cow::Borrowed(bytes) }
    }

    /// The line end at a byte; empty if there is none.
    pub fn line_end_at(&self, byte: u64) -> &'a [u8] {
        match self.slice(Span { start: byte, end: byte + 2 }) {
            both @ b"\r\n" => both,
            [end @ (b'\n' | b'\r'), ..] => std::slice::from_ref(end),
            _ => b"",
        }
    }

    /// The kind of line end used around a byte, for inserting another line.
    pub fn line_end_around(&self, byte: u64) -> &'static str {
        let after = self.slice(Span { start: byte, end: byte + NEARBY });
        let before = self.slice(Span { start: byte.saturating_sub(NEARBY), end: byte });
        let ends = |text| memchr::memchr2_iter(b'\n', b'\r', text);
        let (text, at) = match (ends(after).next(), ends(before).next_back()) {
            (Some(at), _) => (after, at),
            (None, Some(at)) => (before, at),
            (None, None) => return self.line_end_before(byte).unwrap_or("\n"),
        };
        kind_of_end(text, at)
    }

    /// The line end just before the block, if the block begins near a byte.
    fn line_end_before(&self, byte: u64) -> Option<&'static str> {
        let before = self.before.filter(|before| before.line_ends > 0)?;
        (byte - self.first_byte < NEARBY).then_some(before.line_end)
    }

    /// A span and the spaces before it, for deleting both. Only the span if its neighbours would then touch.
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

/// Finds the lines and columns of many bytes of one text. In ascending order, each byte of the text is counted once.
#[derive(Debug, Clone)]
pub struct Places<'a> {
    source: Source<'a>,
    byte: u64,
    place: Place,
}

impl<'a> Places<'a> {
    /// Starts at the beginning of the text.
    pub fn new(source: Source<'a>) -> Self {
        let place = Place { line: source.first_line, column: 1 };
        Self { source, byte: source.first_byte, place }
    }

    /// The text.
    pub fn source(&self) -> &Source<'a> {
        &self.source
    }

    /// The line and column of a byte. Going back counts from the start again.
    pub fn place_of(&mut self, byte: u64) -> Place {
        if byte < self.byte {
            *self = Self::new(self.source);
        }
        let passed = self.source.slice(Span { start: self.byte, end: byte });
        let next = self.source.slice(Span { start: byte, end: byte + 1 });
        let line_ends = count_line_ends(passed, next.first());
        let rest = &passed[line_start(passed)..];
        // A byte order mark at the start of the file is not a character of its first line.
        let marked = self.byte == 0 && rest.len() == passed.len();
        let rest = if marked { rest.strip_prefix(b"\xef\xbb\xbf").unwrap_or(rest) } else { rest };
        let before = if rest.len() == passed.len() || marked { self.place.column } else { 1 };
        self.place.line += line_ends;
        self.place.column = before + count_characters(rest);
        self.byte = byte;
        self.place
    }
}

/// Where a slice begins in a text that it was cut from.
fn offset_in(text: &[u8], slice: &[u8]) -> Option<usize> {
    let offset = (slice.as_ptr() as usize).wrapping_sub(text.as_ptr() as usize);
    (offset.saturating_add(slice.len()) <= text.len()).then_some(offset)
}

/// How many bytes before and after a place `line_end_around` searches.
const NEARBY: u64 = SIGHT as u64;

/// The kind of the line end that the byte at a place is a part of.
fn kind_of_end(text: &[u8], at: usize) -> &'static str {
    match (text[at], text.get(at + 1)) {
        (b'\r', Some(b'\n')) => "\r\n",
        (b'\r', _) => "\r",
        _ if at > 0 && text[at - 1] == b'\r' => "\r\n",
        _ => "\n",
    }
}

/// The number of line ends in `text`: LF, CRLF and a lone CR count as one each. A CR at the very
/// end counts unless the `next` byte makes it a CRLF.
pub fn count_line_ends(text: &[u8], next: Option<&u8>) -> u64 {
    let feeds = memchr::memchr_iter(b'\n', text).count();
    let lone = memchr::memchr_iter(b'\r', text)
        .filter(|&at| text.get(at + 1).or(next) != Some(&b'\n'))
        .count();
    (feeds + lone) as u64
}

/// The start of the last line.
fn line_start(before: &[u8]) -> usize {
    memchr::memrchr2(b'\n', b'\r', before).map_or(0, |at| at + 1)
}

/// The number of characters; a byte that is not UTF-8 counts as one.
fn count_characters(bytes: &[u8]) -> u64 {
    bytes
        .utf8_chunks()
        .map(|chunk| chunk.valid().chars().count() + chunk.invalid().len())
        .sum::<usize>() as u64
}

#[cfg(test)]
mod tests {
    use super::{Preceding, Source};

    #[test]
    fn the_line_ends_before_a_block_are_those_of_the_block() {
        for end in ["\n", "\r\n", "\r"] {
            let passed = format!("1. e4 *{end}{end}");
            let before = Preceding::new(passed.as_bytes(), Some(&b'1'), None);
            let block = Source { before, ..Source::new("", b"1. d4 *") };
            assert_eq!(block.line_end_around(7), end, "{end:?}");
            let far = vec![b' '; 2000];
            let block = Source { before, ..Source::new("", &far) };
            assert_eq!(block.line_end_around(2000), "\n", "too far away");
        }
    }
}
