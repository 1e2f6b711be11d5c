//! Comments and variations, and what is wrong with their brackets.

use crate::{
    diagnostics::{Code, Edit, Finding, Safety, Severity},
    pgn::{
        Comment, Enclosure, Value, Visitor, commands,
        grammar::{line, move_number},
        movetext::{is_move_like, word},
        quotation::{self, Sight},
        reader::{Walk, shortened, takes_rest_of_line},
        tags::is_event,
    },
};

/// Variations nested deeper than this are skipped: nobody writes them, and a file must not exhaust anybody.
const DEPTH_LIMIT: usize = 250;

/// How far a comment that runs into the tags of another game is followed in search of its end.
pub(crate) const PATIENCE: usize = 64 * 1024;

/// Where a comment ends, counted from the first byte of the block.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Closing {
    /// Here stands its brace.
    At(usize),
    /// There is none before the next game, which begins here.
    Never(usize),
    /// The block ends before it is decided.
    Undecided,
}

/// The last answer to the question where a comment ends. It holds for every comment that begins before `until`, so
/// that a text of opening braces is not searched again for each of them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Foreseen {
    until: usize,
    closing: Closing,
}

impl<'a, V: Visitor<'a>> Walk<'a, '_, V> {
    /// `{ … }`
    pub(crate) fn brace_comment(&mut self) {
        let after = &self.rest[1..];
        match memchr::memchr3(b'}', b'{', b'[', after) {
            Some(at) if after[at] == b'}' => self.tell_comment(at),
            Some(at) if after[at..].starts_with(b"[%") => self.comment_with_commands(at),
            _ => self.long_comment(),
        }
    }

    fn comment_with_commands(&mut self, first: usize) {
        let after = &self.rest[1..];
        let Some(end) = memchr::memchr2(b'}', b'{', &after[first..]).map(|at| first + at) else {
            return self.long_comment();
        };
        let inner = &after[..end];
        if after[end] == b'{' || memchr::memchr2(b'\n', b'\r', inner).is_some() {
            return self.long_comment();
        }
        self.tell_comment(end);
        self.tell_commands(&inner[first..]);
    }

    pub(crate) fn tell_commands(&mut self, inner: &'a [u8]) {
        for command in commands(inner) {
            match command.value {
                Value::Unknown => {
                    let message = format!("the command `{}` is unknown", shortened(command.text));
                    self.report(Code::CommandForm, command.text, message);
                }
                Value::Unclosed => {
                    let message =
                        format!("the command `{}` is not closed by `]`", shortened(command.text));
                    self.report(Code::CommandForm, command.text, message);
                }
                _ => {}
            }
            self.visitor.command(&command);
        }
    }

    /// Takes the comment whose closing brace stands `length` bytes after its opening one.
    fn tell_comment(&mut self, length: usize) {
        let text = self.take(length + 2);
        self.visitor.comment(Comment {
            text,
            inner: &text[1..=length],
            enclosure: Enclosure::Braces,
        });
    }

    /// A comment with lines, braces or square brackets in it.
    fn long_comment(&mut self) {
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
        let foreseen = match self.foreseen {
            Some(foreseen) if start <= foreseen.until => foreseen,
            _ => self.foresee(start),
        };
        self.foreseen = Some(foreseen);
        foreseen.closing
    }

    fn foresee(&self, start: usize) -> Foreseen {
        let after = &self.source.bytes[start..];
        let mut reach = 256;
        loop {
            let seen = &after[..after.len().min(reach)];
            let brace = memchr::memchr(b'}', seen);
            let before = brace.unwrap_or(seen.len());
            let (until, closing) = match (quotation::next_game(after, before), brace) {
                (Some((game, sight)), _) => {
                    (start + game, self.closing_beyond(start + game, sight))
                }
                (None, Some(brace)) => (start + brace, Closing::At(start + brace)),
                (None, None) if seen.len() == after.len() => {
                    (self.source.bytes.len(), Closing::Undecided)
                }
                (None, None) => {
                    reach *= 2;
                    continue;
                }
            };
            return Foreseen { until, closing };
        }
    }

