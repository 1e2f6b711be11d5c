//! Boards of characters: 28 columns, coordinates on all four sides, marks around the men.

use std::fmt::{Formatter, Result};

use super::Diagram;
use crate::rules::{Color, Piece, Square};

/// Letters: upper case for White, a dot for an empty square.
pub(super) fn ascii(diagram: &Diagram, f: &mut Formatter<'_>) -> Result {
    board(diagram, f, |piece| piece.map_or('.', Piece::letter).to_string())
}

/// Figurines. U+FE0E after each of them keeps terminals from drawing emoji.
pub(super) fn unicode(diagram: &Diagram, f: &mut Formatter<'_>) -> Result {
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

fn board(
    diagram: &Diagram,
    f: &mut Formatter<'_>,
    face: impl Fn(Option<Piece>) -> String,
) -> Result {
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

fn files(row: [Square; 8], f: &mut Formatter<'_>) -> Result {
    f.write_str(" ")?;
    for square in row {
        write!(f, "  {}", square.file().letter())?;
    }
    f.write_str("\n")
}

/// What is said about a square, left and right of its man.
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
