//! Variations, glyphs and results: the findings about them, each with the edit that would correct it.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    pgn::{
        Glyph, Marker, Parser, Shape, Token,
        grammar::{is_event, is_move_like, last_word, move_number, symbol, takes_rest_of_line},
        tags::FARTHEST,
    },
    text::{Span, shortened},
};

/// Variations nested deeper than this are skipped: no real game has them, and a file must not exhaust the memory.
const DEPTH_LIMIT: usize = 250;

impl<'a> Parser<'a> {
    pub(crate) fn enter_variation(&mut self) {
        if self.remark(b"") {
            return;
        }
        let bracket = self.take(1);
        if self.scan.open.len() == DEPTH_LIMIT {
            return self.skip_variation(bracket);
        }
        // A game of nothing but variations is one fault.
        if !self.scan.has_move && !std::mem::replace(&mut self.scan.has_lone_variation, true) {
            let message = "there is no move before the variation that it could replace";
            self.report(Code::VariationBroken, bracket, message);
        }
        self.scan.open.push((bracket, self.scan.has_move));
        self.scan.has_move = false;
        self.emit(Token::Open(bracket));
    }

    pub(crate) fn leave_variation(&mut self) {
        let bracket = self.take(1);
        let Some((opening, had_move)) = self.scan.open.pop() else {
            return self.report_stray(bracket);
        };
        let has_move = std::mem::replace(&mut self.scan.has_move, had_move);
        self.emit(Token::Close(bracket));
        if !has_move {
            let whole = self.joined(opening, bracket);
            self.report_empty_variation(whole);
        }
    }

    /// Closes the variations that the game leaves open; `text` is the game up to its end.
    pub(crate) fn close_variations(&mut self, text: &'a [u8]) {
        if !self.scan.open.is_empty() && self.rest.trim_ascii_start().is_empty() {
            // The block may have been cut inside the variation.
            self.leave_open();
        }
        let is_open = !self.scan.open.is_empty() && !takes_rest_of_line(text);
        let end = self.source.span_of(&text[text.len()..]);
        let brackets = is_open.then(|| (end, ")".repeat(self.scan.open.len())));
        while let Some((opening, had_move)) = self.scan.open.pop() {
            self.scan.has_move = had_move;
            self.emit(Token::Close(&self.rest[..0]));
            // Reported after the `Close`, in the line that it branches from.
            let message = "the variation is not closed";
            let finding = self.finding(Code::VariationBroken, opening, message);
            self.add(finding.with_optional_edit(brackets.clone(), Safety::Guess));
        }
    }

    fn skip_variation(&mut self, bracket: &'a [u8]) {
        let message =
            format!("variations are nested more than {DEPTH_LIMIT} deep; this one is not read");
        let finding = self.finding(Code::VariationRepeats, bracket, message);
        self.add(finding.with_severity(Severity::Warning));
        let mut depth = 1_u32;
        while depth > 0 && !self.rest.is_empty() {
            match self.rest[0] {
                b'(' => depth += 1,
                b')' => depth -= 1,
                b'{' => {
                    self.brace_comment();
                    continue;
                }
                b'[' if self.at_line_start()
                    && (is_event(self.rest) || self.follows_blank_line()) =>
                {
                    return;
                }
                _ => {}
            }
            self.rest = &self.rest[1..];
        }
    }

    /// A finding about a token, with the edit that removes it.
    pub(crate) fn without(
        &self,
        code: Code,
        token: &[u8],
        message: impl Into<String>,
        safety: Safety,
    ) -> Finding {
        let finding = self.finding(code, token, message);
        let edit = self.source.with_blanks_before(finding.span);
        // Two words must not become one.
        let is_word = |at: u64| {
            let byte = self.source.slice(Span { start: at, end: at + 1 }).first();
            byte.is_some_and(u8::is_ascii_alphanumeric)
        };
        let joins = edit == finding.span
            && edit.start.checked_sub(1).is_some_and(is_word)
            && is_word(edit.end);
        finding.with_edit(edit, if joins { " " } else { "" }, safety)
    }

    pub(crate) fn report_result_in_variation(&mut self, marker: &'a [u8]) {
        let message = format!("the result `{}` is inside a variation", shortened(marker));
        // A variation must not lose all that it has.
        self.add(if self.scan.has_move {
            self.without(Code::ResultInVariation, marker, message, Safety::Safe)
        } else {
            self.finding(Code::ResultInVariation, marker, message)
        });
    }

    /// Reports text after the result of the game; `first` is its first word.
    pub(crate) fn report_surplus(&mut self, first: &'a [u8], surplus: &'a [u8]) {
        let text = shortened(first);
        if Marker::read(first).is_some() {
            let message = format!("a second result `{text}` follows the first");
            let finding = self.without(Code::SecondResult, first, message, Safety::Guess);
            return self.add(finding);
        }
        let message = format!("`{text}` follows the result of the game");
        let finding = self.finding(Code::SecondResult, first, message);
        self.add(match self.with_result_behind(surplus) {
            Some((span, text)) => finding.with_edit(span, text, Safety::Guess),
            None => finding,
        });
    }

    /// The result and what follows it, with the result at the end unless there is another.
    fn with_result_behind(&self, surplus: &'a [u8]) -> Option<(Span, String)> {
        let Marker { text: result, .. } = self.scan.result?;
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
        // What else is in it must not be lost.
        let finding = if whole[1..whole.len() - 1].trim_ascii().is_empty() {
            self.without(Code::VariationBroken, whole, message, Safety::Safe)
        } else {
            self.finding(Code::VariationBroken, whole, message)
        };
        self.add(finding.with_severity(Severity::Warning));
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
            Some(0) => (Severity::Info, Some(Safety::Safe), "`$0` has no meaning".into()),
            Some(140..=255) => {
                let message = format!("the glyph `{text}` has no meaning in the standard");
                (Severity::Info, None, message)
            }
        };
        let finding = match safety {
            Some(safety) => self.without(Code::GlyphNumber, glyph.text, message, safety),
            None => self.finding(Code::GlyphNumber, glyph.text, message),
        };
        self.add(finding.with_severity(severity));
    }

    pub(crate) fn check_glyph(&mut self, glyph: &Glyph<'a>) {
        if !self.scan.has_move {
            let message = format!("the glyph `{}` precedes the first move", shortened(glyph.text));
            let finding = self.finding(Code::GlyphNumber, glyph.text, message);
            let (span, finding) = (finding.span, finding.with_severity(Severity::Warning));
            let mv = self.first_move_ahead().map(|mv| (mv.len() as u64, str::from_utf8(mv)));
            self.add(match (mv, str::from_utf8(glyph.text)) {
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

    /// The move that comes next, with its number and the blanks before them.
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
        let finding = self.finding(Code::UnknownMarks, glyph.text, message);
        let all = |mark: u8| glyph.text.iter().all(|&byte| byte == mark);
        self.add(match glyph.number {
            Some(number) => finding.with_replacement(format!("${number}"), Safety::Safe),
            None if all(b'!') => finding.with_replacement("$3", Safety::Guess),
            None if all(b'?') => finding.with_replacement("$4", Safety::Guess),
            None => finding,
        });
    }
}
