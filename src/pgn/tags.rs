//! The tags of a game, and what to make of a broken one.

use nom::Err;

use crate::{
    diagnostics::{Code, Finding, Safety},
    pgn::{
        Stuck, TagPair, Visitor, bytes,
        grammar::{line, tag_pair},
        oddity::invisible_length,
        plain_tag::plain_tag_pair,
        reader::{Walk, is_tag_start, shortened},
        tag_writing::rewritten,
    },
};

/// PGN 4.3: no line has more bytes, and so no value.
const LONGEST_VALUE: usize = 255;

/// How much white space stands before a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    /// None, or blanks only.
    Blanks,
    /// The end of a line.
    LineEnd,
    /// A blank line at least.
    EmptyLine,
}

impl<'a, V: Visitor<'a>> Walk<'a, '_, V> {
    /// Reads tags until something else comes.
    pub(crate) fn tag_section(&mut self) {
        let mut before_mark = self.plain_tags().unwrap_or(Gap::Blanks);
        let mut any = before_mark != Gap::Blanks;
        self.score.after_plain_tags = self.rest;
        loop {
            let gap = self.skip_space().max(std::mem::replace(&mut before_mark, Gap::Blanks));
            let begins_line = !any || gap != Gap::Blanks;
            match self.rest.first() {
                Some(b'%') if begins_line => {
                    // The end of the line is left to tell whether a blank one follows.
                    self.take(line(self.rest).len());
                    before_mark = gap;
                }
                Some(b'[') if any && gap == Gap::EmptyLine && is_event(self.rest) => return,
                Some(b'[') if is_tag_start(self.rest) || self.rest == b"[" => {
                    self.tag_line(gap, any);
                }
                Some(b'<' | b'=' | b'>') if begins_line && self.foreign_mark() => before_mark = gap,
                Some(0x80..) if invisible_length(self.rest) > 0 => {
                    self.take(invisible_length(self.rest));
                    before_mark = gap;
                }
                Some(_) if begins_line && gap != Gap::EmptyLine && lacks_bracket(self.rest) => {
                    self.unopened_tag();
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

    /// Reads tags as long as each is written as it should be, alone on its line; how much white space follows them, if there are any.
    #[inline(always)]
    fn plain_tags(&mut self) -> Option<Gap> {
        let mut gap = None;
        while let Some((rest, tag)) = plain_tag_pair(self.rest)
            && let [b'\n', next @ (b'[' | b'\n'), ..] = rest
            && tag.value.len() <= LONGEST_VALUE
        {
            self.rest = &rest[1..];
            gap = Some(if *next == b'[' { Gap::LineEnd } else { Gap::EmptyLine });
            self.tell_tag(tag);
        }
        gap
    }

    /// Skips white space and tells how much.
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

    /// Skips the mark of a merge or a mail at the beginning of a line, and says so.
    pub(crate) fn foreign_mark(&mut self) -> bool {
        let whole = line(self.rest);
        if !bytes::is_foreign_mark(whole) {
            return false;
        }
        self.report_foreign_mark(whole, whole);
        if whole.starts_with(b"> ") {
            self.rest = &self.rest[2..];
        } else {
            self.skip_line();
        }
        true
    }

    fn tag_line(&mut self, gap: Gap, any: bool) {
        if any && gap == Gap::EmptyLine {
            self.report_blank_line("a blank line stands between two tags", 1);
        }
        if let Some((rest, tag)) = plain_tag_pair(self.rest)
            && !(any && gap == Gap::Blanks)
            && tag.value.len() <= LONGEST_VALUE
        {
            self.rest = rest;
            return self.tell_tag(tag);
        }
        match tag_pair(self.rest) {
            Ok((rest, tag)) => {
                self.rest = rest;
                self.sound_tag(tag, any && gap == Gap::Blanks);
            }
            Err(Err::Failure(Stuck { code: Some(code), .. })) => self.broken_tag(code),
            Err(_) => unreachable!("a bracket opens here, so the production has committed"),
        }
    }

    fn sound_tag(&mut self, tag: TagPair<'a>, shares_line: bool) {
        if tag.text.len() != tag.name.len() + tag.value.len() + 5 || shares_line {
            self.report_spacing(&tag, shares_line);
        }
        if memchr::memchr(b'\\', tag.value).is_some() {
            self.check_escapes(tag.value);
        }
        if tag.value.len() > LONGEST_VALUE {
            let message = format!("the value has {} bytes, more than 255", tag.value.len());
            self.report(Code::LongValue, tag.value, message);
        }
        self.tell_tag(tag);
    }

    #[inline(always)]
    fn tell_tag(&mut self, tag: TagPair<'a>) {
        if tag.name == b"Result" {
            self.score.result_tag = Some(tag.value);
        }
        self.visitor.tag(tag);
    }

    // PGN 7: only a quote and a backslash are protected.
    fn check_escapes(&mut self, value: &'a [u8]) {
        let mut rest = value;
        while let Some(at) = memchr::memchr(b'\\', rest) {
            let taken = (at + 2).min(rest.len());
            let pair = &rest[at..taken];
            if !matches!(pair, [_, b'"' | b'\\']) {
                let message =
                    format!("`{}` protects a character that needs no protection", shortened(pair));
                let finding = Finding::new(Code::BadEscape, self.source.span_of(pair), message);
                let fix = self.source.span_of(&pair[..1]);
                self.tell(finding.with_edit(fix, "\\\\", Safety::Safe));
            }
            rest = &rest[taken..];
        }
    }

    /// Reads what can be read of a broken tag on its line, and says what is the matter.
    fn broken_tag(&mut self, code: Code) {
        let text = line(self.rest).trim_ascii_end();
        if !text.ends_with(b"]") && line(self.rest).len() == self.rest.len() {
            self.leave_open();
            self.score.broken = true;
            self.report(
                Code::Truncated,
                text,
                format!("the file ends inside the tag `{}`", shortened(text)),
            );
            self.rest = &self.rest[text.len()..];
            return;
        }
        if let Some(tag) = tag_over_two_lines(self.rest) {
            self.rest = &self.rest[tag.text.len()..];
            self.report(
                Code::LongValue,
                tag.text,
                format!("the value of `{}` runs over a line end", shortened(tag.name)),
            );
            return self.tell_tag(tag);
        }
        let (fault, tag) = repaired(text, code);
        let finding = Finding::new(fault.code, self.source.span_of(fault.at), fault.message);
        self.tell(match tag.and_then(|tag| rewritten(&tag)) {
            Some(meant) => finding.with_edit(self.source.span_of(text), meant, Safety::Guess),
            None => finding,
        });
        if let Some(tag) = tag {
            self.tell_tag(tag);
        }
        self.rest = &self.rest[text.len()..];
    }

    /// `Site "Uppsala"]`: a tag that lacks its first bracket.
    fn unopened_tag(&mut self) {
        let text = line(self.rest).trim_ascii_end();
        let name_length =
            text.iter().position(|byte| !byte.is_ascii_alphanumeric()).unwrap_or(text.len());
        let (name, after) = text.split_at(name_length);
        let message = format!("expected `[` before the tag name `{}`", shortened(name));
        let finding = Finding::new(Code::TagUnclosed, self.source.span_of(name), message);
        let place = self.source.span_of(&name[..0]);
        self.tell(finding.with_edit(place, "[", Safety::Guess));
        self.tell_tag(TagPair { text, name, value: trimmed_value(after) });
        self.rest = &self.rest[text.len()..];
    }
}

/// Whether the tag with which a game begins stands here.
pub(crate) fn is_event(text: &[u8]) -> bool {
    text.strip_prefix(b"[Event")
        .and_then(<[u8]>::first)
        .is_some_and(|byte| !byte.is_ascii_alphanumeric())
}

/// `Site "Uppsala"]`
pub(crate) fn lacks_bracket(text: &[u8]) -> bool {
    let start = &text[..text.len().min(LONGEST_VALUE)];
    let name = start.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    // The end of the line is looked for only where a name and a quote stand: many games may stand on one line.
    name > 0
        && start[name..].trim_ascii_start().starts_with(b"\"")
        && line(text).trim_ascii_end().ends_with(b"\"]")
}

struct Fault<'a> {
    code: Code,
    at: &'a [u8],
    message: String,
}

/// What is the matter with a tag on one line, and what it probably says.
fn repaired(text: &[u8], code: Code) -> (Fault<'_>, Option<TagPair<'_>>) {
    let inner = text[1..].trim_ascii_start();
    let name_length =
        inner.iter().position(|byte| byte.is_ascii_whitespace() || matches!(byte, b'"' | b']'));
    let name_length = several_words(inner).or(name_length).unwrap_or(inner.len());
    let (name, after) = inner.split_at(name_length);
    let after = after.trim_ascii_start();
    let tag = TagPair { text, name, value: trimmed_value(after) };
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    if name.is_empty() {
        let message = "expected the name of a tag before its value".into();
        return (Fault { code: Code::BadTagName, at: &text[..1], message }, None);
    }
    if after.starts_with(b"\"") && !name.iter().all(is_name) {
        let message = format!(
            "the tag name `{}` may only have letters, digits and underscores",
            shortened(name)
        );
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

/// How long the words are that stand before a value with both its quotes: `Opening Name "Ruy Lopez"]`.
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
