//! Text for a reader, without what should not reach it: invisible characters inside moves, control characters on a terminal, and
//! the numbers of system errors.

use std::{
    borrow::Cow,
    io::{self, Write},
};

/// The longest quote in a message, in characters.
const LONGEST_QUOTE: usize = 40;

/// Whether a character cannot be seen: a space other than the usual one, a soft hyphen, or a character without width.
pub const fn is_invisible(character: char) -> bool {
    matches!(
        character,
        '\u{a0}' | '\u{ad}' | '\u{2000}'
            ..='\u{200f}' | '\u{202f}' | '\u{205f}' | '\u{2060}' | '\u{3000}' | '\u{feff}'
    )
}

/// The character at the start of a text, unless the byte there is ASCII or no UTF-8.
pub fn wide_character(text: &[u8]) -> Option<char> {
    match text {
        [0..=0x7f, ..] | [] => None,
        _ => text[..text.len().min(4)].utf8_chunks().next()?.valid().chars().next(),
    }
}

/// The length in bytes of what may hide inside a move: an ASCII control character, a soft hyphen, or a character
/// without width. Zero if there is none. The bytes 128 to 159 are usually letters of another code page, and stay.
pub fn hidden_length(text: &[u8]) -> usize {
    match text {
        [0..=8 | 14..=31 | 0x7f, ..] => 1,
        _ => wide_character(text)
            .filter(|&character| is_invisible(character) && !character.is_whitespace())
            .map_or(0, char::len_utf8),
    }
}

/// The text without its invisible characters.
pub fn without_hidden(text: &[u8]) -> Vec<u8> {
    let mut visible = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, after @ ..] = rest {
        match hidden_length(rest) {
            0 => {
                visible.push(*first);
                rest = after;
            }
            hidden => rest = &rest[hidden..],
        }
    }
    visible
}

/// Bytes as text: UTF-8, or else Latin-1.
pub fn readable(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

/// The text with a picture for every control character except the line feed: a name or a comment must not move the
/// cursor, change the title of a terminal window or turn the text around it.
pub fn printable(text: &str) -> Cow<'_, str> {
    replaced(text, |c| if c == '\n' { c } else { picture(c) })
}

/// The same with a picture for the line feed as well: a name or a message is one line.
pub fn printable_line(text: &str) -> Cow<'_, str> {
    replaced(text, picture)
}

fn replaced(text: &str, picture: impl Fn(char) -> char) -> Cow<'_, str> {
    if text.chars().all(|c| picture(c) == c) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(picture).collect())
    }
}

/// A stream of messages, which may quote anything: only [`printable`] text passes.
#[derive(Debug)]
pub struct PrintableWriter<W>(pub W);

impl<W: Write> Write for PrintableWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(printable(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// The beginning of a text on one line, to be quoted in a message.
pub fn shortened(bytes: &[u8]) -> String {
    // No character has more than four bytes, so a long text need not be decoded to its end.
    let mut start = &bytes[..bytes.len().min(4 * (LONGEST_QUOTE + 1))];
    if let Err(error) = str::from_utf8(start)
        && error.error_len().is_none()
        && start.len() < bytes.len()
    {
        start = &start[..error.valid_up_to()];
    }
    let text = readable(start);
    let mut characters = text.chars();
    let mut short: String = characters.by_ref().take(LONGEST_QUOTE).map(picture).collect();
    if characters.next().is_some() {
        short.push('…');
    }
    short
}

/// The character, or a visible one for a control character; a tab becomes a blank.
fn picture(character: char) -> char {
    match character {
        '\t' => ' ',
        '\u{7f}' => '\u{2421}',
        '\0'..' ' => {
            char::from_u32(0x2400 + u32::from(character)).unwrap_or(char::REPLACEMENT_CHARACTER)
        }
        '\u{80}'..='\u{9f}' => char::REPLACEMENT_CHARACTER,
        // Marks, overrides and isolates change the direction of the text after them; separators end its line.
        '\u{61c}' | '\u{2028}'..='\u{202e}' | '\u{2061}'..='\u{206f}' | '\u{fff9}'..='\u{fffb}' => {
            char::REPLACEMENT_CHARACTER
        }
        _ if is_invisible(character) && !character.is_whitespace() => char::REPLACEMENT_CHARACTER,
        _ => character,
    }
}

/// The message of an I/O error, without the number that only programmers need.
pub fn io_message(error: &io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error") {
        Some(at) => text[..at].to_owned(),
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn invisible_characters_are_removed() {
        for (text, visible) in [
            ("N\u{200b}f3", "Nf3"),
            ("\u{ad}N\u{1}f\u{feff}3\u{85}", "Nf3\u{85}"),
            ("N\u{2060}\u{7f}f3", "Nf3"),
            ("Nf3\t\u{a0}ü…", "Nf3\t\u{a0}ü…"),
        ] {
            assert_eq!(without_hidden(text.as_bytes()), visible.as_bytes());
        }
    }

    #[test]
    fn control_characters_become_pictures() {
        for (text, shown) in [
            ("Ek, Anna\n", "Ek, Anna\n"),
            ("\u{1b}[2Jé\u{7}\u{7f}", "␛[2Jé␇␡"),
            ("\u{9b}31m\t\r", "\u{fffd}31m ␍"),
            ("\u{202e}fen\u{2069}", "\u{fffd}fen\u{fffd}"),
            ("a\u{200b}b\u{2060}\u{ad}\u{2028}", "a\u{fffd}b\u{fffd}\u{fffd}\u{fffd}"),
            ("Re\u{301}ti\u{a0}丁 ♘", "Re\u{301}ti\u{a0}丁 ♘"),
        ] {
            assert_eq!(printable(text), shown);
        }
        assert_eq!(printable_line("a\nb"), "a␊b");
    }

    #[test]
    fn a_stream_of_messages_is_printable() -> io::Result<()> {
        let mut written = Vec::new();
        PrintableWriter(&mut written).write_all(b"no file '\x1b[2J\xff'\n")?;
        assert_eq!(written, "no file '␛[2J\u{fffd}'\n".as_bytes());
        Ok(())
    }

    #[test]
    fn a_quote_is_short_and_printable_line() {
        assert_eq!(shortened(b"Nf3\n\xfc"), "Nf3␊ü");
        assert_eq!(shortened(b"Nf3\xc3"), "Nf3Ã");
        assert_eq!(shortened("é".repeat(40).as_bytes()), "é".repeat(40));
        assert_eq!(shortened("é".repeat(41).as_bytes()), format!("{}…", "é".repeat(40)));
    }
}
