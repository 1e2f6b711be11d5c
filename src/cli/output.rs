//! `-o FILE`: a whole file or none; never over an input.

use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::{archive::reason, cli::Trouble, text::AtomicFile};

/// The file in which results go.
#[derive(Debug)]
pub struct OutputFile(AtomicFile);

impl OutputFile {
    /// Begins a file.
    ///
    /// # Errors
    /// When it cannot be written, or is one of the inputs.
    pub fn create(path: &Path, inputs: &[PathBuf]) -> Result<Self, Trouble> {
        if inputs.iter().any(|input| is_same(input, path)) {
            let message = format!("'{}' is an input and would be overwritten", path.display());
            return Err(Trouble::new(message).with_tip("choose another name for `-o`"));
        }
        AtomicFile::create(path).map(Self).map_err(|error| unwritable(path, &error))
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When the last bytes cannot be written.
    pub fn finish(self) -> Result<(), Trouble> {
        let path = self.0.path().to_owned();
        self.0.finish().map_err(|error| unwritable(&path, &error))
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn unwritable(path: &Path, error: &io::Error) -> Trouble {
    Trouble::new(format!("cannot write '{}': {}", path.display(), reason(error)))
}

fn is_same(one: &Path, other: &Path) -> bool {
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other || (one.is_dir() && other.starts_with(&one)),
        _ => false,
    }
}
