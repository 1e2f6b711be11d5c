//! A game in memory: its tags, its start, its moves as a tree with all that hangs on them. One model for loading, playing, saving
//! and converting.

use std::time::Duration;

use crate::{
    game::{Cursor, Played, Start},
    notation::write_san,
    pgn::{Command, Evaluation, GameResult, Parser, TagPair, Tags, Token, Value, commands},
    rules::{AnyMove, AnyPosition, Chess, History, Variant},
    text::{Source, readable},
};

/// A game.
#[derive(Debug, Clone, PartialEq)]
pub struct Game {
    /// Names and values of the tags, in their order.
    pub tags: Vec<(String, String)>,
    /// How it begins.
    pub start: Start,
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
    /// The move in SAN; as it is written if it is a null move or cannot be played.
    pub text: String,
    /// What it is on the board; `None` if it cannot be played.
    pub step: Option<PlyKind>,
    /// The numbers of its glyphs.
    pub glyphs: Vec<u16>,
    /// The comments after it, with their commands, each on one line.
    pub comments: Vec<String>,
    /// What could have been played instead.
    pub variations: Vec<Line>,
}

/// What a side does in its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlyKind {
    /// A move.
    Move(AnyMove),
    /// A null move, which only an analyst can make.
    Null,
}

impl Default for Game {
    fn default() -> Self {
        let start = Start::Usual(Variant::Standard);
        Self { tags: Vec::new(), start, main: Line::default(), result: None }
    }
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

    /// The game with this number, the first being 1.
    ///
    /// # Errors
    /// The number of games, if there are fewer.
    pub fn read_nth(mut parser: Parser<'_>, number: u64) -> Result<Self, u64> {
        let (mut tags, mut games) = (Tags::default(), 0);
        while parser.next_game(&mut tags) {
            games += 1;
            if games == number {
                return Ok(Self::read(&tags, &mut parser));
            }
        }
        Err(games)
    }

    /// The game whose tags have been read.
    pub fn read(tags: &Tags<'_>, parser: &mut Parser<'_>) -> Self {
        let text =
            |tag: &TagPair<'_>| (readable(tag.name).into_owned(), tag.plain_value().into_owned());
        let start = Start::of_game(tags, parser.game_text());
        let mut cursor: Cursor<Line> = match start.position() {
            Some(position) => Cursor::new(position),
            None => Cursor::stopped(Chess::start().into()),
        };
        let mut result = None;
        while let Some(token) = parser.next_token() {
            match token {
                Token::Move(text) => {
                    let node = node(text, &mut cursor);
                    cursor.line.moves.push(node);
                }
                Token::Glyph(glyph) => {
                    if let Some(node) = cursor.line.moves.last_mut() {
                        node.glyphs.extend(glyph.number);
                    }
                }
                Token::Comment(comment) => cursor.line.take_comment(comment.inner),
                Token::Open(_) => cursor.enter_variation(Line::default()),
                Token::Close(_) => leave_variation(&mut cursor),
                Token::Result(marker) => result = marker.result,
                Token::Number(_) | Token::Command(_) | Token::Malformed(_) => {}
            }
        }
        let tags = tags.all().iter().map(text).collect();
        Self { tags, start, main: cursor.line, result }
    }

    /// The start position; that of standard chess if no position is known.
    pub fn start_position(&self) -> AnyPosition {
        self.start.position().unwrap_or_else(|| Chess::start().into())
    }

    /// The main line with its positions, up to the first move that is null or cannot be played.
    pub fn history(&self) -> History<AnyPosition> {
        let mut history = History::new(self.start_position());
        for node in &self.main.moves {
            let Some(PlyKind::Move(mv)) = node.step else { break };
            history.play_unchecked(mv);
        }
        history
    }

    /// How many variations there are.
    pub fn variations(&self) -> usize {
        self.main.variations()
    }
}

fn node(written: &[u8], cursor: &mut Cursor<Line>) -> Node {
    let before = cursor.position().clone();
    let as_written = || readable(written).into_owned();
    let (text, step) = match cursor.play(written) {
        Played::Standard(mv) | Played::Otherwise(mv, _) => {
            (write_san(&before, mv), Some(PlyKind::Move(mv)))
        }
        Played::Null => (as_written(), Some(PlyKind::Null)),
        Played::Stuck | Played::Skipped => (as_written(), None),
    };
    Node { text, step, ..Node::default() }
}

/// The innermost variation goes to the move it replaces.
fn leave_variation(cursor: &mut Cursor<Line>) {
    let variation = std::mem::take(&mut cursor.line);
    cursor.leave_variation();
    if let Some(node) = cursor.line.moves.last_mut()
        && !variation.moves.is_empty()
    {
        node.variations.push(variation);
    }
}

impl Line {
    fn take_comment(&mut self, inner: &[u8]) {
        // Where its lines end is a matter of the page, not of the comment.
        let text = on_one_line(&readable(inner));
        let last = self.moves.last_mut();
        last.map_or(&mut self.preface, |node| &mut node.comments).push(text);
    }

    fn variations(&self) -> usize {
        let inside = |node: &Node| node.variations.iter().map(Self::variations).sum::<usize>();
        self.moves.iter().map(|node| node.variations.len() + inside(node)).sum()
    }
}

impl Node {
    /// The comments without their commands; those that say nothing else are left out.
    pub fn prose(&self) -> impl Iterator<Item = String> {
        self.comments.iter().map(|comment| prose(comment)).filter(|text| !text.is_empty())
    }

