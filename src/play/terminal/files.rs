//! The files of a game at a terminal: the autosave, saved and loaded games, the settings.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::notation::Moment;
use crate::notation::reason::capitalised;
use crate::play::files::{Autosave, LONGEST, SaveTarget, free_name, read_file, write_file};
use crate::play::game_list::ListedGame;
use crate::play::session::{Existing, read_game};
use crate::text::io_message;

use super::{ExitReason, GameLoop};

/// Where the game was saved: its bytes in a file that may hold others.
#[derive(Debug)]
pub(super) struct SavedGame {
    path: PathBuf,
    start: usize,
    end: u64,
}

impl GameLoop<'_> {
    /// Writes the game in progress. A game without moves is not kept.
    pub(super) fn autosave(&mut self) {
        let is_empty = self.session.game().plies.is_empty();
        let Some(autosave) = self.options.autosave.as_mut() else { return };
        if is_empty {
            return autosave.remove();
        }
        let pgn = self.session.resumable_pgn();
        if let Some(warning) = autosave.write(&pgn) {
            self.warn(&warning);
        }
    }

    /// Starts new files for the next game.
    pub(super) fn start_files(&mut self) {
        self.saved = None;
        self.options.autosave = self.options.autosave.as_ref().map(Autosave::for_next_game);
    }

    pub(super) fn save(
        &mut self,
        file: Option<PathBuf>,
        existing: Existing,
    ) -> io::Result<Option<ExitReason>> {
        let last = || self.saved.as_ref().map(|saved| saved.path.clone());
        let Some(file) = file.or_else(last).or_else(|| self.default_file()) else {
            self.say("There is no folder to save to. Type \"save\" and a file name.")?;
            return Ok(None);
        };
        let is_decided = existing != Existing::Ask || self.options.force || self.is_own(&file);
        if !is_decided && SaveTarget::of(&file).is_ok_and(|target| target == SaveTarget::Games) {
            let events = self.session.ask_about_existing(file);
            return self.apply(events);
        }
        let is_written = self.write_game(&file, existing == Existing::Append);
        Ok((!is_written && self.options.strict).then_some(ExitReason::Refused))
    }

    /// A new name in the folder of saved games, which is made if it is missing.
    fn default_file(&self) -> Option<PathBuf> {
        let folder = self.options.folders.games()?;
        // A folder that cannot be made is reported when the game is written.
        let _ = fs::create_dir_all(&folder);
        Some(free_name(&folder.join(format!("{}.pgn", self.options.timestamp))))
    }

    /// Whether this game was written to the end of a file, and the file is still the same.
    fn is_own(&self, file: &Path) -> bool {
        self.saved.as_ref().is_some_and(|saved| {
            let length = fs::metadata(file).map(|metadata| metadata.len()).ok();
            saved.path == file && length == Some(saved.end)
        })
    }

    /// Writes the game, with a message or a warning; whether it is written.
    pub(super) fn write_game(&mut self, file: &Path, is_appended: bool) -> bool {
        if let Err(error) = self.try_writing(file, is_appended) {
            self.warn(&format!(
                "cannot save the game to '{}': {}",
                file.display(),
                io_message(&error)
            ));
            return false;
        }
        let is_over = self.session.ending().is_some();
        if let Some(autosave) = self.options.autosave.as_ref().filter(|_| is_over) {
            autosave.remove();
        }
        let (plies, result) = (self.session.game().plies.len(), self.session.result());
        let word = if plies == 1 { "ply" } else { "plies" };
        let line = format!("Saved: {} ({plies} {word}, result {result})", file.display());
        // The next write notices an output that is closed; the game is saved all the same.
        let _ = self.say(&line);
        true
    }

    /// Writes the game behind the games that stay.
    fn try_writing(&mut self, file: &Path, is_appended: bool) -> io::Result<()> {
        if SaveTarget::of(file)? == SaveTarget::Other {
            return Err(io::Error::other("it is not a file of games, and is never overwritten"));
        }
        let mut bytes = if is_appended {
            fs::read(file)?
        } else if let Some(saved) = self.saved.as_ref().filter(|_| self.is_own(file)) {
            let mut bytes = fs::read(file)?;
            bytes.truncate(saved.start);
            bytes
        } else {
            Vec::new()
        };
        while !bytes.is_empty() && !bytes.ends_with(b"\n\n") {
            bytes.push(b'\n');
        }
        let start = bytes.len();
        bytes.extend_from_slice(self.session.pgn().as_bytes());
        write_file(file, &bytes)?;
        self.saved = Some(SavedGame { path: file.to_owned(), start, end: bytes.len() as u64 });
        Ok(())
    }

    /// Writes the game as a page, with a message or a warning.
    pub(super) fn export(&mut self, file: &Path, is_forced: bool) -> io::Result<()> {
        let page = self.session.page();
        match self.write_page(file, &page, is_forced) {
            Ok(()) => self.say(&format!("Exported: {}", file.display())),
            Err(error) => {
                self.warn(&format!(
                    "cannot write the page to '{}': {}",
                    file.display(),
                    io_message(&error)
                ));
                Ok(())
            }
        }
    }

    /// Writes a page. A page of an earlier run is replaced if that `is_forced`, anything else never.
    pub(super) fn write_page(
        &mut self,
        file: &Path,
        page: &str,
        is_forced: bool,
    ) -> io::Result<()> {
        let is_own = self.pages.iter().any(|written| written == file);
        match SaveTarget::of_page(file)? {
            SaveTarget::Page if !is_own && !is_forced => {
                return Err(io::Error::other("it exists; \"--force\" replaces it"));
            }
            SaveTarget::Free | SaveTarget::Page => (),
            SaveTarget::Games | SaveTarget::Other => {
                return Err(io::Error::other("it is not a page, and is never overwritten"));
            }
        }
        write_file(file, page.as_bytes())?;
        self.pages.push(file.to_owned());
        Ok(())
    }

    pub(super) fn load(
        &mut self,
        name: &str,
        number: u64,
        at: Moment,
        keep: bool,
    ) -> io::Result<Option<ExitReason>> {
        if let Some(listed) = self.listed_game(name) {
            return self.load_listed(&listed, at);
        }
        let path = self.find_game(name);
        let unreadable = |error| match name.parse::<usize>() {
            Ok(_) => format!("there is no game {name} in the list; \"games\" shows it"),
            Err(_) => format!("cannot read '{name}': {}", io_message(&error)),
        };
        let game = read_file(&path)
            .map_err(unreadable)
            .and_then(|bytes| Ok((read_game(name, &bytes, number)?, bytes)));
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
                self.say(&format!("{}.", capitalised(&why)))?;
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
            let path = copy.display();
            return self.say(&format!("A saved game '{path}' exists already; not copied."));
        }
        if bytes.len() >= LONGEST {
            return self.say(&format!("'{}' is too long to copy.", path.display()));
        }
        match write_file(&copy, bytes) {
            Ok(()) => self.say(&format!("Copied to {}", copy.display())),
            Err(error) => {
                self.warn(&format!("cannot copy to '{}': {}", copy.display(), io_message(&error)));
                Ok(())
            }
        }
    }

    /// The game with this number in the list of games, unless there is a file of that name.
    fn listed_game(&self, name: &str) -> Option<ListedGame> {
        let number: usize = name.parse().ok().filter(|_| !self.find_game(name).exists())?;
        let games = ListedGame::all(&self.options.folders);
        games.into_iter().nth(number.checked_sub(1)?)
    }

    /// Loads a game of the list; an unfinished one is resumed with its players and clocks.
    fn load_listed(&mut self, listed: &ListedGame, at: Moment) -> io::Result<Option<ExitReason>> {
        let name = listed.path.display().to_string();
        if !listed.is_unfinished {
            return self.load(&name, 1, at, false);
        }
        let game = read_file(&listed.path)
            .map_err(|error| format!("cannot read '{name}': {}", io_message(&error)))
            .and_then(|bytes| read_game(&name, &bytes, 1));
        match game {
            Ok(loaded) => {
                self.start_files();
                let kept = self.options.autosave.take();
                self.options.autosave = kept.map(|_| Autosave::at(listed.path.clone()));
                let events = self.session.resume_game(loaded, self.now());
                self.apply(events)
            }
            Err(why) => self.say(&format!("{}.", capitalised(&why))).map(|()| None),
        }
    }

    /// Lists the unfinished and the saved games, and those of the current folder.
    pub(super) fn list_games(&mut self) -> io::Result<()> {
        let games = ListedGame::all(&self.options.folders);
        if games.is_empty() {
            return self.say("There are no saved games.");
        }
        let table = ListedGame::table(&games).join("\n");
        self.show(&format!("{table}\n"))?;
        self.say("Type \"load\" and a number to take one of them.")
    }

    pub(super) fn save_settings(&mut self) -> io::Result<()> {
        let Some(path) = self.options.folders.settings() else {
            return self.say("There is no folder for settings.");
        };
        match self.session.settings().save(&path) {
            Ok(()) => self.say(&format!("Saved: {}", path.display())),
            Err(error) => {
                self.warn(&format!(
                    "cannot write the settings to '{}': {}",
                    path.display(),
                    io_message(&error)
                ));
                Ok(())
            }
        }
    }
}
