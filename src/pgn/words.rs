//! Words among the moves that are not quite what the standard has, classified by their letters.

use crate::{
    diagnostics::{Code, Safety},
    pgn::{
        Glyph, Marker, Parser,
        grammar::{
            continues_move, invisible_length, is_move_like, is_tag_start, line, symbol, word,
        },
    },
    text::{hidden_length, shortened},
};

/// How far ahead the end of an unusual word or bracket is searched, so that a file of nothing else is read in one pass.
pub(crate) const LONGEST_SIGN: usize = 256;

impl<'a> Parser<'a> {
    /// Reports a check sign apart from its move, or punctuation.
    pub(crate) fn mark_of_no_move(&mut self, text: &'a [u8]) -> bool {
        let is_mark = |byte: &&u8| matches!(byte, b',' | b'"' | b'|' | b'_' | b'\\' | b'^' | b'`');
        let punctuation = text.iter().take_while(is_mark).count();
        let (code, length) = match text {
            b"+" | b"++" => (Code::CheckSign, text.len()),
            b"#" => (Code::MateSign, 1),
            b":" => (Code::UnknownMarks, 1),
            _ => (Code::UnknownMarks, punctuation),
        };
        if length == 0 {
            return false;
        }
        let is_between = |byte: Option<&u8>| byte.is_some_and(|byte| !byte.is_ascii_whitespace());
        let is_glued = is_between(self.before().last());
        let glues = is_glued && is_between(self.rest.get(length));
        let mark = self.take(length);
        let message = match code {
            Code::UnknownMarks => format!("`{}` is not part of the notation", shortened(mark)),
            _ => format!("`{}` is apart from its move", shortened(mark)),
        };
        // Without a quote, the word before it may be a result.
        let is_doubtful = is_glued && mark.contains(&b'"');
        let safety = if is_doubtful { Safety::Guess } else { Safety::Safe };
        self.add(if glues {
            self.finding(code, mark, message).with_replacement(" ", safety)
        } else {
            self.without(code, mark, message, safety)
        });
        true
    }

    /// Reports a word after a move that is no move: check or mate in words, or how the game ended. It has just been taken.
    pub(crate) fn remark(&mut self, word: &'a [u8]) -> bool {
        let text = &self.source.in_sight[self.offset() - word.len()..];
        let (code, length) = match sign_in_words(text) {
            Some(sign) => sign,
            None => (Code::UnknownMarks, remark_length(text)),
        };
        if length == 0 || !self.scan.has_move {
            return false;
        }
        let text = &text[..length];
        self.rest = &self.rest[length - word.len()..];
        let message = match code {
            Code::UnknownMarks => format!("`{}` is text among the moves", shortened(text)),
            _ => format!("`{}` is a check sign in words", shortened(text)),
        };
        self.add(match str::from_utf8(text) {
            Ok(text_in_braces) if code == Code::UnknownMarks => self
                .finding(code, text, message)
                .with_help("put text about a game in a comment: `{…}`")
                .with_replacement(format!("{{{text_in_braces}}}"), Safety::Safe),
            _ => self.without(code, text, message, Safety::Safe),
        });
        true
    }
}

/// `ch`, `mate` and their like at the beginning of a text, with or without brackets: what they stand for, and their length.
fn sign_in_words(text: &[u8]) -> Option<(Code, usize)> {
    const SIGNS: [(&[u8], Code); 10] = [
        (b"(dbl ch)", Code::CheckSign),
        (b"(dis ch)", Code::CheckSign),
        (b"dbl ch", Code::CheckSign),
        (b"dis ch", Code::CheckSign),
        (b"(ch)", Code::CheckSign),
        (b"ch.", Code::CheckSign),
        (b"ch", Code::CheckSign),
        (b"(mate)", Code::MateSign),
        (b"mate", Code::MateSign),
        (b"checkmate", Code::MateSign),
    ];
    let ends = |rest: &[u8]| !rest.first().is_some_and(|&byte| continues_move(byte));
    let sign = SIGNS.iter().find(|(sign, _)| text.strip_prefix(*sign).is_some_and(ends));
    sign.map(|&(sign, code)| (code, sign.len()))
}

/// The length of a remark on how the game ended, `White resigns`, with nothing but the result after it.
fn remark_length(text: &[u8]) -> usize {
    const ENDINGS: [&[u8]; 12] = [
        b"abandoned",
        b"adjourned",
        b"adjudicated",
        b"agreed",
        b"draw",
        b"drawn",
        b"forfeit",
        b"resign",
        b"resigned",
        b"resigns",
        b"time",
        b"wins",
    ];
    let text = &text[..text.len().min(LONGEST_SIGN)];
    let (mut length, mut is_ending) = (0, false);
    loop {
        let after = text[length..].trim_ascii_start();
        let next = word(after);
        let letters = next.strip_suffix(b".").or(next.strip_suffix(b",")).unwrap_or(next);
        if letters.is_empty() || !letters.iter().all(u8::is_ascii_alphabetic) {
            let is_last = Marker::read(next).is_some() || after.is_empty() || is_tag_start(after);
            return if is_ending && is_last { length } else { 0 };
        }
        is_ending |= ENDINGS.iter().any(|ending| ending.eq_ignore_ascii_case(letters));
        length = text.len() - after.len() + next.len();
    }
}

