//! The tags of a game, and what to make of a broken one.

use nom::Err;

use crate::{
    diagnostics::{Code, Safety, Severity},
    pgn::{
        Parser, Stuck, TagPair, Tags, bytes,
        grammar::{
            after_line_end, closed_value, in_name, invisible_length, is_event, is_tag_start,
            lacks_bracket, line, line_break_length, starts_moves, tag_pair,
        },
        known,
        plain::plain_tag_pair,
    },
    text::{Span, shortened},
};

/// PGN 4.3: no line has more bytes, and so no value.
pub(crate) const LONGEST_VALUE: usize = 255;

/// How much white space precedes a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    /// None, or blanks only.
    Blanks,
    /// The end of a line.
    LineEnd,
    /// A blank line at least.
    EmptyLine,
}

/// Text in a wrong place is moved to the right one over at most this number of bytes.
pub(crate) const FARTHEST: usize = 4096;

impl<'a> Parser<'a> {
    /// Reads tags until something else comes.
    pub(crate) fn tag_section(&mut self, tags: &mut Tags<'a>) {
        let mut before_mark = self.plain_tags(tags).unwrap_or(Gap::Blanks);
        let mut any = before_mark != Gap::Blanks;
        self.scan.after_plain_tags = self.rest;
        loop {
            let gap = self.skip_space().max(std::mem::replace(&mut before_mark, Gap::Blanks));
            let begins_line = !any || gap != Gap::Blanks;
            match self.rest.first() {
                Some(b'%') if begins_line => {
                    // The end of the line is left, to show whether a blank line follows.
                    self.take(line(self.rest).len());
                    before_mark = gap;
                }
                Some(b'[')
                    if any
                        && gap == Gap::EmptyLine
                        && (is_event(self.rest) || repeats_tag(self.rest, tags)) =>
                {
                    return;
                }
                Some(b'[') if is_tag_start(self.rest) || self.rest == b"[" => {
                    self.tag_line(gap, any, tags);
                }
                Some(b'<') if line_break_length(self.rest) > 0 => {
                    self.line_break();
                    before_mark = if gap == Gap::Blanks { Gap::LineEnd } else { Gap::EmptyLine };
                }
                Some(b'<' | b'=' | b'>') if begins_line && self.foreign_mark() => before_mark = gap,
                Some(0x80..) if invisible_length(self.rest) > 0 => {
                    self.take(invisible_length(self.rest));
                    before_mark = gap;
                }
                Some(_) if begins_line && gap != Gap::EmptyLine && lacks_bracket(self.rest) => {
                    self.unopened_tag(tags);
                }
                Some(_) if any && gap == Gap::Blanks && self.tag_follows_line() => {
                    self.text_after_tag();
                }
                Some(_) if any && gap != Gap::EmptyLine => {
                    let message = "a blank line is missing between the tags and the moves";
                    return self.report_blank_line(message, 2);
                }
                _ => return,
            }
            any = true;
        }
    }

    /// Reads tags as long as each is written as the standard has it, alone on its line; returns the white space after them.
    #[inline(always)]
    fn plain_tags(&mut self, tags: &mut Tags<'a>) -> Option<Gap> {
        let mut gap = None;
        while let Some((rest, tag)) = plain_tag_pair(self.rest)
            && let [b'\n', next @ (b'[' | b'\n'), ..] = rest
            && tag.value.len() <= LONGEST_VALUE
        {
            self.rest = &rest[1..];
            gap = Some(if *next == b'[' { Gap::LineEnd } else { Gap::EmptyLine });
            tags.push(tag);
        }
        gap
    }

    /// Skips white space; returns how much.
    #[inline]
    pub(crate) fn skip_space(&mut self) -> Gap {
        match self.rest {
            [b'\n', next, ..] if !next.is_ascii_whitespace() => {
                self.rest = &self.rest[1..];
                Gap::LineEnd
            }
            [b'\n', b'\n', next, ..] if !next.is_ascii_whitespace() => {
                self.rest = &self.rest[2..];
                Gap::EmptyLine
            }
            [first, ..] if !first.is_ascii_whitespace() => Gap::Blanks,
            _ => self.skip_any_space(),
        }
    }

