//! Getting up from the table, for whatever reason, without losing anything.

use std::io;

use crate::players::EngineError;
use crate::rules::ByColor;

use super::Table;
use super::signals::hangup;

/// Why a table was left.
#[derive(Debug)]
pub enum Left {
    /// The end of the input, `quit`, or nothing more to play.
    Quietly,
    /// A line was refused, and that was to be the end.
    Refused,
    /// A machine failed.
    Engine(EngineError),
    /// A signal.
    Signal(u8),
    /// The output was closed by its reader.
    Unread,
    /// The output cannot be written.
    Unwritable(io::Error),
    /// The game could not be written where it was to go.
    Unsaved,
}

impl From<io::Error> for Left {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Unread,
            _ => Self::Unwritable(error),
        }
    }
}

impl Table<'_> {
    /// Stops the machines, saves what is not saved, and says where it is.
    pub(super) fn leave(&mut self, left: Left) -> Left {
        let left = if self.is_hung_up() { Left::Signal(hangup()) } else { left };
        self.stop_thinking();
        self.workers = ByColor::default();
        let asked_for = self.manners.save.take();
        self.overhear_the_rest();
        if let Left::Engine(trouble) = &left {
            self.note(&format!("error: {trouble}\n"));
        }
        let saved = asked_for.is_none_or(|file| self.write_game(&file));
        self.tell_where_it_is();
        if let Some(terminal) = &self.terminal {
            terminal.restore();
        }
        // Whoever closed the output does not read this either.
        let _ = self.out.flush();
        if saved { left } else { Left::Unsaved }
    }

    fn tell_where_it_is(&mut self) {
        let Some(autosave) = self.autosave.as_ref().filter(|autosave| autosave.is_kept()) else {
            return;
        };
        let path = autosave.path().display();
        let line = if self.session.ending().is_none() {
            format!("Saved: {path}; continue with: arbiter play --resume\n")
        } else if self.saved_to.is_none() {
            format!("Saved: {path}\n")
        } else {
            return;
        };
        self.note(&line);
        let _ = self.out.write_all(line.as_bytes());
    }
}
