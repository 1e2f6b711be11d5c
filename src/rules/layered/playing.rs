//! A move in its two halves, first on its own board and then through to the next, and what it leaves behind.

use crate::rules::{
    Bitboard, Board, BoardIndex, Color, Move, MoveKind, Piece, Position, Role, Square,
};

use super::candidates::{arrivals, rook_target};
use super::{Dialect, Layered};

/// What a move would do to the own king.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Danger {
    /// The board on which the king would be attacked.
    pub(in crate::rules) board_index: BoardIndex,
    /// Where it would stand.
    pub(in crate::rules) king: Square,
    /// The pieces that would attack it.
    pub(in crate::rules) attackers: Bitboard,
    /// Whether it would be safe once the piece has stepped through.
    pub(in crate::rules) passes: bool,
}

impl Layered {
    /// Makes the move and looks: who attacks the king before the transfer, as far as the dialect asks, or after.
    pub(in crate::rules) fn danger(&self, mv: Move) -> Option<Danger> {
        let mut tried = self.clone();
        tried.make(mv);
        let asked = self.dialect == Dialect::Ksparov || tried.king(self.turn).0 == mv.board_index;
        let before = tried.king_attacked(self.turn).filter(|_| asked);
        tried.step_through(mv);
        let after = tried.king_attacked(self.turn);
        let passes = before.is_some() && after.is_none();
        before.or(after).map(|danger| Danger { passes, ..danger })
    }

    fn king_attacked(&self, color: Color) -> Option<Danger> {
        let (board_index, king) = self.king(color);
        let attackers = self.attackers_of_king(color);
        attackers.is_any().then_some(Danger { board_index, king, attackers, passes: false })
    }

    /// The pieces that attack a king; only those on its own board can. FIDE 3.9.1
    pub(super) fn attackers_of_king(&self, color: Color) -> Bitboard {
        let (board_index, square) = self.king(color);
        let board = self.board(board_index);
        board.attackers(square, !color, board.occupied())
    }

    /// The first half: the pieces move on their own board, and what is taken leaves it.
    pub(super) fn make(&mut self, mv: Move) {
        let color = self.turn;
        let role = mv.promotion.unwrap_or(mv.role);
        let board = self.board_mut(mv.board_index);
        board.clear(mv.from);
        if mv.kind != MoveKind::Normal {
            board.clear(removed(mv));
        }
        board.put(mv.target(), Piece { role, color });
        if let Some(square) = rook_target(mv) {
            board.put(square, Piece { role: Role::Rook, color });
        }
    }

    /// The second half: what has arrived goes through to the same square of the next board.
    pub(super) fn step_through(&mut self, mv: Move) {
        let next = self.next(mv.board_index);
        for square in arrivals(mv) {
            if let Some(piece) = self.board(mv.board_index).piece_at(square) {
                self.board_mut(mv.board_index).clear(square);
                self.board_mut(next).put(square, piece);
            }
        }
    }

    /// Rights, counters and the turn after a move.
    pub(super) fn advance(&mut self, mv: Move) {
        if mv.role == Role::King {
            self.castling.revoke(Bitboard::back_rank(self.turn));
        }
        if mv.board_index == BoardIndex::FIRST {
            self.castling.revoke(Bitboard::of(mv.from) | Bitboard::of(mv.to));
        }
        self.passed = self.square_passed(mv);
        self.halfmoves = if mv.is_zeroing() { 0 } else { self.halfmoves.saturating_add(1) };
        if self.turn == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    /// The square a pawn passes over by a double step; nobody takes in passing in Alice chess. FIDE 3.7.3.1
    fn square_passed(&self, mv: Move) -> Option<Square> {
        let is_double = mv.is_double_step() && !self.is_alice();
        Bitboard::of(mv.from).forward(self.turn).first().filter(|_| is_double)
    }

    fn board_mut(&mut self, board_index: BoardIndex) -> &mut Board {
        &mut self.boards[usize::from(board_index.0)]
    }
}

/// What leaves its square beside the piece that moves: the pawn taken in passing, or the rook that castles.
fn removed(mv: Move) -> Square {
    match mv.kind {
        MoveKind::EnPassant => Square::new(mv.to.file(), mv.from.rank()),
        MoveKind::Castle | MoveKind::Normal => mv.to,
    }
}
