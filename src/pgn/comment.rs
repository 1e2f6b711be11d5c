//! Comments: where they end, and what is wrong with their brackets.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    pgn::{
        Comment, Enclosure, Marker, Parsed, Parser, Token, Value, commands,
        grammar::{
            brace_comment, is_move_like, is_tag_start, last_word, line, line_comment, move_number,
            starts_moves, word,
        },
    },
    text::{Span, shortened},
};

/// How far a comment that runs into the tags of another game is followed in search of its end.
pub(crate) const PATIENCE: usize = 64 * 1024;

/// No comment with others in it is longer.
const LONGEST_NESTED: usize = 4 * 1024;

/// Where a comment ends, counted from the first byte of the block.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Closing {
    /// The place of its brace.
    At(usize),
    /// It has none before the next game, which begins here.
    Never(usize),
    /// The block ends before the answer is certain.
    Undecided,
}

/// The last answer to the question where a comment ends. It holds for every comment that begins before `until`, so
/// that a text of opening braces is not searched again for each of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct KnownClosing {
    until: usize,
    closing: Closing,
}

impl<'a> Parser<'a> {
    pub(crate) fn emit_commands(&mut self, inner: &'a [u8]) {
        for command in commands(inner) {
            let fault = match command.value {
                Value::Unknown => Some("is unknown"),
                Value::Unclosed => Some("is not closed by `]`"),
                _ => None,
            };
            if let Some(fault) = fault {
                let message = format!("the command `{}` {fault}", shortened(command.text));
                self.report(Code::CommandForm, command.text, message);
            }
            self.emit(Token::Command(command));
        }
    }

