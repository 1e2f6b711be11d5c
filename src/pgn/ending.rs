//! What follows the result of a game: comments that still belong to it, another game on the same line, or
//! things that should not be there.

use crate::pgn::{
    Marker, Visitor,
    grammar::move_number,
    movetext::{is_move_like, word},
    reader::{Walk, is_tag_start},
    tags::Gap,
};

impl<'a, V: Visitor<'a>> Walk<'a, '_, V> {
    /// Reads what still belongs to a game after its result: everything up to a blank line, a tag, or a first move.
    pub(crate) fn after_result(&mut self) {
        loop {
            let before = self.rest;
            if self.skip_space() == Gap::EmptyLine || self.begins_game() {
                self.rest = if self.rest.is_empty() { self.rest } else { before };
                return;
            }
            match self.rest.first() {
                Some(b'{') => self.brace_comment(),
                Some(b';') => self.line_comment(),
                Some(_) if self.belongs_to_score() => return self.surplus(),
                _ => return,
            }
        }
    }

    fn begins_game(&self) -> bool {
        let first = move_number(self.rest);
        self.rest.is_empty()
            || is_tag_start(self.rest)
            || first.is_ok_and(|(_, number)| number.value == 1 && number.dots == 1)
    }

    fn belongs_to_score(&self) -> bool {
        let word = word(self.ahead());
        let number = move_number(self.rest).is_ok_and(|(_, number)| number.dots > 0);
        number
            || is_move_like(word)
            || Marker::read(word).is_some()
            || matches!(self.rest[0], b'(' | b')' | b'$')
    }

    /// Says that something follows the result, and skips it.
    fn surplus(&mut self) {
        let start = word(self.ahead());
        let start = if start.is_empty() { &self.rest[..1] } else { start };
        let whole = self.rest;
        self.rest = &self.rest[start.len()..];
        while self.skip_space() != Gap::EmptyLine && !self.begins_game() {
            match self.rest.first() {
                Some(b'{') => self.brace_comment(),
                _ => self.rest = &self.rest[word(self.rest).len().max(1)..],
            }
        }
        self.report_surplus(start, whole[..whole.len() - self.rest.len()].trim_ascii_end());
    }
}
