//! A board as something to look at: letters, figurines, a list of men, or a drawing. Knows no game.

mod men;
mod plain;
mod spread;
mod squares;
mod svg;

use std::fmt;

use crate::rules::{Bitboard, Board, BoardIndex, Color, Move, MoveKind, Position, Square};
pub use plain::{men, pieces};
pub use spread::Spread;
pub use svg::{Shapes, bare_svg};

/// How a board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Style {
    /// Letters, 28 columns wide.
    #[default]
    Ascii,
    /// Figurines, as wide.
    Unicode,
    /// Sentences for a screen reader.
    Plain,
    /// A self-contained drawing.
    Svg,
}

impl Style {
    /// Every style.
    pub const ALL: [Self; 4] = [Self::Ascii, Self::Unicode, Self::Plain, Self::Svg];

    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::Unicode => "unicode",
            Self::Plain => "plain",
            Self::Svg => "svg",
        }
    }

    /// The style with this word.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.name() == name)
    }
}

/// What is pointed out on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks {
    /// Where the last move began.
    pub from: Option<Square>,
    /// Where it ended.
    pub to: Option<Square>,
    /// A king in check.
    pub checked: Option<Square>,
    /// Free squares the asked man can go to.
    pub targets: Bitboard,
    /// What it can take.
    pub captures: Bitboard,
}

/// A board, what is pointed out on it, and from which side it is seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Diagram {
    /// Where the men stand.
    pub board: Board,
    /// What is pointed out.
    pub marks: Marks,
    /// The side that sits below.
    pub below: Color,
}

impl Diagram {
    /// A board seen by White, with nothing pointed out.
    pub fn new(board: Board) -> Self {
        Self { board, marks: Marks::default(), below: Color::White }
    }

    /// One board of a position, with the king marked that is in check on it.
    pub fn of(position: &impl Position, board_index: BoardIndex) -> Self {
        let board = position.boards().get(usize::from(board_index.0)).copied().unwrap_or_default();
        let (king_layer, king) = position.king(position.turn());
        let checked = (position.is_check() && king_layer == board_index).then_some(king);
        Self { marks: Marks { checked, ..Marks::default() }, ..Self::new(board) }
    }

    /// The same, seen by this side.
    #[must_use]
    pub fn seen_by(self, below: Color) -> Self {
        Self { below, ..self }
    }

    /// The same, with the last move pointed out.
    #[must_use]
    pub fn after(self, mv: Move) -> Self {
        let marks = Marks { from: Some(mv.from), to: Some(mv.target()), ..self.marks };
        Self { marks, ..self }
    }

    /// The same, with the squares pointed out to which these moves go.
    #[must_use]
    pub fn showing(self, moves: &[Move]) -> Self {
        let takes = |mv: &&Move| mv.capture.is_some() && mv.kind == MoveKind::Normal;
        let captures: Bitboard = moves.iter().filter(takes).map(|mv| mv.to).collect();
        let targets: Bitboard = moves.iter().map(|mv| mv.target()).collect();
        Self { marks: Marks { targets: targets - captures, captures, ..self.marks }, ..self }
    }

    /// The drawing, with a line end after every line.
    pub fn draw(&self, style: Style) -> Drawing<'_> {
        Drawing { diagram: self, style }
    }

    /// The squares from left to right, row by row from the top, as the side below sees them.
    fn rows(&self) -> [[Square; 8]; 8] {
        std::array::from_fn(|row| std::array::from_fn(|column| self.square(row, column)))
    }

    fn square(&self, row: usize, column: usize) -> Square {
        let index = match self.below {
            Color::White => (7 - row) * 8 + column,
            Color::Black => row * 8 + (7 - column),
        };
        Square::ALL[index & 63]
    }
}

/// A diagram on its way to paper.
#[derive(Debug, Clone, Copy)]
pub struct Drawing<'a> {
    diagram: &'a Diagram,
    style: Style,
}

