//! The built-in engine against slower references: plain minimax, a full mate search, and the rules.

mod mates;
mod references;
mod stopping;

use std::error::Error;

use arbiter::engine::{Engine, Score, SearchResult, SearchSettings, SearchTask, Unlimited};
use arbiter::notation::fen;
use arbiter::rules::{Chess, Color, Position};

type Fallible = Result<(), Box<dyn Error>>;

/// Openings, middlegames and endings with either side to move.
const POSITIONS: [&str; 8] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
    "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 b - - 0 10",
    "8/8/1p1k4/p2P1p2/P1P2P2/3K4/8/8 b - - 0 40",
    "6k1/5pp1/4p2p/3r4/3N4/1P4P1/P3RP1P/6K1 b - - 0 30",
];

fn position(fen: &str) -> Result<Chess, Box<dyn Error>> {
    fen::position(fen.as_bytes()).map_err(|findings| format!("{fen}: {findings:?}").into())
}

fn search(position: &Chess, depth: u16, settings: SearchSettings) -> Option<SearchResult> {
    Engine::new(4, settings).search(&SearchTask::new(position, depth), &mut Unlimited, |_| ())
}

fn searched(position: &Chess, depth: u16) -> Result<SearchResult, &'static str> {
    search(position, depth, SearchSettings::default()).ok_or("there is a move")
}

#[test]
fn a_third_repetition_is_a_draw() -> Fallible {
    let lost = position("6k1/5ppp/8/8/8/8/q4PPP/6K1 w - - 10 40")?;
    let only = lost.legal_moves();
    let next: Vec<u64> = only.iter().map(|&mv| lost.after(mv).repetition_key()).collect();
    let other = 1;
    for (index, &mv) in only.iter().enumerate().filter(|(_, mv)| !mv.is_zeroing()) {
        let key = next[index];
        // Each key lies an even number of plies back, with unrelated positions between.
        let history = [key, other, other, other, key, other, other];
        let task = SearchTask { history: &history, among: &[mv], ..SearchTask::new(&lost, 3) };
        let mut engine = Engine::new(1, SearchSettings::default());
        let choice = engine.search(&task, &mut Unlimited, |_| ()).ok_or("a move")?;
        assert_eq!(choice.score, Score::DRAW, "{mv:?}");
    }
    Ok(())
}

#[test]
fn the_same_depth_and_seed_give_the_same_move_and_seeds_differ() -> Fallible {
    let mut openings = Vec::new();
    for seed in 0..12 {
        let settings = SearchSettings { seed: Some(seed), ..SearchSettings::default() };
        let first = search(&Chess::start(), 3, settings).ok_or("a move")?;
        let second = search(&Chess::start(), 3, settings).ok_or("a move")?;
        assert_eq!(first, second);
        openings.push(first.best);
    }
    openings.sort_unstable();
    openings.dedup();
    assert!(openings.len() > 1);
    Ok(())
}

#[test]
fn only_the_moves_of_the_task_are_considered() -> Fallible {
    let start = Chess::start();
    let moves = start.legal_moves();
    for &mv in &moves {
        let among = [mv];
        let task = SearchTask { among: &among, ..SearchTask::new(&start, 2) };
        let mut engine = Engine::new(1, SearchSettings::default());
        let choice = engine.search(&task, &mut Unlimited, |_| ()).ok_or("a move")?;
        assert_eq!(choice.best, mv);
    }
    Ok(())
}

#[test]
fn there_is_no_move_when_the_game_is_over() -> Fallible {
    let mated = "r1bqkb1r/pppp1Qpp/2n2n2/4p3/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 0 4";
    for fen in [mated, "k7/2Q5/1K6/8/8/8/8/8 b - - 1 40"] {
        assert_eq!(search(&position(fen)?, 4, SearchSettings::default()), None, "{fen}");
    }
    Ok(())
}

#[test]
fn every_iteration_reports_a_legal_line() -> Fallible {
    for fen in POSITIONS {
        let position = position(fen)?;
        let mut reported = Vec::new();
        let mut engine = Engine::new(4, SearchSettings::default());
        let task = SearchTask::new(&position, 5);
        let choice = engine.search(&task, &mut Unlimited, |choice| reported.push(choice.clone()));
        assert_eq!(reported.last(), choice.as_ref());
        assert!(reported.iter().map(|choice| choice.depth).eq(1..=5), "{fen}");
        for SearchResult { best, pv, .. } in reported {
            assert_eq!(pv.first(), Some(&best));
            let mut at = position.clone();
            for mv in pv {
                assert!(at.is_legal(mv), "{fen}: {mv:?}");
                at.play_unchecked(mv);
            }
        }
    }
    Ok(())
}

/// A linear congruential generator: random enough for a test.
fn random(state: &mut u64) -> usize {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    usize::try_from(*state >> 33).unwrap_or(0)
}

#[test]
fn the_engine_beats_random_moves() -> Fallible {
    for seed in 0..6 {
        let mut state = seed;
        let mut engine = Engine::new(1, SearchSettings::default());
        let mut position = Chess::start();
        let mut history = Vec::new();
        let ours = Color::ALL[usize::try_from(seed % 2)?];
        while position.has_legal_move() {
            let moves = position.legal_moves();
            let mv = if position.turn() == ours {
                let task = SearchTask { history: &history, ..SearchTask::new(&position, 4) };
                engine.search(&task, &mut Unlimited, |_| ()).ok_or("a move")?.best
            } else {
                moves[random(&mut state) % moves.len()]
            };
            history.push(position.repetition_key());
            position.play_unchecked(mv);
            assert!(history.len() < 300, "game {seed} does not end");
        }
        assert!(position.is_check() && position.turn() != ours, "game {seed}");
    }
    Ok(())
}

/// The search's signature: a refactoring must not change this number, an improvement changes it
/// knowingly.
#[test]
fn the_signature_is_the_same() -> Fallible {
    let mut nodes = 0;
    for fen in POSITIONS {
        nodes += searched(&position(fen)?, 6)?.nodes;
    }
    assert_eq!(nodes, 23_544);
    Ok(())
}
