//! Engines in `arbiter play`: their output, their time limits, and no remaining processes.

use std::error::Error;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::fake::{Fake, Tested, fake, left_behind};
use crate::pty::Terminal;
use crate::room::{Room, Said, feed, moves, piped, wait};

/// A random player against an engine, for a number of plies.
pub(crate) fn game(room: &Room, engine: &str, more: &[&str]) -> Command {
    let fixed = ["--white", "random", "--seed", "1", "--save", "game.pgn", "--force", "--black"];
    room.play(&[&fixed[..], &[engine], more].concat())
}

/// The outcome and duration of a game against a fake engine.
struct Met {
    said: Said,
    pgn: String,
    took: Duration,
}

fn met(habit: &str, more: &[&str]) -> Result<Met, Box<dyn Error>> {
    let (room, Fake { command, mark }) = (Room::new()?, fake(habit)?);
    let begun = Instant::now();
    let said = feed(&mut game(&room, &format!("{command}?time=0.1"), more), b"")?;
    let took = begun.elapsed();
    assert!(left_behind(&mark).is_empty(), "{habit} is left behind");
    Ok(Met { said, pgn: room.read("game.pgn").unwrap_or_default(), took })
}

#[test]
fn a_game_survives_odd_but_harmless_habits() -> Tested {
    for (habit, most) in [
        ("plays-well", 3),
        ("slow", 7),
        ("floods-info", 12),
        ("floods-errors", 12),
        ("carriage-returns", 3),
        ("binary", 3),
        ("answers-twice", 3),
        ("exits-badly", 3),
        ("leaves-child", 3),
        ("ignores-quit", 5),
        ("xboard-plays-well", 3),
        ("xboard-needs-ping", 6),
        ("xboard-old", 6),
        ("xboard-offers-draw", 3),
        ("xboard-claims-falsely", 3),
    ] {
        let Met { said, pgn, took } = met(habit, &["--max-plies", "6"])?;
        assert_eq!(said.code, Some(0), "{habit}: {}{}", said.out, said.err);
        assert!(said.out.contains("Saved: game.pgn (6 plies, result *)"), "{habit}: {}", said.out);
        assert_eq!(moves(&pgn).len(), 6, "{habit}: {pgn}");
        assert!(took < Duration::from_secs(most), "{habit} took {took:?}");
    }
    Ok(())
}

#[test]
fn an_engine_that_fails_ends_the_run_with_the_game_saved() -> Tested {
    for (habit, says, plies, most) in [
        ("crashes-at-go", "died (exit status 7)\n  fake engine: crashes-at-go", 1, 4),
        (
            "crashes-at-third-move",
            "died (exit status 7)\n  fake engine: crashes-at-third-move",
            5,
            4,
        ),
        ("aborts-at-go", "died (signal 6)", 1, 4),
        ("dies-when-idle", "died (exit status 7)\n  fake engine: dies-when-idle", 3, 4),
        ("ignores-stop", "stalled; killed", 1, 10),
        ("never-stops-talking", "stalled; killed", 1, 10),
        ("no-newline", "stalled; killed", 1, 10),
        ("xboard-refuses", "refuses the legal move", 1, 5),
    ] {
        let Met { said, took, .. } = met(habit, &["--max-plies", "8"])?;
        assert_eq!(said.code, Some(3), "{habit}: {}", said.err);
        assert!(
            said.err.starts_with("error: ") && said.err.contains(says),
            "{habit}: {}",
            said.err
        );
        assert!(said.err.contains("fake-engine"), "{habit}: {}", said.err);
        let word = if plies == 1 { "ply" } else { "plies" };
        let saved = format!("Saved: game.pgn ({plies} {word}, result *)");
        assert!(said.out.contains(&saved), "{habit}: {}", said.out);
        assert!(took < Duration::from_secs(most), "{habit} took {took:?}");
    }
    Ok(())
}

#[test]
fn an_engine_that_never_starts_ends_the_run() -> Tested {
    for (habit, question) in [("mute", "uci"), ("xboard-never-done", "protover 2")] {
        let Met { said, took, .. } = met(habit, &["--engine-timeout", "1"])?;
        assert_eq!(said.code, Some(3), "{habit}: {}", said.err);
        let line =
            format!("error: engine 'fake-engine' did not answer \"{question}\" within 1 s\n");
        assert!(said.err.ends_with(&line), "{habit}: {}", said.err);
        assert!(took < Duration::from_secs(6), "{habit} took {took:?}");
    }
    Ok(())
}

