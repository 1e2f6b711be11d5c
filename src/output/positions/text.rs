//! A record in sentences for people, and its findings one per line for editors and grep.

use std::{borrow::Cow, io::Write};

use super::{Column, Facts, Layout, PositionRecord, material::Material};
use crate::{
    notation::{
        reason::{capitalised, variant},
        write_san,
    },
    output::board::{Diagrams, Style},
    rules::{
        AnyMove, Color, Outcome, Position, outcome, perft,
        variant::{Place, VariantEnding, VariantOutcome},
    },
    text::{counted, printable_line},
};

/// Up to this number, all legal moves are listed.
const MAX_LISTED: usize = 12;

/// The position and everything known about it.
pub(super) fn record(record: &PositionRecord<'_>, layout: &Layout, out: &mut Vec<u8>) {
    let n = record.origin.n;
    let headline = error_headline(record)
        .map(Cow::Owned)
        .or_else(|| record.canonical_fen())
        .unwrap_or_else(|| record.input());
    // Writing to memory does not fail.
    let _ = writeln!(out, "{n}: {}", printable_line(&headline));
    for line in lines(record, layout) {
        let _ = writeln!(out, "   {}", printable_line(&line));
    }
}

/// Why the position cannot be played.
fn error_headline(record: &PositionRecord<'_>) -> Option<String> {
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

fn lines(record: &PositionRecord<'_>, layout: &Layout) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(id) = &record.id {
        lines.push(format!("id: {id}"));
    }
    lines.extend(record.facts.as_ref().map(sentences));
    lines.extend(other_findings(record));
    let shown = record.canonical_fen();
    if let Some(fixed) =
        record.reading.fixed.as_deref().filter(|&fixed| Some(fixed) != shown.as_deref())
    {
        lines.push(format!("corrected: {fixed}"));
    }
    if let Some(facts) = &record.facts {
        lines.extend(extras(facts, layout));
    }
    lines
}

/// Every finding except the one in the headline.
fn other_findings(record: &PositionRecord<'_>) -> Vec<String> {
    let headline = if record.is_legal() { None } else { record.worst() };
    let findings = record.reading.findings.iter();
    findings
        .filter(|&finding| headline != Some(finding))
        .map(|finding| {
            let (severity, code) = (finding.severity.as_str(), finding.code.id());
            format!("{severity}[{code}], column {}: {}", record.column(finding), finding.message)
        })
        .collect()
}

/// The state of the game, in sentences.
pub(super) fn sentences(facts: &Facts) -> String {
    let position = &facts.position;
    let turn = position.turn().name();
    match facts.outcome {
        Some(Outcome::Checkmate { winner }) => {
            let (winner, score) = (winner.name(), score(Some(winner)));
            let checkers = listed(facts, &position.checkers());
            let board = facts.on_board();
            let king = position.king(position.turn()).map_or_else(String::new, |king| {
                let king = position.geometry().name(king);
                format!(" {turn} king {king} attacked by {checkers}{board}.")
            });
            format!("Checkmate: {winner} wins ({score}).{king}")
        }
        Some(Outcome::Stalemate) => {
            format!("Stalemate: draw (1/2-1/2). {turn} is not in check and has no legal move.")
        }
        Some(Outcome::DeadPosition) => {
            format!("Dead position: draw (1/2-1/2). Neither side can mate. {}", ongoing(facts))
        }
        Some(Outcome::SeventyFiveMoves | Outcome::Fivefold) => {
            let why = match facts.plies_without_progress() {
                Some(outcome::FIFTY_MOVES) => "Seventy-five moves",
                _ => "Too many moves without progress",
            };
            format!("{why}: draw (1/2-1/2). {}", ongoing(facts))
        }
        Some(Outcome::Variant(ended)) => by_rule(facts, ended),
        None => ongoing(facts),
    }
}

/// The end of a game by a rule of its variant.
fn by_rule(facts: &Facts, ended: VariantOutcome) -> String {
    let result = match ended.winner {
        Some(winner) => format!("{} wins", winner.name()),
        None => "draw".to_owned(),
    };
    let why = match (facts.position.variant(), ended.ending) {
        (_, VariantEnding::Stalemate) => {
            format!("{} has no legal move", facts.position.turn().name())
        }
        (Some(position), _) => capitalised(&variant::ending(position.rules(), ended)),
        (None, _) => String::new(),
    };
    format!("Game over: {result} ({}). {why}.", score(ended.winner))
}

