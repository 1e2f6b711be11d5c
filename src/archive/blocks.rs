//! A stream cut into blocks of whole games. One block is in memory at a time, plus the beginning of the next. A cut is
//! made where a game begins, unless that place is inside a comment.

use std::{
    io::{self, Read},
    sync::{Arc, Mutex, PoisonError},
};

use memchr::memmem;

use crate::{
    archive::{InputError, Interrupt},
    diagnostics::{Code, Finding},
    pgn::{
        HEAD, Part, after_tags, is_move_like, is_unreadable, known, last_line, last_word,
        starts_game, starts_moves, tag_pair,
    },
    text::{CodePage, SAMPLE, Source, Span, count_line_ends, last_byte},
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
    /// The last byte of the file before it that is not white space.
    pub before: Option<u8>,
}

impl Block {
    /// The text, with the name of its file.
    pub fn source<'a>(&'a self, name: &'a str) -> Source<'a> {
        Source {
            first_byte: self.first_byte,
            first_line: self.first_line,
            code_page: self.code_page,
            before: self.before,
            ..Source::new(name, &self.bytes)
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
            before: last_byte(&self.bytes).or(self.before),
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
    before: Option<u8>,
    /// How many bytes of the buffer are known to be UTF-8.
    checked: usize,
    /// Whether the stream has ended.
    is_read: bool,
    /// Whether the last block was returned.
    ended: bool,
    /// Why the stream broke off; reported after everything that could be read.
    broken: Option<io::Error>,
    interrupt: Interrupt,
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
            before: None,
            checked: 0,
            is_read: false,
            ended: false,
            broken: None,
            interrupt: Interrupt::default(),
        }
    }