    /// Takes what a production reads, and the commands in it.
    fn take_comment(&mut self, production: impl Fn(&'a [u8]) -> Parsed<'a, Comment<'a>>) {
        if let Ok((rest, comment)) = production(self.rest) {
            self.rest = rest;
            self.emit(Token::Comment(comment));
            self.emit_commands(comment.inner);
        }
    }

    fn emit_braces(&mut self, text: &'a [u8], inner: &'a [u8]) {
        self.emit(Token::Comment(Comment { text, inner, enclosure: Enclosure::Braces }));
    }

    /// `{ … }`
    pub(crate) fn brace_comment(&mut self) {
        let after = self.offset() + 1;
        match self.closing(after) {
            Closing::At(brace) => self.check_comment(brace - after),
            Closing::Never(game) => self.unclosed_comment(game - after),
            Closing::Undecided => {
                self.leave_open();
                self.unclosed_comment(self.rest.len() - 1);
            }
        }
    }

    /// Looks for the brace that closes a comment, which does not lie beyond the beginning of another game.
    pub(crate) fn closing(&mut self, start: usize) -> Closing {
        let known = match self.known_closing {
            Some(known) if start <= known.until => known,
            _ => self.find_closing(start),
        };
        self.known_closing = Some(known);
        known.closing
    }

    fn find_closing(&self, start: usize) -> KnownClosing {
        let after = &self.source.in_sight[start..];
        let mut reach = 256;
        loop {
            let seen = &after[..after.len().min(reach)];
            let brace = memchr::memchr(b'}', seen);
            let before = brace.unwrap_or(seen.len());
            let (until, closing) = match (next_game(after, before), brace) {
                (Some((game, sight)), _) => {
                    (start + game, self.closing_beyond(start + game, sight))
                }
                (None, Some(brace)) => (start + brace, Closing::At(start + brace)),
                (None, None) if seen.len() == after.len() => {
                    (self.source.in_sight.len(), Closing::Undecided)
                }
                (None, None) => {
                    reach *= 2;
                    continue;
                }
            };
            return KnownClosing { until, closing };
        }
    }

    /// Whether a comment that runs into what seems to be another game goes on there. A tag alone is quoted if the brace
    /// comes soon and before any other comment begins; for a whole game there must be more of this one after it.
    fn closing_beyond(&self, game: usize, sight: Sight) -> Closing {
        let block = self.source.in_sight;
        let window = &block[game..block.len().min(game + PATIENCE)];
        let open = window.len() < PATIENCE && !self.part.ends_file();
        match memchr::memchr2(b'}', b'{', window) {
            Some(at) if window[at] == b'}' => {
                let quoted = sight == Sight::Tag || is_quoted(window, at);
                match (quoted, block[game + at + 1..].trim_ascii_start().is_empty() && open) {
                    (true, _) => Closing::At(game + at),
                    (false, true) => Closing::Undecided,
                    (false, false) => Closing::Never(game),
                }
            }
            None if open => Closing::Undecided,
            _ => Closing::Never(game),
        }
    }

    fn check_comment(&mut self, length: usize) {
        let inner = &self.rest[1..=length];
        let Some(brace) = memchr::memchr(b'{', inner) else {
            return self.take_comment(brace_comment);
        };
        if self.is_due(&self.rest[length + 2..]) {
            self.report_brace_in_comment(inner, brace);
            return self.take_comment(brace_comment);
        }
        if let Some(bracket) = misclosing_bracket(&inner[..brace]) {
            return self.misclosed_comment(bracket);
        }
        if let Some(length) = self.nested_length(inner) {
            return self.nested_comment(length);
        }
        if let Some(words) = self.words_before_score(&inner[..brace]) {
            self.report_unclosed_comment(&inner[..brace]);
            let text = self.take(words + 1);
            let inner = &text[1..];
            self.emit_braces(text, inner);
            return self.emit_commands(inner);
        }
        self.report_brace_in_comment(inner, brace);
        self.take_comment(brace_comment);
    }

    /// The length of a comment with others in it, if what follows its first closing brace cannot be the game: `{a {b} c} e5`.
    fn nested_length(&mut self, inner: &[u8]) -> Option<usize> {
        let after = &self.rest[inner.len() + 2..];
        let after = &after[..after.len().min(LONGEST_NESTED)];
        let mut depth = memchr::memchr_iter(b'{', inner).count();
        let end = memchr::memchr2_iter(b'{', b'}', after).find(|&at| {
            depth = if after[at] == b'{' { depth + 1 } else { depth - 1 };
            depth == 0
        });
        let Some(end) = end else {
            if after.len() < LONGEST_NESTED {
                self.leave_open();
            }
            return None;
        };
        let between = &after[..end];
        let mut lines = between.split(|byte| matches!(byte, b'\n' | b'\r')).skip(1);
        if lines.any(is_tag_start) {
            return None;
        }
        let is_elsewhere = match move_number(between.trim_ascii_start()) {
            Ok((_, number)) => number.dots > 0 && number.value.abs_diff(self.scan.number) > 1,
            Err(_) => false,
        };
        let words = between.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let is_score =
            |word: &[u8]| is_move_like(word) || word[0].is_ascii_digit() || word[0] == b'*';
        let has_no_score = !words.clone().any(is_score) && words.count() > 0;
        (is_elsewhere || has_no_score).then_some(inner.len() + 1 + end)
    }

    /// `{ … { … } … }`: the comment ends at the last brace, and the others should be round brackets.
    fn nested_comment(&mut self, length: usize) {
        let text = self.take(length + 2);
        let inner = &text[1..=length];
        let (open, last) = (memchr::memchr(b'{', inner), memchr::memrchr(b'}', inner));
        if let (Some(open), Some(last)) = (open, last) {
            let words = inner.splitn(2, |byte| *byte == b'}').nth(1).unwrap_or(inner);
            let mut words = words.split(u8::is_ascii_whitespace);
            let word = words.find(|word| !word.is_empty()).unwrap_or(inner);
            let message = format!(
                "comments do not nest: the first `}}` ends the comment, and `{}` is outside of it",
                shortened(word)
            );
            let finding = self.finding(Code::BraceInComment, word, message);
            let finding = finding.with_severity(Severity::Error);
            let nested = &inner[open..=last];
            let round = str::from_utf8(nested).ok();
            let round = round.map(|text| text.replace('{', "(").replace('}', ")"));
            let edit = round.map(|round| (self.source.span_of(nested), round));
            self.add(finding.with_optional_edit(edit, Safety::Guess));
        }
        self.emit_braces(text, inner);
        self.emit_commands(inner);
    }

    /// Whether the text after a comment begins with the number that is due there.
    fn is_due(&self, after: &[u8]) -> bool {
        let Ok((_, number)) = move_number(after.trim_ascii_start()) else { return false };
        let before = self.before().trim_ascii_end();
        let mv = last_word(before);
        let numbered = last_word(before[..before.len() - mv.len()].trim_ascii_end());
        let is_of_white = |word| move_number(word).is_ok_and(|(_, number)| number.dots == 1);
        let white_moved = is_of_white(mv) || is_of_white(numbered);
        // After a variation or another comment either side may be to move.
        let is_certain = white_moved || is_move_like(mv);
        let (last, next) = (self.scan.number, self.scan.number.saturating_add(1));
        match number.dots {
            0 => false,
            1 => number.value == next && !white_moved,
            _ => number.value == last && (white_moved || !is_certain),
        }
    }

    /// `{ … )`: the comment ends at the round bracket, since moves follow it.
    fn misclosed_comment(&mut self, length: usize) {
        let text = self.take(length + 2);
        let bracket = self.source.span_of(&text[length + 1..]);
        let message = "the comment is closed by `)` instead of `}`";
        let finding = self.finding(Code::CommentMisclosed, &text[..1], message);
        self.add(finding.with_edit(bracket, "}", Safety::Guess));
        self.emit_braces(text, &text[1..=length]);
    }

    fn unclosed_comment(&mut self, length: usize) {
        // The blank line before the next game is left to tell that one begins.
        let inner = self.rest[1..=length].trim_ascii_end();
        if let Some(bracket) = misclosing_bracket(inner) {
            return self.misclosed_comment(bracket);
        }
        self.report_unclosed_comment(inner);
        self.scan.broken = true;
        let text = self.take(inner.len() + 1);
        self.emit_braces(text, &text[1..]);
    }

    /// `; …` to the end of the line.
    pub(crate) fn line_comment(&mut self) {
        let text = line(self.rest);
        if let Some(number) = swallowed_number(text, self.scan.number) {
            self.report_swallowed(text, number);
        }
        self.take_comment(line_comment);
    }

    /// Reports that the comment that begins here is never closed.
    pub(crate) fn report_unclosed_comment(&mut self, inner: &'a [u8]) {
        let message = "the comment is not closed";
        let span = self.source.span_of(&self.rest[..1]);
        let finding = Finding::new(Code::CommentUnclosed, span, message);
        self.add(match swallowed_number(inner, self.scan.number) {
            Some(number) => {
                let number = self.source.span_of(number).start;
                let words = self.source.slice(Span { start: span.start, end: number });
                let end = self.source.span_of(before_moves(words)).end;
                finding.with_edit(Span { start: end, end }, "}", Safety::Guess)
            }
            None => finding,
        });
    }

    /// How much of a comment that runs into another one are words, if the rest is the game going on.
    pub(crate) fn words_before_score(&self, inner: &'a [u8]) -> Option<usize> {
        let number = swallowed_number(inner, self.scan.number)?;
        let until = self.source.span_of(number).start - self.source.span_of(inner).start;
        let words = before_moves(&inner[..usize::try_from(until).ok()?]).len();
        let is_number = |word| match move_number(word) {
            Ok((mv, number)) => number.dots > 0 && (mv.is_empty() || is_move_like(mv)),
            Err(_) => false,
        };
        let mut score =
            inner[words..].split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        score.all(|word| is_move_like(word) || is_number(word)).then_some(words)
    }

    /// `[%clk 0:05:00] }`: a comment of commands without its opening brace.
    pub(crate) fn unopened_comment(&mut self, length: usize) {
        let text = self.take(length + 1);
        let (inner, brace) = text.split_at(length);
        let message = "`}` closes a comment that does not begin with `{`";
        let finding = self.finding(Code::StrayBracket, brace, message);
        self.add(finding.with_edit(self.source.span_of(&text[..0]), "{", Safety::Guess));
        self.emit_braces(text, inner);
        self.emit_commands(inner);
    }

    /// Reports an opening brace inside a comment.
    pub(crate) fn report_brace_in_comment(&mut self, inner: &'a [u8], brace: usize) {
        let message = "`{` inside a comment does not start another comment";
        let span = self.source.span_of(&inner[brace..=brace]);
        let finding = Finding::new(Code::BraceInComment, span, message);
        let ahead = &self.ahead()[(inner.len() + 2).min(self.ahead().len())..];
        let is_closed_twice =
            memchr::memchr2(b'{', b'}', ahead).is_some_and(|at| ahead[at] == b'}');
        self.add(match str::from_utf8(&inner[brace + 1..]) {
            Ok(nested) if is_closed_twice => {
                let whole = Span { end: self.source.span_of(inner).end + 1, ..span };
                finding.with_edit(whole, format!("({nested})"), Safety::Guess)
            }
            _ => finding.with_replacement("", Safety::Guess),
        });
    }

    /// Reports that a comment to the end of the line hides the moves from this number on.
    pub(crate) fn report_swallowed(&mut self, comment: &'a [u8], number: &'a [u8]) {
        let message = format!("the semicolon hides the moves from `{}` on", shortened(number));
        let span = self.source.span_of(comment);
        let finding = Finding::new(Code::LineCommentSwallows, span, message);
        // The semicolon is not a part of the words: `;f8 44.g1` has none.
        let after_sign = Span { start: span.start + 1, end: self.source.span_of(number).start };
        let words = before_moves(self.source.slice(after_sign));
        let edit = Span { end: self.source.span_of(words).end, ..span };
        let words = words.trim_ascii();
        let has_brace = memchr::memchr2(b'{', b'}', words).is_some();
        self.add(match str::from_utf8(words) {
            Ok("") => finding.with_edit(edit, "", Safety::Guess),
            Ok(words) if !has_brace => {
                finding.with_edit(edit, format!("{{{words}}}"), Safety::Guess)
            }
            _ => finding,
        });
    }
}

/// Where a round bracket ends a comment by mistake: it closes none that the comment opened, and moves follow.
fn misclosing_bracket(inner: &[u8]) -> Option<usize> {
    let mut depth = 0_u32;
    for at in memchr::memchr2_iter(b'(', b')', inner) {
        match inner[at] {
            b'(' => depth += 1,
            _ if depth > 0 => depth -= 1,
            _ => return goes_on_with_moves(&inner[at + 1..]).then_some(at),
        }
    }
    None
}

/// Whether a number follows, or a move and then a number or another move.
fn goes_on_with_moves(text: &[u8]) -> bool {
    let is_number = |text: &[u8]| move_number(text).is_ok_and(|(_, number)| number.dots > 0);
    let text = text.trim_ascii_start();
    let first = word(text);
    let marks = |byte: &&u8| byte.is_ascii_whitespace() || matches!(byte, b'!' | b'?');
    let after = &text[first.len()..];
    let next = &after[after.iter().take_while(marks).count()..];
    is_number(text) || (is_move_like(first) && (is_number(next) || is_move_like(word(next))))
}

/// The next move number of the game with a move after it, if a comment to the end of the line contains it.
pub(crate) fn swallowed_number(comment: &[u8], last: u32) -> Option<&[u8]> {
    let mut words =
        comment.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty()).peekable();
    while let Some(word) = words.next() {
        let Ok((after, number)) = move_number(word) else { continue };
        let is_next =
            number.dots > 0 && (number.value == last || number.value == last.saturating_add(1));
        let mv = if after.is_empty() { words.peek().copied().unwrap_or_default() } else { after };
        if is_next && is_move_like(mv) {
            return Some(word);
        }
    }
    None
}

