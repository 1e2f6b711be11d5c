//! Where games come from: files, directories, ZIP archives, standard input; plain or compressed, as the first bytes say.

use std::{
    error::Error,
    fmt,
    fs::{self, File},
    io::{self, Cursor, Read},
    os::{fd::AsFd, unix::fs::OpenOptionsExt},
    path::{Path, PathBuf},
};

use encoding_rs_io::DecodeReaderBytesBuilder;
use nix::libc::O_NONBLOCK;
use walkdir::WalkDir;

use crate::{
    archive::{
        Blocks, Interrupt,
        decode::{Stream, decoded, is_passing},
        interrupt::InterruptibleStream,
        zip_file::{ZipMember, members},
    },
    text::{WideEncoding, io_message},
};

/// One stream of games.
#[derive(Debug, Clone)]
pub enum Input {
    /// Standard input.
    Stdin,
    /// A file.
    File(PathBuf),
    /// A member of a ZIP archive.
    ZipMember(ZipMember),
}

/// An input that cannot be read, and why.
#[derive(Debug)]
pub enum InputError {
    /// A file or directory that cannot be read.
    Unreadable {
        /// The name of the input.
        name: String,
        /// The reason the system or the decoder gives.
        cause: io::Error,
    },
    /// A directory or ZIP archive of this name without any games.
    NoGames(String),
    /// A signal ended the reading.
    Interrupted,
}

impl InputError {
    /// Whether an error of the system or of a connection, not of the data, is the cause: it may not happen again.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::Unreadable { cause, .. } if is_passing(cause))
    }
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unreadable { name, cause } => {
                write!(f, "cannot read '{name}': {}", io_message(cause))
            }
            Self::NoGames(name) => write!(f, "no PGN files in '{name}'"),
            Self::Interrupted => f.write_str("interrupted by a signal"),
        }
    }
}

impl Error for InputError {}

impl Input {
    /// Its name in reports: the path, or `-` for standard input.
    pub fn name(&self) -> String {
        match self {
            Self::Stdin => "-".into(),
            Self::File(path) => path.display().to_string(),
            Self::ZipMember(member) => member.name.clone(),
        }
    }

    /// Its name in a sentence.
    pub fn title(&self) -> String {
        match self {
            Self::Stdin => "standard input".into(),
            Self::File(_) | Self::ZipMember(_) => self.name(),
        }
    }

    /// Its size on disk in bytes, if known.
    pub fn size(&self) -> Option<u64> {
        match self {
            Self::Stdin => None,
            Self::File(path) => fs::metadata(path).ok().map(|metadata| metadata.len()),
            Self::ZipMember(member) => Some(member.size),
        }
    }

    /// Whether it can be opened twice: a pipe can be read only once.
    pub fn is_rereadable(&self) -> bool {
        match self {
            Self::Stdin => false,
            Self::File(path) => fs::metadata(path).is_ok_and(|metadata| metadata.is_file()),
            Self::ZipMember(_) => true,
        }
    }

    /// Opens it for reading, decompressed, and in UTF-8 if it is UTF-16. A compressed input is decoded on a thread of its own, or on up to `jobs` threads
    /// if it consists of several frames.
    ///
    /// # Errors
    /// When it cannot be opened, or not even its first bytes can be read.
    pub fn open(&self, jobs: usize) -> Result<Stream, InputError> {
        self.open_text(jobs).map(|(text, _)| text)
    }

    /// The same, with the encoding that the text is transcoded from.
    fn open_text(&self, jobs: usize) -> Result<(Stream, Option<WideEncoding>), InputError> {
        let opened = match self {
            Self::Stdin => decoded(io::stdin(), jobs),
            Self::File(path) => File::open(path).and_then(|file| decoded(file, jobs)),
            Self::ZipMember(member) => member.open().and_then(|text| decoded(text, jobs)),
        };
        let opened = opened.map(in_utf8);
        opened.map_err(|cause| InputError::Unreadable { name: self.name(), cause })
    }

    /// Opens it and cuts it into blocks of whole games.
    ///
    /// # Errors
    /// As [`open`](Self::open).
    pub fn blocks(&self, jobs: usize) -> Result<Blocks<Stream>, InputError> {
        let shared = self.size().filter(|_| jobs > 1).unwrap_or_default();
        Ok(self.blocks_of(self.open_text(jobs)?).shared(shared))
    }

    fn blocks_of(&self, (text, encoding): (Stream, Option<WideEncoding>)) -> Blocks<Stream> {
        Blocks::new(self.name(), text).transcoded_from(encoding)
    }

