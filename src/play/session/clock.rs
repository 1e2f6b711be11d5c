//! The chess clock, and the session's use of it. Every instant (the time since the game began) comes from
//! outside: the clock never asks what time it is.

use std::time::Duration;

use crate::notation::{Bonus, TimeControl, clock};
use crate::play::settings::ClockStart;
use crate::players::TimeLeft;
use crate::rules::{ByColor, Color, Position};

use super::{Effect, Event, GameOver, Session};

/// The running side is warned once when it has no more than this.
const LOW: Duration = Duration::from_secs(5);

/// The time of one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct SideTime {
    remaining: Duration,
    period: usize,
    moves_to_go: Option<u32>,
    warned: bool,
}

/// The time of both sides under one time control.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    sides: ByColor<SideTime>,
    running: Option<(Color, Duration)>,
}

/// A clock that runs in a prompt.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PromptClock {
    /// The time that was left when the prompt was made.
    left: Duration,
    /// The instant at which the flag falls.
    flag: Duration,
}

impl PromptClock {
    /// The time that is left.
    pub fn remaining(&self, now: Duration) -> Duration {
        self.flag.saturating_sub(now).min(self.left)
    }

    /// Whether there is little time left.
    pub fn is_low(&self, now: Duration) -> bool {
        self.remaining(now) < LOW
    }

    /// The time in at least six columns, as many as when the prompt was made: `  4:59`, `low 4s`.
    pub fn text(&self, now: Duration) -> String {
        let width = clock::write_short(self.left).len().max(6);
        let remaining = self.remaining(now);
        let text = if self.is_low(now) && !remaining.is_zero() {
            format!("low {}s", remaining.as_secs())
        } else {
            clock::write_short(remaining)
        };
        format!("{text:>width$}")
    }
}

impl Clock {
    /// A clock with full time, not running.
    pub fn new(control: TimeControl) -> Self {
        let first = control.period(0);
        let side = SideTime {
            remaining: first.time,
            period: 0,
            moves_to_go: first.moves.map(Into::into),
            warned: false,
        };
        Self { control, sides: ByColor { white: side, black: side }, running: None }
    }

    /// The side whose time runs.
    pub fn running(&self) -> Option<Color> {
        self.running.map(|(color, _)| color)
    }

    /// Starts a side's time.
    pub fn start(&mut self, color: Color, now: Duration) {
        self.pause(now);
        self.running = Some((color, now));
    }

    /// Stops the time that runs.
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

    /// The running side has moved: adds its increment, counts the move, and starts the other side's time.
    pub fn press(&mut self, now: Duration) {
        let Some(color) = self.running() else { return };
        self.pause(now);
        self.complete_move(color);
        self.start(!color, now);
    }

    /// Counts a move and adds its increment, also where no time runs, as before a first move.
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

    /// The time that a side has left.
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

    /// Sets the time that a side has left, for a resumed game.
    pub fn set_remaining(&mut self, color: Color, time: Duration) {
        self.sides[color].remaining = time;
    }

    /// The time that a side has left, its increment and its moves to go.
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

    /// The instant at which the flag of the running side falls.
    pub fn flag(&self) -> Option<Duration> {
        let (color, since) = self.running?;
        Some(since.saturating_add(self.delay(color)).saturating_add(self.sides[color].remaining))
    }

    /// The next instant at which a warning is due or a flag falls.
    pub fn next_alarm(&self) -> Option<Duration> {
        let ((color, _), flag) = (self.running?, self.flag()?);
        let side = self.sides[color];
        let is_warning_due = !side.warned && side.remaining > LOW;
        Some(if is_warning_due { flag.saturating_sub(LOW) } else { flag })
    }

    /// The side that has just got down to five seconds; only once.
    pub fn warning(&mut self, now: Duration) -> Option<Color> {
        let color = self.running()?;
        let low = self.remaining(color, now) <= LOW;
        let had_more = self.control.period(self.sides[color].period).time > LOW;
        let due = low && had_more && !self.sides[color].warned;
        self.sides[color].warned |= low;
        due.then_some(color)
    }
}

impl Session {
    /// Shows whose turn it is, unless a loaded game has done so, and starts the clock.
    pub fn begin(&mut self, now: Duration) -> Vec<Event> {
        if self.game.plies.is_empty() {
            if self.is_interactive {
                self.introduce(now);
            }
            match self.ending() {
                Some(ending) => self.events.push(Event::Over(ending)),
                None => self.announce_turn(false),
            }
        }
        self.start_first_clock(now);
        std::mem::take(&mut self.events)
    }

    /// Starts the clock of a game that begins, unless it waits for the first move. In a loaded game that is
    /// shown at an earlier moment, the clock starts when the user plays on.
    pub(super) fn start_first_clock(&mut self, now: Duration) {
        let is_fresh = self.game.plies.is_empty();
        let at_prompt = self.settings.clock.clockstart == ClockStart::Prompt || !is_fresh;
        if at_prompt && self.game.is_at_end() {
            self.start_clock(now);
        }
    }

    /// Looks at the clock between lines.
    pub fn tick(&mut self, now: Duration) -> Vec<Event> {
        self.watch_clock(now);
        std::mem::take(&mut self.events)
    }

    /// The next instant for [`Session::tick`].
    pub fn next_alarm(&self) -> Option<Duration> {
        self.clock.as_ref().and_then(Clock::next_alarm)
    }

