//! Move ordering: the hash move first, then good captures, killer moves, and quiet moves by their
//! history. Static exchange evaluation tells good captures from bad ones.

use crate::engine::evaluate::PIECE_VALUES;
use crate::engine::score::MAX_PLY;
use crate::engine::table::PackedMove;
use crate::rules::{
    Bitboard, Board, Chess, Color, Move, MoveKind, MoveList, Position, Role, Square,
};

/// A move with its place in the order; the highest is tried first.
#[derive(Debug, Clone, Copy)]
pub(super) struct ScoredMove {
    rank: i32,
    mv: Move,
}

const HASH_MOVE: i32 = 1_000_000;
const GOOD_CAPTURE: i32 = 500_000;
const KILLER: i32 = 400_000;
const COUNTER_MOVE: i32 = 390_000;
const BAD_CAPTURE: i32 = -500_000;

/// The largest history of a move.
const HISTORY_LIMIT: i32 = 16_000;

type Killers = [Option<Move>; 2];
/// Successes of one side's moves, by the squares they leave and reach.
type QuietHistory = [[i32; 64]; 64];
/// Successes of moves by their role and the square they reach, after one earlier move.
type FollowUps = [i16; 6 * 64];

/// The earlier moves of a line, as rows of the tables: one and two plies back, if they were moves.
pub(super) type EarlierMoves = [Option<usize>; 2];

/// The row of a move in the tables of earlier moves.
pub(super) fn table_row(turn: Color, mv: Move) -> usize {
    turn as usize * 6 * 64 + column(mv)
}

fn column(mv: Move) -> usize {
    mv.role as usize * 64 + mv.to.index()
}

/// Where in the tree moves are ordered.
#[derive(Debug, Clone, Copy)]
pub(super) struct OrderAt {
    pub(super) ply: u16,
    pub(super) hash_move: Option<PackedMove>,
    pub(super) earlier: EarlierMoves,
}

/// Statistics of the quiet moves in this search and those before it.
#[derive(Debug)]
pub(super) struct MoveOrder {
    killers: Vec<Killers>,
    history: Vec<QuietHistory>,
    /// The quiet move that last refuted each move.
    counter_moves: Vec<Option<Move>>,
    follow_ups: Vec<FollowUps>,
}

impl MoveOrder {
    pub(super) fn new() -> Self {
        const ROWS: usize = 2 * 6 * 64;
        Self {
            killers: vec![Killers::default(); usize::from(MAX_PLY) + 1],
            history: vec![[[0; 64]; 64]; 2],
            counter_moves: vec![None; ROWS],
            follow_ups: vec![[0; 6 * 64]; ROWS],
        }
    }

    /// Begins another search of the same game.
    pub(super) fn begin(&mut self) {
        self.killers.fill(Killers::default());
    }

    /// Puts moves with their ranks into `list`.
    pub(super) fn rank_all(
        &self,
        position: &Chess,
        moves: &MoveList,
        at: OrderAt,
        list: &mut Vec<ScoredMove>,
    ) {
        let quiet = self.quiet_ranks(position.turn(), at);
        list.clear();
        list.extend(moves.iter().map(|&mv| {
            let rank = if at.hash_move.is_some_and(|hash_move| hash_move == PackedMove::of(mv)) {
                HASH_MOVE
            } else if !is_quiet(mv) {
                forcing_rank(mv)
            } else {
                quiet(mv)
            };
            ScoredMove { rank, mv }
        }));
    }

    /// The ranks of quiet moves: killer moves and the counter move first, the others by their success so far, alone and
    /// after the earlier moves of the line.
    fn quiet_ranks(&self, turn: Color, at: OrderAt) -> impl Fn(Move) -> i32 {
        const NO_MOVE: FollowUps = [0; 6 * 64];
        let killers = self.killers[usize::from(at.ply)];
        let counter_move = at.earlier[0].and_then(|row| self.counter_moves[row]);
        let after = at.earlier.map(|row| row.map_or(&NO_MOVE, |row| &self.follow_ups[row]));
        let history = &self.history[turn as usize];
        move |mv| match Some(mv) {
            killer if killer == killers[0] => KILLER + 1,
            killer if killer == killers[1] => KILLER,
            counter if counter == counter_move => COUNTER_MOVE,
            _ => {
                let column = column(mv);
                let after = i32::from(after[0][column]) + i32::from(after[1][column]);
                history[mv.from.index()][mv.to.index()] + after
            }
        }
    }

