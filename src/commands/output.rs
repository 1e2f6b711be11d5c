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
    /// Where it is in the end: a link stays one, and what it leads to is written.
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
        Self::open(path).map_err(|error| unwritable(path, &error))
    }

    fn open(path: &Path) -> io::Result<Self> {
        let old = match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => return Self::open_as_it_is(path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            found => Some(found?),
        };
        let path = if old.is_some() { fs::canonicalize(path)? } else { end_of_links(path) };
        let temporary = temporary_name(&path);
        let writer = Some(BufWriter::new(File::create(&temporary)?));
        let file = Self { path, temporary: Some(temporary.clone()), writer };
        if let Some(old) = old {
            fs::set_permissions(temporary, old.permissions())?;
        }
        Ok(file)
    }

    fn open_as_it_is(path: &Path) -> io::Result<Self> {
        let file = File::options().write(true).open(path)?;
        Ok(Self { path: path.to_owned(), temporary: None, writer: Some(BufWriter::new(file)) })
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

/// The longest chain of links that is followed; the usual system goes no further.
const MOST_LINKS: usize = 40;

/// The name to which a link leads, although nothing is there yet.
fn end_of_links(path: &Path) -> PathBuf {
    let mut end = path.to_owned();
    for _ in 0..MOST_LINKS {
        let Ok(next) = fs::read_link(&end) else { break };
        end = end.parent().unwrap_or(Path::new("")).join(next);
    }
    end
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
