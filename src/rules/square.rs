//! The sixty-four squares, their files and ranks. A number outside the board is never masked into range.

use std::{fmt, str::FromStr};

use crate::rules::{Color, UnknownName, piece::one_byte};

/// A column of the board, named by a letter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum File {
    A,
    B,
    C,
    D,
    E,
    F,
    G,
    H,
}

/// A row of the board, named by a digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Rank {
    One,
    Two,
    Three,
    Four,
    Five,
    Six,
    Seven,
    Eight,
}

/// A square of the board, in the order a1, b1 … h8.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[rustfmt::skip]
#[expect(missing_docs, reason = "the names say it all")]
pub enum Square {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
}

impl File {
    /// The files from a to h.
    pub const ALL: [Self; 8] =
        [Self::A, Self::B, Self::C, Self::D, Self::E, Self::F, Self::G, Self::H];

    /// The file with this index; a is zero.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// The file with this lower-case letter.
    pub const fn from_letter(letter: u8) -> Option<Self> {
        Self::from_index(letter.wrapping_sub(b'a'))
    }

    /// The letter, in lower case.
    pub const fn letter(self) -> char {
        (b'a' + self as u8) as char
    }
}

impl Rank {
    /// The ranks from the first to the eighth.
    pub const ALL: [Self; 8] = [
        Self::One,
        Self::Two,
        Self::Three,
        Self::Four,
        Self::Five,
        Self::Six,
        Self::Seven,
        Self::Eight,
    ];

    /// The rank with this index; the first rank is zero.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 8 { Some(Self::ALL[index as usize]) } else { None }
    }

    /// The rank with this digit.
    pub const fn from_digit(digit: u8) -> Option<Self> {
        Self::from_index(digit.wrapping_sub(b'1'))
    }

    /// The rank seen from a side: the second rank of Black is the seventh.
    #[must_use]
    pub const fn relative_to(self, color: Color) -> Self {
        match color {
            Color::White => self,
            Color::Black => Self::ALL[7 - self as usize],
        }
    }

    /// The digit.
    pub const fn digit(self) -> char {
        (b'1' + self as u8) as char
    }
}

/// The names of all squares in one string, of which each name is a slice.
const NAMES: &str = "a1b1c1d1e1f1g1h1a2b2c2d2e2f2g2h2a3b3c3d3e3f3g3h3a4b4c4d4e4f4g4h4\
                     a5b5c5d5e5f5g5h5a6b6c6d6e6f6g6h6a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8";

impl Square {
    /// All squares: a1, b1 … h8.
    #[rustfmt::skip]
    pub const ALL: [Self; 64] = [
        Self::A1, Self::B1, Self::C1, Self::D1, Self::E1, Self::F1, Self::G1, Self::H1,
        Self::A2, Self::B2, Self::C2, Self::D2, Self::E2, Self::F2, Self::G2, Self::H2,
        Self::A3, Self::B3, Self::C3, Self::D3, Self::E3, Self::F3, Self::G3, Self::H3,
        Self::A4, Self::B4, Self::C4, Self::D4, Self::E4, Self::F4, Self::G4, Self::H4,
        Self::A5, Self::B5, Self::C5, Self::D5, Self::E5, Self::F5, Self::G5, Self::H5,
        Self::A6, Self::B6, Self::C6, Self::D6, Self::E6, Self::F6, Self::G6, Self::H6,
        Self::A7, Self::B7, Self::C7, Self::D7, Self::E7, Self::F7, Self::G7, Self::H7,
        Self::A8, Self::B8, Self::C8, Self::D8, Self::E8, Self::F8, Self::G8, Self::H8,
    ];

    /// The square with this index; a1 is zero.
    pub const fn from_index(index: u8) -> Option<Self> {
        if index < 64 { Some(Self::numbered(index)) } else { None }
    }

