//! Games against real engines, where they are installed.

use std::error::Error;

use crate::engines::game;
use crate::fake::{Tested, installed};
use crate::room::{Room, Said, feed, moves, patiently};

/// A game against a real engine with a valid score sheet, if it is installed.
fn real_game(engine: &str, more: &[&str]) -> Result<Option<(Said, String)>, Box<dyn Error>> {
    let Some(engine) = installed(engine) else { return Ok(None) };
    let room = Room::new()?;
    let said = feed(&mut game(&room, &engine, more), b"")?;
    assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    let report = feed(&mut room.arbiter(&["validate", "game.pgn"]), b"")?;
    let pgn = room.read("game.pgn")?;
    assert_eq!(report.code, Some(0), "{}{pgn}", report.out);
    Ok(Some((said, pgn)))
}

/// A whole game with clocks.
fn whole_game(engine: &str) -> Tested {
    let Some((said, pgn)) = real_game(engine, &["--clock", "10+0"])? else { return Ok(()) };
    assert_eq!(said.over().len(), 1, "{}", said.out);
    assert!(pgn.contains("[TimeControl \"10\"]"), "{pgn}");
    Ok(())
}

#[test]
fn gnuchess_plays_by_uci() -> Tested {
    whole_game("uci:gnuchess -u")
}

#[test]
fn gnuchess_plays_by_xboard() -> Tested {
    whole_game("xboard:gnuchess -x")
}

#[test]
fn stockfish_plays_by_uci() -> Tested {
    whole_game("stockfish")
}

#[test]
fn fairy_stockfish_plays_by_uci() -> Tested {
    whole_game("uci:fairy-stockfish")
}

#[test]
fn fairy_stockfish_plays_by_xboard() -> Tested {
    whole_game("xboard:fairy-stockfish")
}

#[test]
fn a_real_engine_is_called_to_the_table() -> Tested {
    let Some(engine) = installed("stockfish") else { return Ok(()) };
    let call = format!("vs {engine}");
    let said = patiently(&["--max-plies", "2"], &[&call, "e4"])?;
    assert!(said.out.contains("Black to move (Stockfish "), "{}", said.out);
    assert!(said.out.contains("\n1... "), "{}", said.out);
    Ok(())
}

/// The random player may be mated sooner. The limit is a depth, because a busy machine makes times unreliable; GNU Chess
/// does not always answer there, and loses by its clock then.
#[test]
fn forty_plies_are_played_against_gnuchess_in_both_protocols() -> Tested {
    for engine in ["uci:gnuchess -u?depth=1", "xboard:gnuchess -x?depth=1"] {
        let long = ["--max-plies", "40", "--no-autosave", "--clock", "60+0"];
        let Some((said, pgn)) = real_game(engine, &long)? else { continue };
        let plies = moves(&pgn).len();
        assert!(plies == 40 || said.over().len() == 1, "{engine}: {plies} plies");
    }
    Ok(())
}
