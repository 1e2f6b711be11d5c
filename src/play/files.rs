//! The user's folders, files that are written as a whole, and the autosave: the game in progress, on disk
//! after every move, so that a crash or a power cut does not lose it.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use etcetera::base_strategy::{BaseStrategy, Xdg};

use crate::game::Game;
use crate::pgn::Parser;
use crate::text::{AtomicFile, Source, io_message};

/// The folders of a user, by the XDG rules; none where the user has no home.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Folders(Option<Xdg>);

impl Folders {
    /// The folders of the user who runs the program.
    pub fn of_user() -> Self {
        // A relative home would depend on the folder in which the program happens to run.
        Self(Xdg::new().ok().filter(|folders| folders.home_dir().is_absolute()))
    }

    /// The settings file.
    pub fn settings(&self) -> Option<PathBuf> {
        Some(self.0.as_ref()?.config_dir().join("arbiter/config.toml"))
    }

    /// The folder of games in progress.
    pub fn autosave(&self) -> Option<PathBuf> {
        Some(self.0.as_ref()?.state_dir()?.join("arbiter/autosave"))
    }

    /// The folder of saved games.
    pub fn games(&self) -> Option<PathBuf> {
        Some(self.0.as_ref()?.data_dir().join("arbiter/games"))
    }
}

/// The longest file that is read for a game: a limit on the memory that a device or an archive can take.
pub(super) const LONGEST: usize = 16 * 1024 * 1024;

/// Reads a file up to [`LONGEST`].
pub(super) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Writes a file, and its folder if that is missing. If that fails the old file is untouched.
pub(super) fn write_file(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// This path if nothing is there, else the first free one of `NAME-2`, `NAME-3` …
pub(super) fn free_name(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let numbered = |number: u32| path.with_file_name(format!("{stem}-{number}.{extension}"));
    let mut names = std::iter::once(path.to_owned()).chain((2..).map(numbered));
    names.find(|name| fs::symlink_metadata(name).is_err()).unwrap_or_else(|| path.to_owned())
}

/// How the pages of this program begin.
const PAGE_START: &[u8] = b"<!DOCTYPE html>";

/// What is at the path of a file for a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SaveTarget {
    /// Nothing that could be lost.
    Free,
    /// One game or several.
    Games,
    /// A page.
    Page,
    /// Something else, which is never overwritten.
    Other,
}

impl SaveTarget {
    /// Looks at a path.
    ///
    /// # Errors
    /// When its directory does not exist, or the file cannot be read.
    pub fn of(path: &Path) -> io::Result<Self> {
        Self::of_content(path, |bytes| first_game(path, bytes).map(|_| Self::Games))
    }

    /// Looks at a path for a page.
    ///
    /// # Errors
    /// As for [`SaveTarget::of`].
    pub(super) fn of_page(path: &Path) -> io::Result<Self> {
        let is_page = |bytes: &[u8]| bytes.starts_with(PAGE_START);
        Self::of_content(path, |bytes| is_page(bytes).then_some(Self::Page))
    }

    fn of_content(path: &Path, kind: impl Fn(&[u8]) -> Option<Self>) -> io::Result<Self> {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
            let name = folder.display();
            let message =
                format!("there is no directory '{name}'; create it with: mkdir -p '{name}'");
            return Err(io::Error::new(io::ErrorKind::NotFound, message));
        }
        if path.is_dir() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "it is a directory"));
        }
        if !path.is_file() {
            return Ok(Self::Free);
        }
        let bytes = read_file(path)?;
        let is_empty = bytes.iter().all(u8::is_ascii_whitespace);
        Ok(if is_empty { Self::Free } else { kind(&bytes).unwrap_or(Self::Other) })
    }
}

/// The first game of a file, if it has tags or a move that can be played.
pub(super) fn first_game(path: &Path, bytes: &[u8]) -> Option<Game> {
    let game = Game::read_nth(Parser::new(Source::new(&path.to_string_lossy(), bytes)), 1).ok()?;
    let has_move = game.main.moves.iter().any(|node| node.step.is_some());
    (has_move || !game.tags.is_empty()).then_some(game)
}

/// The file of the game in progress.
#[derive(Debug)]
pub struct Autosave {
    path: PathBuf,
    has_failed: bool,
}

impl Autosave {
    /// A new file for a game that begins now: `<timestamp>-<pid>.pgn`.
    pub fn new(folder: &Path, timestamp: &str, pid: u32) -> Self {
        Self::at(folder.join(format!("{timestamp}-{pid}.pgn")))
    }

    /// The file of a resumed game.
    pub const fn at(path: PathBuf) -> Self {
        Self { path, has_failed: false }
    }

    /// A new file for the next game of the same run.
    #[must_use]
    pub fn for_next_game(&self) -> Self {
        Self { path: free_name(&self.path), has_failed: self.has_failed }
    }