fn score(winner: Option<Color>) -> &'static str {
    match winner {
        Some(Color::White) => "1-0",
        Some(Color::Black) => "0-1",
        None => "1/2-1/2",
    }
}

fn ongoing(facts: &Facts) -> String {
    let position = &facts.position;
    let check = if position.is_check() {
        format!(", in check from {}{}", listed(facts, &position.checkers()), facts.on_board())
    } else {
        String::new()
    };
    let mut sentences = vec![
        format!("{} to move{check}.", position.turn().name()),
        format!("{}.", moves(facts)),
        Material::of_position(position).sentence(),
    ];
    sentences.extend(checks_left(facts));
    if !facts.moves.mates.is_empty() {
        sentences.push(format!("Mate in one: {}.", move_list(facts, &facts.moves.mates)));
    }
    let halfmoves = position.halfmoves();
    match facts.plies_without_progress().filter(|_| halfmoves > 0) {
        None => {}
        Some(limit @ outcome::FIFTY_MOVES) => {
            sentences.push(format!("Fifty-move count {halfmoves}/{limit}."));
        }
        Some(limit) => sentences.push(format!("Plies without progress {halfmoves}/{limit}.")),
    }
    sentences.join(" ")
}

/// The checks that are still to be given, where they are counted.
fn checks_left(facts: &Facts) -> Option<String> {
    let position = facts.position.variant()?;
    let left = |color: Color| Some(format!("{color} {}", position.checks_left(color)?));
    let [white, black] = Color::ALL.map(left);
    Some(format!("Checks to give: {}, {}.", white?, black?))
}

fn moves(facts: &Facts) -> String {
    let count = counted(facts.moves.legal, "legal move");
    match facts.moves.legal {
        1..=MAX_LISTED => {
            format!("{count}: {}", move_list(facts, &facts.position.legal_moves()))
        }
        _ => count,
    }
}

/// Moves in alphabetical order.
pub(super) fn move_list(facts: &Facts, moves: &[AnyMove]) -> String {
    let mut names: Vec<String> = moves.iter().map(|&mv| write_san(&facts.position, mv)).collect();
    names.sort();
    names.join(" ")
}

fn listed(facts: &Facts, places: &[Place]) -> String {
    facts.names(places).join(" and ")
}

fn extras(facts: &Facts, layout: &Layout) -> Vec<String> {
    let mut lines = Vec::new();
    let position = &facts.position;
    let has = |column| layout.has_extra(column);
    if has(Column::San) && facts.moves.legal > MAX_LISTED {
        lines.push(format!("Moves: {}", move_list(facts, &facts.position.legal_moves())));
    }
    if has(Column::Pieces) {
        lines.push(facts.pieces());
    }
    if has(Column::Perft) {
        let depth = layout.perft_depth();
        lines.push(format!("Perft {depth}: {}", perft(position, depth)));
    }
    if has(Column::Eval) {
        let line = |evaluation| format!("Evaluation for White: {evaluation}");
        lines.extend(facts.evaluation().map(line));
    }
    if has(Column::Best) {
        lines.extend(facts.best_move().map(|best| format!("Best move: {best}")));
    }
    for (column, style) in [(Column::Board, Style::Ascii), (Column::Svg, Style::Svg)] {
        if has(column) {
            let drawing = Diagrams::of(position).draw(style, 0);
            lines.extend(drawing.lines().map(str::to_owned));
        }
    }
    lines
}

/// `file:line:column: severity[CODE] message` for each finding.
pub(super) fn finding_lines(record: &PositionRecord<'_>, out: &mut Vec<u8>) {
    let file = printable_line(record.origin.file.unwrap_or("argument"));
    let line = record.origin.line.unwrap_or(record.origin.n);
    for finding in &record.reading.findings {
        let (severity, code) = (finding.severity.as_str(), finding.code.id());
        let column = record.origin.indent + record.column(finding);
        // Writing to memory does not fail.
        let _ = writeln!(out, "{file}:{line}:{column}: {severity}[{code}] {}", finding.message);
    }
}
