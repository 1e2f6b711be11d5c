//! What a client says to a UCI engine.

use std::fmt;

use crate::players::uci::Go;

/// A command of the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// Who are you?
    Uci,
    /// Tell when everything before this is done.
    IsReady,
    /// The next position belongs to another game.
    NewGame,
    /// Sets an option; a button has no value.
    SetOption {
        /// Which one.
        name: String,
        /// To what.
        value: Option<String>,
    },
    /// The position to think about.
    Position {
        /// Where the game began, unless it was the usual place.
        fen: Option<String>,
        /// What was played since.
        moves: Vec<String>,
    },
    /// Think.
    Go(Go),
    /// Stop thinking and answer.
    Stop,
    /// The expected move was played.
    PonderHit,
    /// Leave.
    Quit,
    /// Known to the protocol, of no consequence here: `debug`, `register`.
    Idle,
}

impl Request {
    /// Reads a line. Words in front of the command are passed over, as the protocol demands.
    ///
    /// # Errors
    /// Says in a sentence what was expected and what was there.
    pub fn from_line(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (at, word) in words.iter().enumerate() {
            if let Some(request) = command(word, &words[at + 1..]) {
                return request;
            }
        }
        Err(format!("unknown command `{}`", line.trim()))
    }
}

/// The command that begins with `word`, or `None` if no command does.
fn command(word: &str, rest: &[&str]) -> Option<Result<Request, String>> {
    Some(match word {
        "uci" => Ok(Request::Uci),
        "isready" => Ok(Request::IsReady),
        "ucinewgame" => Ok(Request::NewGame),
        "setoption" => set_option(rest),
        "position" => position(rest),
        "go" => Ok(Request::Go(Go::from_words(rest))),
        "stop" => Ok(Request::Stop),
        "ponderhit" => Ok(Request::PonderHit),
        "quit" => Ok(Request::Quit),
        "debug" | "register" => Ok(Request::Idle),
        _ => return None,
    })
}

/// `name` N… [`value` V…]; both may contain blanks.
fn set_option(words: &[&str]) -> Result<Request, String> {
    let Some(("name", words)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
        return Err("expected `setoption name`".to_owned());
    };
    let end = words.iter().position(|&word| word == "value");
    let name = words[..end.unwrap_or(words.len())].join(" ");
    if name.is_empty() {
        return Err("expected the name of an option".to_owned());
    }
    Ok(Request::SetOption { name, value: end.map(|end| words[end + 1..].join(" ")) })
}

/// (`startpos` | `fen` F…) [`moves` M…].
fn position(words: &[&str]) -> Result<Request, String> {
    let end = words.iter().position(|&word| word == "moves");
    let (start, moves) = words.split_at(end.unwrap_or(words.len()));
    let fen = match start {
        ["startpos", ..] => None,
        ["fen", fen @ ..] => Some(fen.join(" ")),
        _ => return Err("expected `startpos` or `fen` after `position`".to_owned()),
    };
    Ok(Request::Position { fen, moves: moves.iter().skip(1).map(|&mv| mv.to_owned()).collect() })
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Uci => f.write_str("uci"),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame => f.write_str("ucinewgame"),
            Self::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::Position { fen, moves } => write_position(f, fen.as_deref(), moves),
            Self::Go(go) => write!(f, "{go}"),
            Self::Stop => f.write_str("stop"),
            Self::PonderHit => f.write_str("ponderhit"),
            Self::Quit => f.write_str("quit"),
            Self::Idle => f.write_str("debug off"),
        }
    }
}

fn write_position(f: &mut fmt::Formatter<'_>, fen: Option<&str>, moves: &[String]) -> fmt::Result {
    match fen {
        None => f.write_str("position startpos")?,
        Some(fen) => write!(f, "position fen {fen}")?,
    }
    if moves.is_empty() { Ok(()) } else { write!(f, " moves {}", moves.join(" ")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owned(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn commands_are_read_and_written() {
        let option = |name: &str, value: Option<&str>| Request::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let rows = [
            ("uci", Request::Uci),
            ("isready", Request::IsReady),
            ("ucinewgame", Request::NewGame),
            ("setoption name Hash value 64", option("Hash", Some("64"))),
            ("setoption name Skill Level value 3", option("Skill Level", Some("3"))),
            ("setoption name Clear Hash", option("Clear Hash", None)),
            ("position startpos", Request::Position { fen: None, moves: vec![] }),
            (
                "position startpos moves e2e4 e7e5",
                Request::Position { fen: None, moves: owned(&["e2e4", "e7e5"]) },
            ),
            (
                "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1",
                Request::Position { fen: Some(fen.to_owned()), moves: owned(&["e1g1"]) },
            ),
            ("go infinite", Request::Go(Go { infinite: true, ..Go::default() })),
            ("stop", Request::Stop),
            ("ponderhit", Request::PonderHit),
            ("quit", Request::Quit),
        ];
        for (line, request) in rows {
            assert_eq!(Request::from_line(line), Ok(request.clone()), "{line}");
            assert_eq!(request.to_string(), line);
        }
    }

    #[test]
    fn blanks_and_unknown_words_in_front_do_not_matter() {
        for (line, request) in [
            ("  isready \r", Request::IsReady),
            ("joho debug on", Request::Idle),
            ("position   startpos\tmoves", Request::Position { fen: None, moves: vec![] }),
        ] {
            assert_eq!(Request::from_line(line), Ok(request), "{line}");
        }
    }

    #[test]
    fn nonsense_is_named() {
        for (line, says) in [
            ("hello there", "unknown command `hello there`"),
            ("", "unknown command ``"),
            ("setoption", "expected `setoption name`"),
            ("setoption name value 3", "expected the name of an option"),
            ("position e4", "expected `startpos` or `fen` after `position`"),
        ] {
            assert_eq!(Request::from_line(line), Err(says.to_owned()), "{line}");
        }
    }
}
