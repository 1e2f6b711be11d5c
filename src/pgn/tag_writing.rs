//! How tags should have been written: alone on their lines, between quotes and brackets, before a blank line.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    pgn::{
        TagPair, Visitor,
        grammar::{after_line_end, line},
        reader::{Walk, is_tag_start, shortened},
    },
    text::Span,
};

/// What stands in a wrong place is put over so many bytes into the right one, and no more.
pub(crate) const FARTHEST: usize = 4096;

impl<'a, V: Visitor<'a>> Walk<'a, '_, V> {
    /// Says that there are not as many line ends before what comes next as there should be.
    pub(crate) fn report_blank_line(&mut self, message: &str, line_ends: usize) {
        let finding =
            Finding::new(Code::TagBlankLine, self.source.span_of(&self.rest[..1]), message);
        let read = &self.source.bytes[..self.offset()];
        let space = self.source.span_of(&read[read.trim_ascii_end().len()..]);
        let line_ends = self.source.line_end_around(space.start).repeat(line_ends);
        self.tell(finding.with_edit(space, line_ends, Safety::Safe));
    }

    /// Says that a tag is not alone on its line, or has other blanks than it should.
    pub(crate) fn report_spacing(&mut self, tag: &TagPair<'a>, shares_line: bool) {
        let message =
            format!("the standard has `[{} \"…\"]` alone on its line", shortened(tag.name));
        let span = self.source.span_of(tag.text);
        let finding = Finding::new(Code::TagSpacing, span, message);
        let (Ok(name), Ok(value)) = (str::from_utf8(tag.name), str::from_utf8(tag.value)) else {
            return self.tell(finding);
        };
        let (start, line_end) = if shares_line {
            let before = self.source.slice(Span { start: self.source.first_byte, end: span.start });
            let end = self.source.span_of(before.trim_ascii_end()).end;
            (end, self.source.line_end_around(span.end))
        } else {
            (span.start, "")
        };
        let text = format!("{line_end}[{name} \"{value}\"]");
        self.tell(finding.with_edit(Span { start, ..span }, text, Safety::Safe));
    }

    /// Whether the next line is another tag, so that what is left of this one does not begin the moves.
    pub(crate) fn tag_follows_line(&self) -> bool {
        is_tag_start(after_line_end(&self.rest[line(self.rest).len()..]))
    }

    /// Says that something follows a tag on its line, and skips it. A comment may stand there.
    pub(crate) fn text_after_tag(&mut self) {
        let text = self.take(line(self.rest).trim_ascii_end().len());
        let message = format!("`{}` stands behind a tag on its line", shortened(text));
        let finding = self.without(Code::TagSpacing, text, message, Safety::Guess);
        let is_comment = matches!(text, [b';' | b'{', ..]);
        let severity = if is_comment { Severity::Info } else { Severity::Warning };
        self.tell(finding.with_severity(severity));
    }

    /// Says that a tag, which has just been read, stands among the moves.
    pub(crate) fn report_tag_in_moves(&mut self, tag: &'a [u8]) {
        let message = format!("the tag `{}` stands among the moves", shortened(tag));
        let finding = Finding::new(Code::TagInMoves, self.source.span_of(tag), message);
        self.tell(match self.brought_back(tag) {
            Some((span, text)) => finding.with_edit(span, text, Safety::Guess),
            None => finding,
        });
    }

    /// The text from the end of the tags to the end of a tag among the moves, with that in its place.
    fn brought_back(&self, tag: &'a [u8]) -> Option<(Span, String)> {
        let tags = self.game[..self.game.len() - self.score.moves.len()].trim_ascii_end();
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

/// A broken tag as it was probably meant; none if more than one tag may have been meant, or none.
pub(crate) fn rewritten(tag: &TagPair<'_>) -> Option<String> {
    let is_name = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
    let name: String =
        tag.name.iter().filter(|byte| is_name(byte)).map(|&byte| char::from(byte)).collect();
    if name.is_empty() || memchr::memchr2(b'[', b']', tag.value).is_some() {
        return None;
    }
    let mut value = String::new();
    let mut is_protected = false;
    for character in str::from_utf8(tag.value).ok()?.chars() {
        if character == '"' && !is_protected {
            value.push('\\');
        }
        is_protected = character == '\\' && !is_protected;
        value.push(character);
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
            ("Event", r#"Club [Site "Uppsala"#, None),
            ("?", "Club", None),
        ] {
            let tag = TagPair { text: b"", name: name.as_bytes(), value: value.as_bytes() };
            assert_eq!(rewritten(&tag).as_deref(), meant, "{name} {value}");
        }
    }
}
