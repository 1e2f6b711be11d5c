//! Moving through the game: undo and redo, a replay, a new game, and taking over a side.

use std::time::Duration;

use crate::notation::Moment;
use crate::players::PlayerSpec;
use crate::rules::Color;

use super::{
    Clock, Effect, Event, GameOver, NextGame, PlayedGame, PlayedMove, Session, SpokenMove, names,
};

impl Session {
    pub(super) fn undo(&mut self, rest: &str, now: Duration) {
        if rest.is_empty() && self.take_back_ending(now) {
            return;
        }
        let own_move = self.plies_to_own_move();
        let Some(count) = self.ply_count(rest, own_move) else { return };
        // Without a number the user takes back a move of their own, not the computer's first one.
        if self.game.cursor() == 0 || (rest.is_empty() && self.game.cursor() < own_move) {
            return self.error("There is no move to take back.");
        }
        let count = count.min(self.game.cursor());
        self.game.taken_back = self.game.taken_back.saturating_add(count);
        self.game.decided = None;
        let first = self.game.cursor() - count;
        let taken: Vec<String> =
            (first..self.game.cursor()).map(|ply| self.numbered_move(ply)).collect();
        self.game.undo_to(first);
        self.on_hold = true;
        self.leave_position();
        self.reset_clock(now);
        self.message(format!("Taken back: {}.", taken.join(" ")));
        self.redraw(now);
        self.announce_turn(true);
        self.mention_hold();
        self.effect(Effect::Autosave);
    }

    /// Takes back a resignation or an agreement; whether there was one.
    fn take_back_ending(&mut self, now: Duration) -> bool {
        let what = match self.game.decided.as_ref().filter(|_| self.game.is_at_end()) {
            Some(GameOver::Resignation { .. }) => "resignation",
            Some(GameOver::Agreement) => "draw",
            _ => return false,
        };
        self.game.decided = None;
        self.on_hold = true;
        self.leave_position();
        self.start_clock(now);
        self.message(format!("The {what} is taken back."));
        self.announce_turn(true);
        self.effect(Effect::Autosave);
        true
    }

    /// Drops the recorded moves after the cursor, if there are any; `redo` brings them back.
    pub(super) fn leave_record(&mut self, now: Duration) {
        let plies = self.game.plies.len() - self.game.cursor();
        if plies == 0 {
            return;
        }
        let moves = if plies == 1 { "1 ply is".to_owned() } else { format!("{plies} plies are") };
        self.message(format!("You leave the record: {moves} dropped; \"redo\" brings them back."));
        self.record = Some(self.game.clone());
        self.truncate(now);
    }

    /// Brings back the recorded game where the user left it; whether there is one.
    fn return_to_record(&mut self, now: Duration) -> bool {
        let Some(record) = self.record.take() else { return false };
        self.game = record;
        self.on_hold = true;
        self.leave_position();
        self.stop_clock(now);
        self.message("The record is back; \"next\" follows it.");
        self.redraw(now);
        self.announce();
        self.effect(Effect::Autosave);
        true
    }

    /// Says how a computer player moves again that waits at its turn.
    fn mention_hold(&mut self) {
        let color = self.turn();
        if self.on_hold && !self.is_human(color) && self.ending().is_none() {
            self.message(format!("{} waits; \"go\" lets it move.", color.name()));
        }
    }

    /// Against a computer player the user's last move is two plies away, between humans one.
    fn plies_to_own_move(&self) -> usize {
        let turn = self.turn();
        if self.is_human(turn) && !self.is_human(!turn) { 2 } else { 1 }
    }

    pub(super) fn redo(&mut self, rest: &str, now: Duration) {
        let Some(count) = self.ply_count(rest, self.plies_to_own_move()) else { return };
        if self.game.redoable() == 0 && self.return_to_record(now) {
            return;
        }
        if self.game.redoable() == 0 {
            return self.error("There is no move to play again.");
        }
        let count = count.min(self.game.redoable());
        self.game.taken_back = self.game.taken_back.saturating_sub(count);
        self.leave_position();
        for _ in 0..count {
            self.game.redo();
            self.show_ply(self.game.cursor() - 1);
        }
        self.on_hold = self.game.redoable() > 0;
        self.reset_clock(now);
        self.redraw(now);
        self.announce();
        self.mention_hold();
        self.effect(Effect::Autosave);
    }

    /// The number after a command, or its default.
    fn ply_count(&mut self, rest: &str, default: usize) -> Option<usize> {
        let count = if rest.is_empty() { Some(default) } else { rest.parse().ok() };
        let count = count.filter(|&count| count > 0);
        if count.is_none() {
            self.error(format!("Expected a number of plies, found `{rest}`."));
        }
        count
    }

