//! The two streams a command writes to, and whether they may be coloured.

use std::{
    fmt,
    io::{self, IsTerminal, Write},
};

use clap::ValueEnum;
use serde::Serialize;

use crate::cli::Trouble;

/// When to use colour. It never carries meaning alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Color {
    /// On a terminal, unless `NO_COLOR` is set or `TERM` is dumb.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Whether a stream that is a terminal, or is not, gets colour.
    pub fn applies(self, is_terminal: bool) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => is_terminal && !is_unwanted(),
        }
    }
}

fn is_unwanted() -> bool {
    let set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    set("NO_COLOR") || std::env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// Where results and troubles go.
pub struct Streams<'a> {
    /// Results.
    pub out: &'a mut (dyn Write + Send),
    /// Progress, summaries, troubles.
    pub err: &'a mut (dyn Write + Send),
    /// Whether results may be coloured.
    pub color: bool,
}

impl Streams<'_> {
    /// Writes a record as one line of JSON.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn json(&mut self, record: &impl Serialize) -> Result<(), Trouble> {
        let line =
            serde_json::to_string(record).map_err(|error| Trouble::new(error.to_string()))?;
        Ok(writeln!(self.out, "{line}")?)
    }
}

impl fmt::Debug for Streams<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streams").field("color", &self.color).finish_non_exhaustive()
    }
}

/// A stream that may have no reader: what cannot be told there changes nothing about what was found.
#[derive(Debug)]
pub struct Unheeded<W>(pub W);

impl<W: Write> Write for Unheeded<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(self.0.write(bytes).unwrap_or(bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}

/// Whether somebody sits in front of our standard input.
pub fn stdin_is_terminal() -> bool {
    io::stdin().is_terminal()
}
