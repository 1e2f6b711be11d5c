//! How a game ends: on the board, by agreement, by a claim, by resignation or on time.

use std::fmt;
use std::time::Duration;

use crate::notation::Moment;
use crate::pgn::GameResult;
use crate::play::settings::DrawRule;
use crate::rules::outcome::{claims, outcome};
use crate::rules::{Claim, Color, Outcome, Position};

use super::{Effect, Event, GamePly, Question, Session, commands};

/// The time that the opponent gets for a wrong claim.
// FIDE 9.5.3
const PENALTY: Duration = Duration::from_mins(2);

/// The refusal of everything that would change the result.
pub(super) const GAME_IS_OVER: &str = "The game is over.";

/// Why the game is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GameOver {
    /// The side to move is mated; the other side wins.
    Checkmate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can mate by any series of legal moves.
    Dead,
    /// The position has occurred several times.
    Repetition {
        /// Three times or five.
        times: usize,
        /// The side that claimed it, and the moves after which it occurred.
        claim: Option<(Color, String)>,
    },
    /// Many moves without a capture or a pawn move.
    MovesWithoutProgress {
        /// Fifty or seventy-five.
        moves: u32,
        /// The side that claimed it.
        claim: Option<Color>,
    },
    /// Both players agreed to a draw.
    Agreement,
    /// A player resigned.
    Resignation {
        /// The side that resigned.
        loser: Loser,
        /// Because mate cannot be avoided.
        mate: bool,
        /// Whether the other side could mate by any series of legal moves.
        winnable: bool,
    },
    /// The time of a side ran out.
    Flag {
        /// That side.
        loser: Color,
        /// Whether the other side could mate by any series of legal moves.
        winnable: bool,
    },
    /// A computer player answered with something other than a legal move.
    Infraction {
        /// Its side.
        loser: Loser,
        /// Its answer.
        words: String,
    },
}

/// A side that lost by resigning or by an illegal move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loser {
    /// The side.
    pub color: Color,
    /// The short name of the external engine that played it.
    pub engine: Option<String>,
}

impl fmt::Display for Loser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.color.name())?;
        self.engine.as_ref().map_or(Ok(()), |engine| write!(f, " ({engine})"))
    }
}

impl From<Outcome> for GameOver {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Checkmate { winner } => Self::Checkmate(winner),
            Outcome::Stalemate => Self::Stalemate,
            Outcome::DeadPosition => Self::Dead,
            Outcome::Fivefold => Self::Repetition { times: 5, claim: None },
            Outcome::SeventyFiveMoves => Self::MovesWithoutProgress { moves: 75, claim: None },
        }
    }
}

impl GameOver {
    /// The result of the game.
    pub fn result(&self) -> GameResult {
        match self {
            Self::Checkmate(winner) => won(*winner),
            // FIDE 5.1.2 and 6.9: a side that cannot mate by any series of legal moves cannot win.
            Self::Resignation { loser, winnable: true, .. } | Self::Infraction { loser, .. } => {
                won(!loser.color)
            }
            Self::Flag { loser, winnable: true } => won(!*loser),
            Self::Stalemate
            | Self::Dead
            | Self::Repetition { .. }
            | Self::MovesWithoutProgress { .. }
            | Self::Agreement
            | Self::Resignation { winnable: false, .. }
            | Self::Flag { winnable: false, .. } => GameResult::Draw,
        }
    }

    /// The PGN tag `Termination`.
    pub fn termination(&self) -> &'static str {
        match self {
            Self::Flag { .. } => "time forfeit",
            Self::Infraction { .. } => "rules infraction",
            Self::Checkmate(_)
            | Self::Stalemate
            | Self::Dead
            | Self::Repetition { .. }
            | Self::MovesWithoutProgress { .. }
            | Self::Agreement
            | Self::Resignation { .. } => "normal",
        }
    }

    /// The words after the result in the line `Game over:`.
    pub fn sentence(&self) -> String {
        match self {
            Self::Checkmate(winner) => format!("{} wins by checkmate", winner.name()),
            Self::Stalemate => "draw by stalemate".into(),
            Self::Dead => "draw: neither side can mate".into(),
            Self::Repetition { times, claim } => repetition(*times, claim.as_ref()),
            Self::MovesWithoutProgress { moves, claim } => {
                let rule = if *moves == 50 { "fifty" } else { "seventy-five" };
                let claim = claim.map(|by| format!(" (claimed by {})", by.name()));
                format!("draw by the {rule}-move rule{}", claim.unwrap_or_default())
            }
            Self::Agreement => "draw by agreement".into(),
            Self::Resignation { loser, mate, winnable } => {
                let why = if *mate { " (mate cannot be avoided)" } else { "" };
                format!("{loser} resigns{why}{}", unless_winnable(*winnable, loser.color))
            }
            Self::Flag { loser, winnable: true } => format!("{} loses on time", loser.name()),
            Self::Flag { loser, winnable: false } => {
                format!("{}'s time is up{}", loser.name(), unless_winnable(false, *loser))
            }
            Self::Infraction { loser, words } => {
                format!("{loser} played {words}, which is illegal here: forfeits")
            }
        }
    }
}

fn won(winner: Color) -> GameResult {
    match winner {
        Color::White => GameResult::White,
        Color::Black => GameResult::Black,
    }
}

fn repetition(times: usize, claim: Option<&(Color, String)>) -> String {
    let word = if times >= 5 { "fivefold" } else { "threefold" };
    match claim {
        Some((by, moves)) => {
            format!("draw by {word} repetition (claimed by {}; after {moves})", by.name())
        }
        None => format!("draw by {word} repetition"),
    }
}

