//! The names of variants, on the command line (`chess960:518`, `alice:3`), in PGN tags and in UCI: one
//! table for all of them.

use std::{fmt, str::FromStr};

use crate::rules::{BoardCount, Dialect, Variant, chess960};

/// The variant behind a name, before its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// Ordinary chess.
    Standard,
    /// Chess960.
    Chess960,
    /// Alice chess.
    Alice(Dialect),
    /// A variant that exists, but cannot be played here.
    Other,
}

/// The names in lower case without blanks, hyphens and underscores, in the spellings of Lichess, chess.com,
/// Cutechess, `PyChess` and XBoard.
const NAMES: &[(Named, &str)] = &[
    (Named::Standard, "standard normal chess classical fromposition"),
    (Named::Chess960, "chess960 fischerandom fischerrandom fischerrandomchess frc freestyle 960"),
    (Named::Alice(Dialect::Classical), "alice alicechess"),
    (Named::Alice(Dialect::Ksparov), "aliceksparov"),
    (
        Named::Other,
        "crazyhouse bughouse atomic antichess giveaway suicide losers horde kingofthehill koth \
         racingkings threecheck 3check",
    ),
];

impl Named {
    /// The variant with this name, in any of its spellings; a number behind a colon does not count.
    pub fn find(name: &str) -> Option<Self> {
        let name = name.split(':').next().unwrap_or_default();
        let letters = name.chars().filter(|letter| !matches!(letter, ' ' | '-' | '_'));
        let name: String = letters.map(|letter| letter.to_ascii_lowercase()).collect();
        let fits = |names: &str| names.split(' ').any(|known| known == name);
        NAMES.iter().find(|(_, names)| fits(names)).map(|(named, _)| *named)
    }
}

/// Why a text does not name a variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum BadVariant {
    /// An unknown name, or that of a variant that cannot be played here.
    Name(String),
    /// Not a number of boards for Alice chess.
    Boards(String),
    /// Not a number of a Chess960 start.
    Start(String),
    /// A number for standard chess.
    Number(String),
}

impl fmt::Display for BadVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(found) => write!(
                f,
                "expected `standard`, `chess960`, `alice` or `alice-ksparov`, found `{found}`"
            ),
            Self::Boards(found) => write!(f, "Alice chess has 2 to 8 boards, not `{found}`"),
            Self::Start(found) => {
                write!(f, "Chess960 starts have numbers from 0 to 959, not `{found}`")
            }
            Self::Number(found) => write!(f, "standard chess takes no number, found `{found}`"),
        }
    }
}

impl std::error::Error for BadVariant {}

/// A name, and after a colon the number of boards or of the start.
///
/// ```
/// use arbiter::rules::Variant;
///
/// assert_eq!("FRC:518".parse(), Ok(Variant::Chess960 { start: Some(518) }));
/// assert_eq!(Variant::Chess960 { start: Some(518) }.to_string(), "chess960:518");
/// # Ok::<(), arbiter::notation::BadVariant>(())
/// ```
impl FromStr for Variant {
    type Err = BadVariant;

    fn from_str(text: &str) -> Result<Self, BadVariant> {
        let number = text.split_once(':').map(|(_, number)| number);
        match (Named::find(text), number) {
            (Some(Named::Standard), None) => Ok(Self::Standard),
            (Some(Named::Standard), Some(number)) => Err(BadVariant::Number(number.to_owned())),
            (Some(Named::Chess960), number) => chess960_start(number),
            (Some(Named::Alice(dialect)), number) => alice(number, dialect),
            (Some(Named::Other) | None, _) => Err(BadVariant::Name(text.to_owned())),
        }
    }
}

/// The name on the command line, with a number where it is not the usual one.
impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())?;
        match self {
            Self::Chess960 { start: Some(number) } => write!(f, ":{number}"),
            Self::Alice { boards, .. } if *boards != BoardCount::TWO => {
                write!(f, ":{}", boards.get())
            }
            Self::Standard | Self::Chess960 { start: None } | Self::Alice { .. } => Ok(()),
        }
    }
}

