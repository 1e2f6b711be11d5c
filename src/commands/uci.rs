//! `arbiter uci`: the built-in opponent behind the Universal Chess Interface.
//!
//! One loop owns the output. Lines come from a thread that reads, thoughts from a thread that
//! searches; so `isready` and `stop` are answered while it thinks.

mod game;
mod search;

use std::io::{self, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use clap::Args;

use crate::commands::{Exit, Run, Streams};
use crate::engine::{Choice, Engine, MOST_MEGABYTES, Settings, Verdict};
use crate::players::each_line;
use crate::players::uci::{Answer, Declaration, Go, Info, Kind, Request, Score, accepted};
use crate::rules::{Chess, Move, Position};
use game::Game;
use search::Running;

const EXAMPLES: &str = "Examples:
  arbiter uci
  printf 'position startpos moves e2e4\\ngo depth 6\\n' | arbiter uci
  printf 'position fen 7k/8/6K1/8/8/8/8/1R6 w - - 0 1\\ngo mate 1\\n' | arbiter uci";

/// Megabytes of memory for positions, unless the client wants more.
const USUAL_HASH: usize = 16;

/// The flags of `arbiter uci`: there are none, a client sets options by the protocol.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {}

/// Talks to a client until it says `quit` or its lines end.
///
/// # Errors
/// When the output cannot be written.
pub fn run(_: &Arguments, streams: &mut Streams<'_>) -> Run {
    let (sender, events) = channel();
    let lines = sender.clone();
    thread::spawn(move || {
        each_line(io::stdin(), |line| lines.send(Event::Line(line)).is_ok());
        lines.send(Event::End)
    });
    Server::new(sender).serve(&events, streams.out)?;
    Ok(Exit::Clean)
}

/// What can happen.
#[derive(Debug)]
enum Event {
    /// The client says something.
    Line(String),
    /// The client is gone.
    End,
    /// The search of this number has something to tell.
    Thought(u64, Box<Choice>),
    /// The search of this number is done.
    Done(u64),
}

/// Whether to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

#[derive(Debug)]
struct Server {
    events: Sender<Event>,
    game: Game,
    hash: usize,
    is_chess960: bool,
    /// At home while nothing is searched.
    engine: Option<Engine>,
    running: Option<Running>,
    searches: u64,
    /// The client's lines have ended.
    is_alone: bool,
}

impl Server {
    fn new(events: Sender<Event>) -> Self {
        Self {
            events,
            game: Game::start(),
            hash: USUAL_HASH,
            is_chess960: false,
            engine: None,
            running: None,
            searches: 0,
            is_alone: false,
        }
    }

    /// Answers until the client leaves.
    fn serve(&mut self, events: &Receiver<Event>, out: &mut dyn Write) -> io::Result<()> {
        while let Ok(event) = events.recv() {
            if self.react(event, out)? == Next::Leave {
                break;
            }
            out.flush()?;
        }
        self.finish(out)?;
        out.flush()
    }

    fn react(&mut self, event: Event, out: &mut dyn Write) -> io::Result<Next> {
        let current = self.running.as_ref().map(|running| (running.number, running.endless));
        match event {
            Event::End => self.is_alone = true,
            Event::Line(line) => match Request::from_line(&line) {
                Ok(Request::Quit) => return Ok(Next::Leave),
                Ok(request) => self.answer(request, out)?,
                Err(reason) => remark(reason, out)?,
            },
            Event::Thought(number, choice) => {
                if current.is_some_and(|(running, _)| running == number) {
                    writeln!(out, "{}", self.thought(&choice))?;
                }
            }
            Event::Done(number) => {
                if current == Some((number, false)) {
                    self.finish(out)?;
                }
            }
        }
        // A search that ends by itself is worth waiting for, as in `printf … | arbiter uci`.
        let has_work = self.running.as_ref().is_some_and(|running| !running.endless);
        Ok(if self.is_alone && !has_work { Next::Leave } else { Next::GoOn })
    }

    fn answer(&mut self, request: Request, out: &mut dyn Write) -> io::Result<()> {
        match request {
            Request::Uci => introduce(out),
            Request::IsReady => writeln!(out, "{}", Answer::ReadyOk),
            Request::NewGame => {
                self.finish(out)?;
                if let Some(engine) = &mut self.engine {
                    engine.forget();
                }
                Ok(())
            }
            Request::SetOption { name, value } => {
                self.set_option(&name, value.as_deref().unwrap_or_default(), out)
            }
            Request::Position { fen, moves } => match Game::told(fen.as_deref(), &moves) {
                Ok(game) => {
                    self.game = game;
                    Ok(())
                }
                Err(reason) => remark(reason, out),
            },
            Request::Go(go) => self.go(&go, out),
            // Nobody was promised that we think in the opponent's time: what we have is the answer.
            Request::Stop | Request::PonderHit => self.finish(out),
            Request::Quit | Request::Idle => Ok(()),
        }
    }

    fn set_option(&mut self, name: &str, value: &str, out: &mut dyn Write) -> io::Result<()> {
        let declared = options();
        let (option, value) = match accepted(&declared, name, value) {
            Ok((option, value)) => (option.name.as_str(), value.unwrap_or_default()),
            Err(refusal) => return remark(format!("arbiter {refusal}"), out),
        };
        self.finish(out)?;
        match option {
            "Hash" => {
                self.hash = value.parse().unwrap_or(USUAL_HASH);
                self.engine = None;
            }
            "Clear Hash" => self.engine = None,
            _ => self.is_chess960 = value == "true",
        }
        Ok(())
    }

    fn go(&mut self, go: &Go, out: &mut dyn Write) -> io::Result<()> {
        self.finish(out)?;
        let hash = self.hash;
        let engine = self.engine.take();
        let engine = engine.unwrap_or_else(|| Engine::new(hash, Settings::default()));
        self.searches += 1;
        let (game, events) = (self.game.clone(), self.events.clone());
        self.running = Some(Running::start(self.searches, game, go, engine, events));
        Ok(())
    }

    /// Ends the search, if there is one, and says what it has found.
    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(running) = self.running.take() else { return Ok(()) };
        let Some((engine, choice)) = running.end() else {
            return remark("the search has failed".to_owned(), out);
        };
        self.engine = Some(engine);
        let Some(choice) = choice else { return no_move(&self.game.position, out) };
        writeln!(out, "{}", self.thought(&choice))?;
        let ponder = choice.line.get(1).map(|&mv| self.write(mv));
        writeln!(out, "{}", Answer::BestMove { mv: self.write(choice.best), ponder })
    }

    fn write(&self, mv: Move) -> String {
        self.game.write(mv, self.is_chess960)
    }

    fn thought(&self, choice: &Choice) -> Info {
        let millis = choice.time.as_millis().max(1);
        let nps = u128::from(choice.nodes) * 1000 / millis;
        Info {
            depth: Some(u32::from(choice.depth)),
            seldepth: Some(u32::from(choice.longest)),
            score: Some(score(choice)),
            nodes: Some(choice.nodes),
            nps: u64::try_from(nps).ok(),
            hashfull: u32::try_from(choice.permille_full).ok(),
            time: Some(choice.time),
            pv: choice.line.iter().map(|&mv| self.write(mv)).collect(),
            ..Info::default()
        }
    }
}

