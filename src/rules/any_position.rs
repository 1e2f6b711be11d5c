//! The variants of chess, where each begins, and a position of any of them.

use crate::rules::{
    Bitboard, Board, BoardCount, BoardIndex, Castling, Chess, Color, Dialect, Layered, Move,
    MoveList, Position, Role, Setup, Side, Square, chess960,
};

/// A variant of chess.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Variant {
    /// Ordinary chess.
    #[default]
    Standard,
    /// Chess with shuffled pieces; without a number, the classical start position.
    Chess960 {
        /// Scharnagl's number of the start position.
        start: Option<u16>,
    },
    /// Alice chess, in which each move passes to the next board.
    Alice {
        /// The number of boards.
        boards: BoardCount,
        /// The rules in use.
        dialect: Dialect,
    },
}

impl Variant {
    /// The name on the command line, without any number.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Chess960 { .. } => "chess960",
            Self::Alice { dialect: Dialect::Classical, .. } => "alice",
            Self::Alice { dialect: Dialect::Ksparov, .. } => "alice-ksparov",
        }
    }

    /// The start position.
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

/// A position of any variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyPosition {
    /// Standard chess and Chess960.
    Chess(Chess),
    /// Alice chess; boxed, since eight boards are large.
    Layered(Box<Layered>),
}

impl From<Chess> for AnyPosition {
    fn from(position: Chess) -> Self {
        Self::Chess(position)
    }
}

impl From<Layered> for AnyPosition {
    fn from(position: Layered) -> Self {
        Self::Layered(Box::new(position))
    }
}

/// Evaluates the same expression for a position of either kind.
macro_rules! either {
    ($self:ident, $position:ident => $answer:expr) => {
        match $self {
            Self::Chess($position) => $answer,
            Self::Layered($position) => $answer,
        }
    };
}

impl Position for AnyPosition {
    fn turn(&self) -> Color {
        either!(self, position => position.turn())
    }

    fn boards(&self) -> &[Board] {
        either!(self, position => position.boards())
    }

    fn castling(&self) -> Castling {
        either!(self, position => position.castling())
    }

    fn en_passant(&self) -> Option<Square> {
        either!(self, position => position.en_passant())
    }

    fn pseudo_en_passant(&self) -> Option<Square> {
        either!(self, position => position.pseudo_en_passant())
    }

    fn halfmoves(&self) -> u32 {
        either!(self, position => position.halfmoves())
    }

    fn fullmoves(&self) -> u32 {
        either!(self, position => position.fullmoves())
    }

    fn king(&self, color: Color) -> (BoardIndex, Square) {
        either!(self, position => position.king(color))
    }

    fn checkers(&self) -> Bitboard {
        either!(self, position => position.checkers())
    }

    fn legal_moves(&self) -> MoveList {
        either!(self, position => position.legal_moves())
    }

    fn play_unchecked(&mut self, mv: Move) {
        either!(self, position => position.play_unchecked(mv));
    }

    fn repetition_key(&self) -> u64 {
        either!(self, position => position.repetition_key())
    }

    fn can_mate(&self, color: Color) -> bool {
        either!(self, position => position.can_mate(color))
    }

    fn has_legal_move(&self) -> bool {
        either!(self, position => position.has_legal_move())
    }

    fn count_moves(&self) -> u64 {
        either!(self, position => position.count_moves())
    }

    fn origins(&self, role: Role, to: Square, among: Bitboard) -> Bitboard {
        either!(self, position => position.origins(role, to, among))
    }

    fn castling_move(&self, side: Side) -> Option<Move> {
        either!(self, position => position.castling_move(side))
    }

    fn forcing_moves(&self) -> MoveList {
        either!(self, position => position.forcing_moves())
    }

    fn after_null_move(&self) -> Option<Self> {
        either!(self, position => position.after_null_move().map(Self::from))
    }

    fn as_layered(&self) -> Option<&Layered> {
        either!(self, position => position.as_layered())
    }
}
