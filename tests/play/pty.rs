//! A game on a pseudo-terminal.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::OwnedFd;
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use nix::pty::{Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::room::{Room, wait};

/// A game on a terminal, with its input and output.
pub(crate) struct Terminal {
    child: Child,
    pub(crate) keys: File,
    shown: Receiver<String>,
    pub(crate) seen: String,
    _room: Room,
}

impl Terminal {
    /// A terminal of unknown width.
    pub(crate) fn open(term: &str, args: &[&str]) -> io::Result<Self> {
        Self::in_room(Room::new()?, term, args, None)
    }

    /// A terminal of this width, if it is known, with an existing home folder.
    pub(crate) fn in_room(
        room: Room,
        term: &str,
        args: &[&str],
        columns: Option<u16>,
    ) -> io::Result<Self> {
        let size = columns.map(|ws_col| Winsize { ws_row: 24, ws_col, ws_xpixel: 0, ws_ypixel: 0 });
        let pty = openpty(size.as_ref(), None).map_err(io::Error::from)?;
        let side = |slave: &OwnedFd| slave.try_clone().map(Stdio::from);
        let mut command = room.play(args);
        command.env("TERM", term).env("COLUMNS", "80");
        command.stdin(side(&pty.slave)?).stdout(side(&pty.slave)?).stderr(side(&pty.slave)?);
        let child = command.spawn()?;
        drop(command);
        drop(pty.slave);
        let keys = File::from(pty.master);
        let shown = watch(keys.try_clone()?);
        Ok(Self { child, keys, shown, seen: String::new(), _room: room })
    }

    pub(crate) fn types(&mut self, keys: &str) -> io::Result<()> {
        self.keys.write_all(keys.as_bytes())
    }

    /// Waits for new output with this text; returns the output before it.
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

    /// Waits for new output with this text, then types keys.
    pub(crate) fn types_at(&mut self, text: &str, keys: &str) -> io::Result<()> {
        self.shows(text)?;
        self.types(keys)
    }

    pub(crate) fn signal(&self, signal: Signal) -> io::Result<()> {
        let pid = i32::try_from(self.child.id()).map_err(io::Error::other)?;
        kill(Pid::from_raw(pid), signal).map_err(io::Error::from)
    }

    pub(crate) fn ends(&mut self) -> io::Result<Option<i32>> {
        wait(&mut self.child, Duration::from_secs(5))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // It has usually ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn watch(mut screen: File) -> Receiver<String> {
    let (sender, shown) = channel();
    std::thread::spawn(move || {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = screen.read(&mut bytes) {
            if sender.send(String::from_utf8_lossy(&bytes[..count]).into_owned()).is_err() {
                break;
            }
        }
    });
    shown
}
