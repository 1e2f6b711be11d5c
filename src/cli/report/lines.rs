//! A stream cut into blocks of whole lines, each returned as soon as it has been read.

use std::io::{self, Read};

/// How many bytes are read at once.
const BLOCK: usize = 1 << 16;

/// The longest line that is read to its end; a longer one is reported and not interpreted.
pub(super) const MAX_LINE: usize = BLOCK;

/// Whether quotes may contain line ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Quoting {
    /// Every line end ends a line.
    None,
    /// A line ends only where all quotes are closed.
    Quotes,
}

/// Blocks of whole lines.
#[derive(Debug)]
pub(super) struct Lines<R> {
    stream: R,
    quoting: Quoting,
    /// The beginning of a line whose end has not been read.
    rest: Vec<u8>,
    /// Whether the rest of a line that is too long is being skipped.
    is_skipping: bool,
    is_first: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(stream: R) -> Self {
        Self {
            stream,
            quoting: Quoting::None,
            rest: Vec::new(),
            is_skipping: false,
            is_first: true,
        }
    }

    pub(super) fn set_quoting(&mut self, quoting: Quoting) {
        self.quoting = quoting;
    }

    /// Takes a block back, to return it again with what follows.
    pub(super) fn put_back(&mut self, mut block: Vec<u8>) {
        block.append(&mut self.rest);
        self.rest = block;
    }

    /// The next whole lines, with their ends; `None` at the end of the stream.
    pub(super) fn next_block(&mut self) -> io::Result<Option<Vec<u8>>> {
        loop {
            if let Some(end) = self.last_line_end() {
                let rest = self.rest.split_off(end);
                return Ok(Some(std::mem::replace(&mut self.rest, rest)));
            }
            if self.rest.len() > MAX_LINE {
                return Ok(Some(self.cut_long_line()));
            }
            if self.read_more()? == 0 {
                let last = std::mem::take(&mut self.rest);
                return Ok(Some(last).filter(|last| !last.is_empty()));
            }
        }
    }

    /// Cuts off a line that is too long; the rest of it is skipped.
    fn cut_long_line(&mut self) -> Vec<u8> {
        self.is_skipping = true;
        let mut line = std::mem::take(&mut self.rest);
        line.push(b'\n');
        line
    }

    fn read_more(&mut self) -> io::Result<usize> {
        let start = self.rest.len();
        self.rest.resize(start + BLOCK, 0);
        let read = loop {
            match self.stream.read(&mut self.rest[start..]) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                result => break result,
            }
        };
        self.rest.truncate(start + *read.as_ref().unwrap_or(&0));
        self.skip();
        self.strip_mark();
        read
    }

    fn skip(&mut self) {
        if self.is_skipping {
            let end = memchr::memchr(b'\n', &self.rest);
            self.rest.drain(..end.map_or(self.rest.len(), |at| at + 1));
            self.is_skipping = end.is_none();
        }
    }

    /// Removes a byte order mark before the first line.
    fn strip_mark(&mut self) {
        if self.is_first && self.rest.starts_with(b"\xef\xbb\xbf") {
            self.rest.drain(..3);
        }
        self.is_first = false;
    }

    /// The end of the last whole line.
    fn last_line_end(&self) -> Option<usize> {
        match self.quoting {
            Quoting::None => {
                let mut ends = memchr::memrchr2_iter(b'\n', b'\r', &self.rest);
                ends.find(|&at| self.ends_line(at)).map(|at| at + 1)
            }
            Quoting::Quotes => {
                let mut end = None;
                let mut is_open = false;
                for at in memchr::memchr3_iter(b'\n', b'\r', b'"', &self.rest) {
                    match self.rest[at] {
                        b'"' => is_open = !is_open,
                        _ if !is_open && self.ends_line(at) => end = Some(at + 1),
                        _ => {}
                    }
                }
                end
            }
        }
    }

    /// Whether a line ends here: not at a CR that a LF follows or may follow.
    fn ends_line(&self, at: usize) -> bool {
        self.rest[at] == b'\n' || self.rest.get(at + 1).is_some_and(|next| *next != b'\n')
    }
}

#[cfg(test)]
mod tests {
    use super::{BLOCK, Lines, Quoting};

    fn blocks(text: &[u8], quoting: Quoting) -> Vec<String> {
        let mut lines = Lines::new(text);
        lines.set_quoting(quoting);
        let mut blocks = Vec::new();
        while let Some(block) = lines.next_block().unwrap() {
            blocks.push(String::from_utf8(block).unwrap());
        }
        blocks
    }

    #[test]
    fn lines_stay_whole() {
        assert_eq!(blocks(b"one\ntwo\nthr", Quoting::None), ["one\ntwo\n", "thr"]);
        assert_eq!(blocks(b"\xef\xbb\xbfone\n", Quoting::None), ["one\n"]);
        assert_eq!(blocks(b"one\rtwo\rthr", Quoting::None), ["one\rtwo\r", "thr"]);
        assert_eq!(blocks(b"one\r\ntwo\r", Quoting::None), ["one\r\n", "two\r"]);
        assert!(blocks(b"", Quoting::None).is_empty());
    }

    #[test]
    fn quotes_keep_lines_together() {
        let text = b"a,\"b\nc\"\nd,\"e\nf";
        assert_eq!(blocks(text, Quoting::Quotes), ["a,\"b\nc\"\n", "d,\"e\nf"]);
    }

    #[test]
    fn an_endless_line_is_cut() {
        let text = ["x".repeat(5 * BLOCK), "next\n".into()].join("\n");
        let blocks = blocks(text.as_bytes(), Quoting::None);
        assert!(blocks[0].len() <= 2 * BLOCK + 1);
        assert_eq!(blocks[1], "next\n");
        assert_eq!(blocks.len(), 2);
    }
}
