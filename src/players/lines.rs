//! Lines out of a stream that may hold anything: floods, lines without end, bytes that are no text.

use std::io::{BufRead, BufReader, Read};

/// What is kept of a line; the rest of a longer one is dropped.
const LONGEST_LINE: usize = 64 * 1024;

/// Hands every line to `take` until the stream ends or `take` has had enough (`false`). Line ends
/// and blanks around the line are cut off; empty lines are left out.
pub fn each_line(stream: impl Read, mut take: impl FnMut(String) -> bool) {
    let mut stream = BufReader::new(stream);
    let mut line = Vec::new();
    while let Ok(More::Line) = next_line(&mut stream, &mut line) {
        let text = String::from_utf8_lossy(&line);
        let text = text.trim_matches(|letter: char| letter.is_whitespace() || letter == '\0');
        if !text.is_empty() && !take(text.to_owned()) {
            return;
        }
        line.clear();
    }
}

enum More {
    Line,
    End,
}

/// Reads up to and including the next line feed; a last line need not have one.
fn next_line(stream: &mut impl BufRead, line: &mut Vec<u8>) -> std::io::Result<More> {
    let mut read_anything = false;
    loop {
        let bytes = match stream.fill_buf() {
            Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        if bytes.is_empty() {
            return Ok(if read_anything { More::Line } else { More::End });
        }
        read_anything = true;
        let end = memchr::memchr(b'\n', bytes);
        let used = end.map_or(bytes.len(), |end| end + 1);
        let kept = end.unwrap_or(used).min(LONGEST_LINE - line.len());
        line.extend_from_slice(&bytes[..kept]);
        stream.consume(used);
        if end.is_some() {
            return Ok(More::Line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<String> {
        let mut lines = Vec::new();
        each_line(bytes, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn lines_end_in_any_of_the_usual_ways() {
        assert_eq!(
            lines(b"uciok\r\nreadyok\nbestmove e2e4"),
            ["uciok", "readyok", "bestmove e2e4"]
        );
        assert_eq!(lines(b"\n\r\n  \n"), [""; 0]);
    }

    #[test]
    fn bytes_that_are_no_text_do_not_matter() {
        assert_eq!(lines(b"\0\0uciok\0\nid \xff\n"), ["uciok", "id \u{fffd}"]);
    }

    #[test]
    fn a_line_without_end_is_cut() {
        let mut bytes = vec![b'x'; 3_000_000];
        bytes.extend_from_slice(b"\nbestmove e2e4\n");
        let lines = lines(&bytes);
        assert_eq!(lines[0].len(), LONGEST_LINE);
        assert_eq!(lines[1], "bestmove e2e4");
    }

    #[test]
    fn the_taker_may_have_enough() {
        let mut count = 0;
        each_line(&b"a\nb\nc\n"[..], |_| {
            count += 1;
            count < 2
        });
        assert_eq!(count, 2);
    }
}
