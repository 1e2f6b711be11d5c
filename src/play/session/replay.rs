//! Going back and forth in the game, and taking it over.

use std::time::Duration;

use crate::play::event::{Event, Played, Wish};
use crate::play::moment::Moment;
use crate::players::Kind;
use crate::rules::{Color, Position};

use super::command::Verb;
use super::{Score, Session};

impl Session {
    pub(super) fn replay(&mut self, verb: Verb, rest: &str, now: Duration) {
        match verb {
            Verb::Undo => self.undo(rest, now),
            Verb::Redo => self.redo(rest, now),
            Verb::New => self.restart(now),
            Verb::Goto => match rest.parse() {
                Ok(moment) => self.go_to(moment, now),
                Err(why) => self.cannot(format!("{why}.")),
            },
            Verb::Next => self.step_forward(now),
            Verb::Prev => self.step_back(now),
            Verb::First => self.go_to(Moment::Start, now),
            Verb::Last if rest.is_empty() && !self.game.is_at_end() => self.go_to(Moment::End, now),
            Verb::Last => self.tell_last(rest),
            _ => self.take_over(rest, now),
        }
    }

    fn undo(&mut self, rest: &str, now: Duration) {
        let Some(count) = self.count(rest, self.plies_to_my_turn()) else { return };
        if self.game.cursor() == 0 {
            return self.cannot("There is no move to take back.");
        }
        let count = count.min(self.game.cursor());
        self.game.taken_back = self.game.taken_back.saturating_add(count);
        self.game.decided = None;
        let taken: Vec<String> =
            (self.game.cursor() - count..self.game.cursor()).map(|ply| self.told(ply)).collect();
        self.move_cursor(self.game.cursor() - count, now);
        self.says(format!("Taken back: {}.", taken.join(" ")));
        self.announce_turn(true);
        self.wants(Wish::Keep);
    }

    /// Against a machine, two plies bring one's own turn back; between people one does.
    fn plies_to_my_turn(&self) -> usize {
        let before = self.turn();
        let mine = self.seats[before].kind.is_human();
        let machine = !self.seats[!before].kind.is_human();
        if mine && machine { 2 } else { 1 }
    }

    fn redo(&mut self, rest: &str, now: Duration) {
        let Some(count) = self.count(rest, 1) else { return };
        if self.game.is_at_end() {
            return self.cannot("There is nothing to play again.");
        }
        let target = self.game.cursor().saturating_add(count).min(self.game.plies.len());
        self.game.taken_back = self.game.taken_back.saturating_sub(target - self.game.cursor());
        for _ in self.game.cursor()..target {
            self.pass_next(now);
        }
        self.judge();
        self.wants(Wish::Keep);
    }

    /// A number typed behind a command, or what it means without one.
    fn count(&mut self, rest: &str, default: usize) -> Option<usize> {
        let count = if rest.is_empty() { Some(default) } else { rest.parse().ok() };
        let count = count.filter(|&count| count > 0);
        if count.is_none() {
            self.cannot(format!("Expected a number of half-moves, found `{rest}`."));
        }
        count
    }

    pub(super) fn restart(&mut self, now: Duration) {
        self.game = Score::new(self.game.variant, self.game.board().start().clone());
        self.offer = None;
        self.held = false;
        self.move_cursor(0, now);
        self.says("A new game.");
        self.judge();
        self.wants(Wish::Keep);
    }

    pub(super) fn go_to(&mut self, moment: Moment, now: Duration) {
        let ply = match moment {
            Moment::Start => Some(0),
            Moment::End => Some(self.game.plies.len()),
            Moment::Ply(ply) => Some(ply).filter(|&ply| ply <= self.game.plies.len()),
            Moment::After(number, color) => self.game.ply_after(number, color),
        };
        let Some(ply) = ply else {
            let count = self.game.plies.len();
            return self
                .cannot(format!("The game has {count} half-moves; there is no such moment."));
        };
        self.held = true;
        self.move_cursor(ply, now);
        match ply.checked_sub(1) {
            Some(last) => self.tell(last),
            None => self.tell_preface(),
        }
        self.judge();
    }

    fn tell_preface(&mut self) {
        self.says("The start of the game.");
        for comment in self.game.preface.clone() {
            self.says(format!("{{{comment}}}"));
        }
    }

    fn step_forward(&mut self, now: Duration) {
        if self.game.is_at_end() {
            return self.cannot("This is the end of the game.");
        }
        self.held = true;
        self.pass_next(now);
        self.judge();
    }

    fn pass_next(&mut self, now: Duration) {
        let ply = self.game.cursor();
        self.move_cursor(ply + 1, now);
        self.tell(ply);
    }

    fn step_back(&mut self, now: Duration) {
        match self.game.cursor().checked_sub(1) {
            Some(ply) => self.go_to(Moment::Ply(ply), now),
            None => self.cannot("This is the start of the game."),
        }
    }

    pub(super) fn move_cursor(&mut self, ply: usize, now: Duration) {
        self.game.go_to(ply);
        self.forget_hints();
        self.offer = None;
        self.wants(Wish::StopThinking);
        self.reset_clock(now);
    }

    fn take_over(&mut self, rest: &str, now: Duration) {
        let sides: &[Color] = match rest.to_ascii_lowercase().as_str() {
            "white" => &[Color::White],
            "black" => &[Color::Black],
            "both" | "" => &Color::ALL,
            _ => return self.cannot(format!("Expected white, black or both, found `{rest}`.")),
        };
        for &color in sides {
            self.seats[color].kind = Kind::Human(self.seats[color].name.clone());
        }
        self.game.cut();
        self.held = false;
        self.wants(Wish::StopThinking);
        self.start_clock(now);
        self.says("You go on from here.");
        self.judge();
        self.wants(Wish::Keep);
    }

    fn tell_last(&mut self, rest: &str) {
        let Some(count) = self.count(rest, 1) else { return };
        if self.game.cursor() == 0 {
            return self.cannot("No move has been made.");
        }
        for ply in self.game.cursor().saturating_sub(count)..self.game.cursor() {
            self.tell(ply);
        }
    }

    /// Tells a ply of the game with its signs and comments.
    fn tell(&mut self, at: usize) {
        let number = self.game.numbered(at);
        let (_, color) = self.game.label(at);
        let layered = self.position().boards().len() > 1;
        if let Some(ply) = self.game.plies.get(at).cloned() {
            let (glyphs, comments) = (ply.glyphs, ply.comments);
            let told =
                Played { number, color, mv: ply.mv, san: ply.san, glyphs, comments, layered };
            self.events.push(Event::Played(Box::new(told)));
        }
    }

    fn told(&self, ply: usize) -> String {
        let san = self.game.plies.get(ply).map_or("", |ply| ply.san.as_str());
        format!("{} {}", self.game.numbered(ply), self.letters().translate(san))
    }
}