    /// Whether a comment that runs into what seems to be another game goes on there. A tag alone is quoted if the brace
    /// comes soon and before any other comment begins; for a whole game there must be more of this one after it.
    fn closing_beyond(&self, game: usize, sight: Sight) -> Closing {
        let block = self.source.bytes;
        let window = &block[game..block.len().min(game + PATIENCE)];
        let open = window.len() < PATIENCE && !self.position.ends_file();
        match memchr::memchr2(b'}', b'{', window) {
            Some(at) if window[at] == b'}' => {
                let quoted = sight == Sight::Tag || quotation::is_quoted(window, at);
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

    /// How many bytes of the block have been read.
    pub(crate) fn offset(&self) -> usize {
        self.source.bytes.len() - self.rest.len()
    }

    fn check_comment(&mut self, length: usize) {
        let inner = &self.rest[1..=length];
        let Some(brace) = memchr::memchr(b'{', inner) else {
            self.tell_comment(length);
            return self.tell_commands(inner);
        };
        if let Some(bracket) = misclosing_bracket(&inner[..brace]) {
            return self.misclosed_comment(bracket);
        }
        if let Some(words) = self.words_before_score(&inner[..brace]) {
            self.report_unclosed_comment(&inner[..brace]);
            let text = self.take(words + 1);
            let inner = &text[1..];
            self.visitor.comment(Comment { text, inner, enclosure: Enclosure::Braces });
            return self.tell_commands(inner);
        }
        self.report_brace_in_comment(inner, brace);
        // PGN 5: comments do not nest, the first closing brace ends it.
        self.tell_comment(length);
        self.tell_commands(inner);
    }

    /// `{ … )`: the comment ends at the round bracket, since moves follow it.
    fn misclosed_comment(&mut self, length: usize) {
        let text = self.take(length + 2);
        let bracket = self.source.span_of(&text[length + 1..]);
        let message = "the comment is closed by `)` instead of `}`";
        let finding =
            Finding::new(Code::CommentMisclosed, self.source.span_of(&text[..1]), message);
        self.tell(finding.with_edit(bracket, "}", Safety::Guess));
        self.visitor.comment(Comment {
            text,
            inner: &text[1..=length],
            enclosure: Enclosure::Braces,
        });
    }

    fn unclosed_comment(&mut self, length: usize) {
        // The blank line before the next game is left to tell that one begins.
        let inner = self.rest[1..=length].trim_ascii_end();
        if let Some(bracket) = misclosing_bracket(inner) {
            return self.misclosed_comment(bracket);
        }
        self.report_unclosed_comment(inner);
        self.score.broken = true;
        let text = self.take(inner.len() + 1);
        self.visitor.comment(Comment { text, inner: &text[1..], enclosure: Enclosure::Braces });
    }

    /// `; …` to the end of the line.
    pub(crate) fn line_comment(&mut self) {
        let text = self.take(line(self.rest).len());
        if let Some(number) = swallowed_number(text, self.score.number) {
            self.report_swallowed(text, number);
        }
        self.visitor.comment(Comment { text, inner: &text[1..], enclosure: Enclosure::Line });
        self.tell_commands(&text[1..]);
    }

    pub(crate) fn enter_variation(&mut self, bracket: &'a [u8]) {
        if self.score.open.len() == DEPTH_LIMIT {
            return self.skip_variation(bracket);
        }
        if !self.score.has_move {
            self.report(
                Code::VariationBroken,
                bracket,
                "the variation replaces no move, since none stands before it",
            );
        }
        self.score.open.push((bracket, self.score.has_move));
        self.score.has_move = false;
        self.visitor.open_variation(bracket);
    }

    pub(crate) fn leave_variation(&mut self, bracket: &'a [u8]) {
        let Some((opening, had_move)) = self.score.open.pop() else {
            return self.report_stray(bracket);
        };
        let has_move = std::mem::replace(&mut self.score.has_move, had_move);
        self.visitor.close_variation(bracket);
        if !has_move {
            let whole = self.joined(opening, bracket);
            self.report_empty_variation(whole);
        }
    }

    /// Closes what the game leaves open, whose `text` is over.
    pub(crate) fn close_variations(&mut self, text: &'a [u8]) {
        if !self.score.open.is_empty() && self.rest.trim_ascii_start().is_empty() {
            // The block may have been cut inside the variation.
            self.leave_open();
        }
        let is_open = !self.score.open.is_empty() && !takes_rest_of_line(text);
        let brackets = is_open.then(|| Edit {
            span: self.source.span_of(&text[text.len()..]),
            replacement: ")".repeat(self.score.open.len()),
            safety: Safety::Guess,
        });
        while let Some((opening, had_move)) = self.score.open.pop() {
            self.score.has_move = had_move;
            self.visitor.close_variation(&self.rest[..0]);
            // Said in the line that it branches from, where its bracket stands.
            let message = "the variation that begins here is not closed";
            let span = self.source.span_of(opening);
            let finding = Finding::new(Code::VariationBroken, span, message);
            self.tell(Finding { fix: brackets.clone(), ..finding });
        }
    }

    fn skip_variation(&mut self, bracket: &'a [u8]) {
        let message =
            format!("variations are nested more than {DEPTH_LIMIT} deep; this one is not read");
        let span = self.source.span_of(bracket);
        let finding = Finding::new(Code::VariationRepeats, span, message);
        self.tell(finding.with_severity(Severity::Warning));
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
