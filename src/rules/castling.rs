//! Castling rights as rooks that have not moved: classic chess and Chess960 are one case.

use crate::rules::{Bitboard, Board, Color, File, Square};

/// A side of the board, named by the piece that starts there in ordinary chess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// The side of the h-file.
    King,
    /// The side of the a-file.
    Queen,
}

impl Side {
    /// The king's side, then the queen's side.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The file of the king after castling.
    pub const fn king_file(self) -> File {
        match self {
            Self::King => File::G,
            Self::Queen => File::C,
        }
    }

    /// The file of the rook after castling.
    pub const fn rook_file(self) -> File {
        match self {
            Self::King => File::F,
            Self::Queen => File::D,
        }
    }

    /// The side of a rook, seen from the king.
    pub fn of(king: Square, rook: Square) -> Self {
        if rook > king { Self::King } else { Self::Queen }
    }
}

/// The rooks that may still castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Castling {
    rooks: Bitboard,
}

impl Castling {
    /// No castling right.
    pub const NONE: Self = Self { rooks: Bitboard::EMPTY };

    /// The right to castle with these rooks.
    pub const fn with(rooks: Bitboard) -> Self {
        Self { rooks }
    }

    /// All rooks with the right.
    pub const fn rooks(self) -> Bitboard {
        self.rooks
    }

    /// A side's rooks with the right.
    pub fn of(self, color: Color) -> Bitboard {
        self.rooks & Bitboard::back_rank(color)
    }

    /// The rook with the right on this side of the king.
    pub fn rook(self, color: Color, king: Square, side: Side) -> Option<Square> {
        self.of(color).find(|&rook| Side::of(king, rook) == side)
    }

    /// Whether a king or rook with a right is not on its classical square.
    pub fn is_chess960(self, board: &Board) -> bool {
        Color::ALL.into_iter().any(|color| {
            let rooks = self.of(color);
            let classical = Bitboard::file(File::A) | Bitboard::file(File::H);
            let king_at_e = board.king(color).is_some_and(|king| king.file() == File::E);
            rooks.is_any() && !(king_at_e && (rooks - classical).is_empty())
        })
    }

    /// Removes the rights of the rooks on these squares and returns the rooks that had them.
    pub fn revoke(&mut self, squares: Bitboard) -> Bitboard {
        let revoked = self.rooks & squares;
        self.rooks = self.rooks - revoked;
        revoked
    }
}
