//! What can be the matter with a setup, with the squares it is about.

use crate::rules::{Bitboard, Color, Square};

/// One thing that is wrong or suspicious.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetupFault {
    /// A side has no king, or several.
    KingCount {
        /// The side.
        color: Color,
        /// Where its kings stand.
        kings: Bitboard,
    },
    /// The kings stand next to each other.
    KingsAdjacent {
        /// Where both stand.
        kings: Bitboard,
    },
    /// Pawns stand where no pawn can be.
    PawnOnEdge {
        /// Where they stand.
        pawns: Bitboard,
    },
    /// A side has more pieces than it began with.
    TooManyPieces {
        /// The side.
        color: Color,
        /// How many pawns it has.
        pawns: u32,
        /// How many pieces it has in all.
        pieces: u32,
    },
    /// More pieces must have been promoted than pawns are missing.
    TooManyPromoted {
        /// The side.
        color: Color,
        /// How many pieces must come from promotion.
        promoted: u32,
        /// How many pawns are missing.
        missing: u32,
    },
    /// The pawns cannot have come to their files with so few captures.
    TooFewCaptures {
        /// The side whose pawns they are.
        color: Color,
        /// How many captures they need at least; `None` if no number is enough.
        needed: Option<u32>,
        /// How many pieces the other side has lost.
        lost: u32,
    },
    /// A bishop stands outside although its own pawns never let it out.
    BishopLockedIn {
        /// Where bishops stand that cannot be there.
        bishops: Bitboard,
        /// Where the locked bishop began.
        home: Square,
    },
    /// A right to castle without an unmoved king and rook.
    CastlingRightImpossible {
        /// The side that claims it.
        color: Color,
        /// The square of the rook it claims.
        rook: Square,
    },
    /// The en-passant square does not fit the pawns.
    EnPassantImpossible {
        /// The square.
        square: Square,
        /// What does not fit.
        why: EnPassantFault,
    },
    /// The side that has just moved is in check.
    OpponentInCheck {
        /// Its king.
        king: Square,
        /// Who attacks it.
        checkers: Bitboard,
    },
    /// No pawn stands ready to take in passing.
    EnPassantUnused {
        /// The square.
        square: Square,
    },
    /// Every capture in passing would leave the king attacked.
    EnPassantPinned {
        /// The square.
        square: Square,
    },
    /// The last move was a pawn's, but the half-move counter is not zero.
    EnPassantCounter {
        /// The counter.
        halfmoves: u32,
    },
    /// Three pieces or more give check.
    ManyCheckers {
        /// Those pieces.
        checkers: Bitboard,
    },
    /// Two knights or pawns give check.
    TwoLeapersCheck {
        /// Those pieces.
        checkers: Bitboard,
    },
    /// Two pieces give check along one line, from both ends.
    CheckersOnOneLine {
        /// Those pieces.
        checkers: Bitboard,
    },
    /// No last move gives this double check.
    DoubleCheckImpossible {
        /// The two pieces.
        checkers: Bitboard,
    },
    /// The king was in check before the double step that the en-passant square speaks of.
    CheckAgainstEnPassant {
        /// Who attacked it already.
        checkers: Bitboard,
    },
    /// Nothing the other side can have played leads here.
    NoLastMove,
    /// The half-move counter is larger than the number of half-moves played.
    HalfmoveTooLarge {
        /// The counter.
        halfmoves: u32,
        /// How many half-moves can have been played.
        most: u32,
    },
    /// Fewer moves were played than captures and pawn steps can be seen.
    FullmoveTooSmall {
        /// The side that has too few.
        color: Color,
        /// How many moves it needs at least.
        needed: u32,
        /// How many it can have made.
        most: u32,
    },
    /// Everything stands as at the start with all rights, but the other side is to move.
    OddTempo,
    /// The counter lets a player claim a draw, or has ended the game.
    MoveRuleReached {
        /// The counter.
        halfmoves: u32,
    },
}

/// What does not fit about an en-passant square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EnPassantFault {
    /// The square lies on the wrong rank for the side to move.
    Rank,
    /// No pawn of the other side stands in front of it.
    NoPawn(Square),
    /// A piece stands on it, or where the pawn came from.
    Occupied(Square),
}

/// What follows from a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum SetupSeverity {
    /// Worth telling; the position may well occur.
    Suspicious,
    /// It can be played, but no game leads to it.
    Unreachable,
    /// There is nothing to play.
    Unplayable,
}

impl SetupFault {
    /// What follows from it.
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
            _ => SetupSeverity::Unreachable,
        }
    }

    /// Whether it leaves nothing to play.
    pub fn is_unplayable(self) -> bool {
        self.severity() == SetupSeverity::Unplayable
    }
}
