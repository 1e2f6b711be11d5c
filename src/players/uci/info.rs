//! What an engine says while it thinks.

use std::fmt;
use std::time::Duration;

/// How good a position is for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Score {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// Mate in so many moves; below zero the side to move is mated.
    Mate(i32),
}

/// Whether a score is exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Bound {
    /// It is.
    #[default]
    Exact,
    /// At least so good.
    Lower,
    /// At most so good.
    Upper,
}

/// One `info` line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// How deep, in plies.
    pub depth: Option<u32>,
    /// How deep along the sharpest line.
    pub seldepth: Option<u32>,
    /// Which of several best lines this is.
    pub multipv: Option<u32>,
    /// How good.
    pub score: Option<Score>,
    /// Whether exactly so.
    pub bound: Bound,
    /// Positions looked at.
    pub nodes: Option<u64>,
    /// Positions per second.
    pub nps: Option<u64>,
    /// How full the table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Since the search began.
    pub time: Option<Duration>,
    /// The best line.
    pub pv: Vec<String>,
    /// Anything else, for people.
    pub string: Option<String>,
}

impl Info {
    /// A remark for people.
    pub fn remark(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// Reads what follows the word `info`. What is unknown is passed over.
    pub fn from_words(words: &[&str]) -> Self {
        let mut info = Self::default();
        let mut rest = words;
        while let [word, after @ ..] = rest {
            rest = info.field(word, after);
        }
        info
    }

    /// Takes one field, and returns what follows it.
    fn field<'a>(&mut self, word: &str, rest: &'a [&'a str]) -> &'a [&'a str] {
        match word {
            "pv" => self.pv = rest.iter().map(|&mv| mv.to_owned()).collect(),
            "string" => self.string = Some(rest.join(" ")),
            "lowerbound" => self.bound = Bound::Lower,
            "upperbound" => self.bound = Bound::Upper,
            "score" => return self.score(rest),
            _ => return self.number(word, rest),
        }
        if matches!(word, "pv" | "string") { &[] } else { rest }
    }

    fn score<'a>(&mut self, rest: &'a [&'a str]) -> &'a [&'a str] {
        let [unit, value, after @ ..] = rest else { return &[] };
        let Ok(value) = value.parse() else { return rest };
        self.score = match *unit {
            "cp" => Some(Score::Centipawns(value)),
            "mate" => Some(Score::Mate(value)),
            _ => None,
        };
        after
    }

    fn number<'a>(&mut self, word: &str, rest: &'a [&'a str]) -> &'a [&'a str] {
        let value: Option<u64> = rest.first().and_then(|value| value.parse().ok());
        let small = value.and_then(|value| u32::try_from(value).ok());
        match word {
            "depth" => self.depth = small,
            "seldepth" => self.seldepth = small,
            "multipv" => self.multipv = small,
            "hashfull" => self.hashfull = small,
            "nodes" => self.nodes = value,
            "nps" => self.nps = value,
            "time" => self.time = value.map(Duration::from_millis),
            _ => return rest,
        }
        &rest[rest.len().min(1)..]
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centipawns(value) => write!(f, "cp {value}"),
            Self::Mate(moves) => write!(f, "mate {moves}"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        field(f, "depth", self.depth)?;
        field(f, "seldepth", self.seldepth)?;
        field(f, "multipv", self.multipv)?;
        field(f, "score", self.score)?;
        match self.bound {
            Bound::Exact => {}
            Bound::Lower => f.write_str(" lowerbound")?,
            Bound::Upper => f.write_str(" upperbound")?,
        }
        field(f, "nodes", self.nodes)?;
        field(f, "nps", self.nps)?;
        field(f, "hashfull", self.hashfull)?;
        field(f, "time", self.time.map(|time| time.as_millis()))?;
        field(f, "pv", (!self.pv.is_empty()).then(|| self.pv.join(" ")))?;
        field(f, "string", self.string.as_deref())
    }
}

fn field(f: &mut fmt::Formatter<'_>, name: &str, value: Option<impl fmt::Display>) -> fmt::Result {
    match value {
        Some(value) => write!(f, " {name} {value}"),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(line: &str) -> Info {
        Info::from_words(&line.split_whitespace().skip(1).collect::<Vec<_>>())
    }

    #[test]
    fn lines_are_read_and_written() {
        let rows = [
            (
                "info depth 5 seldepth 9 score cp 31 nodes 5000 nps 100000 time 50 pv e2e4 e7e5",
                Info {
                    depth: Some(5),
                    seldepth: Some(9),
                    score: Some(Score::Centipawns(31)),
                    nodes: Some(5000),
                    nps: Some(100_000),
                    time: Some(Duration::from_millis(50)),
                    pv: vec!["e2e4".to_owned(), "e7e5".to_owned()],
                    ..Info::default()
                },
            ),
            (
                "info depth 3 score mate -2 upperbound",
                Info {
                    depth: Some(3),
                    score: Some(Score::Mate(-2)),
                    bound: Bound::Upper,
                    ..Info::default()
                },
            ),
            ("info string no such option", Info::remark("no such option")),
        ];
        for (line, info) in rows {
            assert_eq!(read(line), info, "{line}");
            assert_eq!(info.to_string(), line);
        }
    }

    #[test]
    fn what_is_unknown_is_passed_over() {
        let rows = [
            ("info currmove e2e4 currmovenumber 1 depth 4", "info depth 4"),
            ("info time 440 nodes 200559 nps 0 cpuload 264", "info nodes 200559 nps 0 time 440"),
            ("info score cp", "info"),
            ("info score cp x pv e2e4", "info pv e2e4"),
            ("info depth", "info"),
        ];
        for (line, understood) in rows {
            assert_eq!(read(line).to_string(), understood, "{line}");
        }
    }
}
