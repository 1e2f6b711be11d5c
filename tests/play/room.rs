//! A private home folder for one test, and `arbiter` in it.

use std::env;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use tempfile::TempDir;

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Two players at the keyboard, without saved files.
pub(crate) const PEOPLE: &[&str] = &["--white", "human", "--black", "human", "--no-autosave"];

/// A folder that is removed with everything in it.
pub(crate) struct Room {
    dir: TempDir,
}

/// The result of a finished run.
#[derive(Debug)]
pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

impl Room {
    pub(crate) fn new() -> io::Result<Self> {
        let dir = TempDir::with_prefix("arbiter-")?;
        for folder in ["home", "state", "config", "data", "work"] {
            fs::create_dir(dir.path().join(folder))?;
        }
        Ok(Self { dir })
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    pub(crate) fn work(&self, name: &str) -> PathBuf {
        self.path("work").join(name)
    }

    pub(crate) fn write(&self, name: &str, text: &str) -> io::Result<PathBuf> {
        let path = self.work(name);
        fs::write(&path, text)?;
        Ok(path)
    }

    pub(crate) fn read(&self, name: &str) -> io::Result<String> {
        fs::read_to_string(self.work(name))
    }

    pub(crate) fn autosaved(&self) -> io::Result<Vec<PathBuf>> {
        let folder = self.path("state/arbiter/autosave");
        match fs::read_dir(folder) {
            Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect(),
            Err(_) => Ok(Vec::new()),
        }
    }

    /// `arbiter play` with these flags, isolated from the user's files.
    pub(crate) fn play(&self, args: &[&str]) -> Command {
        let mut command = self.arbiter(&["play"]);
        command.args(args);
        command
    }

    /// `arbiter`, isolated from the user's files.
    pub(crate) fn arbiter(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        command.args(args);
        self.at_home(&mut command);
        command
    }

    /// Sets the home folder of a command.
    pub(crate) fn at_home(&self, command: &mut Command) {
        let path = env::var_os("PATH").unwrap_or_default();
        command.env_clear().env("PATH", path).env("TERM", "dumb").env("LANG", "C.UTF-8");
        let homes = [
            ("HOME", "home"),
            ("XDG_STATE_HOME", "state"),
            ("XDG_CONFIG_HOME", "config"),
            ("XDG_DATA_HOME", "data"),
        ];
        for (variable, folder) in homes {
            command.env(variable, self.path(folder));
        }
        command.current_dir(self.path("work"));
    }

    /// Plays with all lines given at once.
    pub(crate) fn talk(&self, args: &[&str], lines: &[&str]) -> io::Result<Said> {
        let mut text = lines.join("\n");
        text.push('\n');
        feed(&mut self.play(args), text.as_bytes())
    }
}

/// Two players at the keyboard; the first refused line ends the run.
pub(crate) fn strictly(lines: &[&str]) -> io::Result<Said> {
    let args: Vec<&str> = PEOPLE.iter().copied().chain(["--strict"]).collect();
    Room::new()?.talk(&args, lines)
}

/// The same from a position.
pub(crate) fn from(fen: &str, lines: &[&str]) -> io::Result<Said> {
    let args: Vec<&str> = PEOPLE.iter().copied().chain(["--strict", "--fen", fen]).collect();
    Room::new()?.talk(&args, lines)
}

/// Two players at the keyboard with more flags; refused lines do not end the run.
pub(crate) fn patiently(more: &[&str], lines: &[&str]) -> io::Result<Said> {
    let args: Vec<&str> = PEOPLE.iter().chain(more).copied().collect();
    Room::new()?.talk(&args, lines)
}

/// Runs a command with this input.
pub(crate) fn feed(command: &mut Command, input: &[u8]) -> io::Result<Said> {
    let mut child = piped(command).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        let input = input.to_vec();
        // A program that ends early does not read all input; the test does not fail for that.
        std::thread::spawn(move || stdin.write_all(&input));
    }
    Ok(Said::from(child.wait_with_output()?))
}

pub(crate) fn piped(command: &mut Command) -> &mut Command {
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped())
}

impl From<Output> for Said {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            out: String::from_utf8_lossy(&output.stdout).into_owned(),
            err: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Said {
    /// The lines that end the game.
    pub(crate) fn over(&self) -> Vec<&str> {
        self.out.lines().filter(|line| line.starts_with("Game over:")).collect()
    }

    /// The last FEN that was printed.
    pub(crate) fn fen(&self) -> &str {
        let is_fen = |line: &&str| line.matches('/').count() == 7 && line.split(' ').count() == 6;
        self.out.lines().rev().find(is_fen).unwrap_or("no FEN")
    }

    /// The last line with the side to move.
    pub(crate) fn status(&self) -> &str {
        self.out.lines().rev().find(|line| line.contains(" to move")).unwrap_or("no status")
    }

    /// The number of plies before the last FEN of a game from the start.
    pub(crate) fn plies(&self) -> Option<u32> {
        let mut fields = self.fen().split(' ').skip(1);
        let black = u32::from(fields.next()? == "b");
        Some(2 * (fields.nth(3)?.parse::<u32>().ok()? - 1) + black)
    }
}

/// The moves of a PGN without numbers, comments and tags.
pub(crate) fn moves(pgn: &str) -> Vec<String> {
    let body: Vec<&str> = pgn.lines().filter(|line| !line.starts_with('[')).collect();
    let mut text = body.join(" ");
    while let (Some(open), Some(close)) = (text.find('{'), text.find('}')) {
        text.replace_range(open..=close, " ");
    }
    let is_move = |word: &&str| !word.ends_with('.') && word.starts_with(char::is_alphabetic);
    text.split_whitespace().filter(is_move).map(str::to_owned).collect()
}

/// Waits for a child process, with a time limit.
pub(crate) fn wait(child: &mut Child, patience: Duration) -> io::Result<Option<i32>> {
    let begun = Instant::now();
    while begun.elapsed() < patience {
        if let Some(status) = child.try_wait()? {
            return Ok(status.code());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    child.kill()?;
    child.wait()?;
    Err(io::Error::other("still running"))
}
