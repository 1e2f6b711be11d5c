//! `arbiter uci`: the built-in opponent behind the Universal Chess Interface.
//!
//! One loop owns the output. Lines come from a thread that reads, thoughts from a thread that
//! searches; so `isready` and `stop` are answered while it thinks.

mod desk;
mod game;
mod search;
#[cfg(test)]
mod tests;
mod words;

use std::io::{self, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel, sync_channel};
use std::thread;

use clap::Args;

use crate::cli::{CommandResult, Exit, Streams};
use crate::engine::SearchResult;
use crate::players::each_line;
use crate::players::uci::{Answer, Request, accepted};
use crate::rules::Move;
use desk::{Desk, Ended};
use game::Game;
use words::{USUAL_HASH, decide, introduce, no_move, options, remark, thought};

const EXAMPLES: &str = "Examples:
  arbiter uci
  printf 'position startpos moves e2e4\\ngo depth 6\\n' | arbiter uci
  printf 'position fen 7k/8/6K1/8/8/8/8/1R6 w - - 0 1\\ngo mate 1\\n' | arbiter uci";

/// Lines that may wait for an answer; a client that does not read its answers is not read either.
const MOST_WAITING: usize = 256;

/// The flags of `arbiter uci`: there are none, a client sets options by the protocol.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {}

/// Talks to a client until it says `quit` or its lines end.
///
/// # Errors
/// When the output cannot be written.
pub fn run(_: &Arguments, streams: &mut Streams<'_>) -> CommandResult {
    converse(io::stdin(), streams.out)?;
    Ok(Exit::Clean)
}

/// Answers the lines of a client until it says `quit` or they end.
///
/// # Errors
/// When the output cannot be written.
pub fn converse(input: impl Read + Send + 'static, out: &mut dyn Write) -> io::Result<()> {
    let (sender, events) = channel();
    let lines = sender.clone();
    // Only the client's lines wait for a place: a search that is told to end must not wait for us.
    let (places, taken) = sync_channel(MOST_WAITING);
    thread::spawn(move || {
        each_line(input, |line| places.send(()).is_ok() && lines.send(Event::Line(line)).is_ok());
        lines.send(Event::End)
    });
    Server::new(sender).serve(&events, &taken, out)
}

/// What can happen.
#[derive(Debug)]
enum Event {
    /// The client says something.
    Line(String),
    /// The client is gone.
    End,
    /// The search of this number has something to tell.
    Thought(u64, Box<SearchResult>),
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
    game: Game,
    desk: Desk,
    is_chess960: bool,
    /// The client's lines have ended.
    is_alone: bool,
}

impl Server {
    fn new(events: Sender<Event>) -> Self {
        let desk = Desk::new(USUAL_HASH, events);
        Self { game: Game::start(), desk, is_chess960: false, is_alone: false }
    }

    /// Answers until the client leaves.
    fn serve(
        &mut self,
        events: &Receiver<Event>,
        taken: &Receiver<()>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        while let Ok(event) = events.recv() {
            if matches!(event, Event::Line(_)) {
                // Its place is free again; there is one for every line.
                let _ = taken.try_recv();
            }
            if self.react(event, out)? == Next::Leave {
                break;
            }
            out.flush()?;
        }
        self.finish(out)?;
        out.flush()
    }

    fn react(&mut self, event: Event, out: &mut dyn Write) -> io::Result<Next> {
        match event {
            Event::End => self.is_alone = true,
            Event::Line(line) => match Request::from_line(&line) {
                Ok(Request::Quit) => return Ok(Next::Leave),
                Ok(request) => self.answer(request, out)?,
                Err(reason) => remark(reason, out)?,
            },
            Event::Thought(number, choice) if self.desk.runs(number) => {
                writeln!(out, "{}", thought(&choice, |mv| self.write(mv)))?;
            }
            Event::Done(number) if self.desk.runs(number) && self.desk.will_finish() => {
                self.finish(out)?;
            }
            // A search that was ended has nothing more to tell.
            Event::Thought(..) | Event::Done(_) => {}
        }
        // A search that ends by itself is worth waiting for, as in `printf … | arbiter uci`.
        let is_over = self.is_alone && !self.desk.will_finish();
        Ok(if is_over { Next::Leave } else { Next::GoOn })
    }

    fn answer(&mut self, request: Request, out: &mut dyn Write) -> io::Result<()> {
        match request {
            Request::Uci => introduce(out)?,
            Request::IsReady => writeln!(out, "{}", Answer::ReadyOk)?,
            Request::NewGame => {
                self.finish(out)?;
                self.desk.forget();
            }
            Request::SetOption { name, value } => {
                self.set_option(&name, value.as_deref().unwrap_or_default(), out)?;
            }
            Request::Position { fen, moves } => match Game::told(fen.as_deref(), &moves) {
                Ok(game) => {
                    self.finish(out)?;
                    self.game = game;
                }
                Err(reason) => remark(reason, out)?,
            },
            Request::Go(go) => {
                self.finish(out)?;
                self.desk.start(self.game.clone(), &go);
            }
            // Nobody was promised that we think in the opponent's time: what we have is the answer.
            Request::Stop | Request::PonderHit => self.finish(out)?,
            Request::Quit | Request::Idle => {}
        }
        Ok(())
    }

    fn set_option(&mut self, name: &str, value: &str, out: &mut dyn Write) -> io::Result<()> {
        let declared = options();
        let (option, value) = match accepted(&declared, name, value) {
            Ok((option, value)) => (option.name.as_str(), value.unwrap_or_default()),
            Err(refusal) => return remark(format!("arbiter {refusal}"), out),
        };
        self.finish(out)?;
        match option {
            "Hash" => self.desk.resize(value.parse().unwrap_or(USUAL_HASH)),
            "Clear Hash" => self.desk.forget(),
            _ => self.is_chess960 = value == "true",
        }
        Ok(())
    }

    /// Ends the search, if there is one, and says what it has found.
    fn finish(&mut self, out: &mut dyn Write) -> io::Result<()> {
        match self.desk.end() {
            None => Ok(()),
            Some(Ended::Found(choice)) => decide(&choice, |mv| self.write(mv), out),
            Some(Ended::NoMove) => no_move(&self.game.position, out),
            Some(Ended::Failed) => remark("the search has failed", out),
        }
    }

    fn write(&self, mv: Move) -> String {
        self.game.write(mv, self.is_chess960)
    }
}