    /// Records a quiet move that caused a cutoff, and the moves before it that did not.
    pub(super) fn reward(
        &mut self,
        turn: Color,
        at: OrderAt,
        depth: i16,
        mv: Move,
        failed: &[ScoredMove],
    ) {
        if !is_quiet(mv) {
            return;
        }
        let killers = &mut self.killers[usize::from(at.ply)];
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        if let Some(row) = at.earlier[0] {
            self.counter_moves[row] = Some(mv);
        }
        let bonus = (32 * i32::from(depth) * i32::from(depth)).min(2_000);
        self.update(turn, mv, at.earlier, bonus);
        for other in failed.iter().filter(|other| is_quiet(other.mv) && other.mv != mv) {
            self.update(turn, other.mv, at.earlier, -bonus);
        }
    }

    fn update(&mut self, turn: Color, mv: Move, earlier: EarlierMoves, bonus: i32) {
        let alone = &mut self.history[turn as usize][mv.from.index()][mv.to.index()];
        *alone = nearer(*alone, bonus);
        for row in earlier.into_iter().flatten() {
            let after = &mut self.follow_ups[row][column(mv)];
            *after = i16::try_from(nearer(i32::from(*after), bonus)).unwrap_or(*after);
        }
    }
}

/// A history moved towards its limit, more slowly the nearer it is.
fn nearer(value: i32, bonus: i32) -> i32 {
    value + bonus - value * bonus.abs() / HISTORY_LIMIT
}

/// Whether a move is neither a capture nor a promotion.
pub(super) fn is_quiet(mv: Move) -> bool {
    mv.capture.is_none() && mv.promotion.is_none()
}

/// The most valuable victim first, and then the least valuable attacker.
fn forcing_rank(mv: Move) -> i32 {
    GOOD_CAPTURE + gain(mv) * 16 - i32::from(PIECE_VALUES[mv.role as usize])
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
    /// The history of a quiet move; killer moves and counter moves have a large one.
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
        let mut best = 0;
        for at in 1..rest.len() {
            if rest[at].rank > rest[best].rank {
                best = at;
            }
        }
        let scored = rest.get_mut(best)?;
        let is_capture = scored.rank > KILLER + 1 && scored.rank < HASH_MOVE;
        if is_capture && loses_material(position, scored.mv) {
            scored.rank += BAD_CAPTURE - GOOD_CAPTURE;
            continue;
        }
        if best > 0 {
            rest.swap(0, best);
        }
        let &ScoredMove { rank, mv } = rest.first()?;
        return Some(OrderedMove { mv, loses: rank < BAD_CAPTURE / 2, history: rank });
    }
}

/// What a move loses in the exchange on its square, in centipawns.
pub(super) fn exchange_loss(position: &Chess, mv: Move) -> i32 {
    let board = position.board();
    if mv.kind != MoveKind::Normal || mv.promotion.is_some() {
        return 0;
    }
    let taken = mv.capture.map_or(0, |role| i32::from(exchange_value(role)));
    let exchange = Exchange { board, square: mv.to };
    let occupied = board.occupied() - Bitboard::of(mv.from);
    exchange.best_reply(!position.turn(), mv.role, occupied) - taken
}

/// Whether a capture loses material.
fn loses_material(position: &Chess, mv: Move) -> bool {
    let board = position.board();
    let Some(taken) = mv.capture else { return false };
    if exchange_value(mv.role) <= exchange_value(taken) || mv.kind == MoveKind::EnPassant {
        return false;
    }
    let gain = i32::from(exchange_value(taken));
    let occupied = board.occupied() - Bitboard::of(mv.from);
    let exchange = Exchange { board, square: mv.to };
    gain - exchange.best_reply(!position.turn(), mv.role, occupied) < 0
}

/// Whether the side to move has no good capture or promotion and is not in check.
pub fn is_quiet_position(position: &Chess) -> bool {
    let is_good = |&mv: &Move| mv.promotion.is_some() || !loses_material(position, mv);
    !position.is_check() && !position.forcing_moves().iter().any(is_good)
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
