//! Counting move paths: the classic test of a move generator.

use crate::rules::{Move, Position};

/// Nobody will live to see a count as deep as this, and each half-move takes its part of the stack.
pub const DEEPEST_PERFT: u32 = 100;

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

/// The same count for each first move, in the order of the generator; nothing at depth zero.
pub fn divide<P: Position>(position: &P, depth: u32) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else { return Vec::new() };
    let count = |mv| (mv, perft(&position.after(mv), rest));
    position.legal_moves().into_iter().map(count).collect()
}