    #[cold]
    fn skip_any_space(&mut self) -> Gap {
        let after = self.rest.trim_ascii_start();
        let space = &self.rest[..self.rest.len() - after.len()];
        self.rest = after;
        match crate::text::count_line_ends(space, after.first()) {
            0 => Gap::Blanks,
            1 => Gap::LineEnd,
            _ => Gap::EmptyLine,
        }
    }

    /// Skips and reports a line break of a web page.
    pub(crate) fn line_break(&mut self) {
        let text = self.take(line_break_length(self.rest));
        let message = format!("`{}` is a line break of a web page", shortened(text));
        let finding = self.finding(Code::Reserved, text, message);
        let line_end = self.source.line_end_around(finding.span.start);
        self.add(finding.with_replacement(line_end, Safety::Safe));
    }

    /// Skips the mark of a merge or a mail at the beginning of a line, and reports it.
    pub(crate) fn foreign_mark(&mut self) -> bool {
        let whole = line(self.rest);
        if !bytes::is_foreign_mark(whole) {
            return false;
        }
        self.report_foreign_mark(whole);
        if whole.starts_with(b"> ") {
            self.rest = &self.rest[2..];
        } else {
            self.skip_line();
        }
        true
    }

    fn tag_line(&mut self, gap: Gap, any: bool, tags: &mut Tags<'a>) {
        if any && gap == Gap::EmptyLine {
            self.report_blank_line("there is a blank line between two tags", 1);
        }
        if let Some((rest, tag)) = plain_tag_pair(self.rest)
            && !(any && gap == Gap::Blanks)
            && tag.value.len() <= LONGEST_VALUE
        {
            self.rest = rest;
            return tags.push(tag);
        }
        match tag_pair(self.rest) {
            Ok((rest, tag)) => {
                self.rest = rest;
                self.sound_tag(tag, any && gap == Gap::Blanks, tags);
            }
            Err(Err::Failure(Stuck { code: Some(code), .. })) => self.broken_tag(code, tags),
            Err(_) => unreachable!("a bracket opens here, so the production has committed"),
        }
    }

    fn sound_tag(&mut self, tag: TagPair<'a>, shares_line: bool, tags: &mut Tags<'a>) {
        if tag.text.len() != tag.name.len() + tag.value.len() + 5 || shares_line {
            self.report_spacing(&tag, shares_line);
        }
        self.check_escapes(tag.value);
        if tag.value.len() > LONGEST_VALUE {
            let message = format!("the value has {} bytes, more than 255", tag.value.len());
            self.report(Code::LongValue, tag.value, message);
        }
        tags.push(tag);
    }

    // PGN 7: only a quote and a backslash are protected.
    fn check_escapes(&mut self, value: &'a [u8]) {
        let mut rest = value;
        while let Some(at) = memchr::memchr(b'\\', rest) {
            let taken = (at + 2).min(rest.len());
            let pair = &rest[at..taken];
            if !matches!(pair, [_, b'"' | b'\\']) {
                let message =
                    format!("`{}` escapes a character that needs no escape", shortened(pair));
                let finding = self.finding(Code::BadEscape, pair, message);
                let backslash = self.source.span_of(&pair[..1]);
                self.add(finding.with_edit(backslash, "\\\\", Safety::Safe));
            }
            rest = &rest[taken..];
        }
    }

