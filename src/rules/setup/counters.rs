//! The two counters.

use crate::rules::{Color, Setup, SetupFault};

/// The half-move counter with which a player may claim a draw. FIDE 9.3.
const CLAIM: u32 = 100;

/// Looks whether the counters fit each other and the draw rules.
pub(super) fn examine(setup: &Setup, faults: &mut Vec<SetupFault>) {
    let halfmoves = setup.halfmoves;
    let most = plies_played(setup);
    if halfmoves > most {
        faults.push(SetupFault::HalfmoveTooLarge { halfmoves, most });
    }
    if halfmoves >= CLAIM {
        faults.push(SetupFault::MoveRuleReached { halfmoves });
    }
}

/// How many half-moves have been played, by the move number.
fn plies_played(setup: &Setup) -> u32 {
    let moves = setup.fullmoves.saturating_sub(1);
    moves.saturating_mul(2).saturating_add(u32::from(setup.turn == Color::Black))
}
