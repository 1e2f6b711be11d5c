//! Streams of several short frames, which several threads decode; the text comes in the order of the stream. Memory is bounded
//! whatever the data.

use std::io::{self, Read};

use memchr::memmem;
use zstd::zstd_safe;

use super::{
    Decoder, Format, Packed, Stream,
    ahead::{CHUNK, Text},
    packed,
};
use crate::archive::OrderedPool;

/// Short frames are decoded together up to this size.
const BATCH: usize = 256 << 10;

/// The largest compressed frame that is decoded beside others; a longer one is decoded as a stream.
const LARGEST_FRAME: usize = 4 << 20;

/// How much text of a batch is decoded before it is its turn.
const LARGEST_TEXT: u64 = 8 << 20;

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
    /// The frame at the beginning of some bytes, found without decoding it.
    fn frame(self, bytes: &[u8]) -> Frame {
        match self {
            Self::Gzip => blocked_gzip(bytes),
            Self::Bzip2 => bzip2_stream(bytes),
            Self::Zstd => zstd_frame(bytes),
            Self::Xz => Frame::Inseparable,
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
pub(super) fn frames(
    format: Format,
    stream: Stream,
    jobs: usize,
    text: &mut Text,
) -> io::Result<()> {
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

#[cfg(test)]
mod tests {
    use std::io::{self, Cursor, Read, Write};

    use super::{Batches, Format, Stream};
    use crate::archive::decode::decoded;

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
