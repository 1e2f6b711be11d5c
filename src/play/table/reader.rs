//! Lines from the user, read by a thread of their own, one for each time somebody asks.

use std::io::{self, BufRead};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::Input;
use super::editor;

/// No line is longer than this; the rest of it is dropped.
const LONGEST: usize = 64 * 1024;

/// How lines are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reading {
    /// From whatever standard input is, without editing.
    Plain,
    /// From a terminal, with history and completion.
    Edited,
}

/// What the reading thread is asked to do.
#[derive(Debug)]
pub(super) enum Ask {
    /// Read a line; an editor shows the prompt and completes these words.
    Line {
        /// What stands before the cursor.
        prompt: String,
        /// What Tab offers.
        words: Vec<String>,
    },
    /// A machine is thinking: read a line if one is typed, until somebody else asks.
    Watch,
}

/// Starts the reading thread.
pub(super) fn start(reading: Reading, inputs: Sender<Input>) -> Sender<Ask> {
    let (asks, inbox) = channel();
    thread::spawn(move || {
        let desk = if reading == Reading::Edited { editor::Desk::new() } else { None };
        match desk {
            Some(desk) => editor::run(desk, &inbox, &inputs),
            None => read_plainly(&inbox, &inputs),
        }
    });
    asks
}

fn read_plainly(asks: &Receiver<Ask>, inputs: &Sender<Input>) {
    let mut stdin = io::stdin().lock();
    while asks.recv().is_ok() {
        let input = match line(&mut stdin) {
            Some(line) => Input::Line(line),
            None => Input::End,
        };
        let ended = matches!(input, Input::End);
        if inputs.send(input).is_err() || ended {
            break;
        }
    }
}

/// The next line without its end, or nothing at the end of the input.
pub(super) fn line(source: &mut impl BufRead) -> Option<String> {
    let mut bytes = Vec::new();
    let mut read_any = false;
    loop {
        let buffer = match source.fill_buf() {
            Ok(buffer) => buffer,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => break,
        };
        if buffer.is_empty() {
            break;
        }
        read_any = true;
        let end = buffer.iter().position(|&byte| byte == b'\n');
        let taken = end.unwrap_or(buffer.len());
        let room = LONGEST.saturating_sub(bytes.len()).min(taken);
        bytes.extend_from_slice(&buffer[..room]);
        source.consume(end.map_or(taken, |end| end + 1));
        if end.is_some() {
            break;
        }
    }
    let text = String::from_utf8_lossy(&bytes);
    read_any.then(|| text.trim_end_matches('\r').to_owned())
}

#[cfg(test)]
mod tests {
    use super::{LONGEST, line};

    #[test]
    fn the_last_line_needs_no_end() {
        let mut source: &[u8] = b"e4\r\n\nfen";
        let lines: Vec<_> = std::iter::from_fn(|| line(&mut source)).collect();
        assert_eq!(lines, ["e4", "", "fen"]);
    }

    #[test]
    fn an_endless_line_is_cut() {
        let endless = vec![b'a'; 3 * LONGEST];
        let mut source = endless.as_slice();
        assert_eq!(line(&mut source).map(|line| line.len()), Some(LONGEST));
        assert_eq!(line(&mut source), None);
    }

    #[test]
    fn bytes_that_are_no_text_are_survived() {
        let mut source: &[u8] = b"\xff\xfe\n";
        assert!(line(&mut source).is_some());
    }
}
