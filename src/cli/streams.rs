//! Where a command writes: its two streams, colour, text or JSON, `-o FILE`, and the progress of a long run.

use std::{
    env, fmt, fs,
    io::{self, IsTerminal, Write},
    num::NonZeroUsize,
    path::{Path, PathBuf},
    thread,
};

use clap::ValueEnum;
use indicatif::{ProgressBar, ProgressStyle};
use serde::Serialize;
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    iterator::Signals,
    low_level,
};

use crate::{
    archive::Interrupt,
    cli::CommandError,
    text::{AtomicFile, io_message},
};

/// When to use colour. It never carries meaning alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum ColorChoice {
    /// On a terminal, unless `NO_COLOR` is set or `TERM` is dumb.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl ColorChoice {
    /// Whether a stream, which may be a terminal, gets colour.
    pub fn applies(self, is_terminal: bool) -> bool {
        match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => is_terminal && !is_color_refused(),
        }
    }
}

fn is_color_refused() -> bool {
    let is_set = |name| env::var_os(name).is_some_and(|value| !value.is_empty());
    is_set("NO_COLOR") || env::var_os("TERM").is_some_and(|term| term == "dumb")
}

/// How to print an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum AnswerFormat {
    /// For people
    Text,
    /// One object on a line
    Json,
}

/// The streams of a command.
pub struct Streams<'a> {
    /// For results.
    pub out: &'a mut (dyn Write + Send),
    /// For progress, summaries and errors.
    pub err: &'a mut (dyn Write + Send),
    /// Whether results may be coloured.
    pub color: bool,
    /// Whether results go to a terminal.
    pub is_terminal: bool,
}

impl Streams<'_> {
    /// Writes a record as one line of JSON.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn json(&mut self, record: &impl Serialize) -> Result<(), CommandError> {
        let line =
            serde_json::to_string(record).map_err(|error| CommandError::new(error.to_string()))?;
        Ok(writeln!(self.out, "{line}")?)
    }
}

impl fmt::Debug for Streams<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Streams").field("color", &self.color).finish_non_exhaustive()
    }
}

/// A stream that may have no reader: a message that cannot be written there changes no result.
#[derive(Debug)]
pub struct IgnoreErrors<W>(pub W);

impl<W: Write> Write for IgnoreErrors<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(self.0.write(bytes).unwrap_or(bytes.len()))
    }

    fn flush(&mut self) -> io::Result<()> {
        let _ = self.0.flush();
        Ok(())
    }
}

/// Whether standard input is a terminal.
pub fn stdin_is_terminal() -> bool {
    io::stdin().is_terminal()
}

/// The number of threads: as given, else one for each core.
pub fn threads(jobs: Option<NonZeroUsize>) -> usize {
    jobs.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get)
}

/// Opens the file of `-o`: a whole file or none, and never over an input; `-` is standard output.
///
/// # Errors
/// When it cannot be written, or is one of the inputs.
pub fn create_output(path: &Path, inputs: &[PathBuf]) -> Result<AtomicFile, CommandError> {
    let is_input = inputs.iter().any(|input| is_same_or_inside(path, input));
    if is_input && path.as_os_str() != "-" {
        let message = format!("'{}' is an input and would be overwritten", path.display());
        return Err(CommandError::new(message).with_tip("choose another name"));
    }
    AtomicFile::create(path).map_err(|error| unwritable(path, &error))
}

/// Lets the command see a signal that would end it.
///
/// # Errors
/// When the system refuses to pass the signals on.
pub fn watch_signals() -> Result<Interrupt, CommandError> {
    Interrupt::on_signals().map_err(|error| unwatched(&error))
}

fn unwatched(error: &io::Error) -> CommandError {
    CommandError::new(format!("cannot watch signals: {}", io_message(error)))
}

