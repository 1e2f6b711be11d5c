//! How a game ends on the board, which draws a player may claim, and which material can still mate.

use crate::rules::{
    Bitboard, Board, Color, Role,
    variant::{VariantEnding, VariantOutcome},
};

/// An end of the game that needs no claim and no agreement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Outcome {
    /// FIDE 5.1.1
    Checkmate {
        /// The side that gave mate.
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
    /// A rule of a variant ends the game.
    Variant(VariantOutcome),
}

impl From<VariantOutcome> for Outcome {
    fn from(outcome: VariantOutcome) -> Self {
        match (outcome.ending, outcome.winner) {
            (VariantEnding::Checkmate, Some(winner)) => Self::Checkmate { winner },
            (VariantEnding::Stalemate, None) => Self::Stalemate,
            (VariantEnding::DeadPosition, None) => Self::DeadPosition,
            _ => Self::Variant(outcome),
        }
    }
}

/// A draw that the player to move may claim.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Claim {
    /// FIDE 9.2
    Threefold,
    /// FIDE 9.3
    FiftyMoves,
}

/// Plies without capture or pawn move after which a draw may be claimed. FIDE 9.3
pub const FIFTY_MOVES: u32 = 100;
/// Plies without capture or pawn move after which the game is drawn. FIDE 9.6.2
pub const SEVENTY_FIVE_MOVES: u32 = 150;

impl Outcome {
    /// The name in JSON and CSV records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Checkmate { .. } => "checkmate",
            Self::Stalemate => "stalemate",
            Self::DeadPosition => "dead-position",
            Self::Fivefold => "fivefold",
            Self::SeventyFiveMoves => "seventy-five-moves",
            Self::Variant(outcome) => outcome.ending.name(),
        }
    }

    /// The winner, unless the game is drawn.
    pub const fn winner(self) -> Option<Color> {
        match self {
            Self::Checkmate { winner } => Some(winner),
            Self::Variant(outcome) => outcome.winner,
            Self::Stalemate | Self::DeadPosition | Self::Fivefold | Self::SeventyFiveMoves => None,
        }
    }
}

impl Claim {
    /// The name in JSON and CSV records.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Threefold => "threefold",
            Self::FiftyMoves => "fifty-moves",
        }
    }
}

/// The draw of a position that has occurred this many times, or was reached without progress. FIDE 9.6
pub fn counted(halfmoves: u32, occurrences: usize) -> Option<Outcome> {
    if occurrences >= 5 {
        Some(Outcome::Fivefold)
    } else if halfmoves >= SEVENTY_FIVE_MOVES {
        Some(Outcome::SeventyFiveMoves)
    } else {
        None
    }
}

/// Whether a side might mate by some series of legal moves, judged by material alone: `false` is a proof, `true` is
/// not. FIDE 5.2.2 and 6.9
///
/// The classes of material that cannot mate are closed under legal moves: captures and promotions by the other side
/// lead to another of these classes.
pub fn can_mate(board: &Board, color: Color) -> bool {
    let own = board.color(color) - board.role(Role::King);
    let enemy = board.color(!color) - board.role(Role::King);
    if own.is_empty() {
        return false;
    }
    if own == board.pieces(color, Role::Knight) && !own.more_than_one() {
        // A lone knight needs an enemy piece that obstructs its own king. A queen does not: it can always parry the mate.
        return (enemy - board.role(Role::Queen)).is_any();
    }
    let bishops = board.role(Role::Bishop);
    if own == (own & bishops) {
        let helpers = board.role(Role::Knight) | board.role(Role::Pawn);
        let both_colors =
            (bishops & Bitboard::DARK).is_any() && (bishops - Bitboard::DARK).is_any();
        return helpers.is_any() || both_colors;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::can_mate;
    use crate::rules::{Board, Color, Piece, Square};

    /// A board with the pieces in a list such as `Ke1 ke8`.
    fn board(pieces: &str) -> Option<Board> {
        let mut board = Board::empty();
        for piece in pieces.split(' ') {
            let (letter, square) = piece.as_bytes().split_first()?;
            board.put(Square::from_name(square)?, Piece::from_letter(*letter)?);
        }
        Some(board)
    }

    #[test]
    fn material_that_can_and_cannot_mate() {
        let table = [
            ("Ke1 ke8", false, false),
            ("Ke1 Nb1 ke8", false, false),
            ("Ke1 Nb1 ke8 qd8", false, true),
            ("Ke1 Nb1 ke8 rd8", true, true),
            ("Ke1 Nb1 ke8 nb8", true, true),
            ("Ke1 Nb1 ke8 bc8", true, true),
            ("Ke1 Nb1 Ng1 ke8", true, false),
            ("Ke1 Bc1 ke8", false, false),
            ("Ke1 Bc1 ke8 bg1", false, false),
            ("Ke1 Bc1 ke8 bf1", true, true),
            ("Ke1 Bc1 Be3 ke8 qd8", false, true),
            ("Ke1 Bc1 ke8 pa7", true, true),
            ("Ke1 Bc1 ke8 rd8", false, true),
            ("Ke1 Pa2 ke8", true, false),
            ("Ke1 Ra1 ke8", true, false),
        ];
        for (pieces, white, black) in table {
            let board = board(pieces).expect("pieces on squares");
            assert_eq!(can_mate(&board, Color::White), white, "White with {pieces}");
            assert_eq!(can_mate(&board, Color::Black), black, "Black with {pieces}");
        }
    }
}
