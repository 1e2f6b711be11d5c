//! What only a terminal shows: prompts, line editing, Ctrl-C and Ctrl-D.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use nix::pty::openpty;
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::Outcome;
use crate::room::{Room, wait};

/// A game on a terminal of its own.
struct Terminal {
    child: Child,
    keys: File,
    shown: Receiver<String>,
    seen: String,
    _room: Room,
}

impl Terminal {
    fn open(term: &str, args: &[&str]) -> io::Result<Self> {
        let room = Room::new()?;
        let pty = openpty(None, None).map_err(io::Error::from)?;
        let side = |slave: &OwnedFd| slave.try_clone().map(Stdio::from);
        let mut command = room.play(args);
        command.env("TERM", term).env("COLUMNS", "80");
        command.stdin(side(&pty.slave)?).stdout(side(&pty.slave)?).stderr(side(&pty.slave)?);
        let child = command.spawn()?;
        drop(command);
        drop(pty.slave);
        let keys = File::from(pty.master);
        let shown = watch(keys.try_clone()?);
        Ok(Self { child, keys, shown, seen: String::new(), _room: room })
    }

    fn types(&mut self, keys: &str) -> io::Result<()> {
        self.keys.write_all(keys.as_bytes())
    }

    /// Waits until a text is shown that was not there before.
    fn shows(&mut self, text: &str) -> io::Result<()> {
        let limit = Instant::now() + Duration::from_secs(20);
        while let Some(left) = limit.checked_duration_since(Instant::now()) {
            if let Some(at) = self.seen.find(text) {
                self.seen.drain(..at + text.len());
                return Ok(());
            }
            match self.shown.recv_timeout(left) {
                Ok(more) => self.seen += &more,
                Err(_) => break,
            }
        }
        Err(io::Error::other(format!("no `{text}` in `{}`", self.seen)))
    }

    fn signal(&self, signal: Signal) -> io::Result<()> {
        let pid = i32::try_from(self.child.id()).map_err(io::Error::other)?;
        kill(Pid::from_raw(pid), signal).map_err(io::Error::from)
    }

    fn ends(&mut self) -> io::Result<Option<i32>> {
        wait(&mut self.child, Duration::from_secs(5))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has usually ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn watch(mut screen: File) -> Receiver<String> {
    let (sender, shown) = channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            if sender.send(String::from_utf8_lossy(&bytes[..count]).into_owned()).is_err() {
                break;
            }
        }
    });
    shown
}

const ADA_AND_BO: &[&str] = &["--white", "human:Ada", "--black", "human:Bo"];

#[test]
fn a_dumb_terminal_gets_prompts_and_no_escape_bytes() -> Outcome {
    let mut terminal = Terminal::open("dumb", ADA_AND_BO)?;
    terminal.shows("Type a move (e4, Nf3, e2e4) or \"help\"")?;
    terminal.shows("1. Ada > ")?;
    terminal.types("e4\n")?;
    terminal.shows("1. e4")?;
    terminal.shows("1... Bo > ")?;
    terminal.types("quit\n")?;
    terminal.shows("Saved: ")?;
    assert_eq!(terminal.ends()?, Some(0));
    assert!(!terminal.seen.contains('\u{1b}'));
    Ok(())
}

#[test]
fn a_real_terminal_draws_the_board_after_every_move() -> Outcome {
    let mut terminal = Terminal::open("xterm", ADA_AND_BO)?;
    terminal.shows("1. Ada > ")?;
    terminal.types("e4\r")?;
    terminal.shows("[P]")?;
    terminal.shows("1... Bo > ")?;
    terminal.types("quit\r")?;
    assert_eq!(terminal.ends()?, Some(0));
    Ok(())
}

#[test]
fn tab_completes_moves_and_commands() -> Outcome {
    let mut terminal = Terminal::open("xterm", &[ADA_AND_BO, &["--board", "on-request"]].concat())?;
    terminal.shows("1. Ada > ")?;
    terminal.types("Nf\t\r")?;
    terminal.shows("1. Nf3")?;
    terminal.shows("1... Bo > ")?;
    terminal.types("capt\t\r")?;
    terminal.shows("Captured by White")?;
    terminal.shows("Bo > ")?;
    terminal.types("\u{1b}[A\r")?;
    terminal.shows("Captured by White")?;
    Ok(())
}

#[test]
fn ctrl_d_saves_and_leaves() -> Outcome {
    for term in ["dumb", "xterm"] {
        let mut terminal = Terminal::open(term, ADA_AND_BO)?;
        terminal.shows("1. Ada > ")?;
        terminal.types(if term == "dumb" { "e4\n" } else { "e4\r" })?;
        terminal.shows("1... Bo > ")?;
        terminal.types("\u{4}")?;
        terminal.shows("Saved: ")?;
        assert_eq!(terminal.ends()?, Some(0), "{term}");
    }
    Ok(())
}

