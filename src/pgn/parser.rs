//! From game to game: where one begins, where it ends, and the text between. Recovers from anything,
//! and never loses or invents a game.

use std::collections::VecDeque;

use crate::{
    diagnostics::{Code, Finding, Safety},
    pgn::{
        GameResult, Marker, TagName, Tags, Token, bytes,
        comment::KnownClosing,
        foreign,
        grammar::{
            after_line_end, is_move_like, is_tag_start, last_line, last_word, line, starts_game,
            tag_pair, takes_rest_of_line, word,
        },
    },
    text::{Source, shortened},
};

/// Which part of a file a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// All of it.
    Whole,
    /// Its beginning.
    First,
    /// Neither beginning nor end.
    Middle,
    /// Its end.
    Last,
}

impl Part {
    /// The part that begins or ends its file, or both.
    pub(crate) const fn new(begins_file: bool, ends_file: bool) -> Self {
        match (begins_file, ends_file) {
            (true, true) => Self::Whole,
            (true, false) => Self::First,
            (false, true) => Self::Last,
            (false, false) => Self::Middle,
        }
    }

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
    /// Inside a game, a comment or a text that may go on in the next block: the tokens may be wrong, and the block must be read
    /// again together with its successor.
    Open,
    /// The reader stopped after this number of bytes; another one continues from there.
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

/// Reads the games of a block, token by token.
#[derive(Debug)]
pub struct Parser<'a> {
    pub(crate) source: Source<'a>,
    pub(crate) part: Part,
    /// What is left of the block, and what is in sight after it.
    pub(crate) rest: &'a [u8],
    /// How many bytes are in sight after the block.
    pub(crate) beyond: usize,
    /// The block from the first byte of the game on; once the game is over, its text.
    pub(crate) game: &'a [u8],
    stage: Stage,
    /// Tokens that have been read and not yet been taken.
    queue: VecDeque<Token<'a>>,
    /// Findings about text that belongs to no game.
    pub(crate) between: Vec<Finding>,
    pub(crate) games: u64,
    pub(crate) end: End,
    encodings: bytes::Encodings,
    /// The encodings without those of the text after the last game.
    encodings_of_games: Option<bytes::Encodings>,
    /// Text before the first game; whether it is the whole file is known at the end.
    pub(crate) prelude: Option<&'a [u8]>,
    pub(crate) known_closing: Option<KnownClosing>,
    /// Up to where the quote marks of an email are reported.
    pub(crate) unmarked: usize,
    pub(crate) scan: GameScan<'a>,
}

/// Where in the text the parser is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Between,
    Tags,
    Moves,
}

/// What has been found in the game so far.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a question of its own")]
pub(crate) struct GameScan<'a> {
    /// The brackets of the open variations, and whether a move precedes each.
    pub(crate) open: Vec<(&'a [u8], bool)>,
    /// Whether the line that is read, game or variation, has a move already.
    pub(crate) has_move: bool,
    /// The last move number.
    pub(crate) number: u32,
    pub(crate) result: Option<Marker<'a>>,
    /// The value of the Result tag.
    result_tag: Option<&'a [u8]>,
    /// Whether a finding has already said that the end of the game cannot be read.
    pub(crate) broken: bool,
    /// Whether a variation without a move before it has been reported.
    pub(crate) has_lone_variation: bool,
    /// Whether the output of an engine has been reported.
    pub(crate) has_engine_output: bool,
    /// The text after those tags that are plain ASCII.
    pub(crate) after_plain_tags: &'a [u8],
    /// The text from the moves on.
    pub(crate) moves: &'a [u8],
    /// The text from the first token on that may hold any bytes: all moves before it are plain ASCII.
    unread: Option<&'a [u8]>,
}

impl GameScan<'_> {
    fn clear(&mut self) {
        let mut open = std::mem::take(&mut self.open);
        open.clear();
        *self = Self { open, ..Self::default() };
    }
}

