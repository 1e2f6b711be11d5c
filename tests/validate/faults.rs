//! A fault of the program itself costs one game, not the run. The fault is on purpose: `ARBITER_FAULT` names an Event, in builds with
//! debug assertions only.

use std::{error::Error, process::Output};

use serde_json::Value;

use crate::run::{Folder, Outcome, careless, command, illegal, sound};

/// A game that meets the fault.
fn faulty() -> String {
    sound().replace("Club evening", "Fault \u{1b}[31m")
}

fn run(arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    Ok(command().env("ARBITER_FAULT", "Fault \u{1b}[31m").args(arguments).output()?)
}

#[test]
fn the_other_games_are_read() -> Outcome {
    let folder = Folder::new()?;
    let before = careless() + &illegal();
    let text = before.clone() + &faulty() + &careless() + &faulty().repeat(2) + &sound();
    let name = folder.file("games.pgn", &text)?;
    let output = run(&["--format", "json", &name])?;
    assert_eq!(output.status.code(), Some(2));
    let records: Vec<Value> = String::from_utf8(output.stdout)?
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let codes: Vec<_> = records.iter().filter_map(|record| record["code"].as_str()).collect();
    assert_eq!(codes, ["S401", "M308", "B019", "S401", "B019", "B019"]);
    let fault = &records.iter().find(|record| record["code"] == "B019").ok_or("a fault")?;
    assert_eq!(fault["byte"], before.len());
    assert_eq!(fault["length"], faulty().trim_end().len());
    assert_eq!(fault["line"], before.lines().count() + 1);
    let help = fault["help"].as_str().ok_or("a help")?;
    assert!(help.contains("games.pgn") && help.contains("src/lint/fault.rs"), "{help}");
    let games = records.iter().filter(|record| record["type"] == "game").count();
    assert_eq!((games, &records.last().ok_or("a summary")?["games"]), (7, &Value::from(7)));
    Ok(())
}

#[test]
fn a_fault_is_printable_and_selected_by_nothing() -> Outcome {
    let folder = Folder::new()?;
    let name = folder.file("games.pgn", (faulty() + &sound()).repeat(2000))?;
    let run =
        |jobs| run(&["--ignore", "B", "--exit-zero", "--max-per-code", "1", "-j", jobs, &name]);
    let output = run("1")?;
    assert_eq!(output.status.code(), Some(2));
    let (out, err) = (String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?);
    assert!(out.starts_with("error[B019]: a fault in arbiter stopped"), "{out}");
    assert!(out.contains("… and 1,999 more B019"), "{out}");
    assert!(!out.contains('\u{1b}') && !err.contains("panicked"), "{out}{err}");
    assert!(err.starts_with("4000 games: 2000 clean, 2000 with errors"), "{err}");
    let again = run("3")?;
    assert_eq!((out.as_bytes(), err.as_bytes()), (&again.stdout[..], &again.stderr[..]));
    Ok(())
}