    /// The time that both sides have left.
    pub fn times_left(&self, now: Duration) -> Option<ByColor<TimeLeft>> {
        let clock = self.clock.as_ref()?;
        let [white, black] = Color::ALL.map(|color| clock.time_left(color, now));
        Some(ByColor { white, black })
    }

    /// The clock in the prompt of a user whose time runs.
    pub fn prompt_clock(&self, now: Duration) -> Option<PromptClock> {
        let clock = self.clock.as_ref()?;
        let color = clock.running().filter(|&color| self.is_interactive && self.is_human(color))?;
        let left = clock.remaining(color, now);
        // The flag falls later than that where a delay runs first.
        let flag = clock.flag().unwrap_or(now);
        (self.question.is_none() && self.ending().is_none()).then_some(PromptClock { left, flag })
    }

    /// Whether the time control counts moves.
    pub(super) fn counts_moves(&self) -> bool {
        self.control.as_ref().is_some_and(TimeControl::counts_moves)
    }

    pub(super) fn watch_clock(&mut self, now: Duration) {
        let Some(clock) = &mut self.clock else { return };
        let (warned, fallen) = (clock.warning(now), clock.fallen(now));
        if let Some(color) = warned {
            self.message(format!("{} has 5 seconds left.", color.name()));
        }
        if let Some(loser) = fallen {
            self.game.go_to_end();
            // FIDE 6.9, by material alone: locked pawns are not considered.
            let winnable = self.position().can_win(!loser);
            self.decide(GameOver::Flag { loser, winnable }, now);
            self.effect(Effect::StopThinking);
        }
    }

    /// Starts the time of the side to move. The end of the game decides which side that is, whatever
    /// moment the user looks at.
    pub(super) fn start_clock(&mut self, now: Duration) {
        if self.clock.is_none() {
            return;
        }
        let moment = self.game.cursor();
        self.game.go_to_end();
        let mover = self.ending().is_none().then(|| self.turn());
        self.game.go_to(moment);
        if let (Some(clock), Some(mover)) = (&mut self.clock, mover) {
            clock.start(mover, now);
        }
    }

    pub(super) fn stop_clock(&mut self, now: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.pause(now);
        }
    }

    /// Presses the clock after a move, and keeps its state with the move.
    pub(super) fn press_clock(&mut self, mover: Color, now: Duration) {
        let Some(clock) = &mut self.clock else { return };
        if clock.running().is_some() {
            clock.press(now);
        } else {
            clock.complete_move(mover);
            clock.start(!mover, now);
        }
        let mut kept = clock.clone();
        kept.pause(now);
        if let Some(ply) = self.game.plies.last_mut() {
            ply.clock = Some(kept);
        }
    }

    /// Drops the moves after the cursor, and sets the clock to what it showed here.
    pub(super) fn truncate(&mut self, now: Duration) {
        let is_replay = !self.game.is_at_end();
        self.game.truncate();
        if is_replay {
            self.reset_clock(now);
        } else {
            self.start_clock(now);
        }
    }

    /// Sets the clock to what it showed at the cursor.
    pub(super) fn reset_clock(&mut self, now: Duration) {
        let Some(control) = self.control.clone() else { return };
        let kept = self.game.played().last().and_then(|ply| ply.clock.clone());
        self.clock = Some(kept.unwrap_or_else(|| Clock::new(control)));
        self.start_clock(now);
    }

    pub(super) fn pause_or_resume(&mut self, now: Duration) {
        match self.clock.as_ref().map(Clock::running) {
            None => self.error("This game has no clock to stop."),
            Some(Some(_)) => {
                self.stop_clock(now);
                self.message("The clocks are stopped. A move or \"pause\" starts them again.");
            }
            Some(None) => {
                self.start_clock(now);
                self.message("The clock is running.");
            }
        }
    }

    /// Stops the clock while the process is suspended; whether it was running.
    pub fn suspend(&mut self, now: Duration) -> bool {
        let was_running = self.clock.as_ref().is_some_and(|clock| clock.running().is_some());
        self.stop_clock(now);
        was_running
    }

    /// Starts the clock after the process was suspended.
    pub fn resume(&mut self, now: Duration) -> Vec<Event> {
        self.start_clock(now);
        self.message("The clock was stopped while the program was suspended.");
        std::mem::take(&mut self.events)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Clock, PromptClock};
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
    fn a_side_that_never_had_more_is_not_warned() {
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
    fn the_flag_falls_at_its_instant_and_not_before() {
        let mut clock = clock("2");
        clock.start(White, at(1));
        assert_eq!(clock.next_alarm(), Some(at(3)));
        assert_eq!(clock.fallen(Duration::from_millis(2999)), None);
        assert_eq!(clock.fallen(at(3)), Some(White));
        assert_eq!(clock.fallen(at(99)), Some(White));
    }

    #[test]
    fn a_prompt_clock_keeps_its_width_and_says_when_time_is_low() {
        let clock = PromptClock { left: at(600), flag: at(700) };
        let texts = [50, 100, 101, 690, 695, 696].map(|now| clock.text(at(now)));
        assert_eq!(texts, [" 10:00", " 10:00", "  9:59", "  0:10", "  0:05", "low 4s"]);
        let near_the_end = [699_999, 700_000, 701_000].map(Duration::from_millis);
        assert_eq!(near_the_end.map(|now| clock.text(now)), ["low 0s", "  0:00", "  0:00"]);
        assert!(clock.is_low(at(696)) && !clock.is_low(at(695)));
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
}
