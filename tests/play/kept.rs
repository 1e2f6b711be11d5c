//! The game in progress is never lost: autosave, signals, full disks.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::Outcome;
use crate::room::{PEOPLE, Room, feed, moves, piped, wait};

/// Two players at the keyboard, with open input.
fn open_game(room: &Room) -> std::io::Result<(Child, ChildStdin)> {
    let mut child = piped(&mut room.play(&["--white", "human", "--black", "human"])).spawn()?;
    let stdin = child.stdin.take().ok_or_else(|| std::io::Error::other("no input"))?;
    Ok((child, stdin))
}

/// Reads the child's output up to a line with this text.
fn hear(child: &mut Child, text: &str) -> std::io::Result<()> {
    let out = child.stdout.as_mut().ok_or_else(|| std::io::Error::other("no output"))?;
    for line in BufReader::new(out).lines() {
        if line?.contains(text) {
            return Ok(());
        }
    }
    Err(std::io::Error::other("not heard"))
}

#[test]
fn the_end_of_the_input_saves_a_game_that_can_be_resumed() -> Outcome {
    let room = Room::new()?;
    let begun = std::time::Instant::now();
    let said = room.talk(&["--white", "human:Ada"], &["e4", "e5", "Nf3"])?;
    assert_eq!(said.code, Some(0));
    assert!(begun.elapsed() < Duration::from_secs(1), "{:?}", begun.elapsed());
    let kept = room.autosaved()?[0].display().to_string();
    let report = feed(&mut room.arbiter(&["validate", &kept]), b"")?;
    assert_eq!(report.code, Some(0), "a game in progress is a sound PGN: {}", report.out);
    let last = said.out.lines().last().unwrap_or_default();
    assert!(last.starts_with("Saved: ") && last.ends_with("continue with: arbiter play --resume"));
    let resumed = room.talk(&["--resume"], &["fen", "Nc6", "pgn"])?;
    assert_eq!(resumed.plies(), Some(3));
    assert!(resumed.out.contains("[White \"Ada\"]"), "{}", resumed.out);
    assert_eq!(room.autosaved()?.len(), 1, "the same file is used again");
    assert_eq!(room.talk(&["--resume"], &["fen"])?.plies(), Some(4));
    let id = room.autosaved()?[0].file_stem().and_then(|id| id.to_str()).ok_or("an id")?.to_owned();
    assert_eq!(room.talk(&["--resume", &id], &["fen"])?.plies(), Some(4));
    assert_eq!(room.talk(&["--resume", "nothing"], &["fen"])?.code, Some(2));
    Ok(())
}

#[test]
fn players_clocks_and_rules_are_resumed() -> Outcome {
    let room = Room::new()?;
    let args = ["--black", "random", "--clock", "300+2", "--draws", "fide", "--variant", "alice:3"];
    room.talk(&args, &["e4"])?;
    let said = room.talk(&["--resume"], &["clock", "d4", "pgn", "set draws"])?;
    assert!(said.out.contains("White 5:0") && said.out.contains(", +2s"), "{}", said.out);
    assert!(said.out.contains("2... "), "the engine answered: {}", said.out);
    assert!(
        said.out.contains("[Variant \"Alice\"]") && said.out.contains("Draw rule: fide"),
        "{}",
        said.out
    );
    Ok(())
}

#[test]
fn a_killed_program_loses_nothing() -> Outcome {
    let room = Room::new()?;
    let (mut child, mut stdin) = open_game(&room)?;
    stdin.write_all(b"e4\ne5\nNf3\nhelp quit\n")?;
    hear(&mut child, "quit: ")?;
    child.kill()?;
    child.wait()?;
    let files = room.autosaved()?;
    assert_eq!(files.len(), 1);
    let pgn = fs::read_to_string(&files[0])?;
    assert_eq!(moves(&pgn), ["e4", "e5", "Nf3"]);
    assert!(pgn.contains("[Result \"*\"]"));
    assert_eq!(room.talk(&["--resume"], &["fen"])?.plies(), Some(3));
    Ok(())
}

#[test]
fn signals_save_the_game_and_set_the_exit_status() -> Outcome {
    for (signal, status) in [(Signal::SIGTERM, 143), (Signal::SIGHUP, 129)] {
        let room = Room::new()?;
        let (mut child, mut stdin) = open_game(&room)?;
        stdin.write_all(b"e4\nhelp quit\n")?;
        hear(&mut child, "quit: ")?;
        kill(Pid::from_raw(i32::try_from(child.id())?), signal)?;
        assert_eq!(wait(&mut child, Duration::from_secs(5))?, Some(status));
        assert_eq!(room.autosaved()?.len(), 1);
    }
    Ok(())
}

