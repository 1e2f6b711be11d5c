//! Text for a reader, without what should not reach it: invisible characters inside moves, control characters on a terminal, and
//! the numbers of system errors.

use std::{borrow::Cow, io};

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
    let kept = |c: char| c == '\n' || picture(c) == c;
    if text.chars().all(kept) {
        Cow::Borrowed(text)
    } else {
        Cow::Owned(text.chars().map(|c| if kept(c) { c } else { picture(c) }).collect())
    }
}

/// The beginning of a text on one line, to be quoted in a message.
pub fn shortened(bytes: &[u8]) -> String {
    let text = readable(bytes);
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
        // Overrides and isolates change the direction of the text after them.
        '\u{80}'..='\u{9f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            char::REPLACEMENT_CHARACTER
        }
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
        ] {
            assert_eq!(printable(text), shown);
        }
    }

    #[test]
    fn a_quote_is_short_and_on_one_line() {
        assert_eq!(shortened(b"Nf3\n\xfc"), "Nf3␊ü");
        assert_eq!(shortened("é".repeat(40).as_bytes()), "é".repeat(40));
        assert_eq!(shortened("é".repeat(41).as_bytes()), format!("{}…", "é".repeat(40)));
    }
}
