//! Castling rights as rooks that have not moved: classic chess and Chess960 are one case.

use crate::rules::{Bitboard, Board, Color, File, Square};

/// A wing, named by the piece that stands there as a classic game begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Short: towards the h-file.
    King,
    /// Long: towards the a-file.
    Queen,
}

impl Side {
    /// King's side, then queen's side.
    pub const ALL: [Self; 2] = [Self::King, Self::Queen];

    /// The file on which the king arrives.
    pub const fn king_file(self) -> File {
        match self {
            Self::King => File::G,
            Self::Queen => File::C,
        }
    }

    /// The file on which the rook arrives.
    pub const fn rook_file(self) -> File {
        match self {
            Self::King => File::F,
            Self::Queen => File::D,
        }
    }

    /// The wing on which a rook stands, as seen from the king.
    pub fn of(king: Square, rook: Square) -> Self {
        if rook > king { Self::King } else { Self::Queen }
    }
}

/// The rooks with which castling is still allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Castling {
    rooks: Bitboard,
}

impl Castling {
    /// Nobody may castle.
    pub const NONE: Self = Self { rooks: Bitboard::EMPTY };

    /// The right to castle with these rooks.
    pub const fn with(rooks: Bitboard) -> Self {
        Self { rooks }
    }

    /// All rooks that still have the right.
    pub const fn rooks(self) -> Bitboard {
        self.rooks
    }

    /// A side's rooks that still have the right.
    pub fn of(self, color: Color) -> Bitboard {
        self.rooks & Bitboard::back_rank(color)
    }

    /// The rook of a wing, seen from the king.
    pub fn rook(self, color: Color, king: Square, side: Side) -> Option<Square> {
        self.of(color).find(|&rook| Side::of(king, rook) == side)
    }

    /// Whether king and rooks began elsewhere than in the classical game.
    pub fn is_chess960(self, board: &Board) -> bool {
        Color::ALL.into_iter().any(|color| {
            let rooks = self.of(color);
            let classical = Bitboard::file(File::A) | Bitboard::file(File::H);
            let king_at_e = board.king(color).is_some_and(|king| king.file() == File::E);
            rooks.is_any() && !(king_at_e && (rooks - classical).is_empty())
        })
    }

    /// Takes the right from every rook on these squares, and tells which of them had it.
    pub fn revoke(&mut self, squares: Bitboard) -> Bitboard {
        let losers = self.rooks & squares;
        self.rooks = self.rooks - losers;
        losers
    }
}
