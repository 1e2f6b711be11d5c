//! What a client says to an `XBoard` engine.

use std::fmt;
use std::time::Duration;

/// A command of the client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// Speak this protocol.
    Xboard,
    /// In this version: tell your features.
    Protover(u32),
    /// A feature is welcome.
    Accepted(String),
    /// A feature is not.
    Rejected(String),
    /// Another game, from the usual start.
    New,
    /// By the rules of this variant.
    Variant(String),
    /// Do not think in the opponent's time.
    Easy,
    /// Do not show what you think.
    NoPost,
    /// The time control.
    Level(Level),
    /// So long for each move, in seconds.
    SearchTime(u64),
    /// So many plies deep.
    SearchDepth(u32),
    /// Sets an option; a button has no value.
    Option {
        /// Which one.
        name: String,
        /// To what.
        value: Option<String>,
    },
    /// What the engine's clock shows.
    Time(Duration),
    /// What the opponent's clock shows.
    OpponentTime(Duration),
    /// Move for neither side.
    Force,
    /// The position of this FEN.
    SetBoard(String),
    /// Somebody's move, announced by a word.
    UserMove(String),
    /// Somebody's move and nothing else.
    BareMove(String),
    /// Move, and go on playing this side.
    Go,
    /// Move now.
    MoveNow,
    /// A draw is offered.
    Draw,
    /// Answer with the same number.
    Ping(u32),
    /// Leave.
    Quit,
}

/// A time control as the protocol can say it: so many moves (none: all of them) in so much time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Level {
    /// Moves in each period; zero for all.
    pub moves: u32,
    /// Time for them.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (minutes, seconds) = (self.base.as_secs() / 60, self.base.as_secs() % 60);
        write!(f, "level {} {minutes}", self.moves)?;
        if seconds > 0 {
            write!(f, ":{seconds:02}")?;
        }
        write!(f, " {}", self.increment.as_secs())
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Xboard => f.write_str("xboard"),
            Self::Protover(version) => write!(f, "protover {version}"),
            Self::Accepted(name) => write!(f, "accepted {name}"),
            Self::Rejected(name) => write!(f, "rejected {name}"),
            Self::New => f.write_str("new"),
            Self::Variant(name) => write!(f, "variant {name}"),
            Self::Easy => f.write_str("easy"),
            Self::NoPost => f.write_str("nopost"),
            Self::Level(level) => write!(f, "{level}"),
            Self::SearchTime(seconds) => write!(f, "st {seconds}"),
            Self::SearchDepth(plies) => write!(f, "sd {plies}"),
            Self::Option { name, value: Some(value) } => write!(f, "option {name}={value}"),
            Self::Option { name, value: None } => write!(f, "option {name}"),
            Self::Time(left) => write!(f, "time {}", centiseconds(*left)),
            Self::OpponentTime(left) => write!(f, "otim {}", centiseconds(*left)),
            Self::Force => f.write_str("force"),
            Self::SetBoard(fen) => write!(f, "setboard {fen}"),
            Self::UserMove(mv) => write!(f, "usermove {mv}"),
            Self::BareMove(mv) => f.write_str(mv),
            Self::Go => f.write_str("go"),
            Self::MoveNow => f.write_str("?"),
            Self::Draw => f.write_str("draw"),
            Self::Ping(number) => write!(f, "ping {number}"),
            Self::Quit => f.write_str("quit"),
        }
    }
}

/// Never zero: an engine told that it has no time may not answer at all.
fn centiseconds(time: Duration) -> u128 {
    (time.as_millis() / 10).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_written() {
        let level = |moves, base, increment| {
            Request::Level(Level {
                moves,
                base: Duration::from_secs(base),
                increment: Duration::from_millis(increment),
            })
        };
        let rows = [
            (Request::Protover(2), "protover 2"),
            (level(40, 5400, 30_000), "level 40 90 30"),
            (level(40, 10, 0), "level 40 0:10 0"),
            (level(0, 65, 500), "level 0 1:05 0"),
            (Request::SearchTime(1), "st 1"),
            (Request::Time(Duration::from_millis(12_345)), "time 1234"),
            (Request::OpponentTime(Duration::ZERO), "otim 1"),
            (Request::UserMove("e7e8q".to_owned()), "usermove e7e8q"),
            (Request::BareMove("e2e4".to_owned()), "e2e4"),
            (Request::Ping(7), "ping 7"),
            (Request::MoveNow, "?"),
            (Request::Option { name: "Hash".into(), value: Some("64".into()) }, "option Hash=64"),
            (Request::Option { name: "Clear".into(), value: None }, "option Clear"),
        ];
        for (request, line) in rows {
            assert_eq!(request.to_string(), line);
        }
    }
}
