//! The plain game answers what every position is asked.

use std::hash::{DefaultHasher, Hash, Hasher};

use crate::rules::{
    Bitboard, Board, BoardIndex, Castling, Color, Move, MoveKind, MoveList, Position, Role, Square,
    outcome,
};

use super::Layered;

impl Position for Layered {
    fn turn(&self) -> Color {
        self.turn
    }

    fn boards(&self) -> &[Board] {
        &self.boards[..usize::from(self.count)]
    }

    fn castling(&self) -> Castling {
        self.castling
    }

    fn en_passant(&self) -> Option<Square> {
        self.passed?;
        self.legal_moves().into_iter().find(|mv| mv.kind == MoveKind::EnPassant).map(|mv| mv.to)
    }

    fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    fn king(&self, color: Color) -> (BoardIndex, Square) {
        let on = |board_index| Some((board_index, self.board(board_index).king(color)?));
        match self.board_indices().find_map(on) {
            Some(place) => place,
            None => unreachable!("the gate admits no position without kings, and nobody takes one"),
        }
    }

    fn checkers(&self) -> Bitboard {
        self.attackers_of_king(self.turn)
    }

    fn legal_moves(&self) -> MoveList {
        let mut moves = self.candidates();
        moves.retain(|mv| self.danger(*mv).is_none());
        moves
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.make(mv);
        self.step_through(mv);
        self.advance(mv);
    }

    fn repetition_key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let rights = (self.turn, self.castling, self.en_passant());
        (self.boards(), rights).hash(&mut hasher);
        hasher.finish()
    }

    fn as_layered(&self) -> Option<&Layered> {
        self.is_alice().then_some(self)
    }

    fn can_mate(&self, color: Color) -> bool {
        if self.is_alice() {
            // Two kings alone cannot even give check: each would stand next to the other.
            let is_lone_king =
                |board: &Board| (board.color(color) - board.role(Role::King)).is_empty();
            !self.boards().iter().all(is_lone_king)
        } else {
            outcome::can_mate(&self.boards[0], color)
        }
    }
}
