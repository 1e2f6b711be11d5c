//! The replies of an `XBoard` engine, read in the many spellings of forty years, and the times of its commands, written.

use std::time::Duration;

use crate::engine::TimeLeft;
use crate::rules::Color;
use crate::xboard::Feature;

/// A line from engine to client.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum XboardReply {
    /// `feature`: what the engine can do.
    Features(Vec<Feature>),
    /// The engine's move as written.
    Move(String),
    /// A move with a number: the engine's own, repeated or in the old style, or an echo of the
    /// opponent's. The dots tell which.
    Numbered {
        /// The side that made it.
        by: Color,
        /// The move as written.
        mv: String,
    },
    /// The engine resigns.
    Resign,
    /// The engine offers a draw.
    OfferDraw,
    /// The engine claims that the game is over, with this winner or drawn.
    Result(Option<Color>),
    /// The engine takes a move for illegal or does not know a command.
    Refused(String),
    /// The number of our `ping`.
    Pong(u32),
}

impl XboardReply {
    /// Reads a line; `None` if it is not part of the dialogue: thinking output, comments, banners.
    pub fn from_line(line: &str) -> Option<Self> {
        let line = line.trim();
        let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match first {
            "feature" => Some(Self::Features(Feature::list(rest))),
            "move" => first_word(rest).map(Self::Move),
            "resign" => Some(Self::Resign),
            "offer" if rest == "draw" => Some(Self::OfferDraw),
            "pong" => rest.parse().ok().map(Self::Pong),
            "1-0" => Some(Self::Result(Some(Color::White))),
            "0-1" => Some(Self::Result(Some(Color::Black))),
            "1/2-1/2" => Some(Self::Result(None)),
            _ => my_move(line).or_else(|| refused(line)).or_else(|| numbered(first, rest)),
        }
    }
}

fn first_word(text: &str) -> Option<String> {
    text.split_whitespace().next().map(str::to_owned)
}

/// `My move is: M`, with or without blanks around the colon.
fn my_move(line: &str) -> Option<XboardReply> {
    let rest = strip_prefix_ignoring_case(line, "my move is")?;
    first_word(rest.trim_start().trim_start_matches(':')).map(XboardReply::Move)
}

/// `Illegal move: M`, `Invalid move: M`, `Illegal move (why): M`, `Error (why): M`.
fn refused(line: &str) -> Option<XboardReply> {
    let rest = ["illegal move", "invalid move", "error"]
        .iter()
        .find_map(|word| strip_prefix_ignoring_case(line, word))?
        .trim_start();
    let after_reason = rest.strip_prefix('(').and_then(|rest| rest.split_once(')'));
    let what = after_reason.map_or(rest, |(_, what)| what).trim_start().strip_prefix(':')?;
    Some(XboardReply::Refused(what.trim().to_owned()))
}

/// `1. e2e4` for White, `1. ... d7d5` or `1... d7d5` for Black.
fn numbered(first: &str, rest: &str) -> Option<XboardReply> {
    let dots = first.trim_start_matches(|letter: char| letter.is_ascii_digit());
    if dots.len() == first.len() {
        return None;
    }
    let (by, mv) = match (dots, rest.strip_prefix("...")) {
        (".", Some(mv)) => (Color::Black, mv),
        ("...", None) => (Color::Black, rest),
        (".", None) => (Color::White, rest),
        _ => return None,
    };
    first_word(mv).map(|mv| XboardReply::Numbered { by, mv })
}

fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

/// `level MOVES MINUTES[:SECONDS] INCREMENT`: the period that begins with this clock. Zero moves mean the whole game.
pub(super) fn level(clock: TimeLeft) -> String {
    let (moves, base) = (clock.moves_to_go.unwrap_or(0), whole_seconds(clock.remaining));
    let seconds =
        if base.is_multiple_of(60) { String::new() } else { format!(":{:02}", base % 60) };
    format!("level {moves} {}{seconds} {}", base / 60, clock.increment.as_secs())
}

