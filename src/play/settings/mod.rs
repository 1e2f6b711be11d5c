//! The user's preferences: one table of settings, each with the words it is set by.

mod file;
mod values;

use clap::ValueEnum;
use toml::{Table, Value};

use crate::notation::TimeControl;
use crate::output::board::Theme;
use crate::players::Level;
use crate::text::nearest;

use values::{
    choice, control, control_text, milliseconds, number, plain, switch, variant_name, word,
};
pub use values::{delay, language, level};

/// When the board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BoardShown {
    /// After every move.
    Always,
    /// Only by the command `board`.
    OnRequest,
    /// Never, not even by the command.
    Never,
    /// After every move on a terminal, on request elsewhere.
    Auto,
}

/// How the board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum BoardStyle {
    /// Chess symbols on a terminal with colours, letters elsewhere.
    Auto,
    /// Letters.
    Ascii,
    /// Chess symbols.
    Unicode,
    /// A list of pieces, for screen readers.
    Plain,
}

/// Whose side is at the bottom of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Flip {
    /// The only human player's; White's if both or neither are human.
    Auto,
    /// White's.
    White,
    /// Black's.
    Black,
}

/// When a draw by repetition or by the move counter ends the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum DrawRule {
    /// At the third occurrence and after fifty moves.
    Auto,
    /// By a claim; without one at the fifth occurrence and after seventy-five moves.
    Fide,
}

/// When White's clock starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ClockStart {
    /// With the first prompt.
    Prompt,
    /// With White's first move.
    Move,
}

/// How large the squares are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Size {
    /// 28 columns for a board.
    Normal,
    /// About twice that.
    Large,
}

/// What the user sees.
#[derive(Debug, Clone, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own in the file")]
pub struct DisplaySettings {
    /// When the board is drawn.
    pub board: BoardShown,
    /// How it is drawn.
    pub style: BoardStyle,
    /// Whose side is at the bottom.
    pub flip: Flip,
    /// How large it is.
    pub size: Size,
    /// The colours of its squares, where there are colours.
    pub theme: Theme,
    /// Dark squares in reverse video.
    pub chequered: bool,
    /// The language of the piece letters.
    pub lang: String,
    /// Moves in words.
    pub words: bool,
    /// Squares in the spelling alphabet: `echo 4`.
    pub phonetic: bool,
    /// No board and no pieces except by `peek`.
    pub blindfold: bool,
}

/// How games are played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaySettings {
    /// Promote to a queen without asking.
    pub autoqueen: bool,
    /// When draws end the game.
    pub draws: DrawRule,
    /// The level of the built-in engine.
    pub level: Level,
    /// The shortest time a computer player takes for a move, in milliseconds.
    pub delay: u32,
    /// Computer players make one move for each Enter.
    pub step: bool,
    /// The built-in engine resigns when it cannot avoid mate.
    pub resign: bool,
    /// The variant of a new game.
    pub variant: String,
    /// The number of days for which a finished game stays in the autosave folder.
    pub keep: u16,
}

/// How games are timed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClockSettings {
    /// The time control of games at a terminal.
    pub control: Option<TimeControl>,
    /// When White's clock starts.
    pub clockstart: ClockStart,
}

/// All preferences of a user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// What the user sees.
    pub display: DisplaySettings,
    /// How games are played.
    pub play: PlaySettings,
    /// How games are timed.
    pub clock: ClockSettings,
}

impl Default for Settings {
    fn default() -> Self {
        let display = DisplaySettings {
            board: BoardShown::Auto,
            style: BoardStyle::Auto,
            flip: Flip::Auto,
            size: Size::Normal,
            theme: Theme::Wood,
            chequered: false,
            lang: "en".into(),
            words: false,
            phonetic: false,
            blindfold: false,
        };
        let play = PlaySettings {
            autoqueen: false,
            draws: DrawRule::Auto,
            level: FIRST_LEVEL,
            delay: 0,
            step: false,
            resign: true,
            variant: "standard".into(),
            keep: 30,
        };
        let clock = ClockSettings { control: None, clockstart: ClockStart::Prompt };
        Self { display, play, clock }
    }
}

