//! How a game at the table ends, and what is said about it.

use std::fmt;

use crate::pgn::GameResult;
use crate::rules::{Color, Outcome};

/// Why the game is over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    /// The side to move is mated; the other side wins.
    Checkmate(Color),
    /// The side to move has no move and is not in check.
    Stalemate,
    /// Neither side can mate any more.
    Dead,
    /// The position has occurred so often.
    Repetition {
        /// Three times or five.
        times: usize,
        /// Who claimed it, and after which moves it occurred.
        claim: Option<(Color, String)>,
    },
    /// So many moves without a capture or a pawn move.
    MovesWithoutProgress {
        /// Fifty or seventy-five.
        moves: u32,
        /// Who claimed it.
        claim: Option<Color>,
    },
    /// Both agreed to a draw.
    Agreement,
    /// Somebody gave up.
    Resignation {
        /// Who.
        loser: Loser,
        /// Whether because mate cannot be avoided.
        mate: bool,
        /// Whether the other side could mate at all.
        winnable: bool,
    },
    /// Somebody's time is up.
    Flag {
        /// Whose.
        loser: Color,
        /// Whether the other side could mate at all.
        winnable: bool,
    },
    /// A machine answered with something that is no legal move.
    Infraction {
        /// Whose.
        loser: Loser,
        /// Its words.
        words: String,
    },
}

/// Who has lost by his own doing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Loser {
    /// Which side.
    pub color: Color,
    /// The outside engine that played it, by its short name.
    pub engine: Option<String>,
}

impl fmt::Display for Loser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.color.name())?;
        self.engine.as_ref().map_or(Ok(()), |engine| write!(f, " ({engine})"))
    }
}

impl From<Outcome> for Ending {
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

impl Ending {
    /// The result on the score sheet.
    pub fn result(&self) -> GameResult {
        match self {
            Self::Checkmate(winner) => won(*winner),
            // FIDE 5.1.2 and 6.9: no win for whoever cannot mate by any series of legal moves.
            Self::Resignation { loser, winnable: true, .. } | Self::Infraction { loser, .. } => {
                won(!loser.color)
            }
            Self::Flag { loser, winnable: true } => won(!*loser),
            _ => GameResult::Draw,
        }
    }

    /// The PGN tag `Termination`.
    pub fn termination(&self) -> &'static str {
        match self {
            Self::Flag { .. } => "time forfeit",
            Self::Infraction { .. } => "rules infraction",
            _ => "normal",
        }
    }

    /// What stands behind the result in the line `Game over:`.
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
                format!("{loser} resigns{why}{}", unless(*winnable, loser.color))
            }
            Self::Flag { loser, winnable: true } => format!("{} loses on time", loser.name()),
            Self::Flag { loser, winnable: false } => {
                format!("{}'s time is up{}", loser.name(), unless(false, *loser))
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

fn unless(winnable: bool, loser: Color) -> String {
    if winnable { String::new() } else { format!(", but {} cannot mate", (!loser).name()) }
}

#[cfg(test)]
mod tests {
    use super::{Ending, Loser};
    use crate::rules::Color::{Black, White};

    #[test]
    fn every_ending_has_its_result_and_its_sentence() {
        let somebody = Loser { color: Black, engine: None };
        let engine = Loser { color: Black, engine: Some("gnuchess".into()) };
        let table = [
            (Ending::Checkmate(Black), "0-1", "Black wins by checkmate"),
            (Ending::Stalemate, "1/2-1/2", "draw by stalemate"),
            (Ending::Dead, "1/2-1/2", "draw: neither side can mate"),
            (
                Ending::Repetition { times: 3, claim: None },
                "1/2-1/2",
                "draw by threefold repetition",
            ),
            (
                Ending::MovesWithoutProgress { moves: 50, claim: None },
                "1/2-1/2",
                "draw by the fifty-move rule",
            ),
            (
                Ending::Resignation { loser: somebody, mate: true, winnable: true },
                "1-0",
                "Black resigns (mate cannot be avoided)",
            ),
            (
                Ending::Resignation { loser: engine.clone(), mate: false, winnable: true },
                "1-0",
                "Black (gnuchess) resigns",
            ),
            (
                Ending::Infraction { loser: engine, words: "e7e9".into() },
                "1-0",
                "Black (gnuchess) played e7e9, which is illegal here: forfeits",
            ),
            (Ending::Flag { loser: White, winnable: true }, "0-1", "White loses on time"),
            (
                Ending::Flag { loser: White, winnable: false },
                "1/2-1/2",
                "White's time is up, but Black cannot mate",
            ),
        ];
        for (ending, result, sentence) in table {
            assert_eq!((ending.result().text(), ending.sentence().as_str()), (result, sentence));
        }
    }
}
