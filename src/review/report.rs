//! A review in words: the moves that lose winning chances, the figures of both sides, and the turning point drawn.

use std::fmt::Write;

use super::{Judgement, Review, ReviewedMove, judgement};
use crate::output::board::{Diagrams, Look};
use crate::output::page::cut;
use crate::rules::Color;
use crate::text::counted;

/// The widest name of an engine in the heading.
const WIDEST: usize = 60;

impl Review {
    /// The review for a screen of `columns` columns; every line ends with a line feed. Sentences are one line each.
    pub fn report(&self, look: Look, bottom: Color, columns: usize) -> String {
        let mut text = format!("{}\n", self.heading());
        for reviewed in &self.moves {
            if let Some(judgement) = reviewed.judgement() {
                // Writing to a string does not fail.
                let _ = writeln!(text, "{}", sentence(reviewed, judgement));
            }
        }
        let _ = writeln!(text, "{}{}", self.table(), judgement::DEFINITION);
        if let Some(index) = self.turning_point() {
            let _ = writeln!(text, "Turning point: {}", self.moment(index));
            text += &self.drawing(index, look, bottom, columns);
        }
        text
    }

    fn heading(&self) -> String {
        let name = |color: &str| self.game.tag(color).unwrap_or("?").to_owned();
        let (white, black) = (name("White"), name("Black"));
        let result = self.game.result.map_or("*", |result| result.text());
        let moves = counted(self.moves.len().div_ceil(2) as u64, "move");
        let engine = cut(&self.engine, WIDEST);
        format!("{white} - {black}, {result}, {moves}, reviewed by {engine}")
    }

    /// A row for each side.
    fn table(&self) -> String {
        let mut text = "       inaccuracies  mistakes  blunders  accuracy\n".to_owned();
        for color in Color::ALL {
            let [slight, mistakes, blunders] =
                Judgement::ALL.map(|judgement| self.count(color, judgement));
            let accuracy =
                self.accuracy(color).map_or("-".to_owned(), |percent| format!("{percent:.1} %"));
            let name = color.name();
            let _ = writeln!(
                text,
                "{name:<5}  {slight:>12}  {mistakes:>8}  {blunders:>8}  {accuracy:>8}"
            );
        }
        text
    }

    fn moment(&self, index: usize) -> String {
        let Some(reviewed) = self.moves.get(index) else { return String::new() };
        let sign = reviewed.judgement().map_or("", Judgement::sign);
        format!("{}{sign}", reviewed.numbered)
    }

    /// The board after a move.
    fn drawing(&self, index: usize, look: Look, bottom: Color, columns: usize) -> String {
        let position = self.position_after(index + 1);
        let mut diagrams = Diagrams::of(&position).seen_from(bottom);
        if let Some(&last) = self.game.history().moves().get(index) {
            diagrams = diagrams.with_last_move(last);
        }
        diagrams.paint(look, columns)
    }
}

/// `14. Rfe1?  mistake: loses 12 points, +0.35 becomes -0.90; better: Nd5 exd5 15. cxd5`
fn sentence(reviewed: &ReviewedMove, judgement: Judgement) -> String {
    let ReviewedMove { numbered, before, after, loss, .. } = reviewed;
    let (sign, name) = (judgement.sign(), judgement.name());
    let better: Vec<&str> = reviewed.better.iter().map(|(_, san)| san.as_str()).collect();
    let better = match better.as_slice() {
        [] => String::new(),
        line => format!("; better: {}", line.join(" ")),
    };
    // Rounded down: a loss of 9.6 points is no mistake yet.
    let points = loss.floor();
    format!(
        "{numbered}{sign}  {name}: loses {points:.0} points, {} becomes {}{better}",
        pawns(*before),
        pawns(*after)
    )
}

/// A score for White: `+0.35`, `#3`, `#-2`.
fn pawns(score: crate::players::Score) -> String {
    if score.is_mate() { score.eval_text() } else { score.to_string() }
}
