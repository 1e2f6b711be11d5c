//! The clock beside the board: started by the first prompt, pressed by every move, watched.

use std::time::Duration;

use crate::play::choices::ClockStart;
use crate::play::clock::Clock;
use crate::play::ending::Ending;
use crate::play::event::{Event, Wish};
use crate::players::TimeLeft;
use crate::rules::{ByColor, Color, Position};

use super::Session;

impl Session {
    /// The first prompt is there: says whose turn it is, unless a loaded game has told it, and the
    /// time begins to run.
    pub fn begin(&mut self, now: Duration) -> Vec<Event> {
        let fresh = self.game.plies.is_empty();
        if fresh {
            match self.ending() {
                Some(ending) => self.events.push(Event::Over(ending)),
                None => self.announce_turn(false),
            }
        }
        self.start_first_clock(now);
        std::mem::take(&mut self.events)
    }

    /// A game begins with the prompt or with its first move, as the settings have it; one that is
    /// looked at from an earlier moment, when somebody plays on.
    pub(super) fn start_first_clock(&mut self, now: Duration) {
        let fresh = self.game.plies.is_empty();
        let prompted = self.settings.clock.clockstart == ClockStart::Prompt || !fresh;
        if prompted && self.game.is_at_end() {
            self.start_clock(now);
        }
    }

    /// Looks at the clock, without anybody having moved.
    pub fn tick(&mut self, now: Duration) -> Vec<Event> {
        self.watch_clock(now);
        std::mem::take(&mut self.events)
    }

    /// When to look at the clock again.
    pub fn next_alarm(&self) -> Option<Duration> {
        self.clock.as_ref().and_then(Clock::next_alarm)
    }

    /// Both clocks at this moment.
    pub fn times_left(&self, now: Duration) -> Option<ByColor<TimeLeft>> {
        let clock = self.clock.as_ref()?;
        let [white, black] = Color::ALL.map(|color| clock.time_left(color, now));
        Some(ByColor { white, black })
    }

    pub(super) fn watch_clock(&mut self, now: Duration) {
        let Some(clock) = &mut self.clock else { return };
        if let Some(color) = clock.warning(now) {
            self.events.push(Event::Says(format!("{} has 5 seconds left.", color.name())));
        }
        if let Some(loser) = self.clock.as_ref().and_then(|clock| clock.fallen(now)) {
            self.game.go_to_end();
            // FIDE 6.9, by material alone: walls of pawns are not looked at.
            let winnable = self.position().can_mate(!loser);
            self.decide(Ending::Flag { loser, winnable }, now);
            self.wants(Wish::StopThinking);
        }
    }

    /// Lets the time of whoever is to move run. That is decided by the end of the game, whatever
    /// moment one looks at.
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

    /// A side has moved; the score sheet keeps what the clock then showed.
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

    /// Forgets what lies beyond the moment, also on the clock.
    pub(super) fn cut_here(&mut self, now: Duration) {
        let looks_back = !self.game.is_at_end();
        self.game.cut();
        if looks_back {
            self.reset_clock(now);
        } else {
            self.start_clock(now);
        }
    }

    /// Puts the clock back to what it showed at the moment.
    pub(super) fn reset_clock(&mut self, now: Duration) {
        let Some(control) = self.control.clone() else { return };
        let kept = self.game.played().last().and_then(|ply| ply.clock.clone());
        self.clock = Some(kept.unwrap_or_else(|| Clock::new(control)));
        self.start_clock(now);
    }

    pub(super) fn pause_or_resume(&mut self, now: Duration) {
        match self.clock.as_ref().map(Clock::running) {
            None => self.cannot("There is no clock to stop."),
            Some(Some(_)) => {
                self.stop_clock(now);
                self.says("The clock is stopped; \"pause\" again or a move starts it.");
            }
            Some(None) => {
                self.start_clock(now);
                self.says("The clock is running.");
            }
        }
    }

    /// The process was suspended: no time passes until it goes on.
    pub fn suspend(&mut self, now: Duration) -> bool {
        let was_running = self.clock.as_ref().is_some_and(|clock| clock.running().is_some());
        self.stop_clock(now);
        was_running
    }

    /// The process goes on.
    pub fn resume(&mut self, now: Duration) -> Vec<Event> {
        self.start_clock(now);
        self.says("The clock was stopped while the program was suspended.");
        std::mem::take(&mut self.events)
    }
}