/// Lets a signal that ends the program remove outputs that are not complete.
///
/// # Errors
/// When the system refuses to pass the signals on.
pub fn remove_on_signal<'f>(
    outputs: impl IntoIterator<Item = &'f AtomicFile>,
) -> Result<(), CommandError> {
    let temporary: Vec<PathBuf> =
        outputs.into_iter().filter_map(AtomicFile::temporary).map(Path::to_owned).collect();
    if temporary.is_empty() {
        return Ok(());
    }
    let mut signals = Signals::new([SIGINT, SIGTERM]).map_err(|error| unwatched(&error))?;
    thread::spawn(move || {
        let signal = signals.forever().next().unwrap_or(SIGTERM);
        for path in &temporary {
            // A file that is complete by now has another name.
            let _ = fs::remove_file(path);
        }
        let _ = IgnoreErrors(io::stderr()).write_all(b"note: interrupted; no file is written\n");
        let _ = low_level::emulate_default_handler(signal);
    });
    Ok(())
}

/// Completes the file of `-o` and gives it its name.
///
/// # Errors
/// When the last bytes cannot be written.
pub fn finish_output(file: AtomicFile) -> Result<(), CommandError> {
    let path = file.path().to_owned();
    file.finish().map_err(|error| unwritable(&path, &error))
}

/// The error of a file that cannot be read.
pub fn unreadable(path: &Path, error: &io::Error) -> CommandError {
    CommandError::new(format!("cannot read '{}': {}", path.display(), io_message(error)))
}

/// The error of a file that cannot be written.
pub fn unwritable(path: &Path, error: &io::Error) -> CommandError {
    CommandError::new(format!("cannot write '{}': {}", path.display(), io_message(error)))
}

fn is_same_or_inside(output: &Path, input: &Path) -> bool {
    match (fs::canonicalize(output), fs::canonicalize(input)) {
        (Ok(output), Ok(input)) => {
            output == input || (input.is_dir() && output.starts_with(&input))
        }
        _ => false,
    }
}

/// Refuses outputs that would be the same file.
///
/// # Errors
/// When two of them have the same name in the same folder.
pub fn refuse_same_outputs<'p>(
    outputs: impl IntoIterator<Item = &'p Path>,
) -> Result<(), CommandError> {
    let place = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = fs::canonicalize(folder.unwrap_or(Path::new("."))).ok()?;
        Some(folder.join(path.file_name()?))
    };
    let mut seen = Vec::new();
    for path in outputs {
        let Some(place) = place(path) else { continue };
        if seen.contains(&place) {
            let message = format!("'{}' cannot be two outputs at once", path.display());
            return Err(CommandError::new(message).with_tip("choose another name"));
        }
        seen.push(place);
    }
    Ok(())
}

/// A progress bar on standard error; nothing where it is not a terminal.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for `total` bytes; `None` where the total is unknown.
    pub fn bytes(total: Option<u64>, quiet: bool) -> Self {
        if quiet || !io::stderr().is_terminal() {
            return Self { bar: ProgressBar::hidden() };
        }
        let bar = total.map_or_else(ProgressBar::no_length, ProgressBar::new);
        let shape = if total.is_some() {
            "{bar:30} {bytes}/{total_bytes} {msg} {eta}"
        } else {
            "{spinner} {bytes} {msg}"
        };
        if let Ok(style) = ProgressStyle::with_template(shape) {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// A bar for a number of steps, which [`Progress::step`] tells.
    pub fn steps(noun: &'static str) -> Self {
        if !io::stderr().is_terminal() || env::var_os("NO_PROGRESS").is_some() {
            return Self { bar: ProgressBar::hidden() };
        }
        let bar = ProgressBar::new(0).with_message(noun);
        if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} {msg} {eta}") {
            bar.set_style(style);
        }
        Self { bar }
    }

    /// Shows that so many steps of all are done.
    pub fn step(&self, done: u64, all: u64) {
        self.bar.set_length(all);
        self.bar.set_position(done);
    }

    /// Adds bytes that have been read, and shows how many games or positions were found so far.
    pub fn advance(&self, bytes: u64, count: u64, noun: &str) {
        self.bar.inc(bytes);
        let seconds = self.bar.elapsed().as_secs().max(1);
        self.bar.set_message(format!("{count} {noun}, {}/s", count / seconds));
    }

    /// Whether the bar is visible.
    pub fn is_shown(&self) -> bool {
        !self.bar.is_hidden()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
