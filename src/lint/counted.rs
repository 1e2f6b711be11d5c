//! How far a line of moves has come, as its numbers count.

use crate::pgn::MoveNumber;

/// Why nobody knows how many half-moves there were before the next number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Derailed {
    /// A move could not be played: perhaps one is missing before it, or it is written twice.
    ByMove,
    /// A word was no move at all: perhaps it stands for one.
    ByWord,
}

/// One line of moves, the game or a variation: how far it has come.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Line<'a> {
    /// The half-move that comes next, counted from White's first move of the numbering.
    pub(super) next: u32,
    /// Half-moves of this line so far.
    pub(super) played: u32,
    /// How many variations have replaced the last of them.
    pub(super) branches: u32,
    /// What must be added to the right number to get what the writer counts.
    pub(super) shift: i64,
    /// The last number that was written.
    pub(super) written: Option<u32>,
    /// Whether something stood between the last move and what comes now.
    pub(super) interrupted: bool,
    /// Whether a number has been written since the last move.
    pub(super) numbered: bool,
    /// The last move.
    pub(super) last_move: &'a [u8],
    /// After how many half-moves of this line a number last had the dots of the other side.
    pub(super) wrong_dots: Option<u32>,
    /// Whether the last number stands before a move that could not be played.
    pub(super) derailed: Option<Derailed>,
}

impl Line<'_> {
    #[inline(always)]
    pub(super) fn has_dots_of_other_side(&self, number: MoveNumber<'_>) -> bool {
        let black = self.next % 2 == 1;
        (black && number.dots == 1) || (!black && number.dots > 1)
    }
}
