//! Games in a quoted email, each line of which begins with `> `. The marks are blanked before the text is read: a form feed is
//! white space of the same length, so that all places stay right.

use crate::{
    diagnostics::{Code, Edit, Finding, Safety},
    pgn::{
        Parser,
        foreign::head,
        grammar::{is_tag_start, last_line, starts_game},
    },
    text::{BLANKED_MARK, Span},
};

/// More marks are not removed from one game.
const MOST_MARKS: usize = 10_000;

/// Whether a file that begins so is a quoted email: games begin on lines with marks, and on no other lines.
pub(crate) fn is_quoted_mail(text: &[u8]) -> bool {
    let head = head(text);
    let begins_game = |line: &[u8]| is_tag_start(line) || starts_game(line);
    let lines = || head.split(|byte| matches!(byte, b'\n' | b'\r')).map(|line| (line, marks(line)));
    !head.contains(&BLANKED_MARK)
        && lines().any(|(line, marks)| marks > 0 && begins_game(&line[marks..]))
        && !lines().any(|(line, marks)| marks == 0 && begins_game(line.trim_ascii_start()))
}

/// Blanks the marks of all lines of a text that begins a line. A second time changes nothing.
pub(crate) fn blank_marks(text: &mut [u8]) {
    for line in text.split_mut(|byte| matches!(byte, b'\n' | b'\r')) {
        let length = marks(line);
        line[..length]
            .iter_mut()
            .filter(|byte| **byte == b'>')
            .for_each(|byte| *byte = BLANKED_MARK);
    }
}

/// The length of the marks at the beginning of a line, with one space after each; none if it is a merge-conflict marker.
fn marks(line: &[u8]) -> usize {
    let is_mark = |byte: u8| matches!(byte, b'>' | BLANKED_MARK);
    let mut length = 0;
    while let Some(at) = line[length..].iter().position(|&byte| byte != b' ')
        && is_mark(line[length + at])
    {
        length += at + 1;
    }
    let space = usize::from(length > 0 && line.get(length) == Some(&b' '));
    if line.starts_with(b">>>>>>>") { 0 } else { length + space }
}

impl Parser<'_> {
    /// Reports the marks since the game before, and up to the next text after this one.
    #[cold]
    pub(crate) fn report_quote_marks(&mut self) {
        let block = self.source.in_sight;
        let space = &self.rest[..self.rest.len() - self.rest.trim_ascii_start().len()];
        let end = self.offset() + space.len() - last_line(space).len();
        let region = &block[std::mem::replace(&mut self.unmarked, end)..end];
        let lines = region.split(|byte| matches!(byte, b'\n' | b'\r'));
        let marked =
            lines.map(|line| &line[..marks(line)]).filter(|marks| marks.contains(&BLANKED_MARK));
        let edits: Vec<Edit> = marked
            .take(MOST_MARKS + 1)
            .map(|marks| {
                let span = self.source.span_of(marks);
                Edit { span, replacement: String::new(), safety: Safety::Safe }
            })
            .collect();
        let Some(first) = edits.first() else { return };
        let lines = edits.len();
        let noun = if lines == 1 { "line begins" } else { "lines begin" };
        let message = format!("{lines} {noun} with an email quote mark, `>`");
        let span = Span { end: first.span.start + 1, ..first.span };
        let finding = Finding::new(Code::ForeignMarks, span, message);
        let edits = if lines > MOST_MARKS { Vec::new() } else { edits };
        self.add(Finding { edits, ..finding });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quoted_mail_has_games_behind_its_marks_only() {
        for (text, is_mail) in [
            ("> [Event \"a\"]\n> \n> 1. e4 *\n", true),
            ("Bo wrote:\r\n>\r\n>[Event \"a\"]\r\n", true),
            ("> > 1. e4 e5 *\n", true),
            ("> well played\n\n1. e4 *\n", false),
            ("[Event \"a\"]\n\n1. e4 {\n> [Event \"b\"]\n} *\n", false),
            (">>>>>>> [Event \"a\"]\n", false),
            ("1. e4 e5 *\n", false),
        ] {
            assert_eq!(is_quoted_mail(text.as_bytes()), is_mail, "{text:?}");
        }
    }

    #[test]
    fn only_marks_at_the_beginning_of_a_line_are_blanked() {
        for (text, blanked) in [
            ("> [A \"> b\"]\n", "\x0c [A \"> b\"]\n"),
            (">> a\r\n> > b\r\n >c\r", "\x0c\x0c a\r\n\x0c \x0c b\r\n \x0cc\r"),
            (">>>>>>> a\n>\n", ">>>>>>> a\n\x0c\n"),
        ] {
            let mut text = text.as_bytes().to_vec();
            for _ in 0..2 {
                blank_marks(&mut text);
                assert_eq!(
                    text.escape_ascii().to_string(),
                    blanked.as_bytes().escape_ascii().to_string()
                );
            }
        }
    }
}
