//! A position as set up, playable or not, and everything that is wrong with it.

mod last_move;
mod material;

use crate::rules::{Bitboard, Board, Castling, Chess, Color, Role, Square, chess960};

/// The contents of a FEN, playable or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The pieces.
    pub board: Board,
    /// The side to move.
    pub turn: Color,
    /// The rooks that may castle.
    pub castling: Castling,
    /// The square that a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u32,
    /// The move number, which starts at one.
    pub fullmoves: u32,
}

impl Setup {
    /// The classical start position.
    pub fn start() -> Self {
        use Role::{Bishop, King, Knight, Queen, Rook};
        let board = Board::start([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook]);
        Self {
            board,
            turn: Color::White,
            castling: Castling::with(board.role(Rook)),
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }

    /// Everything that is wrong or suspicious.
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        material::check_pieces(self, &mut faults);
        material::check_pawn_captures(self, &mut faults);
        material::check_castling_rights(self, &mut faults);
        last_move::check_en_passant(self, &mut faults);
        last_move::check_checkers(self, &mut faults);
        last_move::check_counters(self, &mut faults);
        faults
    }

    /// The position, if it is playable; a game need not be able to reach it.
    ///
    /// # Errors
    /// Every fault, if one of them makes the position unplayable.
    pub fn validate(&self) -> Result<Chess, Vec<SetupFault>> {
        let faults = self.faults();
        if faults.iter().any(|fault| fault.is_unplayable()) {
            return Err(faults);
        }
        Ok(Chess::from_setup_unchecked(self))
    }

    /// Whether the castling rights, or all pieces together, show a start position other than the classical one.
    pub fn is_chess960(&self) -> bool {
        self.castling.is_chess960(&self.board)
            || chess960::start_on(&self.board).is_some_and(|start| start != chess960::CLASSICAL)
    }
}

/// One thing that is wrong or suspicious in a [`Setup`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SetupFault {
    /// A side has no king, or several.
    KingCount {
        /// The side.
        color: Color,
        /// The squares of its kings.
        kings: Bitboard,
    },
    /// The kings are on adjacent squares.
    KingsAdjacent {
        /// The squares of both kings.
        kings: Bitboard,
    },
    /// Pawns are on the first or last rank.
    PawnOnEdge {
        /// The squares of these pawns.
        pawns: Bitboard,
    },
    /// A side has more than eight pawns or sixteen pieces.
    TooManyPieces {
        /// The side.
        color: Color,
        /// The number of its pawns.
        pawns: u32,
        /// The number of its pieces, pawns included.
        pieces: u32,
    },
    /// More pieces must come from promotion than pawns are missing.
    TooManyPromoted {
        /// The side.
        color: Color,
        /// The number of pieces that must come from promotion.
        promoted: u32,
        /// The number of missing pawns.
        missing: u32,
    },
    /// The pawns cannot have reached their files with the captures there have been.
    TooFewCaptures {
        /// The side of the pawns.
        color: Color,
        /// The captures they need at least; `None` if no number is enough.
        needed: Option<u32>,
        /// The number of pieces that the other side has lost.
        lost: u32,
    },
    /// A bishop has left its first square although two unmoved pawns lock it in.
    BishopLockedIn {
        /// The squares of the bishops that cannot be there.
        bishops: Bitboard,
        /// The first square of the locked bishop.
        home: Square,
    },
    /// A castling right without an unmoved king and rook.
    CastlingRightImpossible {
        /// The side with the right.
        color: Color,
        /// The square of the rook.
        rook: Square,
    },
    /// The en-passant square does not fit the pawns.
    EnPassantImpossible {
        /// The square.
        square: Square,
        /// The part that does not fit.
        why: EnPassantFault,
    },
    /// The side that has just moved is in check.
    OpponentInCheck {
        /// The square of its king.
        king: Square,
        /// The pieces that attack it.
        checkers: Bitboard,
    },
    /// No pawn can capture en passant.
    EnPassantUnused {
        /// The square.
        square: Square,
    },
    /// Every en-passant capture would leave the king in check.
    EnPassantPinned {
        /// The square.
        square: Square,
    },
    /// The last move was a pawn's double step, but the halfmove clock is not zero.
    EnPassantCounter {
        /// The halfmove clock.
        halfmoves: u32,
    },
    /// Three or more pieces give check.
    ManyCheckers {
        /// These pieces.
        checkers: Bitboard,
    },
    /// Two knights or pawns give check.
    TwoLeapersCheck {
        /// These pieces.
        checkers: Bitboard,
    },
    /// Two pieces give check from both ends of one line.
    CheckersOnOneLine {
        /// These pieces.
        checkers: Bitboard,
    },
    /// No move gives this double check.
    DoubleCheckImpossible {
        /// The two pieces.
        checkers: Bitboard,
    },
    /// The king was already in check before the double step that the en-passant square implies.
    CheckAgainstEnPassant {
        /// The pieces that already gave check.
        checkers: Bitboard,
    },
    /// No move of the other side leads to this position.
    NoLastMove,
    /// The halfmove clock is larger than the number of plies played.
    HalfmoveTooLarge {
        /// The halfmove clock.
        halfmoves: u32,
        /// The number of plies that the move number allows.
        most: u32,
    },
    /// The move number is too small for the captures and pawn moves on the board.
    FullmoveTooSmall {
        /// The side with too few moves.
        color: Color,
        /// The moves it needs at least.
        needed: u32,
        /// The moves that the move number allows.
        most: u32,
    },
    /// A start position with all castling rights, but Black is to move.
    OddTempo,
    /// The halfmove clock allows a claim of a draw, or has ended the game.
    MoveRuleReached {
        /// The halfmove clock.
        halfmoves: u32,
    },
}

