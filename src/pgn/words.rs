//! Words among the moves that are not quite what the standard has, classified by their letters.

use crate::{
    pgn::{
        Glyph,
        grammar::{invisible_length, is_move_like, symbol, word},
    },
    text::hidden_length,
};

/// How far ahead the end of an unusual word or bracket is searched, so that a file of nothing else is read in one pass.
pub(crate) const LONGEST_SIGN: usize = 256;

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

pub(crate) fn ends_on_last_rank(text: &[u8]) -> bool {
    matches!(text, [.., b'1' | b'8'])
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
