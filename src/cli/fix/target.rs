//! Where a corrected file goes: a stream, a new file, the old file, a diff, or nowhere.

use std::{
    fs::{self, File},
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::{
    archive::{Encoder, Format, Input},
    cli::{
        CommandError,
        fix::FixArguments,
        streams::{create_output, unreadable, unwritable},
    },
    output::corrections::{DiffStyle, DiffWriter},
    text::{AtomicFile, ClosedFile, PrintableWriter},
};

/// Where a corrected file goes.
pub(super) enum Target<'s> {
    Stream(Box<dyn Write + Send + 's>),
    /// A file with its final name.
    File(Encoder<AtomicFile>, PathBuf),
    Diff(DiffWriter<&'s mut (dyn Write + Send)>),
    Nothing,
}

/// The standard output, and what reads it.
pub(super) struct Results<'s> {
    pub(super) out: &'s mut (dyn Write + Send),
    pub(super) color: bool,
    pub(super) is_terminal: bool,
}

impl<'s> Target<'s> {
    /// The target of an input; `paths` must not be written over.
    pub(super) fn of(
        arguments: &FixArguments,
        input: &Input,
        paths: &[PathBuf],
        results: Results<'s>,
    ) -> Result<Self, CommandError> {
        let Results { out, color, is_terminal } = results;
        if arguments.check {
            return Ok(Self::Nothing);
        }
        if arguments.diff {
            let style = if is_terminal { DiffStyle::Terminal { color } } else { DiffStyle::Plain };
            let name = plain_name(input);
            return Ok(Self::Diff(DiffWriter::new(out, name.as_bytes(), style)));
        }
        if arguments.in_place {
            return in_place(input);
        }
        match arguments.output.as_deref().filter(|path| path.as_os_str() != "-") {
            Some(path) => Ok(Self::File(create_packed(path, paths)?, path.to_owned())),
            None if is_terminal => Ok(Self::Stream(Box::new(PrintableWriter(out)))),
            None => Ok(Self::Stream(Box::new(out))),
        }
    }

    /// Writes bytes that stay the same.
    pub(super) fn same(&mut self, bytes: &[u8]) -> Result<(), CommandError> {
        match self {
            Self::Stream(out) => Ok(out.write_all(bytes)?),
            Self::File(file, path) => {
                file.write_all(bytes).map_err(|error| unwritable(path, &error))
            }
            Self::Diff(diff) => Ok(diff.same(bytes)?),
            Self::Nothing => Ok(()),
        }
    }

    /// Writes `new` in place of `old`.
    pub(super) fn replace(&mut self, old: &[u8], new: &[u8]) -> Result<(), CommandError> {
        match self {
            Self::Diff(diff) => {
                diff.replace(old, new);
                Ok(())
            }
            Self::Stream(_) | Self::File(..) | Self::Nothing => self.same(new),
        }
    }

    /// Ends the file. A new file does not have its name yet.
    pub(super) fn finish(self) -> Result<Option<(ClosedFile, PathBuf)>, CommandError> {
        match self {
            Self::Stream(mut out) => out.flush()?,
            Self::Diff(diff) => diff.finish()?,
            Self::File(file, path) => {
                let closed = file.finish().and_then(AtomicFile::close);
                let closed = closed.map_err(|error| unwritable(&path, &error))?;
                return Ok(Some((closed, path)));
            }
            Self::Nothing => {}
        }
        Ok(None)
    }
}

/// Opens a file of `-o` or `--rejects`, compressed as its ending says.
pub(super) fn create_packed(
    path: &Path,
    inputs: &[PathBuf],
) -> Result<Encoder<AtomicFile>, CommandError> {
    let is_zip = path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("zip"));
    if is_zip {
        let message = format!("cannot write '{}': ZIP archives can only be read", path.display());
        return Err(CommandError::new(message).with_tip("choose .pgn, .gz, .bz2, .zst or .xz"));
    }
    let file = create_output(path, inputs)?;
    Encoder::new(file, Format::of_name(path)).map_err(|error| unwritable(path, &error))
}

/// Opens a file that takes the place of an input, compressed in the same way.
fn in_place<'s>(input: &Input) -> Result<Target<'s>, CommandError> {
    let path = match input {
        Input::File(path) if input.is_rereadable() => path,
        Input::Stdin | Input::File(_) | Input::ZipMember(_) => {
            let message = format!("{} cannot be rewritten in place", input.title());
            return Err(CommandError::new(message).with_tip("use `-o FILE`"));
        }
    };
    let format = Format::of_file(path).map_err(|error| unreadable(path, &error))?;
    let open = || Encoder::new(AtomicFile::create(path)?, format);
    let file = open().map_err(|error| unwritable(path, &error))?;
    Ok(Target::File(file, path.clone()))
}

/// The name of an input without the ending of a compressed format: a diff is about its text.
fn plain_name(input: &Input) -> String {
    let name = input.name();
    match Format::of_name(Path::new(&name)) {
        Some(_) => Path::new(&name).with_extension("").display().to_string(),
        None => name,
    }
}

/// Gives a file its name, and keeps the old one under its name and `suffix`.
pub(super) fn replace_file(
    file: ClosedFile,
    path: &Path,
    suffix: Option<&str>,
) -> Result<(), CommandError> {
    if let Some(suffix) = suffix {
        let mut backup = path.to_owned().into_os_string();
        backup.push(suffix);
        let backup = PathBuf::from(backup);
        keep(path, &backup).map_err(|error| unwritable(&backup, &error))?;
    }
    file.rename().map_err(|error| unwritable(path, &error))
}

/// Copies a file with its permissions.
fn keep(path: &Path, backup: &Path) -> io::Result<()> {
    let mut copy = AtomicFile::create(backup)?;
    io::copy(&mut File::open(path)?, &mut copy)?;
    copy.finish()?;
    fs::set_permissions(backup, fs::metadata(path)?.permissions())
}
