//! Where a user's files are, by the XDG rules.

use std::path::PathBuf;

/// The folders of one user.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Homes {
    /// Settings.
    pub config: Option<PathBuf>,
    /// Games in progress.
    pub state: Option<PathBuf>,
    /// Games that were saved.
    pub data: Option<PathBuf>,
}

impl Homes {
    /// The folders that these variables name.
    pub fn new(variable: impl Fn(&str) -> Option<PathBuf>) -> Self {
        let home = variable("HOME").filter(|home| home.is_absolute());
        let folder = |name: &str, fallback: &str| {
            variable(name)
                .filter(|path| path.is_absolute())
                .or_else(|| home.as_ref().map(|home| home.join(fallback)))
                .map(|path| path.join("arbiter"))
        };
        Self {
            config: folder("XDG_CONFIG_HOME", ".config"),
            state: folder("XDG_STATE_HOME", ".local/state"),
            data: folder("XDG_DATA_HOME", ".local/share"),
        }
    }

    /// The folders of whoever runs the program.
    pub fn from_environment() -> Self {
        Self::new(|name| std::env::var_os(name).map(PathBuf::from))
    }

    /// The settings file.
    pub fn settings(&self) -> Option<PathBuf> {
        self.config.as_ref().map(|folder| folder.join("config.toml"))
    }

    /// The folder of games in progress.
    pub fn autosave(&self) -> Option<PathBuf> {
        self.state.as_ref().map(|folder| folder.join("autosave"))
    }

    /// The folder of saved games.
    pub fn games(&self) -> Option<PathBuf> {
        self.data.as_ref().map(|folder| folder.join("games"))
    }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::Homes;

    #[test]
    fn a_relative_variable_is_ignored_as_the_rules_say() {
        let homes = Homes::new(|name| match name {
            "HOME" => Some(PathBuf::from("/home/ada")),
            "XDG_CONFIG_HOME" => Some(PathBuf::from("here")),
            "XDG_STATE_HOME" => Some(PathBuf::from("/state")),
            _ => None,
        });
        assert_eq!(
            homes.settings().as_deref(),
            Some(Path::new("/home/ada/.config/arbiter/config.toml"))
        );
        assert_eq!(homes.autosave().as_deref(), Some(Path::new("/state/arbiter/autosave")));
    }

    #[test]
    fn without_a_home_there_are_no_files() {
        assert_eq!(Homes::new(|_| None), Homes::default());
    }
}
