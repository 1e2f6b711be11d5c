//! One game taken out of many: its tags, and its main line played as far as it can be.

use std::time::Duration;

use crate::{
    diagnostics::Finding,
    game::{Cursor, Played, Start},
    notation::NumberedMove,
    pgn::{GameResult, Known, Parser, TagPair, Tags, Token, Value, commands},
    rules::{AnyPosition, Chess, History, Move, Position},
};

/// A game with its main line.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// Every tag, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// Comments before the first move.
    pub preface: Vec<String>,
    /// The moves as far as they can be played, and before the first null move.
    pub game: History<AnyPosition>,
    /// The first null move and what follows it, each with the position it led to.
    pub after_null: Vec<(HalfMove, AnyPosition)>,
    /// What stands behind each of them.
    pub remarks: Vec<Remarks>,
    /// The first move that cannot be played, with its number.
    pub stuck: Option<String>,
    /// The result behind the moves.
    pub result: Option<GameResult>,
    /// How many variations were passed over.
    pub variations: usize,
}

/// What stands behind a move.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Remarks {
    /// The numbers of its glyphs.
    pub glyphs: Vec<u16>,
    /// Its comments without their commands.
    pub comments: Vec<String>,
    /// The commands of its comments, such as `[%eval 0.3]`, as they were written.
    pub commands: Vec<String>,
    /// What the mover had left.
    pub clock: Option<Duration>,
}

/// What a side did when it was its turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HalfMove {
    /// It made a move.
    Made(Move),
    /// It did nothing, which only an analyst can: a null move.
    Passed,
}

impl Loaded {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        value(&self.tags, name)
    }
}

/// Why a game cannot even begin.
#[derive(Debug, Clone, PartialEq)]
pub enum NoStart {
    /// The tag `Variant` has this value, and such a game is not played here.
    Variant(String),
    /// The tag `FEN` is no position.
    Fen {
        /// Its value.
        fen: String,
        /// What is wrong with it.
        findings: Vec<Finding>,
    },
}

impl Loaded {
    /// Reads and plays the game whose tags have been read.
    ///
    /// # Errors
    /// When it begins with something that cannot be played.
    pub fn read(tags: &Tags<'_>, parser: &mut Parser<'_>) -> Result<Self, NoStart> {
        let mut cursor: Cursor = Cursor::new(start(tags)?);
        let name = |tag: &TagPair<'_>| String::from_utf8_lossy(tag.name).into_owned();
        let text = |tag: &TagPair<'_>| (name(tag), tag.plain_value().into_owned());
        let mut loaded = Self {
            tags: tags.all().iter().map(text).collect(),
            preface: Vec::new(),
            game: History::new(cursor.start().clone()),
            after_null: Vec::new(),
            remarks: Vec::new(),
            stuck: None,
            result: None,
            variations: 0,
        };
        while let Some(token) = parser.next_token() {
            match token {
                Token::Open(_) => {
                    loaded.variations += 1;
                    cursor.enter_variation(());
                }
                Token::Close(_) => cursor.leave_variation(),
                Token::Result(marker) => loaded.result = marker.result,
                token if !cursor.is_variation() => loaded.take(&token, &mut cursor),
                _ => {}
            }
        }
        loaded.remarks.truncate(loaded.game.moves().len());
        Ok(loaded)
    }

    /// Takes a token of the main line.
    fn take(&mut self, token: &Token<'_>, cursor: &mut Cursor) {
        match token {
            Token::Move(text) => {
                self.remarks.push(Remarks::default());
                self.take_move(text, cursor);
            }
            Token::Glyph(glyph) => {
                if let Some(last) = self.remarks.last_mut() {
                    last.glyphs.extend(glyph.number);
                }
            }
            Token::Comment(comment) => {
                let text = prose(comment.inner);
                if !text.is_empty() {
                    let last = self.remarks.last_mut();
                    last.map_or(&mut self.preface, |last| &mut last.comments).push(text);
                }
            }
            Token::Command(command) => {
                let Some(last) = self.remarks.last_mut() else { return };
                last.commands.push(String::from_utf8_lossy(command.text).into_owned());
                if let Value::Clock(time) = command.value {
                    last.clock = Some(time);
                }
            }
            Token::Number(_)
            | Token::Open(_)
            | Token::Close(_)
            | Token::Result(_)
            | Token::Malformed(_) => {}
        }
    }

    fn take_move(&mut self, text: &[u8], cursor: &mut Cursor) {
        let half_move = match cursor.play(text) {
            Played::Skipped => return,
            Played::Stuck => {
                self.stuck = Some(numbered(cursor.position(), text));
                return;
            }
            Played::Null => HalfMove::Passed,
            Played::Standard | Played::Otherwise(..) => match cursor.moves().next_back() {
                Some(mv) => HalfMove::Made(mv),
                None => return,
            },
        };
        match half_move {
            HalfMove::Made(mv) if self.after_null.is_empty() => self.game.play_unchecked(mv),
            _ => self.after_null.push((half_move, cursor.position().clone())),
        }
    }
}

