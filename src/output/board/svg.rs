//! Boards as SVG that needs nothing else: no font, no network, no style sheet.

use std::fmt::{self, Write};

use super::{
    Diagram, arrows, board_letter,
    diagram::{BoardSquare, DrawnHand},
    pieces::{self, PieceShapes},
};
use crate::rules::{Board, Color};

/// The side of a square, and the width of the border with the coordinates.
pub(super) const SIDE: usize = 100;
pub(super) const MARGIN: usize = 34;

const XMLNS: &str = "http://www.w3.org/2000/svg";

const LIGHT: &str = "#f2e6d0";
const DARK: &str = "#b98f65";
pub(super) const INK: &str = "#2a2019";
pub(super) const PAPER: &str = "#fffdf7";

/// The width and the height of a board with its border.
fn size(diagram: &Diagram) -> (usize, usize) {
    let size = |squares: u8| usize::from(squares) * SIDE + 2 * MARGIN;
    (size(diagram.width), size(diagram.height))
}

/// The width of a board with the pieces in hand beside it.
fn width_with_hands(diagram: &Diagram) -> usize {
    let hands = if diagram.hands.is_some() { SIDE + MARGIN / 2 } else { 0 };
    size(diagram).0 + hands
}

/// The upper left corner of a square.
pub(super) fn corner(diagram: &Diagram, square: BoardSquare) -> (usize, usize) {
    let BoardSquare { rank, file } = square;
    let place = |count: u8, at: u8, is_turned: bool| {
        let at = if is_turned { count.saturating_sub(1 + at) } else { at };
        MARGIN + usize::from(at) * SIDE
    };
    let is_turned = diagram.bottom == Color::Black;
    (place(diagram.width, file, is_turned), place(diagram.height, rank, !is_turned))
}

/// The board with the shapes of its pieces.
pub(super) fn svg(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    opening(diagram, out)?;
    write!(out, "{}", PieceShapes::on(diagram))?;
    content(diagram, out)?;
    out.write_str("</svg>\n")
}

/// The drawing alone, for a page that already holds the [`page_shapes`].
///
/// # Errors
/// When the writer fails.
pub fn bare_svg(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    opening(diagram, out)?;
    if diagram.is_usual() {
        out.write_str("<use href=\"#board\"/>")?;
        if diagram.has_coordinates {
            write!(out, "<use href=\"#{}\"/>", coordinates_name(diagram.bottom))?;
        }
        out.write_str("\n")?;
        marks_and_pieces(diagram, out)?;
    } else {
        content(diagram, out)?;
    }
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
    let mut diagram = Diagram::new(&Board::default());
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
    let (width, height) = (width_with_hands(diagram) - 2 * cut, size(diagram).1 - 2 * cut);
    writeln!(out, "<svg xmlns=\"{XMLNS}\" viewBox=\"{cut} {cut} {width} {height}\" role=\"img\">")?;
    writeln!(out, "<title>{}</title>", diagram.pieces())
}

/// Several boards in one drawing, each below its name.
pub(super) fn side_by_side(diagrams: &[Diagram]) -> String {
    let mut text = String::new();
    // Writing to a string does not fail.
    let _ = row(diagrams, &mut text);
    text
}

