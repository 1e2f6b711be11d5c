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
    diagnostics::{Code, Finding},
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
    /// The line of the file on which it begins, counted from one if lines are counted.
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
    pub fn oversize(&self) -> Option<Finding> {
        let end = self.first_byte + self.bytes.len() as u64;
        let message = format!(
            "the game is larger than {} MiB; the rest of it was not read",
            LARGEST_GAME >> 20
        );
        (self.skipped > 0)
            .then(|| Finding::new(Code::Truncated, Span { start: end - 1, end }, message))
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
        self.position = match (self.position.begins_file(), next.position.ends_file()) {
            (true, true) => Position::Whole,
            (true, false) => Position::First,
            (false, true) => Position::Last,
            (false, false) => Position::Middle,
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
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if block.bytes.capacity() <= 2 * BLOCK && kept.len() < Self::MOST {
            kept.push(block.bytes);
        }
    }

    /// Memory with whatever was in it.
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
    /// What was read and not yet given away, and room for more: bytes that have been used before need not be set to zero.
    room: Vec<u8>,
    /// How many bytes of it were read.
    filled: usize,
    spare: Spare,
    first_byte: u64,
    first_line: u64,
    counts_lines: bool,
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
            room: Vec::new(),
            filled: 0,
            spare: Spare::default(),
            first_byte: 0,
            first_line: 1,
            counts_lines: true,
            begun: false,
            ended: false,
            broken: None,
        }
    }

    /// The same without counting lines, for those to whom none are shown.
    #[must_use]
    pub fn without_lines(self) -> Self {
        Self { counts_lines: false, ..self }
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
                let nothing = self.filled == 0 && self.begun;
                return (!nothing).then(|| self.give(self.filled, Position::Last));
            }
            if let Some(cut) = last_boundary(self.pending()) {
                return Some(self.give(cut, Position::Middle));
            }
            if self.filled >= self.largest {
                return Some(self.give_oversize());
            }
            wanted = (wanted * 2).min(self.largest);
        }
    }

    /// What was read and not yet given away.
    fn pending(&self) -> &[u8] {
        &self.room[..self.filled]
    }

    /// Reads until so many bytes are there; whether the stream is over.
    fn fill(&mut self, wanted: usize) -> bool {
        if self.room.is_empty() {
            // The system has zeros ready, and much of a small file's room is never looked at.
            self.room = vec![0; wanted];
        } else if self.room.len() < wanted {
            self.room.resize(wanted, 0);
        }
        while self.filled < wanted {
            match self.stream.read(&mut self.room[self.filled..wanted]) {
                Ok(0) => return true,
                Ok(read) => self.filled += read,
                Err(cause) if cause.kind() == io::ErrorKind::Interrupted => {}
                Err(cause) => {
                    self.broken = Some(cause);
                    return true;
                }
            }
        }
        false
    }

    fn give(&mut self, length: usize, position: Position) -> Block {
        let position = match (self.begun, position) {
            (false, Position::Last) => Position::Whole,
            (false, _) => Position::First,
            (true, position) => position,
        };
        let (first_byte, first_line) = (self.first_byte, self.first_line);
        self.begun = true;
        Block { first_byte, first_line, position, skipped: 0, bytes: self.pass_over(length) }
    }

    /// Takes so many bytes from the front of what was read, and counts them.
    fn pass_over(&mut self, length: usize) -> Vec<u8> {
        let rest = &self.room[length..self.filled];
        let next = rest.first();
        self.first_byte += length as u64;
        if self.counts_lines {
            self.first_line += count_line_ends(&self.room[..length], next);
        }
        let mut room = self.spare.take();
        if room.len() < rest.len() {
            room.resize(rest.len(), 0);
        }
        room[..rest.len()].copy_from_slice(rest);
        self.filled = rest.len();
        let mut passed = std::mem::replace(&mut self.room, room);
        passed.truncate(length);
        passed
    }

    /// Gives what there is of a game that is too large, and skips the rest of it.
    fn give_oversize(&mut self) -> Block {
        let mut block = self.give(self.filled, Position::Last);
        loop {
            let is_all = self.fill(self.size.max(64));
            let cut = first_boundary(self.pending());
            // A boundary may lie across the end of what was read: a few bytes are kept for it.
            let passed =
                cut.unwrap_or(if is_all { self.filled } else { self.filled.saturating_sub(32) });
            block.skipped += self.pass_over(passed).len() as u64;
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
        match block {
            Some(block) => Some(Ok(block)),
            None => {
                self.broken.take().map(|cause| Err(InputError { name: self.name.clone(), cause }))
            }
        }
    }
}
