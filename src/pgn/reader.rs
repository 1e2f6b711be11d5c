//! From game to game: where one begins, where it ends, and what stands between. Recovers from anything,
//! and never loses or invents a game.

use crate::{
    diagnostics::{Code, Finding, Safety},
    pgn::{
        GameResult, Marker, Visitor,
        bracket::Foreseen,
        bytes,
        grammar::{after_line_end, line, move_number, tag_pair},
        movetext::{is_move_like, word},
        visitor::readable,
    },
    text::Source,
};

/// Which part of a file a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Position {
    /// All of it.
    Whole,
    /// Its beginning.
    First,
    /// Neither beginning nor end.
    Middle,
    /// Its end.
    Last,
}

impl Position {
    pub(crate) const fn begins_file(self) -> bool {
        matches!(self, Self::Whole | Self::First)
    }

    pub(crate) const fn ends_file(self) -> bool {
        matches!(self, Self::Whole | Self::Last)
    }
}

/// How the end of a block was met.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Between two games.
    Closed,
    /// Inside a comment or tag that the next block may close: what was told may be wrong, and the block must be
    /// read again together with its successor.
    Open,
    /// The visitor had enough after so many bytes; what follows them is for another reader.
    Paused(usize),
}

/// What there was in a block.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Summary {
    /// How many games.
    pub games: u64,
    /// How it ended.
    pub end: End,
    /// Where its text shows in which character set the file is.
    pub encodings: bytes::Encodings,
}

/// Reads the games of a block.
#[derive(Debug, Clone, Copy)]
pub struct Reader<'a> {
    source: Source<'a>,
    position: Position,
}

impl<'a> Reader<'a> {
    /// A reader for a text that is a whole file.
    pub fn new(source: Source<'a>) -> Self {
        Self { source, position: Position::Whole }
    }

    /// A reader for a block of a file, which must begin at the beginning of a game.
    pub fn of_part(source: Source<'a>, position: Position) -> Self {
        Self { source, position }
    }

    /// Tells `visitor` everything in the text.
    pub fn read<V: Visitor<'a>>(&self, visitor: &mut V) -> Summary {
        let mut walk = Walk::new(self.source, self.position, visitor);
        if walk.head() {
            walk.games();
        }
        Summary { games: walk.games, end: walk.end, encodings: walk.encodings }
    }
}

/// A walk over a block: what is left of it, and what must be remembered of the game in hand.
pub(crate) struct Walk<'a, 'v, V> {
    pub(crate) source: Source<'a>,
    pub(crate) position: Position,
    pub(crate) visitor: &'v mut V,
    /// What is left of the block.
    pub(crate) rest: &'a [u8],
    /// The block from the first byte of the game on.
    pub(crate) game: &'a [u8],
    pub(crate) games: u64,
    pub(crate) end: End,
    encodings: bytes::Encodings,
    /// Text before the first game; whether it is the whole file is known at the end.
    pub(crate) prelude: Option<&'a [u8]>,
    /// Where the comments at hand end.
    pub(crate) foreseen: Option<Foreseen>,
    pub(crate) score: Score<'a>,
}

/// What must be remembered while the moves of a game are read.
#[derive(Debug, Default)]
pub(crate) struct Score<'a> {
    /// The brackets of the open variations, and whether a move stands before each.
    pub(crate) open: Vec<(&'a [u8], bool)>,
    /// Whether the line that is read, game or variation, has a move already.
    pub(crate) has_move: bool,
    /// The last move number.
    pub(crate) number: u32,
    pub(crate) result: Option<Marker<'a>>,
    /// The value of the Result tag.
    pub(crate) result_tag: Option<&'a [u8]>,
    /// Whether a finding has already said that the end of the game cannot be read.
    pub(crate) broken: bool,
    /// The text after those tags that are plain ASCII.
    pub(crate) after_plain_tags: &'a [u8],
    /// The text from the moves on.
    pub(crate) moves: &'a [u8],
    /// The text from the first token on that may hold any bytes: all moves before it are plain ASCII.
    pub(crate) unread: Option<&'a [u8]>,
}

