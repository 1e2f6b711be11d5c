//! The text between two games: none, as a rule. And what follows the result of a game: comments that still belong to it,
//! another game on the same line, or things that should not be there.

use crate::{
    diagnostics::{Code, Safety, Severity},
    pgn::{
        End, Marker, Parser, Part, bytes,
        comment::Closing,
        grammar::{
            invisible_length, is_move_like, is_tag_start, lacks_bracket, line, line_break_length,
            move_number, starts_game, starts_moves, word,
        },
        tags::Gap,
    },
    text::{SIGHT, Span, is_invisible, shortened},
};

/// How far a comment between two games is followed to see whether moves come after it.
const GLANCE: usize = 4096;

/// The end mark of DOS text files.
const END_OF_DOS_TEXT: u8 = 0x1a;

impl<'a> Parser<'a> {
    /// Goes to the first byte of the next game, past everything that is none.
    pub(crate) fn find_game(&mut self) -> bool {
        self.rest = self.rest.trim_ascii_start();
        let start = self.offset();
        loop {
            self.rest = self.rest.trim_ascii_start();
            if self.rest.len() <= self.beyond {
                if self.beyond > 0 {
                    self.end_block(start);
                }
                return false;
            }
            match self.rest.first() {
                Some(b'%' | b';') => self.skip_line(),
                Some(b'<') if line_break_length(self.rest) > 0 => {
                    self.rest = &self.rest[line_break_length(self.rest)..];
                }
                Some(&END_OF_DOS_TEXT) => self.end_of_dos_text(),
                Some(b'[') if is_tag_start(self.rest) => return true,
                Some(_) if lacks_bracket(self.rest) || self.begins_moves() => return true,
                Some(_) if invisible_length(self.rest) > 0 => self.invisible_between(),
                _ => self.text_between(),
            }
        }
    }

    /// Where the block ends, another one begins, unless it was cut in a wrong place: inside of what has been read. A finding about
    /// text after the last game, which begins at `start`, is left to that block: it is corrected together with the next game. A
    /// text so long that it is hardly a part of that game is not: else a file without games would become one block.
    fn end_block(&mut self, start: usize) {
        const LONGEST_TEXT: usize = 64 << 10;
        let has_text = !self.between.is_empty() || self.prelude.is_some();
        let is_long = self.offset() - start > LONGEST_TEXT;
        if self.passes_end() || (has_text && self.games == 0 && !is_long) {
            self.leave_open();
        } else if has_text && !is_long && self.may_pause() {
            self.between.clear();
            self.forget_bytes_between();
            self.end = End::Paused(start);
        }
    }

    /// Whether a game without tags begins here.
    fn begins_moves(&mut self) -> bool {
        let Some(after) = self.rest.strip_prefix(b"{") else {
            return starts_moves(self.rest);
        };
        let window = &after[..after.len().min(GLANCE)];
        let closing = memchr::memchr(b'}', window);
        let follows = &after[closing.map_or(window.len(), |at| at + 1)..];
        if closing.is_some() && starts_moves(follows.trim_ascii_start()) {
            return true;
        }
        if window.len() < GLANCE && follows.len() < SIGHT {
            self.leave_open();
        }
        false
    }

    /// A byte order mark where two files were joined, or a space that is none: it hides no game.
    fn invisible_between(&mut self) {
        let sign = self.take(invisible_length(self.rest));
        self.inspect(sign);
    }

    /// The end mark of a DOS text, which is harmless at the end of the file.
    fn end_of_dos_text(&mut self) {
        let mark = self.take(1);
        if !self.rest.trim_ascii_start().is_empty() || !self.part.ends_file() {
            return self.inspect_between(mark);
        }
        let message = "the file ends with the end mark of DOS text files (0x1a)";
        let finding = self.finding(Code::ControlByte, mark, message);
        self.add(finding.with_severity(Severity::Info).with_replacement("", Safety::Safe));
    }

    /// A comment or lines that belong to no game.
    fn text_between(&mut self) {
        let start = self.rest;
        match self.lone_comment() {
            Some(length) => self.rest = &start[length..],
            None => self.skip_lines_between(),
        }
        let text = start[..start.len() - self.rest.len()].trim_ascii_end();
        if bytes::is_unusual(text) {
            self.inspect_between(text);
        }
        if self.games > 0 || !self.part.begins_file() {
            self.report_text(text);
        } else if self.prelude.is_none_or(is_comment) {
            self.prelude = Some(text);
        }
    }

    /// Reports the unusual bytes of a text that is no game. Without one of them it may be a game.
    fn inspect_between(&mut self, text: &'a [u8]) {
        let first = self.between.len();
        self.inspect(text);
        let edits = self.between[first..].iter_mut().flat_map(|finding| &mut finding.edits);
        edits.for_each(|edit| edit.safety = Safety::Guess);
    }

    /// The length of the comment that begins here, if it is closed before the next game.
    fn lone_comment(&mut self) -> Option<usize> {
        let start = self.offset();
        if !self.rest.starts_with(b"{") {
            return None;
        }
        match self.closing(start + 1) {
            Closing::At(brace) => Some(brace + 1 - start),
            Closing::Never(_) => None,
            Closing::Undecided => {
                self.leave_open();
                None
            }
        }
    }

