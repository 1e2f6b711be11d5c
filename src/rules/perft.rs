//! Counting move paths: the classic test of a move generator.

use crate::rules::Position;

/// Nobody will live to see a count as deep as this, and each half-move takes its part of the stack.
pub const MAX_PERFT_DEPTH: u32 = 100;

/// How many series of legal moves of this length there are.
pub fn perft<P: Position>(position: &P, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_moves(),
        _ => {
            let moves = position.legal_moves();
            moves.into_iter().map(|mv| perft(&position.after(mv), depth - 1)).sum()
        }
    }
}
