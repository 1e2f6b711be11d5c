//! A command on a pseudo-terminal.

use std::{
    fs::File,
    io::{self, Read, Write},
    os::fd::OwnedFd,
    process::{Child, Command, Stdio},
    sync::mpsc::{Receiver, channel},
    thread,
    time::{Duration, Instant},
};

use nix::pty::{Winsize, openpty};

/// A running command with the input and output of its terminal.
pub(crate) struct Screen {
    pub(crate) child: Child,
    pub(crate) keys: File,
    shown: Receiver<String>,
    pub(crate) seen: String,
}

impl Screen {
    /// Starts a command on a terminal of this size, if it is known.
    pub(crate) fn open(mut command: Command, size: Option<&Winsize>) -> io::Result<Self> {
        let pty = openpty(size, None).map_err(io::Error::from)?;
        let side = |slave: &OwnedFd| slave.try_clone().map(Stdio::from);
        command.stdin(side(&pty.slave)?).stdout(side(&pty.slave)?).stderr(side(&pty.slave)?);
        let child = command.spawn()?;
        drop((command, pty.slave));
        let keys = File::from(pty.master);
        let shown = watch(keys.try_clone()?);
        Ok(Self { child, keys, shown, seen: String::new() })
    }

    pub(crate) fn types(&mut self, keys: &str) -> io::Result<()> {
        self.keys.write_all(keys.as_bytes())
    }

    /// Waits for new output with this text; returns the output up to it.
    pub(crate) fn shows(&mut self, text: &str) -> io::Result<String> {
        let limit = Instant::now() + Duration::from_secs(20);
        while let Some(left) = limit.checked_duration_since(Instant::now()) {
            if let Some(at) = self.seen.find(text) {
                return Ok(self.seen.drain(..at + text.len()).collect());
            }
            match self.shown.recv_timeout(left) {
                Ok(more) => self.seen += &more,
                Err(_) => break,
            }
        }
        Err(io::Error::other(format!("no `{text}` in `{}`", self.seen)))
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        // It has usually ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn watch(mut screen: File) -> Receiver<String> {
    let (sender, shown) = channel();
    thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            if sender.send(String::from_utf8_lossy(&bytes[..count]).into_owned()).is_err() {
                break;
            }
        }
    });
    shown
}
