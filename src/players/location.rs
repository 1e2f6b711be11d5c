//! Where an engine's program is: in PATH, or where games are.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use crate::players::EngineError;

/// Where engines are looked for after PATH: games are often not in it.
const GAME_PLACES: [&str; 2] = ["/usr/games", "/usr/local/games"];

/// The program of this name or path.
pub(super) fn located(program: &str) -> Result<PathBuf, EngineError> {
    let path = env::var_os("PATH").unwrap_or_default();
    let places = env::split_paths(&path).chain(GAME_PLACES.iter().map(PathBuf::from));
    locate(program, &places.collect::<Vec<_>>())
}

/// The program itself if it is a path, else the first one of that name in the places.
fn locate(program: &str, places: &[PathBuf]) -> Result<PathBuf, EngineError> {
    let is_path = program.contains('/');
    let candidates: Vec<PathBuf> = if is_path {
        vec![PathBuf::from(program)]
    } else {
        places.iter().map(|place| place.join(program)).collect()
    };
    if let Some(found) = candidates.iter().find(|path| is_executable(path)) {
        return Ok(found.clone());
    }
    if let Some(found) = candidates.iter().find(|path| path.is_file()) {
        return Err(EngineError::Other(format!("engine '{}' is not executable", found.display())));
    }
    let places = if is_path { &candidates } else { places };
    let places = places.iter().map(|place| place.display().to_string()).collect();
    Err(EngineError::NotFound { program: program.to_owned(), places })
}

fn is_executable(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_program_is_named_with_the_places() {
        let places = [PathBuf::from("/nowhere"), PathBuf::from("/usr/games")];
        let trouble = locate("no-such-engine", &places).expect_err("is not there");
        assert_eq!(
            trouble.to_string(),
            "engine 'no-such-engine' not found (looked in /nowhere, /usr/games)"
        );
        let trouble = locate("/etc/passwd", &places).expect_err("is no program");
        assert_eq!(trouble.to_string(), "engine '/etc/passwd' is not executable");
    }

    #[test]
    fn a_program_is_found_by_name_or_path() {
        let places = [PathBuf::from("/nowhere"), PathBuf::from("/bin")];
        assert_eq!(locate("sh", &places), Ok(PathBuf::from("/bin/sh")));
        assert_eq!(locate("/bin/sh", &[]), Ok(PathBuf::from("/bin/sh")));
    }
}
