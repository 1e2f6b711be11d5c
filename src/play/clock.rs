//! The chess clock. It is fed instants (the time since the game began) and never asks what time it is.

use std::time::Duration;

use crate::notation::{Bonus, TimeControl};
use crate::players::TimeLeft;
use crate::rules::{ByColor, Color};

/// Below this the running side is warned, once.
const LOW: Duration = Duration::from_secs(5);

/// What one side has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Side {
    remaining: Duration,
    period: usize,
    moves_to_go: Option<u32>,
    warned: bool,
}

/// Two sides' time under one control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    sides: ByColor<Side>,
    running: Option<(Color, Duration)>,
}

impl Clock {
    /// A clock with full time, not running.
    pub fn new(control: TimeControl) -> Self {
        let first = control.period(0);
        let side = Side {
            remaining: first.time,
            period: 0,
            moves_to_go: first.moves.map(Into::into),
            warned: false,
        };
        Self { control, sides: ByColor { white: side, black: side }, running: None }
    }

    /// The control it runs under.
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Whose time runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// Lets a side's time run from now on.
    pub fn start(&mut self, color: Color, now: Duration) {
        self.pause(now);
        self.running = Some((color, now));
    }

    /// Stops, and remembers what was used.
    pub fn pause(&mut self, now: Duration) {
        if let Some((color, _)) = self.running {
            let left = self.remaining(color, now);
            let used = self.sides[color].remaining.saturating_sub(left);
            self.sides[color].remaining = left;
            self.running = None;
            if self.control.period(self.sides[color].period).bonus == Bonus::Hourglass {
                self.give(!color, used);
            }
        }
    }

    /// The running side has moved: adds its increment, counts the move, and starts the other side.
    pub fn press(&mut self, now: Duration) {
        let Some(color) = self.running() else { return };
        self.pause(now);
        self.complete_move(color);
        self.start(!color, now);
    }

    /// Books a move that a side made while no time was running, as a first move may be.
    pub fn complete_move(&mut self, color: Color) {
        let side = &mut self.sides[color];
        side.remaining =
            side.remaining.saturating_add(self.control.period(side.period).increment());
        side.moves_to_go = side.moves_to_go.map(|moves| moves.saturating_sub(1));
        if side.moves_to_go == Some(0) {
            side.period = side.period.saturating_add(1);
            let next = self.control.period(side.period);
            side.remaining = side.remaining.saturating_add(next.time);
            side.moves_to_go = next.moves.map(Into::into);
        }
        side.warned = side.warned && side.remaining < LOW;
    }

    /// What a side has left.
    pub fn remaining(&self, color: Color, now: Duration) -> Duration {
        let left = self.sides[color].remaining;
        match self.running {
            Some((running, since)) if running == color => {
                left.saturating_sub(now.saturating_sub(since).saturating_sub(self.delay(color)))
            }
            _ => left,
        }
    }

    /// How long a side may think about a move before its time runs.
    fn delay(&self, color: Color) -> Duration {
        self.control.period(self.sides[color].period).delay()
    }

    /// Gives a side more time.
    pub fn give(&mut self, color: Color, time: Duration) {
        self.sides[color].remaining = self.sides[color].remaining.saturating_add(time);
    }

    /// Sets what a side has left, as a resumed game knows it.
    pub fn set_remaining(&mut self, color: Color, time: Duration) {
        self.sides[color].remaining = time;
    }

    /// What a side has, for a player or the screen.
    pub fn time_left(&self, color: Color, now: Duration) -> TimeLeft {
        let side = self.sides[color];
        TimeLeft {
            remaining: self.remaining(color, now),
            increment: self.control.period(side.period).increment().max(self.delay(color)),
            moves_to_go: side.moves_to_go,
        }
    }

    /// The side whose flag has fallen.
    pub fn fallen(&self, now: Duration) -> Option<Color> {
        self.running().filter(|&color| self.remaining(color, now).is_zero())
    }

    /// The next instant at which something happens without anybody moving.
    pub fn next_alarm(&self) -> Option<Duration> {
        let (color, since) = self.running?;
        let since = since.saturating_add(self.delay(color));
        let side = self.sides[color];
        let flag = since.saturating_add(side.remaining);
        match side.remaining.checked_sub(LOW) {
            Some(early) if !side.warned && !early.is_zero() => Some(since.saturating_add(early)),
            _ => Some(flag),
        }
    }

