//! What earlier searches learnt about moves: which of them refuted others, and how often.

use crate::engine::score::MAX_PLY;
use crate::rules::{Color, Move, Role};

/// The largest success of a move in one table.
const LIMIT: i32 = 16_384;

/// The rows of the tables of follow-ups: the role and the target of the earlier move, of both sides.
const ROWS: usize = 2 * 6 * 64;

type Killers = [Option<Move>; 2];
/// Successes of one side's moves, by the squares they leave and reach.
type ByLine = [[i16; 64]; 64];
/// Successes of moves by their role and the square they reach, after one earlier move.
type FollowUps = [i16; 6 * 64];
/// Successes of captures, by role, square and captured role.
type Captures = [[[i16; 6]; 64]; 6];

/// The earlier moves of a line, as rows of the tables: one, two and four plies back, if they were moves.
pub(super) type EarlierMoves = [Option<usize>; 3];

/// The row of a move in the tables of earlier moves.
pub(super) fn table_row(turn: Color, mv: Move) -> usize {
    turn as usize * 6 * 64 + column(mv)
}

fn column(mv: Move) -> usize {
    mv.role as usize * 64 + mv.to.index()
}

/// A node whose moves have statistics.
#[derive(Debug, Clone, Copy)]
pub(super) struct HistoryKey {
    pub(super) turn: Color,
    pub(super) ply: u16,
    pub(super) earlier: EarlierMoves,
}

/// Statistics of the moves in this search and those before it.
#[derive(Debug)]
pub(super) struct MoveHistory {
    killers: Vec<Killers>,
    quiet: Vec<ByLine>,
    captures: Vec<Captures>,
    /// The quiet move that last refuted each move.
    counter_moves: Vec<Option<Move>>,
    follow_ups: Vec<FollowUps>,
}

impl MoveHistory {
    pub(super) fn new() -> Self {
        Self {
            killers: vec![Killers::default(); usize::from(MAX_PLY) + 1],
            quiet: vec![[[0; 64]; 64]; 2],
            captures: vec![[[[0; 6]; 64]; 6]; 2],
            counter_moves: vec![None; ROWS],
            follow_ups: vec![[0; 6 * 64]; ROWS],
        }
    }

    /// Begins another search of the same game.
    pub(super) fn begin(&mut self) {
        self.killers.fill(Killers::default());
    }

    /// The quiet moves that refuted the other moves of this ply, and that which refuted the last move.
    pub(super) fn refutations(&self, key: &HistoryKey) -> [Option<Move>; 3] {
        let [first, second] = self.killers[usize::from(key.ply)];
        [first, second, key.earlier[0].and_then(|row| self.counter_moves[row])]
    }

    /// The successes of quiet moves of a node, alone and after the earlier moves of the line.
    pub(super) fn of_quiets(&self, key: &HistoryKey) -> impl Fn(Move) -> i32 {
        const NO_MOVE: FollowUps = [0; 6 * 64];
        let [one, two, four] =
            key.earlier.map(|row| row.map_or(&NO_MOVE, |row| &self.follow_ups[row]));
        let alone = &self.quiet[key.turn as usize];
        move |mv| {
            let column = column(mv);
            i32::from(alone[mv.from.index()][mv.to.index()])
                + i32::from(one[column])
                + i32::from(two[column])
                + i32::from(four[column]) / 2
        }
    }

    /// The success of a capture or promotion.
    pub(super) fn of_capture(&self, turn: Color, mv: Move) -> i32 {
        let captured = mv.capture.map_or(0, |role| role as usize);
        i32::from(self.captures[turn as usize][mv.role as usize][mv.to.index()][captured])
    }

    /// Records the move that caused a cutoff, and the moves searched before it that did not.
    pub(super) fn reward(&mut self, key: &HistoryKey, depth: i16, best: Move, failed: &[Move]) {
        let bonus = (160 * i32::from(depth) - 60).clamp(0, 1_700);
        if is_quiet(best) {
            let killers = &mut self.killers[usize::from(key.ply)];
            if killers[0] != Some(best) {
                *killers = [Some(best), killers[0]];
            }
            if let Some(row) = key.earlier[0] {
                self.counter_moves[row] = Some(best);
            }
            self.update_quiet(key, best, bonus);
        } else {
            self.update_capture(key.turn, best, bonus);
        }
        for &mv in failed {
            if !is_quiet(mv) {
                self.update_capture(key.turn, mv, -bonus);
            } else if is_quiet(best) {
                self.update_quiet(key, mv, -bonus);
            }
        }
    }

    fn update_quiet(&mut self, key: &HistoryKey, mv: Move, bonus: i32) {
        nearer(&mut self.quiet[key.turn as usize][mv.from.index()][mv.to.index()], bonus);
        for row in key.earlier.into_iter().flatten() {
            nearer(&mut self.follow_ups[row][column(mv)], bonus);
        }
    }

    fn update_capture(&mut self, turn: Color, mv: Move, bonus: i32) {
        let captured = mv.capture.map_or(0, |role: Role| role as usize);
        let success = &mut self.captures[turn as usize][mv.role as usize][mv.to.index()][captured];
        nearer(success, bonus);
    }
}

/// Moves a success towards its limit, more slowly the nearer it is.
fn nearer(success: &mut i16, bonus: i32) {
    let value = i32::from(*success);
    *success = i16::try_from(value + bonus - value * bonus.abs() / LIMIT).unwrap_or(*success);
}

/// Whether a move is neither a capture nor a promotion.
pub(super) fn is_quiet(mv: Move) -> bool {
    mv.capture.is_none() && mv.promotion.is_none()
}
