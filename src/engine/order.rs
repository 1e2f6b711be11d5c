//! Move ordering: the hash move first, then good captures, killer moves, and quiet moves by their
//! history. Static exchange evaluation tells good captures from bad ones.

use crate::engine::evaluate::PIECE_VALUES;
use crate::engine::score::MAX_PLY;
use crate::engine::table::PackedMove;
use crate::rules::{Bitboard, Board, Color, Move, MoveKind, MoveList, Position, Role, Square};

/// A move with its place in the order; the highest is tried first.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoredMove {
    rank: i32,
    mv: Move,
}

const HASH_MOVE: i32 = 1_000_000;
const GOOD_CAPTURE: i32 = 500_000;
const KILLER: i32 = 400_000;
const BAD_CAPTURE: i32 = -500_000;

/// The largest history of a move.
const HISTORY_LIMIT: i32 = 16_000;

type Killers = [Option<Move>; 2];
/// Successes of one side's moves, by the squares they leave and reach.
type QuietHistory = [[i32; 64]; 64];

/// Statistics of the quiet moves in this search.
#[derive(Debug)]
pub(super) struct MoveOrder {
    killers: Vec<Killers>,
    history: Vec<QuietHistory>,
}

impl MoveOrder {
    pub(super) fn new() -> Self {
        let killers = vec![Killers::default(); usize::from(MAX_PLY) + 1];
        Self { killers, history: vec![[[0; 64]; 64]; 2] }
    }

    /// Puts moves with their ranks into `list`.
    pub(super) fn rank_all<P: Position>(
        &self,
        position: &P,
        moves: &MoveList,
        (ply, hash_move): (u16, Option<PackedMove>),
        list: &mut Vec<ScoredMove>,
    ) {
        let killers = self.killers[usize::from(ply)];
        let history = &self.history[position.turn() as usize];
        list.clear();
        list.extend(moves.iter().map(|&mv| {
            let rank = if hash_move.is_some_and(|hash_move| hash_move == PackedMove::of(mv)) {
                HASH_MOVE
            } else if !is_quiet(mv) {
                forcing_rank(position, mv)
            } else {
                quiet_rank(mv, killers, history)
            };
            ScoredMove { rank, mv }
        }));
    }

    /// Records a quiet move that caused a cutoff, and the moves before it that did not.
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
        self.update_history(turn, mv, bonus);
        for other in failed.iter().filter(|other| is_quiet(other.mv) && other.mv != mv) {
            self.update_history(turn, other.mv, -bonus);
        }
    }

    /// Moves a history towards its limit, more slowly the nearer it is.
    fn update_history(&mut self, turn: Color, mv: Move, bonus: i32) {
        let value = &mut self.history[turn as usize][mv.from as usize][mv.to as usize];
        *value += bonus * 32 - *value * bonus.abs() * 32 / HISTORY_LIMIT;
    }
}

/// Whether a move is neither a capture nor a promotion.
pub(super) fn is_quiet(mv: Move) -> bool {
    mv.capture.is_none() && mv.promotion.is_none()
}

/// The most valuable victim first, and then the least valuable attacker.
fn forcing_rank<P: Position>(position: &P, mv: Move) -> i32 {
    let gain = gain(mv) * 16 - i32::from(PIECE_VALUES[mv.role as usize]);
    if loses_material(position, mv) { BAD_CAPTURE + gain } else { GOOD_CAPTURE + gain }
}

/// The material a move wins at once.
pub(super) fn gain(mv: Move) -> i32 {
    let value = |role: Option<Role>| role.map_or(0, |role| i32::from(PIECE_VALUES[role as usize]));
    value(mv.capture) + value(mv.promotion)
}

fn quiet_rank(mv: Move, killers: Killers, history: &QuietHistory) -> i32 {
    match killers.iter().position(|&killer| killer == Some(mv)) {
        Some(0) => KILLER + 1,
        Some(_) => KILLER,
        None => history[mv.from as usize][mv.to as usize],
    }
}

