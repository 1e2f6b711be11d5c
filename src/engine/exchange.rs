//! What comes of taking on a square when everybody takes back with the smallest man.

use crate::engine::evaluate::WORTH;
use crate::rules::{Bitboard, Board, Color, Manner, Move, Position, Role, Square};

/// Whether a capture loses material. Where a man that takes passes to another board, nobody takes
/// back on the first one, and no capture is called losing.
pub(super) fn loses<P: Position>(position: &P, mv: Move) -> bool {
    let [board] = position.boards() else { return false };
    let Some(taken) = mv.capture else { return false };
    if worth(mv.role) <= worth(taken) || mv.manner == Manner::EnPassant {
        return false;
    }
    let gain = i32::from(worth(taken));
    let occupied = board.occupied() - Bitboard::of(mv.from);
    let risk = Exchange { board, square: mv.to };
    gain - risk.best_reply(!position.turn(), mv.role, occupied) < 0
}

fn worth(role: Role) -> i16 {
    // Nobody gives a king for anything.
    if role == Role::King { 10_000 } else { WORTH[role as usize] }
}

struct Exchange<'a> {
    board: &'a Board,
    square: Square,
}

impl Exchange<'_> {
    /// The most a side gains by taking the man that stands on the square, or by leaving it.
    fn best_reply(&self, side: Color, standing: Role, occupied: Bitboard) -> i32 {
        let takers = self.board.attackers(self.square, side, occupied) & occupied;
        let Some((role, from)) = self.smallest(takers) else { return 0 };
        let left = occupied - Bitboard::of(from);
        let answer = self.best_reply(!side, role, left);
        (i32::from(worth(standing)) - answer).max(0)
    }

    fn smallest(&self, takers: Bitboard) -> Option<(Role, Square)> {
        Role::ALL.into_iter().find_map(|role| {
            let from = (takers & self.board.role(role)).first()?;
            Some((role, from))
        })
    }
}