fn remark(text: String, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", Info::remark(text))
}

fn introduce(out: &mut dyn Write) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    writeln!(out, "{}", Answer::Name(format!("arbiter {version}")))?;
    writeln!(out, "{}", Answer::Author("the arbiter authors".to_owned()))?;
    for option in options() {
        writeln!(out, "{option}")?;
    }
    writeln!(out, "{}", Answer::UciOk)
}

/// The answer where the game is over.
fn no_move(position: &Chess, out: &mut dyn Write) -> io::Result<()> {
    let score = if position.is_check() { Score::Mate(0) } else { Score::Centipawns(0) };
    let info = Info { depth: Some(0), score: Some(score), ..Info::default() };
    writeln!(out, "{info}")?;
    writeln!(out, "{}", Answer::BestMove { mv: "(none)".to_owned(), ponder: None })
}

/// What a client may set.
fn options() -> Vec<Declaration> {
    let number = |value| i64::try_from(value).unwrap_or(i64::MAX);
    let hash = Kind::Spin { default: number(USUAL_HASH), min: 1, max: number(MOST_MEGABYTES) };
    [("Hash", hash), ("Clear Hash", Kind::Button), ("UCI_Chess960", Kind::Check { default: false })]
        .map(|(name, kind)| Declaration { name: name.to_owned(), kind })
        .into()
}

