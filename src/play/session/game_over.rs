//! Why a game is over: its result and the sentence about it.

use std::fmt;

use crate::notation::reason::variant;
use crate::pgn::GameResult;
use crate::rules::{AnyPosition, Claim, Color, Outcome, Position, variant::Rules};

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
    /// A rule of a variant ends the game.
    Variant {
        /// The winner, unless the game is drawn.
        winner: Option<Color>,
        /// What has happened: `Black has lost the king`.
        why: String,
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

impl GameOver {
    /// The end that the rules give the game in this position.
    pub fn by_rules(outcome: Outcome, position: &AnyPosition) -> Self {
        match (outcome, position.variant()) {
            (Outcome::Checkmate { winner }, _) => Self::Checkmate(winner),
            (Outcome::Stalemate, _) => Self::Stalemate,
            (Outcome::DeadPosition, _) => Self::Dead,
            (Outcome::Fivefold, _) => Self::Repetition { times: 5, claim: None },
            (Outcome::SeventyFiveMoves, _) => {
                let moves = position.claim_limits().moves.map_or(75, |moves| moves + moves / 2);
                Self::MovesWithoutProgress { moves, claim: None }
            }
            (Outcome::Variant(outcome), Some(position)) => {
                let why = variant::ending(position.rules(), outcome);
                Self::Variant { winner: outcome.winner, why }
            }
            (Outcome::Variant(outcome), None) => {
                Self::Variant { winner: outcome.winner, why: outcome.ending.name().to_owned() }
            }
        }
    }

    /// A side resigns in this position, perhaps because mate cannot be avoided.
    pub fn resigned(loser: Loser, mate: bool, position: &AnyPosition) -> Self {
        // Without a royal piece, or without check, there is no mate.
        let knows_mate = |rules: &Rules| rules.has_king() && rules.settings().checking;
        let mate = mate && position.variant().is_none_or(|game| knows_mate(game.rules()));
        let winnable = position.can_win(!loser.color);
        Self::Resignation { loser, mate, winnable }
    }

    /// The draw that a player could claim in this position, without a claim.
    pub fn unclaimed(claim: Claim, position: &AnyPosition) -> Self {
        let limits = position.claim_limits();
        match claim {
            Claim::Threefold => {
                Self::Repetition { times: limits.occurrences.unwrap_or(3), claim: None }
            }
            Claim::FiftyMoves => {
                Self::MovesWithoutProgress { moves: limits.moves.unwrap_or(50), claim: None }
            }
        }
    }

    /// The result of the game.
    pub fn result(&self) -> GameResult {
        match self {
            Self::Checkmate(winner) | Self::Variant { winner: Some(winner), .. } => won(*winner),
            // FIDE 5.1.2 and 6.9: a side that cannot mate by any series of legal moves cannot win.
            Self::Resignation { loser, winnable: true, .. } | Self::Infraction { loser, .. } => {
                won(!loser.color)
            }
            Self::Flag { loser, winnable: true } => won(!*loser),
            Self::Variant { winner: None, .. }
            | Self::Stalemate
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
            | Self::Variant { .. }
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
                let rule = in_words(*moves);
                let claim = claim.map(|by| format!(" (claimed by {})", by.name()));
                format!("draw by the {rule}-move rule{}", claim.unwrap_or_default())
            }
            Self::Variant { winner: Some(winner), why } => format!("{} wins: {why}", winner.name()),
            Self::Variant { winner: None, why } => format!("draw: {why}"),
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
    let word = match times {
        2 => "twofold",
        3 => "threefold",
        4 => "fourfold",
        5 => "fivefold",
        _ => "frequent",
    };
    match claim {
        Some((by, moves)) => {
            format!("draw by {word} repetition (claimed by {}; after {moves})", by.name())
        }
        None => format!("draw by {word} repetition"),
    }
}

/// The number of moves of a rule: `fifty`, `70`
pub(super) fn in_words(moves: u32) -> String {
    match moves {
        50 => "fifty".to_owned(),
        75 => "seventy-five".to_owned(),
        moves => moves.to_string(),
    }
}

fn unless_winnable(winnable: bool, loser: Color) -> String {
    if winnable { String::new() } else { format!(", but {} cannot mate", (!loser).name()) }
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
            (
                GameOver::Variant { winner: Some(White), why: "the goal is reached".into() },
                "1-0",
                "White wins: the goal is reached",
            ),
            (
                GameOver::Variant { winner: None, why: "both sides passed".into() },
                "1/2-1/2",
                "draw: both sides passed",
            ),
            (
                GameOver::MovesWithoutProgress { moves: 70, claim: Some(White) },
                "1/2-1/2",
                "draw by the 70-move rule (claimed by White)",
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
