//! Which moves to try first: what the table says, good captures, what refuted other moves, what often did.

use crate::engine::evaluate::WORTH;
use crate::engine::exchange;
use crate::engine::score::MAX_PLY;
use crate::engine::table::Hint;
use crate::rules::{Color, Move, MoveList, Position, Role};

/// A move with its place in the order; the highest is tried first.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoredMove {
    rank: i32,
    mv: Move,
}

const HINTED: i32 = 1_000_000;
const GOOD_CAPTURE: i32 = 500_000;
const KILLER: i32 = 400_000;
const BAD_CAPTURE: i32 = -500_000;

/// The most a move's history can count.
const HISTORY_LIMIT: i32 = 16_000;

type Killers = [Option<Move>; 2];
/// For one side, by the squares a move leaves and reaches.
type History = [[i32; 64]; 64];

/// What quiet moves have done so far in this search.
#[derive(Debug)]
pub(super) struct Order {
    killers: Vec<Killers>,
    history: Vec<History>,
}

impl Order {
    pub(super) fn new() -> Self {
        let killers = vec![Killers::default(); usize::from(MAX_PLY) + 1];
        Self { killers, history: vec![[[0; 64]; 64]; 2] }
    }

    /// Puts moves with their ranks into `list`.
    pub(super) fn rank_all<P: Position>(
        &self,
        position: &P,
        moves: &MoveList,
        (ply, hint): (u16, Option<Hint>),
        list: &mut Vec<ScoredMove>,
    ) {
        let killers = self.killers[usize::from(ply)];
        let history = &self.history[position.turn() as usize];
        list.clear();
        list.extend(moves.iter().map(|&mv| {
            let rank = if hint.is_some_and(|hint| hint == Hint::of(mv)) {
                HINTED
            } else if !is_quiet(mv) {
                forcing_rank(position, mv)
            } else {
                quiet_rank(mv, killers, history)
            };
            ScoredMove { rank, mv }
        }));
    }

    /// Remembers a quiet move that refuted the other side's last one, and those that did not.
    pub(super) fn reward(
        &mut self,
        turn: Color,
        ply: u16,
        depth: i16,
        mv: Move,
        failed: &[ScoredMove],
    ) {
        if !is_quiet(mv) {
            return;
        }
        let killers = &mut self.killers[usize::from(ply)];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        let bonus = (i32::from(depth) * i32::from(depth)).min(400);
        self.shift(turn, mv, bonus);
        for other in failed.iter().filter(|other| is_quiet(other.mv) && other.mv != mv) {
            self.shift(turn, other.mv, -bonus);
        }
    }

    /// Moves a history towards its limit, the slower the nearer it is.
    fn shift(&mut self, turn: Color, mv: Move, bonus: i32) {
        let value = &mut self.history[turn as usize][mv.from as usize][mv.to as usize];
        *value += bonus * 32 - *value * bonus.abs() * 32 / HISTORY_LIMIT;
    }
}

/// Whether a move neither takes nor promotes.
pub(super) fn is_quiet(mv: Move) -> bool {
    mv.capture.is_none() && mv.promotion.is_none()
}

/// The most valuable victim first, and the least valuable man that takes it.
fn forcing_rank<P: Position>(position: &P, mv: Move) -> i32 {
    let gain = gain(mv) * 16 - i32::from(WORTH[mv.role as usize]);
    if exchange::loses(position, mv) { BAD_CAPTURE + gain } else { GOOD_CAPTURE + gain }
}

/// What a move wins at once.
pub(super) fn gain(mv: Move) -> i32 {
    let worth = |role: Option<Role>| role.map_or(0, |role| i32::from(WORTH[role as usize]));
    worth(mv.capture) + worth(mv.promotion)
}

fn quiet_rank(mv: Move, killers: Killers, history: &History) -> i32 {
    match killers.iter().position(|&killer| killer == Some(mv)) {
        Some(0) => KILLER + 1,
        Some(_) => KILLER,
        None => history[mv.from as usize][mv.to as usize],
    }
}

/// Brings the best of the moves from `tried` on to the front of them.
pub(super) fn next_best(list: &mut [ScoredMove], tried: usize) -> Option<OrderedMove> {
    let rest = list.get_mut(tried..)?;
    // Among equals the first: the order must not depend on anything but the position.
    let mut best = 0;
    for at in 1..rest.len() {
        if rest[at].rank > rest[best].rank {
            best = at;
        }
    }
    if best > 0 {
        rest.swap(0, best);
    }
    rest.first().map(|ranked| OrderedMove { mv: ranked.mv, loses: ranked.rank < BAD_CAPTURE / 2 })
}

/// The move to try next.
#[derive(Debug, Clone, Copy)]
pub(super) struct OrderedMove {
    pub(super) mv: Move,
    /// Whether it is a capture that loses material.
    pub(super) loses: bool,
}
