//! Rights to castle: an unmoved king, and an unmoved rook on each side of it at most.

use crate::rules::{Bitboard, Color, File, Role, Setup, SetupFault, Side, Square};

/// Looks whether king and rooks stand where the rights say.
pub(super) fn examine(setup: &Setup, faults: &mut Vec<SetupFault>) {
    for color in Color::ALL {
        for rook in setup.castling.of(color) {
            if !is_possible(setup, color, rook) {
                faults.push(SetupFault::CastlingRightImpossible { color, rook });
            }
        }
    }
}

fn is_possible(setup: &Setup, color: Color, rook: Square) -> bool {
    let Some(king) = setup.board.king(color) else { return false };
    // A king begins between its rooks, so never in a corner.
    Bitboard::back_rank(color).has(king)
        && !matches!(king.file(), File::A | File::H)
        && setup.board.pieces(color, Role::Rook).has(rook)
        && is_alone_on_its_wing(setup, color, king, rook)
}

fn is_alone_on_its_wing(setup: &Setup, color: Color, king: Square, rook: Square) -> bool {
    let wing = Side::of(king, rook);
    setup.castling.of(color).filter(|&other| Side::of(king, other) == wing).count() == 1
}