/// The variant of the tags `Variant` and `Boards`.
///
/// # Errors
/// When the name is unknown, or the number of boards impossible.
pub fn from_tags(name: &str, boards: Option<&str>) -> Result<Variant, BadVariant> {
    let name = name.trim();
    match Named::find(name) {
        _ if name.is_empty() => Ok(Variant::Standard),
        Some(Named::Alice(dialect)) if !name.contains(':') => alice(boards, dialect),
        Some(_) | None => name.parse(),
    }
}

/// The value of the tag `Variant`; standard chess has none.
pub const fn tag_value(variant: Variant) -> Option<&'static str> {
    match variant {
        Variant::Standard => None,
        Variant::Chess960 { .. } => Some("Chess960"),
        Variant::Alice { dialect: Dialect::Classical, .. } => Some("Alice"),
        Variant::Alice { dialect: Dialect::Ksparov, .. } => Some("Alice-Ksparov"),
    }
}

fn alice(number: Option<&str>, dialect: Dialect) -> Result<Variant, BadVariant> {
    let Some(number) = number else {
        return Ok(Variant::Alice { boards: BoardCount::TWO, dialect });
    };
    let boards = number.parse().ok().and_then(BoardCount::new);
    let boards = boards.ok_or_else(|| BadVariant::Boards(number.to_owned()))?;
    Ok(Variant::Alice { boards, dialect })
}

fn chess960_start(number: Option<&str>) -> Result<Variant, BadVariant> {
    let Some(number) = number else { return Ok(Variant::Chess960 { start: None }) };
    match number.parse() {
        Ok(start) if start < chess960::STARTS => Ok(Variant::Chess960 { start: Some(start) }),
        _ => Err(BadVariant::Start(number.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::{Named, from_tags, tag_value};
    use crate::rules::Variant;

    #[test]
    fn names_are_read_and_written() {
        let names = "standard chess960 chess960:0 chess960:959 alice alice:3 alice:8 alice-ksparov \
                     alice-ksparov:4";
        for name in names.split(' ') {
            let variant: Variant = name.parse().expect(name);
            assert_eq!(variant.to_string(), name);
            let boards = name.split_once(':').map(|(_, boards)| boards);
            if !name.contains("960:") {
                assert_eq!(from_tags(tag_value(variant).unwrap_or(""), boards), Ok(variant));
            }
        }
        assert_eq!("alice:2".parse::<Variant>(), "alice".parse());
    }

    #[test]
    fn a_name_has_several_spellings() {
        for name in ["Chess960", "Chess 960", "Fischerandom", "Fischer Random", "FRC", "freestyle"]
        {
            assert_eq!(name.parse(), Ok(Variant::Chess960 { start: None }), "{name}");
        }
        for name in ["Standard", "Normal", "chess", "From Position"] {
            assert_eq!(name.parse(), Ok(Variant::Standard), "{name}");
        }
        for name in ["King of the Hill", "kingofthehill", "Three-check", "3check", "Racing Kings"] {
            assert_eq!(Named::find(name), Some(Named::Other), "{name}");
        }
        assert_eq!(Named::find("checkers"), None);
    }

    #[test]
    fn other_texts_are_refused_with_the_reason() {
        for (text, message) in [
            ("alice:1", "Alice chess has 2 to 8 boards, not `1`"),
            ("alice:9", "Alice chess has 2 to 8 boards, not `9`"),
            ("alice:-2", "Alice chess has 2 to 8 boards, not `-2`"),
            ("alice-ksparov:x", "Alice chess has 2 to 8 boards, not `x`"),
            ("chess960:960", "Chess960 starts have numbers from 0 to 959, not `960`"),
            ("standard:1", "standard chess takes no number, found `1`"),
            (
                "atomic",
                "expected `standard`, `chess960`, `alice` or `alice-ksparov`, found `atomic`",
            ),
        ] {
            let found = text.parse::<Variant>().map_err(|bad| bad.to_string());
            assert_eq!(found, Err(message.to_owned()));
        }
    }
}
