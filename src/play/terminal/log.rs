//! The log of a run, and the conversation with engines that `--verbose` shows.

use std::io::Write;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::players::Listener;
use crate::rules::Color;
use crate::text::io_message;

use super::{GameLoop, InputEvent};

/// How many lines of the conversation may wait to be shown. More are dropped: an engine that floods its
/// output must not fill the memory.
const MOST_UNSHOWN: usize = 500;

impl GameLoop<'_> {
    /// Writes whole lines to the log. If that fails the log ends, with a warning.
    pub(super) fn log(&mut self, text: &str) {
        let Some(file) = &mut self.options.log else { return };
        if let Err(error) = file.write_all(text.as_bytes()) {
            self.options.log = None;
            self.warn(&format!("cannot write the log: {}", io_message(&error)));
        }
    }

    /// Receives the conversation with a side's engine, if it is shown or logged.
    pub(super) fn listener(&self, color: Color) -> Option<Listener> {
        let is_needed = self.options.verbose || self.options.log.is_some();
        is_needed.then(|| {
            let (sender, unshown) = (self.sender.clone(), Arc::clone(&self.unshown_engine_lines));
            Listener::new(move |line| {
                if unshown.fetch_add(1, Ordering::Relaxed) >= MOST_UNSHOWN {
                    unshown.fetch_sub(1, Ordering::Relaxed);
                    return;
                }
                // After the end of the game no line is shown.
                let _ = sender.send(InputEvent::EngineLine { color, line: line.to_owned() });
            })
        })
    }

    /// Shows or logs `Black (gnuchess) > go movetime 1000`.
    pub(super) fn on_engine_line(&mut self, color: Color, line: &str) {
        self.unshown_engine_lines.fetch_sub(1, Ordering::Relaxed);
        let engine = self.session.player(color).spec.engine_name().unwrap_or_default();
        let text = format!("{} ({engine}) {line}\n", color.name());
        if self.options.verbose { self.write_err(&text) } else { self.log(&text) }
    }

    /// Shows or logs what engines said while they were ended.
    pub(super) fn drain_engine_lines(&mut self) {
        while let Ok(input) = self.inputs.try_recv() {
            if let InputEvent::EngineLine { color, line } = input {
                self.on_engine_line(color, &line);
            }
        }
    }
}
