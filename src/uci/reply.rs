//! The replies of a UCI engine, read and written.

use std::fmt;
use std::time::Duration;

use crate::engine::{Bound, Score};
use crate::uci::EngineOption;

/// A line from engine to client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UciReply {
    /// `id name`.
    Name(String),
    /// `id author`.
    Author(String),
    /// `option`: an option of the engine.
    Option(EngineOption),
    /// `uciok`: the introduction is complete.
    UciOk,
    /// `readyok`: every command so far is done.
    ReadyOk,
    /// `info`: the search so far.
    Info(Info),
    /// `bestmove`: the result of the search.
    BestMove {
        /// The move as written; empty if there is none.
        mv: String,
        /// The expected reply.
        ponder: Option<String>,
    },
}

impl UciReply {
    /// Reads a line; `None` if the protocol does not know it.
    pub fn from_line(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (first, rest) = words.split_first()?;
        match (*first, rest) {
            ("id", ["name", name @ ..]) => Some(Self::Name(name.join(" "))),
            ("id", ["author", author @ ..]) => Some(Self::Author(author.join(" "))),
            ("option", _) => EngineOption::from_words(rest).map(Self::Option),
            ("uciok", _) => Some(Self::UciOk),
            ("readyok", _) => Some(Self::ReadyOk),
            ("info", _) => Some(Self::Info(Info::from_words(rest))),
            ("bestmove", _) => Some(best_move(rest)),
            _ => None,
        }
    }
}

/// M [`ponder` P].
fn best_move(words: &[&str]) -> UciReply {
    let mv = words.first().copied().unwrap_or_default().to_owned();
    let ponder = match words {
        [_, "ponder", ponder, ..] => Some((*ponder).to_owned()),
        _ => None,
    };
    UciReply::BestMove { mv, ponder }
}

impl fmt::Display for UciReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option(option) => write!(f, "{option}"),
            Self::UciOk => f.write_str("uciok"),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => write!(f, "{info}"),
            Self::BestMove { mv, ponder: None } => write!(f, "bestmove {mv}"),
            Self::BestMove { mv, ponder: Some(ponder) } => {
                write!(f, "bestmove {mv} ponder {ponder}")
            }
        }
    }
}

/// The score of a position for the side to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UciScore {
    /// Hundredths of a pawn.
    Centipawns(i32),
    /// Moves to mate; below zero the side to move is mated.
    Mate(i32),
}

impl UciScore {
    /// The score as the built-in engine has it.
    pub fn score(self) -> Score {
        match self {
            Self::Centipawns(points) => Score::from_centipawns(points),
            Self::Mate(moves) => {
                let plies =
                    u16::try_from(moves.unsigned_abs()).unwrap_or(u16::MAX / 2).min(500) * 2;
                if moves > 0 { Score::mates_after(plies - 1) } else { Score::mated_after(plies) }
            }
        }
    }
}

/// An `info` line.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Length of the longest line in plies.
    pub seldepth: Option<u32>,
    /// The index of this line among several best ones.
    pub multipv: Option<u32>,
    /// The score.
    pub score: Option<UciScore>,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Positions searched.
    pub nodes: Option<u64>,
    /// Positions per second.
    pub nps: Option<u64>,
    /// How full the transposition table is, in thousandths.
    pub hashfull: Option<u32>,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// The principal variation.
    pub pv: Vec<String>,
    /// A message for people.
    pub string: Option<String>,
}

impl Info {
    /// A message for people.
    pub fn message(text: impl Into<String>) -> Self {
        Self { string: Some(text.into()), ..Self::default() }
    }

    /// Reads the words after `info`. Unknown ones are skipped.
    pub fn from_words(words: &[&str]) -> Self {
        let mut info = Self::default();
        let mut rest = words;
        while let [word, after @ ..] = rest {
            rest = info.field(word, after);
        }
        info
    }

    /// Reads one field and returns the words after it.
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
            "cp" => Some(UciScore::Centipawns(value)),
            "mate" => Some(UciScore::Mate(value)),
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

impl fmt::Display for UciScore {
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

    fn best(mv: &str, ponder: Option<&str>) -> UciReply {
        UciReply::BestMove { mv: mv.to_owned(), ponder: ponder.map(str::to_owned) }
    }

    #[test]
    fn replies_are_read_and_written() {
        let rows = [
            ("id name GNU Chess 6.2.7", UciReply::Name("GNU Chess 6.2.7".to_owned())),
            ("id author A. Nonymous", UciReply::Author("A. Nonymous".to_owned())),
            ("uciok", UciReply::UciOk),
            ("readyok", UciReply::ReadyOk),
            ("bestmove d7d5", best("d7d5", None)),
            ("bestmove d7d5 ponder e4d5", best("d7d5", Some("e4d5"))),
            ("bestmove (none)", best("(none)", None)),
            ("bestmove 0000", best("0000", None)),
            ("info string hello", UciReply::Info(Info::message("hello"))),
        ];
        for (line, reply) in rows {
            assert_eq!(UciReply::from_line(line), Some(reply.clone()), "{line}");
            assert_eq!(reply.to_string(), line);
        }
    }

    #[test]
    fn careless_spellings_are_read() {
        let rows = [
            ("bestmove  d7d5\r", best("d7d5", None)),
            ("\treadyok", UciReply::ReadyOk),
            ("bestmove", best("", None)),
            ("bestmove e2e4 ponder", best("e2e4", None)),
        ];
        for (line, reply) in rows {
            assert_eq!(UciReply::from_line(line), Some(reply), "{line:?}");
        }
    }

    #[test]
    fn other_lines_are_no_replies() {
        for line in ["", "Stockfish 15.1 by the Stockfish developers", "id", "option", "Unknown"] {
            assert_eq!(UciReply::from_line(line), None, "{line:?}");
        }
    }

    fn info(line: &str) -> Info {
        Info::from_words(&line.split_whitespace().skip(1).collect::<Vec<_>>())
    }

    #[test]
    fn info_lines_are_read_and_written() {
        let rows = [
            (
                "info depth 5 seldepth 9 score cp 31 nodes 5000 nps 100000 time 50 pv e2e4 e7e5",
                Info {
                    depth: Some(5),
                    seldepth: Some(9),
                    score: Some(UciScore::Centipawns(31)),
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
                    score: Some(UciScore::Mate(-2)),
                    bound: Bound::Upper,
                    ..Info::default()
                },
            ),
            ("info string no such option", Info::message("no such option")),
        ];
        for (line, expected) in rows {
            assert_eq!(info(line), expected, "{line}");
            assert_eq!(expected.to_string(), line);
        }
    }

    #[test]
    fn unknown_fields_of_info_are_skipped() {
        let rows = [
            ("info currmove e2e4 currmovenumber 1 depth 4", "info depth 4"),
            ("info time 440 nodes 200559 nps 0 cpuload 264", "info nodes 200559 nps 0 time 440"),
            ("info score cp", "info"),
            ("info score cp x pv e2e4", "info pv e2e4"),
            ("info depth", "info"),
        ];
        for (line, understood) in rows {
            assert_eq!(info(line).to_string(), understood, "{line}");
        }
    }
}
