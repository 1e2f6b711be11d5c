//! Boards of characters with coordinates on all four sides, three columns for each square, and positions in sentences for screen
//! readers.

use std::fmt::{Result, Write};

use super::{
    Diagram, Look, Style,
    diagram::{BoardSquare, DrawnPiece, listed},
};
use crate::rules::{Color, Role};

/// Letters or figurines, perhaps in colours.
pub(super) fn board(diagram: &Diagram, look: Look, f: &mut String) -> Result {
    let rows = diagram.rows();
    let margin = margin(diagram);
    files(&rows[0], look, margin, f)?;
    for row in &rows {
        let rank = row[0].rank + 1;
        let face =
            |square: &BoardSquare| look.cell(diagram, *square, &face(diagram, look, *square));
        let faces: String = row.iter().map(face).collect();
        writeln!(f, "{rank:>margin$} {faces}{} {rank}", look.row_end())?;
        if look.is_large && look.is_painted() {
            let blank = |square: &BoardSquare| look.cell(diagram, *square, &blank());
            let blanks: String = row.iter().map(blank).collect();
            writeln!(f, "{:margin$} {blanks}{}", "", look.row_end())?;
        } else if look.is_large {
            writeln!(f)?;
        }
    }
    files(&rows[0], look, margin, f)?;
    hands(diagram, look, f)
}

/// The columns of the longest number of a rank.
pub(super) fn margin(diagram: &Diagram) -> usize {
    if diagram.height > 9 { 2 } else { 1 }
}

/// A piece, or what an empty square shows, between its marks.
fn face(diagram: &Diagram, look: Look, square: BoardSquare) -> [String; 3] {
    let (left, right) = brackets(diagram, square);
    let face = match diagram.piece_at(square) {
        _ if diagram.marks.targets.contains(&square) => "*".into(),
        Some(piece) => piece_face(piece, look),
        None if look.is_painted() || !diagram.exists(square) => " ".into(),
        None if look.style == Style::Unicode => "·".into(),
        None => ".".into(),
    };
    let pad = if look.is_large { " " } else { "" };
    [format!("{pad}{left}"), face, format!("{right}{pad}")]
}

/// A figurine where the piece has one, else a letter.
fn piece_face(piece: &DrawnPiece, look: Look) -> String {
    match piece.figurine {
        // U+FE0E keeps terminals from drawing emoji.
        Some(role) if look.style == Style::Unicode => {
            format!("{}\u{fe0e}", figurine(role, piece.color, look.is_painted()))
        }
        _ => piece.letter().to_string(),
    }
}

/// The second line of a large square.
fn blank() -> [String; 3] {
    ["  ", " ", "  "].map(str::to_owned)
}

/// A filled figurine where the colour says whose it is; otherwise White's are outlines.
fn figurine(role: Role, color: Color, is_filled: bool) -> char {
    let figures = match color {
        Color::White if !is_filled => ['♙', '♘', '♗', '♖', '♕', '♔'],
        Color::White | Color::Black => ['♟', '♞', '♝', '♜', '♛', '♚'],
    };
    figures[role as usize]
}

fn files(row: &[BoardSquare], look: Look, margin: usize, f: &mut String) -> Result {
    let (more, gap) = if look.is_large { (" ", "  ") } else { ("", "") };
    let mut line = format!("{:margin$}{more}", "");
    for square in row {
        write!(line, "  {}{gap}", square.letter())?;
    }
    writeln!(f, "{}", line.trim_end())
}

/// The pieces in hand, a line for each side that has some: `White in hand: Q 2P`
fn hands(diagram: &Diagram, look: Look, f: &mut String) -> Result {
    let Some(hands) = &diagram.hands else { return Ok(()) };
    let look = Look { paint: super::Paint::Bare, ..look };
    for color in [!diagram.bottom, diagram.bottom] {
        if hands[color].is_empty() {
            continue;
        }
        write!(f, "{} in hand:", color.name())?;
        for (piece, count) in &hands[color] {
            let count = if *count == 1 { String::new() } else { count.to_string() };
            write!(f, " {count}{}", piece_face(piece, look))?;
        }
        writeln!(f)?;
    }
    Ok(())
}

/// The marks of a square, left and right of its piece.
fn brackets(diagram: &Diagram, square: BoardSquare) -> (char, char) {
    let marks = &diagram.marks;
    let is_promoted = diagram.piece_at(square).is_some_and(|piece| piece.is_promoted);
    match Some(square) {
        _ if marks.captures.contains(&square) => ('{', '}'),
        _ if marks.targets.contains(&square) => (' ', ' '),
        at if marks.checked == at => ('<', '>'),
        at if marks.to == at => ('[', ']'),
        at if marks.from == at => ('(', ')'),
        _ if is_promoted => (' ', '~'),
        _ => (' ', ' '),
    }
}

/// Both sides' pieces, one line each, and a line for each kind of mark.
pub(super) fn plain(diagram: &Diagram, f: &mut String) -> Result {
    for color in Color::ALL {
        writeln!(f, "{}", diagram.pieces_of(color))?;
    }
    for hand in Color::ALL.into_iter().filter_map(|color| diagram.hand_of(color)) {
        writeln!(f, "{hand}")?;
    }
    let marks = &diagram.marks;
    if let (Some(from), Some(to)) = (marks.from, marks.to) {
        writeln!(f, "Last move: {from} to {to}.")?;
    }
    if let Some(king) = marks.checked {
        let name = diagram.piece_at(king).map_or("king", DrawnPiece::name);
        writeln!(f, "The {name} on {king} is in check.")?;
    }
    if !marks.targets.is_empty() {
        writeln!(f, "Can move to {}.", listed(&marks.targets))?;
    }
    if !marks.captures.is_empty() {
        writeln!(f, "Can capture on {}.", listed(&marks.captures))?;
    }
    Ok(())
}
