//! What is said about comments, variations, glyphs and results that are not as they should be, each with the edit that
//! would mend it.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    pgn::{
        Comment, Enclosure, Glyph, Marker, Shape, Visitor,
        bracket::swallowed_number,
        grammar::move_number,
        movetext::{is_move_like, symbol},
        reader::{Walk, last_word, shortened, takes_rest_of_line},
        tag_writing::FARTHEST,
    },
    text::Span,
};

impl<'a, V: Visitor<'a>> Walk<'a, '_, V> {
    /// A finding about something that had better not be there.
    pub(crate) fn without(
        &self,
        code: Code,
        token: &[u8],
        message: impl Into<String>,
        safety: Safety,
    ) -> Finding {
        let span = self.source.span_of(token);
        let edit = self.source.with_blanks_before(span);
        Finding::new(code, span, message).with_edit(edit, "", safety)
    }

    pub(crate) fn report_result_in_variation(&mut self, marker: &'a [u8]) {
        let message = format!("the result `{}` stands inside a variation", shortened(marker));
        let finding = self.without(Code::ResultInVariation, marker, message, Safety::Safe);
        // A variation must not lose all that it has.
        let fix = finding.fix.filter(|_| self.score.has_move);
        self.tell(Finding { fix, ..finding });
    }

    /// Says that something, of which this is the first word, follows the result of the game.
    pub(crate) fn report_surplus(&mut self, first: &'a [u8], surplus: &'a [u8]) {
        let text = shortened(first);
        if Marker::read(first).is_some() {
            let message = format!("a second result `{text}` follows the first");
            let finding = self.without(Code::SecondResult, first, message, Safety::Guess);
            return self.tell(finding);
        }
        let message = format!("`{text}` follows the result of the game");
        let finding = Finding::new(Code::SecondResult, self.source.span_of(first), message);
        self.tell(match self.with_result_behind(surplus) {
            Some((span, text)) => finding.with_edit(span, text, Safety::Guess),
            None => finding,
        });
    }

    /// The result and what follows it, with the result at the end unless there is another.
    fn with_result_behind(&self, surplus: &'a [u8]) -> Option<(Span, String)> {
        let Marker { text: result, .. } = self.score.result?;
        let whole = self.joined(result, surplus);
        if whole.len() > FARTHEST || takes_rest_of_line(whole) {
            return None;
        }
        let after = str::from_utf8(&whole[result.len()..]).ok()?.trim_start();
        let has_result = Marker::read(last_word(surplus)).is_some();
        let result = if has_result { "" } else { str::from_utf8(result).ok()? };
        let text = format!("{after} {result}");
        Some((self.source.span_of(whole), text.trim_end().to_owned()))
    }

    pub(crate) fn report_empty_variation(&mut self, whole: &'a [u8]) {
        let message = "the variation has no moves";
        let finding = self.without(Code::VariationBroken, whole, message, Safety::Safe);
        // What else is in it must not be lost.
        let is_empty = whole[1..whole.len() - 1].trim_ascii().is_empty();
        let fix = finding.fix.filter(|_| is_empty);
        self.tell(Finding { fix, ..finding });
    }

