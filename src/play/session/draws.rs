//! Offers, claims and giving up.

use std::time::Duration;

use crate::notation::Moment;
use crate::play::choices::Draws;
use crate::play::ending::{Ending, Loser};
use crate::play::event::{Event, Wish};
use crate::rules::{Color, Position};

use super::{Ply, Question, Session, command};

/// What the opponent gets for a wrong claim.
const PENALTY: Duration = Duration::from_mins(2);

/// Words of refusal after the game.
pub(super) const GAME_IS_OVER: &str = "The game is over";

impl Session {
    /// The side of whoever types: the one to move, unless a machine moves and a person waits.
    fn speaker(&self) -> Color {
        let turn = self.turn();
        let waits = !self.seats[turn].kind.is_human() && self.seats[!turn].kind.is_human();
        if waits { !turn } else { turn }
    }

    pub(super) fn offer_draw(&mut self, now: Duration) {
        if self.is_over() {
            return;
        }
        let color = self.speaker();
        match self.offer {
            Some(by) if by == color => {
                self.cannot("You have offered a draw already; it stands with your move.");
            }
            Some(_) => self.decide(Ending::Agreement, now),
            None => {
                self.offer = Some(color);
                let (name, other) = (color.name(), (!color).name());
                self.says(format!(
                    "{name} offers a draw. The offer stands with {name}'s move; then {other} may answer \"draw\" or \"decline\"."
                ));
                // A machine that is thinking already has to be asked again.
                self.wants(Wish::StopThinking);
            }
        }
    }

    pub(super) fn decline(&mut self) {
        let color = self.speaker();
        if self.offer == Some(!color) {
            self.offer = None;
            let name = color.name();
            self.says(format!("{name} declines the draw."));
        } else {
            self.cannot("Nobody has offered a draw.");
        }
    }

    pub(super) fn resign(&mut self, now: Duration) {
        if self.is_over() {
            return;
        }
        if self.confirms {
            let name = self.speaker().name();
            self.events.push(Event::Asks(format!("{name} resigns: are you sure?")));
            self.question = Some(Question::Resignation);
        } else {
            self.give_up(self.speaker(), false, now);
        }
    }

    pub(super) fn answer_resignation(&mut self, line: &str, now: Duration) {
        if matches!(line.to_ascii_lowercase().as_str(), "y" | "yes" | "resign") {
            self.give_up(self.speaker(), false, now);
            return self.wants(Wish::StopThinking);
        }
        self.says("The game goes on.");
        match command::leading(line) {
            Some((verb, rest)) => self.act(verb, rest, now),
            None => self.announce_turn(true),
        }
    }

    pub(super) fn give_up(&mut self, loser: Color, mate: bool, now: Duration) {
        let winnable = self.position().can_mate(!loser);
        self.decide(Ending::Resignation { loser: self.loser(loser), mate, winnable }, now);
    }

    /// A side that has lost by its own doing, with the name of its engine.
    pub(super) fn loser(&self, color: Color) -> Loser {
        Loser { color, engine: self.seats[color].kind.engine_name() }
    }

    /// Says so if the game is over already. Who speaks of the result speaks of the end of the game.
    fn is_over(&mut self) -> bool {
        if !self.game.is_at_end() {
            self.go_to(Moment::End);
        }
        let over = self.ending().is_some();
        if over {
            self.cannot(format!("{GAME_IS_OVER}."));
        }
        over
    }

    pub(super) fn claim(&mut self, rest: &str, now: Duration) {
        if self.is_over() {
            return;
        }
        if self.speaker() != self.turn() {
            return self.cannot("A draw is claimed on one's own turn.");
        }
        match rest.strip_prefix("with ").map(str::trim) {
            Some(text) => self.claim_ahead(text, now),
            None if rest.is_empty() => self.claim_now(now),
            None => {
                self.cannot(
                    "Type \"claim\", or \"claim with\" and the move you are about to make.",
                );
            }
        }
    }

    /// FIDE 9.2.1.2 and 9.3.2: the position is on the board.
    fn claim_now(&mut self, now: Duration) {
        let claimant = self.turn();
        match self.claimable(claimant) {
            Some(ending) => self.decide(ending, now),
            None => self.refuse_claim(claimant),
        }
    }

    /// FIDE 9.2.1.1 and 9.3.1: the position is about to appear by a move that is only written down.
    fn claim_ahead(&mut self, text: &str, now: Duration) {
        let claimant = self.turn();
        let before = self.game.clone();
        let Some(mv) = self.single_move(text) else { return self.refuse(text) };
        self.game.push(Ply::new(mv, String::new()));
        let granted = self.claimable(claimant);
        let counted = (self.game.board().occurrences_at().len(), self.position().halfmoves());
        self.game = before;
        if let Some(ending) = granted {
            return self.decide(ending, now);
        }
        self.deny(claimant, counted);
        self.play(mv, now);
    }

    /// Whether a machine may claim at its turn.
    pub(super) fn is_claimable(&self) -> bool {
        self.settings.play.draws == Draws::Fide && self.claimable(self.turn()).is_some()
    }

    /// The machine whose turn it is claims. A wrong claim would only be made again.
    pub(super) fn claim_by_machine(&mut self, now: Duration) {
        self.claim_now(now);
        self.held = self.ending().is_none();
    }

    fn claimable(&self, claimant: Color) -> Option<Ending> {
        let plies = self.game.board().occurrences_at();
        if plies.len() >= 3 {
            let claim = Some((claimant, self.list_moments(&plies)));
            return Some(Ending::Repetition { times: 3, claim });
        }
        (self.position().halfmoves() >= 100)
            .then_some(Ending::MovesWithoutProgress { moves: 50, claim: Some(claimant) })
    }

    /// `5... 7... and 9...`
    fn list_moments(&self, plies: &[usize]) -> String {
        let names: Vec<String> = plies
            .iter()
            .map(|&ply| match ply.checked_sub(1) {
                Some(last) => self.game.numbered(last),
                None => "the start".into(),
            })
            .collect();
        match names.split_last() {
            Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(" ")),
            _ => names.concat(),
        }
    }

    fn refuse_claim(&mut self, claimant: Color) {
        let counted = (self.game.board().occurrences_at().len(), self.position().halfmoves());
        self.deny(claimant, counted);
    }

    fn deny(&mut self, claimant: Color, (times, halfmoves): (usize, u32)) {
        let why = if halfmoves >= 60 {
            format!(
                "{} moves have been made without a capture or a pawn move, 50 are needed (FIDE 9.3)",
                halfmoves / 2
            )
        } else {
            let word = if times == 1 { "time" } else { "times" };
            format!("this position has occurred {times} {word}, 3 are needed (FIDE 9.2)")
        };
        let penalty = self.penalise(claimant);
        self.cannot(format!("Claim refused: {why}.{penalty} The game goes on."));
    }

    /// FIDE 9.5.3
    fn penalise(&mut self, claimant: Color) -> String {
        match &mut self.clock {
            Some(clock) => {
                clock.give(!claimant, PENALTY);
                format!(" {} gets two minutes more.", (!claimant).name())
            }
            None => String::new(),
        }
    }
}