    /// The square with this index below 64. The compiler sees that index and square have the same bits; a table would
    /// cost a load.
    #[rustfmt::skip]
    #[inline]
    const fn numbered(index: u8) -> Self {
        match index & 63 {
            0 => Self::A1, 1 => Self::B1, 2 => Self::C1, 3 => Self::D1, 4 => Self::E1, 5 => Self::F1, 6 => Self::G1, 7 => Self::H1,
            8 => Self::A2, 9 => Self::B2, 10 => Self::C2, 11 => Self::D2, 12 => Self::E2, 13 => Self::F2, 14 => Self::G2, 15 => Self::H2,
            16 => Self::A3, 17 => Self::B3, 18 => Self::C3, 19 => Self::D3, 20 => Self::E3, 21 => Self::F3, 22 => Self::G3, 23 => Self::H3,
            24 => Self::A4, 25 => Self::B4, 26 => Self::C4, 27 => Self::D4, 28 => Self::E4, 29 => Self::F4, 30 => Self::G4, 31 => Self::H4,
            32 => Self::A5, 33 => Self::B5, 34 => Self::C5, 35 => Self::D5, 36 => Self::E5, 37 => Self::F5, 38 => Self::G5, 39 => Self::H5,
            40 => Self::A6, 41 => Self::B6, 42 => Self::C6, 43 => Self::D6, 44 => Self::E6, 45 => Self::F6, 46 => Self::G6, 47 => Self::H6,
            48 => Self::A7, 49 => Self::B7, 50 => Self::C7, 51 => Self::D7, 52 => Self::E7, 53 => Self::F7, 54 => Self::G7, 55 => Self::H7,
            56 => Self::A8, 57 => Self::B8, 58 => Self::C8, 59 => Self::D8, 60 => Self::E8, 61 => Self::F8, 62 => Self::G8, 63 => Self::H8,
            _ => unreachable!(), // Six bits have no other values.
        }
    }

    /// The lowest square of a set that has one; a1 for the empty set.
    #[expect(clippy::cast_possible_truncation, reason = "there are at most 64 zeros")]
    #[inline]
    pub(in crate::rules) const fn lowest_of(set: u64) -> Self {
        Self::numbered(set.trailing_zeros() as u8)
    }

    /// The square where a file and a rank meet.
    pub const fn new(file: File, rank: Rank) -> Self {
        Self::numbered(rank as u8 * 8 + file as u8)
    }

    /// The square with this name, such as `e4`.
    pub const fn from_name(name: &[u8]) -> Option<Self> {
        let [file, rank] = name else { return None };
        match (File::from_letter(*file), Rank::from_digit(*rank)) {
            (Some(file), Some(rank)) => Some(Self::new(file, rank)),
            _ => None,
        }
    }

    /// The square with this name, whose two bytes are checked in one step.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "both numbers are below eight")]
    pub const fn from_pair(name: [u8; 2]) -> Option<Self> {
        // A letter before `a` borrows from the digit and stays too large itself.
        let numbers = u16::from_le_bytes(name).wrapping_sub(u16::from_le_bytes(*b"a1"));
        if numbers & !0x0707 == 0 {
            Some(Self::numbered((numbers | numbers >> 5) as u8))
        } else {
            None
        }
    }

    /// The name, such as `e4`.
    pub const fn name(self) -> &'static str {
        NAMES.split_at(2 * self.index()).1.split_at(2).0
    }

    /// The index; a1 is zero. The mask saves every table a bounds check that cannot fail.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize & 63
    }

    /// The file.
    pub const fn file(self) -> File {
        File::ALL[self as usize & 7]
    }

    /// The rank.
    pub const fn rank(self) -> Rank {
        Rank::ALL[self as usize >> 3 & 7]
    }

    /// Whether it is a light square.
    pub const fn is_light(self) -> bool {
        (self as u8 & 7) % 2 != (self as u8 >> 3) % 2
    }

    /// The square this many files to the right and ranks up, if it is on the board.
    pub const fn offset(self, files: i8, ranks: i8) -> Option<Self> {
        let file = (self as u8 & 7).checked_add_signed(files);
        let rank = (self as u8 >> 3).checked_add_signed(ranks);
        match (file, rank) {
            (Some(file @ 0..8), Some(rank @ 0..8)) => Self::from_index(rank * 8 + file),
            _ => None,
        }
    }

    /// The square mirrored along the middle of the board: e2 for e7.
    #[must_use]
    pub const fn flip(self) -> Self {
        Self::numbered(self as u8 ^ 0o70)
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.digit())
    }
}

impl FromStr for Square {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Self::from_name(text.as_bytes()).ok_or(UnknownName("a square such as `e4`"))
    }
}

impl FromStr for File {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        one_byte(text, Self::from_letter, "a file from `a` to `h`")
    }
}

impl FromStr for Rank {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        one_byte(text, Self::from_digit, "a rank from `1` to `8`")
    }
}
