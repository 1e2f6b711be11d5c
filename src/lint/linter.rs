//! The checks on the games of a block: one loop takes tokens, moves the cursor and calls the families.

use crate::{
    diagnostics::{Code, Finding, Safety},
    game::{Ending, Start, cross_check, main_line},
    lint::{
        Detail, Findings, GameReport, Headings, Options,
        annotations::{Annotations, look_for_blank_line},
        clocks::Clocks,
        layout,
        moves::{MoveChecks, MoveWord},
        numbering::{Derailed, Numbering},
        result::Claimed,
        start, syntax, tags, time_control, values,
    },
    notation::fen,
    pgn::{
        Command, Comment, GameResult, Marker, MoveNumber, Parser, Part, ROSTER_TAGS, Summary,
        TagName, Tags, Token,
    },
    rules::{AnyPosition, Chess, Variant},
    text::{Source, Span},
};

/// The number of games and findings after which the block is cut: a file of tiny broken games must not fill the memory.
const ENOUGH: usize = 1024;

/// Reads the games of a block and reports what is wrong with each of them.
pub fn lint_block(source: Source<'_>, part: Part, options: &Options) -> (Vec<GameReport>, Summary) {
    Linter::new(source, options).lint(Parser::of_part(source, part))
}

/// The same for the first game only, and the text before it.
pub(super) fn lint_game(source: Source<'_>, part: Part, options: &Options) -> Vec<GameReport> {
    let mut linter = Linter::new(source, options);
    linter.lint_next(&mut Parser::of_part(source, part));
    linter.reports
}

/// The same without the walk over plain moves, which must make no difference.
#[doc(hidden)]
pub fn lint_tokens(
    source: Source<'_>,
    part: Part,
    options: &Options,
) -> (Vec<GameReport>, Summary) {
    Linter { walks: false, ..Linter::new(source, options) }.lint(Parser::of_part(source, part))
}

/// The checks on one game after the other.
struct Linter<'a> {
    options: &'a Options,
    found: Findings<'a>,
    tags: Tags<'a>,
    moves: MoveChecks<'a>,
    numbering: Numbering<'a>,
    clocks: Clocks,
    annotations: Annotations<'a>,
    marker: Option<Marker<'a>>,
    /// The first illegal move of the main line.
    unplayable: Option<&'a [u8]>,
    /// Where the file ends inside the game.
    cut_off: Option<Span>,
    /// The normal start position, which nearly every game has.
    usual_start: AnyPosition,
    replay: Replay,
    variant: Variant,
    checks_layout: bool,
    checks_blank_lines: bool,
    /// Whether plain moves are walked over.
    walks: bool,
    reports: Vec<GameReport>,
    /// The number of games and findings in `reports`.
    weight: usize,
}

/// Whether the moves of a game can be played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Replay {
    Playable,
    /// The start position is not playable.
    NoStart,
    /// The variant is unknown.
    NoVariant,
}

impl<'a> Linter<'a> {
    fn new(source: Source<'a>, options: &'a Options) -> Self {
        let found = Findings::new(source, &options.selection);
        let (checks_layout, checks_blank_lines) =
            (layout::is_selected(&found), found.shows(Code::BlankLineInComment));
        Self {
            options,
            found,
            tags: Tags::default(),
            moves: MoveChecks::default(),
            numbering: Numbering::default(),
            clocks: Clocks::default(),
            annotations: Annotations::default(),
            marker: None,
            unplayable: None,
            cut_off: None,
            usual_start: Chess::start().into(),
            replay: Replay::Playable,
            variant: Variant::Standard,
            checks_layout,
            checks_blank_lines,
            walks: true,
            reports: Vec::new(),
            weight: 0,
        }
    }

    /// Reads the games and reports what is wrong with each of them.
    fn lint(mut self, mut parser: Parser<'a>) -> (Vec<GameReport>, Summary) {
        while self.lint_next(&mut parser) {
            if parser.may_pause() && self.weight >= ENOUGH {
                return (self.reports, parser.pause());
            }
        }
        (self.reports, parser.finish())
    }

    /// Reads the next game; `false` if there is none.
    fn lint_next(&mut self, parser: &mut Parser<'a>) -> bool {
        let is_game = parser.next_game(&mut self.tags);
        self.report_between(parser.take_between());
        if is_game {
            self.lint_game(parser);
        }
        is_game
    }

