//! Games told as a series of positions, main lines only.

use crate::{
    diagnostics::Diagnostic,
    pgn::{Reader, Summary, TagPair, Visitor},
    replay::{Beginning, Line, Played, Stuck, beginning},
    rules::{AnyPosition, Chess, Move},
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
        /// The move that led to it.
        mv: Option<Move>,
        /// That move as written; empty for the start.
        text: &'a [u8],
    },
    /// No further move can be played, for this reason.
    Stuck(Vec<Diagnostic>),
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
    variant: Option<TagPair<'a>>,
    boards: Option<TagPair<'a>>,
    fen: Option<TagPair<'a>>,
    line: Line<AnyPosition>,
    /// How many variations are open.
    depth: u32,
    /// Whether nobody knows where the game begins.
    has_no_start: bool,
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
        let start = beginning(variant.as_deref(), boards.as_deref(), fen);
        let position = start.position();
        self.line.restart(position.clone().unwrap_or_else(|| Chess::start().into()));
        if let Some(position) = position {
            (self.tell)(Moment::Reached { position: &position, mv: None, text: b"" });
            return;
        }
        self.has_no_start = true;
        let findings =
            if let Beginning::Unplayable(findings, _) = start { findings } else { Vec::new() };
        (self.tell)(Moment::Stuck(findings));
    }

    fn mv(&mut self, text: &'a [u8]) {
        if self.depth > 0 || self.has_no_start {
            return;
        }
        match self.line.play(text) {
            Played::Standard | Played::Otherwise(..) => {
                let mv = self.line.moves().next_back();
                (self.tell)(Moment::Reached { position: self.line.position(), mv, text });
            }
            Played::Null => {
                let position = self.line.position();
                (self.tell)(Moment::Reached { position, mv: None, text });
            }
            Played::Stuck => {
                let finding = Stuck::new(self.line.clone(), text).report(&self.source);
                (self.tell)(Moment::Stuck(vec![finding]));
            }
            Played::Skipped => {}
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
