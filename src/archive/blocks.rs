//! A stream cut into blocks of whole games. One block is in memory at a time, plus the beginning of the next. A cut is
//! made where a game begins, unless that place is inside a comment.

use std::{
    io::{self, Read},
    sync::{Arc, Mutex, PoisonError},
};

use memchr::memmem;

use crate::{
    archive::InputError,
    diagnostics::{Code, Finding},
    pgn::{HEAD, Part, is_unreadable},
    text::{CodePage, SAMPLE, Source, Span, count_line_ends},
};

/// The usual size of a block: it stays in the processor's cache while it is read, and at the end of a file no worker has much
/// to do while the others wait.
pub(super) const BLOCK_SIZE: usize = 128 << 10;

/// The size from which a game is not read to its end: the longest known games have a few kilobytes, annotated ones a few
/// hundred. The rest of a larger game is skipped up to the next place where a game surely begins: tags or a result, and a blank line.
pub const LARGEST_GAME: usize = 16 << 20;

/// Some whole games of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The text.
    pub bytes: Vec<u8>,
    /// How many bytes of the file precede it.
    pub first_byte: u64,
    /// The line of the file on which it begins, counted from one if lines are counted.
    pub first_line: u64,
    /// Which part of the file it is: the first block, the last, or one between.
    pub part: Part,
    /// How many bytes were skipped after it, because they belong to a game that is too large.
    pub skipped: u64,
    /// The code page of the file, if text up to here is not UTF-8.
    pub code_page: Option<CodePage>,
}

impl Block {
    /// The text, with the name of its file.
    pub fn source<'a>(&'a self, name: &'a str) -> Source<'a> {
        Source {
            name,
            bytes: &self.bytes,
            first_byte: self.first_byte,
            first_line: self.first_line,
            code_page: self.code_page,
        }
    }

    /// A finding, if the last game was too large to be read to its end.
    pub fn oversize(&self) -> Option<Finding> {
        let end = self.first_byte + self.bytes.len() as u64;
        let message = format!(
            "the game is larger than {} MiB; the rest of it was not read",
            LARGEST_GAME >> 20
        );
        (self.skipped > 0)
            .then(|| Finding::new(Code::Truncated, Span { start: end - 1, end }, message))
    }

    /// Cuts off and returns everything after the first `length` bytes.
    pub(crate) fn split_off(&mut self, length: usize) -> Self {
        let bytes = self.bytes.split_off(length);
        let rest = Self {
            first_byte: self.first_byte + length as u64,
            first_line: self.first_line + count_line_ends(&self.bytes, bytes.first()),
            part: Part::new(false, self.part.ends_file()),
            skipped: std::mem::take(&mut self.skipped),
            code_page: self.code_page,
            bytes,
        };
        self.part = Part::new(self.part.begins_file(), false);
        rest
    }

    /// This block and the one that follows it in the file, as one.
    #[must_use]
    pub(crate) fn joined(mut self, next: &Self) -> Self {
        self.bytes.extend_from_slice(&next.bytes);
        self.part = Part::new(self.part.begins_file(), next.part.ends_file());
        self.skipped = next.skipped;
        self.code_page = next.code_page;
        self
    }
}

/// The memory of blocks that have been read, for reuse: allocating every block anew is slow with several threads.
#[derive(Debug, Clone, Default)]
pub(super) struct SpareBuffers(Arc<Mutex<Vec<Vec<u8>>>>);

impl SpareBuffers {
    /// How many buffers are kept: about one for each worker.
    const MAX: usize = 16;

    /// Keeps the memory of a block that is no longer needed, unless it is large.
    pub(super) fn give_back(&self, block: Block) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if block.bytes.capacity() <= 2 * BLOCK_SIZE && kept.len() < Self::MAX {
            kept.push(block.bytes);
        }
    }

    /// A buffer, with whatever bytes it held before.
    fn take(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }
}

