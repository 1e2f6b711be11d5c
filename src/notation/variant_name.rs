//! The names of variants, on the command line (`chess960:518`, `alice:3`), in PGN tags and in UCI: one
//! table for all of them.

use std::{
    fmt,
    str::FromStr,
    sync::{Arc, PoisonError, RwLock},
};

use crate::{
    notation::variant::built_in,
    rules::{
        Variant, chess960,
        variant::{Rules, TransferRule},
    },
    text::nearest,
};

/// The variant behind a name, before its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Named {
    /// Ordinary chess.
    Standard,
    /// Chess960.
    Chess960,
    /// Alice chess on a number of boards.
    Alice(TransferRule),
    /// Another game whose rules are data.
    Rules(&'static Arc<Rules>),
    /// A variant that exists, but cannot be played here.
    Other,
}

/// Other spellings of names, in lower case without blanks, hyphens and underscores: those of Lichess, chess.com,
/// Cutechess, `PyChess`, Fairy-Stockfish and XBoard. The first word of each row is the name here.
const SPELLINGS: &[&str] = &[
    "standard normal chess classical fromposition",
    "chess960 fischerandom fischerrandom fischerrandomchess frc freestyle 960",
    "alice alicechess",
    "alice-ksparov aliceksparov",
    "atomic atomicchess",
    "antichess anti losingchess",
    "crazyhouse zh",
    "kingofthehill koth hill",
    "3check threecheck threechecks 3checks threecheckchess",
    "racingkings race",
    "horde hordechess",
    "capablanca capablancachess",
    "gothic gothicchess",
    "janus januschess",
    "grand grandchess",
    "courier courierchess",
    "losalamos losalamoschess",
    "gardner minichess 5x5 gardnerchess",
    "micro microchess",
    "almost almostchess",
    "amazon amazonchess",
    "chancellor chancellorchess",
    "knightmate matemorphosis",
    "berolina berolinachess",
    "chigorin chigorinchess",
    "shatranj",
    "chaturanga",
    "makruk makrukthai",
    "extinction extinctionchess",
    "threekings 3kings threekingschess",
    "nocastle nocastling",
    "cylinder cylinderchess cylindrical",
];

/// Games that are known by name alone.
const OTHERS: &str = "bughouse giveaway suicide losers seirawan sittuyin shogi xiangqi janggi placement shuffle \
                      fischerandomatomic bughouse960 crazyhouse960 torpedo duck fogofwar 4player";

/// The definitions that a user gave. They stay as long as the program runs.
static DEFINED: RwLock<Vec<&'static Arc<Rules>>> = RwLock::new(Vec::new());

/// Makes a user's variant known by its name, before those that are built in.
pub fn define(rules: Arc<Rules>) -> Variant {
    let mut defined = DEFINED.write().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = defined.iter().find(|known| ***known == rules) {
        return Variant::Rules(known);
    }
    let rules: &'static Arc<Rules> = Box::leak(Box::new(rules));
    defined.push(rules);
    Variant::Rules(rules)
}

/// The user's variant with this name, the latest first.
fn defined(name: &str) -> Option<&'static Arc<Rules>> {
    let defined = DEFINED.read().unwrap_or_else(PoisonError::into_inner);
    defined.iter().rev().find(|rules| plain(rules.name()) == name).copied()
}

/// A name in lower case without blanks, hyphens and underscores.
fn plain(name: &str) -> String {
    let letters = name.chars().filter(|letter| !matches!(letter, ' ' | '-' | '_'));
    letters.map(|letter| letter.to_ascii_lowercase()).collect()
}

