//! A game out of a PGN file as a score sheet: tags, moves, signs, comments and clocks of its main line.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::time::Duration;

use crate::game::load::{Loaded, NoStart, load};
use crate::notation::variant::variant_from_tags;
use crate::notation::{NumberedMove, write_san};
use crate::pgn::Parser;
use crate::play::session::{Ply, Score};
use crate::rules::{Position, Variant};
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
    /// How many variations the file has beside the main line.
    pub variations: usize,
    /// The first move that cannot be played, in one line.
    pub trouble: Option<String>,
}

impl Record {
    /// The value of a tag.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|(tag, _)| tag == name).map(|(_, value)| value.as_str())
    }
}

/// A file is read no further than this for its first game.
pub const LONGEST: usize = 16 * 1024 * 1024;

/// A file up to [`LONGEST`], which bounds what a device or an archive can ask of our memory.
///
/// # Errors
/// When it cannot be read.
pub fn beginning_of(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whether one game may be written over whatever is there.
///
/// # Errors
/// When a file with several games would be lost.
pub fn check_overwriting(path: &Path) -> io::Result<()> {
    if !path.is_file() {
        return Ok(());
    }
    // What cannot be read now cannot be judged; writing it will tell.
    let bytes = beginning_of(path).unwrap_or_default();
    match load(Parser::new(Source::new(&path.to_string_lossy(), &bytes)), 2) {
        Err(_) => Ok(()),
        Ok(_) => Err(io::Error::other("it holds several games, which would be lost")),
    }
}

/// Reads the first game.
///
/// # Errors
/// One line: there is no game, or it has a start that cannot be played from.
pub fn read(name: &str, bytes: &[u8]) -> Result<Record, String> {
    let Ok(loaded) = load(Parser::new(Source::new(name, bytes)), 1) else {
        return Err(format!("there is no game in '{name}'"));
    };
    loaded.map(Record::from).map_err(|no_start| match no_start {
        NoStart::Variant(variant) => {
            format!("cannot play the game in '{name}': nothing is known of the variant `{variant}`")
        }
        NoStart::Fen { findings, .. } => {
            let reason = findings.first().map_or("", |fault| fault.message.as_str());
            format!("cannot play from the FEN in '{name}': {reason}")
        }
    })
}

impl From<Loaded> for Record {
    fn from(loaded: Loaded) -> Self {
        let mut score = Score::new(variant(&loaded), loaded.game.start().clone());
        let stuck = why_stuck(&loaded);
        let mut clocks = Vec::new();
        for (&mv, remarks) in loaded.game.moves().iter().zip(loaded.remarks) {
            let san = write_san(score.position(), mv);
            let (glyphs, comments) = (remarks.glyphs, remarks.comments);
            let commands = remarks.commands;
            score.push(Ply { glyphs, comments, commands, ..Ply::new(mv, san) });
            clocks.push(remarks.clock);
        }
        score.go_to(0);
        score.preface = loaded.preface;
        score.given = loaded.result;
        let up_to_there = |stuck| format!("{stuck}; the game is loaded up to there");
        let trouble = stuck.map(up_to_there);
        Self { tags: loaded.tags, score, clocks, variations: loaded.variations, trouble }
    }
}

/// Why no more of a game can be played at a table, if it cannot.
fn why_stuck(loaded: &Loaded) -> Option<String> {
    if loaded.after_null.is_empty() {
        return loaded.stuck.as_ref().map(|stuck| format!("{stuck} cannot be played"));
    }
    let position = loaded.game.position();
    let null = NumberedMove { number: position.fullmoves(), color: position.turn(), san: "--" };
    // FIDE 1.2: the players move alternately.
    Some(format!("{null} passes the turn, which the Laws do not allow"))
}

/// The rules of a game that could be played.
fn variant(loaded: &Loaded) -> Variant {
    let named = loaded.tag("Variant").map(|name| variant_from_tags(name, loaded.tag("Boards")));
    named.and_then(Result::ok).unwrap_or(Variant::Standard)
}

#[cfg(test)]
mod tests {
    use super::read;

    const GAME: &[u8] = b"{Before} 1. e4 $1 {[%clk 0:05:00] fine} e5?! 2. Nf3 1-0\n";

    #[test]
    fn the_sheet_has_the_moves_and_their_remarks() {
        let record = read("one.pgn", GAME).expect("a game");
        let sans: Vec<_> = record.score.plies.iter().map(|ply| ply.san.as_str()).collect();
        assert_eq!(sans, ["e4", "e5", "Nf3"]);
        assert_eq!(record.score.plies[0].comments, ["fine"]);
        assert_eq!(record.score.plies[1].glyphs, [6]);
        assert_eq!(record.clocks[0].map(|time| time.as_secs()), Some(300));
        assert_eq!((record.score.cursor(), record.score.preface.len()), (0, 1));
    }

    #[test]
    fn an_illegal_move_ends_the_reading_but_not_the_game() {
        let record = read("bad.pgn", b"1. e4 e5 2. Ke3 d6 *\n").expect("a game");
        assert_eq!(record.score.plies.len(), 2);
        assert_eq!(
            record.trouble.as_deref(),
            Some("2. Ke3 cannot be played; the game is loaded up to there")
        );
    }

    #[test]
    fn a_null_move_ends_the_reading_too() {
        let record = read("null.pgn", b"1. e4 e5 2. Z0 d6 3. Nf3 *\n").expect("a game");
        assert_eq!(record.score.plies.len(), 2);
        assert_eq!(
            record.trouble.as_deref(),
            Some(
                "2. -- passes the turn, which the Laws do not allow; the game is loaded up to there"
            )
        );
    }

    #[test]
    fn what_cannot_begin_is_told_in_one_line() {
        for (bytes, says) in [
            (&b""[..], "there is no game in 'x'"),
            (
                b"[Variant \"Crazyhouse\"]\n\n1. e4 *\n",
                "nothing is known of the variant `Crazyhouse`",
            ),
            (b"[FEN \"8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n", "cannot play from the FEN in 'x': "),
        ] {
            let why = read("x", bytes).expect_err("no start");
            assert!(why.contains(says), "{why}");
        }
    }
}
