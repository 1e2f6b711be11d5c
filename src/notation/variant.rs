//! The words for the variants: `chess960:518`, `alice:3` on the command line, tags in a PGN file.

use std::fmt;

use crate::rules::{BoardCount, Dialect, Variant, chess960};

/// Why some text names no variant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoVariant {
    /// The word is none of ours.
    Unknown(String),
    /// Alice chess on too few boards, too many, or something that is no number.
    Boards(String),
    /// A number that no Chess960 start has.
    Start(String),
    /// A number where none belongs.
    Number(String),
}

impl fmt::Display for NoVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(found) => write!(
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

impl std::error::Error for NoVariant {}

/// Reads a variant: its name, and after a colon how many boards or which start.
///
/// # Errors
/// Says what was expected and what was there.
pub fn variant(text: &str) -> Result<Variant, NoVariant> {
    let (name, number) = match text.split_once(':') {
        Some((name, number)) => (name, Some(number)),
        None => (text, None),
    };
    match (name, number) {
        ("standard", None) => Ok(Variant::Standard),
        ("standard", Some(number)) => Err(NoVariant::Number(number.to_owned())),
        ("chess960", number) => chess960_start(number),
        ("alice", number) => alice(number, Dialect::Classical),
        ("alice-ksparov", number) => alice(number, Dialect::Ksparov),
        _ => Err(NoVariant::Unknown(text.to_owned())),
    }
}

/// Reads the tags `Variant` and `Boards` of a PGN file; upper and lower case are the same there.
///
/// # Errors
/// Says what was expected and what was there.
pub fn variant_from_tags(name: &str, boards: Option<&str>) -> Result<Variant, NoVariant> {
    let lower_case = name.trim().to_ascii_lowercase();
    match lower_case.as_str() {
        "" | "standard" | "normal" | "chess" | "classical" | "from position" => {
            Ok(Variant::Standard)
        }
        "chess960" | "chess 960" | "fischerandom" | "fischer random" | "frc" | "freestyle" => {
            Ok(Variant::Chess960 { start: None })
        }
        "alice" => alice(boards, Dialect::Classical),
        "alice-ksparov" => alice(boards, Dialect::Ksparov),
        other => variant(other),
    }
}

/// The value of the PGN tag `Variant`; standard chess has none.
pub const fn variant_tag(variant: Variant) -> Option<&'static str> {
    match variant {
        Variant::Standard => None,
        Variant::Chess960 { .. } => Some("Chess960"),
        Variant::Alice { dialect: Dialect::Classical, .. } => Some("Alice"),
        Variant::Alice { dialect: Dialect::Ksparov, .. } => Some("Alice-Ksparov"),
    }
}

/// The variant as one asks for it; what goes without saying is not said.
pub fn write_variant(variant: Variant) -> String {
    let name = variant.name();
    match variant {
        Variant::Chess960 { start: Some(number) } => format!("{name}:{number}"),
        Variant::Alice { boards, .. } if boards != BoardCount::TWO => {
            format!("{name}:{}", boards.get())
        }
        _ => name.to_owned(),
    }
}

fn alice(number: Option<&str>, dialect: Dialect) -> Result<Variant, NoVariant> {
    let Some(number) = number else {
        return Ok(Variant::Alice { boards: BoardCount::TWO, dialect });
    };
    let boards = number.parse().ok().and_then(BoardCount::new);
    let boards = boards.ok_or_else(|| NoVariant::Boards(number.to_owned()))?;
    Ok(Variant::Alice { boards, dialect })
}

fn chess960_start(number: Option<&str>) -> Result<Variant, NoVariant> {
    let Some(number) = number else { return Ok(Variant::Chess960 { start: None }) };
    match number.parse() {
        Ok(start) if start < chess960::STARTS => Ok(Variant::Chess960 { start: Some(start) }),
        _ => Err(NoVariant::Start(number.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::{variant, variant_from_tags, variant_tag, write_variant};
    use crate::rules::Variant;

    #[test]
    fn a_variant_written_is_the_variant_read() {
        let words = [
            "standard",
            "chess960",
            "chess960:0",
            "chess960:959",
            "alice",
            "alice:3",
            "alice:8",
            "alice-ksparov",
            "alice-ksparov:4",
        ];
        for word in words {
            assert_eq!(variant(word).map(write_variant).as_deref(), Ok(word));
        }
        assert_eq!(variant("alice:2"), variant("alice"));
    }

    #[test]
    fn what_names_no_variant_is_refused_with_what_was_expected() {
        let table = [
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
        ];
        for (text, message) in table {
            assert_eq!(variant(text).map_err(|no| no.to_string()), Err(message.to_owned()));
        }
    }

    #[test]
    fn tags_written_are_tags_read() {
        for word in ["standard", "chess960", "alice", "alice-ksparov:5"] {
            let found = variant(word).expect("a variant");
            let tag = variant_tag(found).unwrap_or("");
            let boards = word.split_once(':').map(|(_, boards)| boards);
            assert_eq!(variant_from_tags(tag, boards), Ok(found));
        }
        assert_eq!(variant_from_tags("Normal", None), Ok(Variant::Standard));
    }
}
