//! Tokens that are not quite what the standard has: told apart here so that the loop over sound moves stays short.

use crate::{
    diagnostics::{Code, Finding, Safety},
    pgn::{
        Glyph, Marker, MoveNumber, Spelling, Visitor,
        grammar::line,
        movetext::{Flow, is_move_like, symbol, word},
        reader::{Walk, is_tag_start, shortened},
        tags::Gap,
    },
    text::hidden_length,
};

/// So far ahead is looked for the end of a strange word or bracket, so that a file of nothing else is read in one go.
const LONGEST_SIGN: usize = 256;

impl<'a, V: Visitor<'a>> Walk<'a, '_, V> {
    /// A word that is very short, or is followed by something unusual.
    pub(crate) fn odd_word(&mut self, text: &'a [u8]) {
        let whole = self.whole_word(text);
        let has_number = self.follows_number(text.len());
        self.rest = &self.rest[whole.len() - text.len()..];
        match Glyph::symbol(whole) {
            Some(glyph) if self.score.has_move && !has_number => {
                return self.tell_glyph(glyph);
            }
            _ => {}
        }
        if whole == b"e.p." || whole == b"ep" {
            return self.report(
                Code::OtherNotation,
                whole,
                format!("`{}` is not part of the notation", shortened(whole)),
            );
        }
        self.tell_move(whole);
        if self.rest.first() == Some(&b'(') {
            let glued = self.joined(whole, &self.rest[..1]);
            let message = format!("a space is missing after `{}`", shortened(whole));
            let place = self.source.span_of(&self.rest[..0]);
            let finding = Finding::new(Code::GluedTokens, self.source.span_of(glued), message);
            self.tell(finding.with_edit(place, " ", Safety::Safe));
        }
    }

    /// `text`, which has just been taken, and what unusually belongs to it: `(Q)`, `e.p.`, letters beyond ASCII, and what stands
    /// behind a character that nobody sees.
    fn whole_word(&self, text: &'a [u8]) -> &'a [u8] {
        let extra = match self.rest {
            rest if hidden_length(rest) > 0 => beyond_hidden(text, self.ahead()),
            [b'(', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b')', ..]
                if ends_on_last_rank(text) =>
            {
                3 + usize::from(matches!(self.rest.get(3), Some(b'+' | b'#')))
            }
            [b'.', b'p', b'.', ..] if text.ends_with(b"e") => 3,
            [0x80..=0xff, ..] => beyond_ascii(self.rest),
            _ => 0,
        };
        let block = self.source.bytes;
        let start = block.len() - self.rest.len() - text.len();
        &block[start..start + text.len() + extra]
    }

    /// Two slices that follow each other, as one.
    pub(crate) fn joined(&self, first: &'a [u8], last: &'a [u8]) -> &'a [u8] {
        let first_byte = self.source.first_byte;
        let at = |byte: u64| usize::try_from(byte - first_byte).unwrap_or(self.source.bytes.len());
        &self.source.bytes[at(self.source.span_of(first).start)..at(self.source.span_of(last).end)]
    }

    /// Digits that are not simply a number and its dots.
    pub(crate) fn odd_number(&mut self, number: MoveNumber<'a>) -> Flow {
        if number.dots == 0 || number.value == 0 {
            let word = word(self.ahead());
            let castles = is_castling(word) && (self.follows_number(0) || !self.ends_after(word));
            match Marker::read(word) {
                Some(marker) if !castles => return self.tell_result(marker),
                _ if castles || word.contains(&b'-') || is_time(word) => {
                    let length = symbol(word).map_or(word.len(), |(_, text)| text.len());
                    let castling = word.len() - glued_sign(word);
                    let text = self.take(if castles { castling } else { length });
                    self.tell_move(text);
                    return Flow::Goes;
                }
                _ if self.is_misspelt_move(&number, word) => {
                    let text = self.take(symbol(word).map_or(word.len(), |(_, text)| text.len()));
                    self.tell_move(text);
                    return Flow::Goes;
                }
                _ => {}
            }
        }
        let text = self.number_with_late_dots(&number);
        if text.len() != number.text.len() || number.dots == 0 {
            let message =
                format!("the move number `{}` is not written as digits and dots", shortened(text));
            self.report(Code::NumberForm, text, message);
        }
        self.take(text.len());
        let text = text.strip_suffix(b")").or(text.strip_suffix(b",")).unwrap_or(text);
        let dots = memchr::memchr_iter(b'.', text).count();
        self.tell_number(MoveNumber {
            text,
            dots: u8::try_from(dots).unwrap_or(u8::MAX),
            ..number
        });
        Flow::Goes
    }

