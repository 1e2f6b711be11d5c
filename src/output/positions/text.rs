//! A record in sentences, for people.

use std::io::Write;

use super::{Column, Facts, Layout, Record, evaluation::evaluation, facts::points, value};
use crate::{
    notation::write_san,
    output::board::{Diagrams, Style},
    rules::{Bitboard, Color, Move, Outcome, Position, outcome, perft},
};

/// Up to so many moves are named.
const NAMED: usize = 12;

/// The position and what is to be said about it.
pub(super) fn record(record: &Record<'_>, layout: &Layout, out: &mut Vec<u8>) {
    let n = record.origin.n;
    let headline = match (headline_trouble(record), record.setup()) {
        (Some(trouble), _) => trouble,
        (None, Some(setup)) => value::canonical(record, setup),
        (None, None) => record.input().into_owned(),
    };
    // Writing to memory does not fail.
    let _ = writeln!(out, "{n}: {headline}");
    for line in lines(record, layout) {
        let _ = writeln!(out, "   {line}");
    }
}

/// Why nothing can be played.
fn headline_trouble(record: &Record<'_>) -> Option<String> {
    let finding = record.worst().filter(|_| !record.is_legal())?;
    let (column, message) = (record.column(finding), &finding.message);
    let kind = match (record.is_valid(), finding.ply) {
        (true, _) => "unplayable position".to_owned(),
        (false, None) => "invalid FEN".to_owned(),
        (false, Some(_)) => match record.origin.line {
            Some(line) => format!("the game breaks off at line {line}"),
            None => "the game breaks off".to_owned(),
        },
    };
    Some(format!("{kind}, column {column}: {message}"))
}

fn lines(record: &Record<'_>, layout: &Layout) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(id) = &record.id {
        lines.push(format!("id: {id}"));
    }
    lines.extend(record.facts.as_ref().map(sentences));
    lines.extend(remarks(record));
    let shown = record.setup().map(|setup| value::canonical(record, setup));
    if let Some(fixed) =
        record.reading.fixed.as_ref().filter(|fixed| Some(*fixed) != shown.as_ref())
    {
        lines.push(format!("corrected: {fixed}"));
    }
    if let Some(facts) = &record.facts {
        lines.extend(extras(facts, layout));
    }
    lines
}

/// Every finding that the headline has not told.
pub(super) fn remarks(record: &Record<'_>) -> Vec<String> {
    let told = if record.is_legal() { None } else { record.worst() };
    let findings = record.reading.findings.iter();
    findings
        .filter(|&finding| told != Some(finding))
        .map(|finding| {
            let (severity, code) = (finding.severity.as_str(), finding.code.id());
            format!("{severity}[{code}], column {}: {}", record.column(finding), finding.message)
        })
        .collect()
}

/// How the game stands.
pub(super) fn sentences(facts: &Facts) -> String {
    let position = &facts.position;
    let (turn, other) = (position.turn().name(), (!position.turn()).name());
    match facts.outcome {
        Some(Outcome::Checkmate { winner }) => {
            let score = if winner == Color::White { "1-0" } else { "0-1" };
            let (_, king) = position.king(position.turn());
            let checkers = listed(position.checkers());
            let board = facts.on_board();
            format!(
                "Checkmate: {other} wins ({score}). {turn} king {king} attacked by {checkers}{board}."
            )
        }
        Some(Outcome::Stalemate) => {
            format!("Stalemate: draw (1/2-1/2). {turn} is not in check and has no legal move.")
        }
        Some(Outcome::DeadPosition) => {
            format!("Dead position: draw (1/2-1/2). Neither side can mate. {}", ongoing(facts))
        }
        Some(Outcome::SeventyFiveMoves | Outcome::Fivefold) => {
            format!("Seventy-five moves: draw (1/2-1/2). {}", ongoing(facts))
        }
        None => ongoing(facts),
    }
}

fn ongoing(facts: &Facts) -> String {
    let position = &facts.position;
    let check = if position.is_check() {
        format!(", in check from {}{}", listed(position.checkers()), facts.on_board())
    } else {
        String::new()
    };
    let [white, black] = Color::ALL.map(|color| points(position.boards(), color));
    let mut sentences = vec![
        format!("{} to move{check}.", position.turn().name()),
        format!("{}.", moves(facts)),
        format!("Material {white}-{black}."),
    ];
    if !facts.mates.is_empty() {
        sentences.push(format!("Mate in one: {}.", named(facts, &facts.mates)));
    }
    let halfmoves = position.halfmoves();
    if halfmoves > 0 {
        sentences.push(format!("Fifty-move count {halfmoves}/{}.", outcome::FIFTY_MOVES));
    }
    sentences.join(" ")
}

fn moves(facts: &Facts) -> String {
    let count = facts.legal_moves;
    let noun = if count == 1 { "legal move" } else { "legal moves" };
    match count {
        1..=NAMED => format!("{count} {noun}: {}", named(facts, &facts.moves())),
        _ => format!("{count} {noun}"),
    }
}

/// Moves in the order of the alphabet.
pub(super) fn named(facts: &Facts, moves: &[Move]) -> String {
    let mut names: Vec<String> = moves.iter().map(|&mv| write_san(&facts.position, mv)).collect();
    names.sort();
    names.join(" ")
}

fn listed(squares: Bitboard) -> String {
    let names: Vec<String> = squares.map(|square| square.to_string()).collect();
    names.join(" and ")
}

fn extras(facts: &Facts, layout: &Layout) -> Vec<String> {
    let mut lines = Vec::new();
    let position = &facts.position;
    let asked = |column| layout.extras.has(column);
    if asked(Column::San) && facts.legal_moves > NAMED {
        lines.push(format!("Moves: {}", named(facts, &facts.moves())));
    }
    if asked(Column::Pieces) {
        lines.push(facts.pieces());
    }
    if asked(Column::Perft) {
        let depth = layout.extras.perft_depth();
        lines.push(format!("Perft {depth}: {}", perft(position, depth)));
    }
    if asked(Column::Eval) {
        let told = |evaluation| format!("Evaluation for White: {evaluation}");
        lines.extend(evaluation(facts).map(told));
    }
    for (column, style) in [(Column::Board, Style::Ascii), (Column::Svg, Style::Svg)] {
        if asked(column) {
            let drawing = Diagrams::of(position).draw(style, 0);
            lines.extend(drawing.lines().map(str::to_owned));
        }
    }
    lines
}
