//! A game as a tree that can be kept and changed: tags, moves as text, and what hangs on them.

use crate::{
    pgn::{Comment, GameResult, Glyph, Marker, Reader, TagPair, Visitor, visitor::readable},
    text::Source,
};

/// A game.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Game {
    /// Names and values of the tags, in their order.
    pub tags: Vec<(String, String)>,
    /// The moves of the game itself.
    pub main: Line,
    /// The result after the moves; `None` where it is missing or unusual.
    pub result: Option<GameResult>,
}

/// Moves that follow each other: the game itself, or a variation.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Line {
    /// Comments before the first move.
    pub preface: Vec<String>,
    /// The moves.
    pub moves: Vec<Node>,
}

/// A move and what hangs on it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Node {
    /// The move as it is written.
    pub text: String,
    /// The numbers of its glyphs.
    pub glyphs: Vec<u16>,
    /// The comments after it.
    pub comments: Vec<String>,
    /// What could have been played instead.
    pub variations: Vec<Line>,
}

impl Game {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }

    /// All games of a text, as far as they can be read.
    pub fn read_all(source: Source<'_>) -> Vec<Self> {
        let mut gardener = Gardener::default();
        Reader::new(source).read(&mut gardener);
        gardener.games
    }
}

/// Grows trees out of what a reader tells.
#[derive(Debug, Default)]
struct Gardener {
    games: Vec<Game>,
    game: Game,
    /// The line that grows, under it those that wait for their variations to end.
    lines: Vec<Line>,
}

impl Gardener {
    fn last_move(&mut self) -> Option<&mut Node> {
        self.lines.last_mut()?.moves.last_mut()
    }
}

impl<'a> Visitor<'a> for Gardener {
    fn begin_game(&mut self, _: &'a [u8]) {
        self.game = Game::default();
        self.lines = vec![Line::default()];
    }

    fn tag(&mut self, tag: TagPair<'a>) {
        self.game.tags.push((readable(tag.name).into_owned(), tag.plain_value().into_owned()));
    }

    fn mv(&mut self, text: &'a [u8]) {
        let node = Node { text: readable(text).into_owned(), ..Node::default() };
        if let Some(line) = self.lines.last_mut() {
            line.moves.push(node);
        }
    }

    fn glyph(&mut self, glyph: Glyph<'a>) {
        if let Some(node) = self.last_move() {
            node.glyphs.extend(glyph.number);
        }
    }

    fn comment(&mut self, comment: Comment<'a>) {
        // Where its lines end is a matter of the page, not of the comment.
        let text = readable(comment.inner).split_whitespace().collect::<Vec<_>>().join(" ");
        let Some(line) = self.lines.last_mut() else { return };
        match line.moves.last_mut() {
            Some(node) => node.comments.push(text),
            None => line.preface.push(text),
        }
    }

    fn open_variation(&mut self, _: &'a [u8]) {
        self.lines.push(Line::default());
    }

    fn close_variation(&mut self, _: &'a [u8]) {
        if self.lines.len() < 2 {
            return;
        }
        let line = self.lines.pop().unwrap_or_default();
        if let Some(node) = self.last_move()
            && !line.moves.is_empty()
        {
            node.variations.push(line);
        }
    }

    fn result(&mut self, marker: Marker<'a>) {
        self.game.result = marker.result;
    }

    fn end_game(&mut self, _: &'a [u8]) {
        let mut game = std::mem::take(&mut self.game);
        game.main = self.lines.pop().unwrap_or_default();
        self.games.push(game);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn variations_hang_on_the_move_they_replace() {
        let text = b"[White \"Ek\"]\n\n{first} 1. e4 $1 {king} (1. d4 d5 (1... Nf6)) e5! 1-0";
        let games = Game::read_all(Source::new("tree", text));
        let [game] = games.as_slice() else { panic!("one game") };
        assert_eq!(game.tag("White"), Some("Ek"));
        assert_eq!(game.main.preface, ["first"]);
        assert_eq!(game.result, Some(GameResult::White));
        let [e4, e5] = game.main.moves.as_slice() else { panic!("two moves") };
        assert_eq!(
            (e4.text.as_str(), e4.glyphs.as_slice(), e5.glyphs.as_slice()),
            ("e4", &[1][..], &[1][..])
        );
        assert_eq!(e4.variations[0].moves[1].variations[0].moves[0].text, "Nf6");
    }
}
