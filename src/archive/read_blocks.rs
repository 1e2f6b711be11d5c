//! Reads the blocks of a file on several threads. The results come in the order of the file, and a cut that was wrong is corrected.

use std::{io::Read, ops::ControlFlow};

use crate::{
    archive::{
        Block, Blocks, InputError, LARGEST_GAME, OrderedPool, blocks::BLOCK_SIZE,
        spare::SpareBuffers,
    },
    pgn::{End, Part},
};

/// What a function returns for a block it has read.
#[derive(Debug)]
pub struct BlockResult<T> {
    /// How the block ended.
    pub end: End,
    /// What was found in it.
    pub value: T,
}

/// Reads all blocks with `read` on `jobs` threads, and passes each block with its value to `consume` in the order of the file.
///
/// # Errors
/// When the stream cannot be read to its end; everything before the failure has been consumed.
pub fn read_blocks<R: Read + Send, T: Send>(
    blocks: Blocks<R>,
    jobs: usize,
    read: &(impl Fn(&Block) -> BlockResult<T> + Sync),
    consume: impl FnMut(&Block, T) -> ControlFlow<()> + Send,
) -> Result<(), InputError> {
    let mut joiner = BlockJoiner { read, consume, open: None, spare: blocks.spare_buffers() };
    let read_block = |item: Result<Block, InputError>| {
        item.map(|block| {
            let result = read(&block);
            (block, result)
        })
    };
    let weight = |item: &Result<Block, _>| {
        item.as_ref().map_or(1, |block| block.bytes().len().div_ceil(BLOCK_SIZE))
    };
    let pool = OrderedPool::new(jobs);
    let outcome = pool.run_weighted(blocks, &weight, &read_block, |item| joiner.next(item?));
    if !matches!(outcome, Err(EarlyEnd::Enough)) {
        joiner.finish();
    }
    match outcome {
        Ok(()) | Err(EarlyEnd::Enough) => Ok(()),
        Err(EarlyEnd::Broken(error)) => Err(error),
    }
}

/// Why reading stops early.
enum EarlyEnd {
    /// The consumer needs no more, or a signal arrived: a block that is still open stays unread.
    Enough,
    /// The stream is broken.
    Broken(InputError),
}

impl From<InputError> for EarlyEnd {
    fn from(error: InputError) -> Self {
        match error {
            InputError::Interrupted => Self::Enough,
            error => Self::Broken(error),
        }
    }
}

/// Receives blocks in order and joins those that were cut inside a game.
struct BlockJoiner<'r, W, F> {
    read: &'r W,
    consume: F,
    /// A block that did not end between two games and needs its successor.
    open: Option<Block>,
    /// Where the memory of blocks goes when they have been consumed.
    spare: SpareBuffers,
}

impl<T, W: Fn(&Block) -> BlockResult<T>, F: FnMut(&Block, T) -> ControlFlow<()>>
    BlockJoiner<'_, W, F>
{
    fn next(&mut self, (block, result): (Block, BlockResult<T>)) -> Result<(), EarlyEnd> {
        let (block, result) = match self.open.take() {
            Some(open) => {
                let joined = open.joined(&block);
                let result = (self.read)(&joined);
                (joined, result)
            }
            None => (block, result),
        };
        let (block, result) = self.consume_portions(block, result)?;
        match result.end {
            End::Open if block.bytes().len() < LARGEST_GAME => {
                self.open = Some(block);
                Ok(())
            }
            End::Open => self.close(block),
            End::Closed | End::Paused(_) => {
                self.consume(&block, result.value)?;
                self.spare.give_back(block);
                Ok(())
            }
        }
    }

    /// A reader pauses where a block has very many findings, to bound memory: consumes all portions but the last, which is returned.
    fn consume_portions(
        &mut self,
        mut block: Block,
        mut result: BlockResult<T>,
    ) -> Result<(Block, BlockResult<T>), EarlyEnd> {
        while let End::Paused(length) = result.end {
            let rest = block.split_off(length);
            self.consume(&block, result.value)?;
            result = (self.read)(&rest);
            block = rest;
        }
        Ok((block, result))
    }

    /// Reads an open block as if the file ended with it: what is open for so long will not be closed.
    fn close(&mut self, mut block: Block) -> Result<(), EarlyEnd> {
        block.part = Part::new(block.part.begins_file(), true);
        let result = (self.read)(&block);
        let (block, result) = self.consume_portions(block, result)?;
        self.consume(&block, result.value)
    }

    fn consume(&mut self, block: &Block, value: T) -> Result<(), EarlyEnd> {
        match (self.consume)(block, value) {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(()) => Err(EarlyEnd::Enough),
        }
    }

    /// Consumes a block that is still open when the stream ends.
    fn finish(&mut self) {
        if let Some(block) = self.open.take() {
            // There is nothing left to stop.
            let _ = self.close(block);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_blocks_of_several_workers_are_small_and_hold_everything() {
        let game = |moves: usize| format!("[Event \"a\"]\n\n{}*\n\n", "1. e4 ".repeat(moves));
        // A game larger than the small blocks comes before them, in any place of the block before it.
        for before in (440..500).step_by(4) {
            let text = game(20).repeat(before) + &game(600) + &game(20).repeat(200);
            let blocks = Blocks::with_sizes("any".into(), text.as_bytes(), 8192, LARGEST_GAME);
            let blocks = blocks
                .shared(text.len() as u64)
                .map(|block| block.expect("a block").bytes().to_vec());
            let blocks: Vec<_> = blocks.collect();
            let lengths: Vec<_> = blocks.iter().map(Vec::len).collect();
            assert_eq!(blocks.concat(), text.as_bytes());
            assert!(lengths[1] > 7000, "{lengths:?}");
            assert!(lengths.iter().rev().take(12).all(|&length| length <= 2048), "{lengths:?}");
        }
    }
}
