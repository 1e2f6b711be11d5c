//! The options an engine declares, and whether a wish fits them.

use std::fmt;

use crate::text::nearest;

/// One option of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Declaration {
    /// What it is called; blanks are allowed.
    pub name: String,
    /// What it takes.
    pub kind: Kind,
}

/// What an option takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Kind {
    /// On or off.
    Check {
        /// What it is to begin with.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// What it is to begin with.
        default: i64,
        /// The least.
        min: i64,
        /// The most.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// What it is to begin with.
        default: String,
        /// What it can be.
        choices: Vec<String>,
    },
    /// Something to press.
    Button,
    /// Any text.
    Text {
        /// What it is to begin with.
        default: String,
    },
}

/// Why a wish cannot be granted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// There is no option of this name.
    Unknown {
        /// What was asked for.
        name: String,
        /// What was probably meant.
        meant: Option<String>,
    },
    /// The value does not fit.
    Value {
        /// Which option.
        name: String,
        /// What it takes, in words.
        takes: String,
        /// What was asked for.
        value: String,
    },
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown { name, meant: Some(meant) } => {
                write!(f, "has no option \"{name}\"; did you mean {meant}?")
            }
            Self::Unknown { name, meant: None } => write!(f, "has no option \"{name}\""),
            Self::Value { name, takes, value } => {
                write!(f, "takes {takes} for {name}, not \"{value}\"")
            }
        }
    }
}

/// The option as declared and the value as the engine wants to read it (`None` for a button).
///
/// # Errors
/// If no such option is declared or the value is not one it takes.
pub fn accepted<'a>(
    declared: &'a [Declaration],
    name: &str,
    value: &str,
) -> Result<(&'a Declaration, Option<String>), Refusal> {
    let found = declared.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    let Some(option) = found else {
        let names = declared.iter().map(|option| option.name.as_str());
        let meant = nearest(name, names).map(str::to_owned);
        return Err(Refusal::Unknown { name: name.to_owned(), meant });
    };
    match option.kind.value(value) {
        Some(value) => Ok((option, (option.kind != Kind::Button).then_some(value))),
        None => Err(Refusal::Value {
            name: option.name.clone(),
            takes: option.kind.takes(),
            value: value.to_owned(),
        }),
    }
}

impl Kind {
    /// The value as the engine wants to read it, or `None` if it does not fit. A button takes
    /// anything and reads nothing.
    fn value(&self, wish: &str) -> Option<String> {
        match self {
            Self::Check { .. } => truth(wish).map(|value| value.to_string()),
            Self::Spin { min, max, .. } => {
                let number = wish.trim().parse().ok()?;
                (min..=max).contains(&&number).then(|| number.to_string())
            }
            Self::Combo { choices, .. } => {
                choices.iter().find(|choice| choice.eq_ignore_ascii_case(wish)).cloned()
            }
            Self::Button => Some(String::new()),
            Self::Text { .. } => (!wish.contains(['\n', '\r'])).then(|| wish.to_owned()),
        }
    }

    /// What it takes, in words.
    fn takes(&self) -> String {
        match self {
            Self::Check { .. } => "true or false".to_owned(),
            Self::Spin { min, max, .. } => format!("a number from {min} to {max}"),
            Self::Combo { choices, .. } => format!("one of {}", choices.join(", ")),
            Self::Button => "nothing".to_owned(),
            Self::Text { .. } => "one line of text".to_owned(),
        }
    }
}

/// A yes or no, in any of the ways people write it.
fn truth(wish: &str) -> Option<bool> {
    match wish.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}

impl Declaration {
    /// Reads what follows the word `option`: `name N… type T [default D…] [min L] [max H] [var V…]*`.
    pub fn from_words(words: &[&str]) -> Option<Self> {
        let name = field(words, "name")?;
        let default = field(words, "default").unwrap_or_default();
        let number = |key| field(words, key).and_then(|text| text.parse().ok());
        let kind = match field(words, "type")?.as_str() {
            "check" => Kind::Check { default: default == "true" },
            "spin" => Kind::Spin {
                default: default.parse().unwrap_or_default(),
                min: number("min").unwrap_or(i64::MIN),
                max: number("max").unwrap_or(i64::MAX),
            },
            "combo" => Kind::Combo { default, choices: fields(words, "var").collect() },
            "button" => Kind::Button,
            "string" => Kind::Text { default },
            _ => return None,
        };
        (!name.is_empty()).then_some(Self { name, kind })
    }
}