    /// Reads what can be read of a broken tag on its line, and reports what is wrong.
    fn broken_tag(&mut self, code: Code, tags: &mut Tags<'a>) {
        let whole = line(self.rest);
        let text = badly_named(whole, code).unwrap_or(whole).trim_ascii_end();
        if !text.ends_with(b"]") && whole.len() == self.rest.len() {
            self.leave_open();
            self.scan.broken = true;
            let message = format!("the file ends inside the tag `{}`", shortened(text));
            self.report(Code::Truncated, text, message);
            self.rest = &self.rest[text.len()..];
            return;
        }
        if let Some(tag) = tag_over_two_lines(self.rest) {
            self.rest = &self.rest[tag.text.len()..];
            let message = format!("the value of `{}` contains a line end", shortened(tag.name));
            self.report(Code::LongValue, tag.text, message);
            return tags.push(tag);
        }
        let (fault, tag) = repaired(text, code);
        let finding = self.finding(fault.code, fault.at, fault.message);
        self.add(match tag.and_then(|tag| rewritten(&tag)) {
            Some(meant) => {
                // The value ends with the line, and no other tag is on it.
                let is_certain = fault.code == Code::QuoteInValue && meant.contains(r#"\""#);
                let safety = if is_certain { Safety::Safe } else { Safety::Guess };
                finding.with_edit(self.source.span_of(text), meant, safety)
            }
            None => finding,
        });
        if let Some(tag) = tag {
            tags.push(tag);
        }
        self.rest = &self.rest[text.len()..];
    }

    /// `Site "Uppsala"]`: a tag that lacks its first bracket.
    fn unopened_tag(&mut self, tags: &mut Tags<'a>) {
        let text = line(self.rest).trim_ascii_end();
        let name_length =
            text.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(text.len());
        let (name, after) = text.split_at(name_length);
        let message = format!("expected `[` before the tag name `{}`", shortened(name));
        let finding = self.finding(Code::TagUnclosed, name, message);
        let place = self.source.span_of(&name[..0]);
        self.add(finding.with_edit(place, "[", Safety::Guess));
        tags.push(TagPair { text, name, value: trimmed_value(after) });
        self.rest = &self.rest[text.len()..];
    }

    /// Reports that the next token is not preceded by this number of line ends.
    pub(crate) fn report_blank_line(&mut self, message: &str, line_ends: usize) {
        let finding = self.finding(Code::TagBlankLine, &self.rest[..1], message);
        let before = self.before();
        let space = self.source.span_of(&before[before.trim_ascii_end().len()..]);
        let line_ends = self.source.line_end_around(space.start).repeat(line_ends);
        self.add(finding.with_edit(space, line_ends, Safety::Safe));
    }

    /// Reports a tag that is not alone on its line, or has other blanks than it should.
    pub(crate) fn report_spacing(&mut self, tag: &TagPair<'a>, shares_line: bool) {
        let message = format!("expected `[{} \"…\"]` alone on its line", shortened(tag.name));
        let finding = self.finding(Code::TagSpacing, tag.text, message);
        let span = finding.span;
        let (Ok(name), Ok(value)) = (str::from_utf8(tag.name), str::from_utf8(tag.value)) else {
            return self.add(finding);
        };
        let (start, line_end) = if shares_line {
            let before = self.source.slice(Span { start: self.source.first_byte, end: span.start });
            let end = self.source.span_of(before.trim_ascii_end()).end;
            (end, self.source.line_end_around(span.end))
        } else {
            (span.start, "")
        };
        let text = format!("{line_end}[{name} \"{value}\"]");
        self.add(finding.with_edit(Span { start, ..span }, text, Safety::Safe));
    }

    /// Whether the next line is another tag and what is left of this one is no game.
    pub(crate) fn tag_follows_line(&self) -> bool {
        let left = line(self.rest);
        is_tag_start(after_line_end(&self.rest[left.len()..])) && !starts_moves(left)
    }

    /// Reports text after a tag on its line, and skips it. A comment is allowed there.
    pub(crate) fn text_after_tag(&mut self) {
        let text = self.take(line(self.rest).trim_ascii_end().len());
        let message = format!("`{}` follows a tag on its line", shortened(text));
        let finding = self.without(Code::TagSpacing, text, message, Safety::Guess);
        let is_comment = matches!(text, [b';' | b'{', ..]);
        let severity = if is_comment { Severity::Info } else { Severity::Warning };
        self.add(finding.with_severity(severity));
    }

    /// Reports a tag among the moves, which has just been read.
    pub(crate) fn report_tag_in_moves(&mut self, tag: &'a [u8]) {
        let message = format!("the tag `{}` is among the moves", shortened(tag));
        let finding = self.finding(Code::TagInMoves, tag, message);
        self.add(match self.brought_back(tag) {
            Some((span, text)) => finding.with_edit(span, text, Safety::Guess),
            None => finding,
        });
    }

    /// The text from the end of the tags to the end of a tag among the moves, with that in its place.
    fn brought_back(&self, tag: &'a [u8]) -> Option<(Span, String)> {
        let tags = self.game[..self.game.len() - self.scan.moves.len()].trim_ascii_end();
        let until = self.game.len() - self.rest.len();
        let between = &self.game[tags.len()..until - tag.len()];
        if tags.is_empty() || between.len() > FARTHEST {
            return None;
        }
        let is_alone = self.rest.first().is_none_or(u8::is_ascii_whitespace);
        let kept = if is_alone { between.trim_ascii_end() } else { between };
        let (tag, kept) = (str::from_utf8(tag).ok()?, str::from_utf8(kept).ok()?);
        let span = self.source.span_of(&self.game[tags.len()..until]);
        Some((span, format!("{}{tag}{kept}", self.source.line_end_around(span.start))))
    }
}

/// Whether the tag that begins here has the name of the game's first tag or of a known one: then another game begins.
fn repeats_tag(text: &[u8], tags: &Tags<'_>) -> bool {
    tag_pair(text).is_ok_and(|(_, tag)| {
        tags.all().first().is_some_and(|first| first.name == tag.name)
            || known(tag.name).is_some_and(|known| tags.get(known).is_some())
    })
}

struct Fault<'a> {
    code: Code,
    at: &'a [u8],
    message: String,
}

