//! The moves of a game as tokens, written for clarity: plain moves never come here
//! (see [`unread_moves`](crate::pgn::Parser::unread_moves)).

use std::ops::ControlFlow;

use crate::{
    diagnostics::{Code, Safety},
    pgn::{
        Glyph, Marker, MoveNumber, Parser, Shape, Spelling, Token,
        grammar::{
            bracketed, continues_move, invisible_length, is_event, is_move_like, is_tag_start,
            last_line, line, line_break_length, marks, move_number, numeric_glyph, starts_game,
            symbol, tag_pair, word,
        },
        tags::Gap,
        words::{
            LONGEST_SIGN, beyond_ascii, beyond_hidden, ends_on_last_rank, engine_output,
            glued_sign, is_castling, is_time, spaced_castling, visible_length,
        },
    },
    text::{hidden_length, shortened},
};

impl<'a> Parser<'a> {
    /// Reads the token that comes next; breaks when the game is over.
    pub(crate) fn read_token(&mut self) -> ControlFlow<()> {
        let byte = self.rest[0];
        if !matches!(byte, b' ' | b'\n') {
            self.note_unread();
        }
        match byte {
            b'\n' | b'\r' => return self.line_end(),
            // Dots without a number only repeat the side to move.
            0..=b' ' | 0x7f | b'.' => self.rest = &self.rest[1..],
            b'O' if self.rest.starts_with(b"O-1") => return self.sign(),
            b'a'..=b'z' | b'A'..=b'Z' => self.word(),
            b'0'..=b'9' => return self.digits(),
            b'{' => self.brace_comment(),
            b';' => self.line_comment(),
            b'!' | b'?' | b'$' => self.glyph(),
            b'(' => self.enter_variation(),
            b')' => self.leave_variation(),
            b'*' => return self.star(),
            b'[' => return self.square_bracket(),
            b'}' | b']' => self.stray_bracket(),
            b'<' | b'>' => self.angle_bracket(),
            b'%' if self.at_line_start() => self.skip_line(),
            _ => return self.sign(),
        }
        ControlFlow::Continue(())
    }

