//! How a game ends on the board, and which draws may be claimed.

use crate::rules::{Color, Position};

/// An end that the position and its history decide, without anybody asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// FIDE 5.1.1
    Checkmate {
        /// Who gave it.
        winner: Color,
    },
    /// FIDE 5.2.1
    Stalemate,
    /// FIDE 5.2.2
    DeadPosition,
    /// FIDE 9.6.1
    Fivefold,
    /// FIDE 9.6.2
    SeventyFiveMoves,
}

/// A draw that the player on the move may claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Claim {
    /// FIDE 9.2
    Threefold,
    /// FIDE 9.3
    FiftyMoves,
}

/// Half-moves without capture or pawn move after which a draw may be claimed.
pub const FIFTY_MOVES: u32 = 100;
/// Half-moves without capture or pawn move after which the game is drawn.
pub const SEVENTY_FIVE_MOVES: u32 = 150;

impl Outcome {
    /// The word for it in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate { .. } => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead-position",
            Self::Fivefold => "fivefold",
            Self::SeventyFiveMoves => "seventy-five-moves",
        }
    }

    /// Who won, if anybody did.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            _ => None,
        }
    }
}

impl Claim {
    /// The word for it in records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Threefold => "threefold",
            Self::FiftyMoves => "fifty-moves",
        }
    }
}

/// Mate, stalemate, dead position: what the board alone decides, in this order.
pub fn board_outcome<P: Position>(position: &P) -> Option<Outcome> {
    if !position.has_legal_move() {
        return Some(if position.is_check() {
            Outcome::Checkmate { winner: !position.turn() }
        } else {
            Outcome::Stalemate
        });
    }
    is_dead(position).then_some(Outcome::DeadPosition)
}

/// Whether material alone proves that neither side can mate. Walls of pawns are not examined.
pub fn is_dead<P: Position>(position: &P) -> bool {
    Color::ALL.into_iter().all(|color| !position.can_mate(color))
}

/// The end of the game, mate and stalemate before every counter.
pub fn outcome<P: Position>(position: &P, occurrences: usize) -> Option<Outcome> {
    board_outcome(position).or(if occurrences >= 5 {
        Some(Outcome::Fivefold)
    } else if position.halfmoves() >= SEVENTY_FIVE_MOVES {
        Some(Outcome::SeventyFiveMoves)
    } else {
        None
    })
}

/// The draws that may be claimed for a position that stands on the board.
pub fn claims(halfmoves: u32, occurrences: usize) -> impl Iterator<Item = Claim> {
    let threefold = (occurrences >= 3).then_some(Claim::Threefold);
    let fifty = (halfmoves >= FIFTY_MOVES).then_some(Claim::FiftyMoves);
    threefold.into_iter().chain(fifty)
}
