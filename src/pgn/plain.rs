//! Moves, numbers and comments as nearly all of them are written, each with the blank after it. Each is read in a few looks
//! at eight bytes at a time; what is written otherwise is left to those who take their time.

use crate::{
    pgn::{Comment, Enclosure, MoveNumber, Visitor, reader::Walk, usual::UsualComment},
    text::Word,
};

impl<'a, V: Visitor<'a>> Walk<'a, '_, V> {
    /// A short move that the visitor knows, and the blank after it; what follows.
    #[inline]
    pub(crate) fn plain_move(&mut self, rest: &'a [u8]) -> Option<&'a [u8]> {
        let word = Word::before_blank(rest)?;
        let ([b' ', after @ ..] | after @ [b'\n', ..]) = &rest[word.text.len()..] else {
            return None;
        };
        let is_taken = self.visitor.plain_move(word);
        self.score.has_move |= is_taken;
        is_taken.then_some(after)
    }

    /// The number that the visitor waits for, and the blank after it; what follows.
    #[inline(always)]
    pub(crate) fn due_number(&mut self, rest: &'a [u8]) -> Option<&'a [u8]> {
        // After a move `1.` may begin another game, whatever the visitor has counted.
        if self.score.has_move && matches!(rest, [b'1', b'.', next, ..] if *next != b'.') {
            return None;
        }
        let number = self.visitor.due_number(rest)?;
        self.score.number = number.value;
        Some(after_blank(&rest[number.text.len()..]))
    }

    /// A number of one to three digits, its dots and a blank; what follows the blank. The first number of all may begin
    /// another game.
    #[inline]
    pub(crate) fn plain_number(&mut self, rest: &'a [u8]) -> Option<&'a [u8]> {
        let digit = |byte: u8| u32::from(byte - b'0');
        let window: &[u8; 8] = rest.first_chunk()?;
        let (digits, value) = match *window {
            [ones @ b'2'..=b'9', b'.', ..] => (1, digit(ones)),
            [tens @ b'1'..=b'9', ones @ b'0'..=b'9', b'.', ..] => {
                (2, digit(tens) * 10 + digit(ones))
            }
            [hundreds @ b'1'..=b'9', tens @ b'0'..=b'9', ones @ b'0'..=b'9', b'.', ..] => {
                (3, digit(hundreds) * 100 + digit(tens) * 10 + digit(ones))
            }
            _ => return None,
        };
        let dots = if window[digits + 1..].starts_with(b"..") { 3 } else { 1 };
        let (text, after) = rest.split_at(digits + usize::from(dots));
        let after = match *after {
            [b' ', b'.', ..] => return None,
            [b' ', ref after @ ..] => after,
            [b'A'..=b'Z' | b'a'..=b'z', ..] => after,
            _ => return None,
        };
        self.tell_number(MoveNumber { text, value, dots });
        Some(after)
    }

    /// A comment as servers write them, and the blank after it; what follows.
    #[inline(always)]
    pub(crate) fn plain_comment(&mut self, rest: &'a [u8]) -> Option<&'a [u8]> {
        match UsualComment::read_commonest(&rest[1..]) {
            Some(comment) => Some(self.tell_usual(rest, &comment)),
            None => self.less_common_comment(rest),
        }
    }

    #[inline(never)]
    fn less_common_comment(&mut self, rest: &'a [u8]) -> Option<&'a [u8]> {
        let comment = UsualComment::read(&rest[1..])?;
        Some(self.tell_usual(rest, &comment))
    }

    /// Tells a comment and its commands; what follows it and its blank.
    #[inline(always)]
    fn tell_usual(&mut self, rest: &'a [u8], usual: &UsualComment<'a>) -> &'a [u8] {
        let (text, after) = rest.split_at(usual.length + 2);
        self.visitor.comment(Comment {
            text,
            inner: &text[1..=usual.length],
            enclosure: Enclosure::Braces,
        });
        if let Some(evaluation) = usual.evaluation() {
            self.visitor.command(&evaluation);
        }
        if let Some(clock) = usual.clock() {
            self.visitor.command(&clock);
        }
        after_blank(after)
    }
}

/// A text without the blank with which it may begin: nearly always it does, so that a branch is quicker than a sum.
#[inline(always)]
fn after_blank(text: &[u8]) -> &[u8] {
    match text {
        [b' ', after @ ..] => after,
        _ => unusual(text),
    }
}

#[cold]
#[inline(never)]
fn unusual(text: &[u8]) -> &[u8] {
    text
}