impl Score<'_> {
    fn clear(&mut self) {
        self.open.clear();
        self.has_move = false;
        self.number = 0;
        self.result = None;
        self.result_tag = None;
        self.broken = false;
        self.after_plain_tags = b"";
        self.moves = b"";
        self.unread = None;
    }
}

impl<'a, 'v, V: Visitor<'a>> Walk<'a, 'v, V> {
    fn new(source: Source<'a>, position: Position, visitor: &'v mut V) -> Self {
        Self {
            source,
            position,
            visitor,
            rest: source.bytes,
            game: source.bytes,
            games: 0,
            end: End::Closed,
            encodings: bytes::Encodings::default(),
            prelude: None,
            foreseen: None,
            score: Score::default(),
        }
    }

    /// Looks at the first bytes of a file; `false` when there is no sense in reading on.
    fn head(&mut self) -> bool {
        if !self.position.begins_file() {
            return true;
        }
        if let Some(finding) = bytes::unreadable(&self.source) {
            self.tell(finding);
            return false;
        }
        if let Some(rest) = self.rest.strip_prefix(b"\xef\xbb\xbf") {
            let mark = &self.source.bytes[..3];
            let span = self.source.span_of(mark);
            let message =
                "the file starts with a byte order mark, which the standard does not know";
            let finding = Finding::new(Code::ByteOrderMark, span, message);
            self.tell(finding.with_edit(span, "", Safety::Safe));
            self.rest = rest;
        }
        true
    }

    fn games(&mut self) {
        while self.next_game() {
            self.begin_game();
            self.tag_section();
            self.visitor.begin_moves();
            self.score.moves = self.rest;
            self.movetext();
            self.end_game();
            if self.end == End::Closed && self.visitor.has_enough() {
                self.end = End::Paused(self.offset());
                return;
            }
        }
        if let Some(text) = self.prelude.take() {
            self.report_prelude(text);
        }
    }

    /// The block ends inside something, which only matters when the file goes on.
    pub(crate) fn leave_open(&mut self) {
        if !self.position.ends_file() {
            self.end = End::Open;
        }
    }

    pub(crate) fn skip_line(&mut self) {
        self.rest = after_line_end(&self.rest[line(self.rest).len()..]);
    }

    fn begin_game(&mut self) {
        if let Some(text) = self.prelude.take() {
            self.report_text(text);
        }
        self.games += 1;
        self.game = self.rest;
        self.score.clear();
        self.visitor.begin_game(self.rest);
    }

    fn end_game(&mut self) {
        let text = self.game[..self.game.len() - self.rest.len()].trim_ascii_end();
        self.close_variations(text);
        if self.score.result.is_none() && !self.score.broken {
            if self.is_cut_off(text) {
                let word = last_word(text);
                let message = format!("the file ends inside the word `{}`", shortened(word));
                self.report(Code::Truncated, word, message);
            } else {
                self.report_missing_result(text);
            }
        }
        for part in self.unread(text) {
            if bytes::is_unusual(part) {
                self.inspect(part);
            }
        }
        self.visitor.end_game(text);
    }

    /// The parts of a game at whose bytes nobody has looked yet: tags that are not plain, and all from the first unusual token on.
    fn unread<'t>(&self, game: &'t [u8]) -> [&'t [u8]; 2] {
        let place = |rest: &[u8]| self.game.len().saturating_sub(rest.len()).min(game.len());
        let Score { after_plain_tags, moves, unread, .. } = &self.score;
        [&game[place(after_plain_tags)..place(moves)], &game[place(unread.unwrap_or_default())..]]
    }

    /// Says what is unusual about the bytes of a text.
    pub(crate) fn inspect(&mut self, text: &'a [u8]) {
        let mut encodings = std::mem::take(&mut self.encodings);
        let source = self.source;
        bytes::inspect(&source, text, &mut encodings, |finding| self.tell(finding));
        self.encodings = encodings;
    }

    /// Whether the file ends where no game and no line ends, and no move either.
    fn is_cut_off(&self, text: &[u8]) -> bool {
        self.rest.is_empty()
            && self.position.ends_file()
            && self.score.has_move
            && self.source.bytes.ends_with(text)
            && !matches!(text.last(), Some(b'}' | b')'))
            && !takes_rest_of_line(text)
            && !is_move_like(last_word(text))
    }

    fn report_missing_result(&mut self, text: &'a [u8]) {
        let end = &text[text.len()..];
        let has_tags_only = self.game.len() - text.len() >= self.score.moves.len();
        let line_end = self.source.line_end_around(self.source.span_of(end).start);
        let (place, separator) = if has_tags_only {
            let first = tag_pair(text).map_or(line(text), |(_, tag)| tag.text);
            (first, line_end.repeat(2))
        } else {
            let separator = if takes_rest_of_line(text) { line_end } else { " " };
            (last_word(text), separator.to_owned())
        };
        let finding = Finding::new(
            Code::ResultMissing,
            self.source.span_of(place),
            "the moves end without a result: `1-0`, `0-1`, `1/2-1/2` or `*`",
        );
        let tag = self.score.result_tag.and_then(Marker::read).and_then(|marker| marker.result);
        let safety = if tag.is_some() { Safety::Safe } else { Safety::Guess };
        let replacement = format!("{separator}{}", tag.unwrap_or(GameResult::Unknown).text());
        self.tell(finding.with_edit(self.source.span_of(end), replacement, safety));
    }

    /// Tells a finding.
    pub(crate) fn tell(&mut self, finding: Finding) {
        self.visitor.finding(finding);
    }

    /// Tells a finding about a slice of the block.
    pub(crate) fn report(&mut self, code: Code, at: &[u8], message: impl Into<String>) {
        self.tell(Finding::new(code, self.source.span_of(at), message));
    }
}

