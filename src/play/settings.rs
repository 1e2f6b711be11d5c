//! What a user prefers, in three groups. One name per setting, whatever its group.

use serde::{Deserialize, Serialize};
use toml::{Table, Value};

use crate::notation::variant::variant;
use crate::notation::{Language, TimeControl};
use crate::play::choices::{BoardShown, ClockStart, Draws, Flip, Size, Style};
use crate::text::nearest;

/// What is seen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own in the file")]
pub struct Display {
    /// When the board is drawn.
    pub board: BoardShown,
    /// How it looks.
    pub style: Style,
    /// Who sits below.
    pub flip: Flip,
    /// How large it is.
    pub size: Size,
    /// Dark squares in reverse video.
    pub chequered: bool,
    /// The language of the piece letters.
    pub lang: String,
    /// Moves in words.
    pub words: bool,
    /// Squares spelt so that nobody mishears them.
    pub phonetic: bool,
    /// No board and no pieces but by `peek`.
    pub blindfold: bool,
}

/// How it is played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Play {
    /// A pawn becomes a queen without a question.
    pub autoqueen: bool,
    /// When draws end the game.
    pub draws: Draws,
    /// How deep the built-in player looks.
    pub level: u8,
    /// How long a machine waits before it moves, in milliseconds.
    pub delay: u32,
    /// Machines move one ply for each Enter.
    pub step: bool,
    /// The built-in player resigns when mate cannot be avoided.
    pub resign: bool,
    /// The variant of a new game.
    pub variant: String,
    /// Days for which a finished game stays in the autosave folder.
    pub keep: u16,
}

/// How it is timed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Timing {
    /// The time control of games at a terminal.
    pub control: Control,
    /// What starts the clock.
    pub clockstart: ClockStart,
}

/// A time control, or `off`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Control(pub Option<TimeControl>);

/// Everything a user prefers.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// What is seen.
    pub display: Display,
    /// How it is played.
    pub play: Play,
    /// How it is timed.
    pub clock: Timing,
}

impl Default for Display {
    fn default() -> Self {
        Self {
            board: BoardShown::Auto,
            style: Style::Ascii,
            flip: Flip::Auto,
            size: Size::Normal,
            chequered: false,
            lang: "en".into(),
            words: false,
            phonetic: false,
            blindfold: false,
        }
    }
}

impl Default for Play {
    fn default() -> Self {
        Self {
            autoqueen: false,
            draws: Draws::Auto,
            level: 4,
            delay: 0,
            step: false,
            resign: true,
            variant: "standard".into(),
            keep: 30,
        }
    }
}

impl Default for Timing {
    fn default() -> Self {
        Self { control: Control(None), clockstart: ClockStart::Prompt }
    }
}

impl TryFrom<String> for Control {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        match text.as_str() {
            "off" | "none" => Ok(Self(None)),
            spec => spec.parse().map(|control| Self(Some(control))).map_err(|bad| format!("{bad}")),
        }
    }
}

impl From<Control> for String {
    fn from(control: Control) -> Self {
        control.0.map_or_else(|| "off".into(), |control| control.to_string())
    }
}

