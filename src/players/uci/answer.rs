//! What a UCI engine says to its client.

use std::fmt;

use crate::players::uci::{Declaration, Info};

/// A line of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// Its name.
    Name(String),
    /// Who made it.
    Author(String),
    /// An option it has.
    Option(Declaration),
    /// That is all about me.
    UciOk,
    /// Everything you said is done.
    ReadyOk,
    /// What it thinks so far.
    Info(Info),
    /// Its move, as written.
    BestMove {
        /// What it plays; empty if it names nothing.
        mv: String,
        /// What it expects.
        ponder: Option<String>,
    },
}

impl Answer {
    /// Reads a line, or `None` if it is nothing the protocol knows.
    pub fn from_line(line: &str) -> Option<Self> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (first, rest) = words.split_first()?;
        match (*first, rest) {
            ("id", ["name", name @ ..]) => Some(Self::Name(name.join(" "))),
            ("id", ["author", author @ ..]) => Some(Self::Author(author.join(" "))),
            ("option", _) => Declaration::from_words(rest).map(Self::Option),
            ("uciok", _) => Some(Self::UciOk),
            ("readyok", _) => Some(Self::ReadyOk),
            ("info", _) => Some(Self::Info(Info::from_words(rest))),
            ("bestmove", _) => Some(best_move(rest)),
            _ => None,
        }
    }
}

/// M [`ponder` P].
fn best_move(words: &[&str]) -> Answer {
    let mv = words.first().copied().unwrap_or_default().to_owned();
    let ponder = match words {
        [_, "ponder", ponder, ..] => Some((*ponder).to_owned()),
        _ => None,
    };
    Answer::BestMove { mv, ponder }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option(declaration) => write!(f, "{declaration}"),
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

#[cfg(test)]
mod tests {
    use super::*;

    fn best(mv: &str, ponder: Option<&str>) -> Answer {
        Answer::BestMove { mv: mv.to_owned(), ponder: ponder.map(str::to_owned) }
    }

    #[test]
    fn answers_are_read_and_written() {
        let rows = [
            ("id name GNU Chess 6.2.7", Answer::Name("GNU Chess 6.2.7".to_owned())),
            ("id author A. Nonymous", Answer::Author("A. Nonymous".to_owned())),
            ("uciok", Answer::UciOk),
            ("readyok", Answer::ReadyOk),
            ("bestmove d7d5", best("d7d5", None)),
            ("bestmove d7d5 ponder e4d5", best("d7d5", Some("e4d5"))),
            ("bestmove (none)", best("(none)", None)),
            ("bestmove 0000", best("0000", None)),
            ("info string hello", Answer::Info(Info::remark("hello"))),
        ];
        for (line, answer) in rows {
            assert_eq!(Answer::from_line(line), Some(answer.clone()), "{line}");
            assert_eq!(answer.to_string(), line);
        }
    }

    #[test]
    fn careless_spellings_are_understood() {
        let rows = [
            ("bestmove  d7d5\r", best("d7d5", None)),
            ("\treadyok", Answer::ReadyOk),
            ("bestmove", best("", None)),
            ("bestmove e2e4 ponder", best("e2e4", None)),
        ];
        for (line, answer) in rows {
            assert_eq!(Answer::from_line(line), Some(answer), "{line:?}");
        }
    }

    #[test]
    fn chatter_is_no_answer() {
        for line in ["", "Stockfish 15.1 by the Stockfish developers", "id", "option", "Unknown"] {
            assert_eq!(Answer::from_line(line), None, "{line:?}");
        }
    }
}
