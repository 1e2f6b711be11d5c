//! What a reader tells about a text, as lines that can be compared, read at once or in blocks.

use std::{io::Cursor, ops::ControlFlow};

use arbiter::{
    archive::{Block, BlockResult, Blocks, read_blocks},
    diagnostics::Finding,
    pgn::{Command, Comment, End, Glyph, Marker, MoveNumber, Position, Reader, TagPair, Visitor},
    text::Source,
};

/// Everything a reader tells, with the place of each slice in the file.
pub(crate) struct Transcript<'a> {
    source: Source<'a>,
    pub(crate) lines: Vec<String>,
}

impl<'a> Transcript<'a> {
    pub(crate) fn of(source: Source<'a>, position: Position) -> (Self, End) {
        let mut transcript = Self { source, lines: Vec::new() };
        let summary = Reader::of_part(source, position).read(&mut transcript);
        (transcript, summary.end)
    }

    fn note(&mut self, what: &str, slice: &[u8]) {
        let span = self.source.span_of(slice);
        self.lines.push(format!("{what} {}..{}", span.start, span.end));
    }

    pub(crate) fn count(&self, what: &str) -> usize {
        self.lines.iter().filter(|line| line.split(' ').next() == Some(what)).count()
    }
}

impl<'a> Visitor<'a> for Transcript<'a> {
    fn begin_game(&mut self, text: &'a [u8]) {
        self.note("game", &text[..0]);
    }
    fn tag(&mut self, tag: TagPair<'a>) {
        self.note("tag", tag.text);
    }
    fn begin_moves(&mut self) {
        self.lines.push("moves".into());
    }
    fn number(&mut self, number: MoveNumber<'a>) {
        self.note("number", number.text);
    }
    fn mv(&mut self, text: &'a [u8]) {
        self.note("move", text);
    }
    fn glyph(&mut self, glyph: Glyph<'a>) {
        self.note("glyph", glyph.text);
    }
    fn comment(&mut self, comment: Comment<'a>) {
        self.note("comment", comment.text);
    }
    fn command(&mut self, command: &Command<'a>) {
        self.note("command", command.text);
    }
    fn open_variation(&mut self, bracket: &'a [u8]) {
        self.note("open", bracket);
    }
    fn close_variation(&mut self, bracket: &'a [u8]) {
        self.note("close", bracket);
    }
    fn result(&mut self, marker: Marker<'a>) {
        self.note("result", marker.text);
    }
    fn end_game(&mut self, text: &'a [u8]) {
        self.note("end", text);
    }
    fn finding(&mut self, finding: Finding) {
        let line = self.source.place_of(finding.span.start).line;
        let span = finding.span;
        self.lines.push(format!(
            "finding {} {}..{} line {line}",
            finding.code.id(),
            span.start,
            span.end
        ));
    }
}

/// The text read in blocks of about this size.
pub(crate) fn in_blocks(text: &[u8], size: usize, jobs: usize) -> Result<Vec<String>, String> {
    let blocks = Blocks::with_sizes("cut".into(), Cursor::new(text), size, 1 << 20);
    let work = |block: &Block| {
        let (transcript, end) = Transcript::of(block.source("cut"), block.position);
        BlockResult { end, value: transcript.lines }
    };
    let mut lines = Vec::new();
    let take = |_: &Block, more: Vec<String>| {
        lines.extend(more);
        ControlFlow::Continue(())
    };
    read_blocks(blocks, jobs, &work, take).map_err(|error| error.to_string())?;
    Ok(lines)
}
