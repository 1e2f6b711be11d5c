//! How long to think: what the caller allows, and what that means for one move.

use std::time::Duration;

use crate::engine::score::MAX_PLY;

/// What ends the thinking. Without any limit it goes on until somebody says stop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Limits {
    /// So many half-moves deep.
    pub depth: Option<u16>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// So much time.
    pub time: MoveTime,
}

/// The time for a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum MoveTime {
    /// As much as one likes.
    #[default]
    Unlimited,
    /// This much for the move, all of it.
    PerMove(Duration),
    /// What one's clock shows.
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

/// What one move may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeBudget {
    /// After this no deeper iteration is begun.
    pub soft: Duration,
    /// After this the iteration is broken off.
    pub hard: Duration,
}

/// Kept back of every move, for the way from the search to the clock.
pub const OVERHEAD: Duration = Duration::from_millis(20);

/// A game without a known number of moves is taken to last this many more.
const MOVES_EXPECTED: u32 = 25;

/// The shortest time worth thinking.
const INSTANT: Duration = Duration::from_millis(1);

impl Limits {
    /// Only this deep.
    pub fn to_depth(depth: u16) -> Self {
        Self { depth: Some(depth), ..Self::default() }
    }

    /// This long.
    pub fn for_time(time: Duration) -> Self {
        Self { time: MoveTime::PerMove(time), ..Self::default() }
    }

    /// How deep to go at most.
    pub fn max_depth(&self) -> u16 {
        self.depth.map_or(MAX_PLY, |depth| depth.clamp(1, MAX_PLY))
    }

    /// What this move may take, if time matters.
    pub fn budget(&self, overhead: Duration) -> Option<TimeBudget> {
        match self.time {
            MoveTime::Unlimited => None,
            MoveTime::PerMove(time) => {
                // A short time is not spent on overhead.
                let hard = time.saturating_sub(overhead.min(time / 10)).max(INSTANT);
                Some(TimeBudget { soft: hard, hard })
            }
            MoveTime::Clock(remaining) => Some(remaining.budget(overhead)),
        }
    }
}

impl TimeLeft {
    /// An even share of the time left, and a few shares in an emergency.
    fn budget(self, overhead: Duration) -> TimeBudget {
        let usable = self.remaining.saturating_sub(overhead);
        let moves = self.moves_to_go.unwrap_or(MOVES_EXPECTED).clamp(1, MOVES_EXPECTED);
        let share = usable / moves + self.increment * 3 / 4;
        // With several moves to come, one of them may not eat up the clock.
        let most = if moves == 1 { usable * 4 / 5 } else { usable / 2 };
        TimeBudget {
            soft: (share * 3 / 5).min(most).max(INSTANT),
            hard: (share * 5 / 2).min(most).max(INSTANT),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(milliseconds: u64) -> Duration {
        Duration::from_millis(milliseconds)
    }

    fn clock(left: u64, increment: u64, moves_to_go: Option<u32>) -> TimeBudget {
        let remaining = TimeLeft { remaining: ms(left), increment: ms(increment), moves_to_go };
        let limits = Limits { time: MoveTime::Clock(remaining), ..Limits::default() };
        limits.budget(OVERHEAD).expect("time matters")
    }

    #[test]
    fn a_time_per_move_is_used_but_for_the_overhead() {
        for (given, used) in [(0, 1), (10, 9), (100, 90), (1_000, 980)] {
            let budget = Limits::for_time(ms(given)).budget(OVERHEAD).expect("time matters");
            assert_eq!(budget, TimeBudget { soft: ms(used), hard: ms(used) });
        }
    }

    #[test]
    fn a_clock_never_runs_out_by_one_move() {
        for left in [0, 1, 10, 100, 1_000, 60_000, 5_400_000] {
            for increment in [0, 100, 30_000] {
                for moves in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let budget = clock(left, increment, moves);
                    assert!(budget.soft <= budget.hard, "{left} {increment} {moves:?}");
                    assert!(budget.hard <= ms(left).max(INSTANT), "{left} {increment} {moves:?}");
                }
            }
        }
    }

    #[test]
    fn more_time_or_fewer_moves_mean_a_longer_thought() {
        assert!(clock(60_000, 0, None).soft > clock(30_000, 0, None).soft);
        assert!(clock(60_000, 1_000, None).soft > clock(60_000, 0, None).soft);
        assert!(clock(60_000, 0, Some(5)).soft > clock(60_000, 0, Some(20)).soft);
    }

    #[test]
    fn without_a_limit_nothing_but_the_longest_line_ends_the_search() {
        assert_eq!(Limits::default().budget(OVERHEAD), None);
        assert_eq!(Limits::default().max_depth(), MAX_PLY);
        assert_eq!(Limits::to_depth(0).max_depth(), 1);
        assert_eq!(Limits::to_depth(u16::MAX).max_depth(), MAX_PLY);
    }
}
