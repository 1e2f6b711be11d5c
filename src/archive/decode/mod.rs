//! Compressed streams: recognised by their first bytes, and decoded beside the work on a thread of their own. If a stream consists
//! of several short frames, several threads decode them, and the text still comes in order. Memory is bounded whatever the data.

use std::{
    io::{self, BufReader, Chain, Cursor, Read},
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

/// A bzip2 stream up to what looks like the beginning of the next one.
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
    let batches = Batches { format, stream: Some(stream), buffer: Vec::new() };
    let decode = |batch: Batch| {
        let (mut begun, mut decoder) = (Vec::new(), format.decoder(batch.packed)?);
        let ahead = if batch.is_whole { LARGEST_TEXT } else { 0 };
        let outcome = decoder.by_ref().take(ahead).read_to_end(&mut begun);
        Ok((begun, outcome, decoder))
    };
    let mut open: Option<Decoder> = None;
    OrderedPool::new(jobs).run(batches, &decode, |decoded: io::Result<_>| {
        let (begun, outcome, mut decoder) = decoded?;
        let outcome = if let Some(unfinished) = open.take() {
            decoder = unfinished.joined(decoder);
            text.all(&mut decoder)
        } else {
            text.send(begun)?;
            outcome.and_then(|_| text.all(&mut decoder))
        };
        match (outcome, &decoder) {
            (Err(error), Decoder::Bzip2(_)) if error.kind() == io::ErrorKind::UnexpectedEof => {
                open = Some(decoder);
                Ok(())
            }
            (outcome, _) => outcome,
        }
    })?;
    open.map_or(Ok(()), |_| Err(io::ErrorKind::UnexpectedEof.into()))
}

/// Compressed bytes to decode.
struct Batch {
    packed: Packed,
    /// Whether these are whole frames, which are decoded ahead of their turn; otherwise it is everything from the first frame
    /// on that cannot be separated.
    is_whole: bool,
}

/// Reads a compressed stream in batches of whole frames.
struct Batches {
    format: Format,
    /// `None` when all of it has been passed on.
    stream: Option<Stream>,
    /// What was read and not yet passed on.
    buffer: Vec<u8>,
}

impl Iterator for Batches {
    type Item = Batch;