    pub(super) fn restart(&mut self, now: Duration) {
        let same = || (self.game.variant, self.game.board().start().clone());
        let NextGame { start, control } = std::mem::take(&mut self.next);
        let (variant, start) = start.unwrap_or_else(same);
        self.control = control.unwrap_or_else(|| self.control.take());
        self.game = PlayedGame::new(variant, start);
        self.file_tags.clear();
        self.record = None;
        self.on_hold = false;
        self.leave_position();
        self.clock = self.control.clone().map(Clock::new);
        self.start_first_clock(now);
        self.effect(Effect::StartFiles);
        self.message("A new game.");
        if self.is_interactive {
            self.introduce(now);
        }
        self.announce();
        self.effect(Effect::Autosave);
    }

    pub(super) fn go_to_named(&mut self, rest: &str, now: Duration) {
        match rest.parse::<Moment>() {
            Ok(moment) => self.go_to(moment, now),
            Err(why) => self.error(format!("{why}.")),
        }
    }

    pub(super) fn go_to(&mut self, moment: Moment, now: Duration) {
        let ply = match moment.ply(self.game.board().start(), self.game.plies.len()) {
            Ok(ply) => ply,
            Err(why) => return self.error(format!("{why}.")),
        };
        self.on_hold = true;
        self.look_at(ply);
        match ply.checked_sub(1) {
            Some(last) => self.show_ply(last),
            None => self.show_preface(),
        }
        self.redraw(now);
        self.announce();
    }

    fn show_preface(&mut self) {
        self.message("The start of the game.");
        for comment in self.game.preface.clone() {
            self.message(format!("{{{comment}}}"));
        }
    }

    pub(super) fn step_forward(&mut self, now: Duration) {
        if self.game.is_at_end() {
            return self.error("This is the end of the game.");
        }
        self.on_hold = true;
        let ply = self.game.cursor();
        self.look_at(ply + 1);
        self.show_ply(ply);
        self.redraw(now);
        self.announce();
    }

    pub(super) fn step_back(&mut self, now: Duration) {
        match self.game.cursor().checked_sub(1) {
            Some(ply) => self.go_to(Moment::Ply(ply), now),
            None => self.error("This is the start of the game."),
        }
    }

    /// Moves the cursor. The clock belongs to the end of the game and runs on there.
    fn look_at(&mut self, ply: usize) {
        self.game.go_to(ply);
        self.leave_position();
    }

    /// Drops questions, offers and suggestions, which belong to one position.
    fn leave_position(&mut self) {
        self.forget_suggestions();
        self.question = None;
        self.draw_offer = None;
        self.effect(Effect::StopThinking);
    }

    pub(super) fn take_over(&mut self, rest: &str, now: Duration) {
        let sides: &[Color] = match rest.to_ascii_lowercase().as_str() {
            "white" => &[Color::White],
            "black" => &[Color::Black],
            "both" | "" => &Color::ALL,
            _ => return self.error(format!("Expected white, black or both, found `{rest}`.")),
        };
        for &color in sides {
            self.players[color].spec = PlayerSpec::Human(self.players[color].name.clone());
        }
        self.leave_position();
        self.leave_record(now);
        self.truncate(now);
        self.on_hold = false;
        let side = if let [color] = sides { color.name() } else { "both sides" };
        self.message(format!("You play {side} from here."));
        self.announce();
        self.effect(Effect::Autosave);
    }

    /// `last`: in a replay goes to the end, otherwise shows the last moves.
    pub(super) fn last(&mut self, rest: &str, now: Duration) {
        if rest.is_empty() && !self.game.is_at_end() {
            return self.go_to(Moment::End, now);
        }
        let Some(count) = self.ply_count(rest, 1) else { return };
        if self.game.cursor() == 0 {
            return self.error("No move has been made.");
        }
        for ply in self.game.cursor().saturating_sub(count)..self.game.cursor() {
            self.show_ply(ply);
        }
    }

    /// Shows a move of the game with its glyphs and comments.
    pub(super) fn show_ply(&mut self, at: usize) {
        let Some(ply) = self.game.plies.get(at).cloned() else { return };
        let before = self.game.board().position_at(at);
        let spoken = before.map(|before| SpokenMove::of(before, ply.mv)).unwrap_or_default();
        let played = PlayedMove {
            number: self.game.numbered(at),
            color: self.game.label(at).1,
            comments: ply.node.prose().collect(),
            san: ply.node.text,
            spoken,
            has_usual_pieces: names::has_usual_pieces(self.position()),
            glyphs: ply.node.glyphs,
        };
        self.events.push(Event::Played(Box::new(played)));
    }

    /// `1. e4` in the letters of the user.
    fn numbered_move(&self, ply: usize) -> String {
        let san = self.game.plies.get(ply).map_or("", |ply| ply.node.text.as_str());
        format!("{} {}", self.game.numbered(ply), self.letters().translate(san))
    }
}
