//! A small filter before the search for repetitions: that a position is new, as nearly all are, is known at once.

/// Positions share a slot whose keys end in the same eight bits.
const SLOTS: usize = 256;

/// When positions were last on the board, by a part of their keys.
#[derive(Debug, Clone)]
pub(super) struct Recent {
    /// When a position of each slot was last met.
    last: [u32; SLOTS],
    now: u32,
}

impl Recent {
    /// Nothing has been met.
    pub(super) fn new() -> Self {
        Self { last: [0; SLOTS], now: 0 }
    }

    /// Notes a position, one ply after the last. `false` if none with the same key was met within so many plies before; `true`
    /// may be a coincidence. What an earlier game left does no harm, so it need not be cleared.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "only the last bits are wanted")]
    pub(super) fn meet(&mut self, key: u64, halfmoves: u32) -> bool {
        self.now = self.now.wrapping_add(1);
        let last = &mut self.last[key as usize % SLOTS];
        let ago = self.now.wrapping_sub(std::mem::replace(last, self.now));
        ago <= halfmoves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_that_came_back_is_never_called_new() {
        let mut recent = Recent::new();
        let mut met: Vec<u64> = Vec::new();
        for step in 0..5000_u64 {
            let key = step.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40 & 0x3ff;
            let reach = u32::try_from(step % 40).unwrap();
            let came_back = met.iter().rev().take(reach as usize).any(|&earlier| earlier == key);
            assert!(recent.meet(key, reach) || !came_back, "{step}");
            met.push(key);
        }
    }

    #[test]
    fn most_new_positions_are_known_to_be_new() {
        let mut recent = Recent::new();
        let guesses = (1..=2000_u64)
            .filter(|step| recent.meet(step.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8, 10))
            .count();
        assert!(guesses < 200, "{guesses}");
    }
}
