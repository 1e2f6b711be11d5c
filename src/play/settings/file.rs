//! The file that the settings are kept in.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::Settings;
use crate::play::files::write_file;

/// Why the settings of a file are not those of the user.
#[derive(Debug)]
enum SettingsFault {
    Unreadable(io::Error),
    Unusable(String),
}

impl SettingsFault {
    fn sentence(&self, path: &Path) -> String {
        let path = path.display();
        match self {
            Self::Unreadable(error) => format!("cannot read '{path}': {error}"),
            Self::Unusable(fault) => {
                let fault = fault.lines().next().unwrap_or("it cannot be read");
                format!("cannot use the settings in '{path}' ({fault})")
            }
        }
    }
}

impl Settings {
    /// Reads the settings for a game. Where no file exists a fresh one is written for the user to edit;
    /// where that is impossible the game needs none.
    pub fn load_or_create(path: &Path) -> (Self, Option<String>) {
        let loaded = Self::load(path);
        if !path.exists() {
            let _ = loaded.0.save(path);
        }
        loaded
    }

    /// Reads the settings, with a one-line warning if the file cannot be used; such a file is set aside.
    pub fn load(path: &Path) -> (Self, Option<String>) {
        Self::read_or_default(path, |fault| match fault {
            SettingsFault::Unreadable(_) => {
                format!("{}; using the defaults", fault.sentence(path))
            }
            SettingsFault::Unusable(_) => set_aside(path, &fault.sentence(path)),
        })
    }

    /// Reads the settings without touching a file that cannot be used, with a one-line warning about it.
    pub fn look(path: &Path) -> (Self, Option<String>) {
        Self::read_or_default(path, |fault| {
            format!("{}; these are the defaults", fault.sentence(path))
        })
    }

    fn read_or_default(
        path: &Path,
        warning: impl Fn(&SettingsFault) -> String,
    ) -> (Self, Option<String>) {
        match Self::read(path) {
            Ok(settings) => (settings, None),
            Err(fault) => (Self::default(), Some(warning(&fault))),
        }
    }

    fn read(path: &Path) -> Result<Self, SettingsFault> {
        match fs::read_to_string(path) {
            Ok(text) => Self::from_toml(&text).map_err(SettingsFault::Unusable),
            Err(error) if is_missing(&error) => Ok(Self::default()),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                Err(SettingsFault::Unusable("it is not UTF-8".to_owned()))
            }
            Err(error) => Err(SettingsFault::Unreadable(error)),
        }
    }

    /// Writes the settings, and the folder if it is missing.
    ///
    /// # Errors
    /// When the folder or the file cannot be written.
    pub fn save(&self, path: &Path) -> io::Result<()> {
        write_file(path, self.to_toml().as_bytes())
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory)
}

/// Renames a file that cannot be used and writes a fresh one in its place; the warning for the user.
fn set_aside(path: &Path, sentence: &str) -> String {
    let mut bad = path.as_os_str().to_owned();
    bad.push(".bad");
    let bad = PathBuf::from(bad);
    let start = format!("{sentence}: using the defaults");
    match fs::rename(path, &bad).and_then(|()| Settings::default().save(path)) {
        Ok(()) => format!("{start}; the old file is now '{}'", bad.display()),
        Err(error) => format!("{start}; cannot rename the file: {error}"),
    }
}
