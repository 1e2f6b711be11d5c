//! Compressed output: a writer that compresses, in the format of a name or of another file.

use std::{
    fs::File,
    io::{self, Read, Write},
    path::Path,
};

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use lzma_rust2::{XzOptions, XzWriter};

use crate::archive::Format;

impl Format {
    /// The format that the ending of a name stands for.
    pub fn of_name(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        match extension.as_str() {
            "gz" => Some(Self::Gzip),
            "bz2" => Some(Self::Bzip2),
            "zst" => Some(Self::Zstd),
            "xz" => Some(Self::Xz),
            _ => None,
        }
    }

    /// The format of a file, as its first bytes say.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn of_file(path: &Path) -> io::Result<Option<Self>> {
        let mut magic = Vec::new();
        File::open(path)?.take(6).read_to_end(&mut magic)?;
        Ok(Self::of(&magic))
    }
}

/// A writer that compresses what it is given, or not.
pub enum Encoder<W: Write> {
    /// Bytes as they are.
    Plain(W),
    /// gzip
    Gzip(GzEncoder<W>),
    /// bzip2
    Bzip2(BzEncoder<W>),
    /// zstd
    Zstd(zstd::Encoder<'static, W>),
    /// xz
    Xz(Box<XzWriter<W>>),
}

impl<W: Write> std::fmt::Debug for Encoder<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Encoder").finish_non_exhaustive()
    }
}

impl<W: Write> Encoder<W> {
    /// Writes to `out` in this format.
    ///
    /// # Errors
    /// When the encoder cannot be set up.
    pub fn new(out: W, format: Option<Format>) -> io::Result<Self> {
        Ok(match format {
            None => Self::Plain(out),
            Some(Format::Gzip) => Self::Gzip(GzEncoder::new(out, flate2::Compression::default())),
            Some(Format::Bzip2) => Self::Bzip2(BzEncoder::new(out, bzip2::Compression::default())),
            Some(Format::Zstd) => Self::Zstd(zstd::Encoder::new(out, 0)?),
            Some(Format::Xz) => Self::Xz(Box::new(XzWriter::new(out, XzOptions::with_preset(6))?)),
        })
    }

    /// Writes what is left and returns the stream below.
    ///
    /// # Errors
    /// When the last bytes cannot be written.
    pub fn finish(self) -> io::Result<W> {
        match self {
            Self::Plain(out) => Ok(out),
            Self::Gzip(encoder) => encoder.finish(),
            Self::Bzip2(encoder) => encoder.finish(),
            Self::Zstd(encoder) => encoder.finish(),
            Self::Xz(encoder) => encoder.finish(),
        }
    }

    fn stream(&mut self) -> &mut dyn Write {
        match self {
            Self::Plain(out) => out,
            Self::Gzip(encoder) => encoder,
            Self::Bzip2(encoder) => encoder,
            Self::Zstd(encoder) => encoder,
            Self::Xz(encoder) => encoder,
        }
    }
}

impl<W: Write> Write for Encoder<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream().flush()
    }
}
