//! Players without a process: the built-in engine, which also resigns and handles draws, and random
//! moves.

use std::time::Instant;

use crate::engine::{
    Engine, Limits, MoveTime, Score, SearchResult, SearchSettings, SearchTask, SearchTimer,
    evaluate,
};
use crate::players::{Choice, Effort, EngineError, MoveRequest, Player, Stop};
use crate::rules::{AnyPosition, Color, Move, Position};

/// The size of a player's transposition table.
const MEGABYTES: usize = 16;

/// The beginning of its names.
const NAME: &str = "arbiter ";

const NO_MOVE: &str = "there is no legal move to choose from";

/// The built-in engine as a player.
#[derive(Debug)]
pub struct BuiltInPlayer {
    engine: Engine,
    effort: Effort,
    resigns: bool,
}

impl BuiltInPlayer {
    /// A player of this effort; the same seed gives the same games.
    pub fn new(effort: Effort, seed: Option<u64>, resigns: bool) -> Self {
        let settings = SearchSettings { seed, ..SearchSettings::default() };
        Self { engine: Engine::new(MEGABYTES, settings), effort, resigns }
    }

    /// Whether a built-in player gives itself this name.
    pub fn is_own_name(name: &str) -> bool {
        name.starts_with(NAME)
    }

    /// At most `count` moves, the best first; fewer if it is stopped.
    pub fn advise(&mut self, request: &MoveRequest, count: usize, stop: &Stop) -> Vec<Move> {
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
        among: &[Move],
        stop: &Stop,
    ) -> Option<SearchResult> {
        let limits = self.limits(request);
        let history = request.game.earlier_keys();
        let task = SearchTask {
            position: request.game.position(),
            history: &history,
            among,
            depth: limits.max_depth(),
        };
        let mut timer = SearchTimer::start(&limits, Instant::now, || stop.is_raised());
        self.engine.search(&task, &mut timer, |_| ())
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
    let pawns = f64::from(evaluate(position).raw()) / 100.0;
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
        }
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
}

/// The `SplitMix64` random number generator: small, and the same on every machine.
#[derive(Debug, Clone)]
pub struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// A generator with its own sequence for every seed.
    pub const fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// The next sixty-four bits.
    pub const fn next_u64(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// A random element, or `None` if there is none.
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> Option<&'a T> {
        let count = u64::try_from(items.len()).ok()?;
        let index = self.next_u64().checked_rem(count)?;
        items.get(usize::try_from(index).ok()?)
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

#[cfg(test)]
mod tests {
    use super::SplitMix64;

    /// The first numbers for seed 1234567, as published with the reference implementation.
    #[test]
    fn gives_the_published_numbers() {
        let mut generator = SplitMix64::new(1_234_567);
        let first = [generator.next_u64(), generator.next_u64(), generator.next_u64()];
        assert_eq!(
            first,
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn picks_nothing_from_nothing() {
        assert_eq!(SplitMix64::new(1).pick::<u8>(&[]), None);
    }
}