/// What is wrong with a tag on one line, and what it probably means.
fn repaired(text: &[u8], code: Code) -> (Fault<'_>, Option<TagPair<'_>>) {
    let inner = text[1..].trim_ascii_start();
    let name_length =
        inner.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'"' | b']'));
    let name_length = several_words(inner).or(name_length).unwrap_or(inner.len());
    let (name, after) = inner.split_at(name_length);
    let after = after.trim_ascii_start();
    let tag = TagPair { text, name, value: trimmed_value(after) };
    if name.is_empty() {
        let message = "expected a tag name before the value".into();
        return (Fault { code: Code::BadTagName, at: &text[..1], message }, None);
    }
    if after.starts_with(b"\"") && !name.iter().all(|&byte| in_name(byte)) {
        let name_shown = shortened(name);
        let message =
            format!("the tag name `{name_shown}` may only have letters, digits and underscores");
        return (Fault { code: Code::BadTagName, at: name, message }, Some(tag));
    }
    if code == Code::QuoteInValue && after.len() > 2 && after.ends_with(b"\"]") {
        let message = format!(
            "the value `{}` contains a quote that is not written `\\\"`",
            shortened(tag.value)
        );
        let value = tag.value.strip_prefix(b"\"").unwrap_or(tag.value);
        let value = value.strip_suffix(b"\"").unwrap_or(value);
        // Quotes around the whole value are simply written twice, others belong to it.
        let value = if value.contains(&b'"') { tag.value } else { value };
        return (Fault { code, at: tag.value, message }, Some(TagPair { value, ..tag }));
    }
    let says_something = !matches!(after, b"" | b"]");
    (
        Fault { code: Code::TagUnclosed, at: text, message: what_is_missing(after) },
        says_something.then_some(tag),
    )
}

/// The tag at the beginning of a line, if nothing but its name is wrong.
fn badly_named(line: &[u8], code: Code) -> Option<&[u8]> {
    let quote = memchr::memchr2(b'"', b']', line).filter(|_| code == Code::TagUnclosed)?;
    let (rest, _) = closed_value(&line[quote..]).ok()?;
    Some(&line[..line.len() - rest.len()])
}

/// The length of the words before a value with both its quotes: `Opening Name "Ruy Lopez"]`.
fn several_words(inner: &[u8]) -> Option<usize> {
    let (name, value) = inner.split_at(memchr::memchr(b'"', inner)?);
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b' ' | b'_');
    let is_whole = value.len() > 2 && value.ends_with(b"\"]");
    (is_whole && name.iter().all(is_word)).then_some(name.trim_ascii_end().len())
}

