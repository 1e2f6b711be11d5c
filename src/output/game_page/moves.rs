//! The moves of a game as text: numbered, with glyphs, comments and variations; those of the main line lead to their positions.

use std::fmt::Write;

use super::after;
use crate::{
    game::{Game, Line, prose},
    notation::numbered,
    output::page::escaped,
    pgn::glyph_sign,
    rules::{AnyPosition, Color, Position},
};

/// Deeper variations are not printed, so that no nesting exhausts the stack.
const MOST_NESTED: usize = 32;

/// The whole score; at most this many moves lead to their positions.
pub(super) fn score(game: &Game, most: usize) -> String {
    let mut html = "<p class=\"moves\">".to_owned();
    line(&game.main, game.start_position(), most, 0, &mut html);
    let result = game.result.map_or("*", |result| result.text());
    // Writing to a string does not fail.
    let _ = writeln!(html, "<b>{result}</b></p>");
    html
}

/// A line of moves. The first moves of the main line, as many as `links`, lead to their positions.
fn line(line: &Line, start: AnyPosition, links: usize, depth: usize, html: &mut String) {
    comments(line.preface.iter().map(|comment| prose(comment)), html);
    let (mut position, mut is_played) = (start, true);
    // A number is due for White, at the beginning, and after something other than a move.
    let mut is_due = true;
    for (ply, node) in (1..).zip(&line.moves) {
        is_played &= node.step.is_some();
        let has_number = is_played && (is_due || position.turn() == Color::White);
        let text = if has_number { numbered(&position, &node.text) } else { node.text.clone() };
        let glyphs: String = node.glyphs.iter().map(|glyph| glyph_sign(*glyph)).collect();
        let text = escaped(&[text, glyphs].concat());
        let _ = if !is_played {
            write!(html, "<s>{text}</s> ")
        } else if ply <= links {
            write!(html, "<a href=\"#ply-{ply}\">{text}</a> ")
        } else {
            // A number does not stand at the end of a line of text without its move.
            write!(html, "{} ", text.replace(' ', "&nbsp;"))
        };
        is_due = node.prose().next().is_some() || !node.variations.is_empty();
        comments(node.prose(), html);
        for variation in &node.variations {
            if depth == MOST_NESTED {
                html.push_str("<span class=\"variation\">(…)</span> ");
                break;
            }
            html.push_str("<span class=\"variation\">(");
            self::line(variation, position.clone(), 0, depth + 1, html);
            html.truncate(html.trim_end().len());
            html.push_str(")</span> ");
        }
        if is_played {
            position = after(position, node);
        }
    }
}

fn comments(comments: impl Iterator<Item = String>, html: &mut String) {
    for comment in comments.filter(|comment| !comment.is_empty()) {
        let _ = write!(html, "<span class=\"comment\">{}</span> ", escaped(&comment));
    }
}
