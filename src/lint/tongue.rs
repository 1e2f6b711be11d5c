//! In which language a game is written, found out by looking ahead: the one in which it can be played farthest.

use crate::{
    notation::{Language, San},
    pgn::{Reader, Visitor},
    rules::{Move, Position, Role},
    text::Source,
};

/// So many half-moves tell a language from another.
const ENOUGH: usize = 400;

/// The moves of a game itself, without its variations.
#[derive(Debug, Default)]
struct Moves<'a> {
    texts: Vec<&'a [u8]>,
    depth: usize,
    is_over: bool,
}

impl<'a> Visitor<'a> for Moves<'a> {
    fn mv(&mut self, text: &'a [u8]) {
        if self.depth == 0 && self.texts.len() < ENOUGH {
            self.texts.push(text);
        }
    }

    fn open_variation(&mut self, _: &'a [u8]) {
        self.depth += 1;
    }

    fn close_variation(&mut self, _: &'a [u8]) {
        self.depth -= 1;
    }

    fn end_game(&mut self, _: &'a [u8]) {
        self.is_over = true;
    }

    fn has_enough(&self) -> bool {
        self.is_over
    }
}

/// A language, and the moves written in it from the beginning of a game to a certain one.
pub(super) struct Translation {
    pub(super) language: Language,
    pub(super) moves: Vec<Move>,
}

/// The language of the game with which `game` begins, if it is not English and reaches the move `last`.
pub(super) fn translation<P: Position>(game: &[u8], start: &P, last: &[u8]) -> Option<Translation> {
    let mut moves = Moves::default();
    Reader::new(Source::new("", game)).read(&mut moves);
    let place = moves.texts.iter().position(|text| std::ptr::eq(*text, last))?;
    let played = |language: Language| {
        let english = |text: &&[u8]| language.in_english(text);
        played(start.clone(), moves.texts.iter().map_while(english))
    };
    let in_english =
        self::played(start.clone(), moves.texts.iter().map(|text| text.to_vec())).len();
    // Of those that fare equally well the first is taken.
    let (language, moves) = Language::FOREIGN
        .into_iter()
        .rev()
        .map(|language| (language, played(language)))
        .max_by_key(|(_, moves)| moves.len())?;
    (moves.len() > place && moves.len() >= in_english)
        .then(|| Translation { language, moves: moves.into_iter().take(place + 1).collect() })
}

fn played<P: Position>(mut position: P, texts: impl Iterator<Item = Vec<u8>>) -> Vec<Move> {
    let mut moves = Vec::new();
    for text in texts {
        let mv = San::read(&text).and_then(|san| san.resolve(&position).ok());
        let Some(mv) = mv.filter(|mv| mv.capture != Some(Role::King)) else { break };
        position.play_unchecked(mv);
        moves.push(mv);
    }
    moves
}