    /// The commands of the comments, such as `[%eval 0.3]`, as they are written.
    pub fn commands(&self) -> impl Iterator<Item = String> {
        self.all_commands().map(|command| readable(command.text).into_owned())
    }

    /// What the mover had left on the clock.
    pub fn clock(&self) -> Option<Duration> {
        let clock = |command: Command<'_>| match command.value {
            Value::Clock(time) => Some(time),
            _ => None,
        };
        self.all_commands().filter_map(clock).last()
    }

    /// The last evaluation of the position after the move, from White's side.
    pub fn evaluation(&self) -> Option<Evaluation> {
        let evaluation = |command: Command<'_>| match command.value {
            Value::Evaluation(evaluation) => Some(evaluation),
            _ => None,
        };
        self.all_commands().filter_map(evaluation).last()
    }

    fn all_commands(&self) -> impl Iterator<Item = Command<'_>> {
        self.comments.iter().flat_map(|comment| commands(comment.as_bytes()))
    }
}

/// A comment without its commands.
pub fn prose(comment: &str) -> String {
    let (mut text, mut rest) = (String::new(), comment);
    for command in commands(comment.as_bytes()) {
        if let Some((before, after)) = rest.split_once(&*readable(command.text)) {
            text.push_str(before);
            text.push(' ');
            rest = after;
        }
    }
    text.push_str(rest);
    on_one_line(&text)
}

fn on_one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{notation::fen, rules::Position};

    const THREE: &[u8] = b"[White \"Ek, \\\"Anna\\\"\"]\n\n\
        {Before} 1. e4 $1 {[%clk 0:05:00] fine} (1. d4 {no} d5 (1... Nf6)) e5?! 2. Nf3 1-0\n\n\
        1. d4 Ke6 2. c4 *\n\n[FEN \"8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n";

    fn game(text: &[u8], number: u64) -> Game {
        Game::read_nth(Parser::new(Source::new("games.pgn", text)), number).expect("a game")
    }

    #[test]
    fn moves_comments_and_variations_hang_where_they_belong() {
        let first = game(THREE, 1);
        assert_eq!(first.tag("White"), Some("Ek, \"Anna\""));
        assert_eq!((first.result, first.variations()), (Some(GameResult::White), 2));
        assert_eq!(first.main.preface, ["Before"]);
        let [e4, e5, nf3] = first.main.moves.as_slice() else { panic!("three moves") };
        assert_eq!((e4.glyphs.as_slice(), e5.glyphs.as_slice()), (&[1][..], &[6][..]));
        assert_eq!(e4.prose().collect::<Vec<_>>(), ["fine"]);
        assert_eq!(e4.commands().collect::<Vec<_>>(), ["[%clk 0:05:00]"]);
        assert_eq!((e4.clock(), nf3.clock()), (Some(Duration::from_mins(5)), None));
        assert_eq!(e4.variations[0].moves[1].variations[0].moves[0].text, "Nf6");
        assert!(matches!(e4.variations[0].moves[1].step, Some(PlyKind::Move(_))));
    }

    #[test]
    fn a_move_is_in_san_however_it_is_written() {
        let text = "1. e2e4 e5 2. N\u{ad}f3 N8c6 3. Bc4 Bc5 4. 0-0 Ke7 (4... Ke9) 5. Bxf7 *\n";
        let game = game(text.as_bytes(), 1);
        let texts = |line: &Line| -> Vec<String> {
            line.moves.iter().map(|node| node.text.clone()).collect()
        };
        let expected = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O", "Ke7", "Bxf7"];
        assert_eq!(texts(&game.main), expected);
        assert_eq!(texts(&game.main.moves[7].variations[0]), ["Ke9"], "it cannot be played");
    }

    #[test]
    fn a_move_that_cannot_be_played_ends_the_history() {
        let second = game(THREE, 2);
        let steps: Vec<_> = second.main.moves.iter().map(|node| node.step.is_some()).collect();
        assert_eq!(steps, [true, false, false]);
        assert_eq!(second.history().moves().len(), 1);
    }

    #[test]
    fn a_null_move_passes_the_turn() {
        let text = b"1. e4 {one} -- 2. Nf3 Z0 3. Bc4 e5 *\n";
        let game = game(text, 1);
        let nulls: Vec<_> =
            game.main.moves.iter().map(|node| node.step == Some(PlyKind::Null)).collect();
        assert_eq!(nulls, [false, true, false, true, false, false]);
        let end = game.main.moves.iter().fold(game.start.position(), |position, node| {
            match (position?, node.step?) {
                (position, PlyKind::Move(mv)) => Some(position.after(mv)),
                (position, PlyKind::Null) => position.after_null_move(),
            }
        });
        assert_eq!(
            end.map(|end| fen::write(&end)).as_deref(),
            Some("rnbqkbnr/pppp1ppp/8/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4")
        );
    }

    #[test]
    fn a_null_move_in_check_cannot_be_played() {
        let game = game(b"1. e4 f6 2. Qh5+ -- 3. d4 *\n", 1);
        let steps: Vec<_> = game.main.moves.iter().map(|node| node.step.is_some()).collect();
        assert_eq!(steps, [true, true, true, false, false]);
    }

    #[test]
    fn a_start_that_is_no_position_is_kept_with_its_faults() {
        let third = game(THREE, 3);
        assert!(matches!(third.start, Start::Unplayable(..)));
        assert_eq!((third.history().moves().len(), third.main.moves.len()), (0, 1));
        let parser = Parser::new(Source::new("games.pgn", THREE));
        assert_eq!(Game::read_nth(parser, 4).err(), Some(3));
    }
}
