//! Engine processes: connections of lines that never block for long and never leave a process behind.
//! Knows no chess and no protocol. Process groups and signals, which only Unix has, are in `child`.

mod child;
mod lines;

use std::fmt::{self, Display};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use child::Child;
pub use child::locate;
pub use lines::{Listener, each_line};

/// The time an engine has for its move after `stop`.
pub const STOP_TIMEOUT: Duration = Duration::from_secs(1);

/// How often a waiting client looks at its [`Stop`].
const STOP_INTERVAL: Duration = Duration::from_millis(40);

/// A request to stop, shared by its clones.
#[derive(Debug, Clone, Default)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Requests the stop.
    pub fn raise(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether a stop was requested.
    pub fn is_raised(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Why an engine cannot go on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EngineError {
    /// There is no such program.
    NotFound {
        /// The name as it was given.
        program: String,
        /// The directories that were searched.
        places: Vec<String>,
    },
    /// The engine did not answer in time.
    NoAnswer {
        /// Its name.
        program: String,
        /// The command it did not answer.
        command: String,
        /// The time it had.
        timeout: Duration,
    },
    /// The engine's process ended.
    Died {
        /// Its name.
        program: String,
        /// `signal 11`, `exit status 1`.
        how: String,
        /// The last lines of its error stream.
        stderr: Vec<String>,
    },
    /// Any other problem, in one line.
    Other(String),
}

impl Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound { program, places } => {
                write!(f, "engine '{program}' not found (looked in {})", places.join(", "))
            }
            Self::NoAnswer { program, command, timeout } => {
                let seconds = timeout.as_secs_f64();
                write!(f, "engine '{program}' did not answer \"{command}\" within {seconds} s")
            }
            Self::Died { program, how, stderr } => {
                write!(f, "engine '{program}' died ({how})")?;
                stderr.iter().try_for_each(|line| write!(f, "\n  {line}"))
            }
            Self::Other(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for EngineError {}

/// A running engine, and the time it has for an answer.
#[derive(Debug)]
pub struct Connection {
    child: Child,
    timeout: Duration,
}

impl Connection {
    /// Starts a program; `name` is its name in messages.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(
        name: String,
        path: &Path,
        arguments: &[String],
        timeout: Duration,
        listener: Option<Listener>,
    ) -> Result<Self, EngineError> {
        Ok(Self { child: Child::spawn(name, path, arguments, listener)?, timeout })
    }

    /// The time the engine has for an answer.
    pub fn timeout(&self) -> Duration {
        self.timeout
    }

    /// The instant by which the engine must answer a command that is sent now.
    pub fn deadline(&self) -> Instant {
        Instant::now() + self.timeout
    }

    /// Sends a line.
    pub fn send(&mut self, line: &impl Display) {
        self.child.send(&line.to_string());
    }

    /// The next line, or `None` if none comes in time.
    ///
    /// # Errors
    /// If the engine's process has ended.
    pub fn line(&mut self, until: Instant) -> Result<Option<String>, EngineError> {
        self.child.line(until)
    }

    /// The last lines of the dialogue, ours after `>`, the engine's after `<`.
    pub fn transcript(&self) -> impl Iterator<Item = &str> {
        self.child.transcript()
    }

    /// The error for a command that the engine did not answer.
    pub fn no_answer(&self, command: &impl Display) -> EngineError {
        EngineError::NoAnswer {
            program: self.child.name.clone(),
            command: command.to_string(),
            timeout: self.timeout,
        }
    }

    /// The error for an engine that did not move after `stop`.
    pub fn stalled(&self) -> EngineError {
        EngineError::Other(format!("engine '{}' stalled; killed", self.child.name))
    }

    /// The error for something the engine cannot do; `what` follows its name.
    pub fn unable(&self, what: &impl Display) -> EngineError {
        EngineError::Other(format!("{} {what}", self.child.name))
    }
}

/// Calls `next` in short intervals until it returns something or the time is up.
///
/// # Errors
/// Those of `next`, and one for a stop request.
pub fn wait_unless_stopped<T>(
    stop: &Stop,
    until: Instant,
    mut next: impl FnMut(Instant) -> Result<Option<T>, EngineError>,
) -> Result<Option<T>, EngineError> {
    while !stop.is_raised() {
        let answer = next(stop_check(until))?;
        if answer.is_some() || Instant::now() >= until {
            return Ok(answer);
        }
    }
    Err(EngineError::Other("engine stopped before it was ready".to_owned()))
}

/// The next instant at which to look at a [`Stop`], at the latest `until`.
pub fn stop_check(until: Instant) -> Instant {
    until.min(Instant::now() + STOP_INTERVAL)
}
