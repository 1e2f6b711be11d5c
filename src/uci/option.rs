//! The options that an engine declares, and whether a value fits one of them. XBoard engines have the
//! same kinds.

use std::fmt;

use crate::text::nearest;

/// One option of an engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name, which may contain blanks.
    pub name: String,
    /// The values it takes.
    pub kind: OptionKind,
}

/// The values an option takes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OptionKind {
    /// On or off.
    Check {
        /// The value at the start.
        default: bool,
    },
    /// A whole number.
    Spin {
        /// The value at the start.
        default: i64,
        /// The smallest.
        min: i64,
        /// The largest.
        max: i64,
    },
    /// One of several words.
    Combo {
        /// The value at the start.
        default: String,
        /// The choices.
        choices: Vec<String>,
    },
    /// An action without a value.
    Button,
    /// Any text.
    Text {
        /// The value at the start.
        default: String,
    },
}

/// The declared option and the value as the engine spells it (`None` for a button).
///
/// # Errors
/// If no such option is declared or it does not take the value: the end of a sentence that begins with
/// the engine's name.
pub fn check_option<'a>(
    declared: &'a [EngineOption],
    name: &str,
    value: &str,
) -> Result<(&'a EngineOption, Option<String>), String> {
    let found = declared.iter().find(|option| option.name.eq_ignore_ascii_case(name));
    let Some(option) = found else {
        let names = declared.iter().map(|option| option.name.as_str());
        let similar = nearest(name, names).map(|similar| format!("; did you mean {similar}?"));
        return Err(format!("has no option \"{name}\"{}", similar.unwrap_or_default()));
    };
    match option.kind.value(value) {
        Some(value) => Ok((option, (option.kind != OptionKind::Button).then_some(value))),
        None => Err(format!("takes {} for {}, not \"{value}\"", option.kind.takes(), option.name)),
    }
}

impl OptionKind {
    /// The value as the engine spells it, or `None` if it does not fit. A button takes any value and
    /// ignores it.
    fn value(&self, text: &str) -> Option<String> {
        match self {
            Self::Check { .. } => boolean(text).map(|value| value.to_string()),
            Self::Spin { min, max, .. } => {
                let number = text.trim().parse().ok()?;
                (min..=max).contains(&&number).then(|| number.to_string())
            }
            Self::Combo { choices, .. } => {
                choices.iter().find(|choice| choice.eq_ignore_ascii_case(text)).cloned()
            }
            Self::Button => Some(String::new()),
            Self::Text { .. } => (!text.contains(['\n', '\r'])).then(|| text.to_owned()),
        }
    }

    /// The values it takes, in words.
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

/// A boolean in any of its common spellings.
fn boolean(text: &str) -> Option<bool> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}

impl EngineOption {
    /// Reads the words after `option`: `name N… type T [default D…] [min L] [max H] [var V…]*`.
    pub fn from_words(words: &[&str]) -> Option<Self> {
        let name = field(words, "name")?;
        let default = field(words, "default").unwrap_or_default();
        let number = |key| field(words, key).and_then(|text| text.parse().ok());
        let kind = match field(words, "type")?.as_str() {
            "check" => OptionKind::Check { default: default == "true" },
            "spin" => OptionKind::Spin {
                default: default.parse().unwrap_or_default(),
                min: number("min").unwrap_or(i64::MIN),
                max: number("max").unwrap_or(i64::MAX),
            },
            "combo" => OptionKind::Combo { default, choices: fields(words, "var").collect() },
            "button" => OptionKind::Button,
            "string" => OptionKind::Text { default },
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

impl fmt::Display for EngineOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "option name {} type ", self.name)?;
        match &self.kind {
            OptionKind::Check { default } => write!(f, "check default {default}"),
            OptionKind::Spin { default, min, max } => {
                write!(f, "spin default {default} min {min} max {max}")
            }
            OptionKind::Combo { default, choices } => {
                write!(f, "combo default {default}")?;
                choices.iter().try_for_each(|choice| write!(f, " var {choice}"))
            }
            OptionKind::Button => f.write_str("button"),
            OptionKind::Text { default } => write!(f, "string default {default}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn declared() -> Vec<EngineOption> {
        [
            "name Hash type spin default 16 min 4 max 1024",
            "name OwnBook type check default true",
            "name Skill Level type spin default 20 min 0 max 20",
            "name Style type combo default Normal var Solid var Normal var Very Risky",
            "name Clear Hash type button",
            "name SyzygyPath type string default <empty>",
        ]
        .iter()
        .filter_map(|line| EngineOption::from_words(&line.split(' ').collect::<Vec<_>>()))
        .collect()
    }

    #[test]
    fn options_are_read_and_written() {
        let style = OptionKind::Combo {
            default: "Normal".to_owned(),
            choices: vec!["Solid".to_owned(), "Normal".to_owned(), "Very Risky".to_owned()],
        };
        let kinds = [
            OptionKind::Spin { default: 16, min: 4, max: 1024 },
            OptionKind::Check { default: true },
            OptionKind::Spin { default: 20, min: 0, max: 20 },
            style,
            OptionKind::Button,
            OptionKind::Text { default: "<empty>".to_owned() },
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
    fn an_incomplete_option_is_none() {
        for line in ["", "name", "name Hash", "type spin", "name Hash type drawer"] {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(EngineOption::from_words(&words), None, "{line}");
        }
    }

    #[test]
    fn values_are_sent_as_the_engine_spells_them() {
        let declared = declared();
        for (name, value, sent) in [
            ("hash", "64", Some("64")),
            ("ownbook", "off", Some("false")),
            ("Style", "very risky", Some("Very Risky")),
            ("Clear Hash", "", None),
            ("SyzygyPath", "/a b", Some("/a b")),
        ] {
            let (option, value) = check_option(&declared, name, value).expect("fits");
            assert!(option.name.eq_ignore_ascii_case(name));
            assert_eq!(value.as_deref(), sent, "{name}");
        }
    }

    #[test]
    fn values_that_do_not_fit_are_refused_with_the_reason() {
        let declared = declared();
        for (name, value, says) in [
            ("Hashh", "64", "has no option \"Hashh\"; did you mean Hash?"),
            ("Contempt", "1", "has no option \"Contempt\""),
            ("Hash", "banana", "takes a number from 4 to 1024 for Hash, not \"banana\""),
            ("Hash", "2048", "takes a number from 4 to 1024 for Hash, not \"2048\""),
            ("OwnBook", "maybe", "takes true or false for OwnBook, not \"maybe\""),
            ("Style", "Wild", "takes one of Solid, Normal, Very Risky for Style, not \"Wild\""),
        ] {
            let error = check_option(&declared, name, value).expect_err("does not fit");
            assert_eq!(error, says);
        }
    }
}
