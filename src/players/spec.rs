//! How a player is written: `human:Ada`, `random`, `ai:depth=4`, `uci:stockfish?Hash=64`. Nothing is
//! started here.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use crate::engine::Level;
use crate::process::{EngineError, locate};

/// A player as the command line writes it: `human:Ada`, `random`, `ai:depth=4`, `uci:CMD`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerSpec {
    /// A person, perhaps with a name.
    Human(Option<String>),
    /// Random legal moves.
    Random,
    /// The built-in engine; without an effort, that of the settings.
    BuiltIn(Option<Effort>),
    /// An external engine by its command.
    Engine(String),
}

/// The players that are not people, in a refusal.
const COMPUTERS: &str = "random, ai[:level=N|depth=N|time=S|nodes=N], gnuchess, stockfish, uci:COMMAND or xboard:COMMAND";

/// The refusal of a text that is not a player.
fn not_a_player(text: &str) -> String {
    format!("expected human[:Name], {COMPUTERS}, found `{text}`")
}

/// The refusal of a text that is not a player other than a person.
fn not_a_computer(text: &str) -> String {
    format!("expected {COMPUTERS}, found `{text}`")
}

impl PlayerSpec {
    /// Reads a player that is not a person.
    ///
    /// # Errors
    /// One line about what is expected.
    pub fn computer(text: &str) -> Result<Self, String> {
        match Self::read(text, not_a_computer)? {
            Self::Human(_) => Err(not_a_computer(text)),
            computer => Ok(computer),
        }
    }

    /// Reads a player; `refusal` words what is expected where the text names none.
    fn read(text: &str, refusal: fn(&str) -> String) -> Result<Self, String> {
        // `ai?level=5` is written as the options of other engines are.
        let separator = if text.starts_with("ai?") { '?' } else { ':' };
        let (word, rest) = match text.split_once(separator) {
            Some((word, rest)) => (word, Some(rest)),
            None => (text, None),
        };
        match (word, rest.map(str::trim)) {
            ("human", None | Some("")) => Ok(Self::Human(None)),
            ("human", Some(name)) => Ok(Self::Human(Some(one_line(name)))),
            ("random", None) => Ok(Self::Random),
            ("ai", None) => Ok(Self::BuiltIn(None)),
            ("ai", Some(effort)) => {
                let effort = read_effort(effort).ok_or_else(|| not_an_effort(text))?;
                Ok(Self::BuiltIn(Some(effort)))
            }
            ("uci" | "xboard", Some(_)) => engine(text),
            _ if EngineCommand::is_preset(text) => engine(text),
            _ => Err(refusal(text)),
        }
    }

    /// Whether a person plays.
    pub const fn is_human(&self) -> bool {
        matches!(self, Self::Human(_))
    }

    /// The short name of an external engine.
    pub fn engine_name(&self) -> Option<String> {
        match self {
            Self::Engine(command) => Some(EngineCommand::parse(command).ok()?.short_name()),
            Self::Human(_) | Self::Random | Self::BuiltIn(_) => None,
        }
    }
}

impl FromStr for PlayerSpec {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::read(text, not_a_player)
    }
}

/// The refusal of a limit of the built-in engine.
fn not_an_effort(text: &str) -> String {
    format!(
        "expected ai:level=N with a level from 1 to 20 or its name, ai:depth=N with a depth from 1 to 99, ai:time=SECONDS or \
         ai:nodes=N, found `{text}`"
    )
}

/// An external engine, if its command can be read.
fn engine(text: &str) -> Result<PlayerSpec, String> {
    EngineCommand::parse(text)?;
    Ok(PlayerSpec::Engine(text.into()))
}

