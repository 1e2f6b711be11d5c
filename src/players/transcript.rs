//! The talk with an engine: its last lines are kept, and every line is told to whoever listens.

use std::collections::VecDeque;
use std::fmt;
use std::sync::Arc;

/// Lines of the talk that are kept.
const KEPT: usize = 200;

/// Somebody who hears every line of the talk, ours after `>`, the engine's after `<`. Clones are the
/// same ear.
#[derive(Clone)]
pub struct Listener(Arc<dyn Fn(&str) + Send + Sync>);

impl Listener {
    /// Tells every line to `hear`, which must not wait for anything.
    pub fn new(hear: impl Fn(&str) + Send + Sync + 'static) -> Self {
        Self(Arc::new(hear))
    }
}

impl fmt::Debug for Listener {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listener").finish_non_exhaustive()
    }
}

/// The last few of many lines.
#[derive(Debug)]
pub(super) struct Recent {
    lines: VecDeque<String>,
    most: usize,
}

impl Recent {
    pub(super) fn new(most: usize) -> Self {
        Self { lines: VecDeque::with_capacity(most), most }
    }

    pub(super) fn push(&mut self, line: String) {
        if self.lines.len() == self.most {
            self.lines.pop_front();
        }
        self.lines.push_back(line);
    }

    pub(super) fn lines(&self) -> impl Iterator<Item = &str> {
        self.lines.iter().map(String::as_str)
    }
}

/// What was said, as far as it is kept, and who hears of it.
#[derive(Debug)]
pub(super) struct Transcript {
    recent: Recent,
    listener: Option<Listener>,
}

impl Transcript {
    pub(super) fn new(listener: Option<Listener>) -> Self {
        Self { recent: Recent::new(KEPT), listener }
    }

    /// We have said something.
    pub(super) fn sent(&mut self, line: &str) {
        self.note(format!("> {line}"));
    }

    /// The engine has said something.
    pub(super) fn heard(&mut self, line: &str) {
        self.note(format!("< {line}"));
    }

    fn note(&mut self, line: String) {
        if let Some(Listener(hear)) = &self.listener {
            hear(&line);
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

    use super::{KEPT, Listener, Transcript};

    #[test]
    fn the_last_lines_are_kept_and_all_are_heard() {
        let (sender, heard) = channel();
        let hear = move |line: &str| sender.send(line.to_owned()).expect("somebody listens");
        let mut transcript = Transcript::new(Some(Listener::new(hear)));
        transcript.sent("go infinite");
        (0..KEPT).for_each(|depth| transcript.heard(&format!("info depth {depth}")));
        assert_eq!(transcript.lines().count(), KEPT);
        assert_eq!(transcript.lines().next(), Some("< info depth 0"));
        drop(transcript);
        assert_eq!(heard.iter().next().as_deref(), Some("> go infinite"));
        assert_eq!(heard.iter().count(), KEPT);
    }
}