/// The move to try next.
#[derive(Debug, Clone, Copy)]
pub(super) struct OrderedMove {
    pub(super) mv: Move,
    /// Whether it is a capture that loses material.
    pub(super) loses: bool,
}

/// Swaps the best of the moves from `tried` on to that place, and returns it.
pub(super) fn next_best(list: &mut [ScoredMove], tried: usize) -> Option<OrderedMove> {
    let rest = list.get_mut(tried..)?;
    // Among equals the first: the order must depend on the position alone.
    let mut best = 0;
    for at in 1..rest.len() {
        if rest[at].rank > rest[best].rank {
            best = at;
        }
    }
    if best > 0 {
        rest.swap(0, best);
    }
    rest.first().map(|scored| OrderedMove { mv: scored.mv, loses: scored.rank < BAD_CAPTURE / 2 })
}

/// Whether a capture loses material. In Alice chess the capturing piece leaves the board, so that a
/// recapture there is impossible, and no capture counts as losing.
fn loses_material<P: Position>(position: &P, mv: Move) -> bool {
    let [board] = position.boards() else { return false };
    let Some(taken) = mv.capture else { return false };
    if exchange_value(mv.role) <= exchange_value(taken) || mv.kind == MoveKind::EnPassant {
        return false;
    }
    let gain = i32::from(exchange_value(taken));
    let occupied = board.occupied() - Bitboard::of(mv.from);
    let exchange = Exchange { board, square: mv.to };
    gain - exchange.best_reply(!position.turn(), mv.role, occupied) < 0
}

fn exchange_value(role: Role) -> i16 {
    // A king is worth more than any exchange.
    if role == Role::King { 10_000 } else { PIECE_VALUES[role as usize] }
}

/// Captures and recaptures on one square.
struct Exchange<'a> {
    board: &'a Board,
    square: Square,
}

impl Exchange<'_> {
    /// The most a side gains by capturing the piece on the square, or by leaving it alone. Every
    /// capture is made with the least valuable attacker.
    fn best_reply(&self, side: Color, target: Role, occupied: Bitboard) -> i32 {
        let attackers = self.board.attackers(self.square, side, occupied) & occupied;
        let Some((role, from)) = self.least_valuable(attackers) else { return 0 };
        let left = occupied - Bitboard::of(from);
        let answer = self.best_reply(!side, role, left);
        (i32::from(exchange_value(target)) - answer).max(0)
    }

    fn least_valuable(&self, attackers: Bitboard) -> Option<(Role, Square)> {
        Role::ALL.into_iter().find_map(|role| {
            let from = (attackers & self.board.role(role)).first()?;
            Some((role, from))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::tests::position;

    #[test]
    fn exchanges_use_the_least_valuable_attacker() {
        let cases = [
            ("Ka1 ka8 Re1 pe5", "e1", false),
            ("Ka1 ka8 Re1 pe5 pd6", "e1", true),
            ("Ka1 ka8 Re1 re5 pd6", "e1", false),
            ("Ka1 ka8 Qe1 re5 pd6", "e1", true),
            ("Ka1 ka8 Re2 Re1 pe5 re8", "e2", false),
            ("Ka1 ka8 Re2 pe5 re8 Qe1", "e2", false),
            ("Ka1 ka8 Qe2 pe5 re8 Re1", "e2", true),
            ("Ka1 ka8 Nf3 pe5 nc6", "f3", true),
            ("Ka1 ka8 Nf3 pe5 nc6 Re1", "f3", false),
            ("Ke4 ka8 pe5", "e4", false),
        ];
        for (pieces, from, expected) in cases {
            let position = position(pieces);
            let from = Square::from_name(from.as_bytes());
            let captures = position.forcing_moves();
            let capture = captures.iter().find(|mv| Some(mv.from) == from && mv.to == Square::E5);
            assert_eq!(
                loses_material(&position, *capture.expect("a capture")),
                expected,
                "{pieces}"
            );
        }
    }
}
