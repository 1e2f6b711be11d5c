//! Where values go: a row of a table, or an object.

use crate::rules::{Bitboard, Square};

/// Takes the values of a record, one after the other.
pub(super) trait Sink {
    /// Nothing is known.
    fn nothing(&mut self);
    /// Yes or no.
    fn flag(&mut self, flag: bool);
    /// A number.
    fn number(&mut self, number: u64);
    /// A word that needs no quoting in any format.
    fn word(&mut self, word: &str);
    /// Any text.
    fn text(&mut self, text: &str);
    /// Words, in order.
    fn words(&mut self, words: impl Iterator<Item: AsRef<str>>);
    /// A value that is filled in when the records are in order.
    fn hole(&mut self);

    /// The names of squares, a1 first.
    fn squares(&mut self, squares: Bitboard) {
        self.words(squares.map(Square::name));
    }

    /// A word, if there is one.
    fn word_or_nothing(&mut self, word: Option<&str>) {
        match word {
            Some(word) => self.word(word),
            None => self.nothing(),
        }
    }

    /// A number, if there is one.
    fn number_or_nothing(&mut self, number: Option<u64>) {
        match number {
            Some(number) => self.number(number),
            None => self.nothing(),
        }
    }

    /// A text, if there is one.
    fn text_or_nothing(&mut self, text: Option<&str>) {
        match text {
            Some(text) => self.text(text),
            None => self.nothing(),
        }
    }

    /// Yes or no, if it is known.
    fn flag_or_nothing(&mut self, flag: Option<bool>) {
        match flag {
            Some(flag) => self.flag(flag),
            None => self.nothing(),
        }
    }
}
