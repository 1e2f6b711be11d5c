//! The events of a reader as lines that can be compared, for a text read at once or in blocks.

use std::{io::Cursor, ops::ControlFlow};

use arbiter::{
    archive::{Block, BlockResult, Blocks, read_blocks},
    diagnostics::Finding,
    pgn::{End, Parser, Part, Tags, Token},
    text::Source,
};

/// Every event of a reader, with the place of each slice in the file.
pub(crate) struct Transcript<'a> {
    source: Source<'a>,
    pub(crate) lines: Vec<String>,
}

impl<'a> Transcript<'a> {
    pub(crate) fn of(source: Source<'a>, part: Part) -> (Self, End) {
        let mut transcript = Self { source, lines: Vec::new() };
        let mut parser = Parser::of_part(source, part);
        let mut tags = Tags::default();
        loop {
            let is_game = parser.next_game(&mut tags);
            parser.take_between().iter().for_each(|finding| transcript.finding(finding));
            if !is_game {
                return (transcript, parser.finish().end);
            }
            transcript.game(&tags, &mut parser);
        }
    }

    fn game(&mut self, tags: &Tags<'a>, parser: &mut Parser<'a>) {
        self.note("game", &parser.game_text()[..0]);
        tags.all().iter().for_each(|tag| self.note("tag", tag.text));
        while let Some(token) = parser.next_token() {
            match token {
                Token::Number(number) => self.note("number", number.text),
                Token::Move(text) => self.note("move", text),
                Token::Glyph(glyph) => self.note("glyph", glyph.text),
                Token::Comment(comment) => self.note("comment", comment.text),
                Token::Command(command) => self.note("command", command.text),
                Token::Open(bracket) => self.note("open", bracket),
                Token::Close(bracket) => self.note("close", bracket),
                Token::Result(marker) => self.note("result", marker.text),
                Token::Malformed(finding) => self.finding(&finding),
            }
        }
        self.note("end", parser.game_text());
    }

    fn finding(&mut self, finding: &Finding) {
        let (span, code) = (finding.span, finding.code.id());
        let line = self.source.place_of(span.start).line;
        self.lines.push(format!("finding {code} {}..{} line {line}", span.start, span.end));
    }

    fn note(&mut self, what: &str, slice: &[u8]) {
        let span = self.source.span_of(slice);
        self.lines.push(format!("{what} {}..{}", span.start, span.end));
    }

    pub(crate) fn count(&self, what: &str) -> usize {
        self.lines.iter().filter(|line| line.split(' ').next() == Some(what)).count()
    }
}

/// The text read in blocks of about this size.
pub(crate) fn in_blocks(text: &[u8], size: usize, jobs: usize) -> Result<Vec<String>, String> {
    let blocks = Blocks::with_sizes("cut".into(), Cursor::new(text), size, 1 << 20);
    let work = |block: &Block| {
        let (transcript, end) = Transcript::of(block.source("cut"), block.part);
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
