//! A stream cut into blocks of whole games. One block is in memory at a time, plus the beginning of the next.

use std::{
    io::{self, Read},
    sync::{Arc, Mutex, PoisonError},
};

use crate::{
    archive::{
        InputError,
        boundary::{first_boundary, last_boundary},
    },
    diagnostics::{Code, Diagnostic},
    pgn::Position,
    text::{Source, Span, count_line_ends},
};

/// The usual size of a block: it stays in the processor's cache while it is read, and at the end of a file no worker has much
/// to do while the others wait.
pub(super) const BLOCK: usize = 128 << 10;

/// The size from which a game is not read to its end: the longest known games have a few kilobytes, annotated ones a few
/// hundred. What follows is skipped up to the next place where a game surely begins: tags or a result, and a blank line.
pub const LARGEST_GAME: usize = 16 << 20;

/// Some whole games of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// The text.
    pub bytes: Vec<u8>,
    /// How many bytes of the file stand before it.
    pub first_byte: u64,
    /// The line of the file on which it begins, counted from one.
    pub first_line: u64,
    /// Which part of the file it is.
    pub position: Position,
    /// How many bytes of a game that is too large follow it and were not read.
    pub skipped: u64,
}

impl Block {
    /// Its text under the name of its file.
    pub fn source<'a>(&'a self, name: &'a str) -> Source<'a> {
        Source {
            name,
            bytes: &self.bytes,
            first_byte: self.first_byte,
            first_line: self.first_line,
        }
    }

    /// The finding that the last game was too large to be read to its end.
    pub fn oversize(&self) -> Option<Diagnostic> {
        let end = self.first_byte + self.bytes.len() as u64;
        let message = format!(
            "the game is larger than {} MiB; the rest of it was not read",
            LARGEST_GAME >> 20
        );
        (self.skipped > 0)
            .then(|| Diagnostic::new(Code::Truncated, Span { start: end - 1, end }, message))
    }

    /// Cuts off what follows the first `length` bytes.
    pub(crate) fn split_off(&mut self, length: usize) -> Self {
        let bytes = self.bytes.split_off(length);
        let rest = Self {
            first_byte: self.first_byte + length as u64,
            first_line: self.first_line + count_line_ends(&self.bytes, bytes.first()),
            position: if self.position.ends_file() { Position::Last } else { Position::Middle },
            skipped: std::mem::take(&mut self.skipped),
            bytes,
        };
        self.position =
            if self.position.begins_file() { Position::First } else { Position::Middle };
        rest
    }

    /// This block and the one that follows it in the file, as one.
    #[must_use]
    pub(crate) fn joined(mut self, next: &Self) -> Self {
        self.bytes.extend_from_slice(&next.bytes);
        let ends = matches!(next.position, Position::Last | Position::Whole);
        self.position = match (self.position, ends) {
            (Position::First | Position::Whole, true) => Position::Whole,
            (Position::First | Position::Whole, false) => Position::First,
            (_, true) => Position::Last,
            (_, false) => Position::Middle,
        };
        self.skipped = next.skipped;
        self
    }
}

/// The memory of blocks that have been read, to be used again: to fetch it from the system for every block is slow where there are
/// several threads.
#[derive(Debug, Clone, Default)]
pub(super) struct Spare(Arc<Mutex<Vec<Vec<u8>>>>);

impl Spare {
    /// So many are kept; more are only needed by as many workers.
    const MOST: usize = 16;

    /// Keeps the memory of a block that is no longer needed, unless it was a large one.
    pub(super) fn give_back(&self, block: Block) {
        let mut bytes = block.bytes;
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if bytes.capacity() <= 2 * BLOCK && kept.len() < Self::MOST {
            bytes.clear();
            kept.push(bytes);
        }
    }

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
    /// What was read and not yet given away.
    pending: Vec<u8>,
    spare: Spare,
    first_byte: u64,
    first_line: u64,
    begun: bool,
    ended: bool,
    /// Why the stream broke off; told after everything that could be read.
    broken: Option<io::Error>,
}

impl<R: Read> Blocks<R> {
    /// Blocks of the usual size.
    pub fn new(name: String, stream: R) -> Self {
        Self::of_size(name, stream, BLOCK, LARGEST_GAME)
    }

    /// Blocks of any size, and of games of any size.
    pub fn of_size(name: String, stream: R, size: usize, largest: usize) -> Self {
        Self {
            name,
            stream,
            size,
            largest,
            pending: Vec::new(),
            spare: Spare::default(),
            first_byte: 0,
            first_line: 1,
            begun: false,
            ended: false,
            broken: None,
        }
    }

    /// The name of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Where blocks may be given back when they have been read.
    pub(super) fn spare(&self) -> Spare {
        self.spare.clone()
    }

    fn next_block(&mut self) -> Option<Block> {
        let mut wanted = self.size;
        loop {
            let is_all = self.fill(wanted);
            if is_all {
                self.ended = true;
                let nothing = self.pending.is_empty() && self.begun;
                return (!nothing).then(|| self.give(self.pending.len(), Position::Last));
            }
            if let Some(cut) = last_boundary(&self.pending) {
                return Some(self.give(cut, Position::Middle));
            }
            if self.pending.len() >= self.largest {
                return Some(self.give_oversize());
            }
            wanted = (wanted * 2).min(self.largest);
        }
    }

    /// Reads until so many bytes are there; whether the stream is over.
    fn fill(&mut self, wanted: usize) -> bool {
        let missing = wanted.saturating_sub(self.pending.len());
        self.pending.reserve(missing);
        match self.stream.by_ref().take(missing as u64).read_to_end(&mut self.pending) {
            Ok(read) => read < missing,
            Err(cause) => {
                self.broken = Some(cause);
                true
            }
        }
    }

    fn give(&mut self, length: usize, position: Position) -> Block {
        let mut rest = self.spare.take();
        rest.extend_from_slice(&self.pending[length..]);
        self.pending.truncate(length);
        let bytes = std::mem::replace(&mut self.pending, rest);
        let position = match (self.begun, position) {
            (false, Position::Last) => Position::Whole,
            (false, _) => Position::First,
            (true, position) => position,
        };
        let block = Block {
            first_byte: self.first_byte,
            first_line: self.first_line,
            position,
            skipped: 0,
            bytes,
        };
        self.pass_over(&block.bytes);
        self.begun = true;
        block
    }

    fn pass_over(&mut self, bytes: &[u8]) {
        self.first_byte += bytes.len() as u64;
        self.first_line += count_line_ends(bytes, self.pending.first());
    }

    /// Gives what there is of a game that is too large, and skips the rest of it.
    fn give_oversize(&mut self) -> Block {
        let mut block = self.give(self.pending.len(), Position::Last);
        loop {
            let is_all = self.fill(self.size.max(64));
            let cut = first_boundary(&self.pending);
            // A boundary may lie across the end of what was read: a few bytes are kept for it.
            let passed = cut.unwrap_or(if is_all {
                self.pending.len()
            } else {
                self.pending.len().saturating_sub(32)
            });
            let rest = self.pending.split_off(passed);
            let skipped = std::mem::replace(&mut self.pending, rest);
            self.pass_over(&skipped);
            block.skipped += skipped.len() as u64;
            self.ended = is_all && self.pending.is_empty();
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
        match block {
            Some(block) => Some(Ok(block)),
            None => {
                self.broken.take().map(|cause| Err(InputError { name: self.name.clone(), cause }))
            }
        }
    }
}
