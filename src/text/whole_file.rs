//! Writing a file so that there is always a whole one: the old, or the new.

use std::{
    fs::{self, File},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// A file that appears only when all of it has been written. One that is not finished leaves nothing
/// behind, and the old file untouched.
#[derive(Debug)]
pub struct WholeFile {
    /// Where it is in the end: a link stays one, and what it leads to is written.
    path: PathBuf,
    /// The name until then; none for a device or a pipe, which is written to and not replaced.
    temporary: Option<PathBuf>,
    writer: Option<BufWriter<File>>,
}

impl WholeFile {
    /// Begins a file.
    ///
    /// # Errors
    /// When nothing can be written there.
    pub fn create(path: &Path) -> io::Result<Self> {
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

    /// Where it is in the end.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Waits until the file is on the disk, and gives it its name.
    ///
    /// # Errors
    /// When the last bytes cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        let Some(writer) = &mut self.writer else { return Ok(()) };
        writer.flush()?;
        if let Some(temporary) = &self.temporary {
            writer.get_ref().sync_all()?;
            fs::rename(temporary, &self.path)?;
        }
        self.writer = None;
        Ok(())
    }
}

impl Write for WholeFile {
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

impl Drop for WholeFile {
    fn drop(&mut self) {
        if self.writer.take().is_some()
            && let Some(temporary) = &self.temporary
        {
            // A temporary file that cannot even be removed is left to the user.
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

/// A name that nobody else uses: another program's `FILE.tmp` is left alone.
fn temporary_name(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.tmp", std::process::id()));
    path.with_file_name(name)
}
