//! Games as a series of positions, main lines only.

use crate::{
    diagnostics::{Code, Finding},
    game::{Cursor, IllegalMove, Played, Start},
    pgn::{Parser, Part, Summary, TagName, Tags, Token},
    rules::{AnyMove, AnyPosition, Chess, Variant},
    text::{Source, shortened},
};

/// Something that happens in a game.
#[derive(Debug)]
pub enum GameEvent<'a> {
    /// A game begins; the slice is its text from the first byte on.
    Begins(&'a [u8]),
    /// The start, or the position after a move.
    Reached {
        /// The position.
        position: &'a AnyPosition,
        /// The rules of the game.
        variant: Variant,
        /// The move that led to it as written; empty for the start.
        text: &'a [u8],
        /// The same on the board; `None` for the start and a null move.
        last: Option<AnyMove>,
    },
    /// No further move can be played, for this reason.
    Stuck(Vec<Finding>),
    /// A move that is written after the game got stuck.
    Skipped,
    /// The game is over.
    Ends,
}

/// Passes every event of the games in a block to `visit`.
pub fn game_events(
    source: Source<'_>,
    part: Part,
    mut visit: impl FnMut(GameEvent<'_>),
) -> Summary {
    let mut parser = Parser::of_part(source, part);
    let mut tags = Tags::default();
    let mut cursor = Cursor::default();
    while parser.next_game(&mut tags) {
        visit(GameEvent::Begins(parser.game_text()));
        let start = Start::of_game(&tags, parser.game_text());
        let variant = start.variant();
        begin(&mut cursor, start, &tags, source, &mut visit);
        while let Some(token) = parser.next_token() {
            match token {
                Token::Move(text) => mv(&mut cursor, variant, text, source, &mut visit),
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
        visit(GameEvent::Ends);
    }
    parser.finish()
}

fn begin(
    cursor: &mut Cursor,
    start: Start,
    tags: &Tags<'_>,
    source: Source<'_>,
    visit: &mut impl FnMut(GameEvent<'_>),
) {
    if let Some(position) = start.position() {
        cursor.restart(&position);
        let (position, variant) = (cursor.position(), start.variant());
        return visit(GameEvent::Reached { position, variant, text: b"", last: None });
    }
    cursor.restart(&Chess::start().into());
    cursor.stop();
    visit(GameEvent::Stuck(why_not_played(start, tags, source)));
}

/// Why no move of a game can be played.
fn why_not_played(start: Start, tags: &Tags<'_>, source: Source<'_>) -> Vec<Finding> {
    match start {
        Start::Usual(_) | Start::From(..) => Vec::new(),
        Start::UnknownVariant(name) => {
            let value = tags.value(TagName::Variant).unwrap_or_default();
            let message =
                format!("`{}` is not among the games known here", shortened(name.as_bytes()));
            vec![
                Finding::new(Code::VariantTag, source.span_of(value), message).with_path("Variant"),
            ]
        }
        Start::Unplayable(mut findings, _) => {
            // What is wrong with a FEN is found in its text alone.
            let before = tags.value(TagName::Fen).map_or(0, |fen| source.span_of(fen).start);
            for finding in &mut findings {
                finding.span.start += before;
                finding.span.end += before;
            }
            findings
        }
    }
}

fn mv(
    cursor: &mut Cursor,
    variant: Variant,
    text: &[u8],
    source: Source<'_>,
    visit: &mut impl FnMut(GameEvent<'_>),
) {
    if cursor.is_variation() {
        return;
    }
    visit(match cursor.play(text) {
        Played::Standard(mv) | Played::Otherwise(mv, _) => {
            GameEvent::Reached { position: cursor.position(), variant, text, last: Some(mv) }
        }
        Played::Null => {
            GameEvent::Reached { position: cursor.position(), variant, text, last: None }
        }
        Played::Stuck => GameEvent::Stuck(vec![IllegalMove::new(cursor, text).finding(&source)]),
        Played::Skipped => GameEvent::Skipped,
    });
}
