//! A game out of a PGN file, replayed: tags, moves, signs, comments and clocks of its main line.

use std::time::Duration;

use crate::notation::variant::variant_from_tags;
use crate::notation::{San, fen, write_san};
use crate::pgn::{
    Command, Comment, GameResult, Glyph, Marker, Reader, TagPair, Value, Visitor, commands,
};
use crate::play::session::{Ply, Score};
use crate::rules::Variant;
use crate::text::Source;

/// A game as it was found.
#[derive(Debug, Clone)]
pub struct Record {
    /// Every tag, in the order of the file.
    pub tags: Vec<(String, String)>,
    /// The moves as far as they can be played, the moment being the start.
    pub score: Score,
    /// What each ply's mover had left, where the file says so.
    pub clocks: Vec<Option<Duration>>,
    /// The first move that cannot be played, in one line.
    pub trouble: Option<String>,
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// Reads the game with this number, the first being 1.
///
/// # Errors
/// One line: no such game, or a start that cannot be played from.
pub fn read(name: &str, bytes: &[u8], number: usize) -> Result<Record, String> {
    let mut collector = Collector { wanted: number, ..Collector::default() };
    Reader::new(Source::new(name, bytes)).read(&mut collector);
    let games = collector.games;
    let Some(raw) = collector.found else {
        let count = if games == 1 { "1 game".into() } else { format!("{games} games") };
        return Err(format!("'{name}' has {count}, there is no game {number}"));
    };
    replay(name, raw)
}

#[derive(Debug, Default)]
struct Raw {
    tags: Vec<(String, String)>,
    moves: Vec<RawMove>,
    preface: Vec<String>,
    result: Option<GameResult>,
}

#[derive(Debug, Default)]
struct RawMove {
    text: Vec<u8>,
    glyphs: Vec<u16>,
    comments: Vec<String>,
    clock: Option<Duration>,
}

#[derive(Debug, Default)]
struct Collector {
    wanted: usize,
    games: usize,
    depth: usize,
    found: Option<Raw>,
}

impl Collector {
    /// The wanted game, while its main line is told.
    fn main_line(&mut self) -> Option<&mut Raw> {
        (self.games == self.wanted && self.depth == 0).then_some(self.found.as_mut()).flatten()
    }
}

impl<'a> Visitor<'a> for Collector {
    fn begin_game(&mut self, _: &'a [u8]) {
        self.games += 1;
        self.depth = 0;
        if self.games == self.wanted {
            self.found = Some(Raw::default());
        }
    }

    fn tag(&mut self, tag: TagPair<'a>) {
        if let Some(raw) = self.main_line() {
            let name = String::from_utf8_lossy(tag.name).into_owned();
            raw.tags.push((name, tag.plain_value().into_owned()));
        }
    }

    fn mv(&mut self, text: &'a [u8]) {
        if let Some(raw) = self.main_line() {
            raw.moves.push(RawMove { text: text.to_vec(), ..RawMove::default() });
        }
    }

    fn glyph(&mut self, glyph: Glyph<'a>) {
        if let Some(last) = self.main_line().and_then(|raw| raw.moves.last_mut()) {
            last.glyphs.extend(glyph.number);
        }
    }

    fn comment(&mut self, comment: Comment<'a>) {
        let text = prose(comment.inner);
        if let Some(raw) = self.main_line().filter(|_| !text.is_empty()) {
            match raw.moves.last_mut() {
                Some(last) => last.comments.push(text),
                None => raw.preface.push(text),
            }
        }
    }

    fn command(&mut self, command: Command<'a>) {
        if let Value::Time(time) = command.value
            && command.name == b"clk"
            && let Some(last) = self.main_line().and_then(|raw| raw.moves.last_mut())
        {
            last.clock = Some(time);
        }
    }

    fn open_variation(&mut self, _: &'a [u8]) {
        self.depth += 1;
    }