/// Reads a stream block by block.
#[derive(Debug)]
pub struct Blocks<R> {
    name: String,
    stream: R,
    size: usize,
    largest: usize,
    /// What was read and not yet returned, and space for more: bytes that have been used before need not be set to zero.
    buffer: Vec<u8>,
    /// How many bytes of the buffer hold text.
    filled: usize,
    spare: SpareBuffers,
    first_byte: u64,
    first_line: u64,
    counts_lines: bool,
    code_page: Option<CodePage>,
    /// How many bytes of the buffer are known to be UTF-8.
    checked: usize,
    /// Whether the stream has ended.
    is_read: bool,
    /// Whether the last block was returned.
    ended: bool,
    /// Why the stream broke off; reported after everything that could be read.
    broken: Option<io::Error>,
}

impl<R: Read> Blocks<R> {
    /// Blocks of the usual size.
    pub fn new(name: String, stream: R) -> Self {
        Self::with_sizes(name, stream, BLOCK_SIZE, LARGEST_GAME)
    }

    /// Blocks of about `size` bytes, with games of at most `largest` bytes.
    pub fn with_sizes(name: String, stream: R, size: usize, largest: usize) -> Self {
        Self {
            name,
            stream,
            size,
            largest,
            buffer: Vec::new(),
            filled: 0,
            spare: SpareBuffers::default(),
            first_byte: 0,
            first_line: 1,
            counts_lines: true,
            code_page: None,
            checked: 0,
            is_read: false,
            ended: false,
            broken: None,
        }
    }

    /// The same in blocks of about `size` bytes.
    #[must_use]
    pub fn of_size(self, size: usize) -> Self {
        Self { size, ..self }
    }

    /// The same without counting lines, for output that shows none.
    #[must_use]
    pub fn without_lines(self) -> Self {
        Self { counts_lines: false, ..self }
    }

    /// Where blocks may be given back when they have been read.
    pub(super) fn spare_buffers(&self) -> SpareBuffers {
        self.spare.clone()
    }

    fn next_block(&mut self) -> Option<Block> {
        let mut wanted = self.size;
        if self.first_byte == 0 {
            self.fill(wanted.max(HEAD));
            if is_unreadable(self.pending()) {
                return Some(self.cut_head());
            }
        }
        loop {
            let is_all = self.fill(wanted);
            self.find_code_page();
            if is_all {
                self.ended = true;
                let is_empty = self.filled == 0 && self.first_byte > 0;
                return (!is_empty).then(|| self.cut(self.filled, Part::Last));
            }
            if let Some(cut) = last_boundary(&self.buffer[..wanted], self.size / 2) {
                return Some(self.cut(cut, Part::Middle));
            }
            if wanted >= self.largest {
                return Some(self.cut_oversize());
            }
            wanted = (wanted * 2).min(self.largest);
        }
    }

    /// What was read and not yet returned.
    fn pending(&self) -> &[u8] {
        &self.buffer[..self.filled]
    }

    /// Reads until the buffer holds `wanted` bytes; returns whether it then holds all that is left of the stream.
    fn fill(&mut self, wanted: usize) -> bool {
        if self.buffer.is_empty() {
            // The system has zeroed pages ready, and most of a small file's buffer is never touched.
            self.buffer = vec![0; wanted];
        } else if self.buffer.len() < wanted {
            self.buffer.resize(wanted, 0);
        }
        while !self.is_read && self.filled < wanted {
            match self.stream.read(&mut self.buffer[self.filled..wanted]) {
                Ok(0) => self.is_read = true,
                Ok(read) => self.filled += read,
                Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
                Err(cause) => {
                    self.broken = Some(cause);
                    self.is_read = true;
                }
            }
        }
        self.is_read && self.filled <= wanted
    }

    /// Decides about the code page of the file where the first byte is not UTF-8, by the text from there on.
    fn find_code_page(&mut self) {
        let unchecked = &self.buffer[self.checked..self.filled];
        if self.code_page.is_some() || unchecked.is_ascii() {
            self.checked = self.filled;
            return;
        }
        let strange = str::from_utf8(unchecked).err();
        self.checked += strange.map_or(unchecked.len(), |strange| strange.valid_up_to());
        // A character may continue in what is not read yet.
        if strange.is_none_or(|strange| strange.error_len().is_none() && !self.is_read) {
            return;
        }
        self.fill(self.checked + SAMPLE);
        self.code_page = CodePage::of(self.pending());
    }

