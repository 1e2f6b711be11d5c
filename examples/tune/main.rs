//! Tunes the weights of the built-in engine's evaluation, in two steps:
//!
//! ```sh
//! cargo run --profile deep --example tune -- judge stockfish GAMES.pgn > positions.txt
//! cargo run --profile deep --example tune -- positions.txt > src/engine/weights.rs
//! ```
//!
//! The first lets a UCI engine judge quiet positions of the games. The second makes the evaluation approach these judgements and
//! the results of the games. Weights that cannot be told apart from zero stay near it. Every tenth position only checks the
//! result: standard error shows the errors of both parts.

mod descent;
mod judge;

use std::{
    env,
    error::Error,
    fs,
    io::{self, Write},
};

use arbiter::{
    engine::tuning::{SECTIONS, WEIGHTS},
    game::Game,
    notation::fen,
    pgn::GameResult,
    rules::Position,
    text::Source,
};
use descent::{Sample, Weights, descend, error};
use judge::Judge;

const ROUNDS: u16 = 400;

/// Every position with this remainder checks the others.
const CHECKS: usize = 10;

/// What the result of a game counts, the rest being the judgement of the engine.
const RESULT_SHARE: f32 = 0.1;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words[..] {
        ["judge", engine, games] => judge_games(engine, games),
        [positions] => tune(positions),
        _ => Err("usage: tune judge ENGINE GAMES.pgn | tune POSITIONS".into()),
    }
}

/// Prints positions of games with the judgement of an engine.
fn judge_games(engine: &str, path: &str) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(path)?;
    let mut judge = Judge::start(engine)?;
    let mut out = io::stdout().lock();
    for (seed, game) in (1..).zip(Game::read_all(Source::new(path, &bytes))) {
        let points = match game.result {
            Some(GameResult::White) => 1.0,
            Some(GameResult::Black) => 0.0,
            Some(GameResult::Draw) => 0.5,
            _ => continue,
        };
        judge.write(&game, points, seed, &mut out)?;
    }
    Ok(())
}

/// Prints weights that fit the judged positions.
fn tune(path: &str) -> Result<(), Box<dyn Error>> {
    let mut weights: Weights =
        WEIGHTS.iter().map(|&(early, late)| [f32::from(early), f32::from(late)]).collect();
    let (mut samples, mut checks) = (Vec::new(), Vec::new());
    for (number, line) in fs::read_to_string(path)?.lines().enumerate() {
        let part = if number % CHECKS == 0 { &mut checks } else { &mut samples };
        part.push(read(line, &weights).ok_or_else(|| format!("not a judgement: {line}"))?);
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

/// A line of judged positions.
fn read(line: &str, weights: &Weights) -> Option<Sample> {
    let mut fields = line.split(';');
    let position = fen::position(fields.next()?.as_bytes()).ok()?;
    let judged = descent::expected_at(fields.next()?.parse().ok()?);
    let points: f32 = fields.next()?.parse().ok()?;
    let expected = RESULT_SHARE * points + (1.0 - RESULT_SHARE) * judged;
    Some(Sample::new(position.board(), position.turn(), expected, weights))
}

/// Prints the weights as Rust.
fn print(weights: &Weights) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "//! The weights of the evaluation: data, made by `examples/tune`.\n")?;
    writeln!(out, "use crate::engine::terms::TERMS;\n")?;
    writeln!(
        out,
        "/// The weights of the terms in the opening and in the endgame, in centipawns."
    )?;
    writeln!(out, "#[rustfmt::skip]\npub static WEIGHTS: [(i16, i16); TERMS] = [")?;
    let mut rest = weights.as_slice();
    for &(name, count) in SECTIONS {
        let (section, others) = rest.split_at(count);
        rest = others;
        writeln!(out, "    // {name}")?;
        for row in section.chunks(8) {
            let pair = |[early, late]: &[f32; 2]| format!("({early:.0}, {late:.0}),");
            let pairs: Vec<String> = row.iter().map(pair).collect();
            writeln!(out, "    {}", pairs.join(" ").replace("-0,", "0,").replace("-0)", "0)"))?;
        }
    }
    writeln!(out, "];")
}
