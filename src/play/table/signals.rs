//! Ctrl-C, Ctrl-Z and the wish of the system that we go.

use std::io;
use std::os::fd::AsFd;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

use super::{Input, Left, STOP, Table};

/// A second Ctrl-C within this time leaves.
const TWICE: Duration = Duration::from_secs(2);

/// Has signals told like everything else that happens.
pub(super) fn listen(inputs: &Sender<Input>) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP])?;
    let inputs = inputs.clone();
    thread::spawn(move || {
        for number in signals.forever() {
            if inputs.send(Input::Signal(number)).is_err() {
                break;
            }
        }
    });
    Ok(())
}

/// The number of the signal that a terminal has gone.
pub(super) fn hangup() -> u8 {
    u8::try_from(SIGHUP).unwrap_or(0)
}

impl Table<'_> {
    /// Whether the terminal has gone. That may be noticed by an end of the input, or by an output
    /// that fails, before the signal comes.
    pub(super) fn is_hung_up(&self) -> bool {
        let Some(terminal) = &self.terminal else { return false };
        let mut files = [PollFd::new(terminal.as_fd(), PollFlags::empty())];
        let polled = poll(&mut files, PollTimeout::ZERO).is_ok();
        polled && files[0].revents().is_some_and(|found| found.contains(PollFlags::POLLHUP))
    }

    pub(super) fn take_signal(&mut self, number: i32) -> io::Result<Option<Left>> {
        match number {
            SIGINT => self.interrupt(),
            SIGTSTP => self.suspend(),
            number => Ok(Some(Left::Signal(u8::try_from(number).unwrap_or(0)))),
        }
    }

    /// Stops whoever thinks; at the prompt, the second one leaves.
    pub(super) fn interrupt(&mut self) -> io::Result<Option<Left>> {
        if matches!(self.held_back.back(), Some(Input::End)) {
            // Nobody will type "go": to stop the machines is to leave.
            return Ok(Some(Left::Signal(u8::try_from(SIGINT).unwrap_or(0))));
        }
        if self.thinking.is_some() {
            self.forget_held_back()?;
            let events = self.session.line(STOP, self.now());
            return self.settle(events);
        }
        let now = Instant::now();
        let before = self.interrupted.replace(now);
        if before.is_some_and(|before| now.duration_since(before) < TWICE) {
            return Ok(Some(Left::Signal(u8::try_from(SIGINT).unwrap_or(0))));
        }
        self.show("Interrupted; once more within two seconds saves and leaves.\n")?;
        Ok(None)
    }

    fn suspend(&mut self) -> io::Result<Option<Left>> {
        let ran = self.session.suspend(self.now());
        self.out.flush()?;
        let stop = || signal_hook::low_level::emulate_default_handler(SIGTSTP);
        match &self.terminal {
            Some(terminal) => terminal.restored_for(stop),
            None => stop(),
        }?;
        if !ran {
            return Ok(None);
        }
        let events = self.session.resume(self.now());
        self.settle(events)
    }
}