#[test]
fn a_program_that_is_no_engine_is_reported_before_the_game() -> Tested {
    let room = Room::new()?;
    let plain = room.write("plain.txt", "no program")?;
    fs::set_permissions(&plain, fs::Permissions::from_mode(0o644))?;
    let fussy = format!("{}?Hashh=64", fake("plays-well")?.command);
    for (engine, says) in [
        ("uci:no-such-engine", "error: engine 'no-such-engine' not found (looked in "),
        ("uci:./plain.txt", "error: engine './plain.txt' is not executable"),
        (&fussy, "error: fake-engine has no option \"Hashh\"; did you mean Hash?"),
    ] {
        let said = feed(&mut game(&room, engine, &[]), b"")?;
        assert_eq!(said.code, Some(3), "{engine}: {}", said.err);
        assert!(said.err.starts_with(says), "{}", said.err);
        let ends =
            engine != "uci:no-such-engine" || said.err.ends_with("/usr/games, /usr/local/games)\n");
        assert!(ends, "{}", said.err);
        assert!(!said.out.contains("to move"), "{}", said.out);
    }
    Ok(())
}

#[test]
fn an_engine_that_breaks_the_rules_forfeits() -> Tested {
    for (habit, words) in [
        ("illegal-move", "e7e9"),
        ("same-square", "a1a1"),
        ("no-move", "(none)"),
        ("null-move", "0000"),
    ] {
        let Met { said, pgn, .. } = met(habit, &["--max-plies", "8"])?;
        assert_eq!(said.code, Some(0), "{habit}: {}", said.out);
        let line = format!(
            "Game over: 1-0, Black (fake-engine) played {words}, which is illegal here: forfeits."
        );
        assert_eq!(said.over(), [line], "{habit}");
        assert!(pgn.contains("[Termination \"rules infraction\"]"), "{habit}");
    }
    let pawn = ["--fen", "7K/8/8/8/8/8/p7/7k b - - 0 60"];
    let Met { said, .. } = met("forgets-promotion", &pawn)?;
    assert!(said.over()[0].contains("Black (fake-engine) played a2a1, which is"), "{}", said.out);
    Ok(())
}

#[test]
fn an_engine_that_resigns_is_named() -> Tested {
    let Met { said, pgn, .. } = met("xboard-resigns", &[])?;
    assert_eq!(
        (said.code, said.over()),
        (Some(0), vec!["Game over: 1-0, Black (fake-engine) resigns."])
    );
    assert!(pgn.contains("[Result \"1-0\"]") && pgn.contains("[Termination \"normal\"]"), "{pgn}");
    Ok(())
}

#[test]
fn an_engine_that_hangs_loses_on_time() -> Tested {
    let Met { said, pgn, took } = met("ignores-stop", &["--clock", "1"])?;
    assert_eq!((said.code, said.over()), (Some(0), vec!["Game over: 1-0, Black loses on time."]));
    assert!(pgn.contains("[Termination \"time forfeit\"]"), "{pgn}");
    assert!(took < Duration::from_secs(8), "{took:?}");
    Ok(())
}

#[test]
fn a_slow_start_is_announced() -> Tested {
    let Met { said, .. } = met("slow", &["--max-plies", "2"])?;
    assert_eq!((said.code, said.err.as_str()), (Some(0), "starting fake-engine…\n"));
    Ok(())
}

#[test]
fn the_conversation_with_an_engine_is_shown_and_logged() -> Tested {
    let (room, command) = (Room::new()?, fake("plays-well")?.command);
    let engine = format!("{command}?time=0.1");
    let talk = ["--max-plies", "2", "--no-autosave", "--log", "log.txt"];
    let quiet = feed(&mut game(&room, &engine, &talk), b"")?;
    assert_eq!((quiet.code, quiet.err.as_str()), (Some(0), ""));
    let said = feed(&mut game(&room, &engine, &[&talk[..], &["-v"]].concat()), b"")?;
    assert_eq!(said.out, quiet.out);
    let log = room.read("log.txt")?;
    for line in [
        "Black (fake-engine) > uci",
        "Black (fake-engine) < uciok",
        "Black (fake-engine) > go movetime 100",
        "Black (fake-engine) < bestmove b8a6",
        "Black (fake-engine) > quit",
    ] {
        assert!(said.err.lines().any(|heard| heard == line), "{line}: {}", said.err);
        assert!(log.lines().any(|noted| noted == line), "{line}: {log}");
    }
    assert!(said.out.lines().all(|line| log.contains(line)), "{log}");
    let order = |line: &str| log.find(line).ok_or(format!("{line} in {log}"));
    assert!(order("> go movetime")? < order("1... Na6")?, "{log}");
    Ok(())
}

