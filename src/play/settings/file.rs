//! The file that the settings are kept in.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::{Settings, UnknownKey};
use crate::play::files::write_file;
use crate::text::io_message;

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
            Self::Unreadable(error) => format!("cannot read '{path}': {}", io_message(error)),
            Self::Unusable(fault) => {
                let fault = fault.lines().next().unwrap_or("it cannot be read");
                format!("cannot use the settings in '{path}' ({fault})")
            }
        }
    }
}

impl UnknownKey {
    fn warning(&self, path: &Path) -> String {
        let tip = match &self.meant {
            Some(meant) => format!("; did you mean `{meant}`?"),
            None => "; `arbiter config` shows all settings".to_owned(),
        };
        format!("unknown key `{}` in '{}' has no effect{tip}", self.name, path.display())
    }
}

impl Settings {
    /// Reads the settings for a game, with the warnings about their file. Where no file exists a fresh one is written for the user to
    /// edit; where that is impossible the game needs none.
    pub fn load_or_create(path: &Path) -> (Self, Vec<String>) {
        let loaded = Self::load(path);
        if !path.exists() {
            let _ = loaded.0.save(path);
        }
        loaded
    }

    /// Reads the settings, with the warnings about their file, each on one line. A file that cannot be used is set aside.
    pub fn load(path: &Path) -> (Self, Vec<String>) {
        Self::read_or_default(path, |fault| match fault {
            SettingsFault::Unreadable(_) => {
                format!("{}; using the defaults", fault.sentence(path))
            }
            SettingsFault::Unusable(_) => set_aside(path, &fault.sentence(path)),
        })
    }

    /// The same without touching a file that cannot be used.
    pub fn look(path: &Path) -> (Self, Vec<String>) {
        Self::read_or_default(path, |fault| {
            format!("{}; these are the defaults", fault.sentence(path))
        })
    }

    fn read_or_default(
        path: &Path,
        warning: impl Fn(&SettingsFault) -> String,
    ) -> (Self, Vec<String>) {
        match Self::read(path) {
            Ok((settings, unknown)) => {
                (settings, unknown.iter().map(|key| key.warning(path)).collect())
            }
            Err(fault) => (Self::default(), vec![warning(&fault)]),
        }
    }

    fn read(path: &Path) -> Result<(Self, Vec<UnknownKey>), SettingsFault> {
        match fs::read_to_string(path) {
            Ok(text) => Self::with_unknown_keys(&text).map_err(SettingsFault::Unusable),
            Err(error) if is_missing(&error) => Ok((Self::default(), Vec::new())),
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
        Err(error) => format!("{start}; cannot rename the file: {}", io_message(&error)),
    }
}
