//! Parts of an archive for a cluster: how files are cut, and the blocks of one part.
//!
//! A shard owns the games whose first byte lies in it. It begins to read at its first byte, passes the end of the game before, and
//! reads past its end to finish its last game.

use std::{
    fs::File,
    io::{self, BufReader, Read, Seek, SeekFrom},
    path::Path,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use serde::{Deserialize, Serialize};

use crate::{
    archive::{
        Blocks, Format, Input, InputError,
        decode::Stream,
        input::{decoded_text, in_utf8},
    },
    pgn::{HEAD, is_quoted_mail, is_unreadable},
    text::WideEncoding,
};

/// How a shard is cut from its file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ShardKind {
    /// Bytes of a plain file.
    Bytes,
    /// Whole frames of a zstd file.
    Frames,
    /// A whole file.
    Whole,
}

/// A part of a file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    /// The file.
    pub path: String,
    /// How it is cut.
    pub kind: ShardKind,
    /// Its first byte in the file.
    pub start: u64,
    /// The first byte after it.
    pub end: u64,
    /// The size of the file.
    pub size: u64,
    /// How often it was joined from shards that did not fit together.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub rerun: u32,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde gives a reference")]
fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// The blocks of a shard, and where it ends in its text as soon as that is known.
#[derive(Debug)]
pub struct ShardBlocks<R> {
    /// The blocks; the first bytes may be unread.
    pub blocks: Blocks<R>,
    /// The end of the shard in the text that begins at its start; `u64::MAX` until it is known.
    pub end: Arc<AtomicU64>,
}

impl Shard {
    /// The shards of a file, of about `target` bytes each.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn plan(input: &Input, target: u64) -> Result<Vec<Self>, InputError> {
        let name = input.name();
        let unreadable = |cause| InputError::Unreadable { name: name.clone(), cause };
        let refused = |reason| Err(unreadable(io::Error::new(io::ErrorKind::InvalidInput, reason)));
        let path = match input {
            Input::File(path) if path.to_str().is_some() => path,
            Input::File(_) => return refused("its name is not UTF-8"),
            Input::Stdin => return refused("only files can be cut into shards"),
            Input::ZipMember(_) => {
                return refused("only files can be cut into shards; unpack it first");
            }
        };
        cuts_of(path, target.max(1))
            .map(|(kind, cuts)| {
                let size = cuts.last().copied().unwrap_or_default();
                let shard =
                    |start, end| Self { path: name.clone(), kind, start, end, size, rerun: 0 };
                match cuts.len() {
                    0 | 1 => vec![shard(0, size)],
                    _ => cuts.windows(2).map(|cut| shard(cut[0], cut[1])).collect(),
                }
            })
            .map_err(unreadable)
    }

    /// Opens the shard: its file, or a stream that begins with its first byte.
    ///
    /// # Errors
    /// When the file cannot be read, or has changed since it was cut.
    pub fn open(&self, stdin: Option<Stream>) -> Result<ShardBlocks<Stream>, InputError> {
        self.open_stream(stdin)
            .map_err(|cause| InputError::Unreadable { name: self.path.clone(), cause })
    }

    fn open_stream(&self, stdin: Option<Stream>) -> io::Result<ShardBlocks<Stream>> {
        let stream: Stream = if let Some(stream) = stdin {
            Box::new(WholeStream { stream, left: self.size.saturating_sub(self.start) })
        } else {
            let mut file = File::open(&self.path)?;
            if file.metadata()?.len() != self.size {
                return Err(io::Error::other("its size has changed since it was cut"));
            }
            file.seek(SeekFrom::Start(self.start))?;
            Box::new(file)
        };
        let end = Arc::new(AtomicU64::new(u64::MAX));
        let text: Stream = if self.kind == ShardKind::Whole {
            decoded_text(stream)?
        } else {
            Box::new(ShardText::open(self, stream, Arc::clone(&end))?)
        };
        let (text, encoding) = if self.start == 0 { in_utf8(text) } else { (text, None) };
        let blocks = Blocks::new(self.path.clone(), text).transcoded_from(encoding);
        Ok(ShardBlocks { blocks: blocks.of_shard(self.start, Arc::clone(&end)), end })
    }
}

