//! The question whether to go on thinking, and those who answer it.

use std::time::{Duration, Instant};

use crate::engine::limits::{Limits, OVERHEAD, TimeBudget};

/// Somebody who knows when the thinking has to end.
pub trait SearchControl {
    /// Whether to break off at once, after so many positions. Asked often.
    fn must_stop(&mut self, nodes: u64) -> bool;

    /// Whether another, deeper iteration is worth beginning.
    fn may_deepen(&mut self) -> bool;

    /// How long it has taken so far.
    fn elapsed(&mut self) -> Duration;
}

/// Limits, a clock that somebody else reads, and somebody who may say stop.
#[derive(Debug)]
pub struct SearchTimer<N, S> {
    now: N,
    is_stopped: S,
    started: Instant,
    budget: Option<TimeBudget>,
    nodes: Option<u64>,
}

impl<N: FnMut() -> Instant, S: FnMut() -> bool> SearchTimer<N, S> {
    /// Starts now, by the clock `now`; `is_stopped` answers whether somebody has said stop.
    pub fn start(limits: &Limits, mut now: N, is_stopped: S) -> Self {
        let started = now();
        Self { now, is_stopped, started, budget: limits.budget(OVERHEAD), nodes: limits.nodes }
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

/// Nobody stops the search: it ends with its depth, and is the same every time.
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

    #[test]
    fn the_clock_it_is_given_decides() {
        let start = Instant::now();
        let now = Cell::new(start);
        let limits = Limits::for_time(ms(100));
        let mut keeper = SearchTimer::start(&limits, || now.get(), || false);
        assert!(!keeper.must_stop(1) && keeper.may_deepen());
        now.set(start + ms(89));
        assert!(!keeper.must_stop(1));
        now.set(start + ms(90));
        assert!(keeper.must_stop(1) && !keeper.may_deepen());
        assert_eq!(keeper.elapsed(), ms(90));
    }

    #[test]
    fn somebody_or_the_nodes_stop_it_too() {
        let asked = Cell::new(false);
        let limits = Limits { nodes: Some(1_000), ..Limits::default() };
        let mut keeper = SearchTimer::start(&limits, Instant::now, || asked.get());
        assert!(!keeper.must_stop(999));
        assert!(keeper.must_stop(1_000));
        asked.set(true);
        assert!(keeper.must_stop(1));
    }
}