    fn skip_lines_between(&mut self) {
        loop {
            self.skip_line();
            let next = line(self.rest).trim_ascii_start();
            let next = &next[invisible_length(next)..];
            if next.is_empty() || is_tag_start(next) || lacks_bracket(next) || starts_moves(next) {
                return;
            }
        }
    }

    /// Reports text that belongs to no game, unless it is a comment.
    pub(crate) fn report_text(&mut self, text: &'a [u8]) {
        if is_comment(text) {
            return;
        }
        let first = line(text);
        if bytes::is_foreign_mark(first) {
            return self.report_foreign_mark(first);
        }
        let message = format!("`{}` does not belong to a game", shortened(first));
        let finding = self.finding(Code::TextBetweenGames, text, message);
        let finding = finding.with_help("put text about a game in a comment: `{…}`");
        let is_short = text.len() <= GLANCE && memchr::memchr2(b'{', b'}', text).is_none();
        let gap = self.gap_before(text);
        self.add(match str::from_utf8(text) {
            Ok(text) if is_short => {
                let safety = if is_prose(text) { Safety::Safe } else { Safety::Guess };
                finding.with_replacement(format!("{gap}{{{text}}}"), safety)
            }
            _ => finding,
        });
    }

    /// The line ends that are missing for a blank line before a text: a comment there would belong to the game before.
    fn gap_before(&self, text: &[u8]) -> String {
        let start = self.source.span_of(text).start;
        let passed = start.saturating_sub(self.source.first_byte);
        let before = self.source.preceding(usize::try_from(passed).unwrap_or_default());
        let missing = before.map_or(0, |before| 2 - before.line_ends);
        self.source.line_end_around(start).repeat(missing.into())
    }

    /// Reports a line with a foreign mark.
    pub(crate) fn report_foreign_mark(&mut self, line: &'a [u8]) {
        let is_mail = line.starts_with(b"> ");
        let kind = if is_mail { "has an email quote mark" } else { "is a merge-conflict marker" };
        let finding =
            self.finding(Code::ForeignMarks, line, format!("`{}` {kind}", shortened(line)));
        let span = finding.span;
        let line_end = self.source.line_end_at(span.end).len() as u64;
        let end = if is_mail { span.start + 2 } else { span.end + line_end };
        self.add(finding.with_edit(Span { end, ..span }, "", Safety::Guess));
    }

    pub(crate) fn report_prelude(&mut self, text: &'a [u8]) {
        if self.part == Part::Whole && self.games == 0 && !bytes::is_foreign_mark(line(text)) {
            let message =
                format!("found no games; the text begins with `{}`", shortened(line(text)));
            self.report(Code::NotPgn, line(text), message);
        } else {
            self.report_text(text);
        }
    }

    /// Reads what still belongs to a game after its result: everything up to a blank line, a tag, or a first move.
    pub(crate) fn after_result(&mut self) {
        loop {
            let before = self.rest;
            let gap = self.skip_space();
            if gap == Gap::EmptyLine || self.begins_game(gap) {
                self.rest = if self.rest.is_empty() { self.rest } else { before };
                return;
            }
            match self.rest.first() {
                Some(b'{') => self.brace_comment(),
                Some(b';') => self.line_comment(),
                Some(_) if self.belongs_to_score() => return self.surplus(),
                _ => return,
            }
        }
    }

    /// Whether a game begins after the result and this much white space.
    fn begins_game(&self, gap: Gap) -> bool {
        let first = move_number(self.ahead());
        self.rest.is_empty()
            || is_tag_start(self.rest)
            || first.is_ok_and(|(_, number)| number.value == 1 && number.dots == 1)
            || (gap == Gap::LineEnd && starts_game(self.rest))
    }

    fn belongs_to_score(&self) -> bool {
        let word = word(self.ahead());
        let number = move_number(self.ahead()).is_ok_and(|(_, number)| number.dots > 0);
        number
            || is_move_like(word)
            || Marker::read(word).is_some()
            || matches!(self.rest[0], b'(' | b')' | b'$')
    }

    /// Reports text after the result, and skips it.
    fn surplus(&mut self) {
        let start = word(self.ahead());
        let start = if start.is_empty() { &self.rest[..1] } else { start };
        let whole = self.rest;
        self.rest = &self.rest[start.len()..];
        loop {
            let gap = self.skip_space();
            if gap == Gap::EmptyLine || self.begins_game(gap) {
                break;
            }
            match self.rest.first() {
                Some(b'{') => self.brace_comment(),
                _ => self.rest = &self.rest[word(self.rest).len().max(1)..],
            }
        }
        self.report_surplus(start, whole[..whole.len() - self.rest.len()].trim_ascii_end());
    }
}

/// Whether a text has nothing of a tag or of moves in it.
fn is_prose(text: &str) -> bool {
    let is_plain = |character: char| match character {
        '[' | ']' | '(' | ')' | '<' | '>' | ';' | '%' => false,
        '\t' | '\n' | '\r' => true,
        _ => !character.is_control() && !is_invisible(character),
    };
    text.starts_with(char::is_alphabetic) && text.chars().all(is_plain)
}

fn is_comment(text: &[u8]) -> bool {
    text.starts_with(b"{") && text.ends_with(b"}")
}