fn score(choice: &Choice) -> Score {
    match choice.score.verdict() {
        Verdict::Centipawns(points) => Score::Centipawns(i32::from(points)),
        Verdict::MatesIn(moves) => Score::Mate(i32::from(moves)),
        Verdict::MatedIn(moves) => Score::Mate(-i32::from(moves)),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    /// What the server says to these lines. A pause lets an endless search get somewhere.
    fn said(lines: &[&str]) -> String {
        let (sender, events) = channel();
        let client = sender.clone();
        let lines: Vec<String> = lines.iter().map(|&line| line.to_owned()).collect();
        let talk = thread::spawn(move || {
            for line in lines {
                if line == "pause" {
                    thread::sleep(Duration::from_millis(500));
                } else {
                    client.send(Event::Line(line)).expect("a server");
                }
            }
            client.send(Event::End).expect("a server");
        });
        let mut out = Vec::new();
        Server::new(sender).serve(&events, &mut out).expect("memory takes everything");
        talk.join().expect("a client");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn introduces_itself() {
        let text = said(&["uci", "isready"]);
        assert!(text.starts_with("id name arbiter "), "{text}");
        assert!(text.contains("option name Hash type spin default 16 min 1 max 4096\n"), "{text}");
        assert!(text.contains("option name UCI_Chess960 type check default false\n"), "{text}");
        assert!(text.ends_with("uciok\nreadyok\n"), "{text}");
    }

    #[test]
    fn finds_the_mate_and_says_how_far_it_is() {
        let text = said(&["position startpos moves f2f3 e7e5 g2g4", "go depth 3"]);
        assert!(text.contains("score mate 1 "), "{text}");
        assert!(text.contains("\nbestmove d8h4"), "{text}");
    }

    #[test]
    fn an_endless_search_is_answered_only_when_stopped() {
        let text = said(&["go infinite", "pause", "isready", "stop", "isready"]);
        let (before, after) = text.split_once("readyok").expect("two of them");
        assert!(!before.contains("bestmove"), "{text}");
        let (answer, _) = after.split_once("readyok").expect("two of them");
        assert!(answer.contains("bestmove "), "{text}");
    }

    #[test]
    fn only_the_moves_to_search_are_searched() {
        let text = said(&["go depth 3 searchmoves a2a3"]);
        assert!(text.contains("bestmove a2a3"), "{text}");
    }

    #[test]
    fn a_finished_game_has_no_move() {
        let mated = "position startpos moves f2f3 e7e5 g2g4 d8h4";
        let text = said(&[mated, "go depth 3"]);
        assert_eq!(text, "info depth 0 score mate 0\nbestmove (none)\n");
    }

    #[test]
    fn castling_is_written_as_the_client_wants() {
        let castle = "position fen 5k2/8/8/8/8/8/8/4K2R w K - 0 1";
        let go = "go depth 1 searchmoves e1g1";
        assert!(said(&[castle, go]).contains("bestmove e1g1"));
        let option = "setoption name UCI_Chess960 value true";
        assert!(said(&[option, castle, go]).contains("bestmove e1h1"));
    }

    #[test]
    fn nonsense_is_remarked_and_survived() {
        let text = said(&[
            "hello",
            "position fen rubbish",
            "position startpos moves e2e5",
            "setoption name Hashh value 3",
            "setoption name Hash value banana",
            "isready",
        ]);
        let remarks: Vec<&str> = text.lines().collect();
        assert_eq!(remarks.len(), 6, "{text}");
        assert_eq!(remarks[0], "info string unknown command `hello`");
        assert!(remarks[1].starts_with("info string cannot play `rubbish`: "), "{text}");
        assert!(remarks[2].starts_with("info string `e2e5` is illegal here"), "{text}");
        assert!(remarks[3].ends_with("has no option \"Hashh\"; did you mean Hash?"), "{text}");
        assert!(remarks[4].contains("a number from 1 to 4096 for Hash"), "{text}");
        assert_eq!(remarks[5], "readyok");
    }
}
