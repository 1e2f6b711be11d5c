//! Text that a thread of its own decodes ahead of its reader.

use std::{
    io::{self, Cursor, Read},
    sync::mpsc::{Receiver, SyncSender, sync_channel},
    thread,
};

/// The text that is sent at once.
pub(super) const CHUNK: usize = 128 << 10;

/// How many chunks the decoder may be ahead of its reader.
const AHEAD: usize = 4;

/// Where a thread sends the text that it decodes.
pub(in crate::archive) struct Text {
    chunks: SyncSender<io::Result<Vec<u8>>>,
    /// Chunks that have been read, for reuse.
    spare: Receiver<Vec<u8>>,
}

impl Text {
    /// Sends all that a reader holds.
    pub(in crate::archive) fn all(&mut self, reader: &mut impl Read) -> io::Result<()> {
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
    pub(super) fn send(&mut self, chunk: Vec<u8>) -> io::Result<()> {
        let is_lost = !chunk.is_empty() && self.chunks.send(Ok(chunk)).is_err();
        if is_lost { Err(io::ErrorKind::BrokenPipe.into()) } else { Ok(()) }
    }
}

/// The text that another thread decodes.
pub(in crate::archive) struct Decoded {
    chunks: Receiver<io::Result<Vec<u8>>>,
    spare: SyncSender<Vec<u8>>,
    chunk: Cursor<Vec<u8>>,
    has_ended: bool,
}

impl Decoded {
    /// Starts a thread that decodes.
    pub(in crate::archive) fn start(
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