/// Why an en-passant square does not fit the pawns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum EnPassantFault {
    /// The square is on the wrong rank for the side to move.
    Rank,
    /// No pawn of the other side is in front of it.
    NoPawn(Square),
    /// A piece is on it, or on the square that the pawn left.
    Occupied(Square),
}

/// The severity of a [`SetupFault`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SetupSeverity {
    /// Worth a remark; a game can reach the position.
    Suspicious,
    /// Playable, but no game reaches the position.
    Unreachable,
    /// Not playable.
    Unplayable,
}

impl SetupFault {
    /// How severe the fault is.
    pub const fn severity(self) -> SetupSeverity {
        match self {
            Self::KingCount { .. }
            | Self::KingsAdjacent { .. }
            | Self::PawnOnEdge { .. }
            | Self::TooManyPieces { .. }
            | Self::CastlingRightImpossible { .. }
            | Self::EnPassantImpossible { .. }
            | Self::OpponentInCheck { .. } => SetupSeverity::Unplayable,
            Self::EnPassantUnused { .. }
            | Self::EnPassantPinned { .. }
            | Self::EnPassantCounter { .. }
            | Self::HalfmoveTooLarge { .. }
            | Self::FullmoveTooSmall { .. }
            | Self::MoveRuleReached { .. } => SetupSeverity::Suspicious,
            Self::TooManyPromoted { .. }
            | Self::TooFewCaptures { .. }
            | Self::BishopLockedIn { .. }
            | Self::ManyCheckers { .. }
            | Self::TwoLeapersCheck { .. }
            | Self::CheckersOnOneLine { .. }
            | Self::DoubleCheckImpossible { .. }
            | Self::CheckAgainstEnPassant { .. }
            | Self::NoLastMove
            | Self::OddTempo => SetupSeverity::Unreachable,
        }
    }

    /// Whether the fault makes the position unplayable.
    pub fn is_unplayable(self) -> bool {
        self.severity() == SetupSeverity::Unplayable
    }
}
