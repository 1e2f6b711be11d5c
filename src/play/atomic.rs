//! Files of games: always a whole one, and never over another.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use crate::text::AtomicFile;

/// Writes a file, and the folder it belongs in.
///
/// # Errors
/// When the folder cannot be made or the file not written; the old file is then untouched.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    let mut file = AtomicFile::create(path)?;
    file.write_all(bytes)?;
    file.finish()
}

/// This path if nothing is there, else the next of `NAME-2`, `NAME-3` … that is free.
pub(super) fn free(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let numbered = |number: u32| path.with_file_name(format!("{stem}-{number}.{extension}"));
    let mut names = std::iter::once(path.to_owned()).chain((2..).map(numbered));
    names.find(|name| fs::symlink_metadata(name).is_err()).unwrap_or_else(|| path.to_owned())
}