impl<'a> Parser<'a> {
    /// A parser for a text that is a whole file.
    pub fn new(source: Source<'a>) -> Self {
        Self::of_part(source, Part::Whole)
    }

    /// A parser for a block of a file, which must begin at the beginning of a game.
    pub fn of_part(source: Source<'a>, part: Part) -> Self {
        let in_sight = if part.ends_file() { source.bytes } else { source.in_sight };
        let source = Source { in_sight, ..source };
        let mut parser = Self {
            source,
            part,
            rest: source.in_sight,
            game: source.in_sight,
            beyond: source.in_sight.len() - source.bytes.len(),
            stage: Stage::Between,
            queue: VecDeque::new(),
            between: Vec::new(),
            games: 0,
            end: End::Closed,
            encodings: bytes::Encodings::default(),
            encodings_of_games: None,
            prelude: None,
            known_closing: None,
            unmarked: 0,
            scan: GameScan::default(),
        };
        parser.read_head();
        parser
    }

    /// Goes to the next game and reads its tags; `false` if there is none. Findings about the text before the game are
    /// then [between games](Self::take_between); those about its tags are its first tokens.
    pub fn next_game(&mut self, tags: &mut Tags<'a>) -> bool {
        while self.next_token().is_some() {}
        tags.clear();
        if !self.find_game() {
            if let Some(text) = self.prelude.take() {
                self.report_prelude(text);
            }
            if self.source.is_quoted {
                self.report_quote_marks();
            }
            return false;
        }
        if let Some(text) = self.prelude.take() {
            self.report_text(text);
        }
        self.encodings_of_games = None;
        self.games += 1;
        self.game = self.rest;
        self.scan.clear();
        self.stage = Stage::Tags;
        self.tag_section(tags);
        self.scan.result_tag = tags.value(TagName::Result);
        self.scan.moves = self.rest;
        self.stage = Stage::Moves;
        if self.rest.first() == Some(&b'[') && is_tag_start(self.rest) {
            self.end_game();
        }
        true
    }

