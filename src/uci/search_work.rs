//! One search for a client, in a thread of its own: at full strength, at a level, or with several lines.

use std::sync::mpsc::Sender;
use std::thread::JoinHandle;
use std::time::Instant;

use crate::engine::{
    Engine, Level, Limits, MAX_PLY, MoveTime, SearchControl, SearchResult, SearchTask, SearchTimer,
    TimeLeft,
};
use crate::process::Stop;
use crate::rules::{AnyMove, AnyPosition, History, Position};
use crate::uci::Go;
use crate::uci::server::ServerEvent;

/// What to search.
#[derive(Debug)]
pub(super) struct SearchWork {
    pub(super) number: u64,
    pub(super) game: History<AnyPosition>,
    /// The moves to choose from; none means all.
    pub(super) among: Vec<AnyMove>,
    pub(super) limits: Limits,
    /// The number of lines to show.
    pub(super) lines: usize,
    pub(super) level: Option<Level>,
    pub(super) stop: Stop,
    pub(super) events: Sender<ServerEvent>,
}

impl SearchWork {
    /// Searches until the limits or a stop end it.
    pub(super) fn run(self, mut engine: Engine) -> (Engine, Option<SearchResult<AnyMove>>) {
        let history = self.game.earlier_keys();
        let task = SearchTask {
            position: self.game.position(),
            history: &history,
            among: &self.among,
            depth: self.limits.max_depth(),
        };
        let mut timer = SearchTimer::start(&self.limits, Instant::now, || self.stop.is_raised());
        let result = match self.level {
            None if self.lines > 1 => self.several_lines(&mut engine, &task, &mut timer),
            level => {
                // The same game gets the same answers.
                let level = level.map(|level| (level, 0));
                engine.search_any(&task, level, &mut timer, |found| self.report(found, None))
            }
        };
        let _ = self.events.send(ServerEvent::Done(self.number));
        (engine, result)
    }

    /// Sending fails once the client has gone, and then no answer is needed.
    fn report(&self, result: &SearchResult<AnyMove>, line: Option<u32>) {
        let event = ServerEvent::Iteration(self.number, Box::new(result.clone()), line);
        let _ = self.events.send(event);
    }

    /// At each depth the best move, the best of the others, and so on.
    fn several_lines(
        &self,
        engine: &mut Engine,
        task: &SearchTask<'_, AnyPosition>,
        timer: &mut impl SearchControl,
    ) -> Option<SearchResult<AnyMove>> {
        let moves: Vec<AnyMove> = task.moves();
        let mut best: Option<SearchResult<AnyMove>> = None;
        for depth in 1..=task.depth {
            let mut left = moves.clone();
            for line in 1..=self.lines.min(moves.len()) {
                let narrow = SearchTask { among: &left, depth, ..*task };
                let found = engine.search_any(&narrow, None, timer, |_| ())?;
                // A search that was cut short counts only if there is nothing else.
                if timer.must_stop(found.nodes) && best.is_some() {
                    return best;
                }
                self.report(&found, u32::try_from(line).ok());
                left.retain(|mv| *mv != found.best);
                if line == 1 {
                    best = Some(found);
                }
            }
            if moves.is_empty() || !timer.may_deepen() {
                break;
            }
        }
        best
    }
}

/// A search in a thread of its own.
#[derive(Debug)]
pub(super) struct RunningSearch {
    pub(super) number: u64,
    pub(super) stop: Stop,
    /// Whether the client must stop it.
    pub(super) is_infinite: bool,
    pub(super) thread: JoinHandle<(Engine, Option<SearchResult<AnyMove>>)>,
}

impl RunningSearch {
    /// Stops the search and returns the engine with its result; `None` if the thread has failed.
    pub(super) fn end(self) -> Option<(Engine, Option<SearchResult<AnyMove>>)> {
        self.stop.raise();
        self.thread.join().ok()
    }
}

/// The limits that `go` sets for the side to move; a level has its own, but never more time.
pub(super) fn limits(go: &Go, position: &AnyPosition, level: Option<Level>) -> Limits {
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
    let own = level.map(Level::limits).unwrap_or_default();
    let time =
        if time == MoveTime::Unlimited && !go.infinite && !go.ponder { own.time } else { time };
    Limits { depth, nodes: go.nodes.or(own.nodes), time }
}
