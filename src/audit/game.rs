//! One game listened to from its first tag to its result.

use crate::{
    audit::{
        Notes, Start, Tags, annotations::Annotations, clocks::Clocks, layout,
        numbering::Numbering, tags, time_control, values,
    },
    diagnostics::{Code, Diagnostic, Selection},
    pgn::{Command, Comment, Glyph, Marker, MoveNumber, TagPair, Visitor},
    text::Source,
};

/// Listens to the games of a text, one after the other, and collects findings.
#[derive(Debug)]
pub struct Audit<'a> {
    /// The findings.
    pub notes: Notes<'a>,
    tags: Tags<'a>,
    text: &'a [u8],
    numbering: Numbering<'a>,
    clocks: Clocks,
    annotations: Annotations<'a>,
    marker: Option<Marker<'a>>,
    wants_layout: bool,
}

impl<'a> Audit<'a> {
    /// Somebody who listens to the games of a text for findings of this selection.
    pub fn new(source: Source<'a>, selection: &'a Selection) -> Self {
        let notes = Notes::new(source, selection);
        let wants_layout = layout::is_wanted(&notes);
        Self {
            notes,
            tags: Tags::default(),
            text: b"",
            numbering: Numbering::new(Start::default(), false),
            clocks: Clocks::default(),
            annotations: Annotations::default(),
            marker: None,
            wants_layout,
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

    /// Says where the game starts, after its tags and before its moves.
    pub fn start(&mut self, start: Start) {
        self.numbering.restart(start);
    }

    // PGN 8.2.6
    fn compare_results(&mut self) {
        let Some(tag) = self.tags.get(super::Known::Result) else { return };
        let Some(claimed) = Marker::read(tag.value.trim_ascii()).and_then(|marker| marker.result) else {
            return;
        };
        let Some(marker) = self.marker else { return };
        if marker.result.is_some_and(|result| result != claimed) {
            let message = format!(
                "the result is `{}`, but the tag says `{}`",
                super::notes::shown(marker.text),
                super::notes::shown(tag.value)
            );
            self.notes.add(self.notes.about(Code::ResultsDiffer, marker.text, message));
        }
    }
}

impl<'a> Visitor<'a> for Audit<'a> {
    fn begin_game(&mut self, text: &'a [u8]) {
        self.text = text;
        self.tags.clear();
        self.numbering.reset();
        self.annotations = Annotations::default();
        self.marker = None;
    }

    fn tag(&mut self, tag: TagPair<'a>) {
        self.tags.push(tag);
    }

    fn begin_moves(&mut self) {
        tags::judge(&self.tags, self.text, &mut self.notes);
        values::judge(&self.tags, &mut self.notes);
        self.clocks = Clocks::new(time_control::judge(&self.tags, &mut self.notes));
    }

    #[inline]
    fn number(&mut self, number: MoveNumber<'a>) {
        self.numbering.number(number, &mut self.notes);
    }

    #[inline]
    fn mv(&mut self, text: &'a [u8]) {
        self.numbering.mv(text, &mut self.notes);
        self.annotations.mv();
    }

    fn glyph(&mut self, glyph: Glyph<'a>) {
        self.annotations.glyph(&glyph, &mut self.notes);
    }

    #[inline]
    fn comment(&mut self, _comment: Comment<'a>) {
        self.numbering.interrupted();
        self.annotations.comment();
    }

    #[inline]
    fn command(&mut self, command: Command<'a>) {
        let in_game = self.numbering.depth() == 0 && self.numbering.plies() > 0;
        let mover = in_game.then(|| !self.numbering.turn());
        self.clocks.command(&command, mover, &mut self.notes);
        self.annotations.command(&command, &mut self.notes);
    }

    fn open_variation(&mut self, _bracket: &'a [u8]) {
        self.numbering.open();
    }

    fn close_variation(&mut self, _bracket: &'a [u8]) {
        self.numbering.close();
        self.annotations.mv();
    }

    fn result(&mut self, marker: Marker<'a>) {
        self.marker = Some(marker);
        self.compare_results();
    }

    fn end_game(&mut self, text: &'a [u8]) {
        self.text = text;
        if self.wants_layout {
            layout::judge(text, &mut self.notes);
        }
    }

    fn finding(&mut self, finding: Diagnostic) {
        self.notes.add(finding);
    }
}
