//! Where searches are made: one engine, and at most one search at a time.

use std::sync::mpsc::Sender;

use crate::cli::uci::Event;
use crate::cli::uci::game::Game;
use crate::cli::uci::search::Running;
use crate::engine::{Engine, SearchResult, SearchSettings};
use crate::players::uci::Go;

/// An engine and what it is busy with.
#[derive(Debug)]
pub(super) struct Desk {
    events: Sender<Event>,
    megabytes: usize,
    /// At home while nothing is searched.
    engine: Option<Engine>,
    running: Option<Running>,
    searches: u64,
}

/// What a search has come to.
#[derive(Debug)]
pub(super) enum Ended {
    /// A move.
    Found(Box<SearchResult>),
    /// The game is over.
    NoMove,
    /// The thread has failed.
    Failed,
}

impl Desk {
    /// A desk whose searches tell their thoughts to `events`.
    pub(super) fn new(megabytes: usize, events: Sender<Event>) -> Self {
        Self { events, megabytes, engine: None, running: None, searches: 0 }
    }

    /// Begins a search; there must be none.
    pub(super) fn start(&mut self, game: Game, go: &Go) {
        let megabytes = self.megabytes;
        let engine = self.engine.take();
        let engine = engine.unwrap_or_else(|| Engine::new(megabytes, SearchSettings::default()));
        self.searches += 1;
        let events = self.events.clone();
        self.running = Some(Running::start(self.searches, game, go, engine, events));
    }

    /// Ends the search, if there is one.
    pub(super) fn end(&mut self) -> Option<Ended> {
        let Some((engine, choice)) = self.running.take()?.end() else {
            return Some(Ended::Failed);
        };
        self.engine = Some(engine);
        Some(choice.map_or(Ended::NoMove, |choice| Ended::Found(Box::new(choice))))
    }

    /// Whether this is the search that runs.
    pub(super) fn runs(&self, number: u64) -> bool {
        self.running.as_ref().is_some_and(|running| running.number == number)
    }

    /// Whether a search runs that will end by itself.
    pub(super) fn will_finish(&self) -> bool {
        self.running.as_ref().is_some_and(|running| !running.endless)
    }

    /// Another game begins.
    pub(super) fn forget(&mut self) {
        if let Some(engine) = &mut self.engine {
            engine.clear();
        }
    }

    /// The next search has so much memory, and nothing in it.
    pub(super) fn resize(&mut self, megabytes: usize) {
        self.megabytes = megabytes;
        self.engine = None;
    }
}
