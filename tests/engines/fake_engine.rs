//! Engines that misbehave, one habit each, for the tests of those who must cope with them. The
//! habit is the first argument; everything else they do right. The second argument is a mark by which
//! tests find what is left of them.

use std::env;
use std::io::{self, BufRead, Write};
use std::process::{self, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use arbiter::notation::coordinate::{CastlingStyle, resolve, written};
use arbiter::rules::{Chess, Position};

/// What an engine does wrong, or only oddly.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Habit {
    PlaysWell,
    Mute,
    Slow,
    CrashesAtGo,
    CrashesAtThirdMove,
    IllegalMove,
    NoMove,
    NullMove,
    ForgetsPromotion,
    FloodsInfo,
    NoNewline,
    CarriageReturns,
    Binary,
    FloodsErrors,
    IgnoresStop,
    IgnoresQuit,
    LeavesChild,
    ExitsBadly,
    AnswersTwice,
    XboardPlaysWell,
    XboardNeedsPoke,
    XboardNeverDone,
    XboardOld,
    XboardResigns,
    XboardOffersDraw,
    XboardRefuses,
}

/// The names by which habits are asked for.
const HABITS: &[(&str, Habit)] = &[
    ("plays-well", Habit::PlaysWell),
    ("mute", Habit::Mute),
    ("slow", Habit::Slow),
    ("crashes-at-go", Habit::CrashesAtGo),
    ("crashes-at-third-move", Habit::CrashesAtThirdMove),
    ("illegal-move", Habit::IllegalMove),
    ("no-move", Habit::NoMove),
    ("null-move", Habit::NullMove),
    ("forgets-promotion", Habit::ForgetsPromotion),
    ("floods-info", Habit::FloodsInfo),
    ("no-newline", Habit::NoNewline),
    ("carriage-returns", Habit::CarriageReturns),
    ("binary", Habit::Binary),
    ("floods-errors", Habit::FloodsErrors),
    ("ignores-stop", Habit::IgnoresStop),
    ("ignores-quit", Habit::IgnoresQuit),
    ("leaves-child", Habit::LeavesChild),
    ("exits-badly", Habit::ExitsBadly),
    ("answers-twice", Habit::AnswersTwice),
    ("xboard-plays-well", Habit::XboardPlaysWell),
    ("xboard-needs-poke", Habit::XboardNeedsPoke),
    ("xboard-never-done", Habit::XboardNeverDone),
    ("xboard-old", Habit::XboardOld),
    ("xboard-resigns", Habit::XboardResigns),
    ("xboard-offers-draw", Habit::XboardOffersDraw),
    ("xboard-refuses", Habit::XboardRefuses),
];

fn main() -> io::Result<()> {
    let name = env::args().nth(1).unwrap_or_default();
    let Some(&(_, habit)) = HABITS.iter().find(|(known, _)| *known == name) else {
        return Err(io::Error::other(format!("no habit `{name}`")));
    };
    let mut engine =
        Engine { habit, position: Chess::start(), questions: 0, told: 0, forced: false };
    if habit == Habit::IgnoresQuit {
        // The flag is set and nobody looks at it.
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

    fn uci(&mut self, words: &[&str]) -> io::Result<()> {
        match words {
            ["uci", ..] => self.introduce_by_uci(),
            ["isready", ..] => self.say("readyok"),
            ["position", ..] => {
                self.set_up(words);
                Ok(())
            }
            ["go", ..] => self.go_by_uci(),
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
        self.say("uciok")
    }

    /// Only games from the usual start are asked of this engine, and FENs one knows in advance.
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

    fn play(&mut self, text: &str) {
        if let Some(mv) = resolve(text, &self.position) {
            self.position.play_unchecked(mv);
        }
    }

    fn go_by_uci(&mut self) -> io::Result<()> {
        self.questions += 1;
        match self.habit {
            Habit::CrashesAtGo => self.crash(),
            Habit::CrashesAtThirdMove if self.questions == 3 => self.crash(),
            Habit::IllegalMove => return self.say("bestmove e7e9"),
            Habit::NoMove => return self.say("bestmove (none)"),
            Habit::NullMove => return self.say("bestmove 0000"),
            Habit::IgnoresStop => return Ok(()),
            Habit::ForgetsPromotion => return self.promote_without_letter(),
            Habit::FloodsInfo => flood(&mut io::stdout().lock())?,
            Habit::FloodsErrors => flood(&mut io::stderr().lock())?,
            Habit::AnswersTwice => {
                self.say(&format!("bestmove {}", self.first_move()))?;
            }
            _ => {}
        }
        self.say(&format!("bestmove {}", self.first_move()))
    }

    fn promote_without_letter(&self) -> io::Result<()> {
        let moves = self.position.legal_moves();
        let promotion = moves.iter().find(|mv| mv.promotion.is_some());
        let text =
            promotion.map_or_else(|| self.first_move(), |mv| format!("{}{}", mv.from, mv.to));
        self.say(&format!("bestmove {text}"))
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

    fn xboard(&mut self, words: &[&str]) -> io::Result<()> {
        match words {
            ["protover", ..] => self.introduce_by_xboard(),
            ["ping", number] if self.habit != Habit::XboardOld => self.pong(number),
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
        match self.habit {
            Habit::XboardOld | Habit::XboardNeedsPoke => Ok(()),
            Habit::XboardNeverDone => self.say("feature done=0"),
            _ => self.say("feature done=0 ping=1 usermove=1 myname=\"Fake XBoard\" san=0 done=1"),
        }
    }

    /// The sleepy one does nothing before it is poked: features first, a move later.
    fn pong(&mut self, number: &str) -> io::Result<()> {
        self.told += 1;
        if self.habit == Habit::XboardNeedsPoke && self.told == 1 {
            self.say("feature ping=1 usermove=1 done=1")?;
        }
        self.say(&format!("pong {number}"))?;
        if self.habit == Habit::XboardNeedsPoke && self.questions > 0 {
            self.questions = 0;
            return self.move_by_xboard();
        }
        Ok(())
    }

    fn usermove(&mut self, mv: &str) -> io::Result<()> {
        if self.habit == Habit::XboardRefuses {
            return self.say(&format!("Illegal move: {mv}"));
        }
        self.play(mv);
        if self.forced { Ok(()) } else { self.go_by_xboard() }
    }

    fn go_by_xboard(&mut self) -> io::Result<()> {
        match self.habit {
            Habit::XboardNeedsPoke => {
                self.questions += 1;
                return Ok(());
            }
            Habit::XboardResigns => return self.say("resign"),
            Habit::XboardOffersDraw => self.say("offer draw")?,
            _ => {}
        }
        self.move_by_xboard()
    }

    fn move_by_xboard(&mut self) -> io::Result<()> {
        let mv = self.first_move();
        let word = if self.habit == Habit::XboardOld { "My move is:" } else { "move" };
        self.say(&format!("{word} {mv}"))?;
        self.play(&mv);
        Ok(())
    }
}

/// Fifty megabytes, three of them in one line.
fn flood(out: &mut impl Write) -> io::Result<()> {
    let line = format!("info depth 1 score cp 13 string {}\n", "x".repeat(1000));
    for _ in 0..47_000 {
        out.write_all(line.as_bytes())?;
    }
    writeln!(out, "info string {}", "x".repeat(3_000_000))
}
