//! What is written: text above the prompt, the prompt itself, warnings.

use std::io::{self, Write};

use super::{GameLoop, InputMode, Prompts, ReaderState};
use crate::play::screen::Screen;
use crate::text::printable;

impl GameLoop<'_> {
    /// Shows the prompt of a terminal without an editor, unless it is on the screen.
    pub(super) fn show_prompt(&mut self) -> io::Result<()> {
        if self.is_prompt_shown || !self.is_interactive() {
            return Ok(());
        }
        self.is_prompt_shown = true;
        let prompt = self.session.prompt(self.now());
        let stream = self.prompt_stream();
        stream.write_all(prompt.as_bytes())?;
        stream.flush()
    }

    /// Where prompts go.
    pub(super) fn prompt_stream(&mut self) -> &mut dyn Write {
        match self.options.prompts {
            Prompts::Err => self.err,
            Prompts::Off | Prompts::Out => self.out,
        }
    }

    /// What the output can show now.
    pub(super) fn screen(&self) -> Screen {
        Screen { width: (self.options.width)(), ..self.options.screen }
    }

    /// Writes sentences, which may quote files and engines, on lines that fit the screen.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        let screen = self.screen();
        let lines: String = text.lines().map(|line| screen.sentence(line)).collect();
        self.show_drawn(&lines)
    }

    /// Writes text that may quote files and engines.
    pub(super) fn show(&mut self, text: &str) -> io::Result<()> {
        self.show_drawn(&printable(text))
    }

    /// Writes text as it is, above the prompt if one is on the screen.
    pub(super) fn show_drawn(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.log(text);
        let is_editing =
            self.options.input == InputMode::Edited && self.reading == Some(ReaderState::Line);
        let is_printed = self
            .printer
            .as_mut()
            .filter(|_| is_editing)
            .is_some_and(|print| print(text.to_owned()));
        if is_printed {
            return Ok(());
        }
        self.erase_thinking()?;
        if std::mem::take(&mut self.is_prompt_shown) {
            self.prompt_stream().write_all(b"\n")?;
        }
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    /// Writes a warning to the error stream.
    pub(super) fn warn(&mut self, text: &str) {
        self.write_err(&format!("warning: {text}\n"));
    }

    /// Writes text that may quote files and engines to the error stream.
    pub(super) fn write_err(&mut self, text: &str) {
        let text = printable(text);
        // Without an error stream there is no place for a warning.
        let _ = self.err.write_all(text.as_bytes());
        self.log(&text);
    }
}
