//! `--interactive` on a pseudo-terminal.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    os::fd::OwnedFd,
    process::{Child, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};

use nix::pty::openpty;

use crate::run::{Folder, Outcome, command, fix, game, sound};

/// A run on a terminal, with its input and output.
struct Terminal {
    child: Child,
    keys: File,
    shown: Receiver<String>,
    seen: String,
}

impl Terminal {
    fn open(arguments: &[&str]) -> io::Result<Self> {
        let pty = openpty(None, None).map_err(io::Error::from)?;
        let side = |slave: &OwnedFd| slave.try_clone().map(Stdio::from);
        let mut command = command(arguments);
        command.stdin(side(&pty.slave)?).stdout(side(&pty.slave)?).stderr(side(&pty.slave)?);
        let child = command.spawn()?;
        drop((command, pty.slave));
        let keys = File::from(pty.master);
        let (mut screen, (sender, shown)) = (keys.try_clone()?, channel());
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = screen.read(&mut bytes) {
                if sender.send(String::from_utf8_lossy(&bytes[..count]).into_owned()).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, keys, shown, seen: String::new() })
    }

    /// Waits for new output with this text; returns the output up to it.
    fn shows(&mut self, text: &str) -> io::Result<String> {
        let limit = Instant::now() + Duration::from_secs(20);
        while let Some(left) = limit.checked_duration_since(Instant::now()) {
            if let Some(at) = self.seen.find(text) {
                return Ok(self.seen.drain(..at + text.len()).collect());
            }
            match self.shown.recv_timeout(left) {
                Ok(more) => self.seen += &more,
                Err(_) => break,
            }
        }
        Err(io::Error::other(format!("no `{text}` in `{}`", self.seen)))
    }

    /// Waits for the next question and answers it; returns what was shown before.
    fn answers(&mut self, answer: &str) -> io::Result<String> {
        let shown = self.shows("? > ")?;
        self.keys.write_all(format!("{answer}\n").as_bytes())?;
        Ok(shown)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has usually ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A game whose third ply is a slip: a knight cannot go to f4.
fn slip() -> String {
    game("1. e4 e5 2. Nf4 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5", "1/2-1/2")
}

#[test]
fn a_number_a_move_and_letters_decide() -> Outcome {
    let meant = |mv: &str| slip().replace("Nf4", mv);
    for (answers, expected, status) in [
        (&["1"][..], meant("Nf3"), 0),
        (&["?", "Kh8", "g1f3"], meant("Nf3"), 0),
        (&["s"], slip(), 1),
        (&["q"], slip(), 1),
        (&["r"], String::new(), 1),
    ] {
        let folder = Folder::new()?;
        let (input, output) = (folder.file("games.pgn", slip() + &sound())?, folder.name("o.pgn"));
        let rejects = folder.name("bad.pgn");
        let mut terminal =
            Terminal::open(&["--interactive", &input, "-o", &output, "--rejects", &rejects])?;
        let shown = terminal.answers(answers[0])?;
        assert!(shown.contains("games.pgn:9:13"), "{shown}");
        assert!(shown.contains("7  p  p  p  p  .  p  p  p  7"), "{shown}");
        assert!(shown.contains("1) Nf3"), "{shown}");
        for answer in &answers[1..] {
            terminal.answers(answer)?;
        }
        let code = terminal.child.wait()?.code();
        assert_eq!(code, Some(status), "{answers:?}");
        let is_rejected = status == 1;
        let kept = if is_rejected { sound() } else { expected.clone() + &sound() };
        assert_eq!(fs::read_to_string(&output)?, kept, "{answers:?}");
        let bad = if is_rejected { slip() } else { String::new() };
        assert_eq!(fs::read_to_string(&rejects)?, bad, "{answers:?}");
    }
    Ok(())
}

#[test]
fn all_of_a_kind_are_decided_at_once() -> Outcome {
    let folder = Folder::new()?;
    let file = folder.file("games.pgn", slip().repeat(3))?;
    let mut terminal = Terminal::open(&["--interactive", "--in-place", &file])?;
    terminal.answers("a")?;
    assert_eq!(terminal.child.wait()?.code(), Some(0));
    assert_eq!(fs::read_to_string(&file)?, slip().replace("Nf4", "Nf3").repeat(3));
    Ok(())
}

#[test]
fn questions_need_a_terminal() -> Outcome {
    let folder = Folder::new()?;
    let file = folder.file("games.pgn", slip())?;
    let ran = fix(&["--interactive", "--in-place", &file])?;
    assert_eq!(ran.code, Some(2));
    assert!(ran.err.contains("from a terminal"), "{}", ran.err);
    assert_eq!(fs::read_to_string(&file)?, slip());
    Ok(())
}
