//! Time as the `XBoard` protocol tells it.

use std::time::Duration;

use crate::players::xboard::{Level, Request};
use crate::players::{Effort, TimeLeft};

/// With a limit that says nothing about time, an engine gets this many seconds.
const SECONDS_FOR_DEPTH: u64 = 5;

/// What an engine is told of the clocks; `last` is what it was told of its own before.
pub(super) fn clocks(last: Option<TimeLeft>, own: TimeLeft, other: TimeLeft) -> Vec<Request> {
    let level = is_new_period(last, own).then(|| Request::Level(level(own)));
    let clocks = [Request::Time(own.remaining), Request::OpponentTime(other.remaining)];
    level.into_iter().chain(clocks).collect()
}

/// Whether the engine must be told of another time control.
fn is_new_period(last: Option<TimeLeft>, now: TimeLeft) -> bool {
    last.is_none_or(|last| {
        last.increment != now.increment
            || last.moves_to_go.is_some() != now.moves_to_go.is_some()
            || last.moves_to_go < now.moves_to_go
    })
}

/// The period that begins with this clock.
fn level(clock: TimeLeft) -> Level {
    Level {
        moves: clock.moves_to_go.unwrap_or(0),
        base: Duration::from_secs(whole_seconds(clock.remaining)),
        increment: clock.increment,
    }
}

/// What an engine is told where no clock runs.
pub(super) fn effort(effort: Effort) -> Vec<Request> {
    match effort {
        Effort::Time(time) => vec![Request::SearchTime(whole_seconds(time))],
        Effort::Depth(plies) => {
            vec![Request::SearchTime(SECONDS_FOR_DEPTH), Request::SearchDepth(plies)]
        }
        Effort::Nodes(_) => vec![Request::SearchTime(SECONDS_FOR_DEPTH)],
    }
}

/// The protocol counts whole seconds, and none is too few.
fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn allowance(ms: u64, moves_to_go: Option<u32>) -> TimeLeft {
        let increment = Duration::from_secs(2);
        TimeLeft { remaining: Duration::from_millis(ms), increment, moves_to_go }
    }

    fn said(last: Option<TimeLeft>, own: TimeLeft) -> Vec<String> {
        let other = allowance(60_000, None);
        clocks(last, own, other).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_period_is_announced_once() {
        let first = allowance(89_980, Some(40));
        assert_eq!(said(None, first), ["level 40 1:30 2", "time 8998", "otim 6000"]);
        let second = allowance(80_000, Some(39));
        assert_eq!(said(Some(first), second), ["time 8000", "otim 6000"]);
        let next_period = allowance(30_000, None);
        assert_eq!(said(Some(second), next_period)[0], "level 0 0:30 2");
        let long_period = allowance(30_000, Some(40));
        assert_eq!(said(Some(allowance(1, Some(1))), long_period)[0], "level 40 0:30 2");
    }

    #[test]
    fn there_is_always_a_time_control() {
        for (limit, said) in [
            (Effort::Time(Duration::from_millis(100)), vec!["st 1"]),
            (Effort::Time(Duration::from_secs(3)), vec!["st 3"]),
            (Effort::Depth(4), vec!["st 5", "sd 4"]),
            (Effort::Nodes(100), vec!["st 5"]),
        ] {
            let lines: Vec<String> = effort(limit).iter().map(ToString::to_string).collect();
            assert_eq!(lines, said, "{limit:?}");
        }
    }
}
