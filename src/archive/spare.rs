//! The memory of blocks, used again.

use std::sync::{Arc, Mutex, PoisonError};

use crate::archive::{Block, blocks::BLOCK_SIZE};

/// The memory of blocks that have been read, for reuse: allocating every block anew is slow with several threads.
#[derive(Debug, Clone, Default)]
pub(super) struct SpareBuffers(Arc<Mutex<Vec<Vec<u8>>>>);

impl SpareBuffers {
    /// How many buffers are kept: about one for each worker.
    const MAX: usize = 16;

    /// Keeps the memory of a block that is no longer needed, unless it is large.
    pub(super) fn give_back(&self, block: Block) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if block.text.capacity() <= 2 * BLOCK_SIZE && kept.len() < Self::MAX {
            kept.push(block.text);
        }
    }

    /// A buffer, with whatever bytes it held before.
    pub(super) fn take(&self) -> Vec<u8> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default()
    }
}