    /// Says that the comment which stands here with this text is never closed.
    pub(crate) fn report_unclosed_comment(&mut self, inner: &'a [u8]) {
        let message = "the comment that begins here is never closed";
        let span = self.source.span_of(&self.rest[..1]);
        let finding = Finding::new(Code::CommentUnclosed, span, message);
        self.tell(match swallowed_number(inner, self.score.number) {
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
        let number = swallowed_number(inner, self.score.number)?;
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
        let span = self.source.span_of(brace);
        let finding = Finding::new(Code::StrayBracket, span, message);
        self.tell(finding.with_edit(self.source.span_of(&text[..0]), "{", Safety::Guess));
        self.visitor.comment(Comment { text, inner, enclosure: Enclosure::Braces });
        self.tell_commands(inner);
    }

    /// Says that a comment has an opening brace at this place of its text.
    pub(crate) fn report_brace_in_comment(&mut self, inner: &'a [u8], brace: usize) {
        let message = "`{` inside a comment does not begin another one";
        let span = self.source.span_of(&inner[brace..=brace]);
        let finding = Finding::new(Code::BraceInComment, span, message);
        let ahead = &self.ahead()[(inner.len() + 2).min(self.ahead().len())..];
        let is_closed_twice =
            memchr::memchr2(b'{', b'}', ahead).is_some_and(|at| ahead[at] == b'}');
        self.tell(match str::from_utf8(&inner[brace + 1..]) {
            Ok(nested) if is_closed_twice => {
                let whole = Span { end: self.source.span_of(inner).end + 1, ..span };
                finding.with_edit(whole, format!("({nested})"), Safety::Guess)
            }
            _ => finding.with_text("", Safety::Guess),
        });
    }

    /// Says that a comment to the end of the line takes the moves from this number on with it.
    pub(crate) fn report_swallowed(&mut self, comment: &'a [u8], number: &'a [u8]) {
        let message = format!(
            "the comment reaches to the end of the line and swallows `{}`",
            shortened(number)
        );
        let span = self.source.span_of(comment);
        let finding = Finding::new(Code::LineCommentSwallows, span, message);
        // The semicolon is not a part of the words: `;f8 44.g1` has none.
        let after_sign = Span { start: span.start + 1, end: self.source.span_of(number).start };
        let words = before_moves(self.source.slice(after_sign));
        let edit = Span { end: self.source.span_of(words).end, ..span };
        let words = words.trim_ascii();
        let has_brace = memchr::memchr2(b'{', b'}', words).is_some();
        self.tell(match str::from_utf8(words) {
            Ok("") => finding.with_edit(edit, "", Safety::Guess),
            Ok(words) if !has_brace => {
                finding.with_edit(edit, format!("{{{words}}}"), Safety::Guess)
            }
            _ => finding,
        });
    }

    // PGN 8.2.4: from 0 to 255, of which the standard gives a meaning to the first 140.
    pub(crate) fn check_number(&mut self, glyph: &Glyph<'a>) {
        let text = shortened(glyph.text);
        let (severity, safety, message) = match glyph.number {
            Some(1..140) => return,
            _ if glyph.text.len() == 1 => {
                (Severity::Error, Some(Safety::Safe), "`$` has no number".into())
            }
            None | Some(256..) => {
                let message = format!("the glyph `{text}` is larger than `$255`");
                (Severity::Error, Some(Safety::Guess), message)
            }
            Some(0) => (Severity::Info, Some(Safety::Safe), "`$0` says nothing".into()),
            Some(140..=255) => {
                let message = format!("the glyph `{text}` has no meaning in the standard");
                (Severity::Info, None, message)
            }
        };
        let finding = match safety {
            Some(safety) => self.without(Code::GlyphNumber, glyph.text, message, safety),
            None => Finding::new(Code::GlyphNumber, self.source.span_of(glyph.text), message),
        };
        self.tell(finding.with_severity(severity));
    }

    pub(crate) fn check_glyph(&mut self, glyph: &Glyph<'a>) {
        if !self.score.has_move {
            let span = self.source.span_of(glyph.text);
            let message = format!("the glyph `{}` stands before any move", shortened(glyph.text));
            let finding = Finding::new(Code::GlyphNumber, span, message);
            let finding = finding.with_severity(Severity::Warning);
            let mv = self.first_move_ahead().map(|mv| (mv.len() as u64, str::from_utf8(mv)));
            self.tell(match (mv, str::from_utf8(glyph.text)) {
                (Some((length, Ok(mv))), Ok(glyph)) => {
                    let edit = Span { end: span.end + length, ..span };
                    finding.with_edit(edit, format!("{} {glyph}", mv.trim_start()), Safety::Guess)
                }
                _ => finding,
            });
        }
        if glyph.shape == Shape::Symbol {
            self.report_symbol(glyph);
        }
    }

    /// The move that comes next, with its number and what stands before them.
    fn first_move_ahead(&self) -> Option<&'a [u8]> {
        let ahead = self.ahead();
        let after_blanks = ahead.trim_ascii_start();
        let after_number = move_number(after_blanks).map_or(after_blanks, |(rest, _)| rest);
        let (rest, mv) = symbol(after_number.trim_ascii_start()).ok()?;
        is_move_like(mv).then(|| &ahead[..ahead.len() - rest.len()])
    }

    fn report_symbol(&mut self, glyph: &Glyph<'a>) {
        let message =
            format!("`{}` is not one of `!` `?` `!!` `??` `!?` `?!`", shortened(glyph.text));
        let finding = Finding::new(Code::UnknownMarks, self.source.span_of(glyph.text), message);
        let all = |mark: u8| glyph.text.iter().all(|&byte| byte == mark);
        self.tell(match glyph.number {
            Some(number) => finding.with_text(format!("${number}"), Safety::Safe),
            None if all(b'!') => finding.with_text("$3", Safety::Guess),
            None if all(b'?') => finding.with_text("$4", Safety::Guess),
            None => finding,
        });
    }
}

/// What stands in a comment before a number, without a move that is there too.
fn before_moves(words: &[u8]) -> &[u8] {
    let words = words.trim_ascii_end();
    let last = last_word(words);
    if is_move_like(last) { words[..words.len() - last.len()].trim_ascii_end() } else { words }
}
