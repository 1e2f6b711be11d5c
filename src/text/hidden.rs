//! Characters that nobody sees, and that take no room either.

/// How many bytes such a character at the beginning of a text takes: a control character of ASCII, a soft hyphen, anything of no
/// width. Those from 128 to 159 are letters and signs of another character set as a rule, and stay.
pub fn hidden_length(text: &[u8]) -> usize {
    match text {
        [0..=8 | 14..=31 | 0x7f, ..] => 1,
        [0xc2, 0xad, ..] => 2,
        [0xe2, 0x80, 0x8b..=0x8f, ..] | [0xe2, 0x81, 0xa0, ..] | [0xef, 0xbb, 0xbf, ..] => 3,
        _ => 0,
    }
}

/// A text without such characters.
pub fn without_hidden(text: &[u8]) -> Vec<u8> {
    let mut seen = Vec::with_capacity(text.len());
    let mut rest = text;
    while let [first, after @ ..] = rest {
        match hidden_length(rest) {
            0 => {
                seen.push(*first);
                rest = after;
            }
            hidden => rest = &rest[hidden..],
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_can_be_seen_is_left() {
        for (text, seen) in [
            ("N\u{200b}f3", "Nf3"),
            ("\u{ad}N\u{1}f\u{feff}3\u{85}", "Nf3\u{85}"),
            ("N\u{2060}\u{7f}f3", "Nf3"),
            ("Nf3\t\u{a0}ü…", "Nf3\t\u{a0}ü…"),
        ] {
            assert_eq!(without_hidden(text.as_bytes()), seen.as_bytes());
        }
    }
}
