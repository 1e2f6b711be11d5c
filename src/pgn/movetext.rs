//! The moves of a game as tokens. The loop is the hot path of every validation: it looks at the class of
//! one byte and takes one token; everything unusual is told elsewhere.

use nom::bytes::complete::take_while;

use crate::pgn::{
    Glyph, Marker, MoveNumber, Parsed, Visitor,
    grammar::{marks, move_number, numeric_glyph},
    oddity::glued_sign,
    reader::{Walk, is_tag_start},
    tags::{Gap, is_event},
};

/// What kind of token a byte begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Space,
    LineEnd,
    Letter,
    Digit,
    Mark,
    Dot,
    Brace,
    Open,
    Close,
    Dollar,
    Star,
    Rare,
}

static CLASS: [Class; 256] = classes();

const fn classes() -> [Class; 256] {
    let mut table = [Class::Rare; 256];
    let mut byte = 0_u8;
    loop {
        table[byte as usize] = class(byte);
        if byte == u8::MAX {
            return table;
        }
        byte += 1;
    }
}

const fn class(byte: u8) -> Class {
    match byte {
        b'\n' | b'\r' => Class::LineEnd,
        0..=b' ' | 0x7f => Class::Space,
        b'a'..=b'z' | b'A'..=b'Z' => Class::Letter,
        b'0'..=b'9' => Class::Digit,
        b'!' | b'?' => Class::Mark,
        b'.' => Class::Dot,
        b'{' => Class::Brace,
        b'(' => Class::Open,
        b')' => Class::Close,
        b'$' => Class::Dollar,
        b'*' => Class::Star,
        _ => Class::Rare,
    }
}

/// Whether a byte goes on a move that has begun.
const fn continues_move(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'#' | b'=' | b'-' | b':' | b'/' | b'@' | b'\'')
}

static IN_MOVE: [bool; 256] = {
    let mut table = [false; 256];
    let mut byte = 0_u8;
    while byte < u8::MAX {
        table[byte as usize] = continues_move(byte);
        byte += 1;
    }
    table
};

/// Letters, digits and the signs of the notation.
pub(crate) fn symbol(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|byte: u8| IN_MOVE[usize::from(byte)])(input)
}

/// Whether the game goes on after a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Flow {
    /// More may come.
    Goes,
    /// The game is over; what is left belongs to others.
    Over,
}

impl<'a, V: Visitor<'a>> Walk<'a, '_, V> {
    /// Reads to the end of the game. Kept apart from its caller, so that the loop has all registers.
    #[inline(never)]
    pub(crate) fn movetext(&mut self) {
        if self.rest.first() == Some(&b'[') && is_tag_start(self.rest) {
            return;
        }
        // What is left is kept in a local variable while all goes well: the compiler keeps that in registers.
        let mut rest = self.rest;
        while let Some(&byte) = rest.first() {
            // One question after the other is quicker than a jump that the processor cannot foresee.
            let plain = if byte.is_ascii_alphabetic() {
                self.plain_move(rest)
            } else if byte.is_ascii_digit() {
                self.due_number(rest).or_else(|| self.plain_number(rest))
            } else if byte == b'{' {
                self.plain_comment(rest)
            } else {
                None
            };
            if let Some(after) = plain {
                rest = after;
                continue;
            }
            self.rest = rest;
            if !matches!(byte, b' ' | b'\n') {
                self.note_unread();
            }
            if self.other_token(CLASS[usize::from(byte)], byte) == Flow::Over {
                return;
            }
            rest = self.rest;
        }
        self.rest = rest;
    }

    /// Everything that is not a plain move, number or comment.
    fn other_token(&mut self, class: Class, byte: u8) -> Flow {
        match class {
            Class::Space => self.rest = &self.rest[1..],
            Class::Letter if self.rest.starts_with(b"O-1") => return self.sign(),
            Class::Letter => self.word(),
            Class::Digit => return self.digits(),
            Class::LineEnd => return self.line_end(),
            Class::Brace => self.brace_comment(),
            Class::Mark => self.marks(),
            Class::Open => self.open_variation(),
            Class::Close => self.close_variation(),
            Class::Dollar => self.dollar(),
            Class::Dot => self.dots(),
            Class::Star | Class::Rare => return self.rare(byte),
        }
        Flow::Goes
    }

