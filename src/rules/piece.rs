//! Pieces, their roles, and the error of every name that cannot be read.

use std::{error::Error, fmt, str::FromStr};

use crate::rules::Color;

/// A kind of piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Role {
    /// P
    Pawn,
    /// N
    Knight,
    /// B
    Bishop,
    /// R
    Rook,
    /// Q
    Queen,
    /// K
    King,
}

impl Role {
    /// All roles, the pawn first.
    pub const ALL: [Self; 6] =
        [Self::Pawn, Self::Knight, Self::Bishop, Self::Rook, Self::Queen, Self::King];

    /// The roles to which a pawn is promoted, the queen first.
    pub const PROMOTIONS: [Self; 4] = [Self::Queen, Self::Rook, Self::Bishop, Self::Knight];

    /// The English letter, in upper case.
    pub const fn letter(self) -> char {
        match self {
            Self::Pawn => 'P',
            Self::Knight => 'N',
            Self::Bishop => 'B',
            Self::Rook => 'R',
            Self::Queen => 'Q',
            Self::King => 'K',
        }
    }

    /// The role with this English letter, in upper or lower case.
    pub const fn from_letter(letter: u8) -> Option<Self> {
        match letter.to_ascii_uppercase() {
            b'P' => Some(Self::Pawn),
            b'N' => Some(Self::Knight),
            b'B' => Some(Self::Bishop),
            b'R' => Some(Self::Rook),
            b'Q' => Some(Self::Queen),
            b'K' => Some(Self::King),
            _ => None,
        }
    }

    /// The English word.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pawn => "pawn",
            Self::Knight => "knight",
            Self::Bishop => "bishop",
            Self::Rook => "rook",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }

    /// Whether the piece moves any distance along lines.
    pub const fn is_slider(self) -> bool {
        matches!(self, Self::Bishop | Self::Rook | Self::Queen)
    }
}

/// A piece of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Piece {
    /// The kind of piece.
    pub role: Role,
    /// The side it belongs to.
    pub color: Color,
}

impl Piece {
    /// The FEN letter, in upper case for White.
    pub const fn letter(self) -> char {
        match self.color {
            Color::White => self.role.letter(),
            Color::Black => self.role.letter().to_ascii_lowercase(),
        }
    }

    /// The piece with this FEN letter.
    pub const fn from_letter(letter: u8) -> Option<Self> {
        let color = if letter.is_ascii_uppercase() { Color::White } else { Color::Black };
        match Role::from_letter(letter) {
            Some(role) => Some(Self { role, color }),
            None => None,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads the English name or letter, in upper or lower case.
impl FromStr for Role {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        let by_name = || Self::ALL.into_iter().find(|role| text.eq_ignore_ascii_case(role.name()));
        match text.as_bytes() {
            &[letter] => Self::from_letter(letter),
            _ => by_name(),
        }
        .ok_or(UnknownName("a piece such as `knight` or `N`"))
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// Reads a FEN letter.
impl FromStr for Piece {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        one_byte(text, Self::from_letter, "a FEN letter")
    }
}

/// A text that does not name a square, file, rank, color, role or piece; it says what was expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownName(pub(super) &'static str);

/// Reads a name of one byte.
pub(super) fn one_byte<T>(
    text: &str,
    read: impl Fn(u8) -> Option<T>,
    expected: &'static str,
) -> Result<T, UnknownName> {
    let value = if let &[byte] = text.as_bytes() { read(byte) } else { None };
    value.ok_or(UnknownName(expected))
}

impl fmt::Display for UnknownName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", self.0)
    }
}

impl Error for UnknownName {}

#[cfg(test)]
mod tests {
    use super::{Piece, Role};
    use crate::rules::{Color, File, Rank, Square};

    #[test]
    fn names_written_are_names_read() {
        for square in Square::ALL {
            assert_eq!(square.to_string().parse(), Ok(square));
            assert_eq!(square.file().to_string().parse(), Ok(square.file()));
            assert_eq!(square.rank().to_string().parse(), Ok(square.rank()));
        }
        for color in Color::ALL {
            assert_eq!(color.to_string().parse(), Ok(color));
            for role in Role::ALL {
                assert_eq!(role.to_string().parse(), Ok(role));
                assert_eq!(Piece { role, color }.to_string().parse(), Ok(Piece { role, color }));
            }
        }
    }

    #[test]
    fn other_names_are_errors_that_say_what_was_expected() {
        let table = [
            ("e9".parse::<Square>().err(), "expected a square such as `e4`"),
            ("E".parse::<File>().err(), "expected a file from `a` to `h`"),
            ("10".parse::<Rank>().err(), "expected a rank from `1` to `8`"),
            ("red".parse::<Color>().err(), "expected `white` or `black`"),
            ("kn".parse::<Role>().err(), "expected a piece such as `knight` or `N`"),
            ("x".parse::<Piece>().err(), "expected a FEN letter"),
        ];
        for (error, text) in table {
            assert_eq!(error.map(|error| error.to_string()).as_deref(), Some(text));
        }
    }
}
