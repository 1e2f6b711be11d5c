//! The en-passant square: whether it fits the pawns, and whether anybody can use it.

use crate::rules::{
    Bitboard, Board, Color, EnPassantFault, Piece, Rank, Role, Setup, SetupFault, Square, attacks,
};

/// The double step that an en-passant square speaks of.
#[derive(Debug, Clone, Copy)]
pub(super) struct DoubleStep {
    /// Where the pawn began.
    pub(super) from: Square,
    /// The square it passed over.
    pub(super) over: Square,
    /// Where it stands.
    pub(super) to: Square,
}

impl DoubleStep {
    /// The step of the side that has just moved, if the square lies on the right rank.
    pub(super) fn over(square: Square, turn: Color) -> Option<Self> {
        let (rank, back) = match turn {
            Color::White => (Rank::Six, 1),
            Color::Black => (Rank::Three, -1),
        };
        (square.rank() == rank).then_some(())?;
        Some(Self { from: square.offset(0, back)?, over: square, to: square.offset(0, -back)? })
    }
}

/// Looks at the en-passant square, if one is given.
pub(super) fn examine(setup: &Setup, faults: &mut Vec<SetupFault>) {
    let Some(square) = setup.en_passant else { return };
    if let Err(why) = fits(setup, square) {
        faults.push(SetupFault::EnPassantImpossible { square, why });
        return;
    }
    let takers = takers(setup, square);
    if takers.is_empty() {
        faults.push(SetupFault::EnPassantUnused { square });
    } else if !takers.into_iter().any(|from| is_safe(setup, from, square)) {
        faults.push(SetupFault::EnPassantPinned { square });
    }
    if setup.halfmoves != 0 {
        faults.push(SetupFault::EnPassantCounter { halfmoves: setup.halfmoves });
    }
}

fn fits(setup: &Setup, square: Square) -> Result<(), EnPassantFault> {
    let step = DoubleStep::over(square, setup.turn).ok_or(EnPassantFault::Rank)?;
    if !setup.board.pieces(!setup.turn, Role::Pawn).has(step.to) {
        return Err(EnPassantFault::NoPawn(step.to));
    }
    match [step.over, step.from].into_iter().find(|&at| setup.board.occupied().has(at)) {
        Some(at) => Err(EnPassantFault::Occupied(at)),
        None => Ok(()),
    }
}

fn takers(setup: &Setup, square: Square) -> Bitboard {
    attacks::pawn(!setup.turn, square) & setup.board.pieces(setup.turn, Role::Pawn)
}

/// Whether the king is safe after this pawn has taken in passing.
fn is_safe(setup: &Setup, from: Square, square: Square) -> bool {
    let (Some(king), Some(step)) =
        (setup.board.king(setup.turn), DoubleStep::over(square, setup.turn))
    else {
        return true;
    };
    let mut after: Board = setup.board;
    let pawn = Piece { role: Role::Pawn, color: setup.turn };
    after.clear(step.to);
    after.clear(from);
    after.put(square, pawn);
    after.attackers(king, !setup.turn, after.occupied()).is_empty()
}
