//! Fits the weights of the features of explanations: conditional logistic regression by gradient ascent.

use arbiter::{
    game::{Cursor, IllegalMove, Played},
    pgn::{Parser, Tags, Token},
    text::Source,
};

use super::{
    measure::{edited, same},
    plant::Slip,
};

/// The explanations of a fault: the features of each, and which of them is right.
#[derive(Debug)]
pub(super) struct Case {
    rows: Vec<Vec<f64>>,
    right: Option<usize>,
}

/// The explanations of the first fault of a game with a slip; `None` if all moves can be played.
pub(super) fn case(slip: &Slip) -> Option<Case> {
    let source = Source::new("", &slip.text);
    let mut parser = Parser::new(source);
    let mut cursor: Cursor = Cursor::default();
    let mut depth = 0;
    parser.next_game(&mut Tags::default());
    let game = parser.game_text();
    while let Some(token) = parser.next_token() {
        match token {
            Token::Move(text) if depth == 0 && cursor.play(text) == Played::Stuck => {
                let mut illegal = IllegalMove::new(&cursor, text);
                illegal.explain(game, 0);
                let found = illegal.explanations();
                let row = |features: &[f32]| features.iter().copied().map(f64::from).collect();
                let rows = found.iter().map(|one| row(&one.features)).collect();
                let restores = |edits: &[_]| same(&edited(&slip.text, edits), &slip.meant);
                let right = found.iter().position(|one| restores(&illegal.edits(one, &source)));
                return Some(Case { rows, right });
            }
            Token::Open(_) => depth += 1,
            Token::Close(_) => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The probability of each explanation, and at the end that of none.
fn probabilities(case: &Case, weights: &[f64], nothing: f64) -> Vec<f64> {
    let score = |row: &Vec<f64>| row.iter().zip(weights).map(|(one, weight)| one * weight).sum();
    let mut scores: Vec<f64> = case.rows.iter().map(score).collect();
    scores.push(nothing);
    let best = scores.iter().copied().fold(f64::MIN, f64::max);
    let scores: Vec<f64> = scores.into_iter().map(|score| (score - best).exp()).collect();
    let all: f64 = scores.iter().sum();
    scores.into_iter().map(|score| score / all).collect()
}

/// The weights with which the right explanations are most probable, the one of "none" last, and the mean logarithm of their
/// probability.
pub(super) fn fit(cases: &[Case]) -> (Vec<f64>, f64) {
    let count = cases.iter().find_map(|case| case.rows.first()).map_or(0, Vec::len);
    let mut weights = vec![0.0; count + 1];
    let (mut mean, mut square) = (vec![0.0; count + 1], vec![0.0; count + 1]);
    let mut likelihood = 0.0;
    for round in 1..=1200 {
        // Adam; the weights are drawn to zero a little.
        let mut slope: Vec<f64> = weights.iter().map(|weight| -0.2 * weight).collect();
        likelihood = 0.0;
        for case in cases {
            let found = probabilities(case, &weights[..count], weights[count]);
            let right = case.right.unwrap_or(case.rows.len());
            likelihood += found[right].max(1e-12).ln();
            for (at, probability) in found.iter().enumerate() {
                let error = f64::from(u8::from(at == right)) - probability;
                match case.rows.get(at) {
                    Some(row) => {
                        row.iter().zip(&mut slope).for_each(|(one, slope)| *slope += error * one);
                    }
                    None => slope[count] += error,
                }
            }
        }
        let step = if round < 900 { 0.1 } else { 0.02 };
        for at in 0..=count {
            mean[at] = 0.9 * mean[at] + 0.1 * slope[at];
            square[at] = 0.99 * square[at] + 0.01 * slope[at] * slope[at];
            weights[at] += step * mean[at] / (square[at].sqrt() + 1e-6);
        }
    }
    (weights, likelihood / f64::from(u32::try_from(cases.len()).unwrap_or(u32::MAX)))
}

/// The fewest cases of a point of the map of confidences.
const POINT: usize = 300;

/// The map of confidences: how probable the best explanation is by the weights, and how often it is right, less a deviation of so
/// many throws. It never falls (neighbouring points that would make it fall are joined).
pub(super) fn confidences(cases: &[Case], weights: &[f64]) -> Vec<(f64, f64)> {
    let (nothing, weights) =
        weights.split_last().map_or((0.0, weights), |(last, all)| (*last, all));
    let mut best: Vec<(f64, bool)> = cases
        .iter()
        .filter_map(|case| {
            let found = probabilities(case, weights, nothing);
            let explained = found[..case.rows.len()].iter().copied().enumerate();
            let (at, probability) = explained.max_by(|one, other| one.1.total_cmp(&other.1))?;
            Some((probability, case.right == Some(at)))
        })
        .collect();
    best.sort_by(|one, other| one.0.total_cmp(&other.0));
    // The sum of the probabilities, the number of the right ones, and that of all.
    let mut points: Vec<(f64, f64, f64)> = Vec::new();
    for point in best.chunks(POINT) {
        let sum: f64 = point.iter().map(|(probability, _)| probability).sum();
        let count = |len: usize| f64::from(u32::try_from(len).unwrap_or(u32::MAX));
        let right = count(point.iter().filter(|(_, is_right)| *is_right).count());
        points.push((sum, right, count(point.len())));
        while let [.., (one_sum, one, of), (sum, right, all)] = points[..]
            && one / of >= right / all
        {
            points.truncate(points.len() - 2);
            points.push((one_sum + sum, one + right, of + all));
        }
    }
    let point = |(sum, right, all): (f64, f64, f64)| {
        let share = right / all;
        (sum / all, share - (share * (1.0 - share) / all).sqrt())
    };
    points.into_iter().map(point).collect()
}
