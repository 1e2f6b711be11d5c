//! Computer players: when they are asked for a move, what their answers mean, and the commands for them.

use std::time::Duration;

use crate::players::{Choice, MoveRequest, PlayerSpec, Score};
use crate::rules::{AnyMove, Color, Position};

use super::ending::GAME_IS_OVER;

use super::{Effect, Event, GameOver, Session};

impl Session {
    /// The computer player to move, if it may move now.
    pub fn computer_to_move(&self) -> Option<Color> {
        let color = self.turn();
        let waits_for_enter = self.settings.play.step && self.steps == 0;
        let may_move = !self.is_human(color) && !self.on_hold && !waits_for_enter;
        (may_move && self.question.is_none() && self.game.is_at_end() && self.ending().is_none())
            .then_some(color)
    }

    /// Whether a line makes sense only after the search that is under way: after a search for hints every
    /// line, after a computer player's move the user's own move, or with `--step` the next Enter.
    pub fn must_wait(&self, line: &str) -> bool {
        let line = line.trim();
        self.computer_to_move().is_none()
            || match self.command_of(line) {
                None if line.is_empty() => self.settings.play.step,
                None => self.reading(line).is_some(),
                Some((command, _)) => command.word == "go" && self.settings.play.step,
            }
    }

    /// The reply to a line that waits for a computer player or for hints.
    pub fn waiting_notice(&self, line: &str) -> String {
        let line = line.trim();
        let who = match self.computer_to_move() {
            Some(color) => format!("{} is thinking", color.name()),
            None => "A search is running".to_owned(),
        };
        let what = if line.is_empty() {
            "Enter will start the next move".to_owned()
        } else if self.command_of(line).is_none() && self.reading(line).is_some() {
            format!("{line} will be played next")
        } else {
            format!("\"{line}\" will be carried out next")
        };
        format!("{who}; {what}. Type \"stop\" to interrupt.")
    }

    /// The request to the player whose turn it is.
    pub fn request(&self, now: Duration) -> MoveRequest {
        MoveRequest {
            game: self.game.board().clone(),
            clocks: self.times_left(now),
            draw_offered: self.draw_offer == Some(!self.turn()),
            draw_claimable: self.is_claimable(),
        }
    }

    /// Carries out the answer of the computer player whose turn it is.
    pub fn answer(&mut self, choice: Choice, now: Duration) -> Vec<Event> {
        self.watch_clock(now);
        if self.ending().is_none() {
            self.steps = self.steps.saturating_sub(1);
            self.accept(choice, now);
        }
        std::mem::take(&mut self.events)
    }

    fn accept(&mut self, choice: Choice, now: Duration) {
        let color = self.turn();
        match choice {
            Choice::Play(mv) => self.play_checked(mv, now),
            Choice::PlayAndOffer(mv) => {
                self.draw_offer = Some(color);
                self.play_checked(mv, now);
                if self.ending().is_none() {
                    self.message(format!(
                        "{} offers a draw (\"draw\" or \"decline\").",
                        color.name()
                    ));
                }
            }
            Choice::AcceptDraw if self.draw_offer == Some(!color) => {
                self.decide(GameOver::Agreement, now);
            }
            Choice::AcceptDraw => {
                self.on_hold = true;
                self.error(format!("{} accepts a draw without an offer.", color.name()));
            }
            Choice::ClaimDraw => self.claim_by_computer(now),
            Choice::Resign { mate } => self.lose_by_resignation(color, mate, now),
            Choice::Illegal(words) => self.forfeit(words, now),
        }
    }

    fn play_checked(&mut self, mv: AnyMove, now: Duration) {
        if self.position().is_legal(mv) {
            self.play(mv, now);
        } else {
            self.forfeit(self.squares_of(mv), now);
        }
    }

    fn forfeit(&mut self, words: String, now: Duration) {
        self.decide(GameOver::Infraction { loser: self.loser(self.turn()), words }, now);
    }

    /// A score of the side to move, for White.
    pub fn score_for_white(&self, score: Score) -> Score {
        score.for_white(self.turn())
    }

    /// `14. Rfe1`, in the letters of the user.
    pub fn numbered_san(&self, mv: AnyMove) -> String {
        if !self.position().is_legal(mv) {
            return String::new();
        }
        format!("{} {}", self.game.numbered(self.game.cursor()), self.shown_san(mv))
    }

    /// `move` where no computer player is thinking.
    pub(super) fn move_now(&mut self, now: Duration) {
        if self.is_human(self.turn()) && self.ending().is_none() {
            return self.error("It is your move. \"hint\" shows the best one.");
        }
        self.go(now);
    }

    /// A computer player failed: the game waits for a command.
    pub fn hold(&mut self) {
        self.on_hold = true;
    }

    /// Lets the computer players move after a game was resumed.
    pub fn release(&mut self) {
        self.on_hold = false;
    }

    /// Enter: with `--step`, the computer player makes one move.
    pub(super) fn step(&mut self) {
        let is_computers_turn = !self.is_human(self.turn());
        if is_computers_turn && self.settings.play.step && self.ending().is_none() {
            self.steps = 1;
            self.on_hold = false;
        }
    }

    pub(super) fn stop(&mut self) {
        self.on_hold = true;
        self.effect(Effect::StopThinking);
        self.message("Stopped. Type \"go\" to continue.");
    }

    pub(super) fn go(&mut self, now: Duration) {
        let color = self.turn();
        if self.ending().is_some() {
            return self.error(GAME_IS_OVER);
        }
        if self.is_human(color) {
            let name = color.name();
            return self.error(format!("{name} is a human player; \"hint\" shows the best move."));
        }
        self.truncate(now);
        self.on_hold = false;
        self.steps = 1;
    }

    pub(super) fn find_hints(&mut self, rest: &str) {
        let count = if rest.is_empty() { Ok(1) } else { rest.parse() };
        match count {
            _ if self.ending().is_some() => self.error(GAME_IS_OVER),
            Ok(count @ 1..=8) => self.effect(Effect::FindHints(count)),
            _ => self.error(format!("Expected a number from 1 to 8, found `{rest}`.")),
        }
    }

    /// Shows the moves that the search for hints found; their numbers can be typed.
    pub fn show_hints(&mut self, moves: Vec<AnyMove>) -> Vec<Event> {
        let list = self.numbered_list(&moves, 1);
        self.suggestions = moves;
        self.message(format!("Hint: {list}."));
        std::mem::take(&mut self.events)
    }

    pub(super) fn control_engine(&mut self, rest: &str) {
        let turn = self.turn();
        let is_engine = |color: &Color| matches!(self.players[*color].spec, PlayerSpec::Engine(_));
        let Some(color) = [turn, !turn].into_iter().find(is_engine) else {
            return self.error("No engine plays in this game.");
        };
        match rest {
            "restart" => {
                self.on_hold = false;
                self.effect(Effect::RestartEngine(color));
            }
            "off" => {
                self.players[color].spec = PlayerSpec::Human(self.players[color].name.clone());
                self.on_hold = false;
                self.effect(Effect::RestartBuiltIn);
                self.message(format!("You play {} now.", color.name()));
            }
            "" => self.message(format!("{}: {}", color.name(), self.players[color].spec)),
            _ => self.error(format!("Expected restart or off, found `{rest}`.")),
        }
    }
}
