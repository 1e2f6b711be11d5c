//! A temporary folder for one test. It is removed with everything in it, whatever the test's outcome.

use std::{fs, io, path::Path};

use tempfile::TempDir;

/// A temporary folder.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> io::Result<Self> {
        TempDir::with_prefix("arbiter-").map(Self)
    }

    /// The name of a file in it, for a command line.
    pub(crate) fn name(&self, file: &str) -> String {
        self.0.path().join(file).display().to_string()
    }

    /// Writes a file and the folders above it; its name.
    pub(crate) fn file(&self, file: &str, contents: impl AsRef<[u8]>) -> io::Result<String> {
        let path = self.0.path().join(file);
        fs::create_dir_all(path.parent().unwrap_or(self.0.path()))?;
        fs::write(&path, contents)?;
        Ok(path.display().to_string())
    }
}

impl AsRef<Path> for Folder {
    fn as_ref(&self) -> &Path {
        self.0.path()
    }
}