/// The first value of a key, up to the next key.
fn field(words: &[&str], key: &str) -> Option<String> {
    fields(words, key).next()
}

/// Every value of a key.
fn fields(words: &[&str], key: &str) -> impl Iterator<Item = String> {
    let starts = words.iter().enumerate().filter(move |(_, word)| **word == key);
    starts.map(|(at, _)| {
        let value = words[at + 1..].iter().take_while(|word| !is_key(word));
        value.copied().collect::<Vec<_>>().join(" ")
    })
}

fn is_key(word: &str) -> bool {
    matches!(word, "name" | "type" | "default" | "min" | "max" | "var")
}

impl fmt::Display for Declaration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            Kind::Check { default } => write!(f, "check default {default}"),
            Kind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            Kind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            Kind::Button => f.write_str("button"),
            Kind::Text { default } => write!(f, "string default {default}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared() -> Vec<Declaration> {
        [
            "name Hash type spin default 16 min 4 max 1024",
            "name OwnBook type check default true",
            "name Skill Level type spin default 20 min 0 max 20",
            "name Style type combo default Normal var Solid var Normal var Very Risky",
            "name Clear Hash type button",
            "name SyzygyPath type string default <empty>",
        ]
        .iter()
        .filter_map(|line| Declaration::from_words(&line.split(' ').collect::<Vec<_>>()))
        .collect()
    }

    #[test]
    fn declarations_are_read_and_written() {
        let style = Kind::Combo {
            default: "Normal".to_owned(),
            choices: vec!["Solid".to_owned(), "Normal".to_owned(), "Very Risky".to_owned()],
        };
        let kinds = [
            Kind::Spin { default: 16, min: 4, max: 1024 },
            Kind::Check { default: true },
            Kind::Spin { default: 20, min: 0, max: 20 },
            style,
            Kind::Button,
            Kind::Text { default: "<empty>".to_owned() },
        ];
        let declared = declared();
        assert_eq!(declared.iter().map(|option| option.kind.clone()).collect::<Vec<_>>(), kinds);
        assert_eq!(
            declared[2].to_string(),
            "option name Skill Level type spin default 20 min 0 max 20"
        );
        assert_eq!(
            declared[3].to_string(),
            "option name Style type combo default Normal var Solid var Normal var Very Risky"
        );
        assert_eq!(declared[4].to_string(), "option name Clear Hash type button");
    }

    #[test]
    fn half_a_declaration_is_none() {
        for line in ["", "name", "name Hash", "type spin", "name Hash type drawer"] {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(Declaration::from_words(&words), None, "{line}");
        }
    }

    #[test]
    fn wishes_that_fit_are_sent_as_the_engine_spells_them() {
        let declared = declared();
        for (name, value, sent) in [
            ("hash", "64", Some("64")),
            ("ownbook", "off", Some("false")),
            ("Style", "very risky", Some("Very Risky")),
            ("Clear Hash", "", None),
            ("SyzygyPath", "/a b", Some("/a b")),
        ] {
            let (option, value) = accepted(&declared, name, value).expect("fits");
            assert!(option.name.eq_ignore_ascii_case(name));
            assert_eq!(value.as_deref(), sent, "{name}");
        }
    }

    #[test]
    fn wishes_that_do_not_fit_are_refused_with_the_reason() {
        let declared = declared();
        for (name, value, says) in [
            ("Hashh", "64", "has no option \"Hashh\"; did you mean Hash?"),
            ("Contempt", "1", "has no option \"Contempt\""),
            ("Hash", "banana", "takes a number from 4 to 1024 for Hash, not \"banana\""),
            ("Hash", "2048", "takes a number from 4 to 1024 for Hash, not \"2048\""),
            ("OwnBook", "maybe", "takes true or false for OwnBook, not \"maybe\""),
            ("Style", "Wild", "takes one of Solid, Normal, Very Risky for Style, not \"Wild\""),
        ] {
            let refusal = accepted(&declared, name, value).expect_err("does not fit");
            assert_eq!(refusal.to_string(), says);
        }
    }
}