    /// The next `length` bytes, taken.
    pub(crate) fn take(&mut self, length: usize) -> &'a [u8] {
        let (taken, rest) = self.rest.split_at(length);
        self.rest = rest;
        taken
    }

    /// A move, or something in its place.
    fn word(&mut self) {
        let length = self.rest.iter().position(|&byte| !continues_move(byte));
        let length = length.unwrap_or(self.rest.len());
        let text = self.take(length - glued_sign(&self.rest[..length], &self.rest[length..]));
        if text.iter().all(u8::is_ascii_alphabetic) && self.remark(text) {
            return;
        }
        match self.rest.first() {
            Some(b' ' | b'\n' | b')' | b'\r' | b'!' | b'?') if text.len() > 1 => {
                self.emit_move(text);
            }
            _ => self.odd_word(text),
        }
    }

    #[inline]
    pub(crate) fn emit_move(&mut self, text: &'a [u8]) {
        self.scan.has_move = true;
        self.emit(Token::Move(text));
    }

    /// A number, or a result.
    fn digits(&mut self) -> ControlFlow<()> {
        let Ok((rest, number)) = move_number(self.rest) else {
            unreachable!("a digit stands here")
        };
        let rest = match rest {
            [b' ', after @ ..] if number.dots > 0 && after.first() != Some(&b'.') => after,
            [next, ..] if number.dots > 0 && next.is_ascii_alphabetic() => rest,
            _ => return self.odd_number(number),
        };
        self.rest = rest;
        self.emit_number(number);
        ControlFlow::Continue(())
    }

    #[inline]
    pub(crate) fn emit_number(&mut self, number: MoveNumber<'a>) {
        self.scan.number = number.value;
        self.emit(Token::Number(number));
    }

    /// Whether another game begins here after a blank line, the result of this one being lost.
    fn is_second_start(&self, gap: Gap) -> bool {
        let plays = self.scan.has_move && self.scan.open.is_empty();
        plays && gap == Gap::EmptyLine && starts_game(self.rest)
    }

    pub(crate) fn follows_blank_line(&self) -> bool {
        let before = self.before();
        let space = &before[before.trim_ascii_end().len()..];
        crate::text::count_line_ends(space, None) > 1
    }

    /// The end of a line, and what only the beginning of a line can be.
    fn line_end(&mut self) -> ControlFlow<()> {
        let gap = self.skip_space();
        if self.is_second_start(gap) {
            return ControlFlow::Break(());
        }
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
        ControlFlow::Continue(())
    }

    pub(crate) fn at_line_start(&self) -> bool {
        let line = last_line(self.before());
        line.is_empty() || self.source.is_quoted && line.trim_ascii().is_empty()
    }

    /// A tag where moves are expected: the next game, or a mistake.
    pub(crate) fn tag_among_moves(&mut self, gap: Gap) -> ControlFlow<()> {
        if gap == Gap::EmptyLine || is_event(self.rest) {
            return ControlFlow::Break(());
        }
        let tag = match tag_pair(self.rest) {
            Ok((_, tag)) => tag.text,
            Err(_) => bracketed(self.rest),
        };
        let text = self.take(tag.len());
        self.report_tag_in_moves(text);
        ControlFlow::Continue(())
    }

    /// `!?` or `$14`; or `1.?`, where a move is missing.
    fn glyph(&mut self) {
        let marks_behind = self.rest.iter().take_while(|&&byte| byte == b'?').count();
        if marks_behind > 0 && self.before().ends_with(b".") {
            let text = self.take(marks_behind);
            return self.emit_move(text);
        }
        if let Ok((rest, glyph)) = marks(self.rest).or_else(|_| numeric_glyph(self.rest)) {
            self.rest = rest;
            if glyph.shape == Shape::Number {
                self.check_number(&glyph);
            }
            self.emit_glyph(glyph);
        }
    }

    /// A result: the game is over unless it is in a variation.
    pub(crate) fn emit_result(&mut self, marker: Marker<'a>) -> ControlFlow<()> {
        let before = self.rest;
        self.take(marker.text.len());
        if !self.scan.open.is_empty() && !self.ends_after(b"") {
            self.report_result_in_variation(marker.text);
            return ControlFlow::Continue(());
        }
        self.close_variations(self.game[..self.game.len() - before.len()].trim_ascii_end());
        self.check_spelling(&marker);
        self.scan.result = Some(marker);
        self.emit(Token::Result(marker));
        self.after_result();
        ControlFlow::Break(())
    }

    pub(crate) fn emit_glyph(&mut self, glyph: Glyph<'a>) {
        self.check_glyph(&glyph);
        self.emit(Token::Glyph(glyph));
    }

    /// A word that is very short, or is followed by something unusual.
    pub(crate) fn odd_word(&mut self, text: &'a [u8]) {
        let whole = self.whole_word(text);
        let has_number = self.follows_number(text.len());
        self.rest = &self.rest[whole.len() - text.len()..];
        if let Some(glyph) = Glyph::symbol(whole)
            && self.scan.has_move
            && !has_number
        {
            return self.emit_glyph(glyph);
        }
        if whole == b"e.p." || whole == b"ep" {
            let message = format!("`{}` is not part of the notation", shortened(whole));
            return self.report(Code::OtherNotation, whole, message);
        }
        self.emit_move(whole);
        if self.rest.first() == Some(&b'(') {
            let glued = self.joined(whole, &self.rest[..1]);
            let message = format!("a space is missing after `{}`", shortened(whole));
            let place = self.source.span_of(&self.rest[..0]);
            let finding = self.finding(Code::GluedTokens, glued, message);
            self.add(finding.with_edit(place, " ", Safety::Safe));
        }
    }

    /// `text`, which has just been taken, and what unusually belongs to it: `(Q)`, `e.p.`, letters beyond ASCII, and what follows
    /// an invisible character.
    fn whole_word(&self, text: &'a [u8]) -> &'a [u8] {
        let extra = match self.rest {
            rest if hidden_length(rest) > 0 => beyond_hidden(text, self.ahead()),
            [b'(', b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n', b')', ..]
                if ends_on_last_rank(text) =>
            {
                3 + usize::from(matches!(self.rest.get(3), Some(b'+' | b'#')))
            }
            [b' ', b'-', b' ', b'O', ..] if text == b"O" => spaced_castling(self.rest),
            [b'.', b'p', b'.', ..] if text.ends_with(b"e") => 3,
            [0x80..=0xff, ..] => beyond_ascii(self.rest),
            _ => 0,
        };
        let block = self.source.in_sight;
        let start = self.offset() - text.len();
        &block[start..start + text.len() + extra]
    }

    /// Two slices that follow each other, as one.
    pub(crate) fn joined(&self, first: &'a [u8], last: &'a [u8]) -> &'a [u8] {
        let first_byte = self.source.first_byte;
        let at =
            |byte: u64| usize::try_from(byte - first_byte).unwrap_or(self.source.in_sight.len());
        &self.source.in_sight
            [at(self.source.span_of(first).start)..at(self.source.span_of(last).end)]
    }

    /// Digits that are not simply a number and its dots.
    pub(crate) fn odd_number(&mut self, number: MoveNumber<'a>) -> ControlFlow<()> {
        if number.dots == 0 || number.value == 0 {
            let word = word(self.ahead());
            let castles = is_castling(word) && (self.follows_number(0) || !self.ends_after(word));
            match Marker::read(word) {
                Some(marker) if !castles => return self.emit_result(marker),
                _ if castles
                    || word.contains(&b'-')
                    || is_time(word)
                    || self.is_misspelt_move(&number, word) =>
                {
                    let length = symbol(word).map_or(word.len(), |(_, text)| text.len());
                    let castling = word.len() - glued_sign(word, b"");
                    let text = self.take(if castles { castling } else { length });
                    self.emit_move(text);
                    return ControlFlow::Continue(());
                }
                _ => {}
            }
        }
        let output = engine_output(self.ahead());
        if number.dots == 0 && output > number.text.len() {
            self.engine_output(output);
            return ControlFlow::Continue(());
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
        let dots = u8::try_from(dots).unwrap_or(u8::MAX);
        self.emit_number(MoveNumber { text, dots, ..number });
        ControlFlow::Continue(())
    }

    /// `11 0 0`: depth, score and time before an engine's line. They are numbers of no move.
    fn engine_output(&mut self, length: usize) {
        let text = self.take(length);
        if !std::mem::replace(&mut self.scan.has_engine_output, true) {
            let message = format!("`{}` are not move numbers", shortened(text));
            let finding = self.finding(Code::UnknownMarks, text, message);
            self.add(finding.with_help("put the output of an engine in a comment: `{…}`"));
        }
    }

    /// `4e` or `5f3`: digits without a dot that are no number, since no move follows, another number is due, or a number was read.
    fn is_misspelt_move(&self, number: &MoveNumber<'a>, word: &[u8]) -> bool {
        let after = &word[number.text.len().min(word.len())..];
        let last = self.scan.number;
        let is_next = number.value == last || number.value == last.saturating_add(1);
        let is_due = is_next && !self.follows_number(0);
        after.first().is_some_and(u8::is_ascii_alphabetic) && !(is_due && is_move_like(after))
    }

    /// `1 .`, `1. ...`, `1)` and `1,`: a number and what belongs to it.
    fn number_with_late_dots(&self, number: &MoveNumber<'a>) -> &'a [u8] {
        let after = &self.rest[number.text.len()..];
        let blanks = after.iter().position(|&byte| byte != b' ').unwrap_or(0);
        let dots = after[blanks..].iter().take_while(|&&byte| byte == b'.').count();
        let extra = match (dots, after.first()) {
            (0, Some(b')')) if self.scan.open.is_empty() => 1,
            (0, Some(b',')) => 1,
            (0, _) => 0,
            _ => blanks + dots,
        };
        &self.rest[..number.text.len() + extra]
    }

    /// The next bytes, as many as the parser looks ahead.
    pub(crate) fn ahead(&self) -> &'a [u8] {
        &self.rest[..self.rest.len().min(LONGEST_SIGN)]
    }

    /// Whether the text that begins `back` bytes before the rest follows a number and its dots.
    fn follows_number(&self, back: usize) -> bool {
        self.source.in_sight[..self.offset() - back].trim_ascii_end().ends_with(b".")
    }

    /// Whether nothing of the game follows the word that comes next.
    fn ends_after(&self, word: &[u8]) -> bool {
        let rest = self.rest[word.len()..].trim_ascii_start();
        rest.is_empty() || is_tag_start(rest)
    }

    fn star(&mut self) -> ControlFlow<()> {
        if self.rest.get(1).is_some_and(u8::is_ascii_alphanumeric) {
            return self.sign();
        }
        let marker = Marker::read(&self.rest[..1]);
        marker.map_or(ControlFlow::Continue(()), |marker| self.emit_result(marker))
    }

    fn square_bracket(&mut self) -> ControlFlow<()> {
        if is_tag_start(self.rest) {
            return self.tag_among_moves(Gap::Blanks);
        }
        if self.rest.starts_with(b"[]") {
            let text = self.take(2);
            if let Some(glyph) = Glyph::symbol(text) {
                self.emit_glyph(glyph);
            }
            return ControlFlow::Continue(());
        }
        let ahead = self.ahead();
        if let Some(brace) = memchr::memchr2(b'{', b'}', ahead)
            && ahead.starts_with(b"[%")
            && ahead[brace] == b'}'
        {
            self.unopened_comment(brace);
            return ControlFlow::Continue(());
        }
        let length = memchr::memchr(b']', line(ahead)).map_or(1, |at| at + 1);
        let text = self.take(length);
        self.emit_move(text);
        ControlFlow::Continue(())
    }

    fn stray_bracket(&mut self) {
        let bracket = self.take(1);
        self.report_stray(bracket);
    }

    pub(crate) fn report_stray(&mut self, bracket: &'a [u8]) {
        let message = format!("`{}` has no opening bracket", shortened(bracket));
        // What follows at once could begin a tag or a comment then.
        let is_apart =
            self.rest.first().is_none_or(|&next| next.is_ascii_whitespace() || next == b')');
        let safety = if is_apart { Safety::Safe } else { Safety::Guess };
        self.add(self.without(Code::StrayBracket, bracket, message, safety));
    }

    // PGN 7: angle brackets are reserved.
    fn angle_bracket(&mut self) {
        if self.rest.starts_with(b"<>") {
            let null = self.take(2);
            return self.emit_move(null);
        }
        if line_break_length(self.rest) > 0 {
            return self.line_break();
        }
        let length = memchr::memchr(b'>', line(self.ahead())).map_or(1, |at| at + 1);
        let text = self.take(length);
        let message = format!("`{}` is reserved for future use", shortened(text));
        self.report(Code::Reserved, text, message);
    }

    /// Signs: glyphs of the books, results in strange spellings, null moves, figurines.
    pub(crate) fn sign(&mut self) -> ControlFlow<()> {
        let invisible = invisible_length(self.rest);
        if invisible > 0 {
            self.take(invisible);
            return ControlFlow::Continue(());
        }
        let text = word(self.ahead());
        let text = if text.is_empty() { &self.rest[..1] } else { text };
        let text = &text[..visible_length(text)];
        if self.scan.has_move && self.mark_of_no_move(text) {
            return ControlFlow::Continue(());
        }
        let unusual_end = self.ends_after(text);
        match (Marker::read(text), Glyph::symbol(text)) {
            (Some(marker), None) => return self.emit_result(marker),
            (Some(marker), Some(_)) if unusual_end => return self.emit_result(marker),
            (_, Some(glyph)) => {
                self.take(text.len());
                self.emit_glyph(glyph);
            }
            (None, None) => {
                self.take(text.len());
                self.emit_move(text);
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn check_spelling(&mut self, marker: &Marker<'a>) {
        let text = || shortened(marker.text);
        match (marker.spelling, marker.result) {
            (Spelling::Standard, _) => {}
            (Spelling::Variant, Some(result)) => {
                let message = format!("the result `{}` should be `{}`", text(), result.text());
                let finding = self.finding(Code::ResultSpelling, marker.text, message);
                self.add(finding.with_replacement(result.text(), Safety::Safe));
            }
            (Spelling::Unusual, _) | (Spelling::Variant, None) => {
                let message =
                    format!("expected `1-0`, `0-1`, `1/2-1/2` or `*`, found `{}`", text());
                self.report(Code::UnusualResult, marker.text, message);
            }
        }
    }
}
