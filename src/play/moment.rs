//! A moment of a game as people name it: `start`, `end`, `23`, `12w`.

use std::str::FromStr;

use crate::rules::Color;

/// A moment of a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// Before the first move.
    Start,
    /// After the last one.
    End,
    /// After so many half-moves.
    Ply(usize),
    /// After a side's move with this number.
    After(u32, Color),
}

impl FromStr for Moment {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || {
            format!(
                "expected start, end, a number of half-moves or a move such as 12w, found `{text}`"
            )
        };
        let number = |digits: &str| digits.parse().map_err(|_| wrong());
        match text.trim().to_ascii_lowercase().as_str() {
            "start" | "first" => Ok(Self::Start),
            "end" | "last" => Ok(Self::End),
            other => match (other.strip_suffix('w'), other.strip_suffix('b')) {
                (Some(digits), _) => Ok(Self::After(number(digits)?, Color::White)),
                (_, Some(digits)) => Ok(Self::After(number(digits)?, Color::Black)),
                _ => other.parse().map(Self::Ply).map_err(|_| wrong()),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Moment;
    use crate::rules::Color;

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
        for text in ["", "w", "12x", "-1", "99999999999999999999w"] {
            assert!(text.parse::<Moment>().is_err(), "{text}");
        }
    }
}