    /// The same, until a signal arrives.
    ///
    /// # Errors
    /// As [`open`](Self::open), and when the signal comes first.
    pub fn interruptible_blocks(
        &self,
        jobs: usize,
        interrupt: &Interrupt,
    ) -> Result<Blocks<Stream>, InputError> {
        let waits = |stream| InterruptibleStream { stream, interrupt: interrupt.clone() };
        let opened = match self {
            // Without the buffer of the standard library: a wait for more must not overlook what it holds.
            Self::Stdin => io::stdin().as_fd().try_clone_to_owned().map(File::from),
            // A pipe without a writer would keep the program waiting here, where no signal ends it.
            Self::File(path) if !self.is_rereadable() => {
                File::options().read(true).custom_flags(O_NONBLOCK).open(path)
            }
            Self::File(_) | Self::ZipMember(_) => {
                return Ok(self.blocks(jobs)?.until(interrupt.clone()));
            }
        };
        match opened.and_then(|file| decoded(waits(file), jobs)) {
            Ok(stream) => Ok(self.blocks_of(in_utf8(stream)).until(interrupt.clone())),
            Err(_) if interrupt.signal().is_some() => Err(InputError::Interrupted),
            Err(cause) => Err(InputError::Unreadable { name: self.name(), cause }),
        }
    }
}

/// The text of a stream, decompressed on a thread of its own.
pub(super) fn decoded_text(stream: Stream) -> io::Result<Stream> {
    decoded(stream, 1)
}

/// An error in the place where it occurred.
struct Failure(Option<io::Error>);

impl Read for Failure {
    fn read(&mut self, _buffer: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// A text in UTF-8 if it is UTF-16, and otherwise as it is. What cannot be read now fails when it is read.
pub(super) fn in_utf8(mut stream: Stream) -> (Stream, Option<WideEncoding>) {
    let mut first = Vec::new();
    let failure = Failure(stream.by_ref().take(4).read_to_end(&mut first).err());
    let wide = WideEncoding::of(&first).filter(|wide| wide.encoding().is_some());
    let whole = Cursor::new(first).chain(failure).chain(stream);
    match wide.and_then(WideEncoding::encoding) {
        Some(encoding) => {
            let mut builder = DecodeReaderBytesBuilder::new();
            let decoder = builder.encoding(Some(encoding)).strip_bom(true).build(whole);
            (Box::new(decoder), wide)
        }
        None => (Box::new(whole), None),
    }
}

/// What paths stand for.
#[derive(Debug, Default)]
pub struct Expansion {
    /// The inputs, in the order of the paths.
    pub inputs: Vec<Input>,
    /// What cannot be read, or holds no games.
    pub errors: Vec<InputError>,
    /// Archives and databases in directories that hold games in a form that cannot be read.
    pub skipped: Vec<PathBuf>,
}

/// The inputs that paths stand for: `-` is standard input, a directory means all games below it, in the order of their names,
/// a ZIP archive all games in it.
pub fn expand(paths: &[PathBuf]) -> Expansion {
    let mut expansion = Expansion::default();
    for path in paths {
        let before = (expansion.inputs.len(), expansion.errors.len());
        if path.as_os_str() == "-" {
            expansion.inputs.push(Input::Stdin);
        } else if path.is_dir() {
            expansion.walk(path);
        } else {
            expansion.file(path.clone());
        }
        if before == (expansion.inputs.len(), expansion.errors.len()) {
            expansion.errors.push(InputError::NoGames(path.display().to_string()));
        }
    }
    expansion
}

impl Expansion {
    /// Adds all games below a directory. Links to directories are not followed, so that no tree is endless.
    fn walk(&mut self, root: &Path) {
        for entry in WalkDir::new(root).sort_by_file_name() {
            match entry {
                Ok(entry) if entry.file_type().is_dir() => {}
                Ok(entry) if has_extension(entry.path(), &READ) => self.file(entry.into_path()),
                Ok(entry) if has_extension(entry.path(), &NOT_READ) => {
                    self.skipped.push(entry.into_path());
                }
                Ok(_) => {}
                Err(error) => {
                    let name = error.path().unwrap_or(root).display().to_string();
                    let cause = error.into_io_error();
                    let cause = cause.unwrap_or_else(|| io::ErrorKind::Other.into());
                    self.errors.push(InputError::Unreadable { name, cause });
                }
            }
        }
    }

    /// Adds a file, or the members of a ZIP archive. A file that cannot be opened is reported when it is its turn.
    fn file(&mut self, path: PathBuf) {
        match members(&path, |member| has_extension(member, &READ)) {
            Ok(Some(members)) => self.inputs.extend(members.into_iter().map(Input::ZipMember)),
            Err(cause) if cause.kind() == io::ErrorKind::InvalidData => {
                let name = path.display().to_string();
                self.errors.push(InputError::Unreadable { name, cause });
            }
            Ok(None) | Err(_) => self.inputs.push(Input::File(path)),
        }
    }
}

/// The extensions of files that hold games, plain or compressed.
const READ: [&str; 6] = ["pgn", "gz", "bz2", "zst", "xz", "zip"];

/// The extensions of archives and databases that may hold games, but cannot be read.
const NOT_READ: [&str; 15] = [
    "7z", "rar", "tar", "tgz", "tbz2", "txz", "lz4", "lzma", "cbh", "cbv", "cbz", "cbf", "si4",
    "si5", "si3",
];

fn has_extension(path: &Path, extensions: &[&str]) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|own| extensions.iter().any(|known| own.eq_ignore_ascii_case(known)))
}
