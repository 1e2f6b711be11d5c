//! The terminal that somebody types at: its modes, and how it is left as it was found.

use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use nix::sys::termios::{SetArg, Termios, cfmakeraw, tcgetattr, tcsetattr};

/// The terminal behind standard input, and the mode in which it was found.
#[derive(Debug)]
pub(super) struct Terminal {
    keys: OwnedFd,
    found: Termios,
}

impl Terminal {
    /// The terminal behind standard input, unless there is none.
    pub(super) fn found() -> Option<Self> {
        let keys = io::stdin().as_fd().try_clone_to_owned().ok()?;
        let found = tcgetattr(&keys).ok()?;
        Some(Self { keys, found })
    }

    /// The mode in which every key is told at once and nothing is echoed.
    pub(super) fn raw(&self) -> Termios {
        let mut raw = self.found.clone();
        cfmakeraw(&mut raw);
        // What is written still begins at the left after each line.
        raw.output_flags = self.found.output_flags;
        raw
    }

    /// Changes the mode; what was typed meanwhile stays to be read.
    pub(super) fn set(&self, mode: &Termios) {
        // A terminal that has gone needs no mode.
        let _ = tcsetattr(&self.keys, SetArg::TCSANOW, mode);
    }

    /// Puts the terminal back as it was found.
    pub(super) fn restore(&self) {
        self.set(&self.found);
    }

    /// Does something while the terminal is as it was found.
    pub(super) fn restored_for<T>(&self, act: impl FnOnce() -> T) -> T {
        let mode = tcgetattr(&self.keys);
        self.restore();
        let done = act();
        if let Ok(mode) = mode {
            self.set(&mode);
        }
        done
    }
}

impl AsFd for Terminal {
    fn as_fd(&self) -> BorrowedFd<'_> {
        self.keys.as_fd()
    }
}