impl fmt::Display for Drawing<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.style {
            Style::Ascii => squares::ascii(self.diagram, f),
            Style::Unicode => squares::unicode(self.diagram, f),
            Style::Plain => plain::sentences(self.diagram, f),
            Style::Svg => svg::svg(self.diagram, f),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Diagram, Style};
    use crate::{
        notation::fen,
        rules::{BoardIndex, Chess, Color, Position, Square},
    };

    fn position(text: &str) -> Chess {
        fen::position(text.as_bytes()).unwrap()
    }

    #[test]
    fn marks_are_characters_around_the_men() {
        let before = position("4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 40");
        let castles = |mv: &crate::rules::Move| mv.castling_side().is_some();
        assert!(!before.legal_moves().iter().any(castles), "e2 guards f1 and d1");
        let mv = before.legal_moves().into_iter().find(|mv| mv.to == Square::A8).unwrap();
        let after = before.after(mv);
        let moves = after.legal_moves();
        let drawn = Diagram::of(&after, BoardIndex::FIRST)
            .after(mv)
            .showing(&moves)
            .draw(Style::Ascii)
            .to_string();
        let expected = "   a  b  c  d  e  f  g  h
8 [R] .  .  . <k> .  .  .  8
7  .  .  .  *  *  *  .  .  7
6  .  .  .  .  .  .  .  .  6
5  .  .  .  .  .  .  .  .  5
4  .  .  .  .  .  .  .  .  4
3  .  .  .  .  .  .  .  .  3
2  .  .  .  .  p  .  .  .  2
1 (.) .  .  .  K  .  .  R  1
   a  b  c  d  e  f  g  h
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn what_can_be_taken_stands_in_braces() {
        let position = position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 40");
        let moves: Vec<_> =
            position.legal_moves().into_iter().filter(|mv| mv.from == Square::E4).collect();
        let drawn = Diagram::of(&position, BoardIndex::FIRST)
            .showing(&moves)
            .draw(Style::Ascii)
            .to_string();
        assert!(drawn.contains("\n5  .  .  . {p} *  .  .  .  5\n"), "{drawn}");
    }

    #[test]
    fn a_board_is_28_columns_wide_from_both_sides() {
        let diagram = Diagram::of(&Chess::start(), BoardIndex::FIRST);
        for below in Color::ALL {
            let drawn = diagram.seen_by(below).draw(Style::Ascii).to_string();
            let ranks: Vec<&str> = drawn.lines().skip(1).take(8).collect();
            assert!(ranks.iter().all(|row| row.len() == 28), "{drawn}");
            assert_eq!(ranks[0].starts_with('8'), below == Color::White);
        }
    }

    #[test]
    fn figurines_ask_for_their_text_form() {
        let drawn =
            Diagram::of(&Chess::start(), BoardIndex::FIRST).draw(Style::Unicode).to_string();
        assert_eq!(drawn.matches('\u{fe0e}').count(), 32);
        assert!(drawn.contains("8  ♜\u{fe0e}  ♞\u{fe0e}"), "{drawn}");
    }

    #[test]
    fn the_plain_style_names_every_man() {
        let diagram =
            Diagram::of(&position("6k1/5ppp/8/8/8/8/8/R3K2R w Q - 0 40"), BoardIndex::FIRST);
        let expected = "White: king e1, rooks a1 h1.\nBlack: king g8, pawns f7 g7 h7.\n";
        assert_eq!(diagram.draw(Style::Plain).to_string(), expected);
    }

    #[test]
    fn a_drawing_uses_only_shapes_it_defines() {
        let drawn = Diagram::of(&Chess::start(), BoardIndex::FIRST).draw(Style::Svg).to_string();
        assert_eq!(drawn.matches("<use ").count(), 32);
        for name in ["wK", "wQ", "wR", "wB", "wN", "wP", "bK", "bQ", "bR", "bB", "bN", "bP"] {
            assert!(drawn.contains(&format!("id=\"{name}\"")), "{name}");
        }
        assert!(!drawn.contains("http://www.w3.org/1999"), "no other language within");
    }
}