impl Settings {
    /// Reads a settings file.
    ///
    /// # Errors
    /// One line about what is wrong with it.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        let settings: Self = toml::from_str(text).map_err(|error| error.message().to_owned())?;
        settings.sensible()
    }

    /// The settings, if the words in them are words we know.
    fn sensible(self) -> Result<Self, String> {
        if Language::of(&self.display.lang).is_none() {
            let known: Vec<&str> = Language::codes().collect();
            return Err(format!(
                "expected one of {}, found `{}`",
                known.join(", "),
                self.display.lang
            ));
        }
        match variant(&self.play.variant) {
            Ok(_) if (1..=60).contains(&self.play.level) => Ok(self),
            Ok(_) => Err(format!("expected a level from 1 to 60, found `{}`", self.play.level)),
            Err(fault) => Err(fault.to_string()),
        }
    }

    /// The settings as a file.
    pub fn to_toml(&self) -> String {
        self.groups()
            .map(|(group, table)| {
                let lines = table.iter().map(|(key, value)| format!("{key} = {value}\n"));
                format!("[{group}]\n{}", lines.collect::<String>())
            })
            .collect::<Vec<_>>()
            .join("\n")
    }

    /// The settings for people: three headings, one line for each setting.
    pub fn listing(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for (group, table) in self.groups() {
            lines.push(group.to_owned());
            lines.extend(table.iter().map(|(key, value)| format!("  {key:<11} {}", plain(value))));
        }
        lines
    }

    /// The value of one setting.
    pub fn get(&self, key: &str) -> Option<String> {
        self.groups().find_map(|(_, table)| table.get(key).map(plain))
    }

    /// Every name that can be set.
    pub fn names() -> Vec<String> {
        let groups = Self::default();
        groups.groups().flat_map(|(_, table)| table.keys().cloned().collect::<Vec<_>>()).collect()
    }

    /// Changes one setting.
    ///
    /// # Errors
    /// One line about what was expected.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), String> {
        let key = key.rsplit('.').next().unwrap_or(key);
        let mut whole = self.table();
        for (_, group) in &mut whole {
            if let Some(value) = group.get_mut(key) {
                *value = like(value, text)
                    .ok_or_else(|| format!("{key} is {}, found `{text}`", kind(value)))?;
                let settings: Self = whole
                    .try_into()
                    .map_err(|error: toml::de::Error| format!("{key}: {}", error.message()))?;
                *self = settings.sensible().map_err(|fault| format!("{key}: {fault}"))?;
                return Ok(());
            }
        }
        let names = Self::names();
        Err(match nearest(key, names.iter().map(String::as_str)) {
            Some(meant) => format!("there is no setting `{key}` (did you mean `{meant}`?)"),
            None => format!("there is no setting `{key}`; there are {}", names.join(", ")),
        })
    }

    fn table(&self) -> Table {
        Table::try_from(self)
            .unwrap_or_else(|error| unreachable!("settings are plain values: {error}"))
    }

    fn groups(&self) -> impl Iterator<Item = (&'static str, Table)> {
        let mut whole = self.table();
        ["display", "play", "clock"].into_iter().filter_map(move |name| match whole.remove(name) {
            Some(Value::Table(group)) => Some((name, group)),
            _ => None,
        })
    }
}

/// A value for people: switches are on or off, words stand without quotes.
fn plain(value: &Value) -> String {
    match value {
        Value::Boolean(true) => "on".into(),
        Value::Boolean(false) => "off".into(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// A typed text as the kind of value that was there before.
fn like(old: &Value, text: &str) -> Option<Value> {
    match old {
        Value::Boolean(_) => match text.to_ascii_lowercase().as_str() {
            "on" | "true" | "yes" | "1" => Some(Value::Boolean(true)),
            "off" | "false" | "no" | "0" => Some(Value::Boolean(false)),
            _ => None,
        },
        Value::Integer(_) => text.parse().ok().map(Value::Integer),
        _ => Some(Value::String(text.to_ascii_lowercase())),
    }
}

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Boolean(_) => "on or off",
        Value::Integer(_) => "a number",
        _ => "a word",
    }
}

#[cfg(test)]
mod tests {
    use super::Settings;
    use crate::play::choices::BoardShown;

    #[test]
    fn what_is_written_reads_back_the_same() {
        let mut settings = Settings::default();
        settings.set("autoqueen", "on").expect("a switch");
        settings.set("control", "40/90m+30s:30m").expect("a time control");
        settings.set("board", "never").expect("a word");
        assert_eq!(Settings::from_toml(&settings.to_toml()), Ok(settings));
    }

    #[test]
    fn settings_that_are_missing_have_their_defaults() {
        let settings = Settings::from_toml("[display]\nboard = \"always\"\n").expect("a file");
        assert_eq!(settings.display.board, BoardShown::Always);
        assert_eq!(settings.play, Settings::default().play);
    }

    #[test]
    fn a_refusal_says_what_was_expected() {
        let table = [
            ("autoqueen", "maybe", "on or off"),
            ("level", "deep", "a number"),
            ("level", "999", "level"),
            ("board", "sometimes", "on-request"),
            ("control", "soon", "`soon`"),
            ("colour", "red", "there is no setting `colour`"),
            ("styel", "plain", "(did you mean `style`?)"),
            ("lang", "tlh", "found `tlh`"),
            ("variant", "bughouse", "bughouse"),
            ("level", "0", "from 1 to 60"),
            ("level", "61", "from 1 to 60"),
        ];
        for (key, value, expected) in table {
            let said = Settings::default().set(key, value);
            assert!(matches!(&said, Err(text) if text.contains(expected)), "{key}: {said:?}");
        }
    }

    #[test]
    fn the_listing_has_three_headings() {
        let lines = Settings::default().listing();
        for heading in ["display", "play", "clock"] {
            assert!(lines.iter().any(|line| line == heading), "{heading}");
        }
    }
}
