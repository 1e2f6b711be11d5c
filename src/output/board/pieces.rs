//! The shapes of the pieces, drawn on a square of 100 by 100 and lit from the left.

use std::fmt::{self, Display, Formatter, Write};

use super::{
    Diagram,
    diagram::DrawnPiece,
    svg::{INK, PAPER},
};
use crate::rules::{Color, Piece, Role};

/// The definitions of the pieces, shared by any number of boards.
#[derive(Debug, Clone)]
pub struct PieceShapes {
    pieces: Vec<Piece>,
}

impl PieceShapes {
    /// All twelve pieces.
    pub fn all() -> Self {
        Self { pieces: all_pieces().collect() }
    }

    /// Those that a drawing needs.
    pub(super) fn on(diagram: &Diagram) -> Self {
        let is_drawn = |piece: &Piece| {
            let same = |drawn: &DrawnPiece| {
                (drawn.color, drawn.figurine) == (piece.color, Some(piece.role))
            };
            diagram.drawn_pieces().any(same)
        };
        Self { pieces: all_pieces().filter(is_drawn).collect() }
    }
}

impl Display for PieceShapes {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if self.pieces.is_empty() {
            return Ok(());
        }
        f.write_str("<defs>\n")?;
        self.pieces.iter().try_for_each(|&piece| definition(piece, f))?;
        f.write_str("</defs>\n")
    }
}

fn all_pieces() -> impl Iterator<Item = Piece> {
    Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece { role, color }))
}

fn definition(piece: Piece, out: &mut impl Write) -> fmt::Result {
    let (fill, detail) = match piece.color {
        Color::White => (PAPER, INK),
        Color::Black => (INK, PAPER),
    };
    let (name, shape) = (name(piece), shape(piece.role));
    let lines = "stroke-width=\"3\" stroke-linejoin=\"round\" stroke-linecap=\"round\"";
    write!(out, "<g id=\"{name}\" {lines}>")?;
    write!(out, "<path d=\"{}\" fill=\"{fill}\" stroke=\"{INK}\"/>", shape.body)?;
    writeln!(out, "<path d=\"{}\" fill=\"none\" stroke=\"{detail}\"/></g>", shape.lines)
}

/// The id of a shape within the drawing.
fn name(piece: Piece) -> String {
    let side = if piece.color == Color::White { 'w' } else { 'b' };
    format!("{side}{}", piece.role.letter())
}

/// A piece on the square with this corner: one of the shapes, or a disc with its letter.
pub(super) fn draw(
    piece: &DrawnPiece,
    (x, y): (usize, usize),
    out: &mut impl Write,
) -> fmt::Result {
    match piece.figurine {
        Some(role) => {
            let name = name(Piece { role, color: piece.color });
            writeln!(out, "<use href=\"#{name}\" x=\"{x}\" y=\"{y}\"/>")?;
        }
        None => disc(piece, (x + 50, y + 50), out)?,
    }
    if piece.is_promoted {
        let place = format!("x=\"{}\" y=\"{}\"", x + 88, y + 96);
        writeln!(out, "<text {place} {LETTER} font-size=\"36\" fill=\"{INK}\">~</text>")?;
    }
    Ok(())
}

/// How letters are written.
const LETTER: &str = "font-family=\"sans-serif\" font-weight=\"bold\" text-anchor=\"middle\"";

/// A piece without a shape.
fn disc(piece: &DrawnPiece, (x, y): (usize, usize), out: &mut impl Write) -> fmt::Result {
    let (fill, ink) = match piece.color {
        Color::White => (PAPER, INK),
        Color::Black => (INK, PAPER),
    };
    let look = format!("fill=\"{fill}\" stroke=\"{INK}\" stroke-width=\"3\"");
    write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"36\" {look}/>")?;
    if piece.color == Color::Black {
        let look = format!("fill=\"none\" stroke=\"{PAPER}\" stroke-width=\"3\"");
        write!(out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"30\" {look}/>")?;
    }
    let letter = piece.letter().to_ascii_uppercase();
    let place = format!("x=\"{x}\" y=\"{}\"", y + 15);
    writeln!(out, "<text {place} {LETTER} font-size=\"42\" fill=\"{ink}\">{letter}</text>")
}

/// The outline of a piece, and the finer lines within it.
struct Outline {
    /// Closed outlines, filled and stroked.
    body: &'static str,
    /// Lines that are only stroked, in the colour of details.
    lines: &'static str,
}

/// The drawing of a piece.
const fn shape(role: Role) -> Outline {
    match role {
        Role::Pawn => Outline {
            body: "M50 21a14 14 0 0 1 9 24.7h6v6.3h-8c.5 12 5 19 14 25v11H29V77c9-6 13.5-13 14-25h-8v-6.3h6A14 14 0 0 1 50 21z",
            lines: "M31 78h38",
        },
        Role::Knight => Outline {
            body: "M38 11l8 10c20 2 33 17 33 43 0 8-1 14-2 24H31c0-14 4-20 12-27 4-4 7-8 7-13-6 6-13 5-18 9-3 3-6 7-9 6-5-1-9-7-8-11 2-6 8-12 11-20 1-4 4-7 7-9z",
            lines: "M34 35l4-2M21 52l3 1M55 27c11 4 17 17 16 37 0 6-1 10-2 17",
        },
        Role::Bishop => Outline {
            body: "M50 10a5.5 5.5 0 0 1 3.5 9.8C64 27 70 37 70 47c0 7-4 12-8 15h3v6h-5c1 3 4 6 8 8v2c6 0 9 3 9 10H23c0-7 3-10 9-10v-2c4-2 7-5 8-8h-5v-6h3c-4-3-8-8-8-15 0-10 6-20 16.5-27.2A5.5 5.5 0 0 1 50 10z",
            lines: "M50 31v18M42 40h16M38 62h24M34 78h32",
        },
        Role::Rook => Outline {
            body: "M27 18h11v7h7v-7h10v7h7v-7h11v17l-8 7v26l7 7h4v13H24V75h4l7-7V42l-8-7z",
            lines: "M33 42h34M34 68h32M26 76h48",
        },
        Role::Queen => Outline {
            body: "M16 25a5 5 0 1 1 3.5.1l10 18.4L33 18.5a5 5 0 1 1 4 0l8.5 23L48 16a5 5 0 1 1 4 0l2.5 25.5 8.5-23a5 5 0 1 1 4 0l3.5 25 10-18.4A5 5 0 1 1 84 25l-9 39c-1 4 2 6 2 10v14H23V74c0-4 3-6 2-10z",
            lines: "M25 64c16-5 34-5 50 0M23 75c18-5 36-5 54 0",
        },
        Role::King => Outline {
            body: "M47 8h6v6h7v6h-7v8c1 1 2 3 2.5 5C62 25 80 25 82 40c1 10-6 17-8 24-1 4 3 6 3 10v14H23V74c0-4 4-6 3-10-2-7-9-14-8-24 2-15 20-15 26.5-7 .5-2 1.5-4 2.5-5v-8h-7v-6h7z",
            lines: "M50 62c0-14-1-22-5.5-29M50 62c0-14 1-22 5.5-29M26 64c16-5 32-5 48 0M23 75c18-5 36-5 54 0",
        },
    }
}
