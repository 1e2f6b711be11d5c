//! What a session cannot do itself: files are written and read here.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::notation::Moment;
use crate::play::autosave::Autosave;
use crate::play::{atomic, record, settings_file};

use super::{Left, Table};

impl Table<'_> {
    /// Keeps the game in progress. Nothing is kept of a game without moves.
    pub(super) fn keep(&mut self) {
        let empty = self.session.score().plies.is_empty();
        let Some(autosave) = self.autosave.as_mut() else { return };
        if empty && !autosave.path().exists() {
            return;
        }
        let pgn = self.session.resumable_pgn();
        if let Some(warning) = autosave.write(&pgn) {
            self.warn(&warning);
        }
    }

    /// The files of the game before are not those of the next.
    pub(super) fn forget_files(&mut self) {
        self.saved_to = None;
        self.autosave = self.autosave.as_ref().map(Autosave::for_next_game);
    }

    pub(super) fn save(&mut self, file: Option<PathBuf>) -> io::Result<()> {
        let Some(file) = file.or_else(|| self.saved_to.clone()).or_else(|| self.own_file_name())
        else {
            return self.show("There is no folder to save to; type \"save\" and a file name.\n");
        };
        self.write_game(&file);
        Ok(())
    }

    /// A name in the folder of saved games that no game has.
    fn own_file_name(&self) -> Option<PathBuf> {
        let name = format!("{}.pgn", self.stamp);
        self.homes.games().map(|folder| atomic::free(&folder.join(name)))
    }

    /// Writes the game and says so, or says why not.
    pub(super) fn write_game(&mut self, file: &Path) -> bool {
        let written = record::check_overwriting(file)
            .and_then(|()| atomic::write(file, self.session.pgn().as_bytes()));
        if let Err(error) = written {
            self.warn(&format!("cannot save the game to '{}': {error}", file.display()));
            return false;
        }
        self.saved_to = Some(file.to_owned());
        let finished = self.session.ending().is_some();
        if let Some(autosave) = self.autosave.as_ref().filter(|_| finished) {
            autosave.discard();
        }
        let (plies, result) = (self.session.score().plies.len(), self.session.result());
        let line = format!("Saved: {} ({plies} plies, result {result})\n", file.display());
        // An output that is closed is noticed by whoever writes next; the game is saved all the same.
        let _ = self.show(&line);
        true
    }

    pub(super) fn load(&mut self, name: &str, at: Moment, keep: bool) -> io::Result<Option<Left>> {
        let path = self.found(name);
        let game = record::beginning_of(&path)
            .map_err(|error| format!("cannot read '{name}': {error}"))
            .and_then(|bytes| Ok((record::read(name, &bytes)?, bytes)));
        match game {
            Ok((record, bytes)) => {
                if keep {
                    self.keep_copy(&path, &bytes)?;
                }
                self.forget_files();
                let events = self.session.take_up(record, at, self.now());
                self.settle(events)
            }
            Err(why) => {
                self.show(&format!("{why}\n"))?;
                Ok(self.manners.strict.then_some(Left::Refused))
            }
        }
    }

    /// The file of this name, else the saved game of this name.
    fn found(&self, name: &str) -> PathBuf {
        let here = PathBuf::from(name);
        if here.exists() {
            return here;
        }
        let folder = self.homes.games().unwrap_or_default();
        let candidates = [folder.join(name), folder.join(format!("{name}.pgn"))];
        candidates.into_iter().find(|path| path.exists()).unwrap_or(here)
    }

    /// Puts a copy among the saved games if the name is free.
    fn keep_copy(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let (Some(folder), Some(name)) = (self.homes.games(), path.file_name()) else {
            return Ok(());
        };
        let copy = folder.join(name);
        if copy.exists() {
            return self.show(&format!(
                "There is a saved game '{}' already; not copied.\n",
                copy.display()
            ));
        }
        if bytes.len() >= record::LONGEST {
            return self.show(&format!("'{}' is too long to be copied.\n", path.display()));
        }
        match atomic::write(&copy, bytes) {
            Ok(()) => self.show(&format!("Copied to {}\n", copy.display())),
            Err(error) => {
                self.warn(&format!("cannot copy to '{}': {error}", copy.display()));
                Ok(())
            }
        }
    }

    /// The saved games, and the PGN files of the folder one works in.
    pub(super) fn list_games(&mut self) -> io::Result<()> {
        let mut names = self.homes.games().map(|folder| pgn_files(&folder)).unwrap_or_default();
        names.extend(pgn_files(Path::new("")));
        if names.is_empty() {
            return self.show("There are no saved games.\n");
        }
        let names: Vec<String> = names.iter().map(|path| path.display().to_string()).collect();
        self.show(&format!("{}\n", names.join("\n")))
    }

    pub(super) fn save_settings(&mut self) -> io::Result<()> {
        let Some(path) = self.homes.settings() else {
            return self.show("There is no folder for settings.\n");
        };
        match settings_file::save(&path, self.session.settings()) {
            Ok(()) => self.show(&format!("Saved: {}\n", path.display())),
            Err(error) => {
                self.warn(&format!("cannot write the settings to '{}': {error}", path.display()));
                Ok(())
            }
        }
    }
}

fn pgn_files(folder: &Path) -> Vec<PathBuf> {
    let place = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(place) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries
        .flatten()
        .map(|entry| folder.join(entry.file_name()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "pgn"))
        .collect();
    files.sort();
    files
}