/// The words of a comment before a number, without a move that ends them.
fn before_moves(words: &[u8]) -> &[u8] {
    let words = words.trim_ascii_end();
    let last = last_word(words);
    if is_move_like(last) { words[..words.len() - last.len()].trim_ascii_end() } else { words }
}

/// What seems to begin inside a comment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sight {
    /// Tags and moves.
    Game,
    /// The tag with which games begin, and no moves.
    Tag,
}

/// The first place among the first `reach` bytes of a comment where another game seems to begin.
pub(crate) fn next_game(text: &[u8], reach: usize) -> Option<(usize, Sight)> {
    memchr::memchr_iter(b'[', &text[..reach])
        .filter(|&at| follows_blank_line(&text[..at]))
        .find_map(|at| Some((at, sight(&text[at..])?)))
}

fn follows_blank_line(before: &[u8]) -> bool {
    let space = &before[before.trim_ascii_end().len()..];
    matches!(space.last(), Some(b'\n' | b'\r')) && crate::text::count_line_ends(space, None) > 1
}

fn sight(text: &[u8]) -> Option<Sight> {
    let mut rest = text;
    while is_tag_start(rest) {
        let tag = line(rest);
        rest = match &rest[tag.len()..] {
            [b'\r', b'\n', rest @ ..] | [b'\r' | b'\n', rest @ ..] => rest,
            _ => b"",
        };
        if !tag.trim_ascii_end().ends_with(b"]") {
            rest = b"";
        }
    }
    let moves = rest.trim_ascii_start();
    if moves.first() == Some(&b'{') || starts_moves(moves) {
        Some(Sight::Game)
    } else {
        text.starts_with(b"[Event ").then_some(Sight::Tag)
    }
}

