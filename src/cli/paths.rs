//! The files of games that a command reads: named on the command line, or listed in a file.

use std::{
    ffi::OsStr,
    fs,
    io::{self, Read, Write},
    os::unix::ffi::OsStrExt,
    path::{Path, PathBuf},
};

use clap::Args;

use crate::{
    archive::InputError,
    cli::{
        CommandError, Exit,
        streams::{stdin_is_terminal, unreadable},
    },
};

/// How many skipped files are named.
const MAX_NAMED: usize = 10;

/// The flags that name files of games.
#[derive(Debug, Args)]
pub struct Paths {
    /// PGN files, directories, ZIP archives, or `-` (standard input)
    ///
    /// The files may be compressed with gzip, bzip2, zstd or xz.
    #[arg(value_name = "FILE|DIR|-")]
    named: Vec<PathBuf>,

    /// Also read the files listed in this file, one on a line; `-` for standard input
    #[arg(long, value_name = "FILE|-", hide_short_help = true)]
    files_from: Option<PathBuf>,

    /// The names in the list end with a NUL byte instead of a line end
    #[arg(short = '0', long, requires = "files_from", hide_short_help = true)]
    null: bool,
}

impl Paths {
    /// All paths: standard input if none is named and it is not a terminal.
    ///
    /// # Errors
    /// When there is nothing to read, or the list cannot be read.
    pub fn read(&self, command: &str) -> Result<Vec<PathBuf>, CommandError> {
        let mut paths = self.named.clone();
        if let Some(list) = &self.files_from {
            paths.extend(self.listed(list)?);
            if paths.is_empty() {
                return Err(CommandError::new(format!("'{}' lists no files", list.display())));
            }
        } else if paths.is_empty() {
            if stdin_is_terminal() {
                let tip =
                    format!("run `arbiter {command} FILE`, or `arbiter {command} -` to type games");
                let message = "no file is named, and standard input is a terminal";
                return Err(CommandError::new(message).with_tip(tip));
            }
            paths.push(PathBuf::from("-"));
        }
        Ok(paths)
    }

    /// The paths of a list. Blank lines name nothing.
    fn listed(&self, list: &Path) -> Result<Vec<PathBuf>, CommandError> {
        let mut text = Vec::new();
        let read = if list.as_os_str() == "-" {
            io::stdin().read_to_end(&mut text)
        } else {
            fs::File::open(list).and_then(|mut file| file.read_to_end(&mut text))
        };
        read.map_err(|error| unreadable(list, &error))?;
        let end = if self.null { 0 } else { b'\n' };
        let line =
            |name| if self.null { name } else { <[u8]>::strip_suffix(name, b"\r").unwrap_or(name) };
        let names = text.split(|&byte| byte == end).map(line).filter(|name| !name.is_empty());
        Ok(names.map(|name| PathBuf::from(OsStr::from_bytes(name))).collect())
    }
}

/// Prints what cannot be read before the work begins; returns whether anything failed.
///
/// # Errors
/// When the output cannot be written.
pub fn report_expansion(
    errors: &[InputError],
    skipped: &[PathBuf],
    quiet: bool,
    err: &mut dyn Write,
) -> io::Result<Exit> {
    for error in errors {
        writeln!(err, "error: {error}")?;
    }
    if let Some(note) = skipped_note(skipped).filter(|_| !quiet) {
        writeln!(err, "{note}")?;
    }
    Ok(if errors.is_empty() { Exit::Clean } else { Exit::Failed })
}

/// A note about archives and databases in directories that cannot be read.
fn skipped_note(skipped: &[PathBuf]) -> Option<String> {
    let named: Vec<_> =
        skipped.iter().take(MAX_NAMED).map(|path| format!("'{}'", path.display())).collect();
    let more = match skipped.len() - named.len() {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let list = named.join(", ");
    (!named.is_empty()).then(|| {
        format!("note: not read: {list}{more}\ntip: unpack them, or export their games as PGN")
    })
}
