//! How a run ends: signals, Ctrl-C, a terminal that disappears, and what is saved and restored last.

use std::io;
use std::os::fd::AsFd;
use std::sync::mpsc::Sender;
use std::thread;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;

use crate::players::EngineError;
use crate::rules::ByColor;

use super::{GameLoop, InputEvent, STOP};

/// A second Ctrl-C within this time ends the run.
const SECOND_INTERRUPT: Duration = Duration::from_secs(2);

/// Why a run ended.
#[derive(Debug)]
pub enum ExitReason {
    /// The end of the input, `quit`, or the greatest number of plies.
    Quit,
    /// A line was refused under `--strict`.
    Refused,
    /// A computer player failed.
    Engine(EngineError),
    /// A signal.
    Signal(u8),
    /// The reader of the output closed it.
    OutputClosed,
    /// The output cannot be written.
    OutputFailed(io::Error),
    /// The game could not be saved where the user asked for it.
    NotSaved,
}

impl ExitReason {
    /// The reason for a signal with this number.
    fn signal(number: i32) -> Self {
        Self::Signal(u8::try_from(number).unwrap_or(0))
    }
}

impl From<io::Error> for ExitReason {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::OutputClosed,
            _ => Self::OutputFailed(error),
        }
    }
}

/// Sends signals through the channel of inputs.
pub(super) fn listen_for_signals(inputs: &Sender<InputEvent>) -> io::Result<()> {
    let mut signals = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP])?;
    let inputs = inputs.clone();
    thread::spawn(move || {
        for number in signals.forever() {
            if inputs.send(InputEvent::Signal(number)).is_err() {
                break;
            }
        }
    });
    Ok(())
}

impl GameLoop<'_> {
    pub(super) fn on_signal(&mut self, number: i32) -> io::Result<Option<ExitReason>> {
        match number {
            SIGINT => self.interrupt(),
            SIGTSTP => self.suspend(),
            number => Ok(Some(ExitReason::signal(number))),
        }
    }

    /// Stops a computer player that is thinking; at the prompt, the second interrupt ends the run.
    pub(super) fn interrupt(&mut self) -> io::Result<Option<ExitReason>> {
        if self.is_input_over {
            // No line "go" can follow: stopping the computer players means leaving.
            return Ok(Some(ExitReason::signal(SIGINT)));
        }
        if self.thinking.is_some() {
            self.discard_typed_ahead()?;
            let events = self.session.line(STOP, self.now());
            return self.apply(events);
        }
        let now = Instant::now();
        let before = self.interrupted.replace(now);
        if before.is_some_and(|before| now.duration_since(before) < SECOND_INTERRUPT) {
            return Ok(Some(ExitReason::signal(SIGINT)));
        }
        self.say("Press Ctrl-C again within two seconds to save and quit.")?;
        Ok(None)
    }

    fn suspend(&mut self) -> io::Result<Option<ExitReason>> {
        let was_running = self.session.suspend(self.now());
        self.out.flush()?;
        let stop = || signal_hook::low_level::emulate_default_handler(SIGTSTP);
        match &self.tty {
            Some(tty) => tty.restored_for(stop),
            None => stop(),
        }?;
        if !was_running {
            return Ok(None);
        }
        let events = self.session.resume(self.now());
        self.apply(events)
    }

    /// Stops the computer players, saves what is not saved yet, and says where it is.
    pub(super) fn finish(&mut self, reason: ExitReason) -> ExitReason {
        let reason = if self.is_hung_up() { ExitReason::signal(SIGHUP) } else { reason };
        self.stop_thinking();
        self.threads = ByColor::default();
        self.drain_engine_lines();
        if let ExitReason::Engine(error) = &reason {
            self.log(&format!("error: {error}\n"));
        }
        let file = self.options.save.take();
        let is_saved = file.is_none_or(|file| self.write_game(&file, false));
        self.show_autosave();
        if let Some(tty) = &self.tty {
            tty.restore();
        }
        // A reader that closed the output does not read this either.
        let _ = self.out.flush();
        if is_saved { reason } else { ExitReason::NotSaved }
    }

    /// Whether the terminal has disappeared. The end of the input, or a failing output, may show that
    /// before the signal arrives.
    fn is_hung_up(&self) -> bool {
        let Some(tty) = &self.tty else { return false };
        let mut files = [PollFd::new(tty.as_fd(), PollFlags::empty())];
        let is_polled = poll(&mut files, PollTimeout::ZERO).is_ok();
        is_polled && files[0].revents().is_some_and(|found| found.contains(PollFlags::POLLHUP))
    }

    fn show_autosave(&mut self) {
        let autosave = self.options.autosave.as_ref();
        let Some(autosave) = autosave.filter(|autosave| autosave.is_current()) else { return };
        let path = autosave.path().display();
        let line = if self.session.ending().is_none() {
            format!("Saved: {path}; continue with: arbiter play --resume")
        } else if self.saved.is_none() {
            format!("Saved: {path}")
        } else {
            return;
        };
        let line = self.screen().sentence(&line);
        self.log(&line);
        let _ = self.out.write_all(line.as_bytes());
    }
}
