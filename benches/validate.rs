//! Validation of whole archives, one thread, against pgn-reader and shakmaty doing the same work in the same run: every
//! move found and played, signs, repetitions, counters and the end checked. Takes PGN files to try, plain or compressed;
//! without files, it generates archives: over-the-board games, the same with clocks and evaluations, and both compressed.

mod peer;

use std::{
    error::Error,
    fs,
    io::{Cursor, Write as _},
    time::Instant,
};

use peer::{Dress, by_arbiter, by_pgn_reader, made_up};

const GAMES: u64 = 12_000;
const ROUNDS: usize = 9;

fn main() -> Result<(), Box<dyn Error>> {
    let mut out = std::io::stdout().lock();
    for (name, bytes) in archives()? {
        let (mut ours, mut theirs) = (f64::MAX, f64::MAX);
        let mut counts = [(0, 0); 2];
        for _ in 0..ROUNDS {
            let start = Instant::now();
            counts[0] = by_arbiter(&bytes)?;
            ours = ours.min(start.elapsed().as_secs_f64());
            let start = Instant::now();
            counts[1] = by_pgn_reader(&bytes)?;
            theirs = theirs.min(start.elapsed().as_secs_f64());
        }
        let [(games, plies), others] = counts;
        writeln!(out, "validate {name}: {games} games, {plies} plies")?;
        if others != (games, plies) {
            writeln!(out, "  pgn-reader and shakmaty count {others:?}")?;
        }
        let each = ours * 1e9 / f64::from(u32::try_from(plies)?);
        writeln!(out, "  {each:.0} ns per ply")?;
        writeln!(out, "  against pgn-reader + shakmaty {:.2}", theirs / ours)?;
    }
    Ok(())
}

/// A name and its bytes.
type Archive = (String, Vec<u8>);

/// The named files, or generated ones.
fn archives() -> Result<Vec<Archive>, Box<dyn Error>> {
    let named: Vec<String> =
        std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    if !named.is_empty() {
        return named.into_iter().map(|name| Ok((name.clone(), fs::read(&name)?))).collect();
    }
    let plain = made_up(GAMES, Dress::Plain).into_bytes();
    let clocks = made_up(GAMES, Dress::Clocks).into_bytes();
    let packed = zstd::encode_all(Cursor::new(&plain), 3)?;
    Ok(vec![
        ("over-the-board form".into(), plain),
        ("Lichess form".into(), clocks),
        ("over-the-board form, zstd".into(), packed),
    ])
}
