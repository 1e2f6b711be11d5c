//! Move ordering: the hash move first, then good captures, killer moves, and quiet moves by their
//! history; captures that lose material come last.

use crate::engine::evaluate::PIECE_VALUES;
use crate::engine::exchange::exchange_keeps;
use crate::engine::history::{HistoryKey, MoveHistory, is_quiet};
use crate::engine::table::PackedMove;
use crate::rules::{Chess, Move, MoveList, Role};

/// A move with its place in the order; the highest is tried first.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoredMove {
    rank: i32,
    mv: Move,
}

const HASH_MOVE: i32 = 2_000_000;
const GOOD_CAPTURE: i32 = 1_000_000;
const REFUTATIONS: [i32; 3] = [400_002, 400_001, 400_000];
const BAD_CAPTURE: i32 = -1_000_000;

/// A rank from which on a move is a capture or promotion that seems good, or the hash move.
const FORCING: i32 = 500_000;

/// Puts moves with their ranks into `list`.
pub(super) fn rank_all(
    history: &MoveHistory,
    moves: &MoveList,
    key: &HistoryKey,
    hash_move: Option<PackedMove>,
    list: &mut Vec<ScoredMove>,
) {
    let refutations = history.refutations(key);
    let successes = history.of_quiets(key);
    list.clear();
    list.extend(moves.iter().map(|&mv| {
        let rank = if hash_move.is_some_and(|hash_move| hash_move == PackedMove::of(mv)) {
            HASH_MOVE
        } else if !is_quiet(mv) {
            GOOD_CAPTURE + 16 * gain(mv) + history.of_capture(key.turn, mv)
        } else if let Some(place) = refutations.iter().position(|&other| other == Some(mv)) {
            REFUTATIONS[place]
        } else {
            successes(mv)
        };
        ScoredMove { rank, mv }
    }));
}

/// The material a move wins at once.
pub(super) fn gain(mv: Move) -> i32 {
    let value = |role: Option<Role>| role.map_or(0, |role| i32::from(PIECE_VALUES[role as usize]));
    value(mv.capture) + value(mv.promotion)
}

/// The move to try next.
#[derive(Debug, Clone, Copy)]
pub(super) struct OrderedMove {
    pub(super) mv: Move,
    /// Whether it is a capture that loses material.
    pub(super) loses: bool,
    /// Whether it is a quiet move that refuted other moves.
    pub(super) refutes: bool,
    /// The history of a quiet move that is neither the hash move nor a refutation.
    pub(super) history: i32,
}

/// Swaps the best of the moves from `tried` on to that place, and returns it. Captures that lose material are put last
/// when their turn comes: most are never reached.
pub(super) fn next_best(
    position: &Chess,
    list: &mut [ScoredMove],
    tried: usize,
) -> Option<OrderedMove> {
    let rest = list.get_mut(tried..)?;
    loop {
        // Among equals the first: the order must depend on the position alone.
        let (mut best, mut most) = (0, i32::MIN);
        for (at, scored) in rest.iter().enumerate() {
            if scored.rank > most {
                (best, most) = (at, scored.rank);
            }
        }
        let scored = rest.get_mut(best)?;
        if (FORCING..HASH_MOVE).contains(&most) && !exchange_keeps(position, scored.mv, 0) {
            scored.rank += BAD_CAPTURE - GOOD_CAPTURE;
            continue;
        }
        if best > 0 {
            rest.swap(0, best);
        }
        let &ScoredMove { rank, mv } = rest.first()?;
        return Some(OrderedMove {
            mv,
            loses: rank < -FORCING,
            refutes: REFUTATIONS.contains(&rank),
            history: if rank.abs() < REFUTATIONS[2] { rank } else { 0 },
        });
    }
}
