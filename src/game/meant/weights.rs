//! What each sign of an explanation is worth: the natural logarithm of a ratio of probabilities, for one unit.
//!
//! The figures are counted: `cargo run --profile deep --example slips -- --learn FILE…` plants slips in sound games, lists the
//! explanations of each fault, and fits the weights so that the right explanations are as probable as possible (conditional
//! logistic regression over one half of the games; the other half is kept for checking).

use crate::game::meant::slip::Slip;

/// A sign for or against an explanation. The kinds of slips come before these, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(usize)]
pub(super) enum Feature {
    MissingPly = Slip::Two as usize + 1,
    DoubledPly,
    RemovedPly,
    SwappedPlies,
    SwappedMoves,
    /// The slip is in an earlier move, which was legal.
    Earlier,
    /// The logarithm of the number of plies back, for a slip.
    Back,
    /// The same for moves that are missing, too many or in the wrong order.
    ShiftBack,
    /// The game can be replayed to its end.
    Whole,
    /// The logarithm of the number of moves that can be replayed behind the fault.
    Played,
    Numbers,
    Signs,
    Captures,
    Origins,
    /// The sign of the word is not that of the move.
    OwnSign,
    /// The capture sign of the word is not that of the move.
    OwnCapture,
    /// What the moves at the place win or lose at once.
    Gain,
    /// What the written moves at the place win or lose.
    WrittenGain,
    /// What the next move wins or loses.
    NextGain,
    /// How usual the moves at the place are.
    Habit,
    /// How usual the written moves at the place are.
    WrittenHabit,
    /// How usual the next move is.
    NextHabit,
    /// The reply captures the piece that moved.
    Answered,
    /// The move takes back.
    TakesBack,
}

/// The number of features.
pub(super) const COUNT: usize = 35;

/// The weight of each feature.
pub(super) const WEIGHTS: [f32; COUNT] = [
    1.04, -0.27, -0.36, 0.51, 0.67, 2.40, 2.01, 3.22, 0.12, -6.18, -5.09, -5.94, 1.37, -0.74, 2.31,
    4.35, -0.68, -0.22, -0.10, 9.82, 0.54, -7.27, -5.26, -6.57, -4.31, -4.76, -7.59, 0.75, -0.71,
    0.29, 0.44, -0.13, 0.10, -0.23, 2.22,
];

/// The weight of the case that none of the explanations is right.
pub(super) const NOTHING: f32 = 2.03;
