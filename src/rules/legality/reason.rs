//! The reasons why a written move cannot be played, each with the squares and pieces it concerns.

use crate::rules::{Bitboard, Move, Outcome, Piece, Role, Side, Square};

/// Why a written move cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The game is over.
    GameOver(Outcome),
    /// The side to move has no such piece.
    NoSuchPiece {
        /// The named role.
        role: Role,
    },
    /// The side to move has such pieces, but none on the squares that the move names.
    NotThere {
        /// The named role.
        role: Role,
        /// The squares of its pieces of this role.
        pieces: Bitboard,
        /// The squares that the move names.
        from: Bitboard,
    },
    /// The named square is empty.
    EmptySquare(Square),
    /// The piece on the named square is the opponent's.
    OpponentsPiece(Square, Piece),
    /// The piece on the named square has another role.
    OtherPiece(Square, Piece),
    /// The only piece that the move can mean cannot make it.
    Piece {
        /// The role of the piece.
        role: Role,
        /// The square of the piece.
        from: Square,
        /// The rule that forbids the move.
        fault: PieceFault,
    },
    /// The move can mean several pieces, and none of them can make it.
    NoneReaches {
        /// The named role.
        role: Role,
        /// The target square.
        to: Square,
        /// The rule that forbids the move, for each piece.
        pieces: Vec<(Square, PieceFault)>,
    },
    /// Castling is not allowed.
    Castling {
        /// The side to which the king would castle.
        side: Side,
        /// The rule that forbids castling.
        fault: CastlingFault,
    },
    /// A pawn reaches the last rank, and the move names no promotion.
    PromotionMissing(Square),
    /// A pawn cannot become this piece, or not on this square.
    PromotionImpossible {
        /// The written promotion.
        role: Role,
        /// The target square.
        to: Square,
    },
    /// Several pieces can make the move.
    Ambiguous {
        /// The named role.
        role: Option<Role>,
        /// The target square.
        to: Square,
        /// The squares of the pieces.
        pieces: Bitboard,
    },
}

/// Why one piece cannot make a move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PieceFault {
    /// The piece does not move that way.
    WrongMovement,
    /// A bishop never reaches a square of the other color.
    WrongSquareColor,
    /// A piece is in the way.
    Blocked {
        /// The square of the blocker.
        at: Square,
        /// The blocker.
        piece: Piece,
    },
    /// The piece is already on the target square.
    AlreadyThere,
    /// A piece of the same side is on the target square.
    OwnPiece(Role),
    /// A king cannot be captured.
    CapturesKing,
    /// A rule for pawns forbids it.
    Pawn(PawnFault),
    /// The piece is pinned to its king.
    Pinned {
        /// The pinning piece.
        pinner: Piece,
        /// The square of the pinning piece.
        at: Square,
        /// The square of the king.
        king: Square,
    },
    /// The king is in check, and the move does not answer it.
    CheckUnanswered {
        /// The pieces that give check.
        checkers: Vec<(Square, Role)>,
        /// The square of the king.
        king: Square,
    },
    /// The king would move into check.
    KingAttacked(Vec<(Square, Role)>),
}

impl PieceFault {
    /// How near the move is to being legal; the nearest piece gives the most useful reason.
    pub(super) fn nearness(&self) -> u8 {
        match self {
            Self::Pinned { .. } | Self::CheckUnanswered { .. } | Self::KingAttacked(_) => 4,
            Self::Pawn(fault) => fault.nearness(),
            Self::AlreadyThere | Self::OwnPiece(_) | Self::CapturesKing => 3,
            Self::Blocked { .. } => 2,
            Self::WrongMovement | Self::WrongSquareColor => 1,
        }
    }

    /// Whether no such piece makes the move on any board.
    pub(super) fn is_out_of_reach(&self) -> bool {
        matches!(
            self,
            Self::WrongMovement | Self::WrongSquareColor | Self::Pawn(PawnFault::NotAPawnMove)
        )
    }
}

/// The rule for pawns that a move breaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PawnFault {
    /// A piece is on the square ahead.
    Blocked {
        /// The square of the blocker.
        at: Square,
        /// The blocker.
        piece: Piece,
    },
    /// A diagonal move to an empty square.
    NothingToCapture {
        /// The square.
        at: Square,
    },
    /// A double step from a square other than the first.
    DoubleStepNotFromHome,
    /// A move backwards, sideways or too far.
    NotAPawnMove,
    /// En passant is possible only directly after the double step.
    EnPassantTooLate {
        /// The pawn beside it.
        pawn: Square,
        /// The ply of the double step, counted from zero, if the game is known.
        stepped: Option<usize>,
    },
    /// The pawn beside it did not make a double step.
    EnPassantWithoutDoubleStep {
        /// The pawn beside it.
        pawn: Square,
    },
}

impl PawnFault {
    fn nearness(self) -> u8 {
        match self {
            Self::EnPassantTooLate { .. } | Self::EnPassantWithoutDoubleStep { .. } => 3,
            Self::Blocked { .. } | Self::NothingToCapture { .. } | Self::DoubleStepNotFromHome => 2,
            Self::NotAPawnMove => 1,
        }
    }
}

/// Why castling is not allowed. FIDE 3.8.2
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CastlingFault {
    /// The right to castle is lost.
    RightLost(LostRight),
    /// Pieces are between king and rook.
    Occupied(Vec<(Square, Role)>),
    /// Chess960: pieces are further along the way of the king or the rook.
    NoRoom {
        /// The king or the rook.
        mover: Role,
        /// Whether they are on its target square.
        arrives: bool,
        /// The pieces in the way.
        pieces: Vec<(Square, Role)>,
    },
    /// The king is in check.
    InCheck(Vec<(Square, Role)>),
    /// The king would pass over an attacked square, or arrive there.
    Attacked {
        /// The attacked square.
        square: Square,
        /// Whether the king would arrive there.
        arrives: bool,
        /// The attackers.
        attackers: Vec<(Square, Role)>,
    },
    /// Chess960: without the rook, the king would be in check along the first rank.
    Uncovered {
        /// The attackers.
        attackers: Vec<(Square, Role)>,
    },
}

/// How a castling right was lost, as far as the game or the board shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LostRight {
    /// The king moved at this ply, counted from zero.
    KingMoved(usize, Move),
    /// The rook moved at this ply.
    RookMoved(usize, Move),
    /// The rook was captured at this ply.
    RookCaptured(usize, Move),
    /// The king is not on its first square but here.
    KingElsewhere(Square),
    /// There is no rook on this corner.
    NoRook(Square),
    /// The position does not include the right.
    NotGranted,
}
