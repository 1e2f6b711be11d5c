//! The game with its review: glyphs, evaluations and better lines where moves are wrong.

use super::{Review, ReviewedMove};
use crate::game::{Game, Line, Node, PlyKind};
use crate::rules::Color;

/// Glyphs that judge a move; a move has one of them.
const JUDGING: std::ops::RangeInclusive<u16> = 1..=6;

impl Review {
    /// The game with glyphs, `[%eval]` commands and better lines. What its author wrote stays.
    pub fn annotated(&self) -> Game {
        let mut game = self.game.clone();
        for (node, reviewed) in game.main.moves.iter_mut().zip(&self.moves) {
            annotate(node, reviewed);
        }
        game.main.preface.insert(0, self.summary());
        if game.tag("Annotator").is_none() {
            game.tags.push(("Annotator".into(), self.engine.clone()));
        }
        game
    }

    /// `Reviewed by arbiter depth 8. Accuracy: White 97.1 %, Black 88.0 %.`
    pub fn summary(&self) -> String {
        let side = |color: Color| {
            let accuracy = self.accuracy(color)?;
            Some(format!("{} {accuracy:.1} %", color.name()))
        };
        let sides: Vec<String> = Color::ALL.into_iter().filter_map(side).collect();
        format!("Reviewed by {}. Accuracy: {}.", self.engine, sides.join(", "))
    }
}

fn annotate(node: &mut Node, reviewed: &ReviewedMove) {
    let judgement = reviewed.judgement();
    let is_judged = node.glyphs.iter().any(|glyph| JUDGING.contains(glyph));
    node.glyphs.extend(judgement.filter(|_| !is_judged).map(super::Judgement::glyph));
    if !reviewed.is_last {
        let others = node.commands().filter(|command| !command.starts_with("[%eval"));
        let eval = format!("[%eval {}]", reviewed.after.eval_text());
        let words: Vec<String> = std::iter::once(eval).chain(others).chain(node.prose()).collect();
        node.comments = vec![words.join(" ")];
    }
    if judgement.is_some() && !reviewed.better.is_empty() {
        node.variations.push(better_line(reviewed));
    }
}

fn better_line(reviewed: &ReviewedMove) -> Line {
    let node = |(mv, san): &(crate::rules::AnyMove, String)| Node {
        text: san.clone(),
        step: Some(PlyKind::Move(*mv)),
        ..Node::default()
    };
    Line { preface: Vec::new(), moves: reviewed.better.iter().map(node).collect() }
}