    /// Checks the game whose tags have been read.
    fn lint_game(&mut self, parser: &mut Parser<'a>) {
        self.begin_game(parser.game_text());
        loop {
            self.walk(parser);
            let Some(token) = parser.next_token() else { break };
            match token {
                // From an unknown start, the sides and the numbers are unknown too.
                Token::Number(_) if self.replay != Replay::Playable => {}
                Token::Number(number) if self.is_rank(&number) => self.mv(number.text),
                Token::Number(number) => {
                    self.numbering.number(number, &mut self.moves.cursor, &mut self.found);
                }
                Token::Move(text) => self.mv(text),
                Token::Glyph(glyph) => {
                    let before = || self.moves.fen_before();
                    self.annotations.glyph(&glyph, before, &mut self.found);
                }
                Token::Comment(comment) => self.comment(&comment),
                Token::Command(command) => self.command(&command),
                Token::Open(_) => self.enter_variation(),
                Token::Close(bracket) => self.leave_variation(bracket),
                Token::Result(marker) => self.marker = Some(marker),
                Token::Malformed(finding) => self.malformed(*finding, parser.bare_start()),
            }
        }
        self.end_game(parser.game_text());
    }

    /// Walks over plain moves that need no check.
    fn walk(&mut self, parser: &mut Parser<'a>) {
        let text = parser.unread_moves();
        if !self.walks
            || !text.first().is_some_and(u8::is_ascii_alphanumeric)
            || !self.moves.reads_english()
        {
            return;
        }
        let cursor = &mut self.moves.cursor;
        let Some(ahead) = Numbering::ahead(cursor, &self.found) else { return };
        let walked = cursor.walk(text, ahead, &mut self.clocks);
        if walked.moves > 0 {
            self.numbering.walked(&walked, cursor);
            self.annotations.walked(walked.has_comment);
            self.found.set_place(cursor.written());
            parser.skip_moves(walked.rest, walked.last_number);
        }
    }

    fn begin_game(&mut self, text: &'a [u8]) {
        self.found.set_branch(None, 0);
        self.found.ply = None;
        self.annotations = Annotations::default();
        (self.marker, self.unplayable, self.cut_off) = (None, None, None);
        #[cfg(debug_assertions)]
        super::fault::on_purpose(&self.tags);
        tags::check(&self.tags, text, &mut self.found);
        values::check(&self.tags, &mut self.found);
        start::check_variant(&self.tags, &mut self.found);
        let control = time_control::check(&self.tags, &mut self.found);
        self.clocks = Clocks::new(control, self.tags.is_online());
        self.set_up(text);
        let first_ply = self.tags.value(TagName::Fen).map(fen::first_ply);
        self.numbering.begin(first_ply, &mut self.moves.cursor);
    }

    /// Sets up the start position.
    fn set_up(&mut self, text: &'a [u8]) {
        self.replay = Replay::Playable;
        let start = Start::of_game(&self.tags, text);
        self.variant = start.variant();
        match start {
            Start::Usual(_) => self.moves.begin(text, &self.usual_start),
            Start::From(variant, position) => {
                if let AnyPosition::Chess(position) = &position {
                    start::check_position(&self.tags, variant, position, &mut self.found);
                }
                self.moves.begin(text, &position);
            }
            Start::Unplayable(findings, followed) => {
                start::unplayable(&self.tags, &findings, &mut self.found);
                match followed {
                    Some(position) => self.moves.begin(text, &position),
                    None => self.begin_unplayable(text, Replay::NoStart),
                }
            }
            Start::UnknownVariant(_) => self.begin_unplayable(text, Replay::NoVariant),
        }
    }

    fn begin_unplayable(&mut self, text: &'a [u8], replay: Replay) {
        self.replay = replay;
        self.moves.begin(text, &self.usual_start);
        self.moves.cursor.stop();
    }

    fn mv(&mut self, text: &'a [u8]) {
        if text == b"<>" && self.moves.cursor.is_variation() {
            return self.moves.any_move(text, &mut self.found);
        }
        self.count_move(text);
        match self.moves.mv(text, &mut self.found) {
            MoveWord::OneMove => {}
            MoveWord::TwoMoves => {
                self.count_move(text);
                self.moves.cursor.count_second_move();
                self.found.set_place(self.moves.cursor.written());
            }
            MoveWord::Corrected => {
                self.unplayable.get_or_insert(text);
            }
            MoveWord::Shifted(place) => {
                self.unplayable.get_or_insert(text);
                self.found.take_back_numbers(place.start);
                self.numbering.shifted(&mut self.moves.cursor);
            }
            // Nothing is said about the moves of another variant.
            MoveWord::Drop => self.replay = Replay::NoVariant,
            MoveWord::Unplayable => self.derail(Derailed::ByMove, text),
            MoveWord::Unreadable => self.derail(Derailed::ByWord, text),
        }
    }