    fn close_variation(&mut self, _: &'a [u8]) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn result(&mut self, marker: Marker<'a>) {
        if let Some(raw) = self.main_line() {
            raw.result = marker.result;
        }
    }
}

/// A comment without its commands, on one line.
fn prose(comment: &[u8]) -> String {
    let mut text = String::from_utf8_lossy(comment).into_owned();
    for command in commands(comment) {
        text = text.replace(&*String::from_utf8_lossy(command.text), " ");
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn replay(name: &str, raw: Raw) -> Result<Record, String> {
    let mut score = beginning(name, &raw.tags)?;
    let mut clocks = Vec::new();
    let mut trouble = None;
    for mv in raw.moves {
        let position = score.position();
        let Some(found) = San::read(&mv.text).and_then(|san| san.resolve(position).ok()) else {
            let number = score.numbered(score.cursor());
            let text = String::from_utf8_lossy(&mv.text).into_owned();
            trouble =
                Some(format!("{number} {text} cannot be played; the game is loaded up to there"));
            break;
        };
        let san = write_san(position, found);
        score.push(Ply { glyphs: mv.glyphs, comments: mv.comments, ..Ply::new(found, san) });
        clocks.push(mv.clock);
    }
    score.go_to(0);
    score.preface = raw.preface;
    score.given = raw.result;
    Ok(Record { tags: raw.tags, score, clocks, trouble })
}

fn beginning(name: &str, tags: &[(String, String)]) -> Result<Score, String> {
    let tag =
        |wanted: &str| tags.iter().find(|(tag, _)| tag == wanted).map(|(_, value)| value.as_str());
    let variant = match tag("Variant") {
        Some(text) => variant_from_tags(text, tag("Boards"))
            .map_err(|fault| format!("cannot play the game in '{name}': {fault}"))?,
        None => Variant::Standard,
    };
    let start = match tag("FEN") {
        Some(text) => fen::position_of(variant, text.as_bytes()).map_err(|faults| {
            let reason = faults.first().map_or("", |fault| fault.message.as_str());
            format!("cannot play from the FEN in '{name}': {reason}")
        })?,
        None => variant.start(),
    };
    Ok(Score::new(variant, start))
}

#[cfg(test)]
mod tests {
    use super::read;

    const TWO: &[u8] = b"[White \"Ek, \\\"Anna\\\"\"]\n\n{Before} 1. e4 $1 {[%clk 0:05:00] fine} (1. d4 {no}) e5?! 2. Nf3 1-0\n\n1. d4 *\n";

    #[test]
    fn the_main_line_is_read_with_its_remarks() {
        let record = read("two.pgn", TWO, 1).expect("a game");
        let sans: Vec<_> = record.score.plies.iter().map(|ply| ply.san.as_str()).collect();
        assert_eq!(sans, ["e4", "e5", "Nf3"]);
        assert_eq!(record.score.plies[0].glyphs, [1]);
        assert_eq!(record.score.plies[0].comments, ["fine"]);
        assert_eq!(record.score.plies[1].glyphs, [6]);
        assert_eq!(record.clocks[0].map(|time| time.as_secs()), Some(300));
        assert_eq!(record.score.preface, ["Before"]);
        assert_eq!(record.tag("White"), Some("Ek, \"Anna\""));
    }

    #[test]
    fn other_games_have_their_numbers() {
        assert_eq!(read("two.pgn", TWO, 2).expect("a game").score.plies.len(), 1);
        assert_eq!(
            read("two.pgn", TWO, 3).map(|_| ()),
            Err("'two.pgn' has 2 games, there is no game 3".into())
        );
    }

    #[test]
    fn an_illegal_move_ends_the_reading_but_not_the_game() {
        let record = read("bad.pgn", b"1. e4 e5 2. Ke3 d6 *\n", 1).expect("a game");
        assert_eq!(record.score.plies.len(), 2);
        assert_eq!(
            record.trouble.as_deref(),
            Some("2. Ke3 cannot be played; the game is loaded up to there")
        );
    }
}
