//! An engine with one bad habit, for the tests of its clients. The first argument is the habit;
//! everything else works correctly. The second argument is a mark by which the tests find its
//! processes.

use std::env;
use std::io::{self, BufRead, Write};
use std::process::{self, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use arbiter::notation::fen;
use arbiter::notation::uci::{CastlingStyle, resolve, written};
use arbiter::rules::{Chess, Position};

#[rustfmt::skip]
const HABITS: [&str; 32] = [
    "plays-well", "mute", "slow", "crashes-at-go", "crashes-at-third-move", "aborts-at-go", "dies-when-idle",
    "illegal-move", "same-square", "no-move", "null-move", "forgets-promotion", "floods-info",
    "never-stops-talking", "no-newline", "carriage-returns", "binary", "floods-errors", "ignores-stop",
    "answers-late", "ignores-quit", "leaves-child", "exits-badly", "answers-twice",
    "xboard-plays-well", "xboard-needs-ping", "xboard-never-done", "xboard-old", "xboard-resigns",
    "xboard-offers-draw", "xboard-claims-falsely", "xboard-refuses",
];

fn main() -> io::Result<()> {
    let habit = env::args().nth(1).unwrap_or_default();
    if !HABITS.contains(&habit.as_str()) {
        return Err(io::Error::other(format!("no habit `{habit}`")));
    }
    let is_xboard = habit.starts_with("xboard");
    let mut engine =
        Engine { habit, position: Chess::start(), questions: 0, pings: 0, forced: false };
    if engine.habit == "ignores-quit" {
        // The flag is set but never read.
        signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::default())?;
    }
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"quit") {
            break;
        }
        match (engine.habit.as_str(), is_xboard) {
            ("mute", _) => {}
            (_, true) => engine.xboard(&words)?,
            (_, false) => engine.uci(&words)?,
        }
    }
    engine.leave();
    Ok(())
}

struct Engine {
    habit: String,
    position: Chess,
    questions: u32,
    pings: u32,
    forced: bool,
}

impl Engine {
    fn say(&self, text: &str) -> io::Result<()> {
        let end = match self.habit.as_str() {
            "carriage-returns" => "\r\n",
            "no-newline" if text.starts_with("bestmove") => "",
            _ => "\n",
        };
        let mut out = io::stdout().lock();
        write!(out, "{text}{end}")?;
        out.flush()
    }

    fn leave(&self) {
        match self.habit.as_str() {
            "ignores-quit" => loop {
                thread::sleep(Duration::from_secs(1));
            },
            "exits-badly" => process::exit(11),
            _ => {}
        }
    }

    fn play(&mut self, text: &str) {
        if let Some(mv) = resolve(text, &self.position) {
            self.position.play_unchecked(mv);
        }
    }

    fn crash(&self) -> ! {
        let _ = writeln!(io::stderr(), "fake engine: {}", self.habit);
        process::exit(7)
    }

    fn first_move(&self) -> String {
        match self.position.legal_moves().first() {
            Some(&mv) => written(mv, CastlingStyle::KingMoves).to_string(),
            None => "0000".to_owned(),
        }
    }
}

/// The side that speaks UCI.
impl Engine {
    /// Answers a line.
    fn uci(&mut self, words: &[&str]) -> io::Result<()> {
        match words {
            ["uci", ..] => self.introduce_by_uci(),
            ["isready", ..] => self.say("readyok"),
            ["position", ..] => {
                self.set_up(words);
                Ok(())
            }
            ["go", ..] => self.go_by_uci(),
            ["stop"] if self.habit == "answers-late" => {
                thread::sleep(Duration::from_millis(300));
                self.say(&format!("bestmove {}", self.first_move()))
            }
            _ => Ok(()),
        }
    }

    fn introduce_by_uci(&self) -> io::Result<()> {
        match self.habit.as_str() {
            "slow" => thread::sleep(Duration::from_secs(3)),
            "binary" => io::stdout().write_all(b"\0\xff\xfe\0\n")?,
            "leaves-child" => {
                let mark = env::args().nth(2).unwrap_or_default();
                let script = ["-c", "sleep 300; true", &mark];
                Command::new("sh").args(script).stdin(Stdio::null()).spawn()?;
            }
            _ => {}
        }
        self.say("id name Fake")?;
        self.say("option name Hash type spin default 16 min 1 max 64")?;
        self.say("option name Ponder type check default true")?;
        self.say("uciok")
    }

    /// This engine only plays games from the normal start position and from known FENs.
    fn set_up(&mut self, words: &[&str]) {
        self.position = match words.get(1) {
            Some(&"fen") => {
                let text = words[2..].iter().take_while(|word| **word != "moves").copied();
                let text = text.collect::<Vec<_>>().join(" ");
                fen::position(text.as_bytes()).unwrap_or_else(|_| Chess::start())
            }
            _ => Chess::start(),
        };
        for text in words.iter().skip_while(|word| **word != "moves").skip(1) {
            self.play(text);
        }
    }