#[test]
fn the_second_interrupt_quits() -> Outcome {
    let room = Room::new()?;
    let (mut child, mut stdin) = open_game(&room)?;
    stdin.write_all(b"e4\nhelp quit\n")?;
    hear(&mut child, "quit: ")?;
    let pid = Pid::from_raw(i32::try_from(child.id())?);
    kill(pid, Signal::SIGINT)?;
    hear(&mut child, "Press Ctrl-C again")?;
    assert_eq!(child.try_wait()?, None);
    kill(pid, Signal::SIGINT)?;
    assert_eq!(wait(&mut child, Duration::from_secs(5))?, Some(130));
    assert_eq!(room.autosaved()?.len(), 1);
    Ok(())
}

#[test]
fn a_closed_output_ends_the_game_quietly() -> Outcome {
    let room = Room::new()?;
    let (mut child, mut stdin) = open_game(&room)?;
    drop(child.stdout.take());
    // The program may end before all lines are written.
    let _ = stdin.write_all(b"e4\nboard\ne5\nboard\n");
    drop(stdin);
    let output = child.wait_with_output()?;
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    Ok(())
}

#[test]
fn a_full_disk_is_reported_without_panic() -> Outcome {
    let room = Room::new()?;
    let said = room.talk(&["--no-autosave"], &["e4", "save /dev/full", "e5", "fen"])?;
    assert_eq!((said.code, said.plies()), (Some(0), Some(2)));
    assert!(said.err.contains("cannot save the game to '/dev/full'"), "{}", said.err);
    let mut command = room.play(&["--no-autosave"]);
    command.stdin(Stdio::piped()).stdout(fs::File::options().write(true).open("/dev/full")?);
    let mut child = command.stderr(Stdio::piped()).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        let _ = stdin.write_all(b"e4\n");
    }
    let output = child.wait_with_output()?;
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write the output"));
    Ok(())
}

#[test]
fn a_folder_that_cannot_be_written_is_reported_once() -> Outcome {
    let room = Room::new()?;
    let file = room.write("file", "not a folder")?;
    let mut command = room.play(&[]);
    command.env("XDG_STATE_HOME", file.join("s")).env("XDG_CONFIG_HOME", file.join("c"));
    let said = feed(&mut command, b"e4\ne5\nset save\nfen\n")?;
    assert_eq!((said.code, said.plies()), (Some(0), Some(2)));
    assert_eq!(said.err.matches("cannot save the game in progress").count(), 1, "{}", said.err);
    Ok(())
}

#[test]
fn without_autosave_there_is_no_trace() -> Outcome {
    let room = Room::new()?;
    room.talk(PEOPLE, &["e4"])?;
    assert!(room.autosaved()?.is_empty());
    assert_eq!(room.talk(&["--resume"], &["fen"])?.code, Some(2));
    Ok(())
}

#[test]
fn quitting_never_resigns() -> Outcome {
    let said = Room::new()?.talk(&[], &["e4", "quit", "e5"])?;
    assert_eq!((said.code, said.over().len()), (Some(0), 0));
    assert!(said.out.contains("Saved: ") && !said.out.contains("1... e5"), "{}", said.out);
    Ok(())
}

#[test]
fn a_finished_game_leaves_the_autosave_folder_only_when_saved() -> Outcome {
    let room = Room::new()?;
    let mate = ["f3", "e5", "g4", "Qh4"];
    room.talk(&[], &mate)?;
    assert_eq!(room.autosaved()?.len(), 1);
    room.talk(&["--save", "m.pgn"], &mate)?;
    assert_eq!(room.autosaved()?.len(), 1, "only the game that was not saved elsewhere is kept");
    assert_eq!(room.talk(&["--resume"], &["fen"])?.code, Some(2), "a finished game is not resumed");
    Ok(())
}

#[test]
fn every_game_of_a_run_has_its_own_file() -> Outcome {
    let room = Room::new()?;
    room.write("g.pgn", "1. c4 *\n")?;
    room.talk(&[], &["f3", "e5", "g4", "Qh4", "new", "e4", "load g.pgn at end", "c5"])?;
    let mut kept: Vec<Vec<String>> = Vec::new();
    for path in room.autosaved()? {
        kept.push(moves(&fs::read_to_string(path)?));
    }
    kept.sort();
    assert_eq!(kept, [vec!["c4", "c5"], vec!["e4"], vec!["f3", "e5", "g4", "Qh4#"]]);
    Ok(())
}

#[test]
fn moves_taken_back_stay_so_after_resuming() -> Outcome {
    let room = Room::new()?;
    room.talk(&[], &["e4", "e5", "undo"])?;
    assert_eq!(room.talk(&["--resume"], &["fen"])?.plies(), Some(1));
    Ok(())
}

#[test]
fn the_end_of_the_input_interrupts_a_long_search() -> Outcome {
    let room = Room::new()?;
    let mut child = piped(&mut room.play(&["--black", "ai:depth=30"])).spawn()?;
    child.stdin.take().ok_or("an input")?.write_all(b"e4\n")?;
    assert_eq!(wait(&mut child, Duration::from_secs(5))?, Some(0));
    assert_eq!(room.talk(&["--resume", "--black", "human"], &["fen"])?.plies(), Some(1));
    Ok(())
}