/// Whether a game that ends at a brace is only quoted: then the one with the comment goes on.
pub(crate) fn is_quoted(text: &[u8], brace: usize) -> bool {
    let game = text[..brace].trim_ascii_end();
    let after = text[brace + 1..].trim_ascii_start();
    let goes_on = !after.is_empty() && !is_tag_start(after);
    goes_on && Marker::read(last_word(game)).is_some() && !after.starts_with(b"1. ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_told_from_a_tag() {
        for (text, expected) in [
            ("{a\n\n[Event \"b\"]\n\n1. e4 *", Some((4, Sight::Game))),
            ("{a\r\n\r\n[White \"b\"]\r\n[Black \"c\"]\r\n\r\n1. e4 *", Some((6, Sight::Game))),
            ("{a\n\n[Event \"b\"]\n\n{so} 1. e4 *", Some((4, Sight::Game))),
            ("{a\n\n[Event \"b\"]\nis a tag} 1. e4 *", Some((4, Sight::Tag))),
            ("{a\n\n[Event \"b\"]} 1. e4 *", Some((4, Sight::Tag))),
            ("{a\n\n[White \"b\"]\nis a tag} 1. e4 *", None),
            ("{a\n\n  [Event \"b\"]\n\n1. e4 *", None),
            ("{a\n[Event \"b\"]\n\n1. e4 *", None),
        ] {
            assert_eq!(next_game(text.as_bytes(), text.len()), expected, "{text:?}");
        }
    }

    #[test]
    fn a_quoted_game_is_followed_by_more_of_its_own() {
        for (text, expected) in [
            ("1. e4 e5 1-0} 2. d4", true),
            ("1. e4 e5 1-0\n} Nf6", true),
            ("1. e4 e5} 2. d4 1-0", false),
            ("1. e4 e5 1-0}\n\n[Event \"c\"]", false),
            ("1. e4 e5 1-0}\n", false),
        ] {
            let brace = text.find('}').unwrap();
            assert_eq!(is_quoted(text.as_bytes(), brace), expected, "{text:?}");
        }
    }
}
