//! The games of a match, several at a time, in their order; and what an earlier run has finished.

use std::fmt;
use std::sync::{Mutex, PoisonError};

use crate::archive::OrderedPool;
use crate::game::Game;
use crate::players::{EngineError, Player, Stop};
use crate::rules::{ByColor, Color};
use crate::tournament::match_game::MatchGame;
use crate::tournament::{Contestant, Openings, Pace};

/// A match between two players.
pub struct Series {
    contestants: [Contestant; 2],
    openings: Openings,
    pace: Pace,
    names: [String; 2],
    /// Pairs of players without a game at the moment.
    idle: Mutex<Vec<Pair>>,
}

type Pair = [Box<dyn Player>; 2];

/// Why a match did not come to its end.
#[derive(Debug)]
pub enum SeriesError<E> {
    /// It was stopped.
    Stopped,
    /// An engine cannot be started.
    Engine(EngineError),
    /// The consumer of the games failed.
    Consumer(E),
}

impl fmt::Debug for Series {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Series").field("names", &self.names).finish_non_exhaustive()
    }
}

impl Series {
    /// Starts both players once, which tells their names.
    ///
    /// # Errors
    /// When a player cannot be started.
    pub fn open(
        contestants: [Contestant; 2],
        openings: Openings,
        pace: Pace,
        stop: &Stop,
    ) -> Result<Self, EngineError> {
        let mut pair = start(&contestants, &pace, None)?;
        for player in &mut pair {
            player.prepare(stop)?;
        }
        let [first, second] = &contestants;
        let names = [first.name(pair[0].as_ref(), &pace), second.name(pair[1].as_ref(), &pace)];
        let names = distinct(names);
        Ok(Self { contestants, openings, pace, names, idle: Mutex::new(vec![pair]) })
    }

    /// The names of the players.
    pub fn names(&self) -> &[String; 2] {
        &self.names
    }

    /// Plays the games with these indices, the first being 0; `consume` gets each in its order.
    ///
    /// # Errors
    /// When it is stopped, a player cannot be started, or `consume` fails.
    pub fn run<E: Send>(
        &self,
        games: std::ops::Range<usize>,
        concurrency: usize,
        stop: &Stop,
        mut consume: impl FnMut(Game) -> Result<(), E> + Send,
    ) -> Result<(), SeriesError<E>> {
        OrderedPool::new(concurrency).run(games, &|index| self.play(index, stop), |played| {
            match played {
                Ok(Some(game)) => consume(game).map_err(SeriesError::Consumer),
                Ok(None) => Err(SeriesError::Stopped),
                Err(error) => Err(SeriesError::Engine(error)),
            }
        })
    }

    /// One game; the first player has White in every other.
    fn play(&self, index: usize, stop: &Stop) -> Result<Option<Game>, EngineError> {
        if stop.is_raised() {
            return Ok(None);
        }
        let mut pair = self.pair(index)?;
        for player in &mut pair {
            player.prepare(stop)?;
        }
        let [first, second] = &self.names;
        let first_color = if index.is_multiple_of(2) { Color::White } else { Color::Black };
        let [one, two] = &mut pair;
        let (names, mut players) = match first_color {
            Color::White => {
                (ByColor { white: first, black: second }, ByColor { white: one, black: two })
            }
            Color::Black => {
                (ByColor { white: second, black: first }, ByColor { white: two, black: one })
            }
        };
        let game = MatchGame {
            number: index + 1,
            variant: self.openings.variant(),
            opening: self.openings.of_game(index),
            pace: &self.pace,
            names: ByColor { white: names.white.as_str(), black: names.black.as_str() },
        };
        let played = game.play(&mut players, stop);
        self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(pair);
        Ok(played)
    }

    /// Players for a game: external engines go on, all others begin anew, so that a game does not depend on those
    /// before it.
    fn pair(&self, index: usize) -> Result<Pair, EngineError> {
        let cycle = u64::try_from(self.openings.cycle(index)).unwrap_or_default();
        let seed = (cycle > 0).then_some(cycle);
        let mut fresh = start(&self.contestants, &self.pace, seed)?;
        let idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner).pop();
        for (at, used) in idle.into_iter().flatten().enumerate() {
            if self.contestants[at].is_external() {
                fresh[at] = used;
            }
        }
        Ok(fresh)
    }
}

fn start(
    contestants: &[Contestant; 2],
    pace: &Pace,
    seed: Option<u64>,
) -> Result<Pair, EngineError> {
    let [first, second] = contestants;
    Ok([first.player(pace, seed)?, second.player(pace, seed)?])
}

/// The names, with a number if they are the same.
fn distinct([first, second]: [String; 2]) -> [String; 2] {
    if first == second {
        [format!("{first} (1)"), format!("{second} (2)")]
    } else {
        [first, second]
    }
}

/// The finished games at the beginning of the output of an earlier run. A run that was killed may have left a part of a
/// game at the end.
pub fn finished_part(text: &str) -> &str {
    let end = ["1-0\n\n", "0-1\n\n", "1/2-1/2\n\n"]
        .into_iter()
        .filter_map(|result| Some(text.rfind(result)? + result.len()))
        .max();
    &text[..end.unwrap_or(0)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_game_is_dropped() {
        let one = "[Result \"1-0\"]\n\n1. e4 1-0\n\n";
        for torn in ["", "[Event \"x\"]\n", "[Result \"0-1\"]\n\n1. e4 e5", "1. e4 0-1\n"] {
            assert_eq!(finished_part(&format!("{one}{torn}")), one, "{torn}");
            assert_eq!(finished_part(torn), "", "{torn}");
        }
        let two = format!("{one}1. d4 1/2-1/2\n\n");
        assert_eq!(finished_part(&two), two);
    }

    #[test]
    fn two_players_of_one_name_are_told_apart() {
        let names = |first: &str, second: &str| distinct([first.to_owned(), second.to_owned()]);
        assert_eq!(names("a", "b"), ["a", "b"]);
        assert_eq!(names("a", "a"), ["a (1)", "a (2)"]);
    }
}
