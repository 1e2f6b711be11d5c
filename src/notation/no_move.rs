//! Why a text is no move, and where it stops being one.

use std::fmt;

use crate::rules::Square;

/// Letters, digits and signs that moves are written with.
const ALPHABET: &[u8] = b"abcdefgh12345678KQRBNPOo0x:-=+#!?()/ .";
/// What is shown of a text at most.
const LONGEST: usize = 20;

/// A text that cannot be read as a move in any form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoMove {
    /// Nothing is written.
    Nothing,
    /// A file and a rank that no board has.
    NoSquare {
        /// The byte at which it is named.
        at: usize,
        /// What is written.
        name: String,
    },
    /// Something else than a move.
    OtherText {
        /// The first byte that no move is written with, or the first of all.
        at: usize,
        /// What is written.
        text: String,
    },
}

impl NoMove {
    /// What is the matter with a text that [`San::read`](crate::notation::San::read) cannot read.
    pub fn of(text: &[u8]) -> Self {
        if text.trim_ascii().is_empty() {
            return Self::Nothing;
        }
        if let Some(at) = text.windows(2).position(names_no_square) {
            return Self::NoSquare { at, name: shown(&text[at..at + 2]) };
        }
        let at = text.iter().position(|byte| !ALPHABET.contains(byte)).unwrap_or(0);
        Self::OtherText { at, text: shown(text) }
    }

    /// The byte of the text at which it is wrong.
    pub const fn at(&self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::NoSquare { at, .. } | Self::OtherText { at, .. } => *at,
        }
    }

    /// The stable word for it.
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::NoSquare { .. } => "no-such-square",
            Self::Nothing | Self::OtherText { .. } => "no-move",
        }
    }
}

impl fmt::Display for NoMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Nothing => write!(f, "expected a move, found nothing"),
            Self::NoSquare { name, .. } => {
                write!(f, "there is no square `{name}`: files go from a to h, ranks from 1 to 8")
            }
            Self::OtherText { text, .. } => {
                write!(f, "expected a move such as `Nf3`, `exd5`, `O-O` or `e2e4`, found `{text}`")
            }
        }
    }
}

/// A small letter and a digit, as a square is named, that name none.
fn names_no_square(pair: &[u8]) -> bool {
    pair[0].is_ascii_lowercase() && pair[1].is_ascii_digit() && Square::from_name(pair).is_none()
}

fn shown(text: &[u8]) -> String {
    let text = String::from_utf8_lossy(text);
    let mut start: String = text.chars().take(LONGEST).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    start
}

#[cfg(test)]
mod tests {
    use super::NoMove;
    use crate::notation::San;

    #[test]
    fn says_what_and_where() {
        for (text, kind, at) in [
            ("", "no-move", 0),
            ("  ", "no-move", 0),
            ("e2e9", "no-such-square", 2),
            ("Ni3", "no-such-square", 1),
            ("hello", "no-move", 2),
            ("Nf3 please", "no-move", 4),
            ("e2e", "no-move", 0),
        ] {
            assert!(San::read(text.as_bytes()).is_none(), "{text} is a move");
            let found = NoMove::of(text.as_bytes());
            assert_eq!((found.kind(), found.at()), (kind, at), "{text}");
        }
    }

    #[test]
    fn an_endless_text_is_shown_in_part() {
        let found = NoMove::of(&[b'z'; 1000]).to_string();
        assert!(found.ends_with("found `zzzzzzzzzzzzzzzzzzzz…`"), "{found}");
    }
}
