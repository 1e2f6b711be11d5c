//! Ctrl-C and SIGTERM end the reading of games early: what was read is counted, the rest is left. A read that waits for a pipe or a
//! terminal ends too.

use std::{
    io::{self, Read},
    os::fd::AsFd,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
    },
};

use nix::{
    errno::Errno,
    poll::{PollFd, PollFlags, PollTimeout, poll},
};
use signal_hook::{
    consts::{SIGINT, SIGTERM},
    flag,
};

/// How long a read waits, in milliseconds, before it looks for a signal.
const POLL_INTERVAL: u8 = 50;

/// Whether a signal has ended the reading. The default value never does.
#[derive(Debug, Clone, Default)]
pub struct Interrupt {
    /// The number of the signal; 0 before it arrives.
    signal: Arc<AtomicUsize>,
}

impl Interrupt {
    /// Stops at the first SIGINT or SIGTERM. The second ends the program at once.
    ///
    /// # Errors
    /// When the system refuses to pass the signals on.
    pub fn on_signals() -> io::Result<Self> {
        let (interrupt, is_second) = (Self::default(), Arc::new(AtomicBool::new(false)));
        for number in [SIGINT, SIGTERM] {
            // In this order: the first signal finds the flag unset, and sets it.
            flag::register_conditional_shutdown(number, 128 + number, Arc::clone(&is_second))?;
            flag::register(number, Arc::clone(&is_second))?;
            let value = usize::try_from(number).unwrap_or_default();
            flag::register_usize(number, Arc::clone(&interrupt.signal), value)?;
        }
        Ok(interrupt)
    }

    /// The number of the signal that arrived.
    pub fn signal(&self) -> Option<u8> {
        let number = self.signal.load(Ordering::Relaxed);
        u8::try_from(number).ok().filter(|&number| number > 0)
    }
}

/// A stream that may keep its reader waiting. After a signal a read fails.
#[derive(Debug)]
pub struct InterruptibleStream<R> {
    /// The stream.
    pub stream: R,
    /// The signals that it waits for.
    pub interrupt: Interrupt,
}

impl<R: Read + AsFd> Read for InterruptibleStream<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.interrupt.signal().is_none() {
            let mut files = [PollFd::new(self.stream.as_fd(), PollFlags::POLLIN)];
            match poll(&mut files, PollTimeout::from(POLL_INTERVAL)) {
                Ok(0) | Err(Errno::EINTR) => {}
                // If the system cannot wait for the stream, the read itself says why.
                Ok(_) | Err(_) => match self.stream.read(buffer) {
                    Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
                    read => return read,
                },
            }
        }
        Err(io::Error::other("interrupted by a signal"))
    }
}
