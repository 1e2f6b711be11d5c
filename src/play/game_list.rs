//! The list of games that can be loaded: unfinished ones, saved ones, and those of the current folder.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use crate::game::Game;
use crate::play::files::{Folders, autosaved_games, first_game};
use crate::text::counted;

/// As much of a file is read for the list.
const SAMPLE: u64 = 64 * 1024;

/// The widest column of players.
const WIDEST: usize = 40;

/// A game that can be loaded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ListedGame {
    /// Its file.
    pub(super) path: PathBuf,
    /// Whether it can be resumed.
    pub(super) is_unfinished: bool,
    date: String,
    players: String,
    moves: String,
    result: String,
    place: String,
}

impl ListedGame {
    fn read(path: PathBuf, is_autosaved: bool) -> Option<Self> {
        let mut bytes = Vec::new();
        File::open(&path).ok()?.take(SAMPLE).read_to_end(&mut bytes).ok()?;
        let game = first_game(&path, &bytes)?;
        let result = game.result.map_or("*", |result| result.text());
        let is_unfinished = is_autosaved && result == "*";
        let place = match (is_autosaved, is_unfinished) {
            (true, true) => "unfinished".to_owned(),
            (true, false) => "not saved".to_owned(),
            (false, _) => path.display().to_string(),
        };
        let moves = counted(game.main.moves.len().div_ceil(2) as u64, "move");
        let date = tag(&game, "Date").unwrap_or("?").to_owned();
        let (players, result) = (players(&game), result.to_owned());
        Some(Self { path, is_unfinished, date, players, moves, result, place })
    }

    /// Unfinished games, saved games, then the files of the current folder.
    pub(super) fn all(folders: &Folders) -> Vec<Self> {
        let autosaved =
            folders.autosave().map(|folder| autosaved_games(&folder)).unwrap_or_default();
        let autosaved = autosaved.into_iter().filter_map(|game| Self::read(game.path, true));
        let (unfinished, finished): (Vec<_>, Vec<_>) =
            autosaved.partition(|game| game.is_unfinished);
        let saved = folders.games().map(|folder| pgn_files(&folder)).unwrap_or_default();
        let files = saved.into_iter().chain(pgn_files(Path::new("")));
        let files = files.filter_map(|path| Self::read(path, false));
        unfinished.into_iter().chain(finished).chain(files).collect()
    }

    /// The games in columns, numbered from 1.
    pub(super) fn table(games: &[Self]) -> Vec<String> {
        let width = |text: fn(&Self) -> &str| {
            games.iter().map(|game| text(game).chars().count()).max().unwrap_or(0)
        };
        let (players, moves) = (width(|game| &game.players), width(|game| &game.moves));
        let (players, digits) = (players.min(WIDEST), games.len().to_string().len());
        let line = |(number, game): (usize, &Self)| {
            format!(
                "{number:>digits$}) {:<10}  {:<players$}  {:>moves$}  {:<7}  {}",
                game.date, game.players, game.moves, game.result, game.place
            )
        };
        (1..).zip(games).map(line).collect()
    }
}

fn tag<'g>(game: &'g Game, name: &str) -> Option<&'g str> {
    game.tag(name).filter(|value| !matches!(*value, "" | "?"))
}

/// `Ada - arbiter level 3`
fn players(game: &Game) -> String {
    let name = |color| tag(game, color).unwrap_or("a person");
    format!("{} - {}", name("White"), name("Black"))
}

/// The PGN files of a folder, by name.
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
