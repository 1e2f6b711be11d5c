//! A whole examination: every game of a block read, audited and replayed, with what there is to say about each.

use crate::{
    diagnostics::{Code, Finding},
    game::{Beginning, Ending, beginning, second_opinion},
    lint::{
        Audit, Detail, Examination, Examined, Headings, Known, Tags,
        counted::Derailed,
        desk::{Desk, Written},
        known::ROSTER,
        notes::shown,
    },
    notation::San,
    pgn::{Command, Comment, Glyph, Marker, MoveNumber, TagPair, Visitor},
    rules::{AnyPosition, Chess, Layered},
    text::{Source, Word},
};

/// Listens to the games of a block.
#[derive(Debug)]
pub struct Examiner<'a> {
    audit: Audit<'a>,
    examination: &'a Examination,
    /// The usual start, which is asked for so often that it is kept.
    start: Chess,
    chess: Desk<'a, Chess>,
    layered: Option<Desk<'a, Layered>>,
    table: Table,
    /// How many variations are open that are only read.
    ignored: usize,
    examined: Vec<Examined>,
    /// How many games and findings these are.
    weight: usize,
}

/// After so many games and findings a report is due: a file of tiny broken games must not fill the memory.
const ENOUGH: usize = 1024;

/// Where the present game is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Table {
    /// Nowhere: other rules, or a position that cannot be played.
    None,
    /// By other rules than ours.
    OtherRules,
    Chess,
    Layered,
}

impl<'a> Examiner<'a> {
    /// An examiner for a block.
    pub fn new(source: Source<'a>, examination: &'a Examination) -> Self {
        let mut audit = Audit::new(source, &examination.selection);
        audit.laws = examination.laws;
        Self {
            audit,
            examination,
            start: Chess::start(),
            chess: Desk::new(Chess::start()),
            layered: None,
            table: Table::None,
            ignored: 0,
            examined: Vec::new(),
            weight: 0,
        }
    }

    /// Everything there is to say.
    pub fn finish(mut self) -> Vec<Examined> {
        self.flush_between();
        self.examined
    }

    /// Findings made outside a game stand for themselves.
    fn flush_between(&mut self) {
        let counts = self.audit.notes.counts();
        let findings = self.audit.notes.take();
        if !findings.is_empty() {
            self.keep(Examined { counts, ..Examined::between(findings) });
        }
    }

    fn set_table(&mut self) {
        let begins = begin(self.audit.tags());
        self.table = match begins {
            Beginning::Usual => {
                self.chess.restart(self.start.clone());
                Table::Chess
            }
            Beginning::From(AnyPosition::Chess(position)) => {
                self.audit.look_at(&position);
                self.chess.restart(position);
                Table::Chess
            }
            Beginning::From(AnyPosition::Layered(position)) => {
                match &mut self.layered {
                    Some(desk) => desk.restart(*position),
                    None => self.layered = Some(Desk::new(*position)),
                }
                Table::Layered
            }
            Beginning::OtherRules => Table::OtherRules,
            Beginning::Unplayable(findings, followed) => {
                self.audit.refuse(&findings);
                followed.map_or(Table::None, |position| {
                    self.chess.restart(position);
                    Table::Chess
                })
            }
        };
    }

    /// What became of a word tells the numbers how many moves it is.
    fn hear(&mut self, written: Written, text: &'a [u8]) {
        match written {
            Written::OneMove => {}
            Written::TwoMoves => self.audit.mv(text),
            Written::Unplayable => self.audit.derail(Derailed::ByMove),
            Written::Unreadable => self.audit.derail(Derailed::ByWord),
        }
    }

    fn ending(&mut self) -> Option<Ending> {
        let notes = &mut self.audit.notes;
        match self.table {
            Table::Chess => Some(self.chess.end(notes)),
            Table::Layered => self.layered.as_mut().map(|desk| desk.end(notes)),
            Table::None => Some(Ending::default()),
            Table::OtherRules => None,
        }
    }

    fn final_fen(&self) -> Option<String> {
        match self.table {
            _ if self.examination.detail < Detail::FinalPosition => None,
            Table::Chess => Some(self.chess.final_fen()),
            Table::Layered => self.layered.as_ref().map(Desk::final_fen),
            Table::None | Table::OtherRules => None,
        }
    }

    fn record(&mut self, text: &'a [u8]) {
        let ending = self.ending();
        if let Some(ending) = ending.filter(|_| self.examination.cross_check) {
            self.ask_second_opinion(text, &ending);
        }
        match &ending {
            Some(ending) => self.audit.conclude(ending),
            None => self.audit.conclude(&Ending::default()),
        }
        let counts = self.audit.notes.counts();
        let mut findings = self.audit.notes.take();
        findings.sort_by_key(|finding| (finding.span.start, finding.code));
        let source = *self.audit.notes.source();
        let wants_headings = self.examination.detail >= Detail::Headings || !findings.is_empty();
        let examined = Examined {
            game: Some(source.span_of(text)),
            headings: wants_headings.then(|| Box::new(self.headings(&source))),
            ending,
            final_fen: self.final_fen(),
            findings,
            counts,
        };
        self.keep(examined);
    }