    /// The name of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game. The first failure returns a one-line warning; the game continues without the file.
    pub fn write(&mut self, pgn: &str) -> Option<String> {
        let error = write_file(&self.path, pgn.as_bytes()).err()?;
        let is_first = !std::mem::replace(&mut self.has_failed, true);
        is_first.then(|| {
            let (path, reason) = (self.path.display(), io_message(&error));
            format!("cannot save the game in progress to '{path}': {reason}")
        })
    }

    /// Whether the file exists and has the last move.
    pub fn is_current(&self) -> bool {
        !self.has_failed && self.path.exists()
    }

    /// Removes the file, once the game is finished and saved elsewhere.
    pub fn remove(&self) {
        // A file that cannot be removed only stays in the folder.
        let _ = fs::remove_file(&self.path);
    }
}

/// A game in the autosave folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AutosavedGame {
    /// Its name for `--resume`.
    pub id: String,
    /// Its file.
    pub path: PathBuf,
    /// When it was written last.
    pub modified: SystemTime,
    /// Whether the game has ended.
    pub is_over: bool,
}

impl AutosavedGame {
    fn read(path: PathBuf) -> Option<Self> {
        if path.extension()? != "pgn" {
            return None;
        }
        let id = path.file_stem()?.to_str()?.to_owned();
        let modified = fs::metadata(&path).and_then(|metadata| metadata.modified()).ok()?;
        let text = fs::read(&path).ok()?;
        let unfinished = b"[Result \"*\"]";
        let is_over = !text.windows(unfinished.len()).any(|window| window == unfinished);
        Some(Self { id, path, modified, is_over })
    }

    /// The newest unfinished game of a folder, or the game with this id.
    pub fn find(folder: &Path, id: Option<&str>) -> Option<Self> {
        autosaved_games(folder).into_iter().find(|game| match id {
            Some(id) => game.id == id,
            None => !game.is_over,
        })
    }
}

/// The games in a folder, the newest first.
pub(super) fn autosaved_games(folder: &Path) -> Vec<AutosavedGame> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut games: Vec<AutosavedGame> =
        entries.flatten().filter_map(|entry| AutosavedGame::read(entry.path())).collect();
    games.sort_by(|a, b| (b.modified, &b.id).cmp(&(a.modified, &a.id)));
    games
}

/// Removes finished games that are older than this many days.
pub fn remove_old_games(folder: &Path, days: u16, now: SystemTime) {
    let limit = Duration::from_hours(u64::from(days) * 24);
    for game in autosaved_games(folder) {
        let is_old = now.duration_since(game.modified).is_ok_and(|age| age > limit);
        if game.is_over && is_old {
            Autosave::at(game.path).remove();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io;
    use std::path::{Path, PathBuf};
    use std::time::{Duration, SystemTime};

    use tempfile::TempDir;

    use super::{Autosave, AutosavedGame, autosaved_games, remove_old_games};

    /// Writes a game that was saved `age` seconds ago.
    fn autosave(folder: &Path, name: &str, result: &str, age: u64) -> io::Result<()> {
        let mut file = Autosave::new(folder, name, 7);
        assert_eq!(file.write(&format!("[Result \"{result}\"]\n\n{result}\n")), None);
        let modified = SystemTime::now() - Duration::from_secs(age);
        File::options().append(true).open(file.path())?.set_modified(modified)
    }

    #[test]
    fn the_newest_unfinished_game_is_found() -> io::Result<()> {
        let folder = TempDir::new()?;
        for (name, result, age) in [("1", "*", 30), ("2", "*", 20), ("3", "1-0", 10)] {
            autosave(folder.path(), name, result, age)?;
        }
        let found = |id| AutosavedGame::find(folder.path(), id).map(|game| game.id);
        assert_eq!(found(None).as_deref(), Some("2-7"));
        assert_eq!(found(Some("1-7")).as_deref(), Some("1-7"));
        assert_eq!(found(Some("9-9")), None);
        Ok(())
    }

    #[test]
    fn only_old_finished_games_are_removed() -> io::Result<()> {
        let folder = TempDir::new()?;
        autosave(folder.path(), "1", "*", 0)?;
        autosave(folder.path(), "2", "1-0", 0)?;
        remove_old_games(folder.path(), 1, SystemTime::now());
        assert_eq!(autosaved_games(folder.path()).len(), 2);
        remove_old_games(folder.path(), 1, SystemTime::now() + Duration::from_hours(3 * 24));
        let left: Vec<String> =
            autosaved_games(folder.path()).into_iter().map(|game| game.id).collect();
        assert_eq!(left, ["1-7"]);
        Ok(())
    }

    #[test]
    fn a_folder_that_cannot_be_made_causes_one_warning() {
        let mut file = Autosave::at(PathBuf::from("/dev/null/nowhere/1-1.pgn"));
        assert!(file.write("x").is_some());
        assert_eq!(file.write("x"), None);
        assert!(!file.is_current());
    }
}
