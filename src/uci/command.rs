//! The commands of a UCI client, read and written.

use std::fmt;
use std::time::Duration;

use crate::rules::{ByColor, Color};

/// A command from client to engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UciCommand {
    /// `uci`: the engine introduces itself.
    Uci,
    /// `isready`: the engine answers when it has done everything before.
    IsReady,
    /// `ucinewgame`: the next position belongs to another game.
    NewGame,
    /// `setoption`.
    SetOption {
        /// The option's name.
        name: String,
        /// Its value; a button has none.
        value: Option<String>,
    },
    /// `position`: the position to search.
    Position {
        /// The start of the game, unless it is the standard one.
        fen: Option<String>,
        /// The moves since.
        moves: Vec<String>,
    },
    /// `go`: search.
    Go(Go),
    /// `stop`: end the search and answer.
    Stop,
    /// `ponderhit`: the expected move was played.
    PonderHit,
    /// `quit`.
    Quit,
    /// `debug` or `register`, which have no effect here.
    Ignored,
}

impl UciCommand {
    /// Reads a line. Unknown words before the command are skipped, as the protocol demands.
    ///
    /// # Errors
    /// A sentence that says what was expected and what was found.
    pub fn from_line(line: &str) -> Result<Self, String> {
        let words: Vec<&str> = line.split_whitespace().collect();
        for (at, word) in words.iter().enumerate() {
            if let Some(command) = command(word, &words[at + 1..]) {
                return command;
            }
        }
        Err(format!("unknown command `{}`", line.trim()))
    }
}

/// The command that begins with `word`, or `None` if no command does.
fn command(word: &str, rest: &[&str]) -> Option<Result<UciCommand, String>> {
    Some(match word {
        "uci" => Ok(UciCommand::Uci),
        "isready" => Ok(UciCommand::IsReady),
        "ucinewgame" => Ok(UciCommand::NewGame),
        "setoption" => set_option(rest),
        "position" => position(rest),
        "go" => Ok(UciCommand::Go(Go::from_words(rest))),
        "stop" => Ok(UciCommand::Stop),
        "ponderhit" => Ok(UciCommand::PonderHit),
        "quit" => Ok(UciCommand::Quit),
        "debug" | "register" => Ok(UciCommand::Ignored),
        _ => return None,
    })
}

/// `name` N… [`value` V…]; both may contain blanks.
fn set_option(words: &[&str]) -> Result<UciCommand, String> {
    let Some(("name", words)) = words.split_first().map(|(first, rest)| (*first, rest)) else {
        return Err("expected `setoption name`".to_owned());
    };
    let end = words.iter().position(|&word| word == "value");
    let name = words[..end.unwrap_or(words.len())].join(" ");
    if name.is_empty() {
        return Err("expected the name of an option".to_owned());
    }
    Ok(UciCommand::SetOption { name, value: end.map(|end| words[end + 1..].join(" ")) })
}

/// (`startpos` | `fen` F…) [`moves` M…].
fn position(words: &[&str]) -> Result<UciCommand, String> {
    let end = words.iter().position(|&word| word == "moves");
    let (start, moves) = words.split_at(end.unwrap_or(words.len()));
    let fen = match start {
        ["startpos", ..] => None,
        ["fen", fen @ ..] => Some(fen.join(" ")),
        _ => return Err("expected `startpos` or `fen` after `position`".to_owned()),
    };
    Ok(UciCommand::Position { fen, moves: moves.iter().skip(1).map(|&mv| mv.to_owned()).collect() })
}

impl fmt::Display for UciCommand {
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
            Self::Ignored => f.write_str("debug off"),
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

/// The parameters of `go`. Without any the engine searches until it is stopped.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Go {
    /// The moves to consider; empty for all.
    pub searchmoves: Vec<String>,
    /// Search in the opponent's time.
    pub ponder: bool,
    /// The time on each clock.
    pub time: ByColor<Option<Duration>>,
    /// The time each move adds.
    pub increment: ByColor<Option<Duration>>,
    /// Moves until the next time control.
    pub movestogo: Option<u32>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Number of positions.
    pub nodes: Option<u64>,
    /// Moves to a mate to search for.
    pub mate: Option<u32>,
    /// Fixed time for the move.
    pub movetime: Option<Duration>,
    /// Search until `stop`.
    pub infinite: bool,
}

impl Go {
    /// Reads the words after `go`. Unknown ones are skipped.
    pub fn from_words(words: &[&str]) -> Self {
        let mut go = Self::default();
        let mut rest = words;
        while let [word, after @ ..] = rest {
            rest = go.parameter(word, after);
        }
        go
    }

