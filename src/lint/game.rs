//! One game listened to from its first tag to its result.

use crate::{
    diagnostics::{Code, Finding, Safety, Selection, Severity},
    game::Ending,
    lint::{
        Laws, Notes, Tags,
        annotations::{Annotations, look_for_blank_line},
        clocks::Clocks,
        counted::Derailed,
        layout,
        notes::shown,
        numbering::Numbering,
        position,
        result::Claimed,
        tags, time_control, values, variants,
    },
    pgn::{Command, Comment, GameResult, Glyph, Marker, MoveNumber, TagPair, Visitor},
    rules::Chess,
    text::{Source, Span},
};

/// Listens to the games of a text, one after the other, and collects findings.
#[derive(Debug)]
pub struct Audit<'a> {
    /// The findings.
    pub notes: Notes<'a>,
    /// The Laws the games are judged by.
    pub laws: Laws,
    tags: Tags<'a>,
    text: &'a [u8],
    numbering: Numbering<'a>,
    clocks: Clocks,
    annotations: Annotations<'a>,
    marker: Option<Marker<'a>>,
    /// The first move of the game itself that could not be played.
    unplayable: Option<&'a [u8]>,
    wants_layout: bool,
    wants_blank_lines: bool,
}

impl<'a> Audit<'a> {
    /// Somebody who listens to the games of a text for findings of this selection.
    pub fn new(source: Source<'a>, selection: &'a Selection) -> Self {
        let notes = Notes::new(source, selection);
        let wants_layout = layout::is_wanted(&notes);
        let wants_blank_lines = notes.wants(Code::BlankLineInComment);
        Self {
            notes,
            laws: Laws::default(),
            tags: Tags::default(),
            text: b"",
            numbering: Numbering::default(),
            clocks: Clocks::default(),
            annotations: Annotations::default(),
            marker: None,
            unplayable: None,
            wants_layout,
            wants_blank_lines,
        }
    }

    /// The tags of the game.
    pub fn tags(&self) -> &Tags<'a> {
        &self.tags
    }

    /// The result after the moves.
    pub fn marker(&self) -> Option<Marker<'a>> {
        self.marker
    }

    /// The game begins in this position, which a tag describes.
    pub(crate) fn look_at(&mut self, start: &Chess) {
        position::judge(&self.tags, start, &mut self.notes);
    }

    /// The position in which the game begins cannot be played, because of this.
    pub(crate) fn refuse(&mut self, findings: &[Finding]) {
        position::unplayable(&self.tags, findings, &mut self.notes);
    }

    /// The move read last cannot be played.
    pub(crate) fn derail(&mut self, how: Derailed) {
        self.numbering.derail(how);
        if self.numbering.depth() == 0 {
            self.unplayable.get_or_insert(self.numbering.last_move());
        }
    }

    /// The game is over, and the replay has seen all of it.
    pub fn conclude(&mut self, ending: &Ending) {
        self.notes.ply = None;
        let stuck_after = (!ending.whole).then_some(ending.plies);
        self.numbering.finish(self.text, stuck_after, &mut self.notes);
        let written = self.marker.and_then(|marker| marker.result).unwrap_or(GameResult::Unknown);
        tags::look_for_result(&self.tags, written, &mut self.notes);
        values::empty_result(&self.tags, written, &mut self.notes);
        let place =
            self.tags.all().first().map_or(&self.text[..self.text.len().min(1)], |tag| tag.text);
        let claimed = Claimed { tags: &self.tags, marker: self.marker, laws: self.laws, place };
        claimed.compare_with_tag(ending.outcome.filter(|_| ending.whole), &mut self.notes);
        claimed.judge(ending, &mut self.notes);
        self.board_tail(ending);
    }

    /// The name of the tag in whose value something stands.
    fn tag_around(&self, place: Span) -> Option<String> {
        let is_around = |tag: &&TagPair<'_>| {
            let value = self.notes.source().span_of(tag.value);
            value.start <= place.start && place.end <= value.end
        };
        self.tags.all().iter().find(is_around).map(|tag| shown(tag.name).into_owned())
    }

    /// Last king moves to the centre, as electronic boards record them when the result is shown.
    fn board_tail(&mut self, ending: &Ending) {
        let last = self.numbering.last_move();
        let goes_to_centre = |mv: &[u8]| matches!(mv, [b'K', b'd' | b'e', b'4' | b'5']);
        if !goes_to_centre(last) {
            return;
        }
        let unplayed = self.numbering.plies().saturating_sub(ending.plies);
        let first = self.unplayable.filter(|first| goes_to_centre(first));
        let when = "recorded when the pieces were set back";
        let (moves, message) = match (unplayed, first) {
            (0, _) if ending.whole => (last, format!("`{}` may have been {when}", shown(last))),
            (1, Some(_)) => (last, format!("`{}` was probably {when}", shown(last))),
            (2, Some(first)) => {
                let names = (shown(first), shown(last));
                (first, format!("`{}` and `{}` were probably {when}", names.0, names.1))
            }
            _ => return,
        };
        let finding = self.notes.about(Code::BoardTail, moves, message);
        if ending.whole {
            return self.notes.add(finding.with_severity(Severity::Info));
        }
        let span = Span { end: self.notes.source().span_of(last).end, ..finding.span };
        self.notes.add(finding.with_edit(span, "", Safety::Guess));
    }
}