    /// Returns only the beginning of a file that holds no games: nothing else in it has a meaning.
    fn cut_head(&mut self) -> Block {
        let length = self.filled.min(HEAD);
        self.filled = length;
        self.ended = true;
        self.broken = None;
        self.cut(length, Part::Last)
    }

    fn cut(&mut self, length: usize, part: Part) -> Block {
        let part = Part::new(self.first_byte == 0, part.ends_file());
        let (first_byte, first_line) = (self.first_byte, self.first_line);
        let code_page = self.code_page;
        let bytes = self.take_front(length);
        Block { bytes, first_byte, first_line, part, skipped: 0, code_page }
    }

    /// Takes `length` bytes from the front of what was read, and counts them.
    fn take_front(&mut self, length: usize) -> Vec<u8> {
        let rest = &self.buffer[length..self.filled];
        let next = rest.first();
        self.first_byte += length as u64;
        self.checked = self.checked.saturating_sub(length);
        if self.counts_lines {
            self.first_line += count_line_ends(&self.buffer[..length], next);
        }
        let mut buffer = self.spare.take();
        if buffer.len() < rest.len() {
            buffer.resize(rest.len(), 0);
        }
        buffer[..rest.len()].copy_from_slice(rest);
        self.filled = rest.len();
        let mut passed = std::mem::replace(&mut self.buffer, buffer);
        passed.truncate(length);
        passed
    }

    /// Returns the beginning of a game that is too large, and skips the rest of it.
    fn cut_oversize(&mut self) -> Block {
        let mut block = self.cut(self.filled, Part::Last);
        loop {
            let is_all = self.fill(self.size.max(64));
            let cut = first_boundary(self.pending());
            // A boundary may lie across the end of what was read, so a few bytes are kept.
            let passed =
                cut.unwrap_or(if is_all { self.filled } else { self.filled.saturating_sub(32) });
            block.skipped += self.take_front(passed).len() as u64;
            self.ended = is_all && self.filled == 0;
            if cut.is_some() || is_all {
                return block;
            }
        }
    }
}

impl<R: Read> Iterator for Blocks<R> {
    type Item = Result<Block, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        let block = if self.ended { None } else { self.next_block() };
        if let Some(block) = block {
            return Some(Ok(block));
        }
        let cause = self.broken.take()?;
        Some(Err(InputError::Unreadable { name: self.name.clone(), cause }))
    }
}

/// The last place in `text`, other than its beginning, at which a game begins. Without any `[Event`, other
/// beginnings are searched only in a text of a certain size.
fn last_boundary(text: &[u8], least: usize) -> Option<usize> {
    let other = || if text.len() < least { None } else { last_other_start(text) };
    last_event(text).or_else(other)
}

/// The first place in `text`, other than its beginning, at which a game begins.
fn first_boundary(text: &[u8]) -> Option<usize> {
    let mut line_starts = memchr::memchr2_iter(b'\n', b'\r', text).map(|at| at + 1);
    let event = |at: usize| text[at..].starts_with(b"[Event ") && follows_blank_line(text, at);
    line_starts.find(|&at| event(at) || is_other_start(text, at))
}

fn last_event(text: &[u8]) -> Option<usize> {
    let finder = memmem::FinderRev::new(b"[Event ");
    finder.rfind_iter(text).find(|&at| follows_blank_line(text, at))
}

fn follows_blank_line(text: &[u8], at: usize) -> bool {
    let space = space_before(text, at);
    matches!(space.last(), Some(b'\n' | b'\r')) && count_line_ends(space, None) > 1
}

fn space_before(text: &[u8], at: usize) -> &[u8] {
    &text[text[..at].trim_ascii_end().len()..at]
}

