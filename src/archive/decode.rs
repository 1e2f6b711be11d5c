//! Compressed streams: recognised by their first bytes, and decoded beside the work on a thread of their own. If a stream consists
//! of several short frames, several threads decode them, and the text still comes in order. Memory is bounded whatever the data.

use std::{
    io::{self, BufReader, Cursor, Read},
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

use bzip2::bufread::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use lzma_rust2::XzReader;
use memchr::memmem;
use zstd::zstd_safe;

use crate::archive::OrderedPool;

/// A stream of bytes that may pass to another thread.
pub(super) type Stream = Box<dyn Read + Send>;

/// The text that is sent at once.
const CHUNK: usize = 128 << 10;

/// How many chunks the decoder may be ahead of its reader.
const AHEAD: usize = 4;

/// Short frames are decoded together up to this size.
const BATCH: usize = 256 << 10;

/// The largest compressed frame that is decoded beside others; a longer one is decoded as a stream.
const LARGEST_FRAME: usize = 4 << 20;

/// How much text of a batch is decoded before it is its turn.
const LARGEST_TEXT: u64 = 8 << 20;

/// The memory in KiB that an xz stream may need: enough for `xz -9`, and for every usual file.
const XZ_MEMORY: u32 = 256 << 10;

/// A compressed format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Gzip,
    Bzip2,
    Zstd,
    Xz,
}