#[test]
fn ctrl_c_twice_leaves_and_once_does_not() -> Outcome {
    let mut terminal = Terminal::open("xterm", ADA_AND_BO)?;
    terminal.shows("1. Ada > ")?;
    terminal.types("e4\r")?;
    terminal.shows("1... Bo > ")?;
    terminal.types("half a line\u{3}")?;
    terminal.shows("Interrupted")?;
    terminal.shows("1... Bo > ")?;
    terminal.types("\u{3}")?;
    assert_eq!(terminal.ends()?, Some(130));
    Ok(())
}

#[test]
fn sigterm_in_the_middle_of_a_line_restores_the_terminal() -> Outcome {
    let mut terminal = Terminal::open("xterm", ADA_AND_BO)?;
    terminal.shows("1. Ada > ")?;
    terminal.types("e4")?;
    terminal.shows("e4")?;
    terminal.signal(Signal::SIGTERM)?;
    assert_eq!(terminal.ends()?, Some(143));
    let mode = nix::sys::termios::tcgetattr(&terminal.keys)?;
    assert!(mode.local_flags.contains(nix::sys::termios::LocalFlags::ICANON));
    Ok(())
}

#[test]
fn an_interrupt_stops_a_thinking_machine() -> Outcome {
    for term in ["dumb", "xterm"] {
        let args = ["--white", "human:Ada", "--black", "ai:depth=60", "--no-autosave"];
        let mut terminal = Terminal::open(term, &args)?;
        terminal.shows("1. Ada > ")?;
        terminal.types(if term == "dumb" { "e4\n" } else { "e4\r" })?;
        terminal.shows("1. e4")?;
        std::thread::sleep(Duration::from_millis(300));
        terminal.signal(Signal::SIGINT)?;
        let begun = Instant::now();
        terminal.shows("Stopped")?;
        assert!(begun.elapsed() < Duration::from_millis(500), "{term}: {:?}", begun.elapsed());
        terminal.types(if term == "dumb" { "fen\n" } else { "fen\r" })?;
        terminal.shows("/4P3/8/PPPP1PPP/RNBQKBNR b KQkq")?;
    }
    Ok(())
}

#[test]
fn stop_can_be_typed_while_a_machine_thinks() -> Outcome {
    for term in ["dumb", "xterm"] {
        let mut terminal = Terminal::open(term, &["--white", "ai:depth=60", "--no-autosave"])?;
        terminal.shows("Ctrl-D saves")?;
        std::thread::sleep(Duration::from_millis(300));
        terminal.types("stop\n")?;
        terminal.shows("Stopped")?;
        terminal.shows(" > ")?;
    }
    Ok(())
}

#[test]
fn nobody_moves_for_a_thinking_machine_but_one_may_resign_against_it() -> Outcome {
    let args = ["--white", "ai:depth=60", "--black", "human:Bo", "--no-autosave"];
    let mut terminal = Terminal::open("dumb", &args)?;
    terminal.shows("Ctrl-D saves")?;
    terminal.types("e4\n")?;
    terminal.shows("A machine plays White, and it is its turn")?;
    terminal.types("resign\nyes\n")?;
    terminal.shows("Game over: 1-0, Black resigns.")?;
    Ok(())
}

#[test]
fn the_flag_falls_above_the_prompt() -> Outcome {
    let mut terminal = Terminal::open("xterm", &[ADA_AND_BO, &["--clock", "1"]].concat())?;
    terminal.shows("1. Ada > ")?;
    terminal.shows("Game over: 0-1, White loses on time.")?;
    terminal.types("e4\r")?;
    terminal.shows("The game is over.")?;
    Ok(())
}

#[test]
fn prompts_go_to_the_error_stream_when_the_output_is_redirected() -> Outcome {
    let room = Room::new()?;
    let pty = openpty(None, None)?;
    let mut command = room.play(&["--white", "human:Ada", "--no-autosave"]);
    command.stdin(Stdio::from(pty.slave)).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn()?;
    drop(command);
    File::from(pty.master.try_clone()?).write_all(b"e4\nquit\n")?;
    let output = child.wait_with_output()?;
    let (out, err) = (String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?);
    assert!(out.contains("1. e4") && !out.contains(" > "), "{out}");
    assert!(err.contains("1. Ada > "), "{err}");
    Ok(())
}

#[test]
fn resigning_is_asked_twice_at_a_terminal() -> Outcome {
    let mut terminal = Terminal::open("dumb", ADA_AND_BO)?;
    terminal.shows("1. Ada > ")?;
    terminal.types("resign\n")?;
    terminal.shows("are you sure?")?;
    terminal.types("no\n")?;
    terminal.shows("The game goes on.")?;
    terminal.types("resign\nyes\n")?;
    terminal.shows("Game over: 0-1, White resigns.")?;
    Ok(())
}
