//! Boards of characters, 28 columns wide with coordinates on all four sides, and positions in sentences for screen readers.

use std::fmt::{Result, Write};

use super::Diagram;
use crate::rules::{Bitboard, Board, Color, Piece, Role, Square};

/// Letters: upper case for White, a dot for an empty square.
pub(super) fn ascii(diagram: &Diagram, f: &mut String) -> Result {
    board(diagram, f, |piece| piece.map_or('.', Piece::letter).to_string())
}

/// Figurines. U+FE0E after each of them keeps terminals from drawing emoji.
pub(super) fn unicode(diagram: &Diagram, f: &mut String) -> Result {
    board(diagram, f, |piece| match piece {
        Some(piece) => format!("{}\u{fe0e}", figurine(piece)),
        None => "·".into(),
    })
}

fn figurine(piece: Piece) -> char {
    let figures = match piece.color {
        Color::White => ['♙', '♘', '♗', '♖', '♕', '♔'],
        Color::Black => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    figures[piece.role as usize]
}

fn board(diagram: &Diagram, f: &mut String, face: impl Fn(Option<Piece>) -> String) -> Result {
    let rows = diagram.rows();
    files(rows[0], f)?;
    for row in rows {
        let rank = row[0].rank().digit();
        write!(f, "{rank} ")?;
        for square in row {
            let (left, right) = brackets(diagram, square);
            let is_target = diagram.marks.targets.has(square);
            let piece = diagram.board.piece_at(square);
            let face = if is_target { "*".into() } else { face(piece) };
            write!(f, "{left}{face}{right}")?;
        }
        writeln!(f, " {rank}")?;
    }
    files(rows[0], f)
}

fn files(row: [Square; 8], f: &mut String) -> Result {
    f.write_str(" ")?;
    for square in row {
        write!(f, "  {}", square.file().letter())?;
    }
    f.write_str("\n")
}

/// The marks of a square, left and right of its piece.
fn brackets(diagram: &Diagram, square: Square) -> (char, char) {
    let marks = &diagram.marks;
    match Some(square) {
        _ if marks.captures.has(square) => ('{', '}'),
        _ if marks.targets.has(square) => (' ', ' '),
        at if marks.checked == at => ('<', '>'),
        at if marks.to == at => ('[', ']'),
        at if marks.from == at => ('(', ')'),
        _ => (' ', ' '),
    }
}

/// The order in which players name the pieces.
const ORDER: [Role; 6] =
    [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// Both sides' pieces, one line each, and a line for each kind of mark.
pub(super) fn plain(diagram: &Diagram, f: &mut String) -> Result {
    for color in Color::ALL {
        writeln!(f, "{}", pieces_of(&diagram.board, color))?;
    }
    let marks = &diagram.marks;
    if let (Some(from), Some(to)) = (marks.from, marks.to) {
        writeln!(f, "Last move: {from} to {to}.")?;
    }
    if let Some(king) = marks.checked {
        writeln!(f, "The king on {king} is in check.")?;
    }
    if marks.targets.is_any() {
        writeln!(f, "Can move to {}.", listed(marks.targets))?;
    }
    if marks.captures.is_any() {
        writeln!(f, "Can capture on {}.", listed(marks.captures))?;
    }
    Ok(())
}

/// Both sides' pieces in one line: `White: king g1, rooks a1 f1. Black: king e8.`
pub fn pieces(board: &Board) -> String {
    Color::ALL.map(|color| pieces_of(board, color)).join(" ")
}

/// One side's pieces: `White: king g1, rooks a1 f1.`
pub fn pieces_of(board: &Board, color: Color) -> String {
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