/// The game with this number, the first being 1; how many there are if there are fewer.
///
/// # Errors
/// When the game begins with something that cannot be played.
pub fn load(mut parser: Parser<'_>, number: u64) -> Result<Result<Loaded, NoStart>, u64> {
    let (mut tags, mut games) = (Tags::default(), 0);
    while parser.next_game(&mut tags) {
        games += 1;
        if games == number {
            return Ok(Loaded::read(&tags, &mut parser));
        }
    }
    Err(games)
}

/// A comment without its commands, on one line.
fn prose(comment: &[u8]) -> String {
    let (mut text, mut rest) = (Vec::new(), comment);
    for command in commands(comment) {
        if let Some(at) = memchr::memmem::find(rest, command.text) {
            text.extend_from_slice(&rest[..at]);
            text.push(b' ');
            rest = &rest[at + command.text.len()..];
        }
    }
    text.extend_from_slice(rest);
    String::from_utf8_lossy(&text).split_whitespace().collect::<Vec<_>>().join(" ")
}

fn value<'a>(tags: &'a [(String, String)], name: &str) -> Option<&'a str> {
    tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
}

/// Where a game with these tags begins.
fn start(tags: &Tags<'_>) -> Result<AnyPosition, NoStart> {
    match Start::from_tags(tags) {
        Start::Usual(_) => Ok(Chess::start().into()),
        Start::From(_, position) => Ok(position),
        Start::Unplayable(findings, _) => {
            let fen =
                tags.get(Known::Fen).map_or_else(String::new, |tag| tag.plain_value().into_owned());
            Err(NoStart::Fen { fen, findings })
        }
        Start::UnknownVariant(name) => Err(NoStart::Variant(name)),
    }
}

fn numbered(position: &AnyPosition, text: &[u8]) -> String {
    let san = &String::from_utf8_lossy(text);
    NumberedMove { number: position.fullmoves(), color: position.turn(), san }.to_string()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{HalfMove, Loaded, NoStart, Remarks, load};
    use crate::{
        notation::fen,
        pgn::{GameResult, Parser},
        text::Source,
    };

    const THREE: &[u8] = b"[White \"Ek, \\\"Anna\\\"\"]\n\n\
        {Before} 1. e4 $1 {[%clk 0:05:00] fine} (1. d4 {no} d5) e5?! 2. Nf3 1-0\n\n\
        1. d4 Ke6 2. c4 *\n\n[FEN \"8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n";

    fn loaded(number: u64) -> Option<Result<Loaded, NoStart>> {
        loaded_from(THREE, number)
    }

    fn loaded_from(text: &[u8], number: u64) -> Option<Result<Loaded, NoStart>> {
        load(Parser::new(Source::new("games.pgn", text)), number).ok()
    }

    #[test]
    fn the_main_line_is_played() {
        let first = loaded(1).expect("a game").expect("a start");
        assert_eq!(first.tag("White"), Some("Ek, \"Anna\""));
        assert_eq!((first.game.moves().len(), first.stuck), (3, None));
        assert_eq!((first.result, first.variations), (Some(GameResult::White), 1));
    }

    #[test]
    fn remarks_stand_behind_their_moves() {
        let first = loaded(1).expect("a game").expect("a start");
        assert_eq!(first.preface, ["Before"]);
        let [e4, e5, nf3] = first.remarks.as_slice() else { panic!("{:?}", first.remarks) };
        assert_eq!(
            (e4.glyphs.as_slice(), e4.comments.as_slice()),
            (&[1][..], &["fine".into()][..])
        );
        assert_eq!(
            (e4.clock, e4.commands.as_slice()),
            (Some(Duration::from_mins(5)), &["[%clk 0:05:00]".into()][..])
        );
        assert_eq!(e5.glyphs, [6]);
        assert_eq!(*nf3, Remarks::default());
    }

    #[test]
    fn a_move_that_cannot_be_played_ends_it() {
        let second = loaded(2).expect("a game").expect("a start");
        assert_eq!((second.game.moves().len(), second.remarks.len()), (1, 1));
        assert_eq!(second.stuck.as_deref(), Some("1... Ke6"));
    }

    #[test]
    fn a_null_move_passes_the_turn() {
        let text = b"1. e4 {one} -- 2. Nf3 Z0 3. Bc4 e5 *\n";
        let game = loaded_from(text, 1).expect("a game").expect("a start");
        assert_eq!((game.game.moves().len(), game.remarks.len()), (1, 1));
        let passed: Vec<_> =
            game.after_null.iter().map(|(half_move, _)| *half_move == HalfMove::Passed).collect();
        assert_eq!((passed, game.stuck), (vec![true, false, true, false, false], None));
        let (_, last) = game.after_null.last().expect("moves");
        assert_eq!(
            fen::write(last),
            "rnbqkbnr/pppp1ppp/8/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 0 4"
        );
    }

    #[test]
    fn nobody_passes_in_check() {
        let game = loaded_from(b"1. e4 f6 2. Qh5+ -- 3. d4 *\n", 1).expect("a game");
        let game = game.expect("a start");
        assert_eq!((game.game.moves().len(), game.after_null.len()), (3, 0));
        assert_eq!(game.stuck.as_deref(), Some("2... --"));
    }

    #[test]
    fn a_start_that_is_no_position_is_told() {
        assert!(matches!(loaded(3), Some(Err(NoStart::Fen { .. }))));
        assert!(loaded(4).is_none());
    }
}