fn row(diagrams: &[Diagram], out: &mut impl Write) -> fmt::Result {
    let widths = diagrams.iter().map(|diagram| width_with_hands(diagram) + MARGIN);
    let width = widths.sum::<usize>().saturating_sub(MARGIN);
    let height = diagrams.iter().map(|diagram| size(diagram).1).max().unwrap_or(0) + 2 * MARGIN;
    writeln!(out, "<svg xmlns=\"{XMLNS}\" viewBox=\"0 0 {width} {height}\" role=\"img\">")?;
    write!(out, "{}", PieceShapes::all())?;
    let mut x = 0;
    for (board, diagram) in (0..).zip(diagrams) {
        writeln!(out, "<g transform=\"translate({x} {})\">", 2 * MARGIN)?;
        let name = board_letter(board);
        writeln!(out, "<title>Board {name}. {}</title>", diagram.pieces())?;
        writeln!(out, "<text y=\"-16\" font-size=\"40\" fill=\"{INK}\">Board {name}</text>")?;
        content(diagram, out)?;
        out.write_str("</g>\n")?;
        x += width_with_hands(diagram) + MARGIN;
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
    for square in placed(diagram) {
        mark(diagram, square, out)?;
    }
    for square in placed(diagram) {
        if let Some(piece) = diagram.piece_at(square) {
            pieces::draw(piece, corner(diagram, square), out)?;
        }
    }
    hands(diagram, out)?;
    arrows::draw(diagram, out)
}

/// A frame, the light squares as one, and the dark ones; squares that do not exist are cut out of both.
fn squares(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    let (width, height) = size(diagram);
    let (inner_width, inner_height) = (width - 2 * MARGIN, height - 2 * MARGIN);
    writeln!(out, "<rect width=\"{width}\" height=\"{height}\" rx=\"10\" fill=\"{INK}\"/>")?;
    let place =
        format!("x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{inner_width}\" height=\"{inner_height}\"");
    writeln!(out, "<rect {place} fill=\"{LIGHT}\"/>")?;
    let exists = |square: &BoardSquare| diagram.exists(*square);
    let dark = placed(diagram).filter(|square| !square.is_light()).filter(exists);
    path(diagram, dark, DARK, out)?;
    let mut holes = placed(diagram).filter(|square| !exists(square)).peekable();
    if holes.peek().is_some() {
        path(diagram, holes, INK, out)?;
    }
    Ok(())
}

/// Squares in a colour.
fn path(
    diagram: &Diagram,
    squares: impl Iterator<Item = BoardSquare>,
    color: &str,
    out: &mut impl Write,
) -> fmt::Result {
    write!(out, "<path fill=\"{color}\" d=\"")?;
    for square in squares {
        let (x, y) = corner(diagram, square);
        write!(out, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z")?;
    }
    out.write_str("\"/>\n")
}

/// Every square, row by row from the top.
fn placed(diagram: &Diagram) -> impl Iterator<Item = BoardSquare> {
    diagram.rows().into_iter().flatten()
}

fn coordinates(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    let rows = diagram.rows();
    let (near, far) = (MARGIN / 2, size(diagram).1 - MARGIN / 2);
    let font = "font-family=\"sans-serif\" font-size=\"22\" text-anchor=\"middle\"";
    writeln!(out, "<g {font} fill=\"{LIGHT}\" dominant-baseline=\"central\">")?;
    let files = rows.first().map_or(&[][..], Vec::as_slice);
    for index in 0..rows.len().max(files.len()) {
        let at = MARGIN + index * SIDE + SIDE / 2;
        if let Some(square) = rows.get(index).and_then(|row| row.first()) {
            write!(out, "<text x=\"{near}\" y=\"{at}\">{}</text>", square.rank + 1)?;
        }
        if let Some(square) = files.get(index) {
            write!(out, "<text x=\"{at}\" y=\"{far}\">{}</text>", square.letter())?;
        }
        out.write_str("\n")?;
    }
    out.write_str("</g>\n")
}

/// The pieces in hand in a column beside the board, each side's at its own end.
fn hands(diagram: &Diagram, out: &mut impl Write) -> fmt::Result {
    let Some(hands) = &diagram.hands else { return Ok(()) };
    let (width, height) = size(diagram);
    let x = width + MARGIN / 2;
    writeln!(
        out,
        "<rect x=\"{x}\" width=\"{SIDE}\" height=\"{height}\" rx=\"10\" fill=\"{LIGHT}\"/>"
    )?;
    let half = height / 2 - MARGIN;
    let (above, below) = (&hands[!diagram.bottom], &hands[diagram.bottom]);
    hand(above, (x, MARGIN / 2), half, out)?;
    let step = step(below, half);
    hand(below, (x, height - MARGIN / 2 - step * below.len()), half, out)
}

/// The height of a piece in hand, of which all must find room.
fn step(hand: &DrawnHand, room: usize) -> usize {
    const MOST: usize = 80;
    room.checked_div(hand.len()).map_or(MOST, |step| step.clamp(1, MOST))
}

/// One side's pieces in hand, small, with their numbers.
fn hand(
    hand: &DrawnHand,
    (x, y): (usize, usize),
    room: usize,
    out: &mut impl Write,
) -> fmt::Result {
    let step = step(hand, room);
    for (index, (piece, count)) in hand.iter().enumerate() {
        let y = y + index * step;
        writeln!(out, "<g transform=\"translate({x} {y}) scale(.{step:02})\">")?;
        pieces::draw(piece, (0, 0), out)?;
        if *count > 1 {
            let font = "font-family=\"sans-serif\" font-size=\"36\"";
            writeln!(out, "<text x=\"92\" y=\"90\" {font} fill=\"{INK}\">{count}</text>")?;
        }
        out.write_str("</g>\n")?;
    }
    Ok(())
}

/// The last move is tinted, a checked king glows, targets are dots and captures rings.
fn mark(diagram: &Diagram, square: BoardSquare, out: &mut impl Write) -> fmt::Result {
    let marks = &diagram.marks;
    let (x, y) = corner(diagram, square);
    let center = format!("cx=\"{}\" cy=\"{}\"", x + SIDE / 2, y + SIDE / 2);
    if marks.from == Some(square) || marks.to == Some(square) {
        let place = format!("x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"");
        writeln!(out, "<rect {place} fill=\"#d9c31f\" fill-opacity=\".55\"/>")?;
    }
    if marks.checked == Some(square) {
        writeln!(out, "<circle {center} r=\"44\" fill=\"#d02b20\" fill-opacity=\".75\"/>")?;
    }
    if marks.targets.contains(&square) {
        writeln!(out, "<circle {center} r=\"14\" fill=\"#2d6b3f\" fill-opacity=\".8\"/>")?;
    }
    if marks.captures.contains(&square) {
        let ring = "fill=\"none\" stroke=\"#2d6b3f\" stroke-width=\"9\"";
        writeln!(out, "<circle {center} r=\"44\" {ring}/>")?;
    }
    Ok(())
}