    /// The next token of the game; `None` when the game is over.
    pub fn next_token(&mut self) -> Option<Token<'a>> {
        loop {
            if let Some(token) = self.queue.pop_front() {
                return Some(token);
            }
            if self.stage != Stage::Moves {
                return None;
            }
            if self.rest.is_empty() || self.read_token().is_break() {
                self.end_game();
            }
        }
    }

    /// The movetext that comes next, unless a token waits to be taken first.
    #[inline]
    pub fn unread_moves(&self) -> &'a [u8] {
        if self.queue.is_empty() && self.stage == Stage::Moves { self.rest } else { b"" }
    }

    /// Goes on at `rest`, a part of the [unread movetext](Self::unread_moves): the text before it are plain moves, and
    /// `number` is their last number, 0 if they have none.
    #[inline]
    pub fn skip_moves(&mut self, rest: &'a [u8], number: u32) {
        self.rest = rest;
        self.scan.has_move = true;
        if number > 0 {
            self.scan.number = number;
        }
    }

    /// The text of the game from its first byte on; to its end once it is over.
    pub fn game_text(&self) -> &'a [u8] {
        self.game
    }

    /// The first move of the next game if it follows a game without a result and has neither tags nor a number.
    pub fn bare_start(&self) -> Option<&'a [u8]> {
        let is_bare = self.stage == Stage::Between
            && self.scan.result.is_none()
            && self.rest.first().is_some_and(u8::is_ascii_alphabetic);
        (is_bare && starts_game(self.rest)).then(|| word(self.ahead()))
    }

    /// Takes the findings about text that belongs to no game.
    pub fn take_between(&mut self) -> Vec<Finding> {
        std::mem::take(&mut self.between)
    }

    /// Whether all that was read so far is certain, so that a reader may stop after this game.
    pub fn may_pause(&self) -> bool {
        self.end == End::Closed
    }

    /// Stops after the game that is over and the white space behind it, which is judged with the game.
    pub fn pause(mut self) -> Summary {
        let space = self.rest.len() - self.rest.trim_ascii_start().len();
        self.end = End::Paused(self.offset() + space);
        self.finish()
    }

    /// What there was in the block, which has been read.
    pub fn finish(self) -> Summary {
        Summary { games: self.games, end: self.end, encodings: self.encodings }
    }

    /// Looks at the first bytes of a file. Where there is no sense in reading on, nothing is left.
    fn read_head(&mut self) {
        if !self.part.begins_file() {
            return;
        }
        // A file that is cut into blocks was judged when it was cut.
        let unreadable = (self.part == Part::Whole).then(|| foreign::unreadable(&self.source));
        if let Some(finding) = unreadable.flatten() {
            self.add(finding);
            self.rest = b"";
        } else if let Some(rest) = self.rest.strip_prefix(b"\xef\xbb\xbf") {
            let message =
                "the file starts with a byte order mark, which is not part of the standard";
            let finding = self.finding(Code::ByteOrderMark, &self.source.in_sight[..3], message);
            self.add(finding.with_replacement("", Safety::Safe));
            self.rest = rest;
        }
    }

    fn end_game(&mut self) {
        let text = self.game[..self.game.len() - self.rest.len()].trim_ascii_end();
        self.close_variations(text);
        let has_tags_only = self.has_tags_only(text);
        if self.scan.result.is_none() && !self.scan.broken {
            if self.is_cut_off(text) {
                let word = last_word(text);
                let message = format!("the file ends inside the word `{}`", shortened(word));
                self.report(Code::Truncated, word, message);
            } else if has_tags_only && self.ends_file() && !self.follows_tags() {
                let message = "the file ends after the tags; the moves are missing";
                self.report(Code::Truncated, last_line(text), message);
            } else {
                self.report_missing_result(text);
            }
        }
        for part in self.unread(text) {
            if bytes::is_unusual(part) {
                self.inspect(part);
            }
        }
        if self.source.is_quoted {
            self.report_quote_marks();
        }
        if self.passes_end() {
            self.leave_open();
        }
        self.game = text;
        self.stage = Stage::Between;
    }

    /// The block ends inside something, which only matters when the file goes on.
    pub(crate) fn leave_open(&mut self) {
        if !self.part.ends_file() {
            self.end = End::Open;
        }
    }

    pub(crate) fn skip_line(&mut self) {
        self.rest = after_line_end(&self.rest[line(self.rest).len()..]);
    }

    pub(crate) fn emit(&mut self, token: Token<'a>) {
        self.queue.push_back(token);
    }

    /// Notes that any bytes may follow from here on.
    pub(crate) fn note_unread(&mut self) {
        self.scan.unread.get_or_insert(self.rest);
    }

    /// The parts of a game whose bytes are not checked yet: unusual tags, and everything from the first unusual token on.
    fn unread<'t>(&self, game: &'t [u8]) -> [&'t [u8]; 2] {
        let place = |rest: &[u8]| self.game.len().saturating_sub(rest.len()).min(game.len());
        let GameScan { after_plain_tags, moves, unread, .. } = &self.scan;
        [&game[place(after_plain_tags)..place(moves)], &game[place(unread.unwrap_or_default())..]]
    }

    /// Reports the unusual bytes of a text.
    pub(crate) fn inspect(&mut self, text: &'a [u8]) {
        if self.stage == Stage::Between {
            self.encodings_of_games.get_or_insert_with(|| self.encodings.clone());
        }
        let mut encodings = std::mem::take(&mut self.encodings);
        let source = self.source;
        bytes::inspect(&source, text, &mut encodings, |finding| self.add(finding));
        self.encodings = encodings;
    }

    /// Forgets what the text after the last game shows of the encodings.
    pub(crate) fn forget_bytes_between(&mut self) {
        if let Some(encodings) = self.encodings_of_games.take() {
            self.encodings = encodings;
        }
    }

    /// Whether the file ends where no game and no line ends, and no move either.
    fn is_cut_off(&self, text: &[u8]) -> bool {
        self.ends_file()
            && self.scan.has_move
            && self.source.bytes.ends_with(text)
            && !matches!(text.last(), Some(b'}' | b')'))
            && !takes_rest_of_line(text)
            && !is_move_like(last_word(text))
    }

    /// Whether nothing of the file is left.
    fn ends_file(&self) -> bool {
        self.rest.is_empty() && self.part.ends_file()
    }

    /// Whether tags alone precede the game: then the file is a list of tags.
    fn follows_tags(&self) -> bool {
        let start = self.offset() + self.rest.len() - self.game.len();
        self.source.preceding(start).is_some_and(|before| before.last == b']')
    }

    /// Whether the text of a game is nothing but tags.
    fn has_tags_only(&self, text: &[u8]) -> bool {
        self.game.len() - text.len() >= self.scan.moves.len()
    }

    fn report_missing_result(&mut self, text: &'a [u8]) {
        let end = &text[text.len()..];
        let line_end = self.source.line_end_around(self.source.span_of(end).start);
        let (place, separator) = if self.has_tags_only(text) {
            let first = tag_pair(text).map_or(line(text), |(_, tag)| tag.text);
            (first, line_end.repeat(2))
        } else {
            // Behind a lone `>` it would look like a quoted mail.
            let is_taken = takes_rest_of_line(text) || last_line(text).starts_with(b">");
            (last_word(text), if is_taken { line_end } else { " " }.to_owned())
        };
        let message = "the moves end without a result: `1-0`, `0-1`, `1/2-1/2` or `*`";
        let mut finding = self.finding(Code::ResultMissing, place, message);
        if starts_game(self.rest) {
            finding = finding.with_help("a new game seems to begin after the blank line");
        }
        let tag = self.scan.result_tag.and_then(Marker::read).and_then(|marker| marker.result);
        // After an open comment, the end of the game is a guess too.
        let is_open = memchr::memrchr2(b'{', b'}', text).is_some_and(|at| text[at] == b'{');
        // A list of tags would become one of games, the last of which lacks its moves.
        let is_certain = tag.is_some() && !is_open && !self.has_tags_only(text);
        let safety = if is_certain { Safety::Safe } else { Safety::Guess };
        let is_alone = self.rest.first().is_none_or(u8::is_ascii_whitespace);
        let behind =
            if is_alone || text.len() < self.game.len() - self.rest.len() { "" } else { line_end };
        let result = tag.unwrap_or(GameResult::Unknown).text();
        let replacement = format!("{separator}{result}{behind}");
        self.add(finding.with_edit(self.source.span_of(end), replacement, safety));
    }

    pub(crate) fn add(&mut self, finding: Finding) {
        match self.stage {
            Stage::Between => self.between.push(finding),
            Stage::Tags | Stage::Moves => self.emit(Token::Malformed(Box::new(finding))),
        }
    }

    /// Adds a finding about a slice of the block.
    pub(crate) fn report(&mut self, code: Code, at: &[u8], message: impl Into<String>) {
        self.add(self.finding(code, at, message));
    }

    pub(crate) fn finding(&self, code: Code, at: &[u8], message: impl Into<String>) -> Finding {
        Finding::new(code, self.source.span_of(at), message)
    }

    /// Whether the game that ends here goes on in the next block: then the block was cut in a wrong place.
    pub(crate) fn passes_end(&self) -> bool {
        self.rest.len() < self.beyond
    }

    /// How many bytes of the block have been read.
    pub(crate) fn offset(&self) -> usize {
        self.source.in_sight.len() - self.rest.len()
    }

    /// The bytes of the block that have been read.
    pub(crate) fn before(&self) -> &'a [u8] {
        &self.source.in_sight[..self.offset()]
    }
}
