//! Check detection: for the moves of one position, and after a move.

use crate::rules::{Bitboard, Chess, Color, Move, MoveKind, Position, Role, Square, attacks};

/// What decides which moves of a position give check, computed once for all its moves.
#[derive(Debug, Clone, Copy)]
pub struct CheckInfo {
    king: Square,
    /// The squares from which a piece of each role would attack the king.
    check_squares: [Bitboard; 6],
    /// Pieces of the side to move that alone block one of its sliders from the king.
    blockers: Bitboard,
}

impl CheckInfo {
    /// Examines the king of the side that is not to move.
    pub fn of(position: &Chess) -> Self {
        let (board, turn) = (position.board(), position.turn());
        let king = position.king(!turn);
        let occupied = board.occupied();
        let diagonal = attacks::bishop(king, occupied);
        let straight = attacks::rook(king, occupied);
        let check_squares = Role::ALL.map(|role| match role {
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
        let blockers = shields.fold(Bitboard::EMPTY, |all, one| all | one) & board.color(turn);
        Self { king, check_squares, blockers }
    }

    /// Whether a legal move of that position gives check.
    pub fn gives_check(&self, position: &Chess, mv: Move) -> bool {
        // A promoted piece may attack through the square that the pawn has left.
        if mv.kind != MoveKind::Normal || mv.promotion.is_some() {
            return position.after(mv).is_check();
        }
        self.check_squares[mv.role as usize].has(mv.to)
            || self.blockers.has(mv.from) && !attacks::line(self.king, mv.from).has(mv.to)
    }
}

impl Chess {
    /// The pieces that give check after this side has made a normal move, and all its sliders on a line with the king. Only the
    /// moved piece and the line that it left can have changed the checks.
    #[inline(always)]
    pub(super) fn checkers_after(&self, mv: Move, color: Color) -> (Bitboard, Bitboard) {
        let king = self.king(!color);
        let role = mv.promotion.unwrap_or(mv.role);
        // A blocker is unpredictable for the processor, so it is tested in any case.
        let aimed = attacks::on_empty_board(role, !color, king) & Bitboard::of(mv.to);
        let direct = if self.sees(king, mv.to) { aimed } else { Bitboard::EMPTY };
        let aligned = self.board().aligned_sliders(king, color);
        let behind = aligned & attacks::line(king, mv.from);
        let checkers = if behind.is_any() { direct | self.unblocked(behind, king) } else { direct };
        (checkers, aligned)
    }

    /// The same after castling or en passant, which open and close several lines.
    pub(super) fn checkers_after_special(&self, mv: Move, color: Color) -> (Bitboard, Bitboard) {
        let king = self.king(!color);
        let pawn = if mv.role == Role::Pawn {
            attacks::pawn(!color, king) & Bitboard::of(mv.to)
        } else {
            Bitboard::EMPTY
        };
        let aligned = self.board().aligned_sliders(king, color);
        (pawn | self.unblocked(aligned, king), aligned)
    }

    fn sees(&self, one: Square, other: Square) -> bool {
        attacks::sees(one, other, self.board().occupied())
    }

    /// Those of the sliders on lines with the king that attack it.
    #[inline]
    fn unblocked(&self, sliders: Bitboard, king: Square) -> Bitboard {
        sliders.filter(|&slider| self.sees(king, slider)).collect()
    }
}
