//! How long and about what an engine is to think.

use std::fmt;
use std::time::Duration;

use crate::rules::{ByColor, Color};

/// The parameters of `go`. Without any, the engine thinks until it is stopped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Go {
    /// Only these moves are considered, if any are named.
    pub searchmoves: Vec<String>,
    /// Think in the opponent's time.
    pub ponder: bool,
    /// What the clocks show now.
    pub time: ByColor<Option<Duration>>,
    /// What each move adds to them.
    pub increment: ByColor<Option<Duration>>,
    /// Moves until the next time control.
    pub movestogo: Option<u32>,
    /// So many plies deep.
    pub depth: Option<u32>,
    /// So many positions.
    pub nodes: Option<u64>,
    /// Look for a mate in so many moves.
    pub mate: Option<u32>,
    /// Exactly so long.
    pub movetime: Option<Duration>,
    /// Until `stop`.
    pub infinite: bool,
}

impl Go {
    /// Reads what follows the word `go`. What cannot be read is passed over.
    pub fn from_words(words: &[&str]) -> Self {
        let mut go = Self::default();
        let mut rest = words;
        while let [word, after @ ..] = rest {
            rest = go.parameter(word, after);
        }
        go
    }

    /// Takes one parameter, and returns what follows it.
    fn parameter<'a>(&mut self, word: &str, rest: &'a [&'a str]) -> &'a [&'a str] {
        match word {
            "infinite" => self.infinite = true,
            "ponder" => self.ponder = true,
            "searchmoves" => return self.search_moves(rest),
            _ => {
                let value = rest.first().and_then(|value| value.parse().ok());
                return if self.number(word, value) { &rest[rest.len().min(1)..] } else { rest };
            }
        }
        rest
    }

    /// The moves after `searchmoves`, as far as they look like moves.
    fn search_moves<'a>(&mut self, rest: &'a [&'a str]) -> &'a [&'a str] {
        let end = rest.iter().position(|word| !looks_like_a_move(word)).unwrap_or(rest.len());
        self.searchmoves.extend(rest[..end].iter().map(|&mv| mv.to_owned()));
        &rest[end..]
    }

    /// Sets a parameter that has a number; `false` if there is none of this name. A clock may be
    /// below zero when the engine is slow: that is no time, not nonsense.
    fn number(&mut self, name: &str, value: Option<i64>) -> bool {
        let count = value.map(|value| u64::try_from(value).unwrap_or(0));
        let small = count.map(|count| u32::try_from(count).unwrap_or(u32::MAX));
        let duration = count.map(Duration::from_millis);
        match name {
            "wtime" => self.time[Color::White] = duration,
            "btime" => self.time[Color::Black] = duration,
            "winc" => self.increment[Color::White] = duration,
            "binc" => self.increment[Color::Black] = duration,
            "movetime" => self.movetime = duration,
            "movestogo" => self.movestogo = small,
            "depth" => self.depth = small,
            "mate" => self.mate = small,
            "nodes" => self.nodes = count,
            _ => return false,
        }
        true
    }

    /// The parameters with a number that are set.
    fn numbers(&self) -> impl Iterator<Item = (&'static str, u128)> {
        let time = |color| self.time[color].map(|time| time.as_millis());
        let increment = |color| self.increment[color].map(|time| time.as_millis());
        [
            ("wtime", time(Color::White)),
            ("btime", time(Color::Black)),
            ("winc", increment(Color::White)),
            ("binc", increment(Color::Black)),
            ("movestogo", self.movestogo.map(u128::from)),
            ("depth", self.depth.map(u128::from)),
            ("nodes", self.nodes.map(u128::from)),
            ("mate", self.mate.map(u128::from)),
            ("movetime", self.movetime.map(|time| time.as_millis())),
        ]
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)))
    }
}

fn looks_like_a_move(word: &str) -> bool {
    word.len() >= 4 && word.as_bytes()[1].is_ascii_digit() && word.as_bytes()[3].is_ascii_digit()
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        for (name, value) in self.numbers() {
            write!(f, " {name} {value}")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.searchmoves.is_empty() {
            write!(f, " searchmoves {}", self.searchmoves.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Go {
        Go::from_words(&line.split_whitespace().skip(1).collect::<Vec<_>>())
    }

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn parameters_are_read_and_written() {
        let rows = [
            ("go", Go::default()),
            ("go infinite", Go { infinite: true, ..Go::default() }),
            ("go depth 7", Go { depth: Some(7), ..Go::default() }),
            ("go nodes 5000", Go { nodes: Some(5000), ..Go::default() }),
            ("go mate 3", Go { mate: Some(3), ..Go::default() }),
            ("go movetime 100", Go { movetime: Some(ms(100)), ..Go::default() }),
            (
                "go wtime 1000 btime 900 winc 10 binc 20 movestogo 38",
                Go {
                    time: ByColor { white: Some(ms(1000)), black: Some(ms(900)) },
                    increment: ByColor { white: Some(ms(10)), black: Some(ms(20)) },
                    movestogo: Some(38),
                    ..Go::default()
                },
            ),
            (
                "go ponder depth 2 searchmoves e2e4 e7e8q",
                Go {
                    ponder: true,
                    depth: Some(2),
                    searchmoves: vec!["e2e4".to_owned(), "e7e8q".to_owned()],
                    ..Go::default()
                },
            ),
        ];
        for (line, go) in rows {
            assert_eq!(read(line), go, "{line}");
            assert_eq!(go.to_string(), line);
        }
    }

    #[test]
    fn the_order_is_free_and_nonsense_is_passed_over() {
        let rows = [
            ("go searchmoves e2e4 d2d4 depth 3", "go depth 3 searchmoves e2e4 d2d4"),
            ("go depth x", "go"),
            ("go depth", "go"),
            ("go quickly movetime 5", "go movetime 5"),
            ("go wtime -50 btime 5", "go wtime 0 btime 5"),
            ("go depth 99999999999", "go depth 4294967295"),
        ];
        for (line, understood) in rows {
            assert_eq!(read(line).to_string(), understood, "{line}");
        }
    }
}
