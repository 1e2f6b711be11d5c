//! Boards as SVG that needs nothing else: no font, no network, no style sheet.

use std::fmt::{self, Write};

use super::{
    Diagram, arrows,
    pieces::{PieceShapes, name},
};
use crate::rules::{Board, BoardIndex, Color, Square};

/// The side of a square, and the width of the border with the coordinates.
pub(super) const SIDE: usize = 100;
pub(super) const MARGIN: usize = 34;
/// The side of the whole board.
const SIZE: usize = 8 * SIDE + 2 * MARGIN;

const XMLNS: &str = "http://www.w3.org/2000/svg";

const LIGHT: &str = "#f2e6d0";
const DARK: &str = "#b98f65";
pub(super) const INK: &str = "#2a2019";
pub(super) const PAPER: &str = "#fffdf7";

/// The board with the shapes of its pieces.
pub(super) fn svg(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    drawing(diagram, &PieceShapes::on(&diagram.board), out)
}

/// The drawing alone, for a page that already holds the [`page_shapes`].
///
/// # Errors
/// When the writer fails.
pub fn bare_svg(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    opening(diagram, out)?;
    out.write_str("<use href=\"#board\"/>")?;
    if diagram.has_coordinates {
        write!(out, "<use href=\"#{}\"/>", coordinates_name(diagram.bottom))?;
    }
    out.write_str("\n")?;
    marks_and_pieces(diagram, out)?;
    out.write_str("</svg>\n")
}

/// What the drawings of a page share: the shapes of the pieces, the squares, and the coordinates from both sides.
pub fn page_shapes() -> String {
    let mut text = format!(
        "<svg xmlns=\"{XMLNS}\" class=\"shapes\" aria-hidden=\"true\">{}<defs>\n",
        PieceShapes::all()
    );
    // Writing to a string does not fail.
    let _ = shared(&mut text);
    text.push_str("</defs></svg>\n");
    text
}

fn shared(out: &mut impl Write) -> fmt::Result {
    let mut diagram = Diagram::new(Board::default());
    out.write_str("<g id=\"board\">\n")?;
    squares(&diagram, out)?;
    out.write_str("</g>\n")?;
    for bottom in Color::ALL {
        diagram.bottom = bottom;
        writeln!(out, "<g id=\"{}\">", coordinates_name(bottom))?;
        coordinates(&diagram, out)?;
        out.write_str("</g>\n")?;
    }
    Ok(())
}

/// The id of the coordinates seen from a side.
fn coordinates_name(bottom: Color) -> &'static str {
    match bottom {
        Color::White => "from-white",
        Color::Black => "from-black",
    }
}

/// The tag of a drawing and its description. Without coordinates, the border is narrow.
fn opening(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    let cut = if diagram.has_coordinates { 0 } else { MARGIN - 6 };
    let size = SIZE - 2 * cut;
    writeln!(out, "<svg xmlns=\"{XMLNS}\" viewBox=\"{cut} {cut} {size} {size}\" role=\"img\">")?;
    writeln!(out, "<title>{}</title>", super::pieces(&diagram.board))
}

fn drawing(diagram: &Diagram, shapes: &PieceShapes, out: &mut impl Write) -> fmt::Result {
    opening(diagram, out)?;
    write!(out, "{shapes}")?;
    content(diagram, out)?;
    out.write_str("</svg>\n")
}

/// Several boards in one drawing, each below its name.
pub(super) fn side_by_side(diagrams: &[Diagram]) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = row(diagrams, &mut text);
    text
}

fn row(diagrams: &[Diagram], out: &mut impl Write) -> fmt::Result {
    let (width, height) = (diagrams.len() * (SIZE + MARGIN) - MARGIN, SIZE + 2 * MARGIN);
    writeln!(out, "<svg xmlns=\"{XMLNS}\" viewBox=\"0 0 {width} {height}\" role=\"img\">")?;
    write!(out, "{}", PieceShapes::all())?;
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

/// The board itself: squares, coordinates, marks and pieces.
fn content(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    squares(diagram, out)?;
    if diagram.has_coordinates {
        coordinates(diagram, out)?;
    }
    marks_and_pieces(diagram, out)
}

fn marks_and_pieces(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    for (square, x, y) in placed(diagram) {
        mark(diagram, square, x, y, out)?;
    }
    for (square, x, y) in placed(diagram) {
        if let Some(piece) = diagram.board.piece_at(square) {
            writeln!(out, "<use href=\"#{}\" x=\"{x}\" y=\"{y}\"/>", name(piece))?;
        }
    }
    arrows::draw(diagram, out)
}

fn squares(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    let span = 8 * SIDE;
    writeln!(out, "<rect width=\"{SIZE}\" height=\"{SIZE}\" rx=\"10\" fill=\"{INK}\"/>")?;
    let place = format!("x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{span}\" height=\"{span}\"");
    writeln!(out, "<rect {place} fill=\"{LIGHT}\"/>")?;
    write!(out, "<path fill=\"{DARK}\" d=\"")?;
    for (_, x, y) in placed(diagram).filter(|(square, ..)| !square.is_light()) {
        write!(out, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")?;
    }
    out.write_str("\"/>\n")
}

/// Every square with its upper left corner.
pub(super) fn placed(diagram: &Diagram) -> impl Iterator<Item = (Square, usize, usize)> {
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
