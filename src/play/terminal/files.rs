//! The files of a game at a terminal: the autosave, saved and loaded games, the settings.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::notation::Moment;
use crate::play::files::{Autosave, LONGEST, check_overwriting, free_name, read_file, write_file};
use crate::play::session::read_game;

use super::{ExitReason, GameLoop};

impl GameLoop<'_> {
    /// Writes the game in progress. A game without moves is not kept.
    pub(super) fn autosave(&mut self) {
        let is_empty = self.session.game().plies.is_empty();
        let Some(autosave) = self.options.autosave.as_mut() else { return };
        if is_empty && !autosave.path().exists() {
            return;
        }
        let pgn = self.session.resumable_pgn();
        if let Some(warning) = autosave.write(&pgn) {
            self.warn(&warning);
        }
    }

    /// Starts new files for the next game.
    pub(super) fn start_files(&mut self) {
        self.saved_to = None;
        self.options.autosave = self.options.autosave.as_ref().map(Autosave::for_next_game);
    }

    pub(super) fn save(&mut self, file: Option<PathBuf>) -> io::Result<()> {
        let Some(file) = file.or_else(|| self.saved_to.clone()).or_else(|| self.default_file())
        else {
            return self.show("There is no folder to save to. Type \"save\" and a file name.\n");
        };
        self.write_game(&file);
        Ok(())
    }

    /// A new name in the folder of saved games.
    fn default_file(&self) -> Option<PathBuf> {
        let name = format!("{}.pgn", self.options.timestamp);
        self.options.folders.games().map(|folder| free_name(&folder.join(name)))
    }

    /// Writes the game, with a message or a warning; whether it is written.
    pub(super) fn write_game(&mut self, file: &Path) -> bool {
        let written =
            check_overwriting(file).and_then(|()| write_file(file, self.session.pgn().as_bytes()));
        if let Err(error) = written {
            self.warn(&format!("cannot save the game to '{}': {error}", file.display()));
            return false;
        }
        self.saved_to = Some(file.to_owned());
        let is_over = self.session.ending().is_some();
        if let Some(autosave) = self.options.autosave.as_ref().filter(|_| is_over) {
            autosave.remove();
        }
        let (plies, result) = (self.session.game().plies.len(), self.session.result());
        let word = if plies == 1 { "ply" } else { "plies" };
        let line = format!("Saved: {} ({plies} {word}, result {result})\n", file.display());
        // The next write notices an output that is closed; the game is saved all the same.
        let _ = self.show(&line);
        true
    }

    /// Writes the game as a page, with a message or a warning.
    pub(super) fn export(&mut self, file: &Path) -> io::Result<()> {
        let page = self.session.page();
        match write_file(file, page.as_bytes()) {
            Ok(()) => self.show(&format!("Exported: {}\n", file.display())),
            Err(error) => {
                self.warn(&format!("cannot write the page to '{}': {error}", file.display()));
                Ok(())
            }
        }
    }

    pub(super) fn load(
        &mut self,
        name: &str,
        at: Moment,
        keep: bool,
    ) -> io::Result<Option<ExitReason>> {
        let path = self.find_game(name);
        let game = read_file(&path)
            .map_err(|error| format!("cannot read '{name}': {error}"))
            .and_then(|bytes| Ok((read_game(name, &bytes)?, bytes)));
        match game {
            Ok((loaded, bytes)) => {
                if keep {
                    self.copy_game(&path, &bytes)?;
                }
                self.start_files();
                let events = self.session.load(loaded, at, self.now());
                self.apply(events)
            }
            Err(why) => {
                self.show(&format!("{why}\n"))?;
                Ok(self.options.strict.then_some(ExitReason::Refused))
            }
        }
    }

    /// The file of this name, or else the saved game of this name.
    fn find_game(&self, name: &str) -> PathBuf {
        let here = PathBuf::from(name);
        if here.exists() {
            return here;
        }
        let folder = self.options.folders.games().unwrap_or_default();
        let candidates = [folder.join(name), folder.join(format!("{name}.pgn"))];
        candidates.into_iter().find(|path| path.exists()).unwrap_or(here)
    }

    /// Copies a file to the saved games if its name is free there.
    fn copy_game(&mut self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        let (Some(folder), Some(name)) = (self.options.folders.games(), path.file_name()) else {
            return Ok(());
        };
        let copy = folder.join(name);
        if copy.exists() {
            return self
                .show(&format!("A saved game '{}' exists already; not copied.\n", copy.display()));
        }
        if bytes.len() >= LONGEST {
            return self.show(&format!("'{}' is too long to copy.\n", path.display()));
        }
        match write_file(&copy, bytes) {
            Ok(()) => self.show(&format!("Copied to {}\n", copy.display())),
            Err(error) => {
                self.warn(&format!("cannot copy to '{}': {error}", copy.display()));
                Ok(())
            }
        }
    }

    /// Lists the saved games and the PGN files of the current folder.
    pub(super) fn list_games(&mut self) -> io::Result<()> {
        let mut names =
            self.options.folders.games().map(|folder| pgn_files(&folder)).unwrap_or_default();
        names.extend(pgn_files(Path::new("")));
        if names.is_empty() {
            return self.show("There are no saved games.\n");
        }
        let names: Vec<String> = names.iter().map(|path| path.display().to_string()).collect();
        self.show(&format!("{}\n", names.join("\n")))
    }

    pub(super) fn save_settings(&mut self) -> io::Result<()> {
        let Some(path) = self.options.folders.settings() else {
            return self.show("There is no folder for settings.\n");
        };
        match self.session.settings().save(&path) {
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