impl<'a> Visitor<'a> for Audit<'a> {
    fn begin_game(&mut self, text: &'a [u8]) {
        self.text = text;
        (self.notes.ply, self.notes.step) = (None, 0);
        self.tags.clear();
        self.annotations = Annotations::default();
        self.marker = None;
        self.unplayable = None;
    }

    #[inline(always)]
    fn tag(&mut self, tag: TagPair<'a>) {
        self.tags.push(tag);
    }

    fn begin_moves(&mut self) {
        tags::judge(&self.tags, self.text, &mut self.notes);
        values::judge(&self.tags, &mut self.notes);
        self.numbering.begin(variants::judge(&self.tags, &mut self.notes));
        let control = time_control::judge(&self.tags, &mut self.notes);
        self.clocks = Clocks::new(control, self.tags.is_online());
    }

    #[inline(always)]
    fn number(&mut self, number: MoveNumber<'a>) {
        self.numbering.number(number, &mut self.notes);
    }

    #[inline(always)]
    fn due_number(&mut self, text: &'a [u8]) -> Option<MoveNumber<'a>> {
        self.numbering.due_number(text)
    }

    #[inline(always)]
    fn mv(&mut self, text: &'a [u8]) {
        self.numbering.mv(text, &mut self.notes);
        self.notes.ply = (self.numbering.depth() == 0).then(|| self.numbering.plies());
        self.notes.step = self.numbering.steps();
        self.annotations.mv();
    }

    fn glyph(&mut self, glyph: Glyph<'a>) {
        self.annotations.glyph(&glyph, &mut self.notes);
    }

    #[inline(always)]
    fn comment(&mut self, comment: Comment<'a>) {
        self.numbering.interrupted();
        self.annotations.comment();
        if self.wants_blank_lines {
            look_for_blank_line(&comment, &mut self.notes);
        }
    }

    #[inline(always)]
    fn command(&mut self, command: &Command<'a>) {
        let ply = self.numbering.steps();
        let in_game = self.numbering.depth() == 0 && ply > 0;
        let mover = in_game.then(|| (!self.numbering.turn(), ply));
        self.annotations.command(command, &mut self.notes);
        self.clocks.command(command, mover, &mut self.notes);
    }

    fn open_variation(&mut self, _bracket: &'a [u8]) {
        let (ply, variation) = self.numbering.open();
        self.notes.open(ply, variation);
    }

    fn close_variation(&mut self, _bracket: &'a [u8]) {
        self.numbering.close();
        self.notes.close(self.numbering.steps());
        self.annotations.mv();
    }

    fn result(&mut self, marker: Marker<'a>) {
        self.marker = Some(marker);
    }

    fn end_game(&mut self, text: &'a [u8]) {
        self.text = text;
        self.notes.ply = None;
        if self.wants_layout {
            layout::judge(text, &mut self.notes);
        }
    }

    fn finding(&mut self, finding: Finding) {
        let finding = match finding.code {
            Code::NumberForm => self.numbering.dotted(finding, self.notes.source()),
            _ => finding,
        };
        let (ply, path) = match finding.code {
            // Bytes are looked at when the game is over: the last move has nothing to do with them.
            Code::NotUtf8 | Code::DoubleEncoded | Code::ControlByte | Code::InvisibleSpace => {
                let is_kept = self.notes.has_room(finding.severity);
                (None, is_kept.then(|| self.tag_around(finding.span)).flatten())
            }
            _ => (finding.ply.or(self.notes.ply), finding.path),
        };
        self.notes.add(Finding { ply, path, ..finding });
    }
}
