//! The command of an outside engine as the user writes it: which protocol, which program with
//! which arguments, which options, which limits. Nothing is started here.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

use crate::players::location::located;
use crate::players::{EngineError, seconds};

/// How to talk to an engine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Protocol {
    /// The Universal Chess Interface.
    Uci,
    /// The Chess Engine Communication Protocol.
    Xboard,
    /// Try the first for two seconds, then the second.
    Either,
}

/// How long an engine thinks in a game without clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Effort {
    /// So long for each move.
    Time(Duration),
    /// So many plies deep.
    Depth(u32),
    /// So many positions.
    Nodes(u64),
}

impl Default for Effort {
    fn default() -> Self {
        Self::Time(Duration::from_secs(1))
    }
}

/// What the user wrote: `uci:stockfish?Hash=64&Threads=1`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineCommand {
    /// How to talk to it.
    pub protocol: Protocol,
    /// The program as it was named.
    pub program: String,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// Options to set, in the order given.
    pub options: Vec<(String, String)>,
    /// How long it thinks when nobody's clock runs.
    pub effort: Effort,
}

/// Why a command makes no sense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CommandError {
    /// Nothing is named.
    Empty,
    /// A quotation mark is never closed.
    OpenQuote,
    /// An option without `=`.
    NoValue(String),
    /// A limit that is no number above zero.
    NoNumber(String),
    /// A time that is no number of seconds above zero, or longer than anyone waits.
    NoTime(String),
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Empty => f.write_str("expected the name of an engine"),
            Self::OpenQuote => {
                f.write_str("a quotation mark in the engine's command is not closed")
            }
            Self::NoValue(option) => {
                write!(f, "expected `NAME=VALUE` for the engine, found `{option}`")
            }
            Self::NoTime(limit) => {
                write!(f, "expected seconds above zero, at most a day, in `{limit}`")
            }
            Self::NoNumber(limit) => write!(f, "expected a number above zero in `{limit}`"),
        }
    }
}

impl std::error::Error for CommandError {}

/// Engines that need no prefix.
const PRESETS: [&str; 3] = ["gnuchess", "stockfish", "fairy-stockfish"];

impl EngineCommand {
    /// Reads `uci:CMD`, `xboard:CMD`, a preset (`gnuchess`, `stockfish`, `fairy-stockfish`) or a
    /// plain command, each with `?NAME=VALUE&…` behind it. `time=S`, `depth=N` and `nodes=N` are
    /// limits of ours; everything else is an option of the engine.
    ///
    /// # Errors
    /// If the text names no program or an option is half an option.
    pub fn parse(text: &str) -> Result<Self, CommandError> {
        let (protocol, rest) = protocol(text.trim());
        let (command, query) = split_query(rest);
        // As a shell splits it; nothing is expanded and no shell is started.
        let mut words = shlex::split(command).ok_or(CommandError::OpenQuote)?.into_iter();
        let program = words.next().filter(|name| !name.is_empty()).ok_or(CommandError::Empty)?;
        let arguments: Vec<String> = words.collect();
        let mut parsed =
            Self { protocol, program, arguments, options: Vec::new(), effort: Effort::default() };
        parsed.apply_preset();
        for wish in query.split('&').filter(|wish| !wish.trim().is_empty()) {
            parsed.wish(wish)?;
        }
        Ok(parsed)
    }

    /// Whether a text begins with a preset, perhaps with options behind it.
    pub fn is_preset(text: &str) -> bool {
        PRESETS.contains(&split_query(text.trim()).0)
    }

    /// A bare preset name also says which protocol and which arguments.
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

    fn wish(&mut self, wish: &str) -> Result<(), CommandError> {
        let (name, value) =
            wish.split_once('=').ok_or_else(|| CommandError::NoValue(wish.to_owned()))?;
        let no_number = || CommandError::NoNumber(wish.to_owned());
        match name.trim() {
            "time" => {
                let time = seconds(value).filter(|time| !time.is_zero());
                let no_time = || CommandError::NoTime(wish.to_owned());
                self.effort = Effort::Time(time.ok_or_else(no_time)?);
            }
            "depth" => self.effort = Effort::Depth(above_zero(value).ok_or_else(no_number)?),
            "nodes" => self.effort = Effort::Nodes(above_zero(value).ok_or_else(no_number)?),
            name => self.options.push((name.to_owned(), value.trim().to_owned())),
        }
        Ok(())
    }

    /// What to call the engine before it has told its name.
    pub fn short_name(&self) -> String {
        let path = Path::new(&self.program);
        path.file_name().map_or_else(|| self.program.clone(), |name| name.to_string_lossy().into())
    }

    /// Finds the program.
    ///
    /// # Errors
    /// [`EngineError::NotFound`] names every place that was looked at.
    pub fn locate(&self) -> Result<PathBuf, EngineError> {
        located(&self.program)
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

/// The command, and what follows the first question mark outside quotes.
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
        assert_eq!(EngineCommand::parse("'never closed"), Err(CommandError::OpenQuote));
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
        assert_eq!(command.effort, Effort::Time(Duration::from_millis(500)));
        assert_eq!(parse("stockfish?depth=4").effort, Effort::Depth(4));
        let nodes = parse("stockfish?nodes=5000000000").effort;
        assert_eq!(nodes, Effort::Nodes(5_000_000_000));
        assert_eq!(parse("uci:'what?' -x?Hash=1").program, "what?");
        assert_eq!(parse("stockfish?").options, []);
    }

    #[test]
    fn half_a_command_is_refused() {
        for (text, says) in [
            ("", "expected the name of an engine"),
            ("uci:", "expected the name of an engine"),
            ("uci:''", "expected the name of an engine"),
            ("stockfish?Hash", "expected `NAME=VALUE` for the engine, found `Hash`"),
            ("stockfish?depth=0", "expected a number above zero in `depth=0`"),
            ("stockfish?time=-1", "expected seconds above zero, at most a day, in `time=-1`"),
            ("stockfish?time=1e19", "expected seconds above zero, at most a day, in `time=1e19`"),
        ] {
            assert_eq!(EngineCommand::parse(text).expect_err(text).to_string(), says, "{text}");
        }
    }
}
