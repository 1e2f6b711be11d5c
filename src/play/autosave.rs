//! The game in progress, on disk after every ply, so that no kind of death loses it.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use crate::play::atomic;

/// The file of the game in progress.
#[derive(Debug)]
pub struct Autosave {
    path: PathBuf,
    complained: bool,
}

impl Autosave {
    /// A file of its own for a game that begins now: `<start>-<pid>.pgn`.
    pub fn new(folder: &Path, start: &str, pid: u32) -> Self {
        Self::at(folder.join(format!("{start}-{pid}.pgn")))
    }

    /// The file of a game that is taken up again.
    pub const fn at(path: PathBuf) -> Self {
        Self { path, complained: false }
    }

    /// A file of its own for the next game at the same table.
    #[must_use]
    pub fn for_next_game(&self) -> Self {
        Self { path: atomic::free(&self.path), complained: self.complained }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the game. The first failure is told, in one line; play goes on without the file.
    pub fn write(&mut self, pgn: &str) -> Option<String> {
        let error = atomic::write(&self.path, pgn.as_bytes()).err()?;
        let first = !std::mem::replace(&mut self.complained, true);
        first.then(|| {
            format!("cannot save the game in progress to '{}': {error}", self.path.display())
        })
    }

    /// Whether the last ply is on disk.
    pub fn is_kept(&self) -> bool {
        !self.complained && self.path.exists()
    }

    /// Removes the file, once the game is finished and saved elsewhere.
    pub fn discard(&self) {
        // A file that cannot be removed is only one game too many in the folder.
        let _ = fs::remove_file(&self.path);
    }
}

/// A game found in the folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// What `--resume` calls it.
    pub id: String,
    /// Where it is.
    pub path: PathBuf,
    /// When it was written last.
    pub written: SystemTime,
    /// Whether the game has ended.
    pub finished: bool,
}

/// The games in the folder, the newest first.
pub fn kept(folder: &Path) -> Vec<Kept> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut games: Vec<Kept> = entries.flatten().filter_map(|entry| look(entry.path())).collect();
    games.sort_by(|a, b| (b.written, &b.id).cmp(&(a.written, &a.id)));
    games
}

fn look(path: PathBuf) -> Option<Kept> {
    if path.extension()? != "pgn" {
        return None;
    }
    let id = path.file_stem()?.to_str()?.to_owned();
    let written = fs::metadata(&path).and_then(|found| found.modified()).ok()?;
    let text = fs::read(&path).ok()?;
    let open = b"[Result \"*\"]";
    let finished = !text.windows(open.len()).any(|window| window == open);
    Some(Kept { id, path, written, finished })
}

/// The newest unfinished game, or the one with this id.
pub fn find(folder: &Path, id: Option<&str>) -> Option<Kept> {
    kept(folder).into_iter().find(|game| match id {
        Some(id) => game.id == id,
        None => !game.finished,
    })
}

/// Removes finished games that nobody has touched for so many days.
pub fn expire(folder: &Path, days: u16, now: SystemTime) {
    let limit = Duration::from_secs(u64::from(days) * 24 * 3600);
    for game in kept(folder) {
        let old = now.duration_since(game.written).is_ok_and(|age| age > limit);
        if game.finished && old {
            Autosave::at(game.path).discard();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;
    use std::time::{Duration, SystemTime};

    use super::{Autosave, expire, find, kept};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("arbiter-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        folder
    }

    #[test]
    fn the_newest_unfinished_game_is_found() {
        let folder = folder("newest");
        for (start, result) in [("1", "*"), ("2", "*"), ("3", "1-0")] {
            let mut file = Autosave::new(&folder, start, 7);
            assert_eq!(file.write(&format!("[Result \"{result}\"]\n\n{result}\n")), None);
            std::thread::sleep(Duration::from_millis(20));
        }
        assert_eq!(find(&folder, None).map(|game| game.id), Some("2-7".into()));
        assert_eq!(find(&folder, Some("1-7")).map(|game| game.id), Some("1-7".into()));
        assert_eq!(find(&folder, Some("9-9")), None);
        fs::remove_dir_all(folder).expect("our own folder");
    }

    #[test]
    fn only_old_finished_games_are_removed() {
        let folder = folder("expire");
        for (start, result) in [("1", "*"), ("2", "1-0")] {
            Autosave::new(&folder, start, 7).write(&format!("[Result \"{result}\"]\n"));
        }
        expire(&folder, 1, SystemTime::now());
        assert_eq!(kept(&folder).len(), 2);
        expire(&folder, 1, SystemTime::now() + Duration::from_hours(3 * 24));
        assert_eq!(kept(&folder).into_iter().map(|game| game.id).collect::<Vec<_>>(), ["1-7"]);
        fs::remove_dir_all(folder).expect("our own folder");
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_told_once() {
        let mut file = Autosave::at(PathBuf::from("/dev/null/nowhere/1-1.pgn"));
        assert!(file.write("x").is_some());
        assert_eq!(file.write("x"), None);
        assert!(!file.is_kept());
    }
}
