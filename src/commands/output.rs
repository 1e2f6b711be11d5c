//! `-o FILE`: written under a temporary name and renamed when it is complete; never over an input.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use crate::commands::{Trouble, exit::reason};

/// A file that appears only when all of it has been written.
#[derive(Debug)]
pub struct OutputFile {
    path: PathBuf,
    /// The name until then; none for a device or a pipe, which is written to and not replaced.
    temporary: Option<PathBuf>,
    writer: Option<BufWriter<File>>,
}

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
        let temporary = is_replaceable(path).then(|| temporary_name(path));
        let file = match &temporary {
            Some(temporary) => File::create(temporary),
            None => File::options().write(true).open(path),
        };
        let file = file.map_err(|error| unwritable(path, &error))?;
        Ok(Self { path: path.to_owned(), temporary, writer: Some(BufWriter::new(file)) })
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When the last bytes cannot be written.
    pub fn finish(mut self) -> Result<(), Trouble> {
        let written = match self.writer.take() {
            Some(writer) => writer.into_inner().map_err(io::IntoInnerError::into_error),
            None => return Ok(()),
        };
        written
            .and_then(|_| match &self.temporary {
                Some(temporary) => fs::rename(temporary, &self.path),
                None => Ok(()),
            })
            .map_err(|error| unwritable(&self.path, &error))
    }
}

impl Write for OutputFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            Some(writer) => writer.write(bytes),
            None => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.writer.as_mut().map_or(Ok(()), Write::flush)
    }
}

/// What was not finished leaves nothing behind.
impl Drop for OutputFile {
    fn drop(&mut self) {
        if self.writer.take().is_some()
            && let Some(temporary) = &self.temporary
        {
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Whether the name is free, or that of a plain file.
fn is_replaceable(path: &Path) -> bool {
    fs::metadata(path).map_or(true, |metadata| metadata.is_file())
}

fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
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