/// Whether a tag pair, sound or broken, begins here.
pub(crate) fn is_tag_start(text: &[u8]) -> bool {
    match text {
        [b'[', rest @ ..] => rest
            .iter()
            .find(|&&byte| byte > b' ')
            .is_some_and(|&byte| byte.is_ascii_alphabetic() || byte == b'"'),
        _ => false,
    }
}

/// Whether moves or a result begin here, and not a sentence.
pub(crate) fn starts_score(text: &[u8]) -> bool {
    if let Ok((after, _)) = move_number(text)
        && Marker::read(word(text)).is_none()
    {
        return words(after).take(3).any(is_move_like);
    }
    let mut words = words(text);
    match words.next() {
        Some(first) if Marker::read(first).is_some() => true,
        Some(first) if is_move_like(first) => {
            words.next().is_none_or(|next| is_move_like(next) || Marker::read(next).is_some())
        }
        _ => false,
    }
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = &text[..text.len().min(64)];
    text.split(|byte| byte.is_ascii_whitespace() || *byte == b'.').filter(|word| !word.is_empty())
}

pub(crate) fn last_word(text: &[u8]) -> &[u8] {
    let start = text.iter().rposition(u8::is_ascii_whitespace).map_or(0, |at| at + 1);
    &text[start..]
}

/// Whether a comment or an escape may take the last line to its end.
pub(crate) fn takes_rest_of_line(text: &[u8]) -> bool {
    let start = memchr::memrchr2(b'\n', b'\r', text).map_or(0, |at| at + 1);
    memchr::memchr2(b';', b'%', &text[start..]).is_some()
}

/// The beginning of a text, fit for a message.
pub(crate) fn shortened(text: &[u8]) -> String {
    let text = readable(text);
    let mut short: String =
        text.chars().take(40).map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        short.push('…');
    }
    short
}
