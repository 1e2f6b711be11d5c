//! Players without a process: the built-in engine, which also resigns and handles draws, and random
//! moves.

use std::time::{Duration, Instant};

use crate::engine::{
    Engine, Limits, MoveTime, Score, SearchResult, SearchSettings, SearchTask, SearchTimer,
    SplitMix64, evaluate_any,
};
use crate::players::{
    Analysis, Choice, Effort, EngineError, MoveRequest, Player, ProgressListener, SearchProgress,
    Stop,
};
use crate::rules::{AnyMove, AnyPosition, Color, Position};

/// The size of a player's transposition table.
const MEGABYTES: usize = 16;

/// The beginning of its names.
const NAME: &str = "arbiter ";

/// With less on its clock a level thinks no longer than the clock allows.
const SHORT: Duration = Duration::from_secs(20);

const NO_MOVE: &str = "there is no legal move to choose from";

/// The built-in engine as a player.
#[derive(Debug)]
pub struct BuiltInPlayer {
    engine: Engine,
    effort: Effort,
    seed: Option<u64>,
    resigns: bool,
    listener: Option<ProgressListener>,
}

impl BuiltInPlayer {
    /// A player of this effort; the same seed gives the same games.
    pub fn new(effort: Effort, seed: Option<u64>, resigns: bool) -> Self {
        let settings = SearchSettings { seed, ..SearchSettings::default() };
        Self { engine: Engine::new(MEGABYTES, settings), effort, seed, resigns, listener: None }
    }

    /// Whether a built-in player gives itself this name.
    pub fn is_own_name(name: &str) -> bool {
        name.starts_with(NAME)
    }

    /// At most `count` moves, the best first; fewer if it is stopped.
    pub fn advise(&mut self, request: &MoveRequest, count: usize, stop: &Stop) -> Vec<AnyMove> {
        let mut left = request.game.position().legal_moves();
        let mut found = Vec::new();
        while found.len() < count && !left.is_empty() && !stop.is_raised() {
            let Some(result) = self.search(request, &left, stop) else { break };
            left.retain(|mv| *mv != result.best);
            found.push(result.best);
        }
        found
    }

    fn search(
        &mut self,
        request: &MoveRequest,
        among: &[AnyMove],
        stop: &Stop,
    ) -> Option<SearchResult<AnyMove>> {
        let limits = self.limits(request);
        let (position, history) = (request.game.position(), request.game.earlier_keys());
        let task = SearchTask { position, history: &history, among, depth: limits.max_depth() };
        let mut timer = SearchTimer::start(&limits, Instant::now, || stop.is_raised());
        let listener = self.listener.clone();
        let report = |result: &SearchResult<AnyMove>| {
            let SearchResult { depth, score, best, .. } = *result;
            if let Some(listener) = &listener {
                listener.call(SearchProgress { depth, score, best });
            }
        };
        let level = match self.effort {
            Effort::Level(level) => Some((level, self.seed.unwrap_or_default())),
            Effort::Time(_) | Effort::Depth(_) | Effort::Nodes(_) => None,
        };
        self.engine.search_any(&task, level, &mut timer, report)
    }

    fn limits(&self, request: &MoveRequest) -> Limits {
        let own = request.clocks.map(|clocks| clocks[request.game.position().turn()]);
        match (self.effort, own) {
            (Effort::Depth(depth), None) => Limits::to_depth(depth),
            (Effort::Depth(depth), Some(own)) => {
                Limits { depth: Some(depth), time: MoveTime::Clock(own), ..Limits::default() }
            }
            (Effort::Time(time), Some(own)) if own.remaining < time * 2 => {
                Limits { time: MoveTime::Clock(own), ..Limits::default() }
            }
            (Effort::Time(time), _) => Limits::for_time(time),
            (Effort::Level(level), Some(own)) if own.remaining < SHORT => {
                Limits { time: MoveTime::Clock(own), ..level.limits() }
            }
            (Effort::Level(level), _) => level.limits(),
            (Effort::Nodes(nodes), own) => Limits {
                nodes: Some(nodes),
                time: own.map_or(MoveTime::default(), MoveTime::Clock),
                ..Limits::default()
            },
        }
    }
}

/// The static evaluation of a position in pawns, for White.
pub fn balance(position: &AnyPosition) -> f64 {
    let pawns = f64::from(evaluate_any(position).raw()) / 100.0;
    match position.turn() {
        Color::White => pawns,
        // Not `-pawns`, which would give `-0.00` for an even position.
        Color::Black => 0.0 - pawns,
    }
}

impl Player for BuiltInPlayer {
    fn name(&self) -> String {
        match self.effort {
            Effort::Depth(depth) => format!("{NAME}depth {depth}"),
            Effort::Time(time) => format!("{NAME}{} s", time.as_secs_f64()),
            Effort::Nodes(nodes) => format!("{NAME}{nodes} nodes"),
            Effort::Level(level) => format!("{NAME}level {}", level.number()),
        }
    }

    fn report_to(&mut self, listener: ProgressListener) {
        self.listener = Some(listener);
    }

    fn choose(&mut self, request: &MoveRequest, stop: &Stop) -> Result<Choice, EngineError> {
        let result =
            self.search(request, &[], stop).ok_or_else(|| EngineError::Other(NO_MOVE.into()))?;
        let prefers_draw = result.score <= Score::DRAW;
        let hopeless = result.score.is_lost() && self.resigns;
        Ok(match request {
            MoveRequest { draw_offered: true, .. } if prefers_draw => Choice::AcceptDraw,
            MoveRequest { draw_claimable: true, .. } if prefers_draw => Choice::ClaimDraw,
            _ if hopeless => Choice::Resign { mate: true },
            _ => Choice::Play(result.best),
        })
    }

    fn analyse(&mut self, request: &MoveRequest, stop: &Stop) -> Result<Analysis, EngineError> {
        let result =
            self.search(request, &[], stop).ok_or_else(|| EngineError::Other(NO_MOVE.into()))?;
        Ok(Analysis { score: result.score, pv: result.pv })
    }
}

/// A player of random legal moves.
#[derive(Debug, Clone)]
pub struct RandomPlayer {
    generator: SplitMix64,
}

impl RandomPlayer {
    /// A player whose moves depend on the seed alone.
    pub const fn new(seed: u64) -> Self {
        Self { generator: SplitMix64::new(seed) }
    }
}

impl Player for RandomPlayer {
    fn name(&self) -> String {
        "random".into()
    }

    fn choose(&mut self, request: &MoveRequest, _: &Stop) -> Result<Choice, EngineError> {
        let moves = request.game.position().legal_moves();
        match self.generator.pick(&moves) {
            Some(&mv) => Ok(Choice::Play(mv)),
            None => Err(EngineError::Other(NO_MOVE.into())),
        }
    }
}
