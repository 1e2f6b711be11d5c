//! The answer about one move, for people and for programs.

use std::collections::BTreeMap;

use anstyle::{AnsiColor, Style};
use serde::Serialize;

use crate::{
    cli::{Streams, Trouble},
    notation::{
        Language, MoveText, NoMove, San, description,
        reason::{self, Teller, capitalised, pin_line},
        write_san,
    },
    rules::{
        AnyPosition, History, Move, MoveSpec, Role,
        legality::{self, Alternatives, Reason},
    },
};

/// How many alternatives people are shown.
const SHOWN: usize = 8;

/// What is said about a move.
#[derive(Debug, Serialize)]
pub(super) struct Verdict {
    pub(super) legal: bool,
    /// As the standard writes it, where it is legal; else as it was asked.
    #[serde(rename = "move")]
    written: String,
    reason: Option<&'static str>,
    message: String,
    /// The squares by the part they play.
    squares: BTreeMap<&'static str, Vec<String>>,
    rule: Option<&'static str>,
    alternatives: Vec<String>,
    #[serde(skip)]
    asked: String,
    /// The alternatives in sentences.
    #[serde(skip)]
    advice: Vec<String>,
}

impl Verdict {
    pub(super) fn of(
        asked: &str,
        position: &AnyPosition,
        past: Option<&History<AnyPosition>>,
    ) -> Self {
        let san = San::read(asked.as_bytes());
        if let Some(mv) = san.and_then(|san| san.resolve(position).ok()) {
            return Self::legal(asked, position, mv);
        }
        let typed = MoveText::read(asked, &Language::default());
        // A move in plain SAN means what it says, even where another reading would be legal.
        let is_lenient = |typed: &&MoveText| !typed.is_literal();
        let meant = typed.as_ref().filter(is_lenient).map(|typed| typed.moves(position));
        if let Some([mv]) = meant.as_deref() {
            return Self::legal(asked, position, *mv);
        }
        let spec = san.map(|san| san.spec).or_else(|| typed?.spec());
        match spec.and_then(|spec| Some((spec, legality::reason(position, &spec, past)?))) {
            Some((spec, why)) => Self::illegal(asked, &Teller { position, past }, &spec, &why),
            None => Self::no_move(asked),
        }
    }

    fn no_move(asked: &str) -> Self {
        let fault = NoMove::of(asked.as_bytes());
        Self {
            reason: Some(fault.kind()),
            message: fault.to_string(),
            ..Self::bare(asked, asked.to_owned())
        }
    }

    fn legal(asked: &str, position: &AnyPosition, mv: Move) -> Self {
        let squares = [("from", mv.from), ("to", mv.target())];
        Self {
            legal: true,
            message: description(position, mv),
            squares: squares.map(|(part, square)| (part, vec![square.to_string()])).into(),
            ..Self::bare(asked, write_san(position, mv))
        }
    }

    fn illegal(
        asked: &str,
        teller: &Teller<'_, AnyPosition>,
        spec: &MoveSpec,
        why: &Reason,
    ) -> Self {
        let data = teller.data(why);
        let mut squares: BTreeMap<_, Vec<String>> = BTreeMap::new();
        for (part, square) in data.squares {
            squares.entry(part).or_default().push(square);
        }
        let near = legality::alternatives(teller.position, spec);
        let moves = near.to_square.iter().chain(&near.of_piece);
        let line = pin_line(why).map_or_else(String::new, |line| format!(" ({line})"));
        Self {
            reason: Some(data.kind),
            message: teller.sentence(why) + &line,
            squares,
            rule: Some(reason::rule(why)),
            alternatives: moves.map(|mv| write_san(teller.position, *mv)).collect(),
            advice: advice(teller.position, spec, &near),
            ..Self::bare(asked, asked.to_owned())
        }
    }

    fn bare(asked: &str, written: String) -> Self {
        Self {
            legal: false,
            written,
            reason: None,
            message: String::new(),
            squares: BTreeMap::new(),
            rule: None,
            alternatives: Vec::new(),
            asked: asked.to_owned(),
            advice: Vec::new(),
        }
    }

    pub(super) fn write(&self, streams: &mut Streams<'_>) -> Result<(), Trouble> {
        let (word, color) =
            if self.legal { ("Legal", AnsiColor::Green) } else { ("Illegal", AnsiColor::Red) };
        let style = if streams.color { color.on_default().bold() } else { Style::new() };
        write!(streams.out, "{style}{word}{style:#}: {}", self.written)?;
        if self.asked != self.written {
            write!(streams.out, " (`{}`)", self.asked)?;
        }
        writeln!(streams.out, "\n{}.", capitalised(&self.message))?;
        for line in &self.advice {
            writeln!(streams.out, "{line}.")?;
        }
        Ok(())
    }
}

/// `To e4 you can play: e4 (pawn)`; where nothing goes there, what else the man can do.
fn advice(position: &AnyPosition, spec: &MoveSpec, near: &Alternatives) -> Vec<String> {
    let mut lines = Vec::new();
    if let (MoveSpec::Piece(going), false) = (spec, near.to_square.is_empty()) {
        let name = |mv: &Move| format!("{} ({})", write_san(position, *mv), mv.role.name());
        lines.push(format!("To {} you can play: {}", going.to, some(&near.to_square, name)));
    }
    if let (Some(first), true) = (near.of_piece.first(), near.to_square.is_empty()) {
        let name = |mv: &Move| write_san(position, *mv);
        let article = if first.role == Role::King { "the" } else { "a" };
        let man = first.role.name();
        lines.push(format!("With {article} {man} you can play: {}", some(&near.of_piece, name)));
    }
    lines
}

/// The first few of a list, and how many more there are.
fn some(moves: &[Move], name: impl Fn(&Move) -> String) -> String {
    let shown: Vec<String> = moves.iter().take(SHOWN).map(name).collect();
    match moves.len().saturating_sub(SHOWN) {
        0 => shown.join(", "),
        more => format!("{} and {more} more", shown.join(", ")),
    }
}