/// Decompresses a stream if its first bytes say that it is compressed; the name does not matter.
pub(super) fn decoded(
    mut stream: impl Read + Send + 'static,
    jobs: usize,
) -> io::Result<Box<dyn Read + Send>> {
    let mut magic = Vec::new();
    stream.by_ref().take(6).read_to_end(&mut magic)?;
    if is_zip(&magic) {
        let message = "a ZIP archive must be named as a file of games, or be unpacked";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let format = Format::of(&magic);
    let whole = Cursor::new(magic).chain(stream);
    let Some(format) = format else { return Ok(Box::new(whole)) };
    let decode = move |text: &mut Text| {
        let decoded = if jobs > 1 {
            frames(format, Box::new(whole), jobs, text)
        } else {
            format.decoder(Box::new(whole)).and_then(|mut decoder| text.all(&mut *decoder))
        };
        decoded.map_err(|error| format.describe(error))
    };
    Ok(Box::new(Decoded::start(decode)?))
}

/// Whether a file is a ZIP archive, perhaps an empty one.
pub(super) fn is_zip(magic: &[u8]) -> bool {
    magic.starts_with(b"PK\x03\x04") || magic.starts_with(b"PK\x05\x06")
}

/// A frame at the beginning of some bytes.
enum Frame {
    /// It has this length.
    Whole(usize),
    /// It may be longer than the bytes.
    Open,
    /// It cannot be separated from what follows.
    Inseparable,
}

impl Format {
    fn of(magic: &[u8]) -> Option<Self> {
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
    fn decoder(self, stream: Stream) -> io::Result<Stream> {
        Ok(match self {
            Self::Gzip => Box::new(MultiGzDecoder::new(BufReader::new(stream))),
            Self::Bzip2 => Box::new(MultiBzDecoder::new(BufReader::new(stream))),
            Self::Zstd => Box::new(zstd::Decoder::new(stream)?),
            Self::Xz => Box::new(XzReader::new_mem_limit(BufReader::new(stream), true, XZ_MEMORY)),
        })
    }

    /// The frame at the beginning of some bytes, found without decoding it.
    fn frame(self, bytes: &[u8]) -> Frame {
        match self {
            Self::Gzip => blocked_gzip(bytes),
            Self::Bzip2 => bzip2_stream(bytes),
            Self::Zstd => zstd_frame(bytes),
            Self::Xz => Frame::Inseparable,
        }
    }

    /// The same error in words about the file; errors of the system stay as they are.
    fn describe(self, error: io::Error) -> io::Error {
        let name = match self {
            Self::Gzip => "gzip",
            Self::Bzip2 => "bzip2",
            Self::Zstd => "zstd",
            Self::Xz => "xz",
        };
        let kind = error.kind();
        let is_cut = kind == io::ErrorKind::UnexpectedEof;
        match error.raw_os_error() {
            Some(_) => error,
            None if is_cut => io::Error::new(kind, format!("the {name} data is cut off")),
            None => io::Error::new(kind, format!("the {name} data is damaged: {error}")),
        }
    }
}

/// A block of BGZF, a gzip member that contains its own length.
fn blocked_gzip(bytes: &[u8]) -> Frame {
    match bytes {
        // One extra field of six bytes: its name, its length, and the length of the member minus one.
        [0x1f, 0x8b, 8, 4, _, _, _, _, _, _, 6, 0, b'B', b'C', 2, 0, low, high, ..] => {
            whole_within(usize::from(u16::from_le_bytes([*low, *high])) + 1, bytes)
        }
        _ if bytes.len() < 18 => Frame::Open,
        _ => Frame::Inseparable,
    }
}

/// A bzip2 stream up to the beginning of the next one. These ten bytes do not occur by chance.
fn bzip2_stream(bytes: &[u8]) -> Frame {
    let first_block = memmem::find_iter(bytes, b"1AY&SY");
    let mut starts = first_block.filter_map(|at| at.checked_sub(4).filter(|&at| at > 0));
    let is_start = |&at: &usize| matches!(bytes[at..at + 4], [b'B', b'Z', b'h', b'1'..=b'9']);
    match starts.find(is_start) {
        _ if !bytes.starts_with(b"BZh") => Frame::Inseparable,
        Some(length) => Frame::Whole(length),
        None => Frame::Open,
    }
}

/// A frame of zstd, whose blocks contain their lengths. One that needs much memory is not decoded beside others.
fn zstd_frame(bytes: &[u8]) -> Frame {
    let has_window = |descriptor: u8| descriptor & 0x20 == 0;
    let window = match bytes {
        [0x28, 0xb5, 0x2f, 0xfd, descriptor, window, ..] if has_window(*descriptor) => {
            1 << (10 + (window >> 3))
        }
        _ => zstd_safe::get_frame_content_size(bytes).ok().flatten().unwrap_or(0),
    };
    match zstd_safe::find_frame_compressed_size(bytes) {
        _ if bytes.len() < 18 => Frame::Open,
        _ if window > LARGEST_TEXT => Frame::Inseparable,
        Ok(length) => whole_within(length, bytes),
        Err(_) => Frame::Open,
    }
}

fn whole_within(length: usize, bytes: &[u8]) -> Frame {
    if length <= bytes.len() { Frame::Whole(length) } else { Frame::Open }
}

/// Decodes the frames of a stream on several threads, as far as they can be separated.
fn frames(format: Format, stream: Stream, jobs: usize, text: &mut Text) -> io::Result<()> {
    let batches = Batches { format, stream: Some(stream), buffer: Vec::new(), begun: false };
    let decode = |batch: Batch| {
        let mut begun = Vec::new();
        let rest = match batch {
            Batch::Frames(bytes) => {
                format.decoder(Box::new(Cursor::new(bytes))).and_then(|mut rest| {
                    rest.by_ref().take(LARGEST_TEXT).read_to_end(&mut begun)?;
                    Ok(rest)
                })
            }
            Batch::Stream(stream) => format.decoder(stream),
        };
        (begun, rest)
    };
    OrderedPool::new(jobs).run(batches, &decode, |(begun, rest)| {
        text.send(begun)?;
        text.all(&mut *rest?)
    })
}

/// Compressed bytes to decode.
enum Batch {
    /// Whole frames, to be decoded ahead of time.
    Frames(Vec<u8>),
    /// What is decoded when it is its turn: the first frames, whose turn it is at once, and everything from the first frame
    /// on that cannot be separated.
    Stream(Stream),
}

/// Reads a compressed stream in batches of whole frames.
struct Batches {
    format: Format,
    /// `None` when all of it has been passed on.
    stream: Option<Stream>,
    /// What was read and not yet passed on.
    buffer: Vec<u8>,
    begun: bool,
}

impl Iterator for Batches {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        let mut stream = self.stream.take()?;
        let (mut whole, mut is_all) = (0, false);
        while whole < BATCH {
            match self.format.frame(&self.buffer[whole..]) {
                Frame::Whole(length) => whole += length,
                Frame::Open if !is_all && self.buffer.len() - whole < LARGEST_FRAME => {
                    let more = (self.buffer.len() - whole).max(CHUNK) as u64;
                    let read = stream.by_ref().take(more).read_to_end(&mut self.buffer);
                    // A stream that fails now fails again where it is decoded.
                    is_all = !matches!(read, Ok(1..));
                }
                Frame::Open | Frame::Inseparable => break,
            }
        }
        let rest = self.buffer.split_off(whole);
        let frames = std::mem::replace(&mut self.buffer, rest);
        let is_first = !std::mem::replace(&mut self.begun, true);
        if !frames.is_empty() {
            self.stream = Some(stream);
            return Some(if is_first {
                Batch::Stream(Box::new(Cursor::new(frames)))
            } else {
                Batch::Frames(frames)
            });
        }
        let rest = std::mem::take(&mut self.buffer);
        let is_end = is_all && rest.is_empty();
        (!is_end).then(|| Batch::Stream(Box::new(Cursor::new(rest).chain(stream))))
    }
}

/// Where a thread sends the text that it decodes.
pub(super) struct Text {
    chunks: SyncSender<io::Result<Vec<u8>>>,
    /// Chunks that have been read, for reuse.
    spare: Receiver<Vec<u8>>,
}

impl Text {
    /// Sends all that a reader holds.
    pub(super) fn all(&mut self, reader: &mut (impl Read + ?Sized)) -> io::Result<()> {
        loop {
            let mut chunk = self.spare.try_recv().unwrap_or_default();
            chunk.clear();
            let outcome = reader.take(CHUNK as u64).read_to_end(&mut chunk);
            let is_end = chunk.is_empty();
            self.send(chunk)?;
            if outcome? == 0 && is_end {
                return Ok(());
            }
        }
    }

    /// Sends a piece of text. That its reader has gone away is an error too, which ends the thread.
    fn send(&mut self, chunk: Vec<u8>) -> io::Result<()> {
        let is_lost = !chunk.is_empty() && self.chunks.send(Ok(chunk)).is_err();
        if is_lost { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }
}

/// The text that another thread decodes.
pub(super) struct Decoded {
    chunks: Receiver<io::Result<Vec<u8>>>,
    spare: SyncSender<Vec<u8>>,
    chunk: Cursor<Vec<u8>>,
    has_ended: bool,
}

impl Decoded {
    /// Starts a thread that decodes.
    pub(super) fn start(
        decode: impl FnOnce(&mut Text) -> io::Result<()> + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, chunks) = sync_channel(AHEAD);
        let (spare, spare_chunks) = sync_channel(AHEAD);
        thread::Builder::new().name("decoder".into()).spawn(move || {
            let mut text = Text { chunks: sender, spare: spare_chunks };
            // An empty chunk is the end: a thread that fails otherwise leaves none.
            let end = decode(&mut text).map(|()| Vec::new());
            let _ = text.chunks.send(end);
        })?;
        Ok(Self { chunks, spare, chunk: Cursor::default(), has_ended: false })
    }
}

impl Read for Decoded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.chunk.read(buffer)?;
        if read > 0 || buffer.is_empty() || self.has_ended {
            return Ok(read);
        }
        let stopped = |_| Err(io::Error::other("the decoder stopped"));
        let next = self.chunks.recv().unwrap_or_else(stopped);
        self.has_ended = next.as_ref().map_or(true, Vec::is_empty);
        let next = next?;
        let used = std::mem::replace(&mut self.chunk, Cursor::new(next)).into_inner();
        if used.capacity() <= 2 * CHUNK {
            // If there is no room, the memory is freed.
            let _ = self.spare.try_send(used);
        }
        self.chunk.read(buffer)
    }
}
