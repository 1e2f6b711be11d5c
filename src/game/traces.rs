//! When positions stood on the board, remembered roughly: that a position is new, as nearly all are, is known at once.

/// Positions share a trace whose keys end in the same eight bits.
const TRACES: usize = 256;

/// The traces that positions have left.
#[derive(Debug, Clone)]
pub(super) struct Traces {
    /// When a position with each ending of its key was last met.
    last: [u32; TRACES],
    now: u32,
}

impl Traces {
    /// Nothing has been met.
    pub(super) fn new() -> Self {
        Self { last: [0; TRACES], now: 0 }
    }

    /// A position is met, one half-move after the last. Whether one with the same key may have been met in so many half-moves before:
    /// yes is a guess, no is certain. Traces of an earlier game do no harm, so they need not be swept away.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "only the last bits are wanted")]
    pub(super) fn meet(&mut self, key: u64, halfmoves: u32) -> bool {
        self.now = self.now.wrapping_add(1);
        let last = &mut self.last[key as usize % TRACES];
        let ago = self.now.wrapping_sub(std::mem::replace(last, self.now));
        ago <= halfmoves
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_that_came_back_is_never_called_new() {
        let mut traces = Traces::new();
        let mut met: Vec<u64> = Vec::new();
        for step in 0..5000_u64 {
            let key = step.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 40 & 0x3ff;
            let reach = u32::try_from(step % 40).unwrap();
            let came_back = met.iter().rev().take(reach as usize).any(|&earlier| earlier == key);
            assert!(traces.meet(key, reach) || !came_back, "{step}");
            met.push(key);
        }
    }

    #[test]
    fn most_new_positions_are_known_to_be_new() {
        let mut traces = Traces::new();
        let guesses = (1..=2000_u64)
            .filter(|step| traces.meet(step.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 8, 10))
            .count();
        assert!(guesses < 200, "{guesses}");
    }
}
