//! The games that can be played, and where each begins.

use crate::rules::{AnyPosition, BoardCount, Chess, Dialect, Layered, Setup, chess960};

/// A kind of chess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Variant {
    /// Chess as everybody knows it.
    #[default]
    Standard,
    /// Chess with shuffled pieces; without a number, the classical start.
    Chess960 {
        /// Scharnagl's number of the start position.
        start: Option<u16>,
    },
    /// Chess through the looking-glass.
    Alice {
        /// How many boards.
        boards: BoardCount,
        /// By which rules.
        dialect: Dialect,
    },
}

impl Variant {
    /// The word by which it is asked for, without any number.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Chess960 { .. } => "chess960",
            Self::Alice { dialect: Dialect::Classical, .. } => "alice",
            Self::Alice { dialect: Dialect::Ksparov, .. } => "alice-ksparov",
        }
    }

    /// The position in which a game begins.
    pub fn start(self) -> AnyPosition {
        match self {
            Self::Standard => AnyPosition::from(Chess::start()),
            Self::Chess960 { start } => {
                let setup = start.and_then(chess960::setup).unwrap_or_else(Setup::start);
                AnyPosition::from(Chess::from_setup_unchecked(&setup))
            }
            Self::Alice { boards, dialect } => AnyPosition::from(Layered::alice(boards, dialect)),
        }
    }
}
