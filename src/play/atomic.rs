//! Writing a file so that there is always a whole one: the old, or the new.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// Writes a temporary file beside the target, waits until it is on the disk, and renames it.
///
/// # Errors
/// When the folder cannot be made or the file not written; the old file is then untouched. A target
/// that is no ordinary file (`/dev/full`, a pipe) is written to directly.
pub(super) fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        fs::create_dir_all(folder)?;
    }
    if fs::metadata(path).is_ok_and(|found| !found.is_file()) {
        return File::options().write(true).open(path)?.write_all(bytes);
    }
    // A link stays a link: the file it leads to is the one that is written.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let temporary = beside(&target);
    let written = put(&temporary, bytes).and_then(|()| fs::rename(&temporary, &target));
    if written.is_err() {
        // The error is what matters; a temporary file that cannot even be removed is left to the user.
        let _ = fs::remove_file(&temporary);
    }
    written
}

fn put(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// A name that nobody else uses: another program's `FILE.tmp` is left alone.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    PathBuf::from(name)
}

/// This path if nothing is there, else the next of `NAME-2`, `NAME-3` … that is free.
pub(super) fn free(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    let numbered = |number: u32| path.with_file_name(format!("{stem}-{number}.{extension}"));
    let mut names = std::iter::once(path.to_owned()).chain((2..).map(numbered));
    names.find(|name| fs::symlink_metadata(name).is_err()).unwrap_or_else(|| path.to_owned())
}
