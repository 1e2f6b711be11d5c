//! Lines of a stream that may hold anything: floods, lines without end, bytes that are not text.

use std::io::{BufRead, ErrorKind};

/// The longest line; the rest of a longer one is dropped.
const LONGEST_LINE: usize = 64 * 1024;

/// The next line without its line feed, or `None` where the stream ends or fails.
pub fn read_line(stream: &mut impl BufRead) -> Option<Vec<u8>> {
    let mut line = None;
    loop {
        let bytes = match stream.fill_buf() {
            Ok(bytes) if !bytes.is_empty() => bytes,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Ok(_) | Err(_) => return line,
        };
        let kept = line.get_or_insert_with(Vec::new);
        let end = memchr::memchr(b'\n', bytes);
        let length = end.unwrap_or(bytes.len());
        kept.extend_from_slice(&bytes[..length.min(LONGEST_LINE - kept.len())]);
        stream.consume(length + usize::from(end.is_some()));
        if end.is_some() {
            return line;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{LONGEST_LINE, read_line};

    #[test]
    fn the_last_line_needs_no_end() {
        let mut source: &[u8] = b"e4\r\n\n\xff\xfe\nfen";
        let lines: Vec<_> = std::iter::from_fn(|| read_line(&mut source)).collect();
        assert_eq!(lines, [&b"e4\r"[..], b"", b"\xff\xfe", b"fen"]);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let mut bytes = vec![b'x'; 3_000_000];
        bytes.extend_from_slice(b"\nbestmove e2e4\n");
        let mut source = bytes.as_slice();
        assert_eq!(read_line(&mut source).map(|line| line.len()), Some(LONGEST_LINE));
        assert_eq!(read_line(&mut source).as_deref(), Some(&b"bestmove e2e4"[..]));
        assert_eq!(read_line(&mut source), None);
    }
}
