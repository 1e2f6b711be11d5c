//! A drawing that needs nothing else: no font, no network, no style sheet.

use std::fmt::{self, Display, Formatter, Write};

use super::{Diagram, men::shape};
use crate::rules::{Board, BoardIndex, Color, Piece, Role, Square};

/// The side of a square, and the room for the coordinates.
const SIDE: usize = 100;
const MARGIN: usize = 34;
/// The side of the whole board.
const SIZE: usize = 8 * SIDE + 2 * MARGIN;

const XMLNS: &str = "http://www.w3.org/2000/svg";

const LIGHT: &str = "#f2e6d0";
const DARK: &str = "#b98f65";
const INK: &str = "#2a2019";
const PAPER: &str = "#fffdf7";

/// The board with the shapes of the men it needs.
pub(super) fn svg(diagram: &Diagram, f: &mut Formatter<'_>) -> fmt::Result {
    drawing(diagram, &Shapes::needed_for(&diagram.board), f)
}

/// The board alone, for a page that holds the [`Shapes`] already.
///
/// # Errors
/// When the writer fails.
pub fn bare_svg(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    drawing(diagram, &Shapes { men: Vec::new() }, out)
}

fn drawing(diagram: &Diagram, shapes: &Shapes, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "<svg xmlns=\"{XMLNS}\" viewBox=\"0 0 {SIZE} {SIZE}\" role=\"img\">")?;
    writeln!(out, "<title>{}</title>", super::pieces(&diagram.board))?;
    write!(out, "{shapes}")?;
    content(diagram, out)?;
    out.write_str("</svg>\n")
}

/// Several boards in one drawing, each under its name.
pub(super) fn side_by_side(diagrams: &[Diagram]) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = row(diagrams, &mut text);
    text
}

fn row(diagrams: &[Diagram], out: &mut impl Write) -> fmt::Result {
    let (width, height) = (diagrams.len() * (SIZE + MARGIN) - MARGIN, SIZE + 2 * MARGIN);
    writeln!(out, "<svg xmlns=\"{XMLNS}\" viewBox=\"0 0 {width} {height}\" role=\"img\">")?;
    write!(out, "{}", Shapes::all())?;
    for (board_index, diagram) in (0..).zip(diagrams) {
        let x = usize::from(board_index) * (SIZE + MARGIN);
        writeln!(out, "<g transform=\"translate({x} {})\">", 2 * MARGIN)?;
        let name = BoardIndex(board_index).letter();
        writeln!(out, "<title>Board {name}. {}</title>", super::pieces(&diagram.board))?;
        writeln!(out, "<text y=\"-16\" font-size=\"40\" fill=\"{INK}\">Board {name}</text>")?;
        content(diagram, out)?;
        out.write_str("</g>\n")?;
    }
    out.write_str("</svg>\n")
}

/// The board itself: squares, coordinates, marks and men.
fn content(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "<rect width=\"{SIZE}\" height=\"{SIZE}\" rx=\"10\" fill=\"{INK}\"/>")?;
    squares(diagram, out)?;
    coordinates(diagram, out)?;
    for (square, x, y) in placed(diagram) {
        mark(diagram, square, x, y, out)?;
    }
    for (square, x, y) in placed(diagram) {
        if let Some(man) = diagram.board.piece_at(square) {
            writeln!(out, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", name(man))?;
        }
    }
    Ok(())
}

/// The definitions of the men, to be used by any number of boards.
#[derive(Debug, Clone)]
pub struct Shapes {
    men: Vec<Piece>,
}

impl Shapes {
    /// Those of all twelve kinds.
    pub fn all() -> Self {
        Self { men: every_man().collect() }
    }

    fn needed_for(board: &Board) -> Self {
        Self { men: every_man().filter(|man| board.pieces(man.color, man.role).is_any()).collect() }
    }
}

