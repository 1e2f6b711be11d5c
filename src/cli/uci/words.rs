//! What the built-in opponent says of itself and of its thoughts, in the words of the protocol.

use std::io::{self, Write};

use crate::engine::{MAX_MEGABYTES, ScoreKind, SearchResult};
use crate::players::uci::{Answer, Declaration, Info, Kind, Score};
use crate::rules::{Chess, Move, Position};

/// Megabytes of memory for positions, unless the client wants more.
pub(super) const USUAL_HASH: usize = 16;

/// What a client may set.
pub(super) fn options() -> Vec<Declaration> {
    let number = |value| i64::try_from(value).unwrap_or(i64::MAX);
    let hash = Kind::Spin { default: number(USUAL_HASH), min: 1, max: number(MAX_MEGABYTES) };
    [("Hash", hash), ("Clear Hash", Kind::Button), ("UCI_Chess960", Kind::Check { default: false })]
        .map(|(name, kind)| Declaration { name: name.to_owned(), kind })
        .into()
}

/// Who we are, and what can be set.
pub(super) fn introduce(out: &mut dyn Write) -> io::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    writeln!(out, "{}", Answer::Name(format!("arbiter {version}")))?;
    writeln!(out, "{}", Answer::Author("the arbiter authors".to_owned()))?;
    for option in options() {
        writeln!(out, "{option}")?;
    }
    writeln!(out, "{}", Answer::UciOk)
}

/// Something a person should know.
pub(super) fn remark(text: impl Into<String>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}", Info::remark(text.into()))
}

/// A thought; `write` writes its moves.
pub(super) fn thought(choice: &SearchResult, write: impl Fn(Move) -> String) -> Info {
    let millis = choice.time.as_millis().max(1);
    let nps = u128::from(choice.nodes) * 1000 / millis;
    Info {
        depth: Some(u32::from(choice.depth)),
        seldepth: Some(u32::from(choice.seldepth)),
        score: Some(score(choice)),
        nodes: Some(choice.nodes),
        nps: u64::try_from(nps).ok(),
        hashfull: u32::try_from(choice.hashfull).ok(),
        time: Some(choice.time),
        pv: choice.pv.iter().map(|&mv| write(mv)).collect(),
        ..Info::default()
    }
}

/// The last thought, and the move that comes of it.
pub(super) fn decide(
    choice: &SearchResult,
    write: impl Fn(Move) -> String,
    out: &mut dyn Write,
) -> io::Result<()> {
    let ponder = choice.pv.get(1).map(|&mv| write(mv));
    let best = Answer::BestMove { mv: write(choice.best), ponder };
    writeln!(out, "{}", thought(choice, write))?;
    writeln!(out, "{best}")
}

/// The answer where the game is over.
pub(super) fn no_move(position: &Chess, out: &mut dyn Write) -> io::Result<()> {
    let score = if position.is_check() { Score::Mate(0) } else { Score::Centipawns(0) };
    let info = Info { depth: Some(0), score: Some(score), ..Info::default() };
    writeln!(out, "{info}")?;
    writeln!(out, "{}", Answer::BestMove { mv: "(none)".to_owned(), ponder: None })
}

fn score(choice: &SearchResult) -> Score {
    match choice.score.kind() {
        ScoreKind::Centipawns(points) => Score::Centipawns(i32::from(points)),
        ScoreKind::MatesIn(moves) => Score::Mate(i32::from(moves)),
        ScoreKind::MatedIn(moves) => Score::Mate(-i32::from(moves)),
    }
}
