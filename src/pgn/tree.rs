//! A game as a tree that can be kept and changed: tags, moves as text, and what hangs on them.

use crate::{
    pgn::{GameResult, Parser, TagPair, Tags, Token, token::readable},
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
        let mut parser = Parser::new(source);
        let (mut tags, mut games) = (Tags::default(), Vec::new());
        while parser.next_game(&mut tags) {
            games.push(Self::read(&tags, &mut parser));
        }
        games
    }

    /// The game whose tags have been read.
    pub fn read(tags: &Tags<'_>, parser: &mut Parser<'_>) -> Self {
        let text =
            |tag: &TagPair<'_>| (readable(tag.name).into_owned(), tag.plain_value().into_owned());
        let tags = tags.all().iter().map(text).collect();
        let mut lines = vec![Line::default()];
        let mut result = None;
        while let Some(token) = parser.next_token() {
            match token {
                Token::Result(marker) => result = marker.result,
                Token::Open(_) => lines.push(Line::default()),
                Token::Close(_) => close(&mut lines),
                other => {
                    if let Some(line) = lines.last_mut() {
                        line.take(&other)
                    }
                }
            }
        }
        Self { tags, main: lines.pop().unwrap_or_default(), result }
    }
}

/// The innermost variation goes to the move it replaces.
fn close(lines: &mut Vec<Line>) {
    let Some(variation) = lines.pop_if(|line| !line.moves.is_empty()) else { return };
    if let Some(node) = lines.last_mut().and_then(|line| line.moves.last_mut()) {
        node.variations.push(variation);
    }
}

impl Line {
    fn take(&mut self, token: &Token<'_>) {
        let last = self.moves.last_mut();
        match token {
            Token::Move(text) => {
                self.moves.push(Node { text: readable(text).into_owned(), ..Node::default() });
            }
            Token::Glyph(glyph) => {
                if let Some(node) = last {
                    node.glyphs.extend(glyph.number)
                }
            }
            Token::Comment(comment) => {
                // Where its lines end is a matter of the page, not of the comment.
                let words: Vec<_> =
                    readable(comment.inner).split_whitespace().map(str::to_owned).collect();
                last.map_or(&mut self.preface, |node| &mut node.comments).push(words.join(" "));
            }
            Token::Number(_)
            | Token::Command(_)
            | Token::Malformed(_)
            | Token::Open(_)
            | Token::Close(_)
            | Token::Result(_) => {}
        }
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
