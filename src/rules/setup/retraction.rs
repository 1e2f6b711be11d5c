//! Taking back the last move, whatever it may have been: is there one after which the king was
//! not yet in check? Lenient about what was captured, so "no" is a proof.

use crate::rules::{
    Bitboard, Board, Castling, Color, File, Piece, Rank, Role, Setup, Side, Square, attacks,
};

/// A board and the side whose last move is looked for.
#[derive(Debug, Clone, Copy)]
struct LastMove<'a> {
    board: &'a Board,
    castling: Castling,
    mover: Color,
    /// The king that must not have been in check before.
    king: Square,
}

/// Whether some move of the side that has just moved can have led here; `king` is that of the side to move.
pub(super) fn exists(setup: &Setup, king: Square) -> bool {
    let last = LastMove { board: &setup.board, castling: setup.castling, mover: !setup.turn, king };
    setup.board.color(last.mover).into_iter().any(|at| last.exists_for(at)) || last.castled()
}

impl LastMove<'_> {
    fn exists_for(self, at: Square) -> bool {
        match self.board.role_at(at) {
            None => false,
            Some(Role::Pawn) => self.of_pawn(at),
            Some(role) => self.of_piece(role, at) || self.promoted(role, at),
        }
    }

    fn of_piece(self, role: Role, at: Square) -> bool {
        let rights = self.castling.of(self.mover);
        if rights.has(at) || (role == Role::King && rights.is_any()) {
            return false;
        }
        let origins = attacks::of(role, self.mover, at, self.board.occupied());
        (origins - self.board.occupied()).into_iter().any(|from| {
            self.is_quiet_before(at, from, role, Bitboard::EMPTY)
                || self.may_have_captured()
                    && self.is_quiet_before(at, from, role, Bitboard::of(at))
        })
    }

    fn of_pawn(self, at: Square) -> bool {
        self.pushed(at) || self.took(at) || self.took_in_passing(at)
    }

    fn promoted(self, role: Role, at: Square) -> bool {
        Bitboard::back_rank(!self.mover).has(at)
            && role != Role::King
            && self.board.pieces(self.mover, Role::Pawn).count() < 8
            && (self.pushed(at) || self.took(at))
    }

    /// A pawn went straight ahead and stayed a pawn, or became what stands there now.
    fn pushed(self, at: Square) -> bool {
        let free = |square: &Square| !self.board.occupied().has(*square);
        let Some(one) = self.behind(at, 0).filter(free) else { return false };
        let two = self.behind(one, 0).filter(free).filter(|two| self.rank_of(*two) == Rank::Two);
        let is_double = self.rank_of(at) == Rank::Four;
        self.was_pawn(at, one, Bitboard::EMPTY)
            || is_double && two.is_some_and(|two| self.was_pawn(at, two, Bitboard::EMPTY))
    }

    fn took(self, at: Square) -> bool {
        self.may_have_captured()
            && self.pawn_origins(at).any(|from| self.was_pawn(at, from, Bitboard::of(at)))
    }

    fn took_in_passing(self, at: Square) -> bool {
        let Some(captured) = self.behind(at, 0) else { return false };
        let passed_over = behind(!self.mover, at, 0);
        let was_free = |square| !self.board.occupied().has(square);
        self.rank_of(at) == Rank::Six
            && self.may_have_captured()
            && was_free(captured)
            && passed_over.is_some_and(was_free)
            && self.pawn_origins(at).any(|from| self.was_pawn(at, from, Bitboard::of(captured)))
    }

    /// Empty squares from which a pawn can have taken towards a square.
    fn pawn_origins(self, at: Square) -> impl Iterator<Item = Square> {
        [-1, 1]
            .into_iter()
            .filter_map(move |files| self.behind(at, files))
            .filter(move |&from| !self.board.occupied().has(from))
    }

    fn was_pawn(self, at: Square, from: Square, captured: Bitboard) -> bool {
        self.rank_of(from) > Rank::One && self.is_quiet_before(at, from, Role::Pawn, captured)
    }

    /// Whether the king is safe when the piece on `at` is put back as `role` on `from`, and captured pieces on
    /// their squares.
    fn is_quiet_before(self, at: Square, from: Square, role: Role, captured: Bitboard) -> bool {
        let mut before = *self.board;
        before.clear(at);
        before.put(from, Piece { role, color: self.mover });
        before.attackers(self.king, self.mover, before.occupied() | captured).is_empty()
    }

    /// Castling from any squares of the first rank: Chess960 is a case of it.
    fn castled(self) -> bool {
        let Some(king) = self.board.king(self.mover) else { return false };
        if self.castling.of(self.mover).is_any() || self.rank_of(king) != Rank::One {
            return false;
        }
        Side::ALL.into_iter().filter(|side| side.king_file() == king.file()).any(|side| {
            let rook = Square::new(side.rook_file(), king.rank());
            self.board.pieces(self.mover, Role::Rook).has(rook)
                && self.castled_from_somewhere(king, rook)
        })
    }

    fn castled_from_somewhere(self, king: Square, rook: Square) -> bool {
        let mut lifted = *self.board;
        lifted.clear(king);
        lifted.clear(rook);
        let free = |square: &Square| !lifted.occupied().has(*square);
        let homes =
            || File::ALL.map(|file| Square::new(file, king.rank())).into_iter().filter(free);
        homes().any(|king| {
            homes().filter(|&rook| rook != king).any(|rook| {
                let mut before = lifted;
                before.put(king, Piece { role: Role::King, color: self.mover });
                before.put(rook, Piece { role: Role::Rook, color: self.mover });
                before.attackers(self.king, self.mover, before.occupied()).is_empty()
            })
        })
    }

    fn may_have_captured(self) -> bool {
        self.board.color(!self.mover).count() < 16
    }

    fn behind(self, at: Square, files: i8) -> Option<Square> {
        behind(self.mover, at, files)
    }

    /// The rank as the mover counts it.
    fn rank_of(self, square: Square) -> Rank {
        if self.mover == Color::White { square.rank() } else { square.flip().rank() }
    }
}

/// The square one rank back, as a side sees it, and so many files aside.
fn behind(color: Color, at: Square, files: i8) -> Option<Square> {
    at.offset(files, if color == Color::White { -1 } else { 1 })
}