    /// The side that has just got below five seconds, told once.
    pub fn warning(&mut self, now: Duration) -> Option<Color> {
        let color = self.running()?;
        let low = self.remaining(color, now) <= LOW;
        let had_more = self.control.period(self.sides[color].period).time > LOW;
        let due = low && had_more && !self.sides[color].warned;
        self.sides[color].warned |= low;
        due.then_some(color)
    }
}

/// `1:29:52` from an hour on, `4:59` below.
pub(super) fn shown(time: Duration) -> String {
    let (hours, minutes, seconds) = split(time);
    if hours == 0 {
        format!("{minutes}:{seconds:02}")
    } else {
        format!("{hours}:{minutes:02}:{seconds:02}")
    }
}

/// `1:29:52`, as `%clk` wants it.
pub(super) fn written(time: Duration) -> String {
    let (hours, minutes, seconds) = split(time);
    format!("{hours}:{minutes:02}:{seconds:02}")
}

fn split(time: Duration) -> (u64, u64, u64) {
    let seconds = time.as_secs();
    (seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Clock, shown, written};
    use crate::rules::Color::{Black, White};

    fn clock(control: &str) -> Clock {
        Clock::new(control.parse().expect("a time control"))
    }

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn unused_time_is_carried_into_the_next_period() {
        let mut clock = clock("2/100+10:50");
        clock.start(White, at(0));
        clock.press(at(30));
        assert_eq!(clock.remaining(White, at(30)), at(80));
        assert_eq!(clock.time_left(White, at(30)).moves_to_go, Some(1));
        clock.press(at(35));
        clock.press(at(55));
        assert_eq!(clock.remaining(White, at(55)), at(80 - 20 + 10 + 50));
        assert_eq!(clock.time_left(White, at(55)).moves_to_go, None);
        assert_eq!(clock.time_left(White, at(55)).increment, at(0));
    }

    #[test]
    fn the_last_period_repeats_when_it_counts_moves() {
        let mut clock = clock("1/60");
        clock.start(White, at(0));
        for now in 1..=4 {
            clock.press(at(now));
        }
        assert_eq!(clock.remaining(White, at(4)), at(60 * 3 - 2));
        assert_eq!(clock.time_left(White, at(4)).moves_to_go, Some(1));
    }

    #[test]
    fn the_flag_falls_at_its_instant_and_not_before() {
        let mut clock = clock("2");
        clock.start(White, at(1));
        assert_eq!(clock.next_alarm(), Some(at(3)));
        assert_eq!(clock.fallen(Duration::from_millis(2999)), None);
        assert_eq!(clock.fallen(at(3)), Some(White));
        assert_eq!(clock.fallen(at(99)), Some(White));
    }

    #[test]
    fn the_warning_comes_once() {
        let mut clock = clock("6");
        clock.start(Black, at(0));
        assert_eq!(clock.next_alarm(), Some(at(1)));
        assert_eq!(clock.warning(Duration::from_millis(900)), None);
        assert_eq!(clock.warning(at(1)), Some(Black));
        assert_eq!(clock.warning(at(2)), None);
        assert_eq!(clock.next_alarm(), Some(at(6)));
    }

    #[test]
    fn nobody_is_warned_who_never_had_more() {
        let mut clock = clock("2");
        clock.start(White, at(0));
        assert_eq!(clock.warning(at(1)), None);
    }

    #[test]
    fn an_hourglass_gives_the_opponent_what_is_used() {
        let mut clock = clock("*180");
        clock.start(White, at(0));
        clock.press(at(30));
        assert_eq!(clock.remaining(White, at(30)), at(150));
        assert_eq!(clock.remaining(Black, at(30)), at(210));
        assert_eq!(clock.fallen(at(240)), Some(Black));
    }

    #[test]
    fn a_delay_passes_before_the_time_runs() {
        let mut clock = clock("60d3");
        clock.start(White, at(0));
        assert_eq!(clock.remaining(White, at(2)), at(60));
        clock.press(at(5));
        assert_eq!(clock.remaining(White, at(5)), at(58));
        assert_eq!(clock.fallen(at(67)), None);
        assert_eq!(clock.fallen(at(68)), Some(Black));
    }

    #[test]
    fn no_time_passes_in_a_pause() {
        let mut clock = clock("60");
        clock.start(White, at(0));
        clock.pause(at(10));
        assert_eq!(clock.next_alarm(), None);
        clock.start(White, at(1000));
        assert_eq!(clock.remaining(White, at(1005)), at(45));
    }

    #[test]
    fn times_are_written_for_people_and_for_files() {
        assert_eq!(shown(at(5392)), "1:29:52");
        assert_eq!(shown(at(299)), "4:59");
        assert_eq!(written(at(299)), "0:04:59");
    }
}
