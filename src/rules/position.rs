//! What every playable position offers, in every variant.

use std::{fmt::Debug, ops::Deref};

use crate::rules::{Color, Outcome, PlayError};

/// A playable position.
pub trait Position: Clone + Debug {
    /// A move of the game.
    type Move: Copy + Debug + Eq + Ord;

    /// A list of moves.
    type Moves: Deref<Target = [Self::Move]> + IntoIterator<Item = Self::Move>;

    /// The side to move.
    fn turn(&self) -> Color;

    /// Plies since the last capture or pawn move.
    fn halfmoves(&self) -> u32;

    /// The move number, which starts at one.
    fn fullmoves(&self) -> u32;

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool;

    /// Every legal move, in an order that depends on the position alone.
    fn legal_moves(&self) -> Self::Moves;

    /// Plays a legal move. An illegal move leaves a position that makes no sense.
    fn play_unchecked(&mut self, mv: Self::Move);

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// [`PlayError`] if the move is not legal; the position stays as it is.
    fn play(&mut self, mv: Self::Move) -> Result<(), PlayError> {
        if !self.is_legal(mv) {
            return Err(PlayError);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Equal for positions that are the same in the sense of FIDE 9.2.3, and (but for one chance
    /// in 2^64) for no others.
    fn repetition_key(&self) -> u64;

    /// Whether a side could still win by some series of legal moves, judged by material alone:
    /// `false` is certain, `true` is not.
    fn can_win(&self, color: Color) -> bool;

    /// The outcome, if the position alone ends the game: mate, stalemate, a dead position, or a goal of the variant.
    fn board_outcome(&self) -> Option<Outcome>;

    /// The outcome that a position has only by occurring this many times.
    fn counted_outcome(&self, occurrences: usize) -> Option<Outcome>;

    /// The outcome of a game in which the position has occurred this many times. What the position alone decides
    /// takes precedence over counters.
    fn outcome(&self, occurrences: usize) -> Option<Outcome> {
        self.board_outcome().or_else(|| self.counted_outcome(occurrences))
    }

    /// Whether material alone proves that neither side can win. Walls of pawns are not examined.
    fn is_dead(&self) -> bool {
        Color::ALL.into_iter().all(|color| !self.can_win(color))
    }

    /// Whether there is a legal move.
    fn has_legal_move(&self) -> bool {
        !self.legal_moves().is_empty()
    }

    /// Whether a move is legal.
    fn is_legal(&self, mv: Self::Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// The number of legal moves.
    fn count_moves(&self) -> u64 {
        self.legal_moves().len() as u64
    }

    /// The position with the other side to move, which the rules of chess do not allow but a search
    /// tries. `None` in check.
    #[must_use]
    fn after_null_move(&self) -> Option<Self>;

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }
}
