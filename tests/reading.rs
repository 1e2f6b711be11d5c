//! Laws of reading: any bytes are read without harm, and where a stream is cut makes no difference.

use std::{io::Cursor, ops::ControlFlow};

use arbiter::{
    archive::{Block, Blocks, Work, read_blocks},
    diagnostics::Diagnostic,
    pgn::{Command, Comment, Glyph, Marker, MoveNumber, Position, Reader, TagPair, Visitor},
    text::Source,
};
use proptest::{collection::vec, prelude::*, sample::select};

/// Everything a reader tells, with the place of each slice in the file.
struct Transcript<'a> {
    source: Source<'a>,
    lines: Vec<String>,
}

impl<'a> Transcript<'a> {
    fn of(source: Source<'a>, position: Position) -> (Self, arbiter::pgn::End) {
        let mut transcript = Self { source, lines: Vec::new() };
        let summary = Reader::of_part(source, position).read(&mut transcript);
        (transcript, summary.end)
    }

    fn note(&mut self, what: &str, slice: &[u8]) {
        let span = self.source.span_of(slice);
        self.lines.push(format!("{what} {}..{}", span.start, span.end));
    }

    fn count(&self, what: &str) -> usize {
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
    fn finding(&mut self, finding: Diagnostic) {
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

fn whole(text: &[u8]) -> Vec<String> {
    Transcript::of(Source::new("whole", text), Position::Whole).0.lines
}

fn in_blocks(text: &[u8], size: usize, jobs: usize) -> Result<Vec<String>, String> {
    let blocks = Blocks::of_size("cut".into(), Cursor::new(text), size, 1 << 20);
    let work = |block: &Block| {
        let (transcript, end) = Transcript::of(block.source("cut"), block.position);
        Work { end, fruit: transcript.lines }
    };
    let mut lines = Vec::new();
    let take = |_: &Block, more: Vec<String>| {
        lines.extend(more);
        ControlFlow::Continue(())
    };
    read_blocks(blocks, jobs, &work, take).map_err(|error| error.to_string())?;
    Ok(lines)
}

/// Pieces of archives, sound and broken, that make trouble when they stand side by side.
const PIECES: &[&str] = &[
    "[Event \"a\"]\n[Site \"b\"]\n\n1. e4 e5 2. Nf3 1-0\n\n",
    "[Event \"a\"]\r\n\r\n1. d4 {[%clk 0:05:00]} d5 *\r\n\r\n",
    "[Event \"no moves\"]\n\n",
    "[Event \"no result\"]\n\n1. e4 e5\n\n",
    "[Event \"open\"]\n\n1. e4 {never closed e5 1-0\n\n",
    "[Event \"quotes\"]\n\n1. e4 {as in\n\n[Event \"c\"]\n\nof last year} e5 1-0\n\n",
    "[Event \"rav\"]\n\n1. e4 (1. d4 (1. c4) d5 1-0\n\n",
    "[Event \"broken\n[Site \"b]\n\n1. e4 0-1\n\n",
    "[Event \"x\"]\r\r1. e4 *\r\r",
    "{",
    "}",
    "(",
    "; 1. e4\n",
    "% escaped\n",
    "[White \"c\"]\n",
    "1. e4 e5 1-0 1. d4 d5 0-1\n",
    "text between\n",
    "\n",
    "\n\n",
    "1/2-1/2 ",
    "\u{feff}",
    "1... e5 $1 $300 +/= Nf3!!! ",
];

fn archive() -> impl Strategy<Value = Vec<u8>> {
    vec(select(PIECES), 0..12).prop_map(|pieces| pieces.concat().into_bytes())
}

proptest! {
    #[test]
    fn cuts_make_no_difference(text in archive(), size in 1_usize..200, jobs in 1_usize..4) {
        prop_assert_eq!(in_blocks(&text, size, jobs), Ok(whole(&text)));
    }

    #[test]
    fn any_bytes_are_read(text in vec(any::<u8>(), 0..400)) {
        let (transcript, _) = Transcript::of(Source::new("any", &text), Position::Whole);
        prop_assert_eq!(transcript.count("game"), transcript.count("end"));
        prop_assert_eq!(transcript.count("open"), transcript.count("close"));
    }

    #[test]
    fn any_signs_are_read(text in "[ a-h1-8NO.(){}\\[\\]\"$*;%!?=+<>/\n\r-]{0,200}") {
        let (transcript, _) = Transcript::of(Source::new("any", text.as_bytes()), Position::Whole);
        prop_assert_eq!(transcript.count("game"), transcript.count("end"));
        prop_assert_eq!(transcript.count("open"), transcript.count("close"));
        prop_assert_eq!(transcript.count("moves"), transcript.count("game"));
    }
}

#[test]
fn the_number_of_games_is_never_wrong() {
    for (games, text) in [
        (0, ""),
        (0, "\n\n"),
        (0, "Nothing to see here\n"),
        (1, "1. e4 e5 1-0"),
        (1, "*"),
        (2, "1. e4 e5 1-0 1. d4 d5 0-1"),
        (2, "1. e4 e5\n\n1. d4 d5\n"),
        (1, "1. e4 e5 1-0 2. Nf3 Nc6"),
        (1, "1. e4 e5 1-0 1-0"),
        (1, "1. e4 e5 1-0 {the end}\n"),
        (2, "[Event \"a\"]\n\n[Event \"b\"]\n"),
        (1, "[Event \"a\"]\n\n[Site \"b\"]\n\n*\n"),
        (2, "[Event \"a\"]\n\n*\n[Event \"b\"]\n\n*"),
        (2, "[Event \"a\"]\n\n1. e4 {oh\n\n[Event \"b\"]\n\n1. d4 {ah} *"),
        (1, "[Event \"a\"]\n\n1. e4 {see\n\n[Event \"b\"]\n\n} *"),
        (2, "[Event \"a\"]\n\n1. e4 (1. d4\n\n[Event \"b\"]\n\n*"),
        (2, "[Event \"a\"]\n\n1. e4 *\n\nsome words\n\n[Event \"b\"]\n\n*"),
        (1, "[Event \"a\"]\n\n1. e4\n[Annotator \"b\"]\n1... e5 *"),
        (2, "[White \"a\"]\n\n1. e4\n\n[White \"b\"]\n\n1. e4"),
        (3, "e4 e5 *\n\nd4 d5 *\n\nc4 c5 *\n"),
    ] {
        let (transcript, _) =
            Transcript::of(Source::new("count", text.as_bytes()), Position::Whole);
        assert_eq!(transcript.count("game"), games, "{text:?}: {:#?}", transcript.lines);
    }
}

#[test]
fn an_endless_comment_is_cut_off_and_said() -> Result<(), String> {
    let mut text = b"[Event \"a\"]\n\n1. e4 {".to_vec();
    text.resize(300_000, b'x');
    text.extend_from_slice(b"\n\n[Event \"b\"]\n\n*\n");
    let mut blocks = Blocks::of_size("big".into(), Cursor::new(&text), 1000, 100_000);
    let first = blocks.next().ok_or("a block")?.map_err(|error| error.to_string())?;
    assert_eq!(first.bytes.len(), 100_000);
    assert!(first.oversize().is_some());
    let second = blocks.next().ok_or("another")?.map_err(|error| error.to_string())?;
    assert!(second.bytes.starts_with(b"[Event \"b\"]"));
    assert_eq!((second.first_byte, second.first_line), (300_002, 5));
    assert!(blocks.next().is_none());
    Ok(())
}
