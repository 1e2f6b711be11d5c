//! The line to an engine: what both protocols need of it.

use std::fmt::Display;
use std::time::{Duration, Instant};

use crate::players::process::{Heard, Process};
use crate::players::transcript::Transcript;
use crate::players::{EngineCommand, EngineError, Listener};

/// A running engine, what it is called, and how long it may take to answer.
#[derive(Debug)]
pub(super) struct Talk {
    process: Process,
    called: String,
    patience: Duration,
}

impl Talk {
    /// Starts the engine of a command.
    pub(super) fn start(
        command: &EngineCommand,
        patience: Duration,
        listener: Option<Listener>,
    ) -> Result<Self, EngineError> {
        let called = command.short_name();
        let transcript = Transcript::new(listener);
        let path = command.locate()?;
        let process = Process::spawn(&called, &path, &command.arguments, transcript)?;
        Ok(Self { process, called, patience })
    }

    /// How long it may take to answer.
    pub(super) fn patience(&self) -> Duration {
        self.patience
    }

    /// Until when it must have answered what it is asked now.
    pub(super) fn deadline(&self) -> Instant {
        Instant::now() + self.patience
    }

    /// Says something.
    pub(super) fn send(&mut self, line: &impl Display) {
        self.process.send(&line.to_string());
    }

    /// The next line, or `None` if none comes in time.
    ///
    /// # Errors
    /// If the engine has died.
    pub(super) fn line(&mut self, until: Instant) -> Result<Option<String>, EngineError> {
        match self.process.receive(until) {
            Heard::Line(line) => Ok(Some(line)),
            Heard::Silence => Ok(None),
            Heard::End => Err(self.process.obituary()),
        }
    }

    /// The last lines, ours after `>`, the engine's after `<`.
    pub(super) fn transcript(&self) -> impl Iterator<Item = &str> {
        self.process.transcript()
    }

    /// What is said of an engine that does not answer.
    pub(super) fn silent(&self, question: &impl Display) -> EngineError {
        EngineError::Silent {
            program: self.called.clone(),
            question: question.to_string(),
            patience: self.patience,
        }
    }

    /// What is said of an engine that has not moved though told to.
    pub(super) fn stalled(&self) -> EngineError {
        EngineError::Other(format!("engine '{}' stalled; killed", self.called))
    }

    /// What is said of an engine that cannot do what it should; `what` follows its name.
    pub(super) fn unable(&self, what: &impl Display) -> EngineError {
        EngineError::Other(format!("{} {what}", self.called))
    }
}
