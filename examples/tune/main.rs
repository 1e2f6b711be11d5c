//! Tunes the weights of the built-in engine's evaluation on games and prints them as `src/engine/weights.rs`:
//! `cargo run --profile deep --example tune -- GAMES.pgn > src/engine/weights.rs`.
//!
//! Every quiet position after the opening counts, with the result of its game. Weights that cannot be told apart from
//! zero stay near it. Every tenth game only checks the result: standard error shows the errors of both parts.

mod descent;

use std::{
    env,
    error::Error,
    fs,
    io::{self, Write},
};

use arbiter::{
    engine::tuning::{SECTIONS, WEIGHTS, is_quiet_position},
    game::Game,
    pgn::GameResult,
    rules::{AnyPosition, Position},
    text::Source,
};
use descent::{Sample, Weights, descend, error};

const ROUNDS: u16 = 120;

/// Openings are left out: their moves come from books.
const FIRST_PLY: usize = 12;

/// Every game with this remainder checks the others.
const CHECKS: usize = 10;

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("usage: tune GAMES.pgn")?;
    let bytes = fs::read(&path)?;
    let mut weights: Weights =
        WEIGHTS.iter().map(|&(early, late)| [f32::from(early), f32::from(late)]).collect();
    let (mut samples, mut checks) = (Vec::new(), Vec::new());
    for (number, game) in (1..).zip(Game::read_all(Source::new(&path, &bytes))) {
        let part = if number % CHECKS == 0 { &mut checks } else { &mut samples };
        collect(&game, &weights, part);
    }
    let mut log = io::stderr().lock();
    writeln!(log, "{} positions, {} to check", samples.len(), checks.len())?;
    descend(&samples, &mut weights, ROUNDS, |round, weights| {
        if round % 20 == 0 {
            let errors = (error(&samples, weights), error(&checks, weights));
            // The weights are the result; a log that cannot be written is no reason to stop.
            let _ = writeln!(log, "{round}: error {:.6}, checked {:.6}", errors.0, errors.1);
        }
    });
    print(&weights)?;
    Ok(())
}

/// Adds the quiet positions of a game that has a result.
fn collect(game: &Game, weights: &Weights, samples: &mut Vec<Sample>) {
    let points = match game.result {
        Some(GameResult::White) => 1.0,
        Some(GameResult::Black) => 0.0,
        Some(GameResult::Draw) => 0.5,
        _ => return,
    };
    let history = game.history();
    for ply in FIRST_PLY..=history.moves().len() {
        if let Some(AnyPosition::Chess(position)) = history.position_at(ply)
            && is_quiet_position(position)
        {
            samples.push(Sample::new(position.board(), position.turn(), points, weights));
        }
    }
}

/// Prints the weights as Rust, with a pawn worth a hundred on average.
fn print(weights: &Weights) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let scale = 100.0 / descent::pawn_value(weights);
    writeln!(out, "//! The weights of the evaluation: data, made by `examples/tune`.\n")?;
    writeln!(out, "use crate::engine::terms::TERMS;\n")?;
    writeln!(
        out,
        "/// The weights of the terms in the opening and in the endgame, in centipawns."
    )?;
    writeln!(out, "#[rustfmt::skip]\npub static WEIGHTS: [(i16, i16); TERMS] = [")?;
    let mut rest = weights.as_slice();
    for (name, count) in SECTIONS {
        let (section, others) = rest.split_at(count);
        rest = others;
        writeln!(out, "    // {name}")?;
        for row in section.chunks(8) {
            let pair =
                |[early, late]: &[f32; 2]| format!("({:.0}, {:.0}),", early * scale, late * scale);
            let pairs: Vec<String> = row.iter().map(pair).collect();
            writeln!(out, "    {}", pairs.join(" ").replace("-0,", "0,").replace("-0)", "0)"))?;
        }
    }
    writeln!(out, "];")
}