/// A name without control characters, for prompts and tags.
fn one_line(name: &str) -> String {
    name.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// `level=5`, `depth=4`, `time=1.5`, `nodes=5000`, `4`
fn read_effort(text: &str) -> Option<Effort> {
    match text.split_once('=') {
        None => depth(text),
        Some(("depth", number)) => depth(number),
        Some(("time", time)) => {
            let time = seconds(time.trim_end_matches('s'))?;
            (!time.is_zero()).then_some(Effort::Time(time))
        }
        Some(("nodes", number)) => above_zero(number).map(Effort::Nodes),
        Some(("level", level)) => read_level(level).map(Effort::Level),
        Some(_) => None,
    }
}

/// `5`, `casual`
fn read_level(text: &str) -> Option<Level> {
    text.parse().ok().and_then(Level::new).or_else(|| Level::named(text))
}

fn depth(number: &str) -> Option<Effort> {
    number.parse().ok().filter(|depth| (1..=99).contains(depth)).map(Effort::Depth)
}

impl fmt::Display for PlayerSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Human(None) => f.write_str("human"),
            Self::Human(Some(name)) => write!(f, "human:{name}"),
            Self::Random => f.write_str("random"),
            Self::BuiltIn(None) => f.write_str("ai"),
            Self::BuiltIn(Some(Effort::Depth(depth))) => write!(f, "ai:depth={depth}"),
            Self::BuiltIn(Some(Effort::Time(time))) => write!(f, "ai:time={}", time.as_secs_f64()),
            Self::BuiltIn(Some(Effort::Nodes(nodes))) => write!(f, "ai:nodes={nodes}"),
            Self::BuiltIn(Some(Effort::Level(level))) => write!(f, "ai:level={}", level.number()),
            Self::Engine(command) => f.write_str(command),
        }
    }
}

/// The protocol of an external engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol of `XBoard`.
    Xboard,
    /// Whichever the engine answers: UCI is tried for two seconds, then `XBoard`.
    Either,
}

/// The time for a move unless something else is given.
pub(super) const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// The limit of an engine's search in a game without clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// Time for each move.
    Time(Duration),
    /// Depth in plies.
    Depth(u16),
    /// Number of positions.
    Nodes(u64),
    /// A level of the built-in engine. Any other engine has its default time.
    Level(Level),
}

impl Default for Effort {
    fn default() -> Self {
        Self::Time(DEFAULT_TIME)
    }
}

/// The command of an external engine: `uci:stockfish?Hash=64&Threads=1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineCommand {
    /// The protocol.
    pub protocol: Protocol,
    /// The program as it was given.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Options to set, in this order.
    pub options: Vec<(String, String)>,
    /// The limit of its search without clocks, if the command gives one.
    pub effort: Option<Effort>,
}

const NO_PROGRAM: &str = "expected the name of an engine";
const NOT_CLOSED: &str = "a quotation mark in the engine's command is not closed";

/// Engines that need no prefix.
const PRESETS: [&str; 3] = ["gnuchess", "stockfish", "fairy-stockfish"];

impl EngineCommand {
    /// Reads `uci:CMD`, `xboard:CMD`, a preset (`gnuchess`, `stockfish`, `fairy-stockfish`) or a
    /// plain command, each perhaps followed by `?NAME=VALUE&…`. `time=S`, `depth=N` and `nodes=N` are
    /// our limits; everything else is an option of the engine.
    ///
    /// # Errors
    /// One line, without a full stop: the text names no program or an option is incomplete.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (protocol, rest) = protocol(text.trim());
        let (command, query) = split_query(rest);
        // As a shell splits it; nothing is expanded and no shell is started.
        let mut words = shlex::split(command).ok_or(NOT_CLOSED)?.into_iter();
        let program = words.next().filter(|name| !name.is_empty()).ok_or(NO_PROGRAM)?;
        let arguments: Vec<String> = words.collect();
        let mut parsed = Self { protocol, program, arguments, options: Vec::new(), effort: None };
        parsed.apply_preset();
        for setting in query.split('&').filter(|setting| !setting.trim().is_empty()) {
            parsed.set(setting)?;
        }
        Ok(parsed)
    }

    /// Whether a text is a preset, perhaps with options.
    pub fn is_preset(text: &str) -> bool {
        PRESETS.contains(&split_query(text.trim()).0)
    }

    /// A bare preset implies a protocol and arguments.
    fn apply_preset(&mut self) {
        if !self.arguments.is_empty() {
            return;
        }
        let (uci, arguments): (bool, &[&str]) = match (self.program.as_str(), self.protocol) {
            ("gnuchess", Protocol::Xboard) => (false, &["--xboard"]),
            ("gnuchess", _) => (true, &["--uci"]),
            ("stockfish" | "fairy-stockfish", Protocol::Either) => (true, &[]),
            _ => return,
        };
        if uci {
            self.protocol = Protocol::Uci;
        }
        self.arguments = arguments.iter().map(|&argument| argument.to_owned()).collect();
    }

    fn set(&mut self, setting: &str) -> Result<(), String> {
        let (name, value) = setting
            .split_once('=')
            .ok_or_else(|| format!("expected `NAME=VALUE` for the engine, found `{setting}`"))?;
        let no_number = || format!("expected a number above zero in `{setting}`");
        let no_time = || format!("expected seconds above zero, at most a day, in `{setting}`");
        match name.trim() {
            "time" => {
                let time = seconds(value).filter(|time| !time.is_zero());
                self.effort = Some(Effort::Time(time.ok_or_else(no_time)?));
            }
            "depth" => self.effort = Some(Effort::Depth(above_zero(value).ok_or_else(no_number)?)),
            "nodes" => self.effort = Some(Effort::Nodes(above_zero(value).ok_or_else(no_number)?)),
            name => self.options.push((name.to_owned(), value.trim().to_owned())),
        }
        Ok(())
    }

    /// The name of the engine before it introduces itself.
    pub fn short_name(&self) -> String {
        let path = Path::new(&self.program);
        path.file_name().map_or_else(|| self.program.clone(), |name| name.to_string_lossy().into())
    }

    /// Finds the program.
    ///
    /// # Errors
    /// [`EngineError::NotFound`] names every place that was searched.
    pub fn locate(&self) -> Result<PathBuf, EngineError> {
        locate(&self.program)
    }
}

