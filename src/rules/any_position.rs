//! A position of whatever variant a run was asked for.

use crate::rules::{
    Bitboard, Board, BoardIndex, Castling, Chess, Color, Layered, Move, MoveList, Position, Role,
    Side, Square,
};

/// The fast game, or one on several boards.
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

impl Position for AnyPosition {
    fn turn(&self) -> Color {
        match self {
            Self::Chess(position) => position.turn(),
            Self::Layered(position) => position.turn(),
        }
    }

    fn boards(&self) -> &[Board] {
        match self {
            Self::Chess(position) => position.boards(),
            Self::Layered(position) => position.boards(),
        }
    }

    fn castling(&self) -> Castling {
        match self {
            Self::Chess(position) => position.castling(),
            Self::Layered(position) => position.castling(),
        }
    }

    fn en_passant(&self) -> Option<Square> {
        match self {
            Self::Chess(position) => position.en_passant(),
            Self::Layered(position) => position.en_passant(),
        }
    }

    fn pseudo_en_passant(&self) -> Option<Square> {
        match self {
            Self::Chess(position) => position.pseudo_en_passant(),
            Self::Layered(position) => position.pseudo_en_passant(),
        }
    }

    fn halfmoves(&self) -> u32 {
        match self {
            Self::Chess(position) => position.halfmoves(),
            Self::Layered(position) => position.halfmoves(),
        }
    }

    fn fullmoves(&self) -> u32 {
        match self {
            Self::Chess(position) => position.fullmoves(),
            Self::Layered(position) => position.fullmoves(),
        }
    }

    fn king(&self, color: Color) -> (BoardIndex, Square) {
        match self {
            Self::Chess(position) => position.king(color),
            Self::Layered(position) => position.king(color),
        }
    }

    fn checkers(&self) -> Bitboard {
        match self {
            Self::Chess(position) => position.checkers(),
            Self::Layered(position) => position.checkers(),
        }
    }

    fn legal_moves(&self) -> MoveList {
        match self {
            Self::Chess(position) => position.legal_moves(),
            Self::Layered(position) => position.legal_moves(),
        }
    }

    fn play_unchecked(&mut self, mv: Move) {
        match self {
            Self::Chess(position) => position.play_unchecked(mv),
            Self::Layered(position) => position.play_unchecked(mv),
        }
    }

    fn repetition_key(&self) -> u64 {
        match self {
            Self::Chess(position) => position.repetition_key(),
            Self::Layered(position) => position.repetition_key(),
        }
    }

    fn can_mate(&self, color: Color) -> bool {
        match self {
            Self::Chess(position) => position.can_mate(color),
            Self::Layered(position) => position.can_mate(color),
        }
    }

    fn has_legal_move(&self) -> bool {
        match self {
            Self::Chess(position) => position.has_legal_move(),
            Self::Layered(position) => position.has_legal_move(),
        }
    }

    fn is_legal(&self, mv: Move) -> bool {
        match self {
            Self::Chess(position) => position.is_legal(mv),
            Self::Layered(position) => position.is_legal(mv),
        }
    }

    fn count_moves(&self) -> u64 {
        match self {
            Self::Chess(position) => position.count_moves(),
            Self::Layered(position) => position.count_moves(),
        }
    }

    fn origins(&self, role: Role, to: Square, among: Bitboard) -> Bitboard {
        match self {
            Self::Chess(position) => position.origins(role, to, among),
            Self::Layered(position) => position.origins(role, to, among),
        }
    }

    fn castling_move(&self, side: Side) -> Option<Move> {
        match self {
            Self::Chess(position) => position.castling_move(side),
            Self::Layered(position) => position.castling_move(side),
        }
    }

    fn forcing_moves(&self) -> MoveList {
        match self {
            Self::Chess(position) => position.forcing_moves(),
            Self::Layered(position) => position.forcing_moves(),
        }
    }

    fn after_null_move(&self) -> Option<Self> {
        match self {
            Self::Chess(position) => position.after_null_move().map(Self::from),
            Self::Layered(position) => position.after_null_move().map(Self::from),
        }
    }

    fn as_layered(&self) -> Option<&Layered> {
        match self {
            Self::Chess(_) => None,
            Self::Layered(position) => Some(position),
        }
    }
}
