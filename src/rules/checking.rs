//! Who gives check: after a move that has been made, and by which of many moves of one position.

use crate::rules::{Bitboard, Chess, Color, Move, MoveKind, Position, Role, Square, attacks};

/// The enemy's king as the side to move sees it: what is the same for all moves is looked at once.
#[derive(Debug, Clone, Copy)]
pub struct CheckInfo {
    king: Square,
    /// Where a piece of each kind would attack the king.
    strikes: [Bitboard; 6],
    /// Own pieces that alone stand between an own slider and the king.
    screens: Bitboard,
}

impl CheckInfo {
    /// Looks at the king of the side that is not to move.
    pub fn of(position: &Chess) -> Self {
        let (board, turn) = (position.board(), position.turn());
        let (_, king) = position.king(!turn);
        let occupied = board.occupied();
        let diagonal = attacks::bishop(king, occupied);
        let straight = attacks::rook(king, occupied);
        let strikes = Role::ALL.map(|role| match role {
            Role::Pawn => attacks::pawn(!turn, king),
            Role::Knight => attacks::knight(king),
            Role::Bishop => diagonal,
            Role::Rook => straight,
            Role::Queen => diagonal | straight,
            Role::King => Bitboard::EMPTY,
        });
        let shields = board
            .aligned_sliders(king, turn)
            .map(|slider| attacks::between(king, slider) & occupied)
            .filter(|shield| !shield.more_than_one());
        let screens = shields.fold(Bitboard::EMPTY, |all, one| all | one) & board.color(turn);
        Self { king, strikes, screens }
    }

    /// Whether a legal move of that position gives check.
    pub fn gives_check(&self, position: &Chess, mv: Move) -> bool {
        // What is promoted may strike through the square that the pawn has left.
        if mv.kind != MoveKind::Normal || mv.promotion.is_some() {
            return position.after(mv).is_check();
        }
        self.strikes[mv.role as usize].has(mv.to)
            || self.screens.has(mv.from) && !attacks::line(self.king, mv.from).has(mv.to)
    }
}

impl Chess {
    /// Who gives check after a plain move of this side, which has been made. Only the piece that moved and the line that it left
    /// need be looked at.
    #[inline(always)]
    pub(super) fn checkers_after(&self, mv: Move, color: Color) -> Bitboard {
        let king = self.board().pieces(!color, Role::King).lowest();
        let role = mv.promotion.unwrap_or(mv.role);
        // Whether something stands between is not to be foreseen: it is looked at in any case.
        let aimed = attacks::on_empty_board(role, !color, king) & Bitboard::of(mv.to);
        let direct = if self.sees(king, mv.to) { aimed } else { Bitboard::EMPTY };
        let behind = self.board().aligned_sliders(king, color) & attacks::line(king, mv.from);
        if behind.is_any() { direct | self.strikers(behind, king) } else { direct }
    }

    /// The same after castling or taking in passing, which open and close several lines.
    pub(super) fn checkers_after_special(&self, mv: Move, color: Color) -> Bitboard {
        let king = self.board().pieces(!color, Role::King).lowest();
        let pawn = if mv.role == Role::Pawn {
            attacks::pawn(!color, king) & Bitboard::of(mv.to)
        } else {
            Bitboard::EMPTY
        };
        pawn | self.strikers(self.board().aligned_sliders(king, color), king)
    }

    fn sees(&self, one: Square, other: Square) -> bool {
        attacks::sees(one, other, self.board().occupied())
    }

    /// Those of the sliders on lines with the king that strike it.
    #[inline]
    fn strikers(&self, sliders: Bitboard, king: Square) -> Bitboard {
        sliders.filter(|&slider| self.sees(king, slider)).collect()
    }
}
