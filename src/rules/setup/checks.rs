//! Checks: which of them can be on the board at once, and which the last move can have given.

use super::{en_passant::DoubleStep, retraction};
use crate::rules::{Bitboard, Piece, Role, Setup, SetupFault, Square, attacks};

/// Looks at the checks to both kings.
pub(super) fn examine(setup: &Setup, faults: &mut Vec<SetupFault>) {
    // That kings attack each other is a fault of its own.
    let occupied = setup.board.occupied();
    let kings = setup.board.role(Role::King);
    if let Some(king) = setup.board.king(!setup.turn) {
        let checkers = setup.board.attackers(king, setup.turn, occupied) - kings;
        if checkers.is_any() {
            faults.push(SetupFault::OpponentInCheck { king, checkers });
        }
    }
    let Some(king) = setup.board.king(setup.turn) else { return };
    let checkers = setup.board.attackers(king, !setup.turn, occupied) - kings;
    if checkers.more_than_one() {
        faults.extend(several_checkers(setup, king, checkers));
    } else if setup.en_passant.is_none() && !retraction::exists(setup, king) {
        faults.push(SetupFault::NoLastMove);
    }
    faults.extend(checked_before_the_double_step(setup, king));
}

fn several_checkers(setup: &Setup, king: Square, checkers: Bitboard) -> Option<SetupFault> {
    if checkers.count() > 2 {
        return Some(SetupFault::ManyCheckers { checkers });
    }
    let leapers = setup.board.role(Role::Knight) | setup.board.role(Role::Pawn);
    if (checkers - leapers).is_empty() {
        return Some(SetupFault::TwoLeapersCheck { checkers });
    }
    if on_one_line(king, checkers) {
        return Some(SetupFault::CheckersOnOneLine { checkers });
    }
    // An en-passant square names the last move; whether it fits is asked elsewhere.
    let possible = setup.en_passant.is_some() || retraction::exists(setup, king);
    (!possible).then_some(SetupFault::DoubleCheckImpossible { checkers })
}

fn on_one_line(king: Square, mut checkers: Bitboard) -> bool {
    let (one, other) = (checkers.next(), checkers.next());
    one.zip(other).is_some_and(|(one, other)| attacks::line(one, other).has(king))
}

/// Takes the double step back: whoever attacks the king then did so when it was the others' move.
fn checked_before_the_double_step(setup: &Setup, king: Square) -> Option<SetupFault> {
    let step = DoubleStep::over(setup.en_passant?, setup.turn)?;
    let pawn = Piece { role: Role::Pawn, color: !setup.turn };
    if setup.board.piece_at(step.to) != Some(pawn) || setup.board.occupied().has(step.from) {
        return None;
    }
    let mut before = setup.board;
    before.toggle(step.to, pawn);
    before.toggle(step.from, pawn);
    let checkers = before.attackers(king, !setup.turn, before.occupied()) - before.role(Role::King);
    checkers.is_any().then_some(SetupFault::CheckAgainstEnPassant { checkers })
}
