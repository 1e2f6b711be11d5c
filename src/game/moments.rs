//! Games told as a series of positions, main lines only.

use crate::{
    diagnostics::Finding,
    game::{Beginning, Line, Played, Stuck, beginning, beginning::rules},
    pgn::{Reader, Summary, TagPair, Visitor},
    rules::{AnyPosition, Chess, Move, Variant},
    text::Source,
};

/// Something that happens in a game.
#[derive(Debug)]
pub enum Moment<'a> {
    /// A game begins; the slice is its text from the first byte on.
    Begins(&'a [u8]),
    /// A position stands on the board: the start, or what a move led to.
    Reached {
        /// The position.
        position: &'a AnyPosition,
        /// The rules of the game.
        variant: Variant,
        /// The move that led to it.
        mv: Option<Move>,
        /// That move as written; empty for the start.
        text: &'a [u8],
    },
    /// No further move can be played, for this reason.
    Stuck(Vec<Finding>),
    /// A move that is written after the game got stuck.
    Skipped,
    /// The game is over.
    Ends,
}

/// Tells every moment of the games in a text.
pub fn moments<'a>(
    reader: &Reader<'a>,
    source: Source<'a>,
    tell: impl FnMut(Moment<'_>),
) -> Summary {
    reader.read(&mut Teller {
        source,
        tell,
        rules: Variant::Standard,
        variant: None,
        boards: None,
        fen: None,
        line: Line::new(Chess::start().into()),
        depth: 0,
        has_no_start: false,
    })
}

struct Teller<'a, F> {
    source: Source<'a>,
    tell: F,
    /// What the tags say about the rules.
    rules: Variant,
    variant: Option<TagPair<'a>>,
    boards: Option<TagPair<'a>>,
    fen: Option<TagPair<'a>>,
    line: Line<AnyPosition>,
    /// How many variations are open.
    depth: u32,
    /// Whether nobody knows where the game begins.
    has_no_start: bool,
}

impl<F: FnMut(Moment<'_>)> Teller<'_, F> {
    fn reached(&mut self, mv: Option<Move>, text: &[u8]) {
        let (position, variant) = (self.line.position(), self.rules);
        (self.tell)(Moment::Reached { position, variant, mv, text });
    }
}

impl<'a, F: FnMut(Moment<'_>)> Visitor<'a> for Teller<'a, F> {
    fn begin_game(&mut self, text: &'a [u8]) {
        (self.variant, self.boards, self.fen) = (None, None, None);
        (self.depth, self.has_no_start) = (0, false);
        (self.tell)(Moment::Begins(text));
    }

    fn tag(&mut self, tag: TagPair<'a>) {
        match tag.name {
            b"Variant" => self.variant = Some(tag),
            b"Boards" => self.boards = Some(tag),
            b"FEN" => self.fen = Some(tag),
            _ => {}
        }
    }

    fn begin_moves(&mut self) {
        let plain = |tag: &TagPair<'a>| tag.plain_value().into_owned();
        let (variant, boards) = (self.variant.as_ref().map(plain), self.boards.as_ref().map(plain));
        let fen = self.fen.as_ref().map(|tag| tag.value);
        let (variant, boards) = (variant.as_deref(), boards.as_deref());
        self.rules = rules(variant, boards).unwrap_or_default();
        let start = beginning(variant, boards, fen);
        let position = start.position();
        self.has_no_start = position.is_none();
        self.line.restart(position.unwrap_or_else(|| Chess::start().into()));
        if !self.has_no_start {
            self.reached(None, b"");
            return;
        }
        let mut findings =
            if let Beginning::Unplayable(findings, _) = start { findings } else { Vec::new() };
        // What is wrong with a FEN is found in its text alone.
        let before = fen.map_or(0, |fen| self.source.span_of(fen).start);
        for finding in &mut findings {
            finding.span.start += before;
            finding.span.end += before;
        }
        (self.tell)(Moment::Stuck(findings));
    }

    fn mv(&mut self, text: &'a [u8]) {
        if self.depth > 0 {
            return;
        }
        if self.has_no_start {
            (self.tell)(Moment::Skipped);
            return;
        }
        match self.line.play(text) {
            Played::Standard | Played::Otherwise(..) => {
                let mv = self.line.moves().next_back();
                self.reached(mv, text);
            }
            Played::Null => self.reached(None, text),
            Played::Stuck => {
                let finding = Stuck::new(self.line.clone(), text).report(&self.source);
                (self.tell)(Moment::Stuck(vec![finding]));
            }
            Played::Skipped => (self.tell)(Moment::Skipped),
        }
    }

    fn open_variation(&mut self, _bracket: &'a [u8]) {
        self.depth += 1;
    }

    fn close_variation(&mut self, _bracket: &'a [u8]) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn end_game(&mut self, _text: &'a [u8]) {
        (self.tell)(Moment::Ends);
    }
}
