//! Exercises: diagrams with numbers, the side to move and lines to write on; and their answers, which are elsewhere.

use std::io::Write;

use super::{Column, Layout, PositionRecord, html};
use crate::{
    output::page::{self, cut, escaped},
    rules::{Color, Position},
};

/// The names of the columns of a table that hold an answer.
const ANSWERS: [&str; 6] = ["solution", "bm", "best", "best_move", "input_best", "answer"];

/// A title for a diagram may be this long.
const MOST_LETTERS: usize = 120;

/// What a position is called: by its column, the text after its FEN, its game, its EPD.
pub(super) fn caption(record: &PositionRecord<'_>, layout: &Layout) -> Option<String> {
    let caption = layout
        .carried_value(record, "caption")
        .or(record.origin.caption)
        .or(record.id.as_deref())
        .or_else(|| layout.carried_value(record, "input_id"))
        .or(record.comment.as_deref());
    caption
        .map(str::trim)
        .filter(|caption| !caption.is_empty())
        .map(|it| cut(it, MOST_LETTERS).into())
}

/// The answer: from the EPD or a column, a mate that is seen at once, or what the built-in engine finds.
pub(super) fn answer(record: &PositionRecord<'_>, layout: &Layout) -> Option<String> {
    let facts = record.facts.as_ref()?;
    let given = ANSWERS.iter().find_map(|name| layout.carried_value(record, name));
    let given = given.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    let written = (!record.best.is_empty()).then(|| record.best.join(" or "));
    let found = layout.has_extra(Column::Best).then(|| facts.best()).flatten();
    if let Some(text) = written.or(given) {
        let mate = record.mate_in.or(found.and_then(|(_, mate)| mate));
        return Some(with_mate(text, mate));
    }
    let mates: Vec<String> = facts.mates_in_one();
    if !mates.is_empty() {
        return Some(with_mate(mates.join(" or "), Some(1)));
    }
    found.map(|(text, mate)| with_mate(text, mate))
}

/// `Qg6 #2`; a move that mates at once says so itself.
pub(super) fn with_mate(text: String, mate: Option<u32>) -> String {
    match mate.filter(|_| !text.ends_with('#')) {
        Some(moves) => format!("{text} #{moves}"),
        None => text,
    }
}

/// A name that contains the answer gives it away.
fn is_harmless(caption: &str, answer: Option<&str>) -> bool {
    let plain = |word: &str| word.trim_matches(|it: char| "+#!?.,;:()".contains(it)).to_owned();
    let moves: Vec<String> = answer.unwrap_or_default().split(' ').map(plain).collect();
    let is_move = |word: String| word.len() > 1 && word != "or" && moves.contains(&word);
    !caption.split_whitespace().any(|word| is_move(plain(word)))
}

/// An exercise.
pub(super) fn exercise(record: &PositionRecord<'_>, layout: &Layout, out: &mut Vec<u8>) {
    let n = record.origin.n;
    let answer = answer(record, layout);
    // A comment of an EPD often holds the answer, a name seldom.
    let is_comment = |caption: &String| record.comment.as_ref() == Some(caption);
    let caption = caption(record, layout)
        .filter(|it| !is_comment(it) && is_harmless(it, answer.as_deref()))
        .unwrap_or_default();
    let turn = record.facts.as_ref().map_or(Color::White, |facts| facts.position.turn());
    let sign = if turn == Color::White { "□" } else { "■" };
    // Writing to memory does not fail.
    let _ = writeln!(out, "<article class=\"card task\" id=\"p{n}\">");
    html::diagram(record, layout, out);
    let _ = writeln!(
        out,
        "<div class=\"words\">\n<h2><span class=\"n\">{n}</span> <span>{}</span></h2>\n\
         <p class=\"turn\"><span aria-hidden=\"true\">{sign}</span> {} to move</p>\n\
         <div class=\"lines\" aria-hidden=\"true\"><i></i><i></i></div>\n</div>\n</article>",
        escaped(&caption),
        turn.name()
    );
}

/// The line of an exercise in the list of answers.
pub(super) fn solution(record: &PositionRecord<'_>, layout: &Layout, out: &mut Vec<u8>) {
    let n = record.origin.n;
    let answer = match (answer(record, layout), &record.facts) {
        (Some(answer), _) => format!("<b>{}</b>", escaped(&answer)),
        (None, Some(facts)) if facts.position.legal_moves().is_empty() => {
            "<span class=\"place\">the game is over</span>".to_owned()
        }
        (None, Some(_)) => "<span class=\"place\">no answer is given</span>".to_owned(),
        (None, None) => "<span class=\"place\">not a position</span>".to_owned(),
    };
    let caption = caption(record, layout).map_or_else(String::new, |caption| {
        format!(" <span class=\"place\">({})</span>", escaped(&caption))
    });
    // Writing to memory does not fail.
    let _ = writeln!(out, "<li value=\"{n}\">{answer}{caption}</li>");
}

/// The beginning of the list of answers on a page.
pub(super) const SOLUTIONS: &str =
    "<section class=\"solutions\" id=\"solutions\">\n<h2>Solutions</h2>\n<ol>\n";

/// The end of it.
pub(super) const SOLUTIONS_END: &str = "</ol>\n</section>\n";

/// The beginning of a page of answers.
pub(super) fn solutions_opening(title: &str) -> String {
    let title = format!("{title}: solutions");
    let head = page::opening(&title, html::STYLE);
    format!("{head}<h1>{}</h1>\n{}", escaped(&title), SOLUTIONS)
}
