//! `arbiter uci` driven by python-chess, an independent client. `PYTHON` names the interpreter that
//! has it installed.

use std::env;
use std::error::Error;
use std::process::{Command, Stdio};

#[path = "support/skip.rs"]
mod skip;

#[test]
fn a_real_client_plays_whole_games() -> Result<(), Box<dyn Error>> {
    let python = env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let has_library =
        Command::new(&python).args(["-c", "import chess.engine"]).stderr(Stdio::null()).status();
    if !has_library.is_ok_and(|status| status.success()) {
        let file = "tests/python/requirements.txt";
        skip::skip(&format!("{python} has no python-chess (see {file})"));
        return Ok(());
    }
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/python/uci_game.py");
    let run = Command::new(&python).args([script, env!("CARGO_BIN_EXE_arbiter")]).output()?;
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(run.status.success(), "{said}\n{}", String::from_utf8_lossy(&run.stderr));
    assert!(said.contains("ok plays_a_whole_game"), "{said}");
    Ok(())
}