    /// The next `length` bytes, taken.
    pub(crate) fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// Takes what a production reads; none of those used here can fail on what stands here.
    fn read<T>(&mut self, production: impl Fn(&'a [u8]) -> Parsed<'a, T>) -> Option<T> {
        let (rest, token) = production(self.rest).ok()?;
        self.rest = rest;
        Some(token)
    }

    /// A move, or something in its place.
    fn word(&mut self) {
        let length = self.rest.iter().position(|&byte| !IN_MOVE[usize::from(byte)]);
        let length = length.unwrap_or(self.rest.len());
        let text = self.take(length - glued_sign(&self.rest[..length]));
        match self.rest.first() {
            Some(b' ' | b'\n' | b')' | b'\r' | b'!' | b'?') if text.len() > 1 => {
                self.tell_move(text);
            }
            _ => self.odd_word(text),
        }
    }

    #[inline]
    pub(crate) fn tell_move(&mut self, text: &'a [u8]) {
        self.score.has_move = true;
        self.visitor.mv(text);
    }

    /// A number, or a result.
    fn digits(&mut self) -> Flow {
        let Ok((rest, number)) = move_number(self.rest) else {
            unreachable!("a digit stands here")
        };
        let rest = match rest {
            [b' ', after @ ..] if number.dots > 0 && after.first() != Some(&b'.') => after,
            [next, ..] if number.dots > 0 && next.is_ascii_alphabetic() => rest,
            _ => return self.odd_number(number),
        };
        if number.value == 1 && self.is_second_start(&number) {
            return Flow::Over;
        }
        self.rest = rest;
        self.tell_number(number);
        Flow::Goes
    }

    #[inline]
    pub(crate) fn tell_number(&mut self, number: MoveNumber<'a>) {
        self.score.number = number.value;
        self.visitor.number(number);
    }

    /// Whether `1.` after a blank line is the beginning of another game, the result of this one
    /// being lost.
    fn is_second_start(&self, number: &MoveNumber<'a>) -> bool {
        let plays = self.score.has_move && self.score.open.is_empty();
        plays && number.dots == 1 && self.follows_blank_line()
    }

    pub(crate) fn follows_blank_line(&self) -> bool {
        let before = &self.source.bytes[..self.source.bytes.len() - self.rest.len()];
        let space = &before[before.trim_ascii_end().len()..];
        crate::text::count_line_ends(space, None) > 1
    }

    /// The end of a line, and what only the beginning of a line can be.
    #[inline]
    fn line_end(&mut self) -> Flow {
        match self.rest {
            [b'\n', b'1'..=b'9' | b'A'..=b'Z' | b'a'..=b'z' | b'{' | b'(', ..] => {
                self.rest = &self.rest[1..];
                Flow::Goes
            }
            _ => self.odd_line_end(),
        }
    }

    fn odd_line_end(&mut self) -> Flow {
        let gap = self.skip_space();
        match self.rest.first() {
            Some(b'[') if is_tag_start(self.rest) => {
                self.note_unread();
                return self.tag_among_moves(gap);
            }
            Some(b'%') if self.at_line_start() => {
                self.note_unread();
                self.skip_line();
            }
            Some(b'<' | b'=' | b'>') => {
                self.note_unread();
                self.foreign_mark();
            }
            _ => {}
        }
        Flow::Goes
    }

    /// From here on there may be any bytes.
    fn note_unread(&mut self) {
        self.score.unread.get_or_insert(self.rest);
    }

    pub(crate) fn at_line_start(&self) -> bool {
        let at = self.source.bytes.len() - self.rest.len();
        at == 0 || matches!(self.source.bytes[at - 1], b'\n' | b'\r')
    }

    /// A tag where moves are expected: the next game, or a mistake.
    pub(crate) fn tag_among_moves(&mut self, gap: Gap) -> Flow {
        if gap == Gap::EmptyLine || is_event(self.rest) {
            return Flow::Over;
        }
        let tag = match crate::pgn::grammar::tag_pair(self.rest) {
            Ok((_, tag)) => tag.text,
            Err(_) => bracketed(self.rest),
        };
        let text = self.take(tag.len());
        self.report_tag_in_moves(text);
        Flow::Goes
    }

    fn marks(&mut self) {
        if let Some(glyph) = self.read(marks) {
            self.tell_glyph(glyph);
        }
    }

    fn dollar(&mut self) {
        if let Some(glyph) = self.read(numeric_glyph) {
            self.check_number(&glyph);
            self.tell_glyph(glyph);
        }
    }

    /// Dots without a number say whose move it is, which everybody knows.
    fn dots(&mut self) {
        let length = self.rest.iter().position(|&byte| byte != b'.').unwrap_or(self.rest.len());
        self.take(length);
    }

    fn open_variation(&mut self) {
        let bracket = self.take(1);
        self.enter_variation(bracket);
    }

    fn close_variation(&mut self) {
        let bracket = self.take(1);
        self.leave_variation(bracket);
    }

    /// A result: the game is over unless it stands in a variation.
    pub(crate) fn tell_result(&mut self, marker: Marker<'a>) -> Flow {
        let before = self.rest;
        self.take(marker.text.len());
        if !self.score.open.is_empty() && !self.ends_here() {
            self.report_result_in_variation(marker.text);
            return Flow::Goes;
        }
        self.close_variations(self.game[..self.game.len() - before.len()].trim_ascii_end());
        self.check_spelling(&marker);
        self.score.result = Some(marker);
        self.visitor.result(marker);
        self.after_result();
        Flow::Over
    }

    /// Whether nothing of the game follows.
    pub(crate) fn ends_here(&self) -> bool {
        let rest = self.rest.trim_ascii_start();
        rest.is_empty() || is_tag_start(rest)
    }

    pub(crate) fn tell_glyph(&mut self, glyph: Glyph<'a>) {
        self.check_glyph(&glyph);
        self.visitor.glyph(glyph);
    }
}

/// A line up to its first closing bracket, if it has one.
fn bracketed(text: &[u8]) -> &[u8] {
    match memchr::memchr3(b']', b'\n', b'\r', text) {
        Some(at) if text[at] == b']' => &text[..=at],
        end => text[..end.unwrap_or(text.len())].trim_ascii_end(),
    }
}

/// Everything up to white space or a bracket.
pub(crate) fn word(text: &[u8]) -> &[u8] {
    let ends = |&byte: &u8| {
        byte <= b' '
            || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'!' | b'?' | b'$')
    };
    &text[..text.iter().position(ends).unwrap_or(text.len())]
}

/// Whether a word has the look of a move: a target square, or castling.
pub(crate) fn is_move_like(word: &[u8]) -> bool {
    let end = word
        .iter()
        .rposition(|byte| !matches!(byte, b'+' | b'#' | b'!' | b'?'))
        .map_or(0, |at| at + 1);
    let word = &word[..end];
    let castles =
        matches!(word, b"O-O" | b"O-O-O" | b"0-0" | b"0-0-0" | b"o-o" | b"o-o-o" | b"--" | b"Z0");
    let target = match word {
        [target @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => target,
        _ => word,
    };
    castles || (target.len() < 8 && matches!(target, [.., b'a'..=b'h', b'1'..=b'8']))
}

/// Takes two moves apart that are written as one word: `e4e5` or `Nf3Nc6`. Either half may still be no move.
pub fn glued_moves(word: &[u8]) -> Option<(&[u8], &[u8])> {
    (2..word.len().saturating_sub(1)).map(|at| word.split_at(at)).find(|(first, second)| {
        let starts_move =
            matches!(second[0], b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' | b'a'..=b'h');
        starts_move && is_move_like(first) && is_move_like(second)
    })
}
