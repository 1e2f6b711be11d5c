//! What is typed, handed to the line editor one line at a time. An editor reads as many keys as there
//! are and forgets those that follow a line, so it gets a terminal of its own, and we sit behind it:
//! whoever types ahead loses nothing.

use std::fs::File;
use std::io::{self, PipeReader, Write};
use std::os::fd::AsFd;
use std::thread;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::pty::openpty;
use nix::unistd::{dup2_stdin, read};

use super::Input;
use super::terminal::Terminal;

/// So many milliseconds an editor has to give a line away. One that wants more keys, since the key
/// meant something else to it, gets them afterwards.
const PATIENCE: u16 = 1000;

/// Ctrl-C where the terminal does not make a signal of it.
const INTERRUPT: u8 = 3;

/// The keys of a terminal, in the order in which they were pressed.
pub(super) struct Keys {
    terminal: Terminal,
    /// Where the editor's keys come from; nothing once the terminal has gone.
    feed: Option<File>,
    /// Pressed, and not taken yet.
    waiting: Vec<u8>,
}

impl Keys {
    /// Puts a terminal for the editor in the place of standard input.
    pub(super) fn new(terminal: Terminal) -> io::Result<Self> {
        let pair = openpty(None, Some(&terminal.raw()))?;
        dup2_stdin(&pair.slave)?;
        // A clone is not handed on to engines.
        let feed = File::from(pair.master.try_clone()?);
        Ok(Self { terminal, feed: Some(feed), waiting: Vec::new() })
    }

    /// Hands out keys while `edit` reads a line; those behind its end stay here.
    pub(super) fn serve<T>(&mut self, edit: impl FnOnce() -> T) -> io::Result<T> {
        let (ended, editing) = io::pipe()?;
        self.terminal.set(&self.terminal.raw());
        let edited = thread::scope(|scope| {
            scope.spawn(|| self.hand_out(&ended));
            let edited = edit();
            drop(editing);
            edited
        });
        self.terminal.restore();
        Ok(edited)
    }

    fn hand_out(&mut self, ended: &PipeReader) {
        loop {
            let over = if let Some(line) = self.line() {
                self.feed(&line);
                is_ready(&mut [awaited(ended)], PollTimeout::from(PATIENCE))
            } else {
                let keys = std::mem::take(&mut self.waiting);
                self.feed(&keys);
                self.wait(ended)
            };
            if over {
                return;
            }
        }
    }

    /// Waits for more keys; whether the editor wants none.
    fn wait(&mut self, ended: &PipeReader) -> bool {
        let mut files = [awaited(ended), awaited(&self.terminal)];
        if !is_ready(&mut files, PollTimeout::NONE) {
            return false;
        }
        let over = files[0].any() == Some(true);
        if !over && !self.take_in() {
            self.feed = None;
        }
        over || self.feed.is_none()
    }

    fn feed(&mut self, keys: &[u8]) {
        // The editor's own terminal goes away only with us.
        let _ = self.feed.as_mut().map(|feed| feed.write_all(keys));
    }

    /// Takes in what was typed; `false` at the end of it.
    fn take_in(&mut self) -> bool {
        let mut bytes = [0; 4096];
        let count = match read(&self.terminal, &mut bytes) {
            Err(Errno::EINTR) => return true,
            count => count.unwrap_or(0),
        };
        self.waiting.extend_from_slice(&bytes[..count]);
        count > 0
    }

    /// The next line with the key that ends it, if it has been typed to its end.
    fn line(&mut self) -> Option<Vec<u8>> {
        let ends = |key: &u8| matches!(*key, b'\r' | b'\n' | INTERRUPT);
        let end = self.waiting.iter().position(ends)?;
        Some(self.waiting.drain(..=end).collect())
    }

    /// A line that was typed without an editor, in the terminal's own line mode. Nothing if there is
    /// none for so many milliseconds.
    pub(super) fn glance(&mut self, milliseconds: u16) -> Option<Input> {
        if let Some(line) = self.line() {
            return Some(unedited(&line));
        }
        let typed = is_ready(&mut [awaited(&self.terminal)], PollTimeout::from(milliseconds));
        (typed && !self.take_in()).then_some(Input::End)
    }
}

fn unedited(line: &[u8]) -> Input {
    match line {
        [.., INTERRUPT] => Input::Interrupt,
        text => Input::Line(String::from_utf8_lossy(text).trim_end().to_owned()),
    }
}

fn awaited(file: &impl AsFd) -> PollFd<'_> {
    PollFd::new(file.as_fd(), PollFlags::POLLIN)
}

/// Whether anything happens to one of these files before the time is over.
fn is_ready(files: &mut [PollFd<'_>], patience: PollTimeout) -> bool {
    poll(files, patience).is_ok_and(|count| count > 0)
}
