//! Compressed streams: recognised by their first bytes, and decoded beside the work on a thread of their own.

mod ahead;
mod frames;

use std::io::{self, BufReader, Chain, Cursor, Read};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;

pub(super) use ahead::Decoded;
use ahead::Text;
use frames::frames;

/// A stream of bytes that may pass to another thread.
pub(super) type Stream = Box<dyn Read + Send>;

/// The memory in KiB that an xz stream may need: enough for `xz -9`, and for every usual file.
const XZ_MEMORY: u32 = 256 << 10;

/// A compressed format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// `.gz`
    Gzip,
    /// `.bz2`
    Bzip2,
    /// `.zst`
    Zstd,
    /// `.xz`
    Xz,
}

/// Decompresses a stream if its first bytes say that it is compressed; the name does not matter.
pub(super) fn decoded(mut stream: impl Read + Send + 'static, jobs: usize) -> io::Result<Stream> {
    let mut magic = Vec::new();
    stream.by_ref().take(6).read_to_end(&mut magic)?;
    if is_zip(&magic) {
        let message = "a ZIP archive must be named as a file of games, or be unpacked";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let format = Format::of(&magic);
    let whole: Stream = Box::new(Cursor::new(magic).chain(stream));
    let Some(format) = format else { return Ok(whole) };
    let decode = move |text: &mut Text| {
        let decoded = if jobs > 1 {
            frames(format, whole, jobs, text)
        } else {
            format.decoder(packed(Vec::new(), whole)).and_then(|mut decoder| text.all(&mut decoder))
        };
        decoded.map_err(|error| format.describe(error))
    };
    Ok(Box::new(Decoded::start(decode)?))
}

/// Whether a file is a ZIP archive, perhaps an empty one.
pub(super) fn is_zip(magic: &[u8]) -> bool {
    magic.starts_with(b"PK\x03\x04") || magic.starts_with(b"PK\x05\x06")
}

/// What a decoder reads: bytes that were read ahead, and the stream after them.
type Packed = BufReader<Chain<Cursor<Vec<u8>>, Stream>>;

fn packed(bytes: Vec<u8>, stream: Stream) -> Packed {
    BufReader::new(Cursor::new(bytes).chain(stream))
}

/// A decoder of one format.
enum Decoder {
    Bzip2(MultiBzDecoder<Packed>),
    Other(Stream),
}

impl Decoder {
    /// Goes on with the bytes of the next decoder. Only a bzip2 stream may need them: what looks like the beginning of a stream
    /// may be in the middle of one.
    fn joined(self, next: Self) -> Self {
        match (self, next) {
            (Self::Bzip2(mut open), Self::Bzip2(next)) => {
                let (bytes, stream) = next.into_inner().into_inner().into_inner();
                *open.get_mut() = packed(bytes.into_inner(), stream);
                Self::Bzip2(open)
            }
            (_, next) => next,
        }
    }
}

impl Read for Decoder {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::Bzip2(decoder) => decoder.read(buffer),
            Self::Other(decoder) => decoder.read(buffer),
        }
    }
}

impl Format {
    /// The format of a stream with these first bytes.
    pub(super) fn of(magic: &[u8]) -> Option<Self> {
        match magic {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Self::Bzip2),
            // A stream of zstd frames may begin with a skippable frame.
            [0x28, 0xb5, 0x2f, 0xfd, ..] | [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Self::Zstd),
            [0xfd, b'7', b'z', b'X', b'Z', 0] => Some(Self::Xz),
            _ => None,
        }
    }

    /// Decodes all frames of a stream, one after the other.
    fn decoder(self, packed: Packed) -> io::Result<Decoder> {
        Ok(Decoder::Other(match self {
            Self::Bzip2 => return Ok(Decoder::Bzip2(MultiBzDecoder::new(packed))),
            Self::Gzip => Box::new(MultiGzDecoder::new(packed)),
            Self::Zstd => Box::new(zstd::Decoder::with_buffer(packed)?),
            Self::Xz => Box::new(XzReader::new_mem_limit(packed, true, XZ_MEMORY)),
        }))
    }

    /// The same error in words about the file; errors of the system stay as they are.
    pub(super) fn describe(self, error: io::Error) -> io::Error {
        let name = match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Zstd => "zstd",
            Self::Xz => "xz",
        };
        let kind = error.kind();
        let message = match error.to_string() {
            _ if is_passing(&error) => return error,
            _ if kind == io::ErrorKind::UnexpectedEof => format!("the {name} data is cut off"),
            reason if reason.contains("memory") => {
                format!("the {name} data needs too much memory; decompress it first")
            }
            reason => format!("the {name} data is damaged: {reason}"),
        };
        io::Error::new(kind, message)
    }
}

/// Whether an error of the system or of a connection, not of the data, ended the reading: it may not happen again.
pub(super) fn is_passing(error: &io::Error) -> bool {
    error.raw_os_error().is_some() || error.kind() == io::ErrorKind::ConnectionAborted
}
