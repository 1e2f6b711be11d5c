//! Variants for a reader: the list of them, and one in detail with its board and its pieces.

use std::{
    io::{self, Write},
    sync::Arc,
};

use crate::{
    output::board::{Diagrams, Style},
    rules::{
        AnyPosition,
        variant::{Motion, MoveOrigin, PieceRules, Rules},
    },
};

/// The width of the drawings.
const WIDTH: usize = 80;

/// Writes one line for each variant: name, size, description and source.
///
/// # Errors
/// When the output cannot be written.
pub fn write_list(variants: &[Arc<Rules>], out: &mut dyn Write) -> io::Result<()> {
    let width = variants.iter().map(|rules| rules.name().len()).max().unwrap_or(0);
    for rules in variants {
        let (name, size) = (rules.name(), size(rules));
        writeln!(out, "{name:width$}  {size:6} {} ({})", rules.description(), rules.source())?;
    }
    Ok(())
}

/// The size of the boards: `10x8`, or `8x8x2` for two boards.
fn size(rules: &Rules) -> String {
    let geometry = rules.geometry();
    let boards = match geometry.boards() {
        1 => String::new(),
        boards => format!("x{boards}"),
    };
    format!("{}x{}{boards}", geometry.width(), geometry.height())
}

/// Writes the definition of a variant, its start position and the moves of each piece.
///
/// # Errors
/// When the output cannot be written.
pub fn write_details(rules: &Arc<Rules>, definition: &str, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{}: {}", rules.name(), size(rules))?;
    if !definition.is_empty() {
        writeln!(out, "\n{definition}")?;
    }
    let start = AnyPosition::from(rules.start());
    write!(out, "\n{}", Diagrams::of(&start).draw(Style::Ascii, WIDTH))?;
    for piece in rules.pieces() {
        writeln!(out, "\n{} {}: {}", piece.letter, piece.name, piece.betza)?;
        write_moves(piece, out)?;
    }
    writeln!(
        out,
        "\no moves or captures   m only moves   x only captures   i only from its first squares"
    )
}

/// Writes the squares that a white piece reaches from the middle of an empty board of seven by seven; a piece that
/// needs another one to jump over is drawn as if there were one next to it.
fn write_moves(piece: &PieceRules, out: &mut dyn Write) -> io::Result<()> {
    for rank in (-3..=3).rev() {
        let row: Vec<String> = (-3..=3).map(|file| mark(piece, (file, rank)).to_string()).collect();
        writeln!(out, "    {}", row.join(" "))?;
    }
    Ok(())
}

fn mark(piece: &PieceRules, target: (i8, i8)) -> char {
    if target == (0, 0) {
        return piece.letter;
    }
    let reached = |captures: bool, initial: bool| {
        let rules = piece.moves.iter().filter(|rule| {
            rule.captures == captures && (rule.origin != MoveOrigin::Anywhere) == initial
        });
        rules.into_iter().any(|rule| reaches(rule.vector, rule.motion, target))
    };
    match (reached(false, false), reached(true, false)) {
        (true, true) => 'o',
        (true, false) => 'm',
        (false, true) => 'x',
        (false, false) if reached(false, true) || reached(true, true) => 'i',
        (false, false) => '.',
    }
}

/// Whether a rule leads from the middle to a square of the drawing.
fn reaches((files, ranks): (i8, i8), motion: Motion, target: (i8, i8)) -> bool {
    let steps = match motion {
        Motion::Leap | Motion::LameLeap => 1..=1,
        Motion::Ride { reach: 0 } => 1..=3,
        Motion::Ride { reach } => 1..=i8::try_from(reach).unwrap_or(3).min(3),
        Motion::Hop { reach: 1 } => 2..=2,
        Motion::Hop { .. } => 2..=3,
    };
    steps.into_iter().any(|step| (files * step, ranks * step) == target)
}