    /// Whether a number is a move that lost its first letter, `4` for `c4`.
    fn is_rank(&self, number: &MoveNumber<'a>) -> bool {
        let cursor = &self.moves.cursor;
        let is_possible = matches!(number.text, [b'1'..=b'8'])
            && !cursor.is_stuck()
            && !cursor.is_variation()
            && cursor.ply() == cursor.written();
        let words = || main_line(self.moves.game, cursor.written() as usize + 1);
        is_possible && words().last().is_some_and(|word| std::ptr::eq(word.text, number.text))
    }

    fn count_move(&mut self, text: &'a [u8]) {
        if self.replay == Replay::Playable {
            self.numbering.mv(text, &mut self.moves.cursor, &mut self.found);
        }
        self.annotations.mv();
    }

    fn derail(&mut self, how: Derailed, text: &'a [u8]) {
        Numbering::derail(&mut self.moves.cursor, how);
        if !self.moves.cursor.is_variation() {
            self.unplayable.get_or_insert(text);
        }
    }

    fn comment(&mut self, comment: &Comment<'a>) {
        Numbering::interrupted(&mut self.moves.cursor);
        self.annotations.comment();
        if self.checks_blank_lines {
            look_for_blank_line(comment, &mut self.found);
        }
    }

    fn command(&mut self, command: &Command<'a>) {
        let cursor = &self.moves.cursor;
        let ply = cursor.written();
        let in_game = !cursor.is_variation() && ply > 0;
        let mover = in_game.then(|| (!cursor.line.turn(), ply));
        self.annotations.command(command, &mut self.found);
        self.clocks.command(command, mover, &mut self.found);
    }

    fn enter_variation(&mut self) {
        let cursor = &mut self.moves.cursor;
        cursor.enter_variation(Numbering::branch(cursor));
        if !self.options.variations {
            cursor.stop();
        }
        self.found.set_branch(Some(cursor.branch()), 0);
    }

    fn leave_variation(&mut self, bracket: &'a [u8]) {
        self.moves.leave_variation(!bracket.is_empty(), &mut self.found);
        let cursor = &mut self.moves.cursor;
        Numbering::interrupted(cursor);
        let branch = cursor.is_variation().then(|| cursor.branch());
        self.found.set_branch(branch, cursor.written());
        self.annotations.mv();
    }

    /// A finding of the parser, at the move read last. `next` is the next game's first move if that looks like one of this game.
    fn malformed(&mut self, finding: Finding, next: Option<&'a [u8]>) {
        if finding.code == Code::Truncated {
            self.cut_off = Some(finding.span);
            self.moves.forget(finding.span, self.found.source());
            self.found.forget(finding.span);
        }
        let finding = match finding.code {
            Code::GluedTokens => Finding { fen: self.moves.fen_before(), ..finding },
            _ => finding,
        };
        let next = next.filter(|mv| self.moves.can_play(mv));
        let finding = syntax::judged(finding, &self.tags, &self.moves, next, &mut self.found);
        match finding.code {
            Code::ControlByte | Code::Reserved => self.found.add_once(finding),
            _ => self.found.add(finding),
        }
    }

    fn end_game(&mut self, text: &'a [u8]) {
        self.found.ply = None;
        if self.checks_layout {
            layout::check(text, &mut self.found);
        }
        let ending = match self.replay {
            Replay::Playable => {
                self.moves.board_tail(self.unplayable, &mut self.found);
                Some(self.moves.end(&mut self.found))
            }
            Replay::NoStart => Some(Ending::default()),
            Replay::NoVariant => None,
        };
        if let Some(ending) = ending.filter(|_| self.options.cross_check) {
            self.cross_check(text, &ending);
        }
        self.conclude(text, &ending.unwrap_or_default());
        self.report(text, ending);
    }

