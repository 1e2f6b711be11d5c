//! Files that are replaced as a whole: a reader finds the old file or the new one, never half of either.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    os::fd::{AsFd, OwnedFd},
    path::{Path, PathBuf},
};

use tempfile::{Builder, NamedTempFile, TempPath};

/// A file that appears under its name when [`AtomicFile::finish`] succeeds. A file that is dropped before
/// that leaves nothing behind and the old file untouched.
#[derive(Debug)]
pub struct AtomicFile {
    /// The final name. A symbolic link stays a link; the file that it names is replaced.
    path: PathBuf,
    writer: Writer,
}

#[derive(Debug)]
enum Writer {
    /// A temporary file in the same folder, renamed in the end.
    Replacing(BufWriter<NamedTempFile>),
    /// A device or a pipe, which is written to and cannot be replaced.
    Direct(BufWriter<File>),
}

impl AtomicFile {
    /// Opens a temporary file next to `path`.
    ///
    /// # Errors
    /// When the folder cannot be written to.
    pub fn create(path: &Path) -> io::Result<Self> {
        if let Some(stream) = standard_stream(path) {
            let writer = Writer::Direct(BufWriter::new(File::from(stream?)));
            return Ok(Self { path: path.to_owned(), writer });
        }
        let old = match fs::metadata(path) {
            Ok(metadata) if !metadata.is_file() => return Self::open_device(path),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            found => Some(found?),
        };
        let path = if old.is_some() { fs::canonicalize(path)? } else { link_target(path) };
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        // Our own opener: the crate's makes files private and adds the temporary name to its errors.
        let temporary = Builder::new()
            .prefix(".arbiter-")
            .suffix(".tmp")
            .make_in(folder.unwrap_or(Path::new(".")), |path| File::create_new(path))?;
        if let Some(old) = old {
            temporary.as_file().set_permissions(old.permissions())?;
        }
        Ok(Self { path, writer: Writer::Replacing(BufWriter::new(temporary)) })
    }

    fn open_device(path: &Path) -> io::Result<Self> {
        let file = File::options().write(true).open(path)?;
        Ok(Self { path: path.to_owned(), writer: Writer::Direct(BufWriter::new(file)) })
    }

    /// The final name of the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The temporary name that it has until it is finished; none if it is written to directly.
    pub fn temporary(&self) -> Option<&Path> {
        match &self.writer {
            Writer::Replacing(writer) => Some(writer.get_ref().path()),
            Writer::Direct(_) => None,
        }
    }

    /// Waits until the bytes are on the disk and gives the file its name.
    ///
    /// # Errors
    /// When the last bytes cannot be written or the file cannot be renamed.
    pub fn finish(self) -> io::Result<()> {
        self.close()?.rename()
    }

    /// Waits until the bytes are on the disk; the file does not have its name yet.
    ///
    /// # Errors
    /// When the last bytes cannot be written.
    pub fn close(self) -> io::Result<ClosedFile> {
        let Self { path, writer } = self;
        let temporary = match writer {
            Writer::Direct(mut writer) => {
                writer.flush()?;
                None
            }
            Writer::Replacing(writer) => {
                let temporary = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
                temporary.as_file().sync_all()?;
                Some(temporary.into_temp_path())
            }
        };
        Ok(ClosedFile { path, temporary })
    }
}

/// A file that is written and does not have its name yet. If it is dropped, nothing of it is left.
#[derive(Debug)]
pub struct ClosedFile {
    path: PathBuf,
    /// Its name until now, unless it was written to directly.
    temporary: Option<TempPath>,
}

impl ClosedFile {
    /// Gives the file its name.
    ///
    /// # Errors
    /// When it cannot be renamed.
    pub fn rename(self) -> io::Result<()> {
        match self.temporary {
            Some(temporary) => temporary.persist(self.path).map_err(|failed| failed.error),
            None => Ok(()),
        }
    }
}

impl Write for AtomicFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.writer {
            Writer::Replacing(writer) => writer.write(bytes),
            Writer::Direct(writer) => writer.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.writer {
            Writer::Replacing(writer) => writer.flush(),
            Writer::Direct(writer) => writer.flush(),
        }
    }
}

/// A stream of this process by its name as a file: it may be a file that others write to as well.
fn standard_stream(path: &Path) -> Option<io::Result<OwnedFd>> {
    match path.to_str()? {
        "-" | "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => {
            Some(io::stdout().as_fd().try_clone_to_owned())
        }
        "/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2" => {
            Some(io::stderr().as_fd().try_clone_to_owned())
        }
        _ => None,
    }
}

/// The longest chain of links that is followed, as in Linux.
const LINK_LIMIT: usize = 40;

/// The name that a chain of links ends at, where no file exists yet.
fn link_target(path: &Path) -> PathBuf {
    let mut end = path.to_owned();
    for _ in 0..LINK_LIMIT {
        let Ok(next) = fs::read_link(&end) else { break };
        end = end.parent().unwrap_or(Path::new("")).join(next);
    }
    end
}
