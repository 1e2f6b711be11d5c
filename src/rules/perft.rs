//! Perft: counts of move sequences, the standard test of a move generator.

use crate::rules::Position;

/// The deepest perft. No computer finishes such a count, and each ply takes its part of the stack.
pub const MAX_PERFT_DEPTH: u32 = 100;

/// The number of sequences of legal moves of this length.
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
