//! Moving back and forth in the game, and taking it over.

use std::time::Duration;

use crate::notation::{Moment, reason::capitalised};
use crate::play::clock::Clock;
use crate::play::event::{Event, Played, Wish};
use crate::players::PlayerSpec;
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
                Ok(moment) => self.go_to(moment),
                Err(why) => self.cannot(format!("{why}.")),
            },
            Verb::Next => self.step_forward(),
            Verb::Prev => self.step_back(),
            Verb::First => self.go_to(Moment::Start),
            Verb::Last if rest.is_empty() && !self.game.is_at_end() => self.go_to(Moment::End),
            Verb::Last => self.tell_last(rest),
            _ => self.take_over(rest, now),
        }
    }

    fn undo(&mut self, rest: &str, now: Duration) {
        let mine = self.plies_to_my_turn();
        let Some(count) = self.count(rest, mine) else { return };
        // Without a number, one's own move is meant: the machine's first is not followed back.
        if self.game.cursor() == 0 || (rest.is_empty() && self.game.cursor() < mine) {
            return self.cannot("There is no move to take back.");
        }
        let count = count.min(self.game.cursor());
        self.game.taken_back = self.game.taken_back.saturating_add(count);
        self.game.decided = None;
        let taken: Vec<String> =
            (self.game.cursor() - count..self.game.cursor()).map(|ply| self.told(ply)).collect();
        self.game.undo_to(self.game.cursor() - count);
        self.held = true;
        self.leave_moment();
        self.reset_clock(now);
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
        if self.game.redoable() == 0 {
            return self.cannot("There is nothing to play again.");
        }
        let count = count.min(self.game.redoable());
        self.game.taken_back = self.game.taken_back.saturating_sub(count);
        self.leave_moment();
        for _ in 0..count {
            self.game.redo();
            self.tell(self.game.cursor() - 1);
        }
        self.held = self.game.redoable() > 0;
        self.reset_clock(now);
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
        self.found.clear();
        self.held = false;
        self.leave_moment();
        self.clock = self.control.clone().map(Clock::new);
        self.start_first_clock(now);
        self.wants(Wish::Begin);
        self.says("A new game.");
        self.judge();
        self.wants(Wish::Keep);
    }

    pub(super) fn go_to(&mut self, moment: Moment) {
        let ply = match moment.ply(self.game.board().start(), self.game.plies.len()) {
            Ok(ply) => ply,
            Err(why) => return self.cannot(format!("{}.", capitalised(&why.to_string()))),
        };
        self.held = true;
        self.look_at(ply);
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

    fn step_forward(&mut self) {
        if self.game.is_at_end() {
            return self.cannot("This is the end of the game.");
        }
        self.held = true;
        let ply = self.game.cursor();
        self.look_at(ply + 1);
        self.tell(ply);
        self.judge();
    }

    fn step_back(&mut self) {
        match self.game.cursor().checked_sub(1) {
            Some(ply) => self.go_to(Moment::Ply(ply)),
            None => self.cannot("This is the start of the game."),
        }
    }

    /// Looks at another moment. The clock belongs to the end of the game, and runs on there.
    fn look_at(&mut self, ply: usize) {
        self.game.go_to(ply);
        self.leave_moment();
    }

    /// What was said and asked at a moment is not said and asked at another.
    fn leave_moment(&mut self) {
        self.forget_hints();
        self.question = None;
        self.offer = None;
        self.wants(Wish::StopThinking);
    }

    fn take_over(&mut self, rest: &str, now: Duration) {
        let sides: &[Color] = match rest.to_ascii_lowercase().as_str() {
            "white" => &[Color::White],
            "black" => &[Color::Black],
            "both" | "" => &Color::ALL,
            _ => return self.cannot(format!("Expected white, black or both, found `{rest}`.")),
        };
        for &color in sides {
            self.seats[color].kind = PlayerSpec::Human(self.seats[color].name.clone());
        }
        self.leave_moment();
        self.cut_here(now);
        self.held = false;
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
