//! The line that shows how far a search is: rewritten in place, gone when something else is shown. The one exception to
//! "output only scrolls", and only on a terminal that can do it.

use std::io;
use std::time::{Duration, Instant};

use unicode_width::UnicodeWidthChar;

use crate::play::session::Session;
use crate::players::{SearchProgress, Stop};
use crate::text::printable;

use super::GameLoop;

/// A search that is shorter is not shown.
const UNSHOWN: Duration = Duration::from_millis(200);

/// How often the line is written again.
const PERIOD: Duration = Duration::from_millis(100);

/// Back to the left, and everything there is erased.
const ERASE: &str = "\r\u{1b}[K";

/// A search that is under way.
#[derive(Debug)]
pub(super) struct Thinking {
    pub(super) id: u64,
    pub(super) stop: Stop,
    started: Instant,
    progress: Option<SearchProgress>,
    /// What is said instead, for anything but a move.
    pub(super) note: Option<String>,
    /// What the user has typed of a line meanwhile.
    typed: String,
    /// When the line was written last, if it is on the screen.
    shown: Option<Instant>,
}

impl Thinking {
    pub(super) fn new(id: u64, stop: Stop) -> Self {
        let (progress, note, typed, shown) = (None, None, String::new(), None);
        Self { id, stop, started: Instant::now(), progress, note, typed, shown }
    }

    /// `Thinking… 12 ply, +0.35, 14. Rfe1 (1.2 s)`, and what is being typed.
    fn line(&self, session: &Session) -> String {
        let seconds = self.started.elapsed().as_secs_f64();
        let found = self.progress.map(|SearchProgress { depth, score, best }| {
            let score = session.score_for_white(score);
            format!(" {depth} ply, {score}, {}", session.numbered_san(best))
        });
        let typed =
            if self.typed.is_empty() { String::new() } else { format!(" > {}", self.typed) };
        let what = match &self.note {
            Some(note) => note.clone(),
            None => format!("Thinking…{}", found.unwrap_or_default()),
        };
        format!("{what} ({seconds:.1} s){typed}")
    }
}

impl GameLoop<'_> {
    /// Takes in how far the search is.
    pub(super) fn on_progress(&mut self, id: u64, progress: SearchProgress) -> io::Result<()> {
        if let Some(thinking) = self.thinking.as_mut().filter(|thinking| thinking.id == id) {
            thinking.progress = Some(progress);
        }
        self.show_thinking()
    }

    /// Takes in what the user has typed of a line while a search is under way.
    pub(super) fn on_typing(&mut self, typed: String) -> io::Result<()> {
        if let Some(thinking) = &mut self.thinking {
            thinking.typed = typed;
            thinking.shown = None;
        }
        self.show_thinking()
    }

    /// The typed line is complete: it stays on the screen above what it leads to.
    pub(super) fn end_typing(&mut self, line: &str) -> io::Result<()> {
        match &mut self.thinking {
            Some(thinking) if self.options.shows_thinking => thinking.typed.clear(),
            _ => return Ok(()),
        }
        if line.trim().is_empty() { Ok(()) } else { self.show(&format!("> {line}\n")) }
    }

    /// When the line is to be written again.
    pub(super) fn next_thinking(&self) -> Option<Duration> {
        let thinking = self.thinking.as_ref().filter(|_| self.options.shows_thinking)?;
        let next = thinking.shown.map_or(thinking.started + UNSHOWN, |shown| shown + PERIOD);
        Some(next.saturating_duration_since(self.started))
    }

    /// Writes the line if it is due.
    pub(super) fn show_thinking(&mut self) -> io::Result<()> {
        let is_due = self.next_thinking().is_some_and(|next| next <= self.now());
        let Some(thinking) = self.thinking.as_mut().filter(|_| is_due) else { return Ok(()) };
        let line = thinking.line(&self.session);
        thinking.shown = Some(Instant::now());
        self.has_thinking_line = true;
        let width = (self.options.width)().unwrap_or(80);
        write!(self.out, "{ERASE}{}", cut(&printable(&line), width.saturating_sub(1)))?;
        self.out.flush()
    }

    /// Removes the line before something else is shown.
    pub(super) fn erase_thinking(&mut self) -> io::Result<()> {
        if std::mem::take(&mut self.has_thinking_line) {
            self.out.write_all(ERASE.as_bytes())?;
            self.out.flush()?;
        }
        Ok(())
    }

    /// `move`, or Enter: the computer player moves now, with the best move so far. Whether the line was that.
    pub(super) fn move_now(&mut self, line: &str) -> bool {
        let is_request = match line.trim() {
            "" => !self.session.settings().play.step,
            word => word.eq_ignore_ascii_case("move"),
        };
        let is_awaited = is_request && self.session.computer_to_move().is_some();
        match &self.thinking {
            Some(thinking) if is_awaited && self.is_interactive() => {
                thinking.stop.raise();
                true
            }
            _ => false,
        }
    }
}

/// As much of a line as fits into these columns.
fn cut(line: &str, width: usize) -> String {
    let mut used = 0;
    let fits = |letter: &char| {
        used += letter.width().unwrap_or(0);
        used <= width
    };
    line.chars().take_while(fits).collect()
}

#[cfg(test)]
mod tests {
    use super::cut;

    #[test]
    fn a_line_never_wraps() {
        assert_eq!(cut("Thinking… 12 ply", 9), "Thinking…");
        assert_eq!(cut("王王王", 5), "王王");
    }
}
