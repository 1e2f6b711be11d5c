//! Correction of static scores: how far the evaluation was off in positions with the same pawns or the same pieces of a
//! side, as the search found out.

use crate::engine::Score;
use crate::rules::{Board, Chess, Color, Position, Role};

/// Entries of each table, a power of two.
const SIZE: usize = 1 << 14;

/// The largest error in one table.
const LIMIT: i32 = 1024;

/// Errors of this size in one table are one centipawn.
const UNIT: i32 = 16;

/// Errors by one feature of a position, for each side to move.
type ErrorsBy = Vec<[i16; 2]>;

/// The errors of the evaluation.
#[derive(Debug)]
pub(super) struct Corrections {
    pawns: ErrorsBy,
    pieces: [ErrorsBy; 2],
}

/// The entries of a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct CorrectionKey {
    pawns: usize,
    pieces: [usize; 2],
    turn: usize,
}

impl CorrectionKey {
    pub(super) fn of(position: &Chess) -> Self {
        let board = position.board();
        Self {
            pawns: pawn_index(board),
            pieces: Color::ALL.map(|color| piece_index(board, color)),
            turn: position.turn() as usize,
        }
    }
}

impl Corrections {
    pub(super) fn new() -> Self {
        let empty = || vec![[0; 2]; SIZE];
        Self { pawns: empty(), pieces: [empty(), empty()] }
    }

    /// What to add to a static score, in centipawns.
    pub(super) fn correction(&self, key: CorrectionKey) -> i16 {
        let of = |errors: &ErrorsBy, index: usize| i32::from(errors[index][key.turn]);
        let sum = of(&self.pawns, key.pawns)
            + of(&self.pieces[0], key.pieces[0])
            + of(&self.pieces[1], key.pieces[1]);
        i16::try_from(sum / UNIT).unwrap_or(0)
    }

    /// Records that a search to a depth found another score than the evaluation.
    pub(super) fn record(&mut self, key: CorrectionKey, depth: i16, found: Score, judged: Score) {
        let error = i32::from(found.raw()) - i32::from(judged.raw());
        let step = (error * i32::from(depth) / 8).clamp(-LIMIT / 4, LIMIT / 4);
        let [white, black] = &mut self.pieces;
        let entries =
            [(&mut self.pawns, key.pawns), (white, key.pieces[0]), (black, key.pieces[1])];
        for (errors, index) in entries {
            let entry = &mut errors[index][key.turn];
            let value = i32::from(*entry);
            *entry = i16::try_from(value + step - value * step.abs() / LIMIT).unwrap_or(*entry);
        }
    }
}

/// The tables mix the squares of pieces with odd numbers: the first digits of the square roots of small primes.
const MIX: [u64; 6] = [
    0x6a09_e667_f3bc_c909,
    0xbb67_ae85_84ca_a73b,
    0x3c6e_f372_fe94_f82b,
    0xa54f_f53a_5f1d_36f1,
    0x510e_527f_ade6_82d1,
    0x9b05_688c_2b3e_6c1f,
];

fn pawn_index(board: &Board) -> usize {
    let mixed = |color| board.pieces(color, Role::Pawn).0.wrapping_mul(MIX[color as usize]);
    index(mixed(Color::White).rotate_left(32) ^ mixed(Color::Black))
}

fn piece_index(board: &Board, color: Color) -> usize {
    let roles = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];
    let mixed = roles.map(|role| {
        let product = board.pieces(color, role).0.wrapping_mul(MIX[role as usize]);
        product ^ product >> 29
    });
    index(mixed.into_iter().fold(0, |all: u64, one| all.rotate_left(11) ^ one))
}

fn index(mixed: u64) -> usize {
    let spread = (mixed ^ mixed >> 31).wrapping_mul(MIX[2]);
    usize::try_from(spread >> 50).unwrap_or(0) & (SIZE - 1)
}
