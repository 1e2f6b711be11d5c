//! Whether the game is over at the moment, and what follows from that.

use crate::play::choices::Draws;
use crate::play::ending::Ending;
use crate::play::event::Event;
use crate::rules::outcome::{claims, outcome};
use crate::rules::{Claim, Position};

use super::Session;

impl Session {
    /// Why the game is over, if it is.
    pub fn ending(&self) -> Option<Ending> {
        let decided = self.game.decided.clone().filter(|_| self.game.is_at_end());
        decided.or_else(|| self.on_the_board())
    }

    /// Mate, stalemate and dead positions end every game; the counters, by the rules of the table.
    fn on_the_board(&self) -> Option<Ending> {
        let position = self.position();
        // A position one was asked to play on from is played on from, however dead it is.
        if self.game.cursor() == 0 && position.has_legal_move() {
            return None;
        }
        let occurrences = self.game.board().occurrences();
        if let Some(outcome) = outcome(position, occurrences) {
            return Some(outcome.into());
        }
        let automatic = self.settings.play.draws == Draws::Auto;
        let claim = claims(position.halfmoves(), occurrences).next().filter(|_| automatic)?;
        Some(match claim {
            Claim::Threefold => Ending::Repetition { times: 3, claim: None },
            Claim::FiftyMoves => Ending::MovesWithoutProgress { moves: 50, claim: None },
        })
    }

    /// After a move: says that the game is over, or what is new and whose turn it is.
    pub(super) fn judge(&mut self) {
        if let Some(ending) = self.ending() {
            return self.events.push(Event::Over(ending));
        }
        self.notice_draws();
        self.announce_turn(false);
    }

    /// With FIDE draws, tells when a claim comes near or is there.
    fn notice_draws(&mut self) {
        if self.settings.play.draws != Draws::Fide {
            return;
        }
        let name = self.turn().name();
        match self.game.board().occurrences_at().len() {
            0 | 1 => (),
            2 => self.says("This position has now occurred twice."),
            3 => self.says(format!("Third occurrence: {name} may claim a draw (type \"claim\").")),
            _ => self.says(format!("Fourth occurrence: {name} may claim a draw.")),
        }
        if self.position().halfmoves() == 100 {
            self.says(format!(
                "Fifty moves without a capture or a pawn move: {name} may claim a draw (type \"claim\")."
            ));
        }
    }

    /// Ends the game by something the board does not show. A result belongs to the end of the game,
    /// whatever moment one looks at.
    pub(super) fn decide(&mut self, ending: Ending, now: std::time::Duration) {
        self.stop_clock(now);
        self.game.go_to_end();
        self.game.cut();
        self.question = None;
        self.game.decided = Some(ending.clone());
        self.offer = None;
        self.events.push(Event::Over(ending));
        self.wants(crate::play::event::Wish::Keep);
    }
}