/// One setting: its group in the file, its key, its name in sentences, and how it is read and written.
struct Setting {
    group: &'static str,
    key: &'static str,
    name: &'static str,
    get: fn(&Settings) -> Value,
    set: fn(&mut Settings, &str, &str) -> Result<(), String>,
}

const fn setting(
    group: &'static str,
    key: &'static str,
    name: &'static str,
    get: fn(&Settings) -> Value,
    set: fn(&mut Settings, &str, &str) -> Result<(), String>,
) -> Setting {
    Setting { group, key, name, get, set }
}

/// The level of a first game.
const FIRST_LEVEL: Level = Level::CASUAL;

/// Every setting, in the order of the file.
#[rustfmt::skip]
const SETTINGS: &[Setting] = &[
    setting("display", "blindfold", "Blindfold", |s| s.display.blindfold.into(), |s, key, text| switch(key, text).map(|on| s.display.blindfold = on)),
    setting("display", "board", "Board", |s| word(&s.display.board), |s, key, text| choice(key, text).map(|board| s.display.board = board)),
    setting("display", "chequered", "Dark squares in reverse video", |s| s.display.chequered.into(), |s, key, text| switch(key, text).map(|on| s.display.chequered = on)),
    setting("display", "flip", "Side at the bottom", |s| word(&s.display.flip), |s, key, text| choice(key, text).map(|flip| s.display.flip = flip)),
    setting("display", "lang", "Piece letters", |s| s.display.lang.clone().into(), |s, _, text| language(text).map(|lang| s.display.lang = lang)),
    setting("display", "phonetic", "Spelling alphabet", |s| s.display.phonetic.into(), |s, key, text| switch(key, text).map(|on| s.display.phonetic = on)),
    setting("display", "size", "Board size", |s| word(&s.display.size), |s, key, text| choice(key, text).map(|size| s.display.size = size)),
    setting("display", "style", "Board style", |s| word(&s.display.style), |s, key, text| choice(key, text).map(|style| s.display.style = style)),
    setting("display", "theme", "Board colours", |s| word(&s.display.theme), |s, key, text| choice(key, text).map(|theme| s.display.theme = theme)),
    setting("display", "words", "Spoken moves", |s| s.display.words.into(), |s, key, text| switch(key, text).map(|on| s.display.words = on)),
    setting("play", "autoqueen", "Automatic promotion to a queen", |s| s.play.autoqueen.into(), |s, key, text| switch(key, text).map(|on| s.play.autoqueen = on)),
    setting("play", "delay", "Delay in milliseconds", |s| i64::from(s.play.delay).into(), |s, key, text| milliseconds(key, text).map(|delay| s.play.delay = delay)),
    setting("play", "draws", "Draw rule", |s| word(&s.play.draws), |s, key, text| choice(key, text).map(|draws| s.play.draws = draws)),
    setting("play", "keep", "Days to keep finished games", |s| i64::from(s.play.keep).into(), |s, key, text| number(key, text, 0..=u16::MAX).map(|keep| s.play.keep = keep)),
    setting("play", "level", "Level", |s| i64::from(s.play.level.number()).into(), |s, _, text| level(text).map(|level| s.play.level = level)),
    setting("play", "resign", "The built-in engine resigns", |s| s.play.resign.into(), |s, key, text| switch(key, text).map(|on| s.play.resign = on)),
    setting("play", "step", "One move for each Enter", |s| s.play.step.into(), |s, key, text| switch(key, text).map(|on| s.play.step = on)),
    setting("play", "variant", "Variant", |s| s.play.variant.clone().into(), |s, _, text| variant_name(text).map(|name| s.play.variant = name)),
    setting("clock", "clockstart", "Start of the clock", |s| word(&s.clock.clockstart), |s, key, text| choice(key, text).map(|start| s.clock.clockstart = start)),
    setting("clock", "control", "Time control", |s| control_text(s.clock.control.as_ref()).into(), |s, _, text| control(text).map(|control| s.clock.control = control)),
];

impl Settings {
    /// Reads a settings file. Keys that it does not have keep their defaults; unknown keys have no effect, so
    /// that an older program can read the file of a newer one.
    ///
    /// # Errors
    /// One line about the first value that cannot be used.
    pub fn from_toml(text: &str) -> Result<Self, String> {
        Self::with_unknown_keys(text).map(|(settings, _)| settings)
    }

