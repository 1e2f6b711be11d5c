//! The settings file: read with patience, written whole. A file that cannot be read is kept as `.bad`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::play::atomic;
use crate::play::settings::Settings;

/// Reads the settings for a game. Where there is no file yet a fresh one is put, to be found and
/// edited; where that cannot be done the game needs none.
pub fn begin(path: &Path) -> (Settings, Option<String>) {
    let loaded = load(path);
    if !path.exists() {
        let _ = save(path, &loaded.0);
    }
    loaded
}

/// Reads the settings; says in one line what was wrong, if anything.
pub fn load(path: &Path) -> (Settings, Option<String>) {
    let text = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::InvalidData => {
            return (Settings::default(), Some(set_aside(path, "it is not UTF-8")));
        }
        Err(error) if missing(&error) => return (Settings::default(), None),
        Err(error) => {
            let warning = format!("cannot read '{}': {error}; using the defaults", path.display());
            return (Settings::default(), Some(warning));
        }
    };
    match Settings::from_toml(&text) {
        Ok(settings) => (settings, None),
        Err(fault) => (Settings::default(), Some(set_aside(path, &fault))),
    }
}

fn missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Keeps a broken file under another name and puts a fresh one in its place.
fn set_aside(path: &Path, fault: &str) -> String {
    let bad = bad_name(path);
    let fault = fault.lines().next().unwrap_or("it cannot be read");
    let start =
        format!("the settings in '{}' are broken ({fault}); using the defaults", path.display());
    match fs::rename(path, &bad).and_then(|()| save(path, &Settings::default())) {
        Ok(()) => format!("{start}, the old file is kept as '{}'", bad.display()),
        Err(error) => format!("{start}; it could not be set aside: {error}"),
    }
}

fn bad_name(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".bad");
    PathBuf::from(name)
}

/// Writes the settings, making the folder if it is missing.
///
/// # Errors
/// When the folder or the file cannot be written.
pub fn save(path: &Path, settings: &Settings) -> io::Result<()> {
    atomic::write(path, settings.to_toml().as_bytes())
}
