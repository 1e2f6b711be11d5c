//! Games told as a series of positions, main lines only.

use crate::{
    diagnostics::Finding,
    game::{Cursor, IllegalMove, Played, Start},
    pgn::{Parser, Part, Summary, TagName, Tags, Token},
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

/// Tells every moment of the games in a block.
pub fn moments(source: Source<'_>, part: Part, mut tell: impl FnMut(Moment<'_>)) -> Summary {
    let mut parser = Parser::of_part(source, part);
    let mut tags = Tags::default();
    let mut cursor = Cursor::default();
    while parser.next_game(&mut tags) {
        tell(Moment::Begins(parser.game_text()));
        begin(&mut cursor, &tags, source, &mut tell);
        let variant = Start::from_tags(&tags).variant();
        while let Some(token) = parser.next_token() {
            match token {
                Token::Move(text) => mv(&mut cursor, variant, text, source, &mut tell),
                Token::Open(_) => cursor.enter_variation(()),
                Token::Close(_) => cursor.leave_variation(),
                Token::Number(_)
                | Token::Glyph(_)
                | Token::Comment(_)
                | Token::Command(_)
                | Token::Result(_)
                | Token::Malformed(_) => {}
            }
        }
        tell(Moment::Ends);
    }
    parser.finish()
}

fn begin(
    cursor: &mut Cursor,
    tags: &Tags<'_>,
    source: Source<'_>,
    tell: &mut impl FnMut(Moment<'_>),
) {
    let start = Start::from_tags(tags);
    if let Some(position) = start.position() {
        cursor.restart(&position);
        let (position, variant) = (cursor.position(), start.variant());
        return tell(Moment::Reached { position, variant, mv: None, text: b"" });
    }
    cursor.restart(&Chess::start().into());
    cursor.stop();
    let mut findings =
        if let Start::Unplayable(findings, _) = start { findings } else { Vec::new() };
    // What is wrong with a FEN is found in its text alone.
    let before = tags.value(TagName::Fen).map_or(0, |fen| source.span_of(fen).start);
    for finding in &mut findings {
        finding.span.start += before;
        finding.span.end += before;
    }
    tell(Moment::Stuck(findings));
}

fn mv(
    cursor: &mut Cursor,
    variant: Variant,
    text: &[u8],
    source: Source<'_>,
    tell: &mut impl FnMut(Moment<'_>),
) {
    if cursor.is_variation() {
        return;
    }
    match cursor.play(text) {
        Played::Standard(mv) | Played::Otherwise(mv, _) => {
            let position = cursor.position();
            tell(Moment::Reached { position, variant, mv: Some(mv), text });
        }
        Played::Null => {
            tell(Moment::Reached { position: cursor.position(), variant, mv: None, text });
        }
        Played::Stuck => {
            tell(Moment::Stuck(vec![IllegalMove::new(cursor, text).finding(&source)]));
        }
        Played::Skipped => tell(Moment::Skipped),
    }
}