    /// The same, with the unknown keys.
    fn with_unknown_keys(text: &str) -> Result<(Self, Vec<UnknownKey>), String> {
        let table: Table =
            text.parse().map_err(|error: toml::de::Error| error.message().to_owned())?;
        let mut settings = Self::default();
        for setting in SETTINGS {
            let value = table.get(setting.group).and_then(|group| group.get(setting.key));
            if let Some(value) = value {
                (setting.set)(&mut settings, setting.key, &plain(value))?;
            }
        }
        Ok((settings, unknown_keys(&table)))
    }

    /// The settings as a file.
    pub fn to_toml(&self) -> String {
        self.listed(|group| format!("[{group}]"), |key, value| format!("{key} = {value}"), "\n")
    }

    /// The settings for the user: three headings, one line for each setting.
    pub fn listing(&self) -> Vec<String> {
        let text =
            self.listed(str::to_owned, |key, value| format!("  {key:<11} {}", plain(value)), "");
        text.lines().map(str::to_owned).collect()
    }

    /// One line for each setting: its key, what it is, and its value.
    pub fn descriptions(&self) -> impl Iterator<Item = String> {
        SETTINGS.iter().map(|setting| {
            let value = plain(&(setting.get)(self));
            format!("  {:<11} {}: {value}", setting.key, setting.name)
        })
    }

    fn listed(
        &self,
        heading: impl Fn(&str) -> String,
        line: impl Fn(&str, &Value) -> String,
        gap: &str,
    ) -> String {
        let groups = SETTINGS.chunk_by(|one, next| one.group == next.group).map(|group| {
            let lines = group.iter().map(|setting| line(setting.key, &(setting.get)(self)) + "\n");
            format!("{}\n{}", heading(group[0].group), lines.collect::<String>())
        });
        groups.collect::<Vec<_>>().join(gap)
    }

    /// A setting and its value in words: `Level: 4`.
    pub fn describe(&self, key: &str) -> Option<String> {
        let setting = find(key).ok()?;
        Some(format!("{}: {}", setting.name, plain(&(setting.get)(self))))
    }

    /// Changes one setting.
    ///
    /// # Errors
    /// One line about what is expected.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), String> {
        let setting = find(key)?;
        (setting.set)(self, setting.key, text)
    }
}

/// A key of a settings file that no setting has.
#[derive(Debug, PartialEq, Eq)]
struct UnknownKey {
    /// `display.theem`
    name: String,
    /// The setting that is probably meant: `display.theme`.
    meant: Option<String>,
}

fn unknown_keys(table: &Table) -> Vec<UnknownKey> {
    let mut unknown = Vec::new();
    for (group, value) in table {
        // A key outside all groups is a group of its own without keys.
        let Some(keys) = value.as_table() else {
            unknown.push(unknown_key(group, group));
            continue;
        };
        let is_known =
            |key: &str| SETTINGS.iter().any(|known| known.group == group && known.key == key);
        let unknown_keys = keys.keys().filter(|key| !is_known(key));
        unknown.extend(unknown_keys.map(|key| unknown_key(&format!("{group}.{key}"), key)));
    }
    unknown
}

fn unknown_key(name: &str, key: &str) -> UnknownKey {
    let meant = nearest(key, SETTINGS.iter().map(|setting| setting.key));
    let meant = SETTINGS.iter().find(|setting| Some(setting.key) == meant);
    let meant = meant.map(|setting| format!("{}.{}", setting.group, setting.key));
    UnknownKey { name: name.to_owned(), meant }
}