fn above_zero<N: FromStr + Default + PartialOrd>(text: &str) -> Option<N> {
    text.trim().parse().ok().filter(|number| *number > N::default())
}

fn protocol(text: &str) -> (Protocol, &str) {
    if let Some(rest) = text.strip_prefix("uci:") {
        (Protocol::Uci, rest)
    } else if let Some(rest) = text.strip_prefix("xboard:") {
        (Protocol::Xboard, rest)
    } else {
        (Protocol::Either, text)
    }
}

/// The command, and the text after the first question mark outside quotes.
fn split_query(text: &str) -> (&str, &str) {
    let mut quote = None;
    for (at, letter) in text.char_indices() {
        match (letter, quote) {
            ('?', None) => return (&text[..at], &text[at + 1..]),
            ('\'' | '"', None) => quote = Some(letter),
            (letter, Some(open)) if letter == open => quote = None,
            _ => {}
        }
    }
    (text, "")
}

/// The sum of two times of at most a day never overflows.
const LONGEST: Duration = Duration::from_hours(24);

/// A number of seconds as it is typed, whole or not, from zero to a day.
pub fn seconds(text: &str) -> Option<Duration> {
    let time = text.parse().ok().and_then(|number| Duration::try_from_secs_f64(number).ok());
    time.filter(|&time| time <= LONGEST)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> EngineCommand {
        EngineCommand::parse(text).expect(text)
    }

    #[test]
    fn commands_are_split_like_a_shell_does() {
        let rows: [(&str, &[&str]); 6] = [
            ("'my engine' --fast", &["my engine", "--fast"]),
            ("\"a \\\"b\\\"\" c", &["a \"b\"", "c"]),
            ("a\\ b c", &["a b", "c"]),
            ("pre'fix'ed", &["prefixed"]),
            ("a '' b", &["a", "", "b"]),
            ("a $HOME;ls", &["a", "$HOME;ls"]),
        ];
        for (text, words) in rows {
            let command = parse(text);
            assert_eq!([vec![command.program], command.arguments].concat(), words, "{text}");
        }
        assert_eq!(EngineCommand::parse("'never closed"), Err(NOT_CLOSED.to_owned()));
    }

    #[test]
    fn prefixes_and_presets_choose_the_protocol() {
        let rows: [(&str, Protocol, &str, &[&str]); 8] = [
            ("uci:gnuchess -u", Protocol::Uci, "gnuchess", &["-u"]),
            ("xboard:gnuchess -x", Protocol::Xboard, "gnuchess", &["-x"]),
            ("gnuchess", Protocol::Uci, "gnuchess", &["--uci"]),
            ("xboard:gnuchess", Protocol::Xboard, "gnuchess", &["--xboard"]),
            ("stockfish", Protocol::Uci, "stockfish", &[]),
            ("fairy-stockfish", Protocol::Uci, "fairy-stockfish", &[]),
            ("xboard:fairy-stockfish", Protocol::Xboard, "fairy-stockfish", &[]),
            ("./mine --deep", Protocol::Either, "./mine", &["--deep"]),
        ];
        for (text, protocol, program, arguments) in rows {
            let command = parse(text);
            assert_eq!((command.protocol, command.program.as_str()), (protocol, program), "{text}");
            assert_eq!(command.arguments, arguments, "{text}");
        }
    }

    #[test]
    fn options_and_limits_follow_a_question_mark() {
        let command = parse("uci:stockfish?Hash=64&Skill Level=3&time=0.5");
        let options = [("Hash", "64"), ("Skill Level", "3")];
        assert_eq!(command.options, options.map(|(name, value)| (name.into(), value.into())));
        assert_eq!(command.effort, Some(Effort::Time(Duration::from_millis(500))));
        assert_eq!(parse("stockfish?depth=4").effort, Some(Effort::Depth(4)));
        assert_eq!(parse("stockfish").effort, None);
        let nodes = parse("stockfish?nodes=5000000000").effort;
        assert_eq!(nodes, Some(Effort::Nodes(5_000_000_000)));
        assert_eq!(parse("uci:'what?' -x?Hash=1").program, "what?");
        assert_eq!(parse("stockfish?").options, []);
    }

    #[test]
    fn an_incomplete_command_is_refused() {
        for (text, says) in [
            ("", "expected the name of an engine"),
            ("uci:", "expected the name of an engine"),
            ("uci:''", "expected the name of an engine"),
            ("stockfish?Hash", "expected `NAME=VALUE` for the engine, found `Hash`"),
            ("stockfish?depth=0", "expected a number above zero in `depth=0`"),
            ("stockfish?time=-1", "expected seconds above zero, at most a day, in `time=-1`"),
            ("stockfish?time=1e19", "expected seconds above zero, at most a day, in `time=1e19`"),
        ] {
            assert_eq!(EngineCommand::parse(text).expect_err(text), says, "{text}");
        }
    }

    #[test]
    fn a_player_is_written_as_it_was_read() {
        for text in [
            "human",
            "human:Ada",
            "random",
            "ai",
            "ai:depth=4",
            "ai:time=0.5",
            "ai:level=5",
            "uci:gnuchess -u",
            "xboard:gnuchess -x",
            "gnuchess",
            "stockfish?Hash=64&Skill Level=3",
        ] {
            let spec: PlayerSpec = text.parse().expect(text);
            assert_eq!(spec.to_string(), text);
        }
    }

    #[test]
    fn a_level_has_a_number_or_a_name() {
        for (text, number) in [("ai?level=7", 7), ("ai:level=beginner", 1), ("ai?level=full", 19)] {
            let level = Level::new(number).map(Effort::Level);
            assert_eq!(text.parse(), Ok(PlayerSpec::BuiltIn(level)), "{text}");
        }
    }

    #[test]
    fn other_texts_are_no_players() {
        for text in [
            "",
            "robot",
            "ai:",
            "ai:depth=0",
            "ai:depth=x",
            "ai:time=-1",
            "ai:time=1e19",
            "ai:level=0",
            "ai:level=21",
            "ai?level=master",
            "random:3",
            "uci:",
        ] {
            assert!(text.parse::<PlayerSpec>().is_err(), "{text}");
        }
    }

    #[test]
    fn a_refusal_says_what_is_expected() {
        for (text, says) in [
            ("robot", "expected human[:Name], random, ai["),
            ("ai:level=25", "expected ai:level=N with a level from 1 to 20"),
            ("uci:", "expected the name of an engine"),
        ] {
            let refusal = text.parse::<PlayerSpec>().expect_err(text);
            assert!(refusal.starts_with(says), "{refusal}");
        }
        for text in ["human", "human:Ada", "robot"] {
            let refusal = PlayerSpec::computer(text).expect_err(text);
            assert!(refusal.starts_with("expected random, ai["), "{refusal}");
        }
        assert_eq!(PlayerSpec::computer("random"), Ok(PlayerSpec::Random));
    }

    #[test]
    fn a_day_is_enough() {
        for (text, milliseconds) in [("0", 0), ("0.5", 500), ("86400", 86_400_000)] {
            assert_eq!(seconds(text), Some(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "-1", "nan", "inf", "86401", "1e19"] {
            assert_eq!(seconds(text), None, "{text}");
        }
    }
}