/// Zeros, or a zero and a letter, with any dash between them.
pub(crate) fn is_castling(word: &[u8]) -> bool {
    let letter = |byte: &u8| matches!(byte, b'0' | b'O' | b'o');
    let is_dash = |byte: &u8| *byte == b'-' || !byte.is_ascii();
    match word {
        [first, rest @ ..] if letter(first) => {
            let dash = rest.iter().take_while(|byte| is_dash(byte)).count();
            dash > 0 && rest.get(dash).is_some_and(letter)
        }
        _ => false,
    }
}

/// `0:12`
pub(crate) fn is_time(word: &[u8]) -> bool {
    let after = &word[word.iter().take_while(|byte| byte.is_ascii_digit()).count()..];
    matches!(after, [b':', b'0'..=b'9', ..])
}

/// The length of a row of numbers without dots; of a single number too.
pub(crate) fn engine_output(text: &[u8]) -> usize {
    let text = line(text);
    let mut length = 0;
    loop {
        let after = text[length..].trim_ascii_start();
        let word = word(after);
        let digits = word.strip_prefix(b"-").unwrap_or(word);
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return length;
        }
        length = text.len() - after.len() + word.len();
    }
}

pub(crate) fn ends_on_last_rank(text: &[u8]) -> bool {
    matches!(text, [.., b'1' | b'8'])
}

/// The bytes after the first letter of castling with blanks: `O - O`.
pub(crate) fn spaced_castling(rest: &[u8]) -> usize {
    let mut length = 0;
    while rest[length..].starts_with(b" - O") {
        length += 4;
    }
    length + usize::from(length > 0 && matches!(rest.get(length), Some(b'+' | b'#')))
}

/// The number of bytes of letters beyond ASCII, and of a move around them, at the beginning; none for a space or a glyph.
pub(crate) fn beyond_ascii(text: &[u8]) -> usize {
    let word = word(&text[..text.len().min(LONGEST_SIGN)]);
    let visible = &word[..visible_length(word)];
    if Glyph::symbol(visible).is_some() { 0 } else { visible.len() }
}

/// The bytes of a move after its first part, with invisible characters between them. Two moves stay two.
pub(crate) fn beyond_hidden(first: &[u8], rest: &[u8]) -> usize {
    let mut length = 0;
    loop {
        let hidden = hidden_length(&rest[length..]);
        let part = symbol(&rest[length + hidden..]).map_or(&b""[..], |(_, part)| part);
        let is_sign = matches!(part, [b'+' | b'#' | b'=', ..]);
        if hidden == 0 || part.is_empty() || (is_move_like(first) && !is_sign) {
            return length;
        }
        length += hidden + part.len();
    }
}

/// How many bytes at the end of a word are a sign of the books behind a move: `Nf3+-`. The sign may have its last
/// character, a dash of printers, in what follows.
pub(crate) fn glued_sign(word: &[u8], after: &[u8]) -> usize {
    // Of two that end alike the longer comes first.
    const SIGNS: [&[u8]; 11] =
        [b"+/-", b"-/+", b"+/=", b"=/+", b"+--", b"--+", b"+-", b"-+", b"+=", b"=+", b"="];
    if !matches!(word, [.., b'+' | b'-' | b'=']) {
        return 0;
    }
    if let [mv @ .., b'+'] = word
        && let Some([0xe2, 0x80, 0x93 | 0x94] | [0xe2, 0x88, 0x92]) = after.first_chunk()
    {
        return usize::from(is_move_like(mv));
    }
    let stands_behind_move = |sign: &&&[u8]| {
        let Some(mv) = word.strip_suffix(**sign) else { return false };
        let promotes = mv.first().is_some_and(u8::is_ascii_lowercase) && ends_on_last_rank(mv);
        is_move_like(mv) && !(promotes && sign.starts_with(b"="))
    };
    SIGNS.iter().find(stands_behind_move).map_or(0, |sign| sign.len())
}

/// The number of bytes before the first invisible character.
pub(crate) fn visible_length(text: &[u8]) -> usize {
    let mut length = 0;
    while length < text.len() && invisible_length(&text[length..]) == 0 {
        // A byte inside a character is not looked at by itself.
        let valid = text[length..].utf8_chunks().next().map_or("", |chunk| chunk.valid());
        length += valid.chars().next().map_or(1, char::len_utf8);
    }
    length
}
