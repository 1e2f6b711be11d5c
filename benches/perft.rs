//! Perft nodes per second on one core, against shakmaty and cozy-chess in the same run. All count the last ply without
//! playing it. The ratios matter: absolute times vary between machines and runs.

use std::{error::Error, io::Write, time::Instant};

use arbiter::{notation::fen, rules};
use shakmaty::Position as _;

const POSITIONS: [(&str, &str, u32, u64); 2] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    (
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
    ),
];
const ROUNDS: usize = 3;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    for (name, text, depth, nodes) in POSITIONS {
        let ours = fen::position(text.as_bytes()).map_err(|_| "a position")?;
        let shakmaty: shakmaty::Chess =
            text.parse::<shakmaty::fen::Fen>()?.into_position(shakmaty::CastlingMode::Standard)?;
        let cozy = cozy_chess::Board::from_fen(text, false).map_err(|_| "a position")?;
        let (mut best_ours, mut best_shakmaty, mut best_cozy) = (f64::MAX, f64::MAX, f64::MAX);
        for _ in 0..ROUNDS {
            best_ours = best_ours.min(timed(nodes, || rules::perft(&ours, depth))?);
            best_shakmaty = best_shakmaty.min(timed(nodes, || by_shakmaty(&shakmaty, depth))?);
            best_cozy = best_cozy.min(timed(nodes, || by_cozy(&cozy, depth))?);
        }
        let million = f64::from(u32::try_from(nodes)?) / best_ours / 1e6;
        writeln!(out, "perft {name} depth {depth}: {million:.0} million/s")?;
        writeln!(out, "  against shakmaty   {:.2}", best_shakmaty / best_ours)?;
        writeln!(out, "  against cozy-chess {:.2}", best_cozy / best_ours)?;
    }
    Ok(())
}

/// The seconds it took, if the count is right.
fn timed(nodes: u64, count: impl FnOnce() -> u64) -> Result<f64, String> {
    let start = Instant::now();
    let counted = count();
    let seconds = start.elapsed().as_secs_f64();
    if counted == nodes { Ok(seconds) } else { Err(format!("{counted} instead of {nodes}")) }
}

fn by_shakmaty(position: &shakmaty::Chess, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len() as u64;
    }
    moves.iter().fold(0, |count, &mv| {
        let mut next = position.clone();
        next.play_unchecked(mv);
        count + by_shakmaty(&next, depth - 1)
    })
}

fn by_cozy(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            count += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                count += by_cozy(&next, depth - 1);
            }
        }
        false
    });
    count
}