fn unless_winnable(winnable: bool, loser: Color) -> String {
    if winnable { String::new() } else { format!(", but {} cannot mate", (!loser).name()) }
}

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
        if let Some(outcome) = outcome(position, occurrences) {
            return Some(outcome.into());
        }
        let is_automatic = self.settings.play.draws == DrawRule::Auto;
        let claim = claims(position.halfmoves(), occurrences).next().filter(|_| is_automatic)?;
        Some(match claim {
            Claim::Threefold => GameOver::Repetition { times: 3, claim: None },
            Claim::FiftyMoves => GameOver::MovesWithoutProgress { moves: 50, claim: None },
        })
    }

    /// After a move: announces the end of the game, or what is new and whose turn it is.
    pub(super) fn announce(&mut self) {
        if let Some(ending) = self.ending() {
            return self.events.push(Event::Over(ending));
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
        match self.game.board().occurrences_at().len() {
            0 | 1 => (),
            2 => self.message("This position has now occurred twice."),
            3 => {
                self.message(format!(
                    "Third occurrence: {name} may claim a draw (type \"claim\")."
                ));
            }
            _ => self.message(format!("Fourth occurrence: {name} may claim a draw.")),
        }
        if self.position().halfmoves() == 100 {
            self.message(format!(
                "Fifty moves without a capture or a pawn move: {name} may claim a draw (type \"claim\")."
            ));
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
        self.events.push(Event::Over(ending));
        self.effect(Effect::Autosave);
    }

    /// Goes to the end of the game, which its result belongs to. Reports an error if the game is over.
    fn has_ended(&mut self) -> bool {
        if !self.game.is_at_end() {
            self.go_to(Moment::End);
        }
        let is_over = self.ending().is_some();
        if is_over {
            self.error(GAME_IS_OVER);
        }
        is_over
    }

    /// The side of the user who types: the side to move, or the human opponent of a computer player.
    fn speaker(&self) -> Color {
        let turn = self.turn();
        if !self.is_human(turn) && self.is_human(!turn) { !turn } else { turn }
    }

    pub(super) fn offer_draw(&mut self, now: Duration) {
        if self.has_ended() {
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
                self.message(format!(
                    "{name} offers a draw with the next move; then {other} may answer \"draw\" or \"decline\"."
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
        if self.has_ended() {
            return;
        }
        if self.confirm {
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
        let winnable = self.position().can_mate(!loser);
        self.decide(GameOver::Resignation { loser: self.loser(loser), mate, winnable }, now);
    }

    /// A side that lost, with the name of its engine.
    pub(super) fn loser(&self, color: Color) -> Loser {
        Loser { color, engine: self.players[color].spec.engine_name() }
    }

    pub(super) fn claim(&mut self, rest: &str, now: Duration) {
        if self.has_ended() {
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
        if plies.len() >= 3 {
            let claim = Some((claimant, self.list_moments(&plies)));
            return Some(GameOver::Repetition { times: 3, claim });
        }
        (self.position().halfmoves() >= 100)
            .then_some(GameOver::MovesWithoutProgress { moves: 50, claim: Some(claimant) })
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
        let why = if halfmoves >= 60 {
            format!(
                "{} moves have been made without a capture or a pawn move, 50 are needed (FIDE 9.3)",
                halfmoves / 2
            )
        } else {
            let word = if times == 1 { "time" } else { "times" };
            format!("this position has occurred {times} {word}, 3 are needed (FIDE 9.2)")
        };
        let penalty = self.clock.as_mut().map(|clock| {
            clock.give(!claimant, PENALTY);
            format!(" {} gets two more minutes.", (!claimant).name())
        });
        let penalty = penalty.unwrap_or_default();
        self.error(format!("Claim refused: {why}.{penalty} The game goes on."));
    }
}

#[cfg(test)]
mod tests {
    use super::{GameOver, Loser};
    use crate::rules::Color::{Black, White};

    #[test]
    fn every_ending_has_its_result_and_its_sentence() {
        let player = Loser { color: Black, engine: None };
        let engine = Loser { color: Black, engine: Some("gnuchess".into()) };
        let table = [
            (GameOver::Checkmate(Black), "0-1", "Black wins by checkmate"),
            (GameOver::Stalemate, "1/2-1/2", "draw by stalemate"),
            (GameOver::Dead, "1/2-1/2", "draw: neither side can mate"),
            (
                GameOver::Repetition { times: 3, claim: None },
                "1/2-1/2",
                "draw by threefold repetition",
            ),
            (
                GameOver::MovesWithoutProgress { moves: 50, claim: None },
                "1/2-1/2",
                "draw by the fifty-move rule",
            ),
            (
                GameOver::Resignation { loser: player, mate: true, winnable: true },
                "1-0",
                "Black resigns (mate cannot be avoided)",
            ),
            (
                GameOver::Resignation { loser: engine.clone(), mate: false, winnable: true },
                "1-0",
                "Black (gnuchess) resigns",
            ),
            (
                GameOver::Infraction { loser: engine, words: "e7e9".into() },
                "1-0",
                "Black (gnuchess) played e7e9, which is illegal here: forfeits",
            ),
            (GameOver::Flag { loser: White, winnable: true }, "0-1", "White loses on time"),
            (
                GameOver::Flag { loser: White, winnable: false },
                "1/2-1/2",
                "White's time is up, but Black cannot mate",
            ),
        ];
        for (ending, result, sentence) in table {
            assert_eq!((ending.result().text(), ending.sentence().as_str()), (result, sentence));
        }
    }
}
