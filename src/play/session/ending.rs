//! How a game ends: on the board, by agreement, by a claim, by resignation or on time.

use std::time::Duration;

use crate::notation::Moment;
use crate::notation::reason::capitalised;
use crate::play::settings::DrawRule;
use crate::rules::{Color, Position};

use super::game_over::in_words;
use super::{Effect, Event, GameOver, GamePly, Loser, Question, Session, commands};

/// The time that the opponent gets for a wrong claim.
// FIDE 9.5.3
const PENALTY: Duration = Duration::from_mins(2);

/// The refusal of everything that would change the result.
pub(super) const GAME_IS_OVER: &str = "The game is over.";

impl Session {
    /// Why the game is over, if it is.
    pub fn ending(&self) -> Option<GameOver> {
        let decided = self.game.decided.clone().filter(|_| self.game.is_at_end());
        decided.or_else(|| self.ending_on_board())
    }

    /// Mate, stalemate and dead positions end every game; repetition and the move counter depend on the
    /// settings.
    fn ending_on_board(&self) -> Option<GameOver> {
        let position = self.position();
        // The user chose the first position, however dead it is.
        if self.game.cursor() == 0 && position.has_legal_move() {
            return None;
        }
        let occurrences = self.game.board().occurrences();
        if let Some(outcome) = position.outcome(occurrences) {
            return Some(GameOver::by_rules(outcome, position));
        }
        let is_automatic = self.settings.play.draws == DrawRule::Auto;
        let claim = position.claims(occurrences).next().filter(|_| is_automatic)?;
        Some(GameOver::unclaimed(claim, position))
    }

    /// After a move: announces the end of the game, or what is new and whose turn it is.
    pub(super) fn announce(&mut self) {
        if let Some(ending) = self.ending() {
            return self.announce_ending(ending);
        }
        self.announce_claims();
        self.announce_turn(false);
    }

    /// With FIDE draws, announces that a claim is near or possible.
    fn announce_claims(&mut self) {
        if self.settings.play.draws != DrawRule::Fide {
            return;
        }
        let name = self.turn().name();
        let limits = self.position().claim_limits();
        let occurrences = self.game.board().occurrences_at().len();
        match limits.occurrences {
            Some(3) => self.announce_repetition(occurrences),
            Some(most) if occurrences >= most => self.message(format!(
                "This position has now occurred {occurrences} times: {name} may claim a draw (type \"claim\")."
            )),
            Some(_) | None => (),
        }
        let halfmoves = self.position().halfmoves();
        if let Some(moves) = limits.moves.filter(|moves| halfmoves == moves.saturating_mul(2)) {
            let moves = capitalised(&in_words(moves));
            self.message(format!(
                "{moves} moves without a capture or a pawn move: {name} may claim a draw (type \"claim\")."
            ));
        }
    }

    /// The sentences about a position that may be claimed as a draw at its third occurrence.
    fn announce_repetition(&mut self, occurrences: usize) {
        let name = self.turn().name();
        match occurrences {
            0 | 1 => (),
            2 => self.message("This position has now occurred twice."),
            3 => {
                self.message(format!(
                    "Third occurrence: {name} may claim a draw (type \"claim\")."
                ));
            }
            _ => self.message(format!("Fourth occurrence: {name} may claim a draw.")),
        }
    }

    /// Ends the game by something that the board does not show. A result belongs to the end of the game,
    /// whatever moment the user looks at.
    pub(super) fn decide(&mut self, ending: GameOver, now: Duration) {
        self.stop_clock(now);
        self.game.go_to_end();
        self.game.truncate();
        self.question = None;
        self.game.decided = Some(ending.clone());
        self.draw_offer = None;
        self.announce_ending(ending);
        self.effect(Effect::Autosave);
    }

    /// Announces the end of the game, and at a terminal what can be done next.
    fn announce_ending(&mut self, ending: GameOver) {
        self.events.push(Event::Over(ending));
        if self.is_interactive {
            self.message(
                "Next: \"review\" goes over the game, \"undo\" takes the end back, \"save FILE\", \"new\", \"quit\".",
            );
        }
    }

    /// Goes to the end of the game, which its result belongs to. Reports an error if the game is over.
    fn has_ended(&mut self, now: Duration) -> bool {
        if !self.game.is_at_end() {
            self.go_to(Moment::End, now);
        }
        let is_over = self.ending().is_some();
        if is_over {
            self.error(GAME_IS_OVER);
        }
        is_over
    }

    /// The side of the user who types: the side to move, or the human opponent of a computer player.
    pub(super) fn speaker(&self) -> Color {
        let turn = self.turn();
        if !self.is_human(turn) && self.is_human(!turn) { !turn } else { turn }
    }

    pub(super) fn offer_draw(&mut self, now: Duration) {
        if self.has_ended(now) {
            return;
        }
        let color = self.speaker();
        match self.draw_offer {
            Some(by) if by == color => {
                self.error("You have already offered a draw; the offer is made with your move.");
            }
            Some(_) => self.decide(GameOver::Agreement, now),
            None => {
                self.draw_offer = Some(color);
                let (name, other) = (color.name(), (!color).name());
                let answer = if self.is_human(!color) {
                    "may answer \"draw\" or \"decline\""
                } else {
                    "answers"
                };
                self.message(format!(
                    "{name} offers a draw with the next move; then {other} {answer}."
                ));
                // A computer player that is thinking gets a new request with the offer.
                self.effect(Effect::StopThinking);
            }
        }
    }

