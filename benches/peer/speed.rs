//! One half of the comparison at a time, so that its instructions can be counted; `.ci/speed` does that.
//! `speed write over-the-board` and `speed write server` print generated games; `speed arbiter FILE` and `speed peer FILE` read a file.

#[path = "mod.rs"]
mod peer;

use std::{
    env,
    error::Error,
    fs,
    io::{self, Write},
};

use peer::{Dress, by_arbiter, by_pgn_reader, made_up};

const GAMES: u64 = 2000;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut out = io::stdout().lock();
    let (games, plies) = match arguments[..] {
        ["write", "over-the-board"] => {
            return Ok(out.write_all(made_up(GAMES, Dress::Plain).as_bytes())?);
        }
        ["write", "server"] => {
            return Ok(out.write_all(made_up(GAMES, Dress::Clocks).as_bytes())?);
        }
        ["arbiter", path] => by_arbiter(&fs::read(path)?)?,
        ["peer", path] => by_pgn_reader(&fs::read(path)?)?,
        _ => return Err("usage: speed write over-the-board|server, speed arbiter|peer FILE".into()),
    };
    writeln!(out, "{games} games, {plies} plies")?;
    Ok(())
}