impl Display for Shapes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.men.is_empty() {
            return Ok(());
        }
        f.write_str("<defs>\n")?;
        self.men.iter().try_for_each(|&man| definition(man, f))?;
        f.write_str("</defs>\n")
    }
}

fn every_man() -> impl Iterator<Item = Piece> {
    Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece { role, color }))
}

fn definition(man: Piece, out: &mut impl Write) -> fmt::Result {
    let (fill, detail) = match man.color {
        Color::White => (PAPER, INK),
        Color::Black => (INK, PAPER),
    };
    let (name, shape) = (name(man), shape(man.role));
    let lines = "stroke-width=\"3\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
    write!(out, "<g id=\"{name}\" {lines}>")?;
    write!(out, "<path d=\"{}\" fill=\"{fill}\" stroke=\"{INK}\"/>", shape.body)?;
    writeln!(out, "<path d=\"{}\" fill=\"none\" stroke=\"{detail}\"/></g>", shape.lines)
}

/// What a shape is called within the drawing.
fn name(man: Piece) -> String {
    let side = if man.color == Color::White { 'w' } else { 'b' };
    format!("{side}{}", man.role.letter())
}

fn squares(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    let span = 8 * SIDE;
    let place = format!("x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{span}\" height=\"{span}\"");
    writeln!(out, "<rect {place} fill=\"{LIGHT}\"/>")?;
    write!(out, "<path fill=\"{DARK}\" d=\"")?;
    for (_, x, y) in placed(diagram).filter(|(square, ..)| !square.is_light()) {
        write!(out, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")?;
    }
    out.write_str("\"/>\n")
}

/// Every square with its left upper corner.
fn placed(diagram: &Diagram) -> impl Iterator<Item = (Square, usize, usize)> {
    let place = |index: usize| MARGIN + index * SIDE;
    diagram.rows().into_iter().enumerate().flat_map(move |(row, squares)| {
        let columns = squares.into_iter().enumerate();
        columns.map(move |(column, square)| (square, place(column), place(row)))
    })
}

fn coordinates(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    let rows = diagram.rows();
    let (near, far) = (MARGIN / 2, 8 * SIDE + MARGIN + MARGIN / 2);
    let font = "font-family=\"sans-serif\" font-size=\"22\" text-anchor=\"middle\"";
    writeln!(out, "<g {font} fill=\"{LIGHT}\" dominant-baseline=\"central\">")?;
    for (index, row) in rows.iter().enumerate() {
        let at = MARGIN + index * SIDE + SIDE / 2;
        let (rank, file) = (row[0].rank().digit(), rows[7][index].file().letter());
        write!(out, "<text x=\"{near}\" y=\"{at}\">{rank}</text>")?;
        writeln!(out, "<text x=\"{at}\" y=\"{far}\">{file}</text>")?;
    }
    out.write_str("</g>\n")
}

/// The last move is tinted, a checked king glows, targets are dots and captures rings.
fn mark(
    diagram: &Diagram,
    square: Square,
    x: usize,
    y: usize,
    out: &mut impl Write,
) -> fmt::Result {
    let marks = &diagram.marks;
    let center = format!("cx=\"{}\" cy=\"{}\"", x + SIDE / 2, y + SIDE / 2);
    if marks.from == Some(square) || marks.to == Some(square) {
        let place = format!("x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"");
        writeln!(out, "<rect {place} fill=\"#d9c31f\" fill-opacity=\".55\"/>")?;
    }
    if marks.checked == Some(square) {
        writeln!(out, "<circle {center} r=\"44\" fill=\"#d02b20\" fill-opacity=\".75\"/>")?;
    }
    if marks.targets.has(square) {
        writeln!(out, "<circle {center} r=\"14\" fill=\"#2d6b3f\" fill-opacity=\".8\"/>")?;
    }
    if marks.captures.has(square) {
        let ring = "fill=\"none\" stroke=\"#2d6b3f\" stroke-width=\"9\"";
        writeln!(out, "<circle {center} r=\"44\" {ring}/>")?;
    }
    Ok(())
}
