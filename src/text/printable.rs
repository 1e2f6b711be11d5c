//! Text for a reader, without what should not reach it: invisible characters inside moves, control characters on a terminal, and
//! the numbers of system errors.

use std::{borrow::Cow, io};

/// The length in bytes of the invisible character at the start of a text: an ASCII control character, a soft hyphen, or a
/// character without width. Zero if there is none. The bytes 128 to 159 are usually letters of another code page, and stay.
pub fn hidden_length(text: &[u8]) -> usize {
    match text {
        [0..=8 | 14..=31 | 0x7f, ..] => 1,
        [0xc2, 0xad, ..] => 2,
        [0xe2, 0x80, 0x8b..=0x8f, ..] | [0xe2, 0x81, 0xa0, ..] | [0xef, 0xbb, 0xbf, ..] => 3,
        _ => 0,
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

/// The text with `?` for every control character except the line feed: a name or a comment must not move the cursor or
/// change the title of a terminal window.
pub fn printable(text: &str) -> Cow<'_, str> {
    let is_control = |c: char| c.is_control() && c != '\n';
    if text.contains(is_control) {
        Cow::Owned(text.chars().map(|c| if is_control(c) { '?' } else { c }).collect())
    } else {
        Cow::Borrowed(text)
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
    fn control_characters_become_question_marks() {
        for (text, shown) in [
            ("Ek, Anna\n", "Ek, Anna\n"),
            ("\u{1b}[2Jé\u{7}", "?[2Jé?"),
            ("\u{9b}31m\t\r", "?31m??"),
        ] {
            assert_eq!(printable(text), shown);
        }
    }
}