fn what_is_missing(value: &[u8]) -> String {
    let closed = value.strip_suffix(b"]");
    let inner = closed.unwrap_or(value).trim_ascii_end();
    let missing = match (
        value.first() == Some(&b'"'),
        inner.len() > 1 && inner.ends_with(b"\""),
        closed.is_some(),
    ) {
        (false, ..) => "`\"` before the value of the tag",
        (true, false, true) => "`\"` after the value of the tag",
        (true, true, false) => "`]` at the end of the tag",
        _ => "`\"]` at the end of the tag",
    };
    let shown = shortened(value);
    if shown.is_empty() {
        format!("expected {missing}, found nothing")
    } else {
        format!("expected {missing}, found `{shown}`")
    }
}

/// A value without the quotes and brackets around it, as far as they are there.
fn trimmed_value(text: &[u8]) -> &[u8] {
    let text = text.strip_suffix(b"]").unwrap_or(text).trim_ascii_end();
    // Quotes as a text processor makes them.
    let quotes: [&[u8]; 6] = ["“", "”", "„", "‘", "’", "'"].map(str::as_bytes);
    if let Some(inner) = quotes.iter().find_map(|quote| text.strip_prefix(*quote)) {
        return quotes.iter().find_map(|quote| inner.strip_suffix(*quote)).unwrap_or(inner);
    }
    let text = text.strip_suffix(b"\"").unwrap_or(text);
    text.trim_ascii_start().strip_prefix(b"\"").unwrap_or(text)
}

/// `[Event "Club` and `evening"]` on the next line.
fn tag_over_two_lines(text: &[u8]) -> Option<TagPair<'_>> {
    let first = line(text);
    let quote = memchr::memchr(b'"', first)?;
    let rest = &text[first.len()..];
    let second = line(rest.trim_ascii_start());
    let end = text.len() - rest.trim_ascii_start().len() + second.trim_ascii_end().len();
    let joined = &text[..end];
    let closes = second.trim_ascii_end().ends_with(b"\"]");
    let single = memchr::memchr_iter(b'"', joined).count() == 2 && !second.contains(&b'[');
    let name = first[1..quote].trim_ascii();
    (closes && single && !name.is_empty()).then(|| TagPair {
        text: joined,
        name,
        value: &joined[quote + 1..end - 2],
    })
}

/// A broken tag as it was probably meant; none if more than one tag may have been meant, or none.
pub(crate) fn rewritten(tag: &TagPair<'_>) -> Option<String> {
    let letters = tag.name.iter().copied().filter(|&byte| in_name(byte));
    let name: String = letters.map(char::from).collect();
    if name.is_empty() || memchr::memchr2(b'[', b']', tag.value).is_some() {
        return None;
    }
    let mut value = String::new();
    let mut characters = str::from_utf8(tag.value).ok()?.chars().peekable();
    while let Some(character) = characters.next() {
        if matches!(character, '"' | '\\') {
            value.push('\\');
        }
        // A quote or backslash that is protected stays so.
        let protected = characters.next_if(|next| character == '\\' && matches!(next, '"' | '\\'));
        value.push(protected.unwrap_or(character));
    }
    Some(format!("[{name} \"{value}\"]"))
}

#[cfg(test)]
mod tests {
    use super::rewritten;
    use crate::pgn::TagPair;

    #[test]
    fn a_broken_tag_is_written_as_it_was_meant() {
        for (name, value, meant) in [
            ("Event", "Club evening", Some(r#"[Event "Club evening"]"#)),
            ("White-Elo", "2100", Some(r#"[WhiteElo "2100"]"#)),
            ("White", r#"Ek "Rook" Anna"#, Some(r#"[White "Ek \"Rook\" Anna"]"#)),
            ("White", r#"Ek \"Rook\" Anna"#, Some(r#"[White "Ek \"Rook\" Anna"]"#)),
            ("Event", r"Club \", Some(r#"[Event "Club \\"]"#)),
            ("Event", r"Club \a", Some(r#"[Event "Club \\a"]"#)),
            ("Event", r#"Club [Site "Uppsala"#, None),
            ("?", "Club", None),
        ] {
            let tag = TagPair { text: b"", name: name.as_bytes(), value: value.as_bytes() };
            assert_eq!(rewritten(&tag).as_deref(), meant, "{name} {value}");
        }
    }
}
