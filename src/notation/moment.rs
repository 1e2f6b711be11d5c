//! A moment of a game as people name it: `start`, `end`, `23` (a ply), `12w` (after White's 12th move).

use std::{fmt, str::FromStr};

use crate::{
    rules::{Color, Position},
    text::counted,
};

/// A moment of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Before the first move.
    Start,
    /// After the last move.
    End,
    /// After this many plies.
    Ply(usize),
    /// After the move of a side with this number.
    After(u32, Color),
}

impl Moment {
    /// The number of plies before this moment, in a game of `plies` plies from `start`.
    ///
    /// # Errors
    /// When the game begins later or ends earlier.
    pub fn ply(self, start: &impl Position, plies: usize) -> Result<usize, NoSuchMoment> {
        let ply = match self {
            Self::Start => 0,
            Self::End => plies,
            Self::Ply(ply) => ply,
            Self::After(number, color) => ply_after(start, number, color)
                .ok_or(NoSuchMoment::BeforeStart(start.fullmoves(), start.turn()))?,
        };
        if ply <= plies { Ok(ply) } else { Err(NoSuchMoment::AfterEnd(plies)) }
    }
}

/// Why a game has no such moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoSuchMoment {
    /// The game begins later, with this move of this side.
    BeforeStart(u32, Color),
    /// The game ends earlier, after this many plies.
    AfterEnd(usize),
}

impl fmt::Display for NoSuchMoment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::BeforeStart(number, color) => {
                write!(f, "the game begins with move {number} of {}", color.name())
            }
            Self::AfterEnd(plies) => {
                write!(f, "the game has {}; there is no such moment", counted(*plies, "ply"))
            }
        }
    }
}

impl std::error::Error for NoSuchMoment {}

/// The ply that the move with this number is, counted from one.
fn ply_after(start: &impl Position, number: u32, color: Color) -> Option<usize> {
    let plies = |number: u32, color| 2 * u64::from(number) + u64::from(color == Color::Black);
    let before = plies(start.fullmoves(), start.turn());
    let ply = (plies(number, color) + 1).checked_sub(before).filter(|&ply| ply > 0)?;
    usize::try_from(ply).ok()
}

/// A text that does not name a moment of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadMoment(String);

impl fmt::Display for BadMoment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected start, end, a ply such as 23 or a move such as 12w, found `{}`", self.0)
    }
}

impl std::error::Error for BadMoment {}

impl FromStr for Moment {
    type Err = BadMoment;

    fn from_str(text: &str) -> Result<Self, BadMoment> {
        let moment = match text.trim().to_ascii_lowercase().as_str() {
            "start" | "first" => Some(Self::Start),
            "end" | "last" => Some(Self::End),
            other => numbered(other),
        };
        moment.ok_or_else(|| BadMoment(text.to_owned()))
    }
}

/// `23`, `12w`, `12b`
fn numbered(text: &str) -> Option<Moment> {
    let number = |digits: &str| digits.parse().ok().filter(|&number| number > 0);
    match (text.strip_suffix('w'), text.strip_suffix('b')) {
        (Some(digits), _) => Some(Moment::After(number(digits)?, Color::White)),
        (_, Some(digits)) => Some(Moment::After(number(digits)?, Color::Black)),
        _ => text.parse().ok().map(Moment::Ply),
    }
}

#[cfg(test)]
mod tests {
    use super::Moment;
    use crate::{
        notation::fen,
        rules::{Chess, Color},
    };

    #[test]
    fn moments_are_read_as_people_name_them() {
        let table = [
            ("start", Moment::Start),
            ("END", Moment::End),
            ("23", Moment::Ply(23)),
            ("12w", Moment::After(12, Color::White)),
            ("2b", Moment::After(2, Color::Black)),
        ];
        for (text, moment) in table {
            assert_eq!(text.parse(), Ok(moment));
        }
        for text in ["", "w", "0w", "12x", "-1", "99999999999999999999w"] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_move_number_counts_from_the_start_of_the_game() {
        let late = fen::position(b"4k3/8/8/8/8/8/4P3/4K3 b - - 0 40").expect("a position");
        for (text, from_start, from_late) in [
            ("start", Some(0), Some(0)),
            ("end", Some(6), Some(6)),
            ("6", Some(6), Some(6)),
            ("7", None, None),
            ("1w", Some(1), None),
            ("1b", Some(2), None),
            ("3b", Some(6), None),
            ("4w", None, None),
            ("40w", None, None),
            ("40b", None, Some(1)),
            ("41w", None, Some(2)),
        ] {
            let moment: Moment = text.parse().expect(text);
            assert_eq!(moment.ply(&Chess::start(), 6).ok(), from_start, "{text}");
            assert_eq!(moment.ply(&late, 6).ok(), from_late, "{text}");
        }
    }
}