    /// The checks that need the whole game.
    fn conclude(&mut self, text: &'a [u8], ending: &Ending) {
        let stuck_after = (!ending.whole).then_some(ending.plies);
        if self.replay == Replay::Playable {
            self.numbering.finish(text, stuck_after, &self.moves.cursor, &mut self.found);
        }
        let written = self.marker.and_then(|marker| marker.result).unwrap_or(GameResult::Unknown);
        let has_moves = self.marker.is_some() || self.moves.cursor.written() > 0;
        tags::check_roster(&self.tags, written, has_moves, &mut self.found);
        values::empty_result(&self.tags, written, &mut self.found);
        if self.clocks.in_minutes {
            time_control::in_minutes(&self.tags, &mut self.found);
        }
        let place = self.place_of_game(text);
        let laws = self.options.laws;
        let (marker, cursor) = (self.marker, &self.moves.cursor);
        let claimed = Claimed { tags: &self.tags, marker, laws, cursor, place, game: text };
        claimed.compare_with_tag(ending.outcome.filter(|_| ending.whole), &mut self.found);
        if self.cut_off.is_none() {
            claimed.check(ending, &mut self.found);
        }
    }

    /// The place of a finding about the whole game: its first tag, or its first byte.
    fn place_of_game(&self, text: &'a [u8]) -> &'a [u8] {
        self.tags.all().first().map_or(&text[..text.len().min(1)], |tag| tag.text)
    }

    /// Compares the game with what pgn-reader and shakmaty read.
    fn cross_check(&mut self, text: &'a [u8], ending: &Ending) {
        let AnyPosition::Chess(position) = self.moves.last_position() else { return };
        if self.replay == Replay::Playable
            && let Err(disagreement) = cross_check(text, ending, &fen::write(position))
        {
            let place = self.place_of_game(text);
            self.found.add(self.found.about(Code::SecondOpinion, place, disagreement));
        }
    }

    fn report(&mut self, text: &'a [u8], ending: Option<Ending>) {
        self.found.join_habits();
        let (counts, omitted) = (self.found.counts(), self.found.take_omitted());
        let mut findings = self.found.take();
        findings.sort_by_key(|finding| (finding.span.start, finding.code));
        if let Some(fault) = self.moves.first_fault() {
            let is_move =
                |one: &Finding| one.path.as_ref().is_some_and(|path| path.starts_with("main"));
            for finding in findings.iter_mut().filter(|one| one.span.start > fault) {
                finding.assumed = is_move(finding);
            }
        }
        if self.cut_off.is_some() {
            let edits = findings.iter_mut().flat_map(|finding| &mut finding.edits);
            edits.for_each(|edit| edit.safety = Safety::Guess);
        }
        let has_headings = self.options.detail >= Detail::Headings || !findings.is_empty();
        let has_position =
            self.options.detail >= Detail::FinalPosition && self.replay == Replay::Playable;
        self.keep(GameReport {
            game: Some(self.found.source().span_of(text)),
            headings: has_headings.then(|| Box::new(self.headings())),
            ending,
            variant: self.variant,
            final_fen: has_position.then(|| fen::write(self.moves.last_position())),
            findings,
            counts,
            omitted,
        });
    }

    fn headings(&self) -> Headings {
        let span = |slice: &[u8]| self.found.source().span_of(slice);
        let marker = self.marker.map(|marker| marker.text);
        let all = match self.options.detail {
            Detail::FinalPosition => self.tags.all(),
            Detail::Ending | Detail::Headings => &[],
        };
        Headings {
            roster: ROSTER_TAGS.map(|(known, _)| self.tags.value(known).map(span)),
            result: marker.or_else(|| self.tags.value(TagName::Result)).map(span),
            termination: self.tags.value(TagName::Termination).map(span),
            tags: all.iter().map(|tag| (span(tag.name), span(tag.value))).collect(),
        }
    }

    /// Reports findings about text between games.
    fn report_between(&mut self, findings: Vec<Finding>) {
        for finding in findings {
            self.found.add(finding);
        }
        let counts = self.found.counts();
        let findings = self.found.take();
        if !findings.is_empty() {
            let omitted = self.found.take_omitted();
            self.keep(GameReport { counts, omitted, ..GameReport::between(findings) });
        }
    }

    fn keep(&mut self, report: GameReport) {
        self.weight += 1 + report.findings.len();
        self.reports.push(report);
    }
}

#[cfg(test)]
mod tests;
