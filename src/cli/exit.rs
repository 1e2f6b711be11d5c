//! How a command ends. "No" and "failed" are different answers.

use std::{fmt, io};

use crate::{players::EngineError, text::io_message};

/// How a command ends.
pub type CommandResult = Result<Exit, CommandError>;

/// The exit status, with the same meaning for every command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Success, without findings.
    Clean,
    /// Success, with findings: an invalid game, an illegal move, nothing selected.
    Findings,
    /// Failure: wrong usage, unreadable input, bad settings.
    Failed,
    /// An external engine failed.
    Engine,
    /// A signal ended the program; the game is saved.
    Signal(u8),
}

impl Exit {
    /// The number the shell sees.
    pub const fn status(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::Failed => 2,
            Self::Engine => 3,
            Self::Signal(number) => 128 + number,
        }
    }

    /// The worse of two.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if other.status() > self.status() { other } else { self }
    }
}

/// Why a command cannot go on: one line for standard error, and perhaps what to do next.
#[derive(Debug)]
pub struct CommandError {
    /// Empty when the reader of the output has gone away.
    message: String,
    tip: Option<String>,
    exit: Exit,
}

impl CommandError {
    /// A failure with this message.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), tip: None, exit: Exit::Failed }
    }

    /// The same, with a suggestion what to do next.
    #[must_use]
    pub fn with_tip(self, tip: impl Into<String>) -> Self {
        Self { tip: Some(tip.into()), ..self }
    }

    /// The same, with another exit status.
    #[must_use]
    pub fn with_exit(self, exit: Exit) -> Self {
        Self { exit, ..self }
    }

    /// The exit status.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Whether there is nothing to print, because the reader of the output has gone away.
    pub fn is_silent(&self) -> bool {
        self.message.is_empty()
    }
}

impl fmt::Display for CommandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        match &self.tip {
            Some(tip) => write!(f, "\ntip: {tip}"),
            None => Ok(()),
        }
    }
}

/// An external engine that fails.
impl From<EngineError> for CommandError {
    fn from(error: EngineError) -> Self {
        Self::new(error.to_string()).with_exit(Exit::Engine)
    }
}

/// Output that cannot be written. A closed pipe is not a failure: the reader has seen enough.
impl From<io::Error> for CommandError {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self { message: String::new(), tip: None, exit: Exit::Clean }
        } else {
            Self::new(format!("cannot write the output: {}", io_message(&error)))
        }
    }
}
