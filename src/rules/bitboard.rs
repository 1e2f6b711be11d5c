//! A set of squares in one machine word.

use std::ops::{BitAnd, BitOr, BitOrAssign, BitXorAssign, Not, Sub};

use crate::rules::{Color, File, Rank, Square};

/// A set of squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Self = Self(0);
    /// Every square.
    pub const FULL: Self = Self(!0);
    /// The dark squares, a1 among them.
    pub const DARK: Self = Self(0xaa55_aa55_aa55_aa55);

    /// The first and the last rank, on which pawns are promoted and never stand.
    pub const EDGE_RANKS: Self = Self(Self::rank(Rank::One).0 | Self::rank(Rank::Eight).0);

    /// One square.
    pub const fn of(square: Square) -> Self {
        Self(1 << square as u64)
    }

    /// A whole file.
    pub const fn file(file: File) -> Self {
        Self(0x0101_0101_0101_0101 << file as u64)
    }

    /// A whole rank.
    pub const fn rank(rank: Rank) -> Self {
        Self(0xff << (8 * rank as u64))
    }

    /// The first rank of a side.
    pub const fn back_rank(color: Color) -> Self {
        match color {
            Color::White => Self::rank(Rank::One),
            Color::Black => Self::rank(Rank::Eight),
        }
    }

    /// Whether the square is in the set.
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square as u64 & 1 != 0
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the set is not empty.
    pub const fn is_any(self) -> bool {
        self.0 != 0
    }

    /// The number of squares.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the set has two squares or more.
    pub const fn more_than_one(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The lowest square.
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(self.lowest()) }
    }

    /// The lowest square of a set that is not empty; a1 for the empty set.
    pub const fn lowest(self) -> Square {
        Square::lowest_of(self.0)
    }

    /// The only square, if there is exactly one.
    pub const fn single(self) -> Option<Square> {
        if self.more_than_one() { None } else { self.first() }
    }

    /// Adds a square.
    pub fn insert(&mut self, square: Square) {
        self.0 |= 1 << square as u64;
    }

    /// Removes a square.
    pub fn remove(&mut self, square: Square) {
        self.0 &= !(1 << square as u64);
    }

    /// Removes a square if it is in the set, adds it otherwise.
    pub fn toggle(&mut self, square: Square) {
        self.0 ^= 1 << square as u64;
    }

    /// The squares mirrored along the middle of the board: e2 for e7.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self(self.0.swap_bytes())
    }

    /// Every square moved one rank ahead from a side's point of view; squares that leave the board are dropped.
    #[must_use]
    pub const fn forward(self, color: Color) -> Self {
        match color {
            Color::White => Self(self.0 << 8),
            Color::Black => Self(self.0 >> 8),
        }
    }
}

#[expect(
    clippy::copy_iterator,
    reason = "a set of squares is a number; iterating over a copy leaves the set as it is"
)]
impl Iterator for Bitboard {
    type Item = Square;

    fn next(&mut self) -> Option<Square> {
        let square = self.first()?;
        self.0 &= self.0 - 1;
        Some(square)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.count() as usize, Some(self.count() as usize))
    }
}

impl ExactSizeIterator for Bitboard {}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Self {
        squares.into_iter().fold(Self::EMPTY, |set, square| set | Self::of(square))
    }
}

impl BitAnd for Bitboard {
    type Output = Self;
    fn bitand(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }
}

impl BitOr for Bitboard {
    type Output = Self;
    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The squares of the first set that are not in the second.
impl Sub for Bitboard {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }
}

impl Not for Bitboard {
    type Output = Self;
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl BitOrAssign for Bitboard {
    fn bitor_assign(&mut self, other: Self) {
        self.0 |= other.0;
    }
}

impl BitXorAssign for Bitboard {
    fn bitxor_assign(&mut self, other: Self) {
        self.0 ^= other.0;
    }
}
