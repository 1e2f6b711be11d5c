//! Learns which moves players make: conditional logistic regression over the moves of sound games.

use std::fmt::Write;

use arbiter::{
    game::Game,
    pgn::Parser,
    rules::{AnyPosition, Chess, Color, Move, MoveKind, Position, Square},
    text::Source,
};

const OPENING: u32 = 14;
/// For each phase: castling, the captured roles, the squares from which and to which each role goes.
const SIZE: usize = 1 + 6 + 2 * 6 * 64;

fn parts(position: &AnyPosition, mv: Move) -> [usize; 3] {
    let phase = usize::from(position.fullmoves() > OPENING) * SIZE;
    if mv.kind == MoveKind::Castle {
        return [phase, usize::MAX, usize::MAX];
    }
    let seen = |square: Square| match position.turn() {
        Color::White => square.index(),
        Color::Black => square.flip().index(),
    };
    let role = mv.role as usize * 64;
    let capture = mv.capture.map_or(usize::MAX, |role| phase + 1 + role as usize);
    [capture, phase + 7 + role + seen(mv.from), phase + 7 + 384 + role + seen(mv.to)]
}

/// The tables as Rust code.
pub(super) fn learn(games: &[Vec<u8>]) -> String {
    let mut weights = vec![0.0_f64; 2 * SIZE];
    for (count, game) in games.iter().enumerate() {
        let Ok(game) = Game::read_nth(Parser::new(Source::new("", game)), 1) else { continue };
        let part = f64::from(u32::try_from(count).unwrap_or(0))
            / f64::from(u32::try_from(games.len()).unwrap_or(1));
        let step = 0.05 / (1.0 + 4.0 * part);
        let mut position: AnyPosition = Chess::start().into();
        for &played in game.history().moves() {
            let legal = position.legal_moves();
            let score = |mv: &Move| -> f64 {
                parts(&position, *mv).iter().filter_map(|&part| weights.get(part)).sum()
            };
            let scores: Vec<f64> = legal.iter().map(|mv| score(mv).exp()).collect();
            let all: f64 = scores.iter().sum();
            for (mv, score) in legal.iter().zip(scores) {
                let error = f64::from(u8::from(*mv == played)) - score / all;
                for part in parts(&position, *mv) {
                    if let Some(weight) = weights.get_mut(part) {
                        *weight += step * error;
                    }
                }
            }
            position.play_unchecked(played);
        }
    }
    written(&weights)
}

fn written(weights: &[f64]) -> String {
    let value = |at: usize| (weights[at] * 16.0).round().clamp(-127.0, 127.0);
    let mut text = String::new();
    let row = |range: std::ops::Range<usize>| -> String {
        range.map(|at| format!("{}", value(at))).collect::<Vec<_>>().join(", ")
    };
    let _ = writeln!(text, "pub(super) const CASTLES: [i8; 2] = [{}, {}];", value(0), value(SIZE));
    let _ = writeln!(
        text,
        "pub(super) const CAPTURES: [[i8; 6]; 2] = [[{}], [{}]];",
        row(1..7),
        row(SIZE + 1..SIZE + 7)
    );
    for (name, first) in [("FROM", 7), ("TO", 7 + 384)] {
        let _ = writeln!(text, "pub(super) const {name}: [[[i8; 64]; 6]; 2] = [");
        for phase in 0..2 {
            let _ = writeln!(text, "    [");
            for role in 0..6 {
                let at = phase * SIZE + first + role * 64;
                let _ = writeln!(
                    text,
                    "        [{},\n         {}],",
                    row(at..at + 32),
                    row(at + 32..at + 64)
                );
            }
            let _ = writeln!(text, "    ],");
        }
        let _ = writeln!(text, "];");
    }
    text
}
