//! What an `XBoard` engine says it can do.

use crate::players::uci::{Declaration, Kind};

/// One `name=value` of a feature line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// Before the sign.
    pub name: String,
    /// After it, without quotes.
    pub value: String,
}

/// Everything an engine has told about itself so far. To begin with, what the protocol assumes of
/// an engine that says nothing.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the protocol has a switch for each")]
pub struct Features {
    /// What it is called.
    pub name: Option<String>,
    /// Whether it answers `ping`.
    pub ping: bool,
    /// Whether it can be given a FEN.
    pub setboard: bool,
    /// Whether moves are announced by `usermove`.
    pub usermove: bool,
    /// Whether it takes draw offers.
    pub draw: bool,
    /// The variants it plays; none named means the ordinary game.
    pub variants: Vec<String>,
    /// Its options.
    pub options: Vec<Declaration>,
    /// Whether it has asked for more time (`Some(false)`) or has told everything (`Some(true)`).
    pub done: Option<bool>,
}

impl Feature {
    /// Reads what follows the word `feature`: `a=1 b="two words" …`.
    pub fn list(mut rest: &str) -> Vec<Self> {
        let mut list = Vec::new();
        while let Some((name, after)) = rest.trim_start().split_once('=') {
            let (value, after) = value(after);
            list.push(Self { name: name.trim().to_owned(), value: value.to_owned() });
            rest = after;
        }
        list
    }

    /// Whether we can do what it asks of us. Moves in SAN we cannot send, since an engine might
    /// read an ambiguous one otherwise than we do.
    pub fn is_welcome(&self) -> bool {
        !(self.name == "san" && self.value == "1")
    }
}

/// A quoted text or a word, and what follows.
fn value(text: &str) -> (&str, &str) {
    match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
        None => text.split_once(char::is_whitespace).unwrap_or((text, "")),
    }
}

impl Features {
    /// Takes note of a feature.
    pub fn learn(&mut self, Feature { name, value }: &Feature) {
        let on = value == "1";
        match name.as_str() {
            "myname" => self.name = Some(value.clone()),
            "ping" => self.ping = on,
            "setboard" => self.setboard = on,
            "usermove" => self.usermove = on,
            "draw" => self.draw = on,
            "variants" => {
                self.variants = value.split(',').map(|name| name.trim().to_owned()).collect();
            }
            "option" => self.options.extend(option(value)),
            "done" => self.done = Some(on),
            _ => {}
        }
    }

    /// Whether it plays a variant.
    pub fn plays(&self, variant: &str) -> bool {
        if self.variants.is_empty() {
            variant == "normal"
        } else {
            self.variants.iter().any(|name| name == variant)
        }
    }
}

/// `NAME -spin DEFAULT MIN MAX`, `NAME -check 0`, `NAME -combo A /// *B`, `NAME -string TEXT`, …
fn option(text: &str) -> Option<Declaration> {
    let (name, rest) = text.split_once(" -")?;
    let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let kind = match kind {
        "check" => Kind::Check { default: rest.trim() == "1" },
        "spin" | "slider" => spin(rest)?,
        "combo" => combo(rest),
        "button" | "save" | "reset" => Kind::Button,
        "string" | "file" | "path" => Kind::Text { default: rest.to_owned() },
        _ => return None,
    };
    Some(Declaration { name: name.trim().to_owned(), kind })
}

fn spin(text: &str) -> Option<Kind> {
    let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
    Some(Kind::Spin { default: numbers.next()?, min: numbers.next()?, max: numbers.next()? })
}

fn combo(text: &str) -> Kind {
    let marked = |choice: &&str| choice.starts_with('*');
    let choices: Vec<&str> = text.split("///").map(str::trim).collect();
    let default = choices.iter().copied().find(marked).or(choices.first().copied());
    let plain = |choice: &str| choice.trim_start_matches('*').to_owned();
    Kind::Combo {
        default: default.map(plain).unwrap_or_default(),
        choices: choices.into_iter().map(plain).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn learned(lines: &[&str]) -> Features {
        let mut features = Features::default();
        for feature in lines.iter().flat_map(|line| Feature::list(line)) {
            features.learn(&feature);
        }
        features
    }

    #[test]
    fn features_are_read() {
        let list =
            Feature::list(r#" ping=1  myname="GNU Chess 6" variants="normal,fischerandom" done=0"#);
        let pairs: Vec<(&str, &str)> =
            list.iter().map(|feature| (feature.name.as_str(), feature.value.as_str())).collect();
        assert_eq!(
            pairs,
            [
                ("ping", "1"),
                ("myname", "GNU Chess 6"),
                ("variants", "normal,fischerandom"),
                ("done", "0")
            ]
        );
    }

    #[test]
    fn broken_feature_lines_end_nothing() {
        for (line, count) in [("", 0), ("ping", 0), ("ping=", 1), ("myname=\"open", 1), ("=", 1)] {
            assert_eq!(Feature::list(line).len(), count, "{line}");
        }
    }

    #[test]
    fn an_engine_that_says_nothing_is_an_old_one() {
        let old = Features::default();
        assert!(!old.ping && !old.setboard && !old.usermove && old.done.is_none());
        assert!(old.plays("normal") && !old.plays("fischerandom"));
    }

    #[test]
    fn later_lines_add_to_earlier_ones() {
        let features = learned(&[
            "done=0 ping=1 setboard=1",
            r#"option="Hash -spin 16 1 1024" option="Ponder -check 1""#,
            r#"option="Style -combo Solid /// *Normal" option="Clear -button" variants="normal""#,
            "usermove=1 done=1",
        ]);
        assert!(features.ping && features.setboard && features.usermove);
        assert_eq!(features.done, Some(true));
        let kinds: Vec<Kind> = features.options.into_iter().map(|option| option.kind).collect();
        let style = Kind::Combo {
            default: "Normal".to_owned(),
            choices: vec!["Solid".to_owned(), "Normal".to_owned()],
        };
        let hash = Kind::Spin { default: 16, min: 1, max: 1024 };
        assert_eq!(kinds, [hash, Kind::Check { default: true }, style, Kind::Button]);
    }

    #[test]
    fn moves_in_san_are_the_only_unwelcome_feature() {
        let welcome = |name: &str, value: &str| {
            Feature { name: name.to_owned(), value: value.to_owned() }.is_welcome()
        };
        assert!(welcome("ping", "1") && welcome("san", "0") && welcome("whatever", "1"));
        assert!(!welcome("san", "1"));
    }
}
