//! The question what a pawn becomes. It cannot be declined, but the move can be taken back.

use std::time::Duration;

use crate::play::event::Event;
use crate::rules::{Move, Role};

use super::{Question, Session, command};

impl Session {
    pub(super) fn answer_promotion(&mut self, moves: Vec<Move>, line: &str, now: Duration) {
        let word = line.to_ascii_lowercase();
        if word == "cancel" {
            self.says("The move is not played.");
            return self.announce_turn(true);
        }
        let chosen = self.promotion_named(&word);
        if let Some(&mv) = moves.iter().find(|mv| chosen.is_some() && mv.promotion == chosen) {
            return self.play(mv, now);
        }
        if let Some((verb, rest)) = command::leading(line) {
            // The question stands unless the command asks another or leaves the position.
            let asked = Question::Promotion(moves);
            self.question = Some(asked.clone());
            self.act(verb, rest, now);
            if self.question == Some(asked) {
                self.events.push(Event::Promote);
            }
        } else {
            self.events.push(Event::PromoteAgain(line.to_owned()));
            self.question = Some(Question::Promotion(moves));
        }
    }

    /// A letter as the question has it, one of the user's language, or a whole word.
    fn promotion_named(&self, word: &str) -> Option<Role> {
        if let Some(role) = Role::PROMOTIONS.into_iter().find(|role| role.name() == word) {
            return Some(role);
        }
        let mut letters = word.trim_start_matches('=').chars();
        let letter = letters.next()?.to_ascii_uppercase();
        let alone = letters.next().is_none();
        let english = u8::try_from(letter).ok().and_then(Role::from_letter);
        let role = english.or_else(|| self.letters().role(letter));
        role.filter(|_| alone)
    }
}