/// The protocol counts whole seconds, and zero is too few.
pub(super) fn whole_seconds(time: Duration) -> u64 {
    time.as_secs() + u64::from(time.subsec_nanos() > 0)
}

/// Never zero: an engine without time may not answer at all.
pub(super) fn centiseconds(time: Duration) -> u128 {
    (time.as_millis() / 10).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(mv: &str) -> XboardReply {
        XboardReply::Move(mv.to_owned())
    }

    fn numbered(by: Color, mv: &str) -> XboardReply {
        XboardReply::Numbered { by, mv: mv.to_owned() }
    }

    fn refused(what: &str) -> XboardReply {
        XboardReply::Refused(what.to_owned())
    }

    #[test]
    fn moves_are_read_in_every_spelling() {
        for (line, reply) in [
            ("move e2e4", played("e2e4")),
            ("move O-O\r", played("O-O")),
            ("My move is: e7e5", played("e7e5")),
            ("My move is : e7e8q", played("e7e8q")),
            ("my move is e7e5", played("e7e5")),
            ("1. ... d7d5", numbered(Color::Black, "d7d5")),
            ("12... d7d5", numbered(Color::Black, "d7d5")),
            ("1. e2e4", numbered(Color::White, "e2e4")),
        ] {
            assert_eq!(XboardReply::from_line(line), Some(reply), "{line}");
        }
    }

    #[test]
    fn ends_of_the_game_are_read() {
        for (line, reply) in [
            ("resign", XboardReply::Resign),
            ("offer draw", XboardReply::OfferDraw),
            ("0-1 {Black mates}", XboardReply::Result(Some(Color::Black))),
            ("1-0", XboardReply::Result(Some(Color::White))),
            ("1/2-1/2 {Stalemate}", XboardReply::Result(None)),
        ] {
            assert_eq!(XboardReply::from_line(line), Some(reply), "{line}");
        }
    }

    #[test]
    fn refusals_name_the_move_or_command() {
        for (line, reply) in [
            ("Illegal move: e1e2x", refused("e1e2x")),
            ("Invalid move: sd 4", refused("sd 4")),
            ("Illegal move (in check): e2e4", refused("e2e4")),
            ("Error (unkown command): e7e9", refused("e7e9")),
            ("Error (ambiguous move): Nd2", refused("Nd2")),
        ] {
            assert_eq!(XboardReply::from_line(line), Some(reply), "{line}");
        }
    }

    #[test]
    fn pongs_and_features_are_read() {
        let ping = Feature { name: "ping".to_owned(), value: "1".to_owned() };
        for (line, reply) in [
            ("pong 3", XboardReply::Pong(3)),
            ("feature ping=1", XboardReply::Features(vec![ping])),
        ] {
            assert_eq!(XboardReply::from_line(line), Some(reply), "{line}");
        }
    }

    #[test]
    fn other_lines_are_no_replies() {
        for line in [
            "",
            "Chess",
            "# a comment",
            "Fischer increment of 0 seconds.",
            "Command 'random' is currently not supported.",
            "4 109 1435 82685 Bf1xb5 f7f6 Qd6xd5+",
            "Hint: e7e5",
            "pong x",
            "move",
            "offer tea",
            "Errors are human",
            "12.5 seconds",
        ] {
            assert_eq!(XboardReply::from_line(line), None, "{line}");
        }
    }

    #[test]
    fn times_are_written() {
        for (moves_to_go, base, increment, line) in [
            (Some(40), 5400, 30_000, "level 40 90 30"),
            (Some(40), 10, 0, "level 40 0:10 0"),
            (None, 65, 500, "level 0 1:05 0"),
        ] {
            let remaining = Duration::from_secs(base);
            let increment = Duration::from_millis(increment);
            assert_eq!(level(TimeLeft { remaining, increment, moves_to_go }), line);
        }
        assert_eq!(centiseconds(Duration::from_millis(12_345)), 1234);
        assert_eq!(centiseconds(Duration::ZERO), 1);
    }
}