    /// Reads one parameter and returns the words after it.
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

    /// Reads the moves after `searchmoves`, as far as they look like moves.
    fn search_moves<'a>(&mut self, rest: &'a [&'a str]) -> &'a [&'a str] {
        let end = rest.iter().position(|word| !looks_like_a_move(word)).unwrap_or(rest.len());
        self.searchmoves.extend(rest[..end].iter().map(|&mv| mv.to_owned()));
        &rest[end..]
    }

    /// Sets a numeric parameter; `false` if there is none of this name. The clock of a slow engine may
    /// be below zero: then it has no time.
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

    /// The numeric parameters that are set.
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

/// `e2e4`, `a9a10q`, `N@f3`: no parameter has a digit or such a sign in its second or third place.
fn looks_like_a_move(word: &str) -> bool {
    match word.as_bytes() {
        [_, b'@', rest @ ..] | [_, _, b'@', rest @ ..] => rest.len() >= 2,
        [_, second, rest @ ..] => {
            second.is_ascii_digit() && rest.len() >= 2 && rest.iter().any(u8::is_ascii_digit)
        }
        _ => false,
    }
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

    fn owned(words: &[&str]) -> Vec<String> {
        words.iter().map(|&word| word.to_owned()).collect()
    }

    #[test]
    fn commands_are_read_and_written() {
        let option = |name: &str, value: Option<&str>| UciCommand::SetOption {
            name: name.to_owned(),
            value: value.map(str::to_owned),
        };
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
        let rows = [
            ("uci", UciCommand::Uci),
            ("isready", UciCommand::IsReady),
            ("ucinewgame", UciCommand::NewGame),
            ("setoption name Hash value 64", option("Hash", Some("64"))),
            ("setoption name Skill Level value 3", option("Skill Level", Some("3"))),
            ("setoption name Clear Hash", option("Clear Hash", None)),
            ("position startpos", UciCommand::Position { fen: None, moves: vec![] }),
            (
                "position startpos moves e2e4 e7e5",
                UciCommand::Position { fen: None, moves: owned(&["e2e4", "e7e5"]) },
            ),
            (
                "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1",
                UciCommand::Position { fen: Some(fen.to_owned()), moves: owned(&["e1g1"]) },
            ),
            ("go infinite", UciCommand::Go(Go { infinite: true, ..Go::default() })),
            ("stop", UciCommand::Stop),
            ("ponderhit", UciCommand::PonderHit),
            ("quit", UciCommand::Quit),
        ];
        for (line, command) in rows {
            assert_eq!(UciCommand::from_line(line), Ok(command.clone()), "{line}");
            assert_eq!(command.to_string(), line);
        }
    }

    #[test]
    fn blanks_and_unknown_words_before_a_command_do_not_matter() {
        for (line, command) in [
            ("  isready \r", UciCommand::IsReady),
            ("joho debug on", UciCommand::Ignored),
            ("position   startpos\tmoves", UciCommand::Position { fen: None, moves: vec![] }),
        ] {
            assert_eq!(UciCommand::from_line(line), Ok(command), "{line}");
        }
    }

    #[test]
    fn unreadable_lines_are_explained() {
        for (line, says) in [
            ("hello there", "unknown command `hello there`"),
            ("", "unknown command ``"),
            ("setoption", "expected `setoption name`"),
            ("setoption name value 3", "expected the name of an option"),
            ("position e4", "expected `startpos` or `fen` after `position`"),
        ] {
            assert_eq!(UciCommand::from_line(line), Err(says.to_owned()), "{line}");
        }
    }

    fn go(line: &str) -> Go {
        Go::from_words(&line.split_whitespace().skip(1).collect::<Vec<_>>())
    }

    fn ms(count: u64) -> Duration {
        Duration::from_millis(count)
    }

    #[test]
    fn parameters_of_go_are_read_and_written() {
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
        for (line, expected) in rows {
            assert_eq!(go(line), expected, "{line}");
            assert_eq!(expected.to_string(), line);
        }
    }

    #[test]
    fn parameters_of_go_come_in_any_order_and_unknown_ones_are_skipped() {
        let rows = [
            ("go searchmoves e2e4 d2d4 depth 3", "go depth 3 searchmoves e2e4 d2d4"),
            ("go depth x", "go"),
            ("go depth", "go"),
            ("go quickly movetime 5", "go movetime 5"),
            ("go wtime -50 btime 5", "go wtime 0 btime 5"),
            ("go depth 99999999999", "go depth 4294967295"),
        ];
        for (line, understood) in rows {
            assert_eq!(go(line).to_string(), understood, "{line}");
        }
    }
}
