//! The fake engine over UCI.

use std::env;
use std::io::{self, Write};
use std::process::{self, Command, Stdio};
use std::thread;
use std::time::Duration;

use arbiter::rules::{Chess, Position};

use crate::Engine;
use crate::habit::Habit;

impl Engine {
    /// Answers a line.
    pub(crate) fn uci(&mut self, words: &[&str]) -> io::Result<()> {
        match words {
            ["uci", ..] => self.introduce_by_uci(),
            ["isready", ..] => self.say("readyok"),
            ["position", ..] => {
                self.set_up(words);
                Ok(())
            }
            ["go", ..] => self.go_by_uci(),
            ["stop"] if self.habit == Habit::AnswersLate => {
                thread::sleep(Duration::from_millis(300));
                self.say(&format!("bestmove {}", self.first_move()))
            }
            _ => Ok(()),
        }
    }

    fn introduce_by_uci(&self) -> io::Result<()> {
        match self.habit {
            Habit::Slow => thread::sleep(Duration::from_secs(3)),
            Habit::Binary => io::stdout().write_all(b"\0\xff\xfe\0\n")?,
            Habit::LeavesChild => {
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
                let fen = words[2..].iter().take_while(|word| **word != "moves").copied();
                let fen = fen.collect::<Vec<_>>().join(" ");
                arbiter::notation::fen::position(fen.as_bytes()).unwrap_or_else(|_| Chess::start())
            }
            _ => Chess::start(),
        };
        for text in words.iter().skip_while(|word| **word != "moves").skip(1) {
            self.play(text);
        }
    }

    fn go_by_uci(&mut self) -> io::Result<()> {
        self.questions += 1;
        match self.habit {
            Habit::CrashesAtGo => self.crash(),
            Habit::CrashesAtThirdMove if self.questions == 3 => self.crash(),
            Habit::AbortsAtGo => process::abort(),
            Habit::IllegalMove => return self.say("bestmove e7e9"),
            Habit::SameSquare => return self.say("bestmove a1a1"),
            Habit::NoMove => return self.say("bestmove (none)"),
            Habit::NullMove => return self.say("bestmove 0000"),
            Habit::IgnoresStop => return Ok(()),
            Habit::AnswersLate if self.questions == 1 => return Ok(()),
            Habit::ForgetsPromotion => return self.promote_without_letter(),
            Habit::FloodsInfo => flood(&mut io::stdout().lock())?,
            Habit::NeverStopsTalking => loop {
                flood(&mut io::stdout().lock())?;
            },
            Habit::FloodsErrors => flood(&mut io::stderr().lock())?,
            Habit::AnswersTwice => {
                self.say(&format!("bestmove {}", self.first_move()))?;
            }
            _ => {}
        }
        self.say(&format!("bestmove {}", self.first_move()))?;
        if self.habit == Habit::DiesWhenIdle {
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
