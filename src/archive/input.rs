//! Where games come from: files, directories, the standard input; plain or compressed, which the first bytes tell.

use std::{
    error::Error,
    fmt,
    fs::{self, File},
    io::{self, BufReader, Read},
    path::{Path, PathBuf},
};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;

use crate::archive::Blocks;

/// One stream of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Input {
    /// Whatever is piped in.
    Stdin,
    /// A file.
    File(PathBuf),
}

/// Something that cannot be read, and why.
#[derive(Debug)]
pub struct InputError {
    /// What was to be read.
    pub name: String,
    /// What the system says.
    pub cause: io::Error,
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot read '{}': {}", self.name, reason(&self.cause))
    }
}

/// What the system says, without the number that only programmers want.
pub fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

impl Error for InputError {}

impl Input {
    /// What to call it in reports.
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "-".into(),
            Self::File(path) => path.display().to_string(),
        }
    }

    /// How many bytes it has on the disk, as far as that is known.
    pub fn size(&self) -> Option<u64> {
        match self {
            Self::Stdin => None,
            Self::File(path) => fs::metadata(path).ok().map(|metadata| metadata.len()),
        }
    }

    /// Whether it can be opened twice: a pipe gives its bytes only once.
    pub fn can_be_read_again(&self) -> bool {
        match self {
            Self::Stdin => false,
            Self::File(path) => fs::metadata(path).is_ok_and(|metadata| metadata.is_file()),
        }
    }

    /// Opens it and takes off its compression.
    ///
    /// # Errors
    /// When it cannot be opened, or not even its first bytes can be read.
    pub fn open(&self) -> Result<Box<dyn Read + Send>, InputError> {
        let opened = match self {
            Self::Stdin => unpacked(io::stdin()),
            Self::File(path) => File::open(path).and_then(unpacked),
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

/// Takes off the compression that the first bytes announce; whatever the name says.
fn unpacked(stream: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut stream = stream;
    let mut magic = Vec::with_capacity(4);
    stream.by_ref().take(4).read_to_end(&mut magic)?;
    let whole = io::Cursor::new(magic.clone()).chain(stream);
    Ok(match magic.as_slice() {
        [0x1f, 0x8b, ..] => Box::new(MultiGzDecoder::new(BufReader::new(whole))),
        [b'B', b'Z', b'h', ..] => Box::new(MultiBzDecoder::new(BufReader::new(whole))),
        // A stream of frames may begin with one that is to be skipped.
        [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
            Box::new(zstd::Decoder::new(whole)?)
        }
        _ => Box::new(whole),
    })
}

/// The inputs that paths stand for: `-` is the standard input, a directory all games below it, in the order of their names.
/// What cannot be read is told apart, and does not keep the others from being read.
pub fn expand(paths: &[PathBuf]) -> (Vec<Input>, Vec<InputError>) {
    let (mut inputs, mut errors) = (Vec::new(), Vec::new());
    for path in paths {
        if path.as_os_str() == "-" {
            inputs.push(Input::Stdin);
        } else if path.is_dir() {
            directory(path, &mut inputs, &mut errors);
        } else {
            inputs.push(Input::File(path.clone()));
        }
    }
    (inputs, errors)
}

/// Directories that wait are kept in a list, so that no tree is too deep; links to directories are not followed, so
/// that none is endless.
fn directory(root: &Path, inputs: &mut Vec<Input>, errors: &mut Vec<InputError>) {
    let mut files = Vec::new();
    let mut waiting = vec![root.to_path_buf()];
    while let Some(path) = waiting.pop() {
        let entries = fs::read_dir(&path).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        match entries {
            Err(cause) => errors.push(InputError { name: path.display().to_string(), cause }),
            Ok(entries) => {
                for entry in entries {
                    let is_directory = entry.file_type().is_ok_and(|kind| kind.is_dir());
                    if is_directory { waiting.push(entry.path()) } else { files.push(entry.path()) }
                }
            }
        }
    }
    files.retain(|path| holds_games(path));
    files.sort();
    inputs.extend(files.into_iter().map(Input::File));
}

fn holds_games(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        ["pgn", "gz", "bz2", "zst"].iter().any(|known| extension.eq_ignore_ascii_case(known))
    })
}