/// The setting with this key, with or without its group.
fn find(key: &str) -> Result<&'static Setting, String> {
    let key = key.rsplit('.').next().unwrap_or(key);
    SETTINGS.iter().find(|setting| setting.key == key).ok_or_else(|| {
        let keys: Vec<&str> = SETTINGS.iter().map(|setting| setting.key).collect();
        match nearest(key, keys.iter().copied()) {
            Some(meant) => format!("Unknown setting \"{key}\": did you mean \"{meant}\"?"),
            None => format!("Unknown setting \"{key}\": choose one of {}", keys.join(", ")),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::{BoardShown, SETTINGS, Settings, Size, delay};

    #[test]
    fn a_written_file_reads_back_the_same() {
        let mut settings = Settings::default();
        settings.set("autoqueen", "on").expect("a switch");
        settings.set("clock.control", "40/90m+30s:30m").expect("a time control");
        settings.set("board", "never").expect("a word");
        assert_eq!(Settings::from_toml(&settings.to_toml()), Ok(settings));
    }

    #[test]
    fn missing_settings_have_their_defaults() {
        let settings = Settings::from_toml("[display]\nboard = \"always\"\n").expect("a file");
        assert_eq!(settings.display.board, BoardShown::Always);
        assert_eq!(settings.play, Settings::default().play);
    }

    #[test]
    fn a_key_that_no_setting_has_is_named_with_what_is_meant() {
        let text = "stile = 1\n[display]\ntheem = \"blue\"\nsize = \"large\"\n[play]\nboard = 3\n[engine]\nhash = 64\n";
        let (settings, unknown) = Settings::with_unknown_keys(text).expect("a file");
        assert_eq!(settings.display.size, Size::Large);
        let unknown: Vec<_> =
            unknown.iter().map(|key| (key.name.as_str(), key.meant.as_deref())).collect();
        let expected = [
            ("display.theem", Some("display.theme")),
            ("engine.hash", None),
            ("play.board", Some("display.board")),
            ("stile", Some("display.style")),
        ];
        assert_eq!(unknown, expected);
    }

    #[test]
    fn a_refusal_says_what_is_expected() {
        let table = [
            ("autoqueen", "maybe", "autoqueen must be on or off, not \"maybe\""),
            ("level", "deep", "level must be between 1 and 20, or beginner"),
            ("level", "0", "expert or full, not \"0\""),
            (
                "style",
                "foo",
                "Unknown value \"foo\" for style: choose auto, ascii, unicode or plain",
            ),
            ("board", "sometimes", "choose always, on-request, never or auto"),
            ("control", "soon", "`soon`"),
            ("colour", "red", "Unknown setting \"colour\": choose one of blindfold, board"),
            ("styel", "plain", "did you mean \"style\"?"),
            (
                "delay",
                "1.5",
                "delay must be between 0 and 3600000 milliseconds, or a time such as 2s",
            ),
            ("lang", "tlh", "unknown language \"tlh\""),
            ("variant", "bughouse", "bughouse"),
        ];
        for (key, value, expected) in table {
            let refused = Settings::default().set(key, value);
            assert!(matches!(&refused, Err(text) if text.contains(expected)), "{key}: {refused:?}");
        }
    }

    #[test]
    fn delays_are_read_with_and_without_a_unit() {
        for (text, milliseconds) in [("500ms", 500), ("2s", 2000), ("1.5", 1500), ("0", 0)] {
            assert_eq!(delay(text), Ok(milliseconds));
        }
        for text in ["", "soon", "-1", "99999999", "nan"] {
            assert!(delay(text).is_err(), "{text}");
        }
        for (text, milliseconds) in [("500", 500), ("500ms", 500), ("2s", 2000), ("1.5s", 1500)] {
            let mut settings = Settings::default();
            assert_eq!(settings.set("delay", text), Ok(()));
            assert_eq!(settings.play.delay, milliseconds);
        }
    }

    #[test]
    fn the_manual_has_every_setting() {
        let manual = include_str!("../../../docs/play.md");
        for setting in SETTINGS {
            assert!(manual.contains(&format!("\n| `{}` | ", setting.key)), "{}", setting.key);
        }
        let lines: Vec<String> = Settings::default().descriptions().collect();
        assert_eq!(lines[6], "  size        Board size: normal");
    }

    #[test]
    fn the_listing_has_three_headings() {
        let lines = Settings::default().listing();
        for heading in ["display", "play", "clock"] {
            assert!(lines.iter().any(|line| line == heading), "{heading}");
        }
        assert_eq!(Settings::default().describe("words").as_deref(), Some("Spoken moves: off"));
    }
}
