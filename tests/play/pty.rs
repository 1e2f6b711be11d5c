//! A game on a pseudo-terminal.

use std::{
    io,
    ops::{Deref, DerefMut},
    time::Duration,
};

use nix::{
    pty::Winsize,
    sys::signal::{Signal, kill},
    unistd::Pid,
};

use crate::{
    room::{Room, wait},
    screen::Screen,
};

/// A game on a terminal, with its home folder.
pub(crate) struct Terminal {
    screen: Screen,
    room: Room,
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
        let mut command = room.play(args);
        command.env("TERM", term).env("COLUMNS", "80");
        let screen = Screen::open(command, size.as_ref())?;
        Ok(Self { screen, room })
    }

    /// Waits for new output with this text, then types keys.
    pub(crate) fn types_at(&mut self, text: &str, keys: &str) -> io::Result<()> {
        self.shows(text)?;
        self.types(keys)
    }

    /// The home folder.
    pub(crate) fn room(&self) -> &Room {
        &self.room
    }

    pub(crate) fn signal(&self, signal: Signal) -> io::Result<()> {
        let pid = i32::try_from(self.child.id()).map_err(io::Error::other)?;
        kill(Pid::from_raw(pid), signal).map_err(io::Error::from)
    }

    pub(crate) fn ends(&mut self) -> io::Result<Option<i32>> {
        wait(&mut self.child, Duration::from_secs(5))
    }
}

impl Deref for Terminal {
    type Target = Screen;

    fn deref(&self) -> &Screen {
        &self.screen
    }
}

impl DerefMut for Terminal {
    fn deref_mut(&mut self) -> &mut Screen {
        &mut self.screen
    }
}
