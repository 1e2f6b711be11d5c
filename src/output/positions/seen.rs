//! Positions that occurred before. Only so many are remembered: a run of any length needs the same memory.

use std::collections::{HashMap, VecDeque};

/// How many positions are remembered.
const WINDOW: usize = 1 << 17;

/// The positions of the run so far, by their keys.
#[derive(Debug, Default)]
pub struct Seen {
    first: HashMap<u64, u64>,
    order: VecDeque<u64>,
}

impl Seen {
    /// Notes a position, and says which earlier one is the same.
    pub fn note(&mut self, key: u64, n: u64) -> Option<u64> {
        if let Some(&first) = self.first.get(&key) {
            return Some(first);
        }
        if self.order.len() == WINDOW
            && let Some(oldest) = self.order.pop_front()
        {
            self.first.remove(&oldest);
        }
        self.first.insert(key, n);
        self.order.push_back(key);
        None
    }
}