    pub(super) fn decline(&mut self) {
        let color = self.speaker();
        if self.draw_offer == Some(!color) {
            self.draw_offer = None;
            self.message(format!("{} declines the draw.", color.name()));
        } else {
            self.error("There is no draw offer to decline.");
        }
    }

    pub(super) fn resign(&mut self, now: Duration) {
        if self.has_ended(now) {
            return;
        }
        if self.is_interactive {
            let name = self.speaker().name();
            self.events.push(Event::Question(format!("{name} resigns: are you sure?")));
            self.question = Some(Question::Resignation);
        } else {
            self.lose_by_resignation(self.speaker(), false, now);
        }
    }

    pub(super) fn answer_resignation(&mut self, line: &str, now: Duration) {
        if matches!(line.to_ascii_lowercase().as_str(), "y" | "yes" | "resign") {
            self.lose_by_resignation(self.speaker(), false, now);
            return self.effect(Effect::StopThinking);
        }
        self.message("The game goes on.");
        match commands::at_question(line) {
            Some((command, rest)) => (command.run)(self, rest, now),
            None => self.announce_turn(true),
        }
    }

    pub(super) fn lose_by_resignation(&mut self, loser: Color, mate: bool, now: Duration) {
        let ending = GameOver::resigned(self.loser(loser), mate, self.position());
        self.decide(ending, now);
    }

    /// A side that lost, with the name of its engine.
    pub(super) fn loser(&self, color: Color) -> Loser {
        Loser { color, engine: self.players[color].spec.engine_name() }
    }

    pub(super) fn claim(&mut self, rest: &str, now: Duration) {
        if self.has_ended(now) {
            return;
        }
        if self.speaker() != self.turn() {
            return self.error("You can claim a draw only on your own turn.");
        }
        match rest.strip_prefix("with ").map(str::trim) {
            Some(text) => self.claim_with_move(text, now),
            None if rest.is_empty() => self.claim_now(now),
            None => self.error("Type \"claim\", or \"claim with\" and your next move."),
        }
    }

    /// FIDE 9.2.1.2 and 9.3.2: the position is on the board.
    fn claim_now(&mut self, now: Duration) {
        let claimant = self.turn();
        match self.claimable(claimant) {
            Some(ending) => self.decide(ending, now),
            None => self.refuse_claim(claimant, self.draw_counters()),
        }
    }

    /// FIDE 9.2.1.1 and 9.3.1: the next move, written down but not played, would reach the position.
    fn claim_with_move(&mut self, text: &str, now: Duration) {
        let claimant = self.turn();
        let before = self.game.clone();
        let Some(mv) = self.single_move(text) else { return self.refuse(text) };
        self.game.push(GamePly::new(mv, String::new()));
        let (granted, counters) = (self.claimable(claimant), self.draw_counters());
        self.game = before;
        if let Some(ending) = granted {
            return self.decide(ending, now);
        }
        self.refuse_claim(claimant, counters);
        self.play(mv, now);
    }

    /// Whether the side to move can claim a draw.
    pub(super) fn is_claimable(&self) -> bool {
        self.settings.play.draws == DrawRule::Fide && self.claimable(self.turn()).is_some()
    }

    /// The computer player to move claims a draw. After a wrong claim it waits: it would claim again.
    pub(super) fn claim_by_computer(&mut self, now: Duration) {
        self.claim_now(now);
        self.on_hold = self.ending().is_none();
    }

    fn claimable(&self, claimant: Color) -> Option<GameOver> {
        let plies = self.game.board().occurrences_at();
        let limits = self.position().claim_limits();
        if let Some(times) = limits.occurrences.filter(|times| plies.len() >= *times) {
            let claim = Some((claimant, self.list_moments(&plies)));
            return Some(GameOver::Repetition { times, claim });
        }
        let halfmoves = self.position().halfmoves();
        let moves = limits.moves.filter(|moves| halfmoves >= moves.saturating_mul(2))?;
        Some(GameOver::MovesWithoutProgress { moves, claim: Some(claimant) })
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

    /// How often the position has occurred, and the plies without a capture or a pawn move.
    fn draw_counters(&self) -> (usize, u32) {
        (self.game.board().occurrences_at().len(), self.position().halfmoves())
    }

    fn refuse_claim(&mut self, claimant: Color, (times, halfmoves): (usize, u32)) {
        let limits = self.position().claim_limits();
        let why = match (limits.moves, limits.occurrences) {
            (Some(needed), occurrences) if halfmoves >= 60 || occurrences.is_none() => {
                let article = if needed == 50 { " (FIDE 9.3)" } else { "" };
                let moves = halfmoves / 2;
                format!(
                    "{moves} moves have been made without a capture or a pawn move, {needed} are needed{article}"
                )
            }
            (_, Some(needed)) => {
                let word = if times == 1 { "time" } else { "times" };
                let article = if needed == 3 { " (FIDE 9.2)" } else { "" };
                format!("this position has occurred {times} {word}, {needed} are needed{article}")
            }
            (_, None) => "no draw can be claimed in this variant".to_owned(),
        };
        let penalty = self.clock.as_mut().map(|clock| {
            clock.give(!claimant, PENALTY);
            format!(" {} gets two more minutes.", (!claimant).name())
        });
        let penalty = penalty.unwrap_or_default();
        self.error(format!("Claim refused: {why}.{penalty} The game goes on."));
    }
}
