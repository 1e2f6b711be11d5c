//! The features that an `XBoard` engine reports.

use crate::uci::{EngineOption, OptionKind};

/// One `name=value` of a feature line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Feature {
    /// The name.
    pub name: String,
    /// The value without quotes.
    pub value: String,
}

/// All features of an engine. The default is what the protocol assumes of an engine that reports none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[expect(clippy::struct_excessive_bools, reason = "the protocol has a switch for each")]
pub struct Features {
    /// The engine's name.
    pub name: Option<String>,
    /// Whether it answers `ping`.
    pub ping: bool,
    /// Whether it reads a FEN.
    pub setboard: bool,
    /// Whether it expects `usermove` before moves.
    pub usermove: bool,
    /// Whether it reads draw offers.
    pub draw: bool,
    /// The variants it plays; empty means standard chess alone.
    pub variants: Vec<String>,
    /// Its options.
    pub options: Vec<EngineOption>,
    /// Whether the report is complete: `Some(false)` asks for more time.
    pub done: Option<bool>,
}

impl Feature {
    /// Reads the text after `feature`: `a=1 b="two words" …`.
    pub fn list(mut rest: &str) -> Vec<Self> {
        let mut list = Vec::new();
        while let Some((name, after)) = rest.trim_start().split_once('=') {
            let (value, after) = value(after);
            list.push(Self { name: name.trim().to_owned(), value: value.to_owned() });
            rest = after;
        }
        list
    }

    /// Whether we can do what the feature demands. Moves in SAN we refuse to send: an engine might read
    /// an ambiguous one in another way.
    pub fn is_supported(&self) -> bool {
        !(self.name == "san" && self.value == "1")
    }
}

/// A quoted text or a word, and the rest.
fn value(text: &str) -> (&str, &str) {
    match text.strip_prefix('"') {
        Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
        None => text.split_once(char::is_whitespace).unwrap_or((text, "")),
    }
}

impl Features {
    /// Sets a feature.
    pub fn set(&mut self, Feature { name, value }: &Feature) {
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
fn option(text: &str) -> Option<EngineOption> {
    let (name, rest) = text.split_once(" -")?;
    let (kind, rest) = rest.split_once(' ').unwrap_or((rest, ""));
    let kind = match kind {
        "check" => OptionKind::Check { default: rest.trim() == "1" },
        "spin" | "slider" => spin(rest)?,
        "combo" => combo(rest),
        "button" | "save" | "reset" => OptionKind::Button,
        "string" | "file" | "path" => OptionKind::Text { default: rest.to_owned() },
        _ => return None,
    };
    Some(EngineOption { name: name.trim().to_owned(), kind })
}

fn spin(text: &str) -> Option<OptionKind> {
    let mut numbers = text.split_whitespace().map_while(|word| word.parse().ok());
    Some(OptionKind::Spin { default: numbers.next()?, min: numbers.next()?, max: numbers.next()? })
}

fn combo(text: &str) -> OptionKind {
    let marked = |choice: &&str| choice.starts_with('*');
    let choices: Vec<&str> = text.split("///").map(str::trim).collect();
    let default = choices.iter().copied().find(marked).or(choices.first().copied());
    let plain = |choice: &str| choice.trim_start_matches('*').to_owned();
    OptionKind::Combo {
        default: default.map(plain).unwrap_or_default(),
        choices: choices.into_iter().map(plain).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn features(lines: &[&str]) -> Features {
        let mut features = Features::default();
        for feature in lines.iter().flat_map(|line| Feature::list(line)) {
            features.set(&feature);
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
    fn broken_feature_lines_are_read_as_far_as_possible() {
        for (line, count) in [("", 0), ("ping", 0), ("ping=", 1), ("myname=\"open", 1), ("=", 1)] {
            assert_eq!(Feature::list(line).len(), count, "{line}");
        }
    }

    #[test]
    fn an_engine_that_reports_nothing_is_an_old_one() {
        let old = Features::default();
        assert!(!old.ping && !old.setboard && !old.usermove && old.done.is_none());
        assert!(old.plays("normal") && !old.plays("fischerandom"));
    }

    #[test]
    fn later_lines_add_to_earlier_ones() {
        let features = features(&[
            "done=0 ping=1 setboard=1",
            r#"option="Hash -spin 16 1 1024" option="Ponder -check 1""#,
            r#"option="Style -combo Solid /// *Normal" option="Clear -button" variants="normal""#,
            "usermove=1 done=1",
        ]);
        assert!(features.ping && features.setboard && features.usermove);
        assert_eq!(features.done, Some(true));
        let kinds: Vec<OptionKind> =
            features.options.into_iter().map(|option| option.kind).collect();
        let style = OptionKind::Combo {
            default: "Normal".to_owned(),
            choices: vec!["Solid".to_owned(), "Normal".to_owned()],
        };
        let hash = OptionKind::Spin { default: 16, min: 1, max: 1024 };
        assert_eq!(kinds, [hash, OptionKind::Check { default: true }, style, OptionKind::Button]);
    }

    #[test]
    fn moves_in_san_are_the_only_unsupported_feature() {
        let supported = |name: &str, value: &str| {
            Feature { name: name.to_owned(), value: value.to_owned() }.is_supported()
        };
        assert!(supported("ping", "1") && supported("san", "0") && supported("whatever", "1"));
        assert!(!supported("san", "1"));
    }
}
