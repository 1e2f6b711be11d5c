//! The built-in opponent as somebody at the table: when to resign, to claim and to accept a draw.

use std::time::{Duration, Instant};

use crate::engine::{
    Engine, Limits, MoveTime, Score, SearchSettings, SearchTask, SearchTimer, evaluate,
};
use crate::players::{Choice, EngineError, MoveRequest, Player, Stop};
use crate::rules::{AnyPosition, Move, Position};

/// The memory of one player.
const MEGABYTES: usize = 16;

/// What its names begin with.
const NAME: &str = "arbiter ";

/// How much the built-in player thinks about a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strength {
    /// So many half-moves deep.
    Depth(u16),
    /// So long.
    Time(Duration),
}

/// The built-in player.
#[derive(Debug)]
pub struct BuiltInPlayer {
    engine: Engine,
    strength: Strength,
    resigns: bool,
}

impl BuiltInPlayer {
    /// A player of this strength; the same seed gives the same games.
    pub fn new(strength: Strength, seed: Option<u64>, resigns: bool) -> Self {
        let settings = SearchSettings { seed, ..SearchSettings::default() };
        Self { engine: Engine::new(MEGABYTES, settings), strength, resigns }
    }

    /// Whether a name is one that a built-in player gives itself.
    pub fn is_own_name(name: &str) -> bool {
        name.starts_with(NAME)
    }

    /// The best moves, the best first, at most so many; fewer if it is stopped.
    pub fn advise(&mut self, request: &MoveRequest, count: usize, stop: &Stop) -> Vec<Move> {
        let mut left = request.position.legal_moves();
        let mut found = Vec::new();
        while found.len() < count && !left.is_empty() && !stop.is_raised() {
            let Some(thought) = self.think(request, &left, stop) else { break };
            left.retain(|mv| *mv != thought.best);
            found.push(thought.best);
        }
        found
    }

    fn think(
        &mut self,
        request: &MoveRequest,
        among: &[Move],
        stop: &Stop,
    ) -> Option<crate::engine::SearchResult> {
        let limits = self.limits(request);
        let history = earlier_keys(request);
        let task = SearchTask {
            position: &request.position,
            history: &history,
            among,
            depth: limits.max_depth(),
        };
        let mut control = SearchTimer::start(&limits, Instant::now, || stop.is_raised());
        self.engine.search(&task, &mut control, |_| ())
    }

    fn limits(&self, request: &MoveRequest) -> Limits {
        let own = request.clocks.map(|clocks| clocks[request.position.turn()]);
        match (self.strength, own) {
            (Strength::Depth(depth), None) => Limits::to_depth(depth),
            (Strength::Depth(depth), Some(own)) => {
                Limits { depth: Some(depth), time: MoveTime::Clock(own), ..Limits::default() }
            }
            (Strength::Time(time), Some(own)) if own.remaining < time * 2 => {
                Limits { time: MoveTime::Clock(own), ..Limits::default() }
            }
            (Strength::Time(time), _) => Limits::for_time(time),
        }
    }
}

/// The keys of the positions before the present one, oldest first.
fn earlier_keys(request: &MoveRequest) -> Vec<u64> {
    let mut position = request.start.clone();
    let mut keys = Vec::with_capacity(request.moves.len());
    for &mv in &request.moves {
        keys.push(position.repetition_key());
        position.play_unchecked(mv);
    }
    keys
}

/// What the built-in player thinks of a position without looking ahead, in pawns for White.
pub fn balance(position: &AnyPosition) -> f64 {
    let pawns = f64::from(evaluate(position).raw()) / 100.0;
    match position.turn() {
        crate::rules::Color::White => pawns,
        // Not `-pawns`, which would give `-0.00` for an even position.
        crate::rules::Color::Black => 0.0 - pawns,
    }
}

impl Player for BuiltInPlayer {
    fn name(&self) -> String {
        match self.strength {
            Strength::Depth(depth) => format!("{NAME}depth {depth}"),
            Strength::Time(time) => format!("{NAME}{} s", time.as_secs_f64()),
        }
    }

    fn choose(&mut self, request: &MoveRequest, stop: &Stop) -> Result<Choice, EngineError> {
        let thought = self
            .think(request, &[], stop)
            .ok_or_else(|| EngineError::Other("there is no legal move to choose from".into()))?;
        let content = thought.score <= Score::DRAW;
        let hopeless = thought.score.is_lost() && self.resigns;
        Ok(match request {
            MoveRequest { draw_offered: true, .. } if content => Choice::AcceptDraw,
            MoveRequest { draw_claimable: true, .. } if content => Choice::ClaimDraw,
            _ if hopeless => Choice::Resign { mate: true },
            _ => Choice::Play(thought.best),
        })
    }
}