    fn headings(&self, source: &Source<'_>) -> Headings {
        let span = |slice: &[u8]| source.span_of(slice);
        let tags = self.audit.tags();
        let marker = self.audit.marker().map(|marker| marker.text);
        Headings {
            roster: ROSTER.map(|(known, _)| tags.value(known).map(span)),
            result: marker.or_else(|| tags.value(Known::Result)).map(span),
            termination: tags.value(Known::Termination).map(span),
        }
    }

    fn keep(&mut self, examined: Examined) {
        self.weight += 1 + examined.findings.len();
        self.examined.push(examined);
    }

    fn ask_second_opinion(&mut self, text: &'a [u8], ending: &Ending) {
        let position = match self.table {
            Table::Chess => Some(self.chess.final_fen()),
            Table::Layered | Table::None | Table::OtherRules => None,
        };
        let Some(position) = position else { return };
        if let Err(disagreement) = second_opinion(text, ending, &position) {
            let place =
                self.audit.tags().all().first().map_or(&text[..text.len().min(1)], |tag| tag.text);
            let finding = self.audit.notes.about(Code::SecondOpinion, place, disagreement);
            self.audit.notes.add(finding);
        }
    }
}

fn begin(tags: &Tags<'_>) -> Beginning {
    let fen = tags.value(Known::Fen).filter(|fen| !fen.trim_ascii().is_empty());
    let variant = tags.value(Known::Variant);
    if fen.is_none() && variant.is_none() {
        return Beginning::Usual;
    }
    let boards = tags.value(Known::Boards);
    let text = |value: Option<&[u8]>| value.map(|value| shown(value).into_owned());
    beginning(text(variant).as_deref(), text(boards).as_deref(), fen)
}

impl<'a> Visitor<'a> for Examiner<'a> {
    fn begin_game(&mut self, text: &'a [u8]) {
        self.flush_between();
        self.ignored = 0;
        self.chess.game = text;
        self.audit.begin_game(text);
    }

    #[inline(always)]
    fn tag(&mut self, tag: TagPair<'a>) {
        self.audit.tag(tag);
    }

    fn begin_moves(&mut self) {
        self.audit.begin_moves();
        self.set_table();
    }

    #[inline(always)]
    fn number(&mut self, number: MoveNumber<'a>) {
        self.audit.number(number);
    }

    #[inline(always)]
    fn due_number(&mut self, text: &'a [u8]) -> Option<MoveNumber<'a>> {
        self.audit.due_number(text)
    }

    #[inline]
    fn plain_move(&mut self, word: Word<'a>) -> bool {
        if self.table != Table::Chess || self.ignored > 0 {
            return false;
        }
        let Some(san) = San::read_standard(word) else { return false };
        self.audit.mv(word.text);
        let written = self.chess.standard_move(san, word.text, &mut self.audit.notes);
        if written != Written::OneMove {
            self.hear(written, word.text);
        }
        true
    }

    fn mv(&mut self, text: &'a [u8]) {
        self.audit.mv(text);
        if self.ignored > 0 {
            return;
        }
        let notes = &mut self.audit.notes;
        let written = match (self.table, &mut self.layered) {
            (Table::Chess, _) => self.chess.mv(text, notes),
            (Table::Layered, Some(desk)) => desk.mv(text, notes),
            _ => Written::OneMove,
        };
        self.hear(written, text);
    }

    fn glyph(&mut self, glyph: Glyph<'a>) {
        self.audit.glyph(glyph);
    }

    #[inline(always)]
    fn comment(&mut self, comment: Comment<'a>) {
        self.audit.comment(comment);
    }

    #[inline(always)]
    fn command(&mut self, command: &Command<'a>) {
        self.audit.command(command);
    }

    fn open_variation(&mut self, bracket: &'a [u8]) {
        self.audit.open_variation(bracket);
        if !self.examination.variations || self.ignored > 0 {
            self.ignored += 1;
            return;
        }
        match self.table {
            Table::Chess => self.chess.open(),
            Table::Layered => self.layered.iter_mut().for_each(Desk::open),
            Table::None | Table::OtherRules => {}
        }
    }

    fn close_variation(&mut self, bracket: &'a [u8]) {
        let is_closed = !bracket.is_empty();
        self.audit.close_variation(bracket);
        if self.ignored > 0 {
            self.ignored -= 1;
            return;
        }
        let notes = &mut self.audit.notes;
        match self.table {
            Table::Chess => self.chess.close(is_closed, notes),
            Table::Layered => self.layered.iter_mut().for_each(|desk| desk.close(is_closed, notes)),
            Table::None | Table::OtherRules => {}
        }
    }

    fn result(&mut self, marker: Marker<'a>) {
        self.audit.result(marker);
    }

    fn end_game(&mut self, text: &'a [u8]) {
        self.audit.end_game(text);
        self.record(text);
    }

    fn finding(&mut self, finding: Finding) {
        self.audit.finding(finding);
    }

    fn has_enough(&self) -> bool {
        self.weight >= ENOUGH
    }
}
