//! How far a long run has got, for somebody who looks at a terminal.

use std::io::IsTerminal;

use indicatif::{ProgressBar, ProgressStyle};

/// A bar on the standard error, or nothing where nobody looks.
#[derive(Debug)]
pub struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for so many bytes; `None` where nobody knows how many there are.
    pub fn bytes(total: Option<u64>, quiet: bool) -> Self {
        if quiet || !std::io::stderr().is_terminal() {
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

    /// So many bytes have been read, and so many things found in them.
    pub fn advance(&self, bytes: u64, count: u64, noun: &str) {
        self.bar.inc(bytes);
        let seconds = self.bar.elapsed().as_secs().max(1);
        self.bar.set_message(format!("{count} {noun}, {}/s", count / seconds));
    }

    /// Whether anybody looks.
    pub fn is_shown(&self) -> bool {
        !self.bar.is_hidden()
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
