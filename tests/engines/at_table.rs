//! Engines at the table of `arbiter play`: what a user sees, and what is left afterwards.

use std::error::Error;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::fake::{Tested, fake, installed, left_behind};

/// A folder of its own for a test, gone afterwards.
struct Room(PathBuf);

impl Room {
    fn new(name: &str) -> Result<Self, Box<dyn Error>> {
        let folder = std::env::temp_dir().join(format!("arbiter-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder)?;
        Ok(Self(folder))
    }

    fn arbiter(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        command.args(arguments).env("HOME", &self.0).current_dir(&self.0);
        for home in ["XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME"] {
            command.env(home, &self.0);
        }
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    /// A random player against an engine.
    fn game(&self, engine: &str, more: &[&str]) -> Command {
        let fixed = ["play", "--white", "random", "--seed", "1", "--save", "game.pgn", "--black"];
        self.arbiter(&[&fixed[..], &[engine], more].concat())
    }

    fn pgn(&self) -> std::io::Result<String> {
        fs::read_to_string(self.0.join("game.pgn"))
    }

    fn validates(&self) -> std::io::Result<Output> {
        self.arbiter(&["validate", "game.pgn"]).output()
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn an_engine_that_fails_ends_the_run_with_the_game_saved() -> Tested {
    for (habit, says, plies) in [
        ("crashes-at-third-move", "died (exit status 7)\n  fake engine: CrashesAtThirdMove", 5),
        ("ignores-stop", "error: engine stalled; killed", 1),
        ("xboard-refuses", "refuses the legal move", 1),
    ] {
        let (room, fake) = (Room::new(habit)?, fake(habit)?);
        let engine = format!("{}?time=0.1", fake.command);
        let output = room.game(&engine, &["--max-plies", "8"]).output()?;
        let complaint = text(&output.stderr);
        assert_eq!(output.status.code(), Some(3), "{habit}: {complaint}");
        assert!(complaint.contains(says), "{habit}: {complaint}");
        let saved = format!("Saved: game.pgn ({plies} plies, result *)");
        assert!(text(&output.stdout).contains(&saved), "{habit}: {}", text(&output.stdout));
        assert!(left_behind(&fake.mark).is_empty(), "{habit}");
    }
    Ok(())
}

#[test]
fn an_engine_that_never_starts_ends_the_run() -> Tested {
    let (room, fake) = (Room::new("mute")?, fake("mute")?);
    let begun = Instant::now();
    let output = room.game(&fake.command, &["--engine-timeout", "1"]).output()?;
    let complaint = text(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{complaint}");
    assert!(complaint.contains("did not answer \"uci\" within 1 s"), "{complaint}");
    assert!(begun.elapsed() < Duration::from_secs(8));
    let output = room.game("uci:no-such-engine", &[]).output()?;
    assert_eq!(output.status.code(), Some(3));
    let complaint = text(&output.stderr);
    assert!(
        complaint.starts_with("error: engine 'no-such-engine' not found (looked in "),
        "{complaint}"
    );
    Ok(())
}

#[test]
fn an_engine_that_breaks_the_rules_forfeits() -> Tested {
    for (habit, words) in [("illegal-move", "e7e9"), ("no-move", "(none)"), ("null-move", "0000")] {
        let (room, fake) = (Room::new(habit)?, fake(habit)?);
        let output = room.game(&fake.command, &["--max-plies", "8"]).output()?;
        let said = text(&output.stdout);
        assert_eq!(output.status.code(), Some(0), "{habit}: {said}");
        let line =
            format!("Game over: 1-0, Black played {words}, which is illegal here: forfeits.");
        assert!(said.contains(&line), "{habit}: {said}");
        assert!(room.pgn()?.contains("[Termination \"rules infraction\"]"), "{habit}");
        assert_eq!(room.validates()?.status.code(), Some(0), "{habit}");
    }
    Ok(())
}

#[test]
fn a_slow_start_is_announced() -> Tested {
    let room = Room::new("slow")?;
    let output = room.game(&fake("slow")?.command, &["--max-plies", "2"]).output()?;
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(text(&output.stderr), "starting fake-engine…\n");
    Ok(())
}

/// Waits for the end, but not for ever.
fn ended(mut child: Child) -> Result<Option<i32>, Box<dyn Error>> {
    let until = Instant::now() + Duration::from_secs(20);
    while Instant::now() < until {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        thread::sleep(Duration::from_millis(20));
    }
    child.kill()?;
    Err("it does not end".into())
}

#[test]
fn a_signal_at_any_time_takes_the_engine_along() -> Tested {
    for habit in ["mute", "ignores-stop"] {
        let (room, fake) = (Room::new(&format!("signal-{habit}"))?, fake(habit)?);
        let child = room.game(&format!("{}?time=60", fake.command), &[]).spawn()?;
        thread::sleep(Duration::from_secs(1));
        kill(Pid::from_raw(i32::try_from(child.id())?), Signal::SIGTERM)?;
        assert_eq!(ended(child)?, Some(143), "{habit}");
        assert!(left_behind(&fake.mark).is_empty(), "{habit}");
    }
    Ok(())
}

/// A whole game with clocks against a real engine: a result, and a sound score.
fn real_game(name: &str, engine: &str) -> Tested {
    let Some(engine) = installed(engine) else { return Ok(()) };
    let room = Room::new(name)?;
    let output = room.game(&engine, &["--clock", "10+0"]).output()?;
    let said = text(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{said}{}", text(&output.stderr));
    assert!(said.contains("Game over: "), "{said}");
    let report = room.validates()?;
    assert_eq!(report.status.code(), Some(0), "{}{}", text(&report.stdout), room.pgn()?);
    assert!(room.pgn()?.contains("[TimeControl \"10\"]"), "{}", room.pgn()?);
    Ok(())
}

#[test]
fn gnuchess_plays_by_uci() -> Tested {
    real_game("gnuchess-uci", "uci:gnuchess -u")
}

#[test]
fn gnuchess_plays_by_xboard() -> Tested {
    real_game("gnuchess-xboard", "xboard:gnuchess -x")
}

#[test]
fn stockfish_plays_by_uci() -> Tested {
    real_game("stockfish", "stockfish")
}

#[test]
fn fairy_stockfish_plays_by_uci() -> Tested {
    real_game("fairy-uci", "uci:fairy-stockfish")
}

#[test]
fn fairy_stockfish_plays_by_xboard() -> Tested {
    real_game("fairy-xboard", "xboard:fairy-stockfish")
}
