//! The blocks of a file read side by side; what is found in them is told in the order of the file, and a cut that was wrong
//! is mended.

use std::{io::Read, ops::ControlFlow};

use crate::{
    archive::{
        Block, Blocks, InputError, LARGEST_GAME,
        bench::in_order_weighed,
        blocks::{BLOCK, Spare},
    },
    pgn::{End, Position},
};

/// What came of reading a block.
#[derive(Debug)]
pub struct Work<T> {
    /// How the block ended.
    pub end: End,
    /// What was found in it.
    pub fruit: T,
}

/// Reads all blocks with `work` on so many threads, and hands them and what was found to `take` in the order of the file.
///
/// # Errors
/// When the stream cannot be read to its end; what could be read has been handed over.
pub fn read_blocks<R: Read + Send, T: Send>(
    blocks: Blocks<R>,
    jobs: usize,
    work: &(impl Fn(&Block) -> Work<T> + Sync),
    take: impl FnMut(&Block, T) -> ControlFlow<()> + Send,
) -> Result<(), InputError> {
    let mut line = Line { work, take, held: None, spare: blocks.spare() };
    let done = |item: Result<Block, InputError>| {
        item.map(|block| {
            let work = work(&block);
            (block, work)
        })
    };
    let weight = |item: &Result<Block, _>| {
        item.as_ref().map_or(1, |block| block.bytes.len().div_ceil(BLOCK))
    };
    let outcome = in_order_weighed(blocks, jobs, &weight, &done, |item| line.next(item?));
    if !matches!(outcome, Err(Stop::Enough)) {
        line.close();
    }
    outcome.or_else(Stop::into_result)
}

/// Why there is no going on.
enum Stop {
    /// Nobody wants more.
    Enough,
    /// The stream is broken.
    Broken(InputError),
}

impl From<InputError> for Stop {
    fn from(error: InputError) -> Self {
        Self::Broken(error)
    }
}

impl Stop {
    fn into_result(self) -> Result<(), InputError> {
        match self {
            Self::Enough => Ok(()),
            Self::Broken(error) => Err(error),
        }
    }
}

/// The end of the line, where blocks arrive in order and are mended if a cut was wrong.
struct Line<'w, W, F> {
    work: &'w W,
    take: F,
    /// A block that ended inside something and waits for its successor.
    held: Option<Block>,
    /// Where blocks go when they have been handed over.
    spare: Spare,
}

impl<T, W: Fn(&Block) -> Work<T>, F: FnMut(&Block, T) -> ControlFlow<()>> Line<'_, W, F> {
    fn next(&mut self, (block, work): (Block, Work<T>)) -> Result<(), Stop> {
        let (block, work) = match self.held.take() {
            Some(held) => {
                let joined = held.joined(&block);
                let work = (self.work)(&joined);
                (joined, work)
            }
            None => (block, work),
        };
        let (block, work) = self.in_portions(block, work)?;
        match work.end {
            End::Open if block.bytes.len() < LARGEST_GAME => {
                self.held = Some(block);
                Ok(())
            }
            End::Open => self.give_up(block),
            End::Closed | End::Paused(_) => {
                self.hand_over(&block, work.fruit)?;
                self.spare.give_back(block);
                Ok(())
            }
        }
    }

    /// Hands over what there is to say about a block that is full of faults portion by portion; the last one is left.
    fn in_portions(
        &mut self,
        mut block: Block,
        mut work: Work<T>,
    ) -> Result<(Block, Work<T>), Stop> {
        while let End::Paused(length) = work.end {
            let rest = block.split_off(length);
            self.hand_over(&block, work.fruit)?;
            work = (self.work)(&rest);
            block = rest;
        }
        Ok((block, work))
    }

    /// What is open for so long will not be closed.
    fn give_up(&mut self, mut block: Block) -> Result<(), Stop> {
        block.position =
            if block.position == Position::First { Position::Whole } else { Position::Last };
        let work = (self.work)(&block);
        let (block, work) = self.in_portions(block, work)?;
        self.hand_over(&block, work.fruit)
    }

    fn hand_over(&mut self, block: &Block, fruit: T) -> Result<(), Stop> {
        match (self.take)(block, fruit) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(Stop::Enough),
        }
    }

    /// The stream was broken off: what was held is all there is.
    fn close(&mut self) {
        if let Some(block) = self.held.take() {
            // Nobody is left to be stopped.
            let _ = self.give_up(block);
        }
    }
}
