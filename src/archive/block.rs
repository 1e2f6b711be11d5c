//! A part of a file that is read at once: whole games, and the first bytes after them.

use crate::{
    archive::LARGEST_GAME,
    diagnostics::{Code, Finding},
    pgn::{Part, wide_encoding},
    text::{CodePage, Preceding, SIGHT, Source, Span, WideEncoding, count_line_ends},
};

/// Some whole games of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The text, and the first bytes after it, which show how the file goes on.
    pub(super) text: Vec<u8>,
    /// How many bytes of it are the block.
    pub(super) length: usize,
    /// How many bytes of the file precede it.
    pub first_byte: u64,
    /// The line of the file on which it begins, counted from one if lines are counted.
    pub first_line: u64,
    /// Which part of the file it is: the first block, the last, or one between.
    pub part: Part,
    /// How much of it is read.
    pub extent: Extent,
    /// The code page of the file, if text up to here is not UTF-8.
    pub code_page: Option<CodePage>,
    /// What precedes it in the file, if it is not only white space.
    pub before: Option<Preceding>,
    /// The encoding of the file, if the text was in UTF-16.
    pub wide_encoding: Option<WideEncoding>,
    /// Whether the file is a quoted email, whose quote marks are blanked.
    pub is_quoted: bool,
    /// Whether it ends where the next shard may begin.
    pub ends_shard: bool,
}

/// How much of a block is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Whole games.
    Games,
    /// Whole games, and the beginning of one that is too large.
    Oversize,
    /// Nothing: the rest of a game that is too large, or of a file that holds no games.
    Unread,
}

impl Block {
    /// The text.
    pub fn bytes(&self) -> &[u8] {
        &self.text[..self.length]
    }

    /// The first bytes after it.
    pub fn after(&self) -> &[u8] {
        &self.text[self.length..]
    }

    /// The text, with the name of its file.
    pub fn source<'a>(&'a self, name: &'a str) -> Source<'a> {
        Source {
            first_byte: self.first_byte,
            first_line: self.first_line,
            code_page: self.code_page,
            before: self.before,
            in_sight: if self.part.ends_file() { self.bytes() } else { &self.text },
            is_quoted: self.is_quoted,
            ..Source::new(name, self.bytes())
        }
    }

    /// A finding, if the last game was too large to be read to its end.
    pub fn oversize(&self) -> Option<Finding> {
        let end = self.first_byte + self.length as u64;
        let message = format!(
            "the game is larger than {} MiB; the rest of it was not read",
            LARGEST_GAME >> 20
        );
        (self.extent == Extent::Oversize)
            .then(|| Finding::new(Code::Truncated, Span { start: end - 1, end }, message))
    }

    /// A finding, if the file is encoded in UTF-16 and this is its beginning.
    pub fn transcoded(&self) -> Option<Finding> {
        let encoding = self.wide_encoding.filter(|_| self.part.begins_file())?;
        Some(wide_encoding(encoding, Span { start: 0, end: self.length.min(1) as u64 }))
    }

    /// Cuts off and returns everything after the first `length` bytes.
    pub(crate) fn split_off(&mut self, length: usize) -> Self {
        let text = self.text[length..].to_vec();
        let passed = &self.text[..length];
        let rest = Self {
            first_byte: self.first_byte + length as u64,
            first_line: self.first_line + count_line_ends(passed, text.first()),
            part: Part::new(false, self.part.ends_file()),
            extent: std::mem::replace(&mut self.extent, Extent::Games),
            code_page: self.code_page,
            before: Preceding::new(passed, text.first(), self.before),
            length: self.length - length,
            wide_encoding: self.wide_encoding,
            is_quoted: self.is_quoted,
            ends_shard: std::mem::take(&mut self.ends_shard),
            text,
        };
        self.text.truncate(length + SIGHT);
        self.length = length;
        self.part = Part::new(self.part.begins_file(), false);
        rest
    }

    /// This block and the one that follows it in the file, as one.
    #[must_use]
    pub(crate) fn joined(mut self, next: &Self) -> Self {
        self.text.truncate(self.length);
        self.text.extend_from_slice(&next.text);
        self.length += next.length;
        self.part = Part::new(self.part.begins_file(), next.part.ends_file());
        self.extent = next.extent;
        self.code_page = next.code_page;
        self.ends_shard = next.ends_shard;
        self
    }
}
