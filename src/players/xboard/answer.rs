//! What an `XBoard` engine says to its client, in the many spellings of forty years.

use crate::players::xboard::Feature;
use crate::rules::Color;

/// A line of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// What it can do.
    Features(Vec<Feature>),
    /// Its move, as written.
    Move(String),
    /// A move with a number in front: its own, said once more or in the old style, or an echo of
    /// the opponent's. The dots tell whose.
    Numbered {
        /// Who made it.
        by: Color,
        /// As written.
        mv: String,
    },
    /// It gives up.
    Resign,
    /// It offers a draw.
    OfferDraw,
    /// It believes that the game is over.
    Result {
        /// How.
        claim: Claim,
        /// Why.
        reason: String,
    },
    /// It does not believe that this is a legal move, or does not know the command.
    Refused {
        /// What it refuses, as we sent it.
        what: String,
        /// Why, if it says.
        reason: Option<String>,
    },
    /// Something for people to read.
    Tell(String),
    /// The same number as in our `ping`.
    Pong(u32),
}

/// The result an engine believes in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Claim {
    /// `1-0` or `0-1`.
    Won(Color),
    /// `1/2-1/2`.
    Drawn,
}

impl Answer {
    /// Reads a line, or `None` if it is nothing that matters: thinking, comments, chatter.
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
            "1-0" => Some(result(Claim::Won(Color::White), rest)),
            "0-1" => Some(result(Claim::Won(Color::Black), rest)),
            "1/2-1/2" => Some(result(Claim::Drawn, rest)),
            "telluser" | "tellusererror" | "tellall" | "tellothers" => {
                Some(Self::Tell(rest.to_owned()))
            }
            _ => my_move(line).or_else(|| refused(line)).or_else(|| numbered(first, rest)),
        }
    }
}

fn first_word(text: &str) -> Option<String> {
    text.split_whitespace().next().map(str::to_owned)
}

fn result(claim: Claim, comment: &str) -> Answer {
    let reason = comment.trim_matches(['{', '}', ' ']).to_owned();
    Answer::Result { claim, reason }
}

/// `My move is: M`, with any blanks around the colon.
fn my_move(line: &str) -> Option<Answer> {
    let rest = strip_prefix_ignoring_case(line, "my move is")?;
    first_word(rest.trim_start().trim_start_matches(':')).map(Answer::Move)
}

/// `Illegal move: M`, `Invalid move: M`, `Illegal move (why): M`, `Error (why): M`.
fn refused(line: &str) -> Option<Answer> {
    let rest = ["illegal move", "invalid move", "error"]
        .iter()
        .find_map(|word| strip_prefix_ignoring_case(line, word))?
        .trim_start();
    let (reason, what) = match rest.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
        Some((reason, what)) => (Some(reason.to_owned()), what),
        None => (None, rest),
    };
    let what = what.trim_start().strip_prefix(':')?.trim().to_owned();
    Some(Answer::Refused { what, reason })
}

/// `1. e2e4` for White, `1. ... d7d5` or `1... d7d5` for Black.
fn numbered(first: &str, rest: &str) -> Option<Answer> {
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
    first_word(mv).map(|mv| Answer::Numbered { by, mv })
}

fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then(|| &text[prefix.len()..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn played(mv: &str) -> Answer {
        Answer::Move(mv.to_owned())
    }

    fn numbered(by: Color, mv: &str) -> Answer {
        Answer::Numbered { by, mv: mv.to_owned() }
    }

    fn refused(what: &str, reason: Option<&str>) -> Answer {
        Answer::Refused { what: what.to_owned(), reason: reason.map(str::to_owned) }
    }

    #[test]
    fn moves_are_read_in_every_spelling() {
        for (line, answer) in [
            ("move e2e4", played("e2e4")),
            ("move O-O\r", played("O-O")),
            ("My move is: e7e5", played("e7e5")),
            ("My move is : e7e8q", played("e7e8q")),
            ("my move is e7e5", played("e7e5")),
            ("1. ... d7d5", numbered(Color::Black, "d7d5")),
            ("12... d7d5", numbered(Color::Black, "d7d5")),
            ("1. e2e4", numbered(Color::White, "e2e4")),
        ] {
            assert_eq!(Answer::from_line(line), Some(answer), "{line}");
        }
    }

    #[test]
    fn ends_of_the_game_are_read() {
        let result = |claim, reason: &str| Answer::Result { claim, reason: reason.to_owned() };
        for (line, answer) in [
            ("resign", Answer::Resign),
            ("offer draw", Answer::OfferDraw),
            ("0-1 {Black mates}", result(Claim::Won(Color::Black), "Black mates")),
            ("1-0", result(Claim::Won(Color::White), "")),
            ("1/2-1/2 {Stalemate}", result(Claim::Drawn, "Stalemate")),
        ] {
            assert_eq!(Answer::from_line(line), Some(answer), "{line}");
        }
    }

    #[test]
    fn refusals_name_what_is_refused() {
        for (line, answer) in [
            ("Illegal move: e1e2x", refused("e1e2x", None)),
            ("Invalid move: sd 4", refused("sd 4", None)),
            ("Illegal move (in check): e2e4", refused("e2e4", Some("in check"))),
            ("Error (unkown command): e7e9", refused("e7e9", Some("unkown command"))),
            ("Error (ambiguous move): Nd2", refused("Nd2", Some("ambiguous move"))),
        ] {
            assert_eq!(Answer::from_line(line), Some(answer), "{line}");
        }
    }

    #[test]
    fn messages_pongs_and_features_are_read() {
        let ping = Feature { name: "ping".to_owned(), value: "1".to_owned() };
        for (line, answer) in [
            ("telluser Board is wrong!", Answer::Tell("Board is wrong!".to_owned())),
            ("tellusererror no book", Answer::Tell("no book".to_owned())),
            ("pong 3", Answer::Pong(3)),
            ("feature ping=1", Answer::Features(vec![ping])),
        ] {
            assert_eq!(Answer::from_line(line), Some(answer), "{line}");
        }
    }

    #[test]
    fn chatter_is_no_answer() {
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
            assert_eq!(Answer::from_line(line), None, "{line}");
        }
    }
}
