//! Where games come from: files, directories, standard input; plain or compressed, as the first bytes say.

use std::{
    error::Error,
    fmt,
    fs::{self, File},
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use walkdir::WalkDir;

use crate::{archive::Blocks, text::io_message};

/// One stream of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// An input that cannot be read, and why.
#[derive(Debug)]
pub struct InputError {
    /// The name of the input.
    pub name: String,
    /// The reason the system gives.
    pub cause: io::Error,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read '{}': {}", self.name, io_message(&self.cause))
    }
}

impl Error for InputError {}

impl Input {
    /// Its name in reports: the path, or `-` for standard input.
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "-".into(),
            Self::File(path) => path.display().to_string(),
        }
    }

    /// Its size on disk in bytes, if known.
    pub fn size(&self) -> Option<u64> {
        match self {
            Self::Stdin => None,
            Self::File(path) => fs::metadata(path).ok().map(|metadata| metadata.len()),
        }
    }

    /// Whether it can be opened twice: a pipe can be read only once.
    pub fn is_rereadable(&self) -> bool {
        match self {
            Self::Stdin => false,
            Self::File(path) => fs::metadata(path).is_ok_and(|metadata| metadata.is_file()),
        }
    }

    /// Opens it for reading, decompressed.
    ///
    /// # Errors
    /// When it cannot be opened, or not even its first bytes can be read.
    pub fn open(&self) -> Result<Box<dyn Read + Send>, InputError> {
        let opened = match self {
            Self::Stdin => decompressed(io::stdin()),
            Self::File(path) => File::open(path).and_then(decompressed),
        };
        opened.map_err(|cause| self.error(cause))
    }

    /// Opens it and cuts it into blocks of whole games.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn blocks(&self) -> Result<Blocks<Box<dyn Read + Send>>, InputError> {
        Ok(Blocks::new(self.name(), self.open()?))
    }

    fn error(&self, cause: io::Error) -> InputError {
        InputError { name: self.name(), cause }
    }
}

/// Decompresses a stream if its first bytes say that it is compressed; the name does not matter.
fn decompressed(stream: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut stream = stream;
    let mut magic = Vec::with_capacity(4);
    stream.by_ref().take(4).read_to_end(&mut magic)?;
    let whole = io::Cursor::new(magic.clone()).chain(stream);
    Ok(match magic.as_slice() {
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(BufReader::new(whole))),
        [b'B', b'Z', b'h', ..] => Box::new(MultiBzDecoder::new(BufReader::new(whole))),
        // A stream of zstd frames may begin with a skippable frame.
        [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
            Box::new(zstd::Decoder::new(whole)?)
        }
        _ => Box::new(whole),
    })
}

/// The inputs that paths stand for: `-` is standard input, a directory means all games below it, in the order of their names.
/// Directories that cannot be read are returned as errors beside the inputs.
pub fn expand(paths: &[PathBuf]) -> (Vec<Input>, Vec<InputError>) {
    let (mut inputs, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.push(Input::Stdin);
        } else if path.is_dir() {
            walk(path, &mut inputs, &mut errors);
        } else {
            inputs.push(Input::File(path.clone()));
        }
    }
    (inputs, errors)
}

/// Links to directories are not followed, so that no tree is endless.
fn walk(root: &Path, inputs: &mut Vec<Input>, errors: &mut Vec<InputError>) {
    for entry in WalkDir::new(root).sort_by_file_name() {
        match entry {
            Ok(entry) if !entry.file_type().is_dir() && holds_games(entry.path()) => {
                inputs.push(Input::File(entry.into_path()));
            }
            Ok(_) => {}
            Err(error) => {
                let name = error.path().unwrap_or(root).display().to_string();
                let cause = error.into_io_error().unwrap_or_else(|| io::ErrorKind::Other.into());
                errors.push(InputError { name, cause });
            }
        }
    }
}

fn holds_games(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        ["pgn", "gz", "bz2", "zst"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    })
}
