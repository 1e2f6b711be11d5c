//! How often players make a move of its kind: which piece goes from where to where, and what it captures.

use crate::{
    game::meant::habit_table::{CAPTURES, CASTLES, FROM, TO},
    rules::{AnyPosition, Color, Move, MoveKind, Position, Square},
};

/// Up to this move number the game is in its opening.
const OPENING: u32 = 14;
/// The tables are in steps of this size.
const STEP: f32 = 1.0 / 16.0;

/// The logarithm of the share of a move among the legal moves of a position, as players choose.
pub(super) fn habit(position: &AnyPosition, mv: Move) -> f32 {
    let legal = position.legal_moves();
    let all: f32 = legal.iter().map(|&one| weight(position, one).exp()).sum();
    weight(position, mv) - all.max(f32::MIN_POSITIVE).ln()
}

fn weight(position: &AnyPosition, mv: Move) -> f32 {
    let phase = usize::from(position.fullmoves() > OPENING);
    if mv.kind == MoveKind::Castle {
        return f32::from(CASTLES[phase]) * STEP;
    }
    let seen = |square: Square| match position.turn() {
        Color::White => square.index(),
        Color::Black => square.flip().index(),
    };
    let role = mv.role as usize;
    let capture = mv.capture.map_or(0, |role| CAPTURES[phase][role as usize]);
    let sum = i16::from(FROM[phase][role][seen(mv.from)])
        + i16::from(TO[phase][role][seen(mv.to)])
        + i16::from(capture);
    f32::from(sum) * STEP
}
