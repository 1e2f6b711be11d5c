//! How a run ends. "No" and "broken" are different answers.

use std::{fmt, io, path::Path};

use crate::archive::reason;

/// The exit status, the same for every command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// Done, and nothing to complain of.
    Clean,
    /// Done, with findings: an invalid game, an illegal move, nothing selected.
    Findings,
    /// Could not be done: usage, unreadable input, bad settings.
    Broken,
    /// An outside engine failed.
    Engine,
    /// Ended by a signal, with the game saved.
    Signal(u8),
}

impl Exit {
    /// The number the shell sees.
    pub const fn status(self) -> u8 {
        match self {
            Self::Clean => 0,
            Self::Findings => 1,
            Self::Broken => 2,
            Self::Engine => 3,
            Self::Signal(number) => 128 + number,
        }
    }

    /// The worse of two ends.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        if other.status() > self.status() { other } else { self }
    }
}

/// Why a run cannot go on: one line for stderr, and perhaps the next step.
#[derive(Debug)]
pub struct Trouble {
    /// What is the matter; empty when the reader of our output has gone away.
    message: String,
    tip: Option<String>,
    exit: Exit,
}

impl Trouble {
    /// Something that makes the run impossible.
    pub fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), tip: None, exit: Exit::Broken }
    }

    /// The same, with a next step.
    #[must_use]
    pub fn with_tip(self, tip: impl Into<String>) -> Self {
        Self { tip: Some(tip.into()), ..self }
    }

    /// The same, with another exit.
    #[must_use]
    pub fn with_exit(self, exit: Exit) -> Self {
        Self { exit, ..self }
    }

    /// A file that cannot be read.
    pub fn unreadable(path: &Path, error: &io::Error) -> Self {
        Self::new(format!("cannot read '{}': {}", path.display(), reason(error)))
    }

    /// How the run ends because of it.
    pub fn exit(&self) -> Exit {
        self.exit
    }

    /// Whether nothing needs to be said: the reader of our output has gone away.
    pub fn is_silent(&self) -> bool {
        self.message.is_empty()
    }
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "error: {}", self.message)?;
        match &self.tip {
            Some(tip) => write!(f, "\ntip: {tip}"),
            None => Ok(()),
        }
    }
}

/// Output that cannot be written. A closed pipe is no trouble: the reader has seen enough.
impl From<io::Error> for Trouble {
    fn from(error: io::Error) -> Self {
        if error.kind() == io::ErrorKind::BrokenPipe {
            Self { message: String::new(), tip: None, exit: Exit::Clean }
        } else {
            Self::new(format!("cannot write the output: {}", reason(&error)))
        }
    }
}
