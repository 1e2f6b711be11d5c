//! Learns which moves players make: conditional logistic regression over the moves of sound games.

use arbiter::{
    game::{Game, HABIT_COUNT, HabitScene},
    pgn::Parser,
    rules::{Chess, Position},
    text::Source,
};

/// How often the games are gone through.
const ROUNDS: u32 = 3;

/// The table, in sixteenths, one row of the code a line.
pub(super) fn learn(games: &[Vec<u8>]) -> String {
    let mut weights = vec![0.0_f64; HABIT_COUNT];
    let count = f64::from(u32::try_from(games.len()).unwrap_or(u32::MAX)) * f64::from(ROUNDS);
    let (mut done, mut likelihood, mut moves) = (0.0, 0.0, 0.0);
    for round in 1..=ROUNDS {
        for game in games {
            let Ok(game) = Game::read_nth(Parser::new(Source::new("", game)), 1) else { continue };
            done += 1.0;
            let found = descend(&mut weights, &game, 0.05 / (1.0 + 9.0 * done / count));
            if round == ROUNDS {
                likelihood += found;
                moves += f64::from(u32::try_from(game.history().moves().len()).unwrap_or(0));
            }
        }
    }
    let value = |weight: &f64| format!("{}", (weight * 16.0).round().clamp(-127.0, 127.0));
    let rows: Vec<String> = weights
        .chunks(32)
        .map(|row| format!("    {},", row.iter().map(value).collect::<Vec<_>>().join(", ")))
        .collect();
    format!("{}\n// {:.4} a move\n", rows.join("\n"), likelihood / f64::max(moves, 1.0))
}

/// Steps towards the moves of a game; returns the logarithm of their probability.
fn descend(weights: &mut [f64], game: &Game, step: f64) -> f64 {
    let mut position = Chess::start();
    let (mut last, mut likelihood) = ([None, None], 0.0);
    for played in game.history().moves().iter().filter_map(|mv| mv.chess()) {
        let scene = HabitScene::new(&position, last);
        let mut all = 0.0;
        let mut legal = Vec::new();
        for &mv in &position.legal_moves() {
            let mut parts = Vec::new();
            scene.parts(mv, &mut |part| parts.push(part));
            let score = parts.iter().map(|&part| weights[part]).sum::<f64>().exp();
            all += score;
            legal.push((mv, parts, score));
        }
        for (mv, parts, score) in legal {
            let is_played = mv == played;
            if is_played {
                likelihood += (score / all).ln();
            }
            let error = f64::from(u8::from(is_played)) - score / all;
            for part in parts {
                weights[part] += step * error;
            }
        }
        position.play_unchecked(played);
        last = [Some(played), last[0]];
    }
    likelihood
}