    fn go_by_uci(&mut self) -> io::Result<()> {
        self.questions += 1;
        match self.habit.as_str() {
            "crashes-at-go" => self.crash(),
            "crashes-at-third-move" if self.questions == 3 => self.crash(),
            "aborts-at-go" => process::abort(),
            "illegal-move" => return self.say("bestmove e7e9"),
            "same-square" => return self.say("bestmove a1a1"),
            "no-move" => return self.say("bestmove (none)"),
            "null-move" => return self.say("bestmove 0000"),
            "ignores-stop" => return Ok(()),
            "answers-late" if self.questions == 1 => return Ok(()),
            "forgets-promotion" => return self.promote_without_letter(),
            "floods-info" => flood(&mut io::stdout().lock())?,
            "never-stops-talking" => loop {
                flood(&mut io::stdout().lock())?;
            },
            "floods-errors" => flood(&mut io::stderr().lock())?,
            "answers-twice" => {
                self.say(&format!("bestmove {}", self.first_move()))?;
            }
            _ => {}
        }
        self.say(&format!("bestmove {}", self.first_move()))?;
        if self.habit == "dies-when-idle" {
            self.crash();
        }
        Ok(())
    }

    fn promote_without_letter(&self) -> io::Result<()> {
        let moves = self.position.legal_moves();
        let promotion = moves.iter().find(|mv| mv.promotion.is_some());
        let text =
            promotion.map_or_else(|| self.first_move(), |mv| format!("{}{}", mv.from, mv.to));
        self.say(&format!("bestmove {text}"))
    }
}

/// Fifty megabytes, ten of them in one line.
fn flood(out: &mut impl Write) -> io::Result<()> {
    let line = format!("info depth 1 score cp 13 string {}\n", "x".repeat(1000));
    for _ in 0..40_000 {
        out.write_all(line.as_bytes())?;
    }
    writeln!(out, "info string {}", "x".repeat(10_000_000))
}

/// The side that speaks the `XBoard` protocol.
impl Engine {
    /// Answers a line.
    fn xboard(&mut self, words: &[&str]) -> io::Result<()> {
        match words {
            ["protover", ..] => self.introduce_by_xboard(),
            ["ping", number] if self.habit != "xboard-old" => self.pong(number),
            ["new"] => {
                (self.position, self.forced) = (Chess::start(), false);
                Ok(())
            }
            ["force"] => {
                self.forced = true;
                Ok(())
            }
            ["usermove", mv] | [mv] if resolve(mv, &self.position).is_some() => self.usermove(mv),
            ["go"] => {
                self.forced = false;
                self.go_by_xboard()
            }
            _ => Ok(()),
        }
    }

    fn introduce_by_xboard(&self) -> io::Result<()> {
        match self.habit.as_str() {
            "xboard-old" | "xboard-needs-ping" => Ok(()),
            "xboard-never-done" => self.say("feature done=0"),
            _ => self.say("feature done=0 ping=1 usermove=1 myname=\"Fake XBoard\" san=0 done=1"),
        }
    }

    /// The sleepy engine does nothing before the next line arrives: first its features, later a move.
    fn pong(&mut self, number: &str) -> io::Result<()> {
        self.pings += 1;
        if self.habit == "xboard-needs-ping" && self.pings == 1 {
            self.say("feature ping=1 usermove=1 done=1")?;
        }
        self.say(&format!("pong {number}"))?;
        if self.habit == "xboard-needs-ping" && self.questions > 0 {
            self.questions = 0;
            return self.move_by_xboard();
        }
        Ok(())
    }

    fn usermove(&mut self, mv: &str) -> io::Result<()> {
        if self.habit == "xboard-refuses" {
            return self.say(&format!("Illegal move: {mv}"));
        }
        self.play(mv);
        if self.forced { Ok(()) } else { self.go_by_xboard() }
    }

    fn go_by_xboard(&mut self) -> io::Result<()> {
        match self.habit.as_str() {
            "xboard-needs-ping" => {
                self.questions += 1;
                return Ok(());
            }
            "xboard-resigns" => return self.say("resign"),
            "xboard-offers-draw" => self.say("offer draw")?,
            "xboard-claims-falsely" => {
                self.say("1/2-1/2 {Draw by repetition}")?;
                self.say("0-1 {Black mates}")?;
            }
            _ => {}
        }
        self.move_by_xboard()
    }

    fn move_by_xboard(&mut self) -> io::Result<()> {
        let mv = self.first_move();
        let word = if self.habit == "xboard-old" { "My move is:" } else { "move" };
        self.say(&format!("{word} {mv}"))?;
        self.play(&mv);
        Ok(())
    }
}