impl Named {
    /// The variant with this name, in any of its spellings; a number behind a colon does not count.
    pub fn find(name: &str) -> Option<Self> {
        let name = plain(name.split(':').next().unwrap_or_default());
        if let Some(rules) = defined(&name) {
            return Some(Self::Rules(rules));
        }
        let fits = |row: &&&str| row.split(' ').any(|known| plain(known) == name);
        let row = SPELLINGS.iter().find(fits).and_then(|row| row.split(' ').next());
        match row {
            Some("standard") => Some(Self::Standard),
            Some("chess960") => Some(Self::Chess960),
            Some(built_in::ALICE) => Some(Self::Alice(TransferRule::Classical)),
            Some(built_in::ALICE_KSPAROV) => Some(Self::Alice(TransferRule::Ksparov)),
            known => {
                let other = || OTHERS.split(' ').any(|other| other == name).then_some(Self::Other);
                let rules = built_in::all().iter().find(|rules| {
                    known.map_or_else(|| plain(rules.name()) == name, |known| rules.name() == known)
                });
                rules.map(Self::Rules).or_else(other)
            }
        }
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
    /// A number for a variant that takes none.
    Number(String),
}

impl fmt::Display for BadVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(found) => {
                write!(f, "no variant is called `{found}`")?;
                let own = ["standard", "chess960"].into_iter();
                let names = own.chain(built_in::all().iter().map(|rules| rules.name()));
                match nearest(found, names) {
                    Some(name) => write!(f, "; did you mean `{name}`?"),
                    None => write!(f, "; `arbiter variants` lists them"),
                }
            }
            Self::Boards(found) => write!(f, "Alice chess has 2 to 8 boards, not `{found}`"),
            Self::Start(found) => {
                write!(f, "Chess960 starts have numbers from 0 to 959, not `{found}`")
            }
            Self::Number(found) => write!(f, "this variant takes no number, found `{found}`"),
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
/// assert_eq!("King of the Hill".parse::<Variant>()?.name(), "kingofthehill");
/// # Ok::<(), arbiter::notation::BadVariant>(())
/// ```
impl FromStr for Variant {
    type Err = BadVariant;

    fn from_str(text: &str) -> Result<Self, BadVariant> {
        let number = text.split_once(':').map(|(_, number)| number);
        match (Named::find(text), number) {
            (Some(Named::Standard), None) => Ok(Self::Standard),
            (Some(Named::Rules(rules)), None) => Ok(Self::Rules(rules)),
            (Some(Named::Standard | Named::Rules(_)), Some(number)) => {
                Err(BadVariant::Number(number.to_owned()))
            }
            (Some(Named::Chess960), number) => chess960_start(number),
            (Some(Named::Alice(transfer)), number) => alice(number, transfer),
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
            Self::Rules(rules) if rules.settings().boards > 2 => {
                write!(f, ":{}", rules.settings().boards)
            }
            _ => Ok(()),
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
        Some(Named::Alice(transfer)) if !name.contains(':') => alice(boards, transfer),
        Some(_) | None => name.parse(),
    }
}

/// The value of the tag `Variant`, as Lichess writes it where it knows the game; standard chess has none.
pub fn tag_value(variant: Variant) -> Option<&'static str> {
    let rules = match variant {
        Variant::Standard => return None,
        Variant::Chess960 { .. } => return Some("Chess960"),
        Variant::Rules(rules) => rules,
    };
    Some(match rules.name() {
        "atomic" => "Atomic",
        "antichess" => "Antichess",
        "crazyhouse" => "Crazyhouse",
        "kingofthehill" => "King of the Hill",
        "3check" => "Three-check",
        "horde" => "Horde",
        "racingkings" => "Racing Kings",
        built_in::ALICE => "Alice",
        built_in::ALICE_KSPAROV => "Alice-Ksparov",
        name => name,
    })
}

fn alice(number: Option<&str>, transfer: TransferRule) -> Result<Variant, BadVariant> {
    let boards = number.map_or(Some(2), |number| number.parse().ok());
    let rules = boards.and_then(|boards| built_in::alice(boards, transfer));
    let bad = || BadVariant::Boards(number.unwrap_or_default().to_owned());
    rules.map(Variant::Rules).ok_or_else(bad)
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
            assert!(matches!(Named::find(name), Some(Named::Rules(_))), "{name}");
        }
        assert_eq!(Named::find("Bughouse"), Some(Named::Other));
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
            ("standard:1", "this variant takes no number, found `1`"),
            ("atomic:2", "this variant takes no number, found `2`"),
            ("atomc", "no variant is called `atomc`; did you mean `atomic`?"),
            ("seirawan", "no variant is called `seirawan`; `arbiter variants` lists them"),
        ] {
            let found = text.parse::<Variant>().map_err(|bad| bad.to_string());
            assert_eq!(found, Err(message.to_owned()));
        }
    }
}
