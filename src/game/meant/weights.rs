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
    /// The same signs once more for a move that is missing, of which the text says nothing.
    MissingHabit,
    MissingNextHabit,
    MissingLaterHabit,
    MissingGain,
    MissingNextGain,
    MissingMissed,
    MissingNextMissed,
    /// How usual a move is that the text of another one stands for, where that one was legal.
    EarlierHabit,
    /// How usual the moves around the fault are, compared with those that are written.
    LineHabit,
    /// The same once more for a move that is missing.
    MissingLineHabit,
}

/// The number of features.
pub(super) const COUNT: usize = 50;

/// The weight of each feature.
pub(super) const WEIGHTS: [f32; COUNT] = [
    1.60, 0.36, 0.28, 1.17, 1.11, 3.37, 1.62, 3.48, 1.55, -0.64, -5.22, -7.71, -1.14, -2.31, 3.41,
    3.17, 0.48, -0.16, 0.09, 12.22, 0.24, -9.83, -5.55, -7.75, -4.84, -5.28, -6.69, 0.01, -0.39,
    -0.11, 0.20, -0.02, -0.02, -0.15, 1.78, -0.24, -0.32, 0.0, -0.20, -0.11, 0.05, -0.08, -0.23,
    0.34, -0.01, 0.66, -0.07, 0.18, 0.29, 0.08,
];

/// The weight of the case that none of the explanations is right.
pub(super) const NOTHING: f32 = 2.32;

/// How often the best explanation is right where the weights give it a probability: `--learn` counts it too, over the same games,
/// and takes off a standard deviation, so that a correction does not claim more than it keeps.
const RIGHT: [(f32, f32); 18] = [
    (0.0, 0.0),
    (0.138, 0.222),
    (0.302, 0.468),
    (0.468, 0.553),
    (0.533, 0.595),
    (0.562, 0.646),
    (0.596, 0.728),
    (0.684, 0.784),
    (0.801, 0.879),
    (0.884, 0.887),
    (0.936, 0.895),
    (0.961, 0.929),
    (0.976, 0.968),
    (0.983, 0.98),
    (0.99, 0.992),
    (0.996, 0.995),
    (0.999, 0.998),
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