    /// `4e` or `5f3`: digits without a dot that are no number, since no move follows or another number is due.
    fn is_misspelt_move(&self, number: &MoveNumber<'a>, word: &[u8]) -> bool {
        let after = &word[number.text.len().min(word.len())..];
        let last = self.score.number;
        let is_due = number.value == last || number.value == last.saturating_add(1);
        after.first().is_some_and(u8::is_ascii_alphabetic) && !(is_due && is_move_like(after))
    }

    /// `1 .`, `1. ...`, `1)` and `1,`: a number and what belongs to it.
    fn number_with_late_dots(&self, number: &MoveNumber<'a>) -> &'a [u8] {
        let after = &self.rest[number.text.len()..];
        let blanks = after.iter().position(|&byte| byte != b' ').unwrap_or(0);
        let dots = after[blanks..].iter().take_while(|&&byte| byte == b'.').count();
        let extra = match (dots, after.first()) {
            (0, Some(b')')) if self.score.open.is_empty() => 1,
            (0, Some(b',')) => 1,
            (0, _) => 0,
            _ => blanks + dots,
        };
        &self.rest[..number.text.len() + extra]
    }

    /// What stands next, as far as anybody looks ahead.
    pub(crate) fn ahead(&self) -> &'a [u8] {
        &self.rest[..self.rest.len().min(LONGEST_SIGN)]
    }

    /// Whether what begins so many bytes before the rest stands after a number and its dots.
    fn follows_number(&self, back: usize) -> bool {
        let before = &self.source.bytes[..self.offset() - back];
        before.trim_ascii_end().ends_with(b".")
    }

    fn ends_after(&self, word: &[u8]) -> bool {
        let rest = self.rest[word.len()..].trim_ascii_start();
        rest.is_empty() || is_tag_start(rest)
    }

    /// Anything that begins neither a move nor a number, nor one of the usual tokens.
    pub(crate) fn rare(&mut self, byte: u8) -> Flow {
        match byte {
            b'*' => return self.star(),
            b'[' => return self.square_bracket(),
            b';' => self.line_comment(),
            b'}' | b']' => self.stray_bracket(),
            b'<' | b'>' => self.angle_bracket(),
            b'%' if self.at_line_start() => self.skip_line(),
            _ => return self.sign(),
        }
        Flow::Goes
    }

    fn star(&mut self) -> Flow {
        if self.rest.get(1).is_some_and(u8::is_ascii_alphanumeric) {
            return self.sign();
        }
        let marker = Marker::read(&self.rest[..1]);
        marker.map_or(Flow::Goes, |marker| self.tell_result(marker))
    }

    fn square_bracket(&mut self) -> Flow {
        if is_tag_start(self.rest) {
            return self.tag_among_moves(Gap::Blanks);
        }
        if self.rest.starts_with(b"[]") {
            let text = self.take(2);
            if let Some(glyph) = Glyph::symbol(text) {
                self.tell_glyph(glyph);
            }
            return Flow::Goes;
        }
        let ahead = self.ahead();
        if let Some(brace) = memchr::memchr2(b'{', b'}', ahead)
            && ahead.starts_with(b"[%")
            && ahead[brace] == b'}'
        {
            self.unopened_comment(brace);
            return Flow::Goes;
        }
        let length = memchr::memchr(b']', line(ahead)).map_or(1, |at| at + 1);
        let text = self.take(length);
        self.tell_move(text);
        Flow::Goes
    }

    fn stray_bracket(&mut self) {
        let bracket = self.take(1);
        self.report_stray(bracket);
    }

    pub(crate) fn report_stray(&mut self, bracket: &'a [u8]) {
        let message = format!("`{}` closes nothing", shortened(bracket));
        self.tell(self.without(Code::StrayBracket, bracket, message, Safety::Safe));
    }

    // PGN 7: angle brackets are reserved.
    fn angle_bracket(&mut self) {
        if self.rest.starts_with(b"<>") {
            let null = self.take(2);
            return self.tell_move(null);
        }
        let length = memchr::memchr(b'>', line(self.ahead())).map_or(1, |at| at + 1);
        let text = self.take(length);
        let message = format!("`{}` is reserved for later and means nothing", shortened(text));
        self.report(Code::Reserved, text, message);
    }

