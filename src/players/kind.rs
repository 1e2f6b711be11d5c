//! Who sits at the table, as the command line says it: `human:Ada`, `random`, `ai:depth=4`, `uci:CMD`.

use std::fmt;
use std::str::FromStr;

use crate::players::{EngineCommand, Strength};

/// A kind of player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerSpec {
    /// Somebody who types, with a name if one was given.
    Human(Option<String>),
    /// Any legal move.
    Random,
    /// The built-in player; without a strength, that of the settings.
    BuiltIn(Option<Strength>),
    /// Another program, as it was asked for.
    Engine(String),
}

/// Why a text names no player.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerSpecError {
    text: String,
    reason: Option<String>,
}

impl fmt::Display for PlayerSpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected human[:Name], random, ai[:depth=N|time=S], uci:COMMAND or xboard:COMMAND, found `{}`",
            self.text
        )?;
        self.reason.as_ref().map_or(Ok(()), |reason| write!(f, " ({reason})"))
    }
}

impl std::error::Error for PlayerSpecError {}

impl PlayerSpec {
    /// Whether moves are typed.
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human(_))
    }

    /// What an outside engine is called for short.
    pub fn engine_name(&self) -> Option<String> {
        match self {
            Self::Engine(command) => Some(EngineCommand::parse(command).ok()?.short_name()),
            _ => None,
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = PlayerSpecError;

    fn from_str(text: &str) -> Result<Self, PlayerSpecError> {
        let (word, rest) = match text.split_once(':') {
            Some((word, rest)) => (word, Some(rest)),
            None => (text, None),
        };
        match (word, rest.map(str::trim)) {
            ("human", None | Some("")) => Ok(Self::Human(None)),
            ("human", Some(name)) => Ok(Self::Human(Some(one_line(name)))),
            ("random", None) => Ok(Self::Random),
            ("ai", None) => Ok(Self::BuiltIn(None)),
            ("ai", Some(strength)) => match read_strength(strength) {
                Some(strength) => Ok(Self::BuiltIn(Some(strength))),
                None => Err(PlayerSpecError { text: text.into(), reason: None }),
            },
            ("uci" | "xboard", Some(_)) => engine(text),
            _ if EngineCommand::is_preset(text) => engine(text),
            _ => Err(PlayerSpecError { text: text.into(), reason: None }),
        }
    }
}

/// Another program, if the command makes sense.
fn engine(text: &str) -> Result<PlayerSpec, PlayerSpecError> {
    match EngineCommand::parse(text) {
        Ok(_) => Ok(PlayerSpec::Engine(text.into())),
        Err(fault) => Err(PlayerSpecError { text: text.into(), reason: Some(fault.to_string()) }),
    }
}

/// A name that fits a prompt and a tag.
fn one_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// `depth=4`, `time=1.5`, `4`
fn read_strength(text: &str) -> Option<Strength> {
    match text.split_once('=') {
        None => depth(text),
        Some(("depth", number)) => depth(number),
        Some(("time", seconds)) => {
            let time = crate::players::seconds(seconds.trim_end_matches('s'))?;
            (!time.is_zero()).then_some(Strength::Time(time))
        }
        Some(_) => None,
    }
}

fn depth(number: &str) -> Option<Strength> {
    number.parse().ok().filter(|depth| (1..=99).contains(depth)).map(Strength::Depth)
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human(None) => f.write_str("human"),
            Self::Human(Some(name)) => write!(f, "human:{name}"),
            Self::Random => f.write_str("random"),
            Self::BuiltIn(None) => f.write_str("ai"),
            Self::BuiltIn(Some(Strength::Depth(depth))) => write!(f, "ai:depth={depth}"),
            Self::BuiltIn(Some(Strength::Time(time))) => {
                write!(f, "ai:time={}", time.as_secs_f64())
            }
            Self::Engine(command) => f.write_str(command),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::PlayerSpec;

    #[test]
    fn what_is_read_is_written_the_same() {
        for text in [
            "human",
            "human:Ada",
            "random",
            "ai",
            "ai:depth=4",
            "ai:time=0.5",
            "uci:gnuchess -u",
            "xboard:gnuchess -x",
            "gnuchess",
            "stockfish?Hash=64&Skill Level=3",
        ] {
            let kind: PlayerSpec = text.parse().expect(text);
            assert_eq!(kind.to_string(), text);
        }
    }

    #[test]
    fn others_are_refused() {
        for text in [
            "",
            "robot",
            "ai:",
            "ai:depth=0",
            "ai:depth=x",
            "ai:time=-1",
            "ai:time=1e19",
            "random:3",
            "uci:",
        ] {
            assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
        }
    }
}
