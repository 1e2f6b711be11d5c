//! ZIP archives: each member that holds games is an input of its own, read as a stream.

use std::{
    fmt,
    fs::{self, File},
    io::{self, Read, Seek, SeekFrom},
    path::Path,
    sync::{Arc, Mutex, PoisonError},
};

use zip::{ZipArchive, result::ZipError};

use crate::archive::decode::{Decoded, is_zip};

/// A member of a ZIP archive.
#[derive(Clone)]
pub struct ZipMember {
    archive: ZipArchive<SharedFile>,
    index: usize,
    /// The name of the archive and of the member in it.
    pub(super) name: String,
    /// Its size in the archive.
    pub(super) size: u64,
}

impl fmt::Debug for ZipMember {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ZipMember").field(&self.name).finish()
    }
}

impl ZipMember {
    /// Opens the member for reading. Another thread unpacks it.
    pub(super) fn open(&self) -> io::Result<Decoded> {
        let (mut archive, index) = (self.archive.clone(), self.index);
        Decoded::start(move |text| {
            let mut member = archive.by_index(index).map_err(describe)?;
            text.all(&mut member)
        })
    }
}

/// The members of a ZIP archive whose names `holds_games` accepts, in their order; `None` if the file is something else.
pub(super) fn members(
    path: &Path,
    holds_games: impl Fn(&Path) -> bool,
) -> io::Result<Option<Vec<ZipMember>>> {
    // A pipe can be opened only once.
    if !fs::metadata(path)?.is_file() {
        return Ok(None);
    }
    let mut file = File::open(path)?;
    let mut magic = Vec::new();
    file.by_ref().take(4).read_to_end(&mut magic)?;
    if !is_zip(&magic) {
        return Ok(None);
    }
    let archive = ZipArchive::new(SharedFile { file: Arc::new(Mutex::new(file)), at: 0 });
    let archive = archive.map_err(describe)?;
    let metadata = archive.metadata();
    let member = |index| {
        let entry = metadata.entry(index).ok()?;
        let name = entry.name().ok()?;
        // macOS adds a hidden file with the attributes of each file.
        let is_hidden = Path::new(&*name)
            .file_name()
            .is_none_or(|name| name.as_encoded_bytes().starts_with(b"._"));
        let is_games = entry.is_file() && !is_hidden && holds_games(Path::new(&*name));
        let name = format!("{}/{name}", path.display());
        let (archive, size) = (archive.clone(), entry.compressed_size());
        is_games.then_some(ZipMember { archive, index, name, size })
    };
    Ok(Some((0..archive.len()).filter_map(member).collect()))
}

/// What is wrong with an archive, in words about the file.
fn describe(error: ZipError) -> io::Error {
    let damaged = |reason| format!("the ZIP archive is damaged: {reason}");
    let message = match error {
        ZipError::Io(cause) if cause.raw_os_error().is_some() => return cause,
        ZipError::Io(cause) => damaged(cause.to_string()),
        ZipError::InvalidArchive(reason) => damaged(reason.into_owned()),
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) | ZipError::InvalidPassword => {
            "it is encrypted".to_owned()
        }
        ZipError::CompressionMethodNotSupported(number) => {
            format!("its compression (method {number}) is not supported")
        }
        other => other.to_string(),
    };
    io::Error::new(io::ErrorKind::InvalidData, message)
}

/// A file that several readers share, each with its own place.
#[derive(Clone)]
struct SharedFile {
    file: Arc<Mutex<File>>,
    at: u64,
}

impl Read for SharedFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.seek(SeekFrom::Start(self.at))?;
        let read = file.read(buffer)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for SharedFile {
    fn seek(&mut self, place: SeekFrom) -> io::Result<u64> {
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        if let SeekFrom::Current(_) = place {
            file.seek(SeekFrom::Start(self.at))?;
        }
        self.at = file.seek(place)?;
        Ok(self.at)
    }
}
