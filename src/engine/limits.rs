//! Limits of a search: what the caller allows, the time one move may take, and when to stop.

use std::time::{Duration, Instant};

use crate::engine::score::MAX_PLY;

/// Limits of a search. Without any it runs until it is stopped.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u16>,
    /// Number of positions.
    pub nodes: Option<u64>,
    /// Time.
    pub time: MoveTime,
}

/// The time for a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MoveTime {
    /// No limit.
    #[default]
    Unlimited,
    /// A fixed time for the move, all of it to be used.
    PerMove(Duration),
    /// A share of the time on the clock.
    Clock(TimeLeft),
}

/// The time a side has at this moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLeft {
    /// The time on its clock.
    pub remaining: Duration,
    /// The time that each move adds.
    pub increment: Duration,
    /// Moves to the next time control, if one is coming.
    pub moves_to_go: Option<u32>,
}

/// The time one move may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct TimeBudget {
    /// After this no deeper iteration begins.
    soft: Duration,
    /// After this the running iteration is aborted.
    hard: Duration,
}

/// Subtracted from the time for every move: the way from the search to the clock takes time too.
const OVERHEAD: Duration = Duration::from_millis(20);

/// A game without a known number of moves is assumed to last this many more.
const MOVES_EXPECTED: u32 = 25;

/// The shortest time for a move.
const MIN_TIME: Duration = Duration::from_millis(1);

impl Limits {
    /// A limit on the depth alone.
    pub fn to_depth(depth: u16) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// A fixed time alone.
    pub fn for_time(time: Duration) -> Self {
        Self { time: MoveTime::PerMove(time), ..Self::default() }
    }

    /// The greatest depth to search.
    pub fn max_depth(&self) -> u16 {
        self.depth.map_or(MAX_PLY, |depth| depth.clamp(1, MAX_PLY))
    }

    /// The time this move may take, if time is limited.
    fn budget(&self) -> Option<TimeBudget> {
        match self.time {
            MoveTime::Unlimited => None,
            MoveTime::PerMove(time) => {
                // Of a short time at most a tenth goes to overhead.
                let hard = time.saturating_sub(OVERHEAD.min(time / 10)).max(MIN_TIME);
                Some(TimeBudget { soft: hard, hard })
            }
            MoveTime::Clock(time_left) => Some(time_left.budget()),
        }
    }
}

impl TimeLeft {
    /// An even share of the remaining time, and a few shares in an emergency.
    fn budget(self) -> TimeBudget {
        let usable = self.remaining.saturating_sub(OVERHEAD);
        let moves = self.moves_to_go.unwrap_or(MOVES_EXPECTED).clamp(1, MOVES_EXPECTED);
        let share = usable / moves + self.increment * 3 / 4;
        // With several moves to come, one of them must not use up the clock.
        let most = if moves == 1 { usable * 4 / 5 } else { usable / 2 };
        TimeBudget {
            soft: (share * 3 / 5).min(most).max(MIN_TIME),
            hard: (share * 5 / 2).min(most).max(MIN_TIME),
        }
    }
}

/// Decides when a search ends.
pub trait SearchControl {
    /// Whether to abort at once, after this many nodes. The search calls this often.
    fn must_stop(&mut self, nodes: u64) -> bool;

    /// Whether a deeper iteration may begin.
    fn may_deepen(&mut self) -> bool;

    /// The time since the search began.
    fn elapsed(&mut self) -> Duration;
}

/// Ends a search by its [`Limits`] or by a stop request.
#[derive(Debug)]
pub struct SearchTimer<N, S> {
    now: N,
    is_stopped: S,
    started: Instant,
    budget: Option<TimeBudget>,
    nodes: Option<u64>,
}

impl<N: FnMut() -> Instant, S: FnMut() -> bool> SearchTimer<N, S> {
    /// Starts now, by the clock `now`; `is_stopped` says whether a stop was requested.
    pub fn start(limits: &Limits, mut now: N, is_stopped: S) -> Self {
        let started = now();
        Self { now, is_stopped, started, budget: limits.budget(), nodes: limits.nodes }
    }
}

