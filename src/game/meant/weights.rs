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
    /// What the moves at the place could have won more by a capture.
    Missed,
    /// The same for the next move.
    NextMissed,
    /// What the moves after it win or lose.
    LaterGain,
    /// What they could have won more.
    LaterMissed,
    /// How usual the moves after the next one are.
    LaterHabit,
}

/// The number of features.
pub(super) const COUNT: usize = 40;

/// The weight of each feature.
pub(super) const WEIGHTS: [f32; COUNT] = [
    1.37, 0.06, -0.09, 0.85, 0.70, 2.62, 1.51, 3.49, 0.88, -5.14, -4.76, -5.85, -1.74, -2.49, 3.15,
    4.67, -0.47, -0.22, -0.01, 11.53, 0.19, -7.77, -5.11, -5.83, -4.65, -4.71, -8.11, 0.28, -0.48,
    0.01, 0.52, -0.14, 0.23, -0.20, 2.13, 0.01, -0.19, -0.04, -0.23, 0.04,
];

/// The weight of the case that none of the explanations is right.
pub(super) const NOTHING: f32 = 1.92;

/// How often the best explanation is right where the weights give it a probability: counted over the games that the weights are
/// learned from. From 0.85 on, the lower bounds of these shares (at 95 %), since such corrections are applied.
const RIGHT: [(f32, f32); 12] = [
    (0.0, 0.0),
    (0.15, 0.38),
    (0.25, 0.465),
    (0.352, 0.567),
    (0.457, 0.644),
    (0.548, 0.669),
    (0.646, 0.80),
    (0.75, 0.86),
    (0.856, 0.929),
    (0.928, 0.964),
    (0.998, 0.998),
    (1.0, 1.0),
];

/// The share of right explanations among those with such a probability.
pub(super) fn calibrated(probability: f32) -> f32 {
    let between = RIGHT.windows(2).find(|pair| probability <= pair[1].0);
    let Some(&[(start, low), (end, high)]) = between.and_then(|pair| pair.first_chunk()) else {
        return probability;
    };
    low + (probability - start) / (end - start) * (high - low)
}