/// Where a file may be cut: its beginning, its end, and places between them about `target` bytes apart.
fn cuts_of(path: &Path, target: u64) -> io::Result<(ShardKind, Vec<u64>)> {
    let mut file = File::open(path)?;
    let size = file.metadata()?.len();
    let mut head = Vec::new();
    file.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
    let is_plain = Format::of(&head).is_none()
        && WideEncoding::of(&head).is_none()
        && !is_unreadable(&head)
        && !is_quoted_mail(&head);
    if is_plain {
        let mut cuts: Vec<u64> = (0..size.div_ceil(target)).map(|at| at * target).collect();
        cuts.push(size);
        return Ok((ShardKind::Bytes, cuts));
    }
    let frames = match Format::of(&head) {
        Some(Format::Zstd) => skippable_frames(&mut file, size)?,
        _ => None,
    };
    let Some(frames) = frames else { return Ok((ShardKind::Whole, vec![0, size])) };
    let mut cuts = vec![0];
    for frame in frames {
        if frame - cuts.last().copied().unwrap_or_default() >= target {
            cuts.push(frame);
        }
    }
    cuts.push(size);
    Ok((ShardKind::Frames, cuts))
}

/// The places of the frames of a zstd file in which a skippable frame before each frame contains its length, as pzstd writes them.
fn skippable_frames(file: &mut File, size: u64) -> io::Result<Option<Vec<u64>>> {
    let (mut at, mut frames) = (0, Vec::new());
    while at < size {
        let mut header = [0; 12];
        file.seek(SeekFrom::Start(at))?;
        if size - at < 12 {
            return Ok(None);
        }
        file.read_exact(&mut header)?;
        let [0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, length @ ..] = header else { return Ok(None) };
        if at > 0 {
            frames.push(at);
        }
        at += 12 + u64::from(u32::from_le_bytes(length));
    }
    Ok((at == size && !frames.is_empty()).then_some(frames))
}

/// A stream of known length. One that ends before is a lost connection, not the end of a file.
struct WholeStream {
    stream: Stream,
    left: u64,
}

impl Read for WholeStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.stream.read(buffer)?;
        self.left = self.left.saturating_sub(read as u64);
        if read == 0 && !buffer.is_empty() && self.left > 0 {
            let message = "the stream ends before the file does";
            return Err(io::Error::new(io::ErrorKind::ConnectionAborted, message));
        }
        Ok(read)
    }
}

/// A stream that is read in two parts.
#[derive(Clone)]
struct SharedStream(Arc<Mutex<Stream>>);

impl Read for SharedStream {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).read(buffer)
    }
}

/// The text of a shard and what follows it; notes where the shard ends.
struct ShardText {
    text: Stream,
    /// What follows the shard; `None` when the end has been passed.
    rest: Option<SharedStream>,
    kind: ShardKind,
    at: u64,
    end: Arc<AtomicU64>,
    has_rest: bool,
}

impl ShardText {
    fn open(shard: &Shard, stream: Stream, end: Arc<AtomicU64>) -> io::Result<Self> {
        let stream = SharedStream(Arc::new(Mutex::new(stream)));
        let length = shard.end.saturating_sub(shard.start);
        let text = plain_text(shard.kind, stream.clone().take(length))?;
        let has_rest = shard.end < shard.size;
        Ok(Self { text, rest: Some(stream), kind: shard.kind, at: shard.start, end, has_rest })
    }
}

fn plain_text(kind: ShardKind, stream: impl Read + Send + 'static) -> io::Result<Stream> {
    Ok(match kind {
        ShardKind::Frames => Box::new(zstd::Decoder::with_buffer(BufReader::new(stream))?),
        ShardKind::Bytes | ShardKind::Whole => Box::new(stream),
    })
}

impl Read for ShardText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.text.read(buffer);
        let read = match self.kind {
            ShardKind::Frames => read.map_err(|error| Format::Zstd.describe(error))?,
            ShardKind::Bytes | ShardKind::Whole => read?,
        };
        self.at += read as u64;
        if read > 0 || buffer.is_empty() {
            return Ok(read);
        }
        let Some(rest) = self.rest.take() else { return Ok(0) };
        self.end.store(self.at, Ordering::Relaxed);
        if !self.has_rest {
            return Ok(0);
        }
        self.text = plain_text(self.kind, rest)?;
        self.read(buffer)
    }
}
