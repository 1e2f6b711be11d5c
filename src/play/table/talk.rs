//! Prompts and output: where they go, and how text finds its way past a prompt.

use std::io::{self, Write};

use crate::text::printable;

use super::reader::Ask;
use super::{Asked, Prompts, Reading, Table};

impl Table<'_> {
    /// Asks for the next line, unless one is on its way, or held back with nobody at a terminal.
    pub(super) fn ask_for_a_line(&mut self) -> io::Result<()> {
        let wanted = if self.thinking.is_some() { Asked::Watch } else { Asked::Line };
        let waiting = !self.held_back.is_empty() && !self.is_live() || self.asked == Some(wanted);
        let plain = self.manners.reading == Reading::Plain;
        if !waiting && (self.asked.is_none() || !plain) {
            let ask = match wanted {
                Asked::Watch => Ask::Watch,
                Asked::Line => {
                    let words = if plain { Vec::new() } else { self.session.completions() };
                    Ask::Line { prompt: self.session.prompt(), words }
                }
            };
            if let Some(asks) = &self.asks {
                // A reader that has gone has sent its `End`.
                let _ = asks.send(ask);
            }
            self.asked = Some(wanted);
        }
        if plain && wanted == Asked::Line { self.show_prompt() } else { Ok(()) }
    }

    fn show_prompt(&mut self) -> io::Result<()> {
        if self.prompted || self.manners.prompts == Prompts::Off {
            return Ok(());
        }
        self.prompted = true;
        let prompt = self.session.prompt();
        let stream = self.prompt_stream();
        stream.write_all(prompt.as_bytes())?;
        stream.flush()
    }

    pub(super) fn prompt_stream(&mut self) -> &mut dyn Write {
        match self.manners.prompts {
            Prompts::Err => self.err,
            _ => self.out,
        }
    }

    /// Writes text with words of others in it.
    pub(super) fn show(&mut self, text: &str) -> io::Result<()> {
        self.show_drawn(&printable(text))
    }

    /// Writes text as it is, above the prompt if one is on the screen.
    pub(super) fn show_drawn(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            return Ok(());
        }
        self.note(text);
        let editing = self.manners.reading == Reading::Edited && self.asked == Some(Asked::Line);
        let printed =
            self.printer.as_mut().filter(|_| editing).is_some_and(|print| print(text.to_owned()));
        if printed {
            return Ok(());
        }
        if std::mem::take(&mut self.prompted) {
            self.prompt_stream().write_all(b"\n")?;
        }
        self.out.write_all(text.as_bytes())?;
        self.out.flush()
    }

    pub(super) fn warn(&mut self, text: &str) {
        self.tell(&format!("warning: {text}\n"));
    }

    /// Writes lines to the error stream.
    pub(super) fn tell(&mut self, text: &str) {
        let text = printable(text);
        // Without an error stream there is nobody to tell.
        let _ = self.err.write_all(text.as_bytes());
        self.note(&text);
    }
}
