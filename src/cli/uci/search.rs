//! A search in a thread of its own.

use std::sync::mpsc::Sender;
use std::thread::{self, JoinHandle};
use std::time::Instant;

use crate::cli::uci::Event;
use crate::cli::uci::game::Game;
use crate::engine::{
    Engine, Limits, MAX_PLY, MoveTime, SearchResult, SearchTask, SearchTimer, TimeLeft,
};
use crate::notation::coordinate::resolve;
use crate::players::Stop;
use crate::players::uci::Go;
use crate::rules::{Chess, Move, Position};

/// A search in its thread.
#[derive(Debug)]
pub(super) struct Running {
    /// Which one it is.
    pub(super) number: u64,
    stop: Stop,
    /// Such a search is answered only when the client says so.
    pub(super) endless: bool,
    thread: JoinHandle<(Engine, Option<SearchResult>)>,
}

impl Running {
    /// Lets the engine think about a game.
    pub(super) fn start(
        number: u64,
        game: Game,
        go: &Go,
        engine: Engine,
        events: Sender<Event>,
    ) -> Self {
        let named = go.searchmoves.iter();
        let among = named.filter_map(|text| resolve(text, &game.position)).collect();
        let (limits, stop) = (limits(go, &game.position), Stop::default());
        let endless = go.infinite || go.ponder || limits == Limits::default();
        let search = Search { number, game, among, limits, stop: stop.clone(), events };
        Self { number, stop, endless, thread: thread::spawn(move || search.run(engine)) }
    }

    /// Ends it; the engine comes back with what it has found. `None` if the thread has failed.
    pub(super) fn end(self) -> Option<(Engine, Option<SearchResult>)> {
        self.stop.raise();
        self.thread.join().ok()
    }
}

/// What the searching thread needs.
struct Search {
    number: u64,
    game: Game,
    among: Vec<Move>,
    limits: Limits,
    stop: Stop,
    events: Sender<Event>,
}

impl Search {
    fn run(self, mut engine: Engine) -> (Engine, Option<SearchResult>) {
        let task = SearchTask {
            position: &self.game.position,
            history: &self.game.history,
            among: &self.among,
            depth: self.limits.max_depth(),
        };
        let stop = self.stop;
        let mut keeper = SearchTimer::start(&self.limits, Instant::now, || stop.is_raised());
        // Nobody listens any more once the client has gone.
        let choice = engine.search(&task, &mut keeper, |choice| {
            let _ = self.events.send(Event::Thought(self.number, Box::new(choice.clone())));
        });
        let _ = self.events.send(Event::Done(self.number));
        (engine, choice)
    }
}

/// What `go` allows the side to move.
fn limits(go: &Go, position: &Chess) -> Limits {
    let turn = position.turn();
    let time = match (go.infinite || go.ponder, go.movetime, go.time[turn]) {
        (true, _, _) | (false, None, None) => MoveTime::Unlimited,
        (false, Some(time), _) => MoveTime::PerMove(time),
        (false, None, Some(remaining)) => MoveTime::Clock(TimeLeft {
            remaining,
            increment: go.increment[turn].unwrap_or_default(),
            moves_to_go: go.movestogo,
        }),
    };
    let mate = go.mate.map(|moves| moves.saturating_mul(2));
    let depth = go.depth.or(mate).map(|depth| u16::try_from(depth).unwrap_or(MAX_PLY));
    Limits { depth, nodes: go.nodes, time }
}
