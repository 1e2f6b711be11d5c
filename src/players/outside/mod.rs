//! An outside engine as a player: started when it is needed, asked through one of the two
//! protocols, and gone when nobody needs it any more.

mod question;
mod talk;
mod uci;
mod xboard;

use std::time::{Duration, Instant};

use crate::players::{
    Choice, EngineCommand, EngineError, Listener, MoveRequest, Player, Protocol, Stop,
    outside::question::Question,
};
use crate::rules::AnyPosition;
use talk::Talk;
use uci::UciLink;
use xboard::XboardLink;

/// How long an engine of unknown protocol has for its answer to `uci`.
const GUESSING: Duration = Duration::from_secs(2);

/// How long an engine that was told to stop has for its move.
const STOPPING: Duration = Duration::from_secs(1);

/// A program that plays chess.
#[derive(Debug)]
pub struct ExternalEngine {
    command: EngineCommand,
    patience: Duration,
    listener: Option<Listener>,
    link: Option<Link>,
}

/// A running engine and the way to talk to it.
#[derive(Debug)]
enum Link {
    Uci(UciLink),
    Xboard(XboardLink),
}

impl ExternalEngine {
    /// An engine that has `patience` to get ready. Nothing is started yet.
    pub fn new(command: EngineCommand, patience: Duration) -> Self {
        Self { command, patience, listener: None, link: None }
    }

    /// The same engine, with somebody who hears every line of the talk.
    #[must_use]
    pub fn with_listener(self, listener: Option<Listener>) -> Self {
        Self { listener, ..self }
    }

    /// The last lines of the talk, ours after `>`, the engine's after `<`.
    pub fn transcript(&self) -> Vec<String> {
        let talk = match &self.link {
            None => return Vec::new(),
            Some(Link::Uci(link)) => link.talk(),
            Some(Link::Xboard(link)) => link.talk(),
        };
        talk.transcript().map(str::to_owned).collect()
    }

    fn start(&self, stop: &Stop) -> Result<Link, EngineError> {
        match self.command.protocol {
            Protocol::Uci => self.start_uci(self.patience, stop).map(Link::Uci),
            Protocol::Xboard => self.start_xboard(stop).map(Link::Xboard),
            Protocol::Either => match self.start_uci(self.patience.min(GUESSING), stop) {
                Ok(link) => Ok(Link::Uci(link)),
                Err(EngineError::Silent { .. } | EngineError::Died { .. }) => {
                    self.start_guessed_xboard(stop)
                }
                Err(trouble) => Err(trouble),
            },
        }
    }

    fn start_uci(&self, patience: Duration, stop: &Stop) -> Result<UciLink, EngineError> {
        UciLink::open(self.talk(patience)?, &self.command.options, stop)
    }

    fn start_xboard(&self, stop: &Stop) -> Result<XboardLink, EngineError> {
        XboardLink::open(self.talk(self.patience)?, &self.command.options, stop)
    }

    fn talk(&self, patience: Duration) -> Result<Talk, EngineError> {
        Talk::start(&self.command, patience, self.listener.clone())
    }

    /// An old `XBoard` engine need not say anything before its first move; one of unknown protocol
    /// that never says anything is no engine.
    fn start_guessed_xboard(&self, stop: &Stop) -> Result<Link, EngineError> {
        let link = self.start_xboard(stop)?;
        if link.has_spoken() {
            return Ok(Link::Xboard(link));
        }
        Err(link.talk().silent(&"uci\" nor \"xboard"))
    }

    fn ask(&mut self, request: &MoveRequest, stop: &Stop) -> Result<Choice, EngineError> {
        if matches!(request.start, AnyPosition::Layered(_)) {
            return Err(EngineError::Other(format!("{} does not play Alice chess", self.name())));
        }
        self.prepare(stop)?;
        let question = Question::new(request, self.command.effort);
        match &mut self.link {
            Some(Link::Uci(link)) => link.ask(&question, stop),
            Some(Link::Xboard(link)) => link.ask(&question, stop),
            None => unreachable!("it was prepared"),
        }
    }
}

impl Player for ExternalEngine {
    fn name(&self) -> String {
        let told = match &self.link {
            Some(Link::Uci(link)) => link.name(),
            Some(Link::Xboard(link)) => link.name(),
            None => None,
        };
        told.map_or_else(|| self.command.short_name(), str::to_owned)
    }

    fn prepare(&mut self, stop: &Stop) -> Result<(), EngineError> {
        if self.link.is_none() {
            self.link = Some(self.start(stop)?);
        }
        Ok(())
    }

    fn choose(&mut self, request: &MoveRequest, stop: &Stop) -> Result<Choice, EngineError> {
        let answer = self.ask(request, stop);
        if answer.is_err() {
            // Ends the process; the next question starts another one.
            self.link = None;
        }
        answer
    }
}

/// What is said of an engine that was not needed any more before it was ready.
fn not_wanted() -> EngineError {
    EngineError::Other("engine stopped before it was ready".to_owned())
}

/// The answer of somebody who was told to stop: nobody will read it.
fn unread() -> Choice {
    Choice::Illegal(String::new())
}

/// Listens no longer than this without looking whether to stop.
fn next_look(until: Instant) -> Instant {
    until.min(Instant::now() + Duration::from_millis(40))
}
