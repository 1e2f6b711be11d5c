//! A stream cut into blocks of whole games. One block is in memory at a time, plus the beginning of the next. A cut is
//! made where a game seems to begin. Whether it does, the parser of the block before says: it sees a few bytes more than the block.

use std::{
    io::{self, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use crate::{
    archive::{
        Block, Extent, InputError, Interrupt,
        boundary::{boundary_from, first_boundary, last_boundary, last_end},
        spare::SpareBuffers,
    },
    pgn::{HEAD, Part, blank_marks, is_quoted_mail, is_unreadable, last_line},
    text::{CodePage, Preceding, SAMPLE, SIGHT, WideEncoding, count_line_ends},
};

/// The usual size of a block: it stays in the processor's cache while it is read, and at the end of a file no worker has much
/// to do while the others wait.
pub(super) const BLOCK_SIZE: usize = 256 << 10;

/// The size from which a game is not read to its end: the longest known games have a few kilobytes, annotated ones a few
/// hundred. The rest of a larger game is skipped up to the next place where a game surely begins: tags or a result, and a blank line.
pub const LARGEST_GAME: usize = 16 << 20;

/// What is skipped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Skips {
    Nothing,
    /// The rest of a game that is too large.
    ToNextGame,
    /// The end of a game of another shard.
    ToFirstGame,
    /// The rest of a file that holds no games.
    ToEnd,
}

/// Reads a stream block by block.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
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
    /// The size of the stream, if it is known and several workers share the blocks.
    shared: u64,
    first_line: u64,
    counts_lines: bool,
    code_page: Option<CodePage>,
    before: Option<Preceding>,
    wide_encoding: Option<WideEncoding>,
    is_quoted: bool,
    /// Where the shard ends, as soon as that is known.
    shard_end: Option<Arc<AtomicU64>>,
    /// How many bytes of the buffer are known to be UTF-8.
    checked: usize,
    /// Whether what comes next belongs to no game that is read.
    skips: Skips,
    /// Whether blocks that are not read are returned too.
    keeps_unread: bool,
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
            shared: 0,
            first_line: 1,
            counts_lines: true,
            code_page: None,
            before: None,
            wide_encoding: None,
            is_quoted: false,
            shard_end: None,
            checked: 0,
            skips: Skips::Nothing,
            keeps_unread: false,
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

    /// The same of a text that was transcoded from this encoding.
    #[must_use]
    pub fn transcoded_from(self, wide_encoding: Option<WideEncoding>) -> Self {
        Self { wide_encoding, ..self }
    }

    /// The same in blocks of about `size` bytes.
    #[must_use]
    pub fn of_size(self, size: usize) -> Self {
        Self { size, ..self }
    }

    /// The same for several workers that share `size` bytes: the last blocks are smaller, so that all end at about the same time.
    #[must_use]
    pub(super) fn shared(self, size: u64) -> Self {
        Self { shared: size, ..self }
    }

    /// The same without counting lines, for output that shows none.
    #[must_use]
    pub fn without_lines(self) -> Self {
        Self { counts_lines: false, ..self }
    }

    /// The same with all bytes of the stream: what is not read comes in blocks of its own.
    #[must_use]
    pub fn with_unread(self) -> Self {
        Self { keeps_unread: true, ..self }
    }

    /// The same of a shard that begins at `first_byte`. `shard_end` is `u64::MAX` until the stream has passed the end. Everything
    /// before the first game is unread; the last block ends with the first game start at or after the end.
    #[must_use]
    pub(super) fn of_shard(self, first_byte: u64, shard_end: Arc<AtomicU64>) -> Self {
        let skips = if first_byte == 0 { Skips::Nothing } else { Skips::ToFirstGame };
        Self { first_byte, skips, shard_end: Some(shard_end), keeps_unread: true, ..self }
    }

    /// How many bytes of the buffer are in the shard, if it ends in it.
    fn left_of_shard(&self) -> Option<usize> {
        let end = self.shard_end.as_ref()?.load(Ordering::Relaxed);
        let left = usize::try_from(end.saturating_sub(self.first_byte)).ok()?;
        (left <= self.filled && !self.is_quoted && self.wide_encoding.is_none()).then_some(left)
    }

    /// Where the first game begins that belongs to the next shard.
    fn next_shard(&self) -> Option<usize> {
        let sight = if self.is_read { 1 } else { SIGHT };
        boundary_from(self.pending(), self.left_of_shard()?, sight)
    }

    /// Where blocks may be given back when they have been read.
    pub(super) fn spare_buffers(&self) -> SpareBuffers {
        self.spare.clone()
    }

    fn next_block(&mut self) -> Option<Block> {
        while self.skips != Skips::Nothing {
            let unread = self.skip();
            if unread.is_some() || self.ended {
                return unread;
            }
        }
        let is_end =
            self.first_byte < self.shared && self.shared - self.first_byte < 4 * self.size as u64;
        let mut wanted = if is_end { self.size.div_ceil(4) } else { self.size };
        if self.first_byte == 0 {
            self.fill(wanted.max(HEAD));
            if is_unreadable(self.pending()) && !self.is_interrupted() {
                return Some(self.cut_head());
            }
            self.is_quoted = is_quoted_mail(self.pending());
            self.blank_marks(0);
        }
        loop {
            let is_all = self.fill(wanted + SIGHT) && self.filled <= wanted;
            self.find_code_page();
            if self.is_interrupted() {
                self.ended = true;
                return last_end(self.pending()).map(|end| self.cut(end, Part::Middle));
            }
            if let Some(cut) = self.next_shard() {
                return Some(Block { ends_shard: true, ..self.cut(cut, Part::Middle) });
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
                return Some(self.cut_oversize(wanted));
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
        let filled = self.filled;
        if self.buffer.len() < self.size {
            self.take_buffer(wanted);
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
        self.blank_marks(filled);
        self.is_read && self.filled <= wanted
    }

    /// Takes a buffer for `wanted` bytes, most likely the one that this worker has just given back: its cache still holds it.
    fn take_buffer(&mut self, wanted: usize) {
        let (mut buffer, length) = (self.spare.take(), wanted.max(self.filled));
        if buffer.is_empty() {
            // The system has zeroed pages ready, and most of a small file's buffer is never touched.
            buffer = vec![0; length];
        } else {
            buffer.resize(length, 0);
        }
        buffer[..self.filled].copy_from_slice(&self.buffer[..self.filled]);
        self.buffer = buffer;
    }

    /// Blanks the quote marks of an email from the line on that contains a byte of the buffer.
    fn blank_marks(&mut self, from: usize) {
        if self.is_quoted {
            let line = self.buffer[..from].len() - last_line(&self.buffer[..from]).len();
            blank_marks(&mut self.buffer[line..self.filled]);
        }
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
        let block = self.cut(self.filled.min(HEAD), Part::Last);
        if self.keeps_unread {
            self.skips = Skips::ToEnd;
        } else {
            self.ended = true;
            self.broken = None;
        }
        block
    }

    fn cut(&mut self, length: usize, part: Part) -> Block {
        let part = Part::new(self.first_byte == 0, part.ends_file());
        let Self { first_byte, first_line, code_page, before, .. } = *self;
        let Self { wide_encoding, is_quoted, .. } = *self;
        let text = self.take_front(length);
        let extent = Extent::Games;
        Block {
            text,
            length,
            first_byte,
            first_line,
            part,
            extent,
            code_page,
            before,
            wide_encoding,
            is_quoted,
            ends_shard: false,
        }
    }

    /// Takes `length` bytes from the front of what was read, and counts them; with them come those that are in sight after them.
    fn take_front(&mut self, length: usize) -> Vec<u8> {
        let rest = &self.buffer[length..self.filled];
        let next = rest.first();
        self.first_byte += length as u64;
        self.checked = self.checked.saturating_sub(length);
        if self.counts_lines {
            self.first_line += count_line_ends(&self.buffer[..length], next);
        }
        self.before = Preceding::new(&self.buffer[..length], next, self.before);
        let rest = rest.to_vec();
        self.filled = rest.len();
        let mut passed = std::mem::replace(&mut self.buffer, rest);
        passed.truncate((length + SIGHT).min(length + self.filled));
        passed
    }

    /// Returns the beginning of a game that is too large; the rest of it is skipped.
    fn cut_oversize(&mut self, length: usize) -> Block {
        self.skips = Skips::ToNextGame;
        Block { extent: Extent::Oversize, ..self.cut(length, Part::Last) }
    }

    /// Passes some bytes that are not read; returns them if they are kept.
    fn skip(&mut self) -> Option<Block> {
        let is_all = self.fill(self.size.max(4 * SIGHT));
        let sight = if is_all { 1 } else { SIGHT };
        let cut = match self.skips {
            Skips::ToNextGame | Skips::ToFirstGame => first_boundary(self.pending(), sight),
            Skips::Nothing | Skips::ToEnd => None,
        };
        // A boundary may lie across the end of what was read, so a few bytes are kept.
        let kept = if is_all { 0 } else { 2 * SIGHT };
        let length = cut.unwrap_or(self.filled.saturating_sub(kept));
        let block = self.cut(length, Part::Middle);
        self.ended = (is_all && self.filled == 0) || self.is_interrupted();
        let is_past = self.left_of_shard() == Some(0);
        if self.skips == Skips::ToFirstGame {
            // Another shard owns what comes before the first game, and without it a game start may look different.
            self.first_line = 1;
            self.ended |= is_past;
            if cut.is_some() && self.before.is_some() {
                self.skips = Skips::Nothing;
            }
        } else if cut.is_some() || is_all {
            self.skips = Skips::Nothing;
        }
        let ends_shard = is_past && cut.is_some();
        self.ended |= ends_shard;
        let is_kept = self.keeps_unread && block.length > 0;
        is_kept.then_some(Block { extent: Extent::Unread, ends_shard, ..block })
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