    /// The same until a signal arrives; a game that is not read to its end is then left out.
    #[must_use]
    pub fn until(self, interrupt: Interrupt) -> Self {
        Self { interrupt, ..self }
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
            if is_unreadable(self.pending()) && !self.is_interrupted() {
                return Some(self.cut_head());
            }
        }
        loop {
            let is_all = self.fill(wanted);
            self.find_code_page();
            if self.is_interrupted() {
                self.ended = true;
                return last_end(self.pending()).map(|end| self.cut(end, Part::Middle));
            }
            if is_all {
                self.ended = true;
                let is_empty = self.filled == 0 && self.first_byte > 0;
                return (!is_empty).then(|| self.cut(self.filled, Part::Last));
            }
            if let Some(cut) = last_boundary(&self.buffer[..wanted]) {
                return Some(self.cut(cut, Part::Middle));
            }
            if wanted >= self.largest {
                return Some(self.cut_oversize());
            }
            wanted = (wanted * 2).min(self.largest);
        }
    }

    /// Whether a signal arrived before the end of the stream. A stream that broke off may have been waiting then.
    fn is_interrupted(&self) -> bool {
        (!self.is_read || self.broken.is_some()) && self.interrupt.signal().is_some()
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
        while !self.is_read && self.filled < wanted && !self.is_interrupted() {
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
        let Self { first_byte, first_line, code_page, before, .. } = *self;
        let bytes = self.take_front(length);
        Block { bytes, first_byte, first_line, part, skipped: 0, code_page, before }
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
        self.before = last_byte(&passed).or(self.before);
        passed
    }

    /// Returns the beginning of a game that is too large, and skips the rest of it.
    fn cut_oversize(&mut self) -> Block {
        let mut block = self.cut(self.filled, Part::Last);
        loop {
            let is_all = self.fill(self.size.max(4 * SIGHT));
            let cut = first_boundary(self.pending(), if is_all { 1 } else { SIGHT });
            // A boundary may lie across the end of what was read, so a few bytes are kept.
            let kept = if is_all { 0 } else { 2 * SIGHT };
            let passed = cut.unwrap_or(self.filled.saturating_sub(kept));
            block.skipped += self.take_front(passed).len() as u64;
            self.ended = (is_all && self.filled == 0) || self.is_interrupted();
            if cut.is_some() || is_all || self.ended {
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
        if self.is_interrupted() {
            self.is_read = true;
            self.broken = None;
            return Some(Err(InputError::Interrupted));
        }
        let cause = self.broken.take()?;
        Some(Err(InputError::Unreadable { name: self.name.clone(), cause }))
    }
}

/// The last place in `text`, other than its beginning, at which a game begins.
fn last_boundary(text: &[u8]) -> Option<usize> {
    last_event(text).or_else(|| last_other_start(text))
}

/// Where the last game ends that has been read as a whole: at the end of `text`, or where the next game begins.
fn last_end(text: &[u8]) -> Option<usize> {
    let is_whole = text.ends_with(b"\n") && ends_with_result(text.trim_ascii_end());
    if is_whole { Some(text.len()) } else { last_boundary(text) }
}

/// The first place in `text`, other than its beginning, at which a game of at least `sight` bytes begins.
fn first_boundary(text: &[u8], sight: usize) -> Option<usize> {
    let mut line_starts = memchr::memchr2_iter(b'\n', b'\r', text).map(|at| at + 1);
    let event = |at: usize| text[at..].starts_with(b"[Event ") && follows_blank_line(text, at);
    line_starts.find(|&at| event(at) || is_other_start(text, at, sight))
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
    line_starts.find(|&at| is_other_start(text, at, SIGHT))
}

/// How many bytes from the beginning of a game on must be in sight for the parser to judge it alike.
const SIGHT: usize = 512;

/// For archives without Event tags, blank lines or results: where the parser too is certain that a game begins.
fn is_other_start(text: &[u8], at: usize, sight: usize) -> bool {
    let game = &text[at..];
    if game.len() < sight || game[0].is_ascii_whitespace() {
        return false;
    }
    let line = last_line(text[..at].trim_ascii_end());
    let moves = moves_of(line);
    let is_blank = || follows_blank_line(text, at);
    if matches!(game, [b'[', b'a'..=b'z' | b'A'..=b'Z', ..]) {
        let follows_tags = moves.is_empty() && !line.is_empty();
        let follows_moves = !moves.is_empty() && !moves.ends_with(b"]");
        ends_with_result(moves)
            || (follows_moves && is_blank())
            || (follows_tags && is_blank() && repeats_tag(text, at))
    } else if ends_with_result(moves) {
        is_blank() || starts_game(game)
    } else {
        is_move_like(last_word(moves)) && is_blank() && starts_game(game)
    }
}

/// The part of a line that follows its tags, if it is moves; nothing where it hides or may be in a broken tag.
fn moves_of(line: &[u8]) -> &[u8] {
    let after = after_tags(line);
    let is_sound = after.len() == line.len() || starts_moves(after);
    let is_plain = !after.starts_with(b"[") && memchr::memchr2(b';', b'%', after).is_none();
    if is_sound && is_plain { after } else { b"" }
}

/// Whether the tag at a place is known, and a tag of its name is on the lines before the blank line.
fn repeats_tag(text: &[u8], at: usize) -> bool {
    let name = |text| tag_pair(text).ok().and_then(|(_, tag)| known(tag.name));
    let repeated = name(&text[at..]);
    let mut before = text[..at].trim_ascii_end();
    while repeated.is_some() && before.ends_with(b"]") {
        let line = last_line(before);
        if name(line) == repeated {
            return true;
        }
        let above = &before[..before.len() - line.len()];
        before = above.strip_suffix(b"\n").unwrap_or(above);
        before = before.strip_suffix(b"\r").unwrap_or(before);
    }
    false
}

/// Whether a line of moves ends a game.
fn ends_with_result(moves: &[u8]) -> bool {
    matches!(last_word(moves), b"1-0" | b"0-1" | b"1/2-1/2" | b"*")
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
            assert_eq!(last_boundary(text.as_bytes()), cut, "{text:?}");
        }
    }

    #[test]
    fn cuts_games_without_event_when_there_are_many() {
        for game in [
            "1. e4 e5 1-0\n",
            "[White \"a\"]\n\n1. e4 *\n\n",
            "e4 e5 1-0\n\n",
            "[Event \"a\"]\n1. e4 *\n",
            "e4 e5 1-0\n",
            "e2e4 e7e5 *\r\n",
            "[Result \"1-0\"] e4 *\n",
            "[Round \"1\"]\n[White \"a\"]\n\n",
            "1. e4 e5\n2. Nf3\n\n",
            "d4 d5\n\n\n",
        ] {
            let games = game.repeat(10_000);
            let unseen = SIGHT.div_ceil(game.len()) * game.len();
            assert_eq!(last_boundary(games.as_bytes()), Some(games.len() - unseen), "{game:?}");
            assert_eq!(first_boundary(games.as_bytes(), SIGHT), Some(game.len()), "{game:?}");
        }
    }

    #[test]
    fn does_not_cut_where_no_game_ends_or_begins() {
        for text in [
            "1. e4 ; as in 1-0\n\n1... e5\n",
            "1. e4 1-0\n1... e5 1-0\n",
            "[Site \"lost 1-0\n\n1. e4\n",
            "1. e4 x1-0\n\n1... e5\n",
            "e4 e5 1-0\nNc6 d5 0-1\n",
            "[White \"a\"]\n\n1. e4 *\n",
            "[White \"a\"]\n\n[Black \"b\"]\n",
            "1. e4 {good}\n\n1... e5\n",
            "{A game with}\n\n1. e4 e5\n",
            "[White \"a\"] so 1-0\n[Black \"b\"]\n",
        ] {
            assert_eq!(first_boundary(text.as_bytes(), 1), None, "{text:?}");
        }
    }
}
