//! The log of a run, and the talk with engines that may be shown and is always logged.

use std::fmt;
use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::players::Listener;
use crate::rules::Color;

use super::{Input, Table};

/// Lines of the talk that may wait to be shown; what an engine says beyond that in one breath is
/// left out.
const MOST_WAITING: usize = 500;

/// Everything that is shown, typed and said to engines, in the order in which it happened.
#[derive(Default)]
pub struct Log(Option<Box<dyn Write>>);

impl Log {
    /// A log that is written here.
    pub fn to(file: impl Write + 'static) -> Self {
        Self(Some(Box::new(file)))
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Log").field(&self.0.is_some()).finish()
    }
}

impl Table<'_> {
    /// Writes whole lines to the log. One that cannot be written is given up with a warning.
    pub(super) fn note(&mut self, text: &str) {
        let Some(file) = &mut self.log.0 else { return };
        if let Err(error) = file.write_all(text.as_bytes()).and_then(|()| file.flush()) {
            self.log = Log::default();
            self.warn(&format!("cannot write the log: {error}"));
        }
    }

    /// Who hears the talk with a side's engine, if anybody wants to know.
    pub(super) fn listener(&self, color: Color) -> Option<Listener> {
        let is_wanted = self.manners.verbose || self.log.0.is_some();
        is_wanted.then(|| {
            let (sender, waiting) = (self.sender.clone(), Arc::clone(&self.waiting));
            Listener::new(move |line| {
                if waiting.fetch_add(1, Ordering::Relaxed) >= MOST_WAITING {
                    waiting.fetch_sub(1, Ordering::Relaxed);
                    return;
                }
                // A table that has been left hears nothing more.
                let _ = sender.send(Input::Overheard { color, line: line.to_owned() });
            })
        })
    }

    /// `Black (gnuchess) > go movetime 1000`
    pub(super) fn overhear(&mut self, color: Color, line: &str) {
        self.waiting.fetch_sub(1, Ordering::Relaxed);
        let engine = self.session.seat(color).kind.engine_name().unwrap_or_default();
        let text = format!("{} ({engine}) {line}\n", color.name());
        if self.manners.verbose { self.tell(&text) } else { self.note(&text) }
    }

    /// What engines said while they were sent away.
    pub(super) fn overhear_the_rest(&mut self) {
        while let Ok(input) = self.inputs.try_recv() {
            if let Input::Overheard { color, line } = input {
                self.overhear(color, &line);
            }
        }
    }
}
