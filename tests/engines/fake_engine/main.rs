//! An engine with one bad habit, for the tests of its clients. The first argument is the habit;
//! everything else works correctly. The second argument is a mark by which the tests find its
//! processes.

mod habit;
mod uci;
mod xboard;

use std::env;
use std::io::{self, BufRead, Write};
use std::process;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use arbiter::notation::uci::{CastlingStyle, resolve, written};
use arbiter::rules::{Chess, Position};
use habit::Habit;

fn main() -> io::Result<()> {
    let name = env::args().nth(1).unwrap_or_default();
    let Some(habit) = Habit::named(&name) else {
        return Err(io::Error::other(format!("no habit `{name}`")));
    };
    let mut engine =
        Engine { habit, position: Chess::start(), questions: 0, told: 0, forced: false };
    if habit == Habit::IgnoresQuit {
        // The flag is set but never read.
        signal_hook::flag::register(signal_hook::consts::SIGTERM, Arc::default())?;
    }
    let xboard = name.starts_with("xboard");
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        if words.first() == Some(&"quit") {
            break;
        }
        match (habit, xboard) {
            (Habit::Mute, _) => {}
            (_, true) => engine.xboard(&words)?,
            (_, false) => engine.uci(&words)?,
        }
    }
    engine.leave();
    Ok(())
}

struct Engine {
    habit: Habit,
    position: Chess,
    questions: u32,
    told: u32,
    forced: bool,
}

impl Engine {
    fn say(&self, text: &str) -> io::Result<()> {
        let end = match self.habit {
            Habit::CarriageReturns => "\r\n",
            Habit::NoNewline if text.starts_with("bestmove") => "",
            _ => "\n",
        };
        let mut out = io::stdout().lock();
        write!(out, "{text}{end}")?;
        out.flush()
    }

    fn leave(&self) {
        match self.habit {
            Habit::IgnoresQuit => loop {
                thread::sleep(Duration::from_secs(1));
            },
            Habit::ExitsBadly => process::exit(11),
            _ => {}
        }
    }

    fn play(&mut self, text: &str) {
        if let Some(mv) = resolve(text, &self.position) {
            self.position.play_unchecked(mv);
        }
    }

    fn crash(&self) -> ! {
        let _ = writeln!(io::stderr(), "fake engine: {:?}", self.habit);
        process::exit(7)
    }

    fn first_move(&self) -> String {
        match self.position.legal_moves().first() {
            Some(&mv) => written(mv, CastlingStyle::KingMoves).to_string(),
            None => "0000".to_owned(),
        }
    }
}