    /// Signs: glyphs of the books, results in strange spellings, null moves, figurines.
    pub(crate) fn sign(&mut self) -> Flow {
        let invisible = invisible_length(self.rest);
        if invisible > 0 {
            self.take(invisible);
            return Flow::Goes;
        }
        let text = word(self.ahead());
        let text = if text.is_empty() { &self.rest[..1] } else { text };
        let text = &text[..visible_length(text)];
        let unusual_end = self.ends_after(text);
        match (Marker::read(text), Glyph::symbol(text)) {
            (Some(marker), None) => return self.tell_result(marker),
            (Some(marker), Some(_)) if unusual_end => return self.tell_result(marker),
            (_, Some(glyph)) => {
                self.take(text.len());
                self.tell_glyph(glyph);
            }
            (None, None) => {
                self.take(text.len());
                self.tell_move(text);
            }
        }
        Flow::Goes
    }

    pub(crate) fn check_spelling(&mut self, marker: &Marker<'a>) {
        if marker.spelling == Spelling::Standard {
            return;
        }
        let text = shortened(marker.text);
        let span = self.source.span_of(marker.text);
        match (marker.spelling, marker.result) {
            (Spelling::Variant, Some(result)) => {
                let message = format!("the result `{text}` is written `{}`", result.text());
                let finding = Finding::new(Code::ResultSpelling, span, message);
                self.tell(finding.with_edit(span, result.text(), Safety::Safe));
            }
            (Spelling::Unusual, _) | (_, None) => {
                let message =
                    format!("`{text}` is none of the results `1-0`, `0-1`, `1/2-1/2`, `*`");
                self.report(Code::UnusualResult, marker.text, message);
            }
            (Spelling::Standard, Some(_)) => {}
        }
    }
}

/// Zeros, or a zero and a letter, with any dash between them.
fn is_castling(word: &[u8]) -> bool {
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
fn is_time(word: &[u8]) -> bool {
    let after = &word[word.iter().take_while(|byte| byte.is_ascii_digit()).count()..];
    matches!(after, [b':', b'0'..=b'9', ..])
}

fn ends_on_last_rank(text: &[u8]) -> bool {
    matches!(text, [.., b'1' | b'8'])
}

/// How many bytes of letters beyond ASCII, and of a move around them, stand here; none if it is a space or a glyph.
fn beyond_ascii(text: &[u8]) -> usize {
    let word = word(&text[..text.len().min(LONGEST_SIGN)]);
    let visible = &word[..visible_length(word)];
    if Glyph::symbol(visible).is_some() { 0 } else { visible.len() }
}

/// How many bytes of a move follow its first part, with characters between them that nobody sees. Two moves stay two.
fn beyond_hidden(first: &[u8], rest: &[u8]) -> usize {
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

/// How many bytes at the end of a word are a sign of the books behind a move: `Nf3+-`.
pub(crate) fn glued_sign(word: &[u8]) -> usize {
    // Of two that end alike the longer comes first.
    const SIGNS: [&[u8]; 9] = [b"+/-", b"-/+", b"+/=", b"=/+", b"+-", b"-+", b"+=", b"=+", b"="];
    if !matches!(word, [.., b'+' | b'-' | b'=']) {
        return 0;
    }
    let stands_behind_move = |sign: &&&[u8]| {
        let Some(mv) = word.strip_suffix(**sign) else { return false };
        let promotes = mv.first().is_some_and(u8::is_ascii_lowercase) && ends_on_last_rank(mv);
        is_move_like(mv) && !(promotes && sign.starts_with(b"="))
    };
    SIGNS.iter().find(stands_behind_move).map_or(0, |sign| sign.len())
}

/// How many bytes stand before the first invisible character.
fn visible_length(text: &[u8]) -> usize {
    let mut length = 0;
    while length < text.len() && invisible_length(&text[length..]) == 0 {
        // A byte inside a character is not looked at by itself.
        let valid = text[length..].utf8_chunks().next().map_or("", |chunk| chunk.valid());
        length += valid.chars().next().map_or(1, char::len_utf8);
    }
    length
}

/// How many bytes an unusual space at the beginning takes.
pub(crate) fn invisible_length(text: &[u8]) -> usize {
    match text {
        [0xc2, 0xa0 | 0xad, ..] => 2,
        [0xe2, 0x80, 0x80..=0x8f | 0xa6 | 0xaf, ..]
        | [0xe2, 0x81, 0x9f | 0xa0, ..]
        | [0xe3, 0x80, 0x80, ..]
        | [0xef, 0xbb, 0xbf, ..] => 3,
        [0xa0, ..] => 1,
        _ => 0,
    }
}