impl<N: FnMut() -> Instant, S: FnMut() -> bool> SearchControl for SearchTimer<N, S> {
    fn must_stop(&mut self, nodes: u64) -> bool {
        (self.is_stopped)()
            || self.nodes.is_some_and(|most| nodes >= most)
            || self.budget.is_some_and(|budget| self.elapsed() >= budget.hard)
    }

    fn may_deepen(&mut self) -> bool {
        self.budget.is_none_or(|budget| self.elapsed() < budget.soft)
    }

    fn elapsed(&mut self) -> Duration {
        (self.now)().saturating_duration_since(self.started)
    }
}

/// Never stops the search: it ends at its depth, and its result is the same every time.
#[derive(Debug, Clone, Copy, Default)]
pub struct Unlimited;

impl SearchControl for Unlimited {
    fn must_stop(&mut self, _: u64) -> bool {
        false
    }

    fn may_deepen(&mut self) -> bool {
        true
    }

    fn elapsed(&mut self) -> Duration {
        Duration::ZERO
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(remaining: u64, increment: u64, moves_to_go: Option<u32>) -> TimeBudget {
        TimeLeft { remaining: ms(remaining), increment: ms(increment), moves_to_go }.budget()
    }

    #[test]
    fn a_time_per_move_is_used_except_for_the_overhead() {
        for (given, used) in [(0, 1), (10, 9), (100, 90), (1_000, 980)] {
            let budget = Limits::for_time(ms(given)).budget();
            assert_eq!(budget, Some(TimeBudget { soft: ms(used), hard: ms(used) }));
        }
    }

    #[test]
    fn one_move_never_uses_up_the_clock() {
        for remaining in [0, 1, 10, 100, 1_000, 60_000, 5_400_000] {
            for increment in [0, 100, 30_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let budget = clock(remaining, increment, moves);
                    let case = format!("{remaining} {increment} {moves:?}");
                    assert!(budget.soft <= budget.hard, "{case}");
                    assert!(budget.hard <= ms(remaining).max(MIN_TIME), "{case}");
                }
            }
        }
    }

    #[test]
    fn more_time_or_fewer_moves_mean_a_longer_search() {
        assert!(clock(60_000, 0, None).soft > clock(30_000, 0, None).soft);
        assert!(clock(60_000, 1_000, None).soft > clock(60_000, 0, None).soft);
        assert!(clock(60_000, 0, Some(5)).soft > clock(60_000, 0, Some(20)).soft);
    }

    #[test]
    fn without_limits_only_the_longest_line_ends_the_search() {
        assert_eq!(Limits::default().budget(), None);
        assert_eq!(Limits::default().max_depth(), MAX_PLY);
        assert_eq!(Limits::to_depth(0).max_depth(), 1);
        assert_eq!(Limits::to_depth(u16::MAX).max_depth(), MAX_PLY);
    }

    #[test]
    fn the_timer_goes_by_the_given_clock() {
        let start = Instant::now();
        let now = Cell::new(start);
        let limits = Limits::for_time(ms(100));
        let mut timer = SearchTimer::start(&limits, || now.get(), || false);
        assert!(!timer.must_stop(1) && timer.may_deepen());
        now.set(start + ms(89));
        assert!(!timer.must_stop(1));
        now.set(start + ms(90));
        assert!(timer.must_stop(1) && !timer.may_deepen());
        assert_eq!(timer.elapsed(), ms(90));
    }

    #[test]
    fn the_timer_also_stops_on_request_or_by_nodes() {
        let stopped = Cell::new(false);
        let limits = Limits { nodes: Some(1_000), ..Limits::default() };
        let mut timer = SearchTimer::start(&limits, Instant::now, || stopped.get());
        assert!(!timer.must_stop(999));
        assert!(timer.must_stop(1_000));
        stopped.set(true);
        assert!(timer.must_stop(1));
    }
}