    fn next(&mut self) -> Option<Batch> {
        let mut stream = self.stream.take()?;
        let (mut whole, mut is_end) = (0, false);
        while whole < BATCH {
            let open = self.buffer.len() - whole;
            match self.format.frame(&self.buffer[whole..]) {
                Frame::Whole(length) => whole += length,
                Frame::Open if open < LARGEST_FRAME => {
                    let more = open.max(CHUNK) as u64;
                    match stream.by_ref().take(more).read_to_end(&mut self.buffer) {
                        Ok(1..) => {}
                        // A stream that fails now fails again where the rest is decoded.
                        ended => {
                            is_end = ended.is_ok();
                            break;
                        }
                    }
                }
                Frame::Open | Frame::Inseparable => break,
            }
        }
        let rest = self.buffer.split_off(whole);
        let frames = std::mem::replace(&mut self.buffer, rest);
        if !frames.is_empty() {
            self.stream = Some(stream);
            return Some(Batch { packed: packed(frames, Box::new(io::empty())), is_whole: true });
        }
        let rest = std::mem::take(&mut self.buffer);
        let is_empty = is_end && rest.is_empty();
        (!is_empty).then(|| Batch { packed: packed(rest, stream), is_whole: false })
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
    pub(super) fn all(&mut self, reader: &mut impl Read) -> io::Result<()> {
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
        // After an error, every further call fails too.
        self.has_ended = next.as_ref().is_ok_and(Vec::is_empty);
        let next = next?;
        let used = std::mem::replace(&mut self.chunk, Cursor::new(next)).into_inner();
        if used.capacity() <= 2 * CHUNK {
            // If there is no room, the memory is freed.
            let _ = self.spare.try_send(used);
        }
        self.chunk.read(buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn read_all(stream: impl Read + Send + 'static, jobs: usize) -> (Vec<u8>, Option<String>) {
        let mut text = Vec::new();
        let outcome = decoded(stream, jobs).and_then(|mut stream| stream.read_to_end(&mut text));
        (text, outcome.err().map(|error| error.to_string()))
    }

    /// Letters without any order.
    fn letters(count: usize) -> Vec<u8> {
        let mut state: u32 = 9;
        let mut letter = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            b"abcdefghijklmnop"[(state >> 28) as usize]
        };
        std::iter::repeat_with(&mut letter).take(count).collect()
    }

    /// A bzip2 stream with something in its middle that looks like the beginning of another. It is in the list of the tables
    /// for each fifty symbols, which may be longer than needed: each is a run of ones and a zero.
    fn with_false_start(text: &[u8]) -> Vec<u8> {
        let to_bits = |bytes: &[u8]| -> Vec<bool> {
            bytes.iter().flat_map(|byte| (0..8).rev().map(move |at| byte >> at & 1 == 1)).collect()
        };
        let to_number =
            |bits: &[bool]| bits.iter().fold(0, |sum, &bit| sum << 1 | usize::from(bit));
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::best());
        encoder.write_all(text).expect("memory");
        let mut bits = to_bits(&encoder.finish().expect("memory"));
        // After two marks, a checksum, a bit and a place: which bytes occur, first in sixteens.
        let map = 80 + 32 + 1 + 24;
        let sixteens = bits[map..map + 16].iter().filter(|&&is_used| is_used).count();
        let list = map + 16 + 16 * sixteens + 3 + 15;
        let length = to_number(&bits[list - 15..list]);
        let mut zeros = (list..bits.len()).filter(|&at| !bits[at]);
        let end = zeros.nth(length - 1).expect("a list") + 1;
        let mut added = vec![false; 16_008 - end % 8];
        added.extend(to_bits(b"BZh91AY&SY"));
        added.resize(added.len().next_multiple_of(8) + 8, false);
        let length = length + added.iter().filter(|&&bit| !bit).count();
        for at in 0..15 {
            bits[list - 1 - at] = length >> at & 1 == 1;
        }
        bits.splice(end..end, added);
        bits.chunks(8).map(|bits| u8::try_from(to_number(bits)).expect("a byte")).collect()
    }

    #[test]
    fn what_looks_like_the_beginning_of_a_bzip2_stream_is_none() {
        let text = letters(1_000_000);
        let streams: Vec<_> = text.chunks(5000).map(with_false_start).collect();
        let ends: Vec<_> = streams
            .iter()
            .scan(0, |end, stream| {
                *end += stream.len();
                Some(*end)
            })
            .collect();
        let bytes = streams.concat();
        // The test is about cuts at wrong places.
        let stream: Stream = Box::new(Cursor::new(bytes.clone()));
        let batches = Batches { format: Format::Bzip2, stream: Some(stream), buffer: Vec::new() };
        let cuts = batches.scan(0, |end, batch| {
            *end += batch.packed.get_ref().get_ref().0.get_ref().len();
            Some(*end)
        });
        assert!(cuts.filter(|cut| !ends.contains(cut)).count() > 0);
        let half = bytes[..ends[100] - 20].to_vec();
        for jobs in [1, 2, 4] {
            let (read, error) = read_all(Cursor::new(bytes.clone()), jobs);
            assert!(read == text && error.is_none(), "{jobs}: {} {error:?}", read.len());
            let (read, error) = read_all(Cursor::new(half.clone()), jobs);
            assert_eq!(error.as_deref(), Some("the bzip2 data is cut off"), "{jobs}");
            assert!(read.len() == 500_000 && text.starts_with(&read), "{jobs}: {}", read.len());
        }
    }

    #[test]
    fn a_frame_that_needs_much_memory_is_not_called_damaged() {
        // A window of 256 MiB, and one block of a byte as it is.
        let frame = [0x28, 0xb5, 0x2f, 0xfd, 0, 18 << 3, 1 << 3 | 1, 0, 0, b'*'];
        let expected = "the zstd data needs too much memory; decompress it first";
        for jobs in [1, 2] {
            let (text, error) = read_all(Cursor::new(frame.to_vec()), jobs);
            assert_eq!((text.len(), error.as_deref()), (0, Some(expected)), "{jobs}");
        }
    }

    /// Fails where its bytes end.
    struct Failing(Cursor<Vec<u8>>);

    impl Read for Failing {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            match self.0.read(buffer)? {
                0 => Err(io::Error::other("no more")),
                read => Ok(read),
            }
        }
    }

    #[test]
    fn a_stream_that_fails_after_whole_frames_is_an_error() {
        let frame = zstd::encode_all(&b"1. e4 e5 *\n"[..], 1).expect("memory");
        for jobs in [1, 2] {
            let (text, error) = read_all(Failing(Cursor::new(frame.repeat(3))), jobs);
            assert_eq!(text, b"1. e4 e5 *\n".repeat(3), "{jobs}");
            assert_eq!(error.as_deref(), Some("the zstd data is damaged: no more"), "{jobs}");
        }
    }
}
