//! Variants against other programs: Fairy-Stockfish through pyffish, and shakmaty. `PYTHON` names the interpreter that
//! has pyffish installed.

mod definitions;
mod perft;
mod shakmaty_games;
mod variant_games;

#[path = "../support/skip.rs"]
mod skip;

use std::{
    env,
    error::Error,
    fs,
    io::BufWriter,
    process::{Command, Stdio},
    sync::Arc,
};

use arbiter::{
    notation::variant::{
        built_in,
        ini::{self, UnknownKeys},
    },
    rules::variant::Rules,
};
use tempfile::NamedTempFile;

type Outcome = Result<(), Box<dyn Error>>;

/// The interpreter with pyffish, if there is one.
fn python() -> Option<String> {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let import =
        Command::new(&python).args(["-c", "import pyffish"]).stderr(Stdio::null()).status();
    if import.is_ok_and(|status| status.success()) {
        return Some(python);
    }
    skip::skip(&format!("{python} has no pyffish (see tests/python/requirements.txt)"));
    None
}

/// Lets Fairy-Stockfish judge random games of these variants, whose definitions are in a file.
fn compare(python: &str, variants: &[Arc<Rules>], file: &str, games: u32, plies: u32) -> Outcome {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/variant_games.py");
    let mut child = Command::new(python)
        .args([script, file])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let mut input = BufWriter::new(child.stdin.take().ok_or("no input")?);
    for rules in variants {
        variant_games::write_games(rules, games, plies, 77, &mut input)?;
    }
    drop(input);
    let output = child.wait_with_output()?;
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{said}");
    assert!(said.contains("sets of legal moves compared"), "{said}");
    Ok(())
}

/// The built-in variants that the other program can play: one board, and no cylinder.
fn comparable() -> Vec<Arc<Rules>> {
    let can = |rules: &&Arc<Rules>| !rules.is_alice() && !rules.geometry().is_cylinder();
    built_in::all().iter().filter(can).cloned().collect()
}

const BUILT_IN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/notation/variant/built_in.ini");

#[test]
fn a_few_games_of_each_variant_are_those_of_fairy_stockfish() -> Outcome {
    let Some(python) = python() else { return Ok(()) };
    compare(&python, &comparable(), BUILT_IN, 1, 60)
}

#[test]
#[ignore = "takes minutes"]
fn many_games_of_each_variant_are_those_of_fairy_stockfish() -> Outcome {
    let Some(python) = python() else { return Ok(()) };
    compare(&python, &comparable(), BUILT_IN, 200, 100)
}

/// Random definitions, given to both programs.
fn compare_definitions(count: u64, games: u32) -> Outcome {
    let Some(python) = python() else { return Ok(()) };
    // Where a king can be captured at once there is no game.
    let is_playable =
        |text: &String| ini::read(text.as_bytes(), UnknownKeys::Report).faults.is_empty();
    let playable = (0..).map(definitions::random).filter(is_playable);
    let text: String = playable.take(usize::try_from(count)?).collect();
    let file = ini::read(text.as_bytes(), UnknownKeys::Report);
    assert_eq!(file.faults.first().map(ToString::to_string), None);
    assert_eq!(file.variants.len(), usize::try_from(count)?);
    let written = NamedTempFile::new()?;
    fs::write(written.path(), &text)?;
    let path = written.path().to_str().ok_or("a path")?;
    compare(&python, &file.variants, path, games, 40)
}

#[test]
fn some_random_definitions_are_played_as_fairy_stockfish_plays_them() -> Outcome {
    compare_definitions(20, 1)
}

#[test]
#[ignore = "takes minutes"]
fn many_random_definitions_are_played_as_fairy_stockfish_plays_them() -> Outcome {
    compare_definitions(300, 2)
}