fn last_other_start(text: &[u8]) -> Option<usize> {
    let mut line_starts = memchr::memrchr2_iter(b'\n', b'\r', text).map(|at| at + 1);
    line_starts.find(|&at| is_other_start(text, at))
}

/// For archives without Event tags or without blank lines: tags after moves, or anything after a result, where the
/// parser too is certain that a game has ended.
fn is_other_start(text: &[u8], at: usize) -> bool {
    let Some(first) = text.get(at).filter(|byte| !byte.is_ascii_whitespace()) else { return false };
    let last_line = line_before(&text[..at]);
    let tags = last_line.starts_with(b"[") || last_line.ends_with(b"]");
    let blank = || follows_blank_line(text, at);
    let begins_tags =
        *first == b'[' && text.get(at + 1).is_some_and(u8::is_ascii_alphabetic) && !tags;
    let begins_moves = || text[at..].starts_with(b"1.") && !text[at..].starts_with(b"1..");
    let after_result = || begins_tags || begins_moves() || blank();
    (begins_tags && !last_line.is_empty() && blank())
        || (ends_with_result(last_line) && after_result())
}

/// The last line that is not blank.
fn line_before(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii_end();
    &text[memchr::memrchr2(b'\n', b'\r', text).map_or(0, |at| at + 1)..]
}

/// Whether a line of moves ends a game. A result in a tag or in a `;` comment does not.
fn ends_with_result(line: &[u8]) -> bool {
    let results: [&[u8]; 4] = [b"1-0", b"0-1", b"1/2-1/2", b"*"];
    let before = results.iter().find_map(|result| line.strip_suffix(*result));
    let stands_alone = before.is_some_and(|before| matches!(before, [] | [.., b' ' | b'\t']));
    stands_alone && !line.starts_with(b"[") && memchr::memchr2(b';', b'%', line).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cuts_before_an_event_after_a_blank_line_only() {
        for (text, cut) in [
            ("[Event \"a\"]\n\n*\n\n[Event \"b\"]\n", Some(16)),
            ("[Event \"a\"]\r\n\r\n*\r\n\r\n[Event \"b\"]\r\n", Some(20)),
            ("[Event \"a\"]\r\r*\r\r[Event \"b\"]\r", Some(16)),
            ("[Event \"a\"]\n\n*\n[Event \"b\"]\n", None),
            ("[Event \"a\"]\n\n*\n\n[EventDate \"b\"]\n", None),
            ("[Event \"a\"]\n\n1. e4 {\n\nsee [Event \"b\"]} *\n", None),
        ] {
            assert_eq!(last_boundary(text.as_bytes(), 100), cut, "{text:?}");
        }
    }

    #[test]
    fn cuts_games_without_event_when_there_are_many() {
        let games = "1. e4 e5 1-0\n".repeat(8000);
        let cut = last_boundary(games.as_bytes(), 1 << 16);
        assert_eq!(cut, Some(games.len() - 13));
        let games = "[White \"a\"]\n\n1. e4 *\n\n".repeat(8000);
        assert_eq!(last_boundary(games.as_bytes(), 1 << 16), Some(games.len() - 22));
        let games = "e4 e5 1-0\n\n".repeat(8000);
        assert_eq!(last_boundary(games.as_bytes(), 1 << 16), Some(games.len() - 11));
        let games = "[Event \"a\"]\n1. e4 *\n".repeat(8000);
        assert_eq!(last_boundary(games.as_bytes(), 1 << 16), Some(games.len() - 20));
    }

    #[test]
    fn does_not_cut_after_a_result_that_ends_no_game() {
        for text in [
            "1. e4 ; as in 1-0\n\n1... e5\n",
            "1. e4 1-0\n1... e5 1-0\n",
            "[Site \"lost 1-0\n\n1. e4\n",
            "1. e4 x1-0\n\n1. e4\n",
            "e4 e5 1-0\nd4 d5 0-1\n",
        ] {
            assert_eq!(last_other_start(text.as_bytes()), None, "{text:?}");
            assert_eq!(first_boundary(text.as_bytes()), None, "{text:?}");
        }
    }
}
