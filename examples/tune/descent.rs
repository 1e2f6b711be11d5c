//! Gradient descent on the weights of the evaluation: the expected results approach the results of the games.

use arbiter::engine::tuning::{
    FULL_PHASE, FULL_SCALE, PAIRS, TERMS, TermCounter, count_terms, endgame_scale, phase,
};
use arbiter::rules::{Board, Color};

/// A quiet position and the result of its game.
pub(crate) struct Sample {
    /// The terms that count on the board.
    counts: Vec<(usize, f32)>,
    /// How much of the weights for the opening and of those for the endgame counts.
    shares: [f32; 2],
    /// White's points.
    points: f32,
}

/// The weights for the opening and for the endgame, in centipawns.
pub(crate) type Weights = Vec<[f32; 2]>;

/// An advantage of 400 centipawns is one of ten to one.
const STEEPNESS: f32 = std::f32::consts::LN_10 / 400.0;

/// How strongly weights are drawn to zero, and those of pairs of pieces: their products are so large, and so alike in most positions,
/// that only a strong pull keeps them sensible where few pieces are left.
const DECAY: f32 = 3e-5;
const PAIR_DECAY: f32 = 2e-2;

struct Counts(Vec<f32>);

impl TermCounter for Counts {
    fn add(&mut self, term: usize, times: i32) {
        self.0[term] += small(times);
    }
}

impl Sample {
    /// The terms of a board, with the side to move and White's points in the game.
    pub(crate) fn new(board: &Board, turn: Color, points: f32, weights: &Weights) -> Self {
        let mut counts = Counts(vec![0.0; TERMS]);
        count_terms(board, &mut counts);
        // The last term is the value of having the move.
        counts.add(TERMS - 1, if turn == Color::White { 1 } else { -1 });
        let late: f32 = counts.0.iter().zip(weights).map(|(count, weight)| count * weight[1]).sum();
        let stronger = if late >= 0.0 { Color::White } else { Color::Black };
        let early = small(phase(board)) / small(FULL_PHASE);
        let scale = small(endgame_scale(board, stronger)) / small(FULL_SCALE);
        let counts = counts.0.into_iter().enumerate().filter(|(_, count)| *count != 0.0).collect();
        Self { counts, shares: [early, (1.0 - early) * scale], points }
    }

    /// The points that White can expect.
    fn expected(&self, weights: &Weights) -> f32 {
        let mut sums = [0.0; 2];
        for &(term, count) in &self.counts {
            sums[0] += weights[term][0] * count;
            sums[1] += weights[term][1] * count;
        }
        let score = sums[0] * self.shares[0] + sums[1] * self.shares[1];
        expected_at(score)
    }
}

/// The points that a side with this advantage in centipawns can expect.
pub(crate) fn expected_at(score: f32) -> f32 {
    1.0 / (1.0 + (-score * STEEPNESS).exp())
}

/// A small number as a float.
fn small(number: i32) -> f32 {
    i16::try_from(number).map_or(0.0, f32::from)
}

/// The mean square of the error.
pub(crate) fn error(samples: &[Sample], weights: &Weights) -> f64 {
    let square = |sample: &Sample| f64::from(sample.expected(weights) - sample.points).powi(2);
    let (sum, count) =
        samples.iter().fold((0.0, 0.0), |(sum, count), sample| (sum + square(sample), count + 1.0));
    sum / count
}

/// The recent slopes of a weight and their squares, by which its steps are scaled (Adam).
#[derive(Clone, Default)]
struct Momentum {
    mean: f32,
    square: f32,
}

impl Momentum {
    /// The step for this slope in this round, in units of the step size.
    fn step(&mut self, slope: f32, round: i32) -> f32 {
        self.mean = 0.9 * self.mean + 0.1 * slope;
        self.square = 0.999 * self.square + 0.001 * slope * slope;
        let mean = self.mean / (1.0 - 0.9_f32.powi(round));
        let square = self.square / (1.0 - 0.999_f32.powi(round));
        mean / (square.sqrt() + 1e-6)
    }
}

/// Descends for some rounds, with smaller and smaller steps.
pub(crate) fn descend(
    samples: &[Sample],
    weights: &mut Weights,
    rounds: u16,
    mut report: impl FnMut(u16, &Weights),
) {
    let mut momenta = vec![[Momentum::default(), Momentum::default()]; TERMS];
    for round in 1..=rounds {
        let slopes = gradient(samples, weights);
        let size = 3.0 * (1.0 - f32::from(round) / f32::from(rounds)) + 0.02;
        for (term, slope) in slopes.into_iter().enumerate() {
            let (weight, momentum) = (&mut weights[term], &mut momenta[term]);
            let decay = if PAIRS.contains(&term) { PAIR_DECAY } else { DECAY };
            for half in 0..2 {
                let slope = slope[half] + 2.0 * decay * weight[half];
                weight[half] -= size * momentum[half].step(slope, i32::from(round));
            }
        }
        report(round, weights);
    }
}

fn gradient(samples: &[Sample], weights: &Weights) -> Weights {
    let mut gradient = vec![[0.0; 2]; TERMS];
    for sample in samples {
        let expected = sample.expected(weights);
        let slope = 2.0 * (expected - sample.points) * expected * (1.0 - expected) * STEEPNESS;
        for &(term, count) in &sample.counts {
            gradient[term][0] += slope * sample.shares[0] * count;
            gradient[term][1] += slope * sample.shares[1] * count;
        }
    }
    gradient
}