#[test]
fn a_failure_is_logged_too() -> Tested {
    let room = Room::new()?;
    let engine = fake("crashes-at-go")?.command;
    let said = feed(&mut game(&room, &engine, &["--log", "log.txt"]), b"")?;
    assert_eq!(said.code, Some(3), "{}", said.err);
    assert!(room.read("log.txt")?.contains(&said.err), "{}", room.read("log.txt")?);
    let said = feed(&mut game(&room, &engine, &["--log", "/dev/full"]), b"")?;
    assert_eq!(said.err.matches("warning: cannot write the log: ").count(), 1, "{}", said.err);
    Ok(())
}

#[test]
fn an_engine_that_dies_at_a_terminal_is_replaced_or_restarted() -> Tested {
    let engine = format!("{}?time=0.1", fake("crashes-at-third-move")?.command);
    let args = ["--white", "human:Ada", "--black", &engine, "--no-autosave"];
    for (remedy, says) in [
        ("level 1\n", "The built-in engine plays at level 1 (beginner)"),
        ("engine restart\n", "The engine has been restarted."),
        ("engine off\n", "You play Black now."),
    ] {
        let mut terminal = Terminal::open("dumb", &args)?;
        for mv in ["Nf3\n", "Ng1\n", "Nh3\n"] {
            terminal.types_at("Ada > ", mv)?;
        }
        terminal.shows("engine 'fake-engine' died (exit status 7)")?;
        terminal.types_at("Type \"engine restart\" to start it again, \"level 3\"", remedy)?;
        terminal.shows(says)?;
        let next = if remedy.starts_with("engine off") { "3... Fake > " } else { "4. Ada > " };
        terminal.shows(next)?;
    }
    Ok(())
}

#[test]
fn an_engine_has_a_process_group_of_its_own() -> Tested {
    let (room, Fake { command, mark }) = (Room::new()?, fake("ignores-stop")?);
    let mut child = piped(&mut game(&room, &format!("{command}?time=60"), &[])).spawn()?;
    let until = Instant::now() + Duration::from_secs(10);
    let engine = loop {
        let found = crate::fake::running(&mark).into_iter().find(|path| group(path) == pid(path));
        if found.is_some() || Instant::now() > until {
            break found;
        }
        thread::sleep(Duration::from_millis(20));
    };
    kill(Pid::from_raw(i32::try_from(child.id())?), Signal::SIGTERM)?;
    assert_eq!(wait(&mut child, Duration::from_secs(10))?, Some(143));
    assert!(engine.is_some(), "so that a Ctrl-C at the terminal does not reach it");
    assert!(left_behind(&mark).is_empty());
    Ok(())
}

/// The id of the process in this folder of `/proc`.
fn pid(path: &std::path::Path) -> Option<String> {
    path.file_name()?.to_str().map(str::to_owned)
}

/// The id of its process group, the third field after its name.
fn group(path: &std::path::Path) -> Option<String> {
    let stat = fs::read_to_string(path.join("stat")).ok()?;
    stat.rsplit(')').next()?.split_whitespace().nth(2).map(str::to_owned)
}

#[test]
fn a_signal_at_any_time_takes_the_engine_along() -> Tested {
    for habit in ["mute", "ignores-stop"] {
        let (room, Fake { command, mark }) = (Room::new()?, fake(habit)?);
        let mut child = piped(&mut game(&room, &format!("{command}?time=60"), &[])).spawn()?;
        thread::sleep(Duration::from_secs(1));
        kill(Pid::from_raw(i32::try_from(child.id())?), Signal::SIGTERM)?;
        assert_eq!(wait(&mut child, Duration::from_secs(20))?, Some(143), "{habit}");
        assert!(left_behind(&mark).is_empty(), "{habit}");
    }
    Ok(())
}
