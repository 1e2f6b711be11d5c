//! A position in sentences, for ears.

use std::fmt::{self, Formatter};

use super::Diagram;
use crate::rules::{Bitboard, Board, Color, Role};

/// The men in the order in which players name them.
const ORDER: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Both sides' men, one line each, and a line for everything pointed out.
pub(super) fn sentences(diagram: &Diagram, f: &mut Formatter<'_>) -> fmt::Result {
    for color in Color::ALL {
        writeln!(f, "{}", men(&diagram.board, color))?;
    }
    let marks = &diagram.marks;
    if let (Some(from), Some(to)) = (marks.from, marks.to) {
        writeln!(f, "Last move: {from} to {to}.")?;
    }
    if let Some(king) = marks.checked {
        writeln!(f, "The king on {king} is in check.")?;
    }
    if marks.targets.is_any() {
        writeln!(f, "Can go to {}.", listed(marks.targets))?;
    }
    if marks.captures.is_any() {
        writeln!(f, "Can take on {}.", listed(marks.captures))?;
    }
    Ok(())
}

/// Both sides' men in one line: `White: king g1, rooks a1 f1. Black: king e8.`
pub fn pieces(board: &Board) -> String {
    Color::ALL.map(|color| men(board, color)).join(" ")
}

/// One side's men: `king g1, rooks a1 f1`.
pub fn men(board: &Board, color: Color) -> String {
    let kinds = ORDER.into_iter().filter_map(|role| kind(role, board.pieces(color, role)));
    let kinds: Vec<String> = kinds.collect();
    let kinds = if kinds.is_empty() { "nothing".into() } else { kinds.join(", ") };
    format!("{}: {kinds}.", color.name())
}

fn kind(role: Role, squares: Bitboard) -> Option<String> {
    let plural = match squares.count() {
        0 => return None,
        1 => "",
        _ => "s",
    };
    Some(format!("{}{plural} {}", role.name(), listed(squares)))
}

fn listed(squares: Bitboard) -> String {
    let names: Vec<String> = squares.map(|square| square.to_string()).collect();
    names.join(" ")
}
