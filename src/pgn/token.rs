//! The parts of a game. Every slice is cut from the block that is read.

use std::borrow::Cow;

use crate::{
    diagnostics::Finding,
    pgn::{Command, Glyph, Marker},
    text::readable,
};

/// A part of a game, in the order of the text.
#[derive(Debug, Clone, PartialEq)]
pub enum Token<'a> {
    /// A move number with its dots.
    Number(MoveNumber<'a>),
    /// A word that should be a move, or a null move, without `!` and `?`.
    Move(&'a [u8]),
    /// A glyph: `$14`, `!?`, `±`.
    Glyph(Glyph<'a>),
    /// A comment.
    Comment(Comment<'a>),
    /// A command in the comment before it: `[%clk 0:05:00]`.
    Command(Command<'a>),
    /// The bracket that begins a variation, which replaces the last move.
    Open(&'a [u8]),
    /// The bracket that ends the innermost variation; empty where it is missing.
    Close(&'a [u8]),
    /// The result after the moves of the game; at most one in a game.
    Result(Marker<'a>),
    /// Something that is wrong with the text.
    Malformed(Box<Finding>),
}

/// A tag pair: `[Event "Club evening"]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TagPair<'a> {
    /// All of it, with its brackets.
    pub text: &'a [u8],
    /// The name.
    pub name: &'a [u8],
    /// The value as it is written, between the quotes.
    pub value: &'a [u8],
}

impl<'a> TagPair<'a> {
    /// The value without the backslashes that protect quotes; Latin-1 where it is not UTF-8.
    pub fn plain_value(&self) -> Cow<'a, str> {
        match readable(self.value) {
            Cow::Borrowed(text) if !text.contains('\\') => Cow::Borrowed(text),
            text => Cow::Owned(unescaped(text.into_owned())),
        }
    }
}

/// A value without the backslashes that protect quotes.
// PGN 7: a backslash protects a quote or another backslash.
pub(crate) fn unescaped(text: String) -> String {
    if !text.contains('\\') {
        return text;
    }
    let mut plain = String::with_capacity(text.len());
    let mut rest = text.chars().peekable();
    while let Some(character) = rest.next() {
        let protects = character == '\\' && matches!(rest.peek(), Some('"' | '\\'));
        plain.push(if protects { rest.next().unwrap_or(character) } else { character });
    }
    plain
}

/// A move number as it is written: `12.`, `12...`, `12`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MoveNumber<'a> {
    /// Digits and dots.
    pub text: &'a [u8],
    /// The number; [`u32::MAX`] where it is larger.
    pub value: u32,
    /// How many dots follow the digits; 255 stands for that many or more.
    pub dots: u8,
}

impl MoveNumber<'_> {
    /// Whether it may be a move that lost its first letters, `4` for `c4`: where no number is due, and without the dots that the
    /// last number has. `moves` are those since the last number.
    pub fn may_be_rank(&self, last: Option<Self>, moves: usize) -> bool {
        let is_digit = matches!(self.text, [b'1'..=b'8']);
        let is_due = |last: Self| {
            let is_next = moves > 1 || (moves == 1 && last.dots > 1);
            is_next || last.value == self.value && moves > 0
        };
        is_digit && last.is_some_and(|last| last.dots > 0 && !is_due(last))
    }
}

/// A comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Comment<'a> {
    /// All of it, with its brackets or its semicolon.
    pub text: &'a [u8],
    /// What is inside.
    pub inner: &'a [u8],
    /// How it is marked as a comment.
    pub enclosure: Enclosure,
}

/// How a comment is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Enclosure {
    /// `{ … }`.
    Braces,
    /// `; …` to the end of the line.
    Line,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_loses_its_protecting_backslashes_only() {
        for (written, meant) in [
            (&b"Ek, Anna"[..], "Ek, Anna"),
            (br#"\"Rook\" C:\\x"#, r#""Rook" C:\x"#),
            (br"Ek\, Anna", r"Ek\, Anna"),
            (b"M\xfcller", "Müller"),
            ("Müller".as_bytes(), "Müller"),
        ] {
            let tag = TagPair { text: b"", name: b"White", value: written };
            assert_eq!(tag.plain_value(), meant);
        }
    }
}
