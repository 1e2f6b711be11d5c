//! The standing of a match, from its games as they are written, and its table.

use std::fmt;

use crate::game::Game;
use crate::pgn::GameResult;
use crate::rules::{ByColor, Color};
use crate::tournament::Tally;

/// The standing of a match between two players.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Standing {
    names: [String; 2],
    /// The results of the first player by its colour.
    results: ByColor<Tally>,
    /// The faults of each player.
    faults: [Faults; 2],
}

/// Games that a player lost without being beaten on the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Faults {
    /// It overstepped the time.
    pub time_losses: u32,
    /// Its process ended.
    pub crashes: u32,
    /// It played an illegal move.
    pub illegal_moves: u32,
}

impl Standing {
    /// A match between players of these names, before its first game.
    pub fn new(names: [String; 2]) -> Self {
        Self { names, results: ByColor::default(), faults: <[Faults; 2]>::default() }
    }

    /// The results of the first player.
    pub fn tally(&self) -> Tally {
        self.results.white.plus(self.results.black)
    }

    /// The faults of each player.
    pub fn faults(&self) -> [Faults; 2] {
        self.faults
    }

    /// Adds a game. `false` if its players are others or it has no result.
    #[must_use]
    pub fn add(&mut self, game: &Game) -> bool {
        let first = match (game.tag("White"), game.tag("Black")) {
            (Some(white), Some(black)) if self.are(white, black) => Color::White,
            (Some(white), Some(black)) if self.are(black, white) => Color::Black,
            _ => return false,
        };
        let winner = match game.result {
            Some(GameResult::White) => Some(Color::White),
            Some(GameResult::Black) => Some(Color::Black),
            Some(GameResult::Draw) => None,
            Some(GameResult::Unknown) | None => return false,
        };
        let results = &mut self.results[first];
        match winner {
            None => results.drawn += 1,
            Some(color) if color == first => results.won += 1,
            Some(_) => results.lost += 1,
        }
        if let Some(winner) = winner {
            let loser = usize::from(winner == first);
            self.faults[loser].count(game.tag("Termination").unwrap_or_default());
        }
        true
    }

    fn are(&self, first: &str, second: &str) -> bool {
        self.names[0] == first && self.names[1] == second
    }
}

impl Faults {
    fn count(&mut self, termination: &str) {
        match termination {
            "time forfeit" => self.time_losses += 1,
            "abandoned" => self.crashes += 1,
            "rules infraction" => self.illegal_moves += 1,
            _ => {}
        }
    }
}

/// The table, what it means, and the faults.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tally = self.tally();
        let width = self.names.iter().map(|name| name.chars().count()).max().unwrap_or(0);
        writeln!(f, "   {:width$}       1      2  points  games    score", "")?;
        let [first, second] = &self.names;
        for (number, name, own) in [(1, first, tally), (2, second, tally.reversed())] {
            let points = format!("{:.1}", own.points());
            let cells = if number == 1 { ["-", &points] } else { [points.as_str(), "-"] };
            let [one, two] = cells;
            let percent = match own.games() {
                0 => "-".to_owned(),
                _ => format!("{:.1} %", 100.0 * own.score()),
            };
            writeln!(
                f,
                "{number}  {name:width$}  {one:>6} {two:>6}  {points:>6}  {:>5}  {percent:>7}",
                own.games()
            )?;
        }
        writeln!(f, "{first}: {}", Details(self))?;
        let [one, two] = self.faults;
        writeln!(
            f,
            "time losses {} and {}, crashes {} and {}, illegal moves {} and {}",
            one.time_losses,
            two.time_losses,
            one.crashes,
            two.crashes,
            one.illegal_moves,
            two.illegal_moves
        )
    }
}

/// The results of the first player by colour, and what they mean.
struct Details<'a>(&'a Standing);

impl fmt::Display for Details<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ByColor { white, black } = self.0.results;
        let tally = self.0.tally();
        write!(f, "{tally}, with White {white}, with Black {black}; Elo ")?;
        match tally.elo() {
            Some(elo) => write!(f, "{:+.0} ± {:.0}", elo.points, elo.error)?,
            None => f.write_str("unknown")?,
        }
        write!(f, ", likelihood of superiority {:.1} %", 100.0 * tally.superiority())
    }
}

/// `+3 =1 -0`
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.won, self.drawn, self.lost)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(white: &str, black: &str, result: GameResult, termination: &str) -> Game {
        let tags = [("White", white), ("Black", black), ("Termination", termination)];
        let tags = tags.map(|(name, value)| (name.to_owned(), value.to_owned())).to_vec();
        Game { tags, result: Some(result), ..Game::default() }
    }

    #[test]
    fn games_count_for_the_right_player() {
        let mut standing = Standing::new(["Ann".to_owned(), "Bo".to_owned()]);
        assert!(standing.add(&game("Ann", "Bo", GameResult::White, "normal")));
        assert!(standing.add(&game("Bo", "Ann", GameResult::White, "time forfeit")));
        assert!(standing.add(&game("Ann", "Bo", GameResult::White, "abandoned")));
        assert!(standing.add(&game("Ann", "Bo", GameResult::Draw, "normal")));
        assert!(standing.add(&game("Bo", "Ann", GameResult::Black, "rules infraction")));
        assert!(!standing.add(&game("Bo", "Cy", GameResult::Black, "normal")));
        assert!(!standing.add(&game("Ann", "Bo", GameResult::Unknown, "normal")));
        assert_eq!(standing.tally(), Tally { won: 3, drawn: 1, lost: 1 });
        let [ann, bo] = standing.faults();
        assert_eq!(ann, Faults { time_losses: 1, ..Faults::default() });
        assert_eq!(bo, Faults { crashes: 1, illegal_moves: 1, ..Faults::default() });
        let text = standing.to_string();
        let rows: Vec<&str> = text.lines().collect();
        assert_eq!(rows[1], "1  Ann       -    3.5     3.5      5   70.0 %");
        assert_eq!(rows[2], "2  Bo      1.5      -     1.5      5   30.0 %");
        assert!(
            rows[3]
                .starts_with("Ann: +3 =1 -1, with White +2 =1 -0, with Black +1 =0 -1; Elo +147 ")
        );
        assert_eq!(rows[4], "time losses 1 and 0, crashes 0 and 1, illegal moves 0 and 1");
    }
}
