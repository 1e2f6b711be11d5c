//! What a reader of games is told. Every slice is cut from the block that is read.

use std::borrow::Cow;

use crate::{
    diagnostics::Finding,
    pgn::{Command, Glyph, Marker},
    text::Word,
};

/// Somebody who is told the parts of each game, in the order of the text.
pub trait Visitor<'a> {
    /// A game begins; the slice is the text from its first byte on.
    fn begin_game(&mut self, _text: &'a [u8]) {}

    /// A tag pair, repaired where it was broken.
    fn tag(&mut self, _tag: TagPair<'a>) {}

    /// The tags are over; told once for every game, also for one without tags or moves.
    fn begin_moves(&mut self) {}

    /// A move number with its dots.
    fn number(&mut self, _number: MoveNumber<'a>) {}

    /// A text that begins with a digit. Whoever knows which number is due, and takes it if it stands there as nearly all are
    /// written, tells it; otherwise the reader looks at it more closely, and tells it as what it is.
    fn due_number(&mut self, _text: &'a [u8]) -> Option<MoveNumber<'a>> {
        None
    }

    /// A word with a letter at its beginning and a blank after it, which may well be a move. Whoever knows it as one and
    /// takes it answers `true`; otherwise the reader looks at it more closely, and tells it as what it is.
    fn plain_move(&mut self, _word: Word<'a>) -> bool {
        false
    }

    /// A word that should be a move, or a null move, without `!` and `?`.
    fn mv(&mut self, _text: &'a [u8]) {}

    /// A glyph: `$14`, `!?`, `±`.
    fn glyph(&mut self, _glyph: Glyph<'a>) {}

    /// A comment.
    fn comment(&mut self, _comment: Comment<'a>) {}

    /// A command in the comment told last: `[%clk 0:05:00]`.
    fn command(&mut self, _command: &Command<'a>) {}

    /// A variation that replaces the last move begins; the slice is its bracket.
    fn open_variation(&mut self, _bracket: &'a [u8]) {}

    /// The innermost variation ends; the slice is its bracket, or empty where it is missing.
    fn close_variation(&mut self, _bracket: &'a [u8]) {}

    /// The result after the moves of the game; told at most once for a game.
    fn result(&mut self, _marker: Marker<'a>) {}

    /// The game is over; the slice is its whole text.
    fn end_game(&mut self, _text: &'a [u8]) {}

    /// Whether the reader should stop after the game that has just ended.
    fn has_enough(&self) -> bool {
        false
    }

    /// Something is wrong with the text.
    fn finding(&mut self, _finding: Finding) {}
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
        let text = readable(self.value);
        if text.contains('\\') { Cow::Owned(unescaped(&text)) } else { text }
    }
}

/// Bytes as text: UTF-8, or else every byte a character of Latin-1, as the standard has it.
pub(crate) fn readable(bytes: &[u8]) -> Cow<'_, str> {
    match str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(bytes.iter().copied().map(char::from).collect()),
    }
}

// PGN 7: a backslash protects a quote or another backslash.
fn unescaped(text: &str) -> String {
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
