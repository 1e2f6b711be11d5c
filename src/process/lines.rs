//! Lines of an engine, read from a stream that may hold anything and kept in a transcript.

use std::collections::VecDeque;
use std::fmt;
use std::io::{BufReader, Read};
use std::sync::Arc;

use crate::text::read_line;

/// Calls `take` with every line until the stream ends or `take` returns `false`. Line ends and blanks
/// around the line are trimmed; empty lines are skipped.
pub fn each_line(stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    while let Some(line) = read_line(&mut stream) {
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\0');
        if !text.is_empty() && !take(text.to_owned()) {
            return;
        }
    }
}

/// Lines of the dialogue that are kept.
const KEPT_LINES: usize = 200;

/// A callback for every line of the dialogue, ours after `>`, the engine's after `<`.
#[derive(Clone)]
pub struct Listener(Arc<dyn Fn(&str) + Send + Sync>);

impl Listener {
    /// Calls `take` with every line; it must not block.
    pub fn new(take: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(take))
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").finish_non_exhaustive()
    }
}

/// The last lines of many.
#[derive(Debug)]
pub(super) struct RecentLines {
    lines: VecDeque<String>,
    limit: usize,
}

impl RecentLines {
    pub(super) fn new(limit: usize) -> Self {
        Self { lines: VecDeque::with_capacity(limit), limit }
    }

    pub(super) fn push(&mut self, line: String) {
        if self.lines.len() == self.limit {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(String::as_str)
    }
}

/// The dialogue with an engine: its last lines are kept, and every line goes to the listener.
#[derive(Debug)]
pub(super) struct Transcript {
    recent: RecentLines,
    listener: Option<Listener>,
}

impl Transcript {
    pub(super) fn new(listener: Option<Listener>) -> Self {
        Self { recent: RecentLines::new(KEPT_LINES), listener }
    }

    /// Records a line, ours after `>`, the engine's after `<`.
    pub(super) fn record(&mut self, direction: char, line: &str) {
        let line = format!("{direction} {line}");
        if let Some(Listener(take)) = &self.listener {
            take(&line);
        }
        self.recent.push(line);
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.recent.lines()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        each_line(bytes, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn line_feeds_and_carriage_returns_end_lines() {
        assert_eq!(
            lines(b"uciok\r\nreadyok\nbestmove e2e4"),
            ["uciok", "readyok", "bestmove e2e4"]
        );
        assert_eq!(lines(b"\n\r\n  \n"), [""; 0]);
    }

    #[test]
    fn bytes_that_are_not_text_do_not_matter() {
        assert_eq!(lines(b"\0\0uciok\0\nid \xff\n"), ["uciok", "id \u{fffd}"]);
    }

    #[test]
    fn reading_ends_when_the_callback_says_so() {
        let mut count = 0;
        each_line(&b"a\nb\nc\n"[..], |_| {
            count += 1;
            count < 2
        });
        assert_eq!(count, 2);
    }

    #[test]
    fn the_last_lines_are_kept_and_the_listener_gets_all() {
        let (sender, received) = channel();
        let take = move |line: &str| sender.send(line.to_owned()).expect("a receiver");
        let mut transcript = Transcript::new(Some(Listener::new(take)));
        transcript.record('>', "go infinite");
        (0..KEPT_LINES).for_each(|depth| transcript.record('<', &format!("info depth {depth}")));
        assert_eq!(transcript.lines().count(), KEPT_LINES);
        assert_eq!(transcript.lines().next(), Some("< info depth 0"));
        drop(transcript);
        assert_eq!(received.iter().next().as_deref(), Some("> go infinite"));
        assert_eq!(received.iter().count(), KEPT_LINES);
    }
}
