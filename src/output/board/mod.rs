//! A board drawn: in letters, in figurines, as a list of pieces, or as SVG. Knows no game.

mod arrows;
mod pieces;
mod svg;
mod text;

use crate::rules::{Bitboard, Board, BoardIndex, Color, Move, MoveKind, Position, Square};
pub use pieces::PieceShapes;
pub use svg::{bare_svg, page_shapes};
pub use text::{pieces, pieces_of};

/// How a board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Style {
    /// Letters; a board is 28 columns wide.
    #[default]
    Ascii,
    /// Figurines; a board is as wide.
    Unicode,
    /// Sentences for a screen reader.
    Plain,
    /// A self-contained SVG drawing.
    Svg,
}

impl Style {
    /// Every style.
    pub const ALL: [Self; 4] = [Self::Ascii, Self::Unicode, Self::Plain, Self::Svg];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::Unicode => "unicode",
            Self::Plain => "plain",
            Self::Svg => "svg",
        }
    }

    /// The style of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|style| style.name() == name)
    }
}

/// What is marked on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Marks {
    /// The origin of the last move.
    pub from: Option<Square>,
    /// Its target.
    pub to: Option<Square>,
    /// The king in check.
    pub checked: Option<Square>,
    /// Empty squares the selected piece can move to.
    pub targets: Bitboard,
    /// Squares on which it can capture.
    pub captures: Bitboard,
    /// Where a move that was written begins: an arrow leads from each of them to `written_to`.
    pub written_from: Bitboard,
    /// Where it ends.
    pub written_to: Option<Square>,
    /// The pieces that forbid the move by an attack: a line leads from each of them to `attacked`.
    pub attackers: Bitboard,
    /// What they attack.
    pub attacked: Option<Square>,
    /// The pieces in the way, and the pieces that have lost a right.
    pub crossed: Bitboard,
}

/// A board, its marks, and the side it is seen from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Diagram {
    /// The pieces.
    pub board: Board,
    /// The marks.
    pub marks: Marks,
    /// The side at the bottom of the drawing.
    pub bottom: Color,
    /// Whether files and ranks are named beside a drawing as SVG.
    pub has_coordinates: bool,
}

impl Diagram {
    /// A board seen from White's side, without marks.
    pub fn new(board: Board) -> Self {
        Self { board, marks: Marks::default(), bottom: Color::White, has_coordinates: true }
    }

    /// One board of a position, with a king in check marked.
    pub fn of(position: &impl Position, board_index: BoardIndex) -> Self {
        let board = position.boards().get(usize::from(board_index.0)).copied().unwrap_or_default();
        let (king_board, king) = position.king(position.turn());
        let checked = (position.is_check() && king_board == board_index).then_some(king);
        Self { marks: Marks { checked, ..Marks::default() }, ..Self::new(board) }
    }

    /// The same, seen from this side.
    #[must_use]
    pub fn seen_from(self, bottom: Color) -> Self {
        Self { bottom, ..self }
    }

    /// The drawing; every line ends with a line feed.
    fn draw(&self, style: Style) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = match style {
            Style::Ascii => text::ascii(self, &mut text),
            Style::Unicode => text::unicode(self, &mut text),
            Style::Plain => text::plain(self, &mut text),
            Style::Svg => svg::svg(self, &mut text),
        };
        text
    }

    /// The squares from left to right, row by row from the top.
    fn rows(&self) -> [[Square; 8]; 8] {
        std::array::from_fn(|row| std::array::from_fn(|column| self.square(row, column)))
    }

    fn square(&self, row: usize, column: usize) -> Square {
        let index = match self.bottom {
            Color::White => (7 - row) * 8 + column,
            Color::Black => row * 8 + (7 - column),
        };
        Square::ALL[index & 63]
    }
}

/// The columns between two boards side by side.
const GAP: usize = 3;

/// The columns of a board in letters or figurines.
const WIDTH: usize = 28;

/// All boards of a position: side by side as far as the screen is wide, the rest below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagrams {
    diagrams: Vec<Diagram>,
}

impl From<Vec<Diagram>> for Diagrams {
    fn from(diagrams: Vec<Diagram>) -> Self {
        Self { diagrams }
    }
}

impl Diagrams {
    /// The boards seen from White's side, with a king in check marked.
    pub fn of(position: &impl Position) -> Self {
        let boards = (0..).map(BoardIndex).zip(position.boards());
        Self { diagrams: boards.map(|(index, _)| Diagram::of(position, index)).collect() }
    }

    /// The same, seen from this side.
    #[must_use]
    pub fn seen_from(mut self, bottom: Color) -> Self {
        for diagram in &mut self.diagrams {
            diagram.bottom = bottom;
        }
        self
    }

    /// The boards, one drawing each.
    pub fn each(&self) -> &[Diagram] {
        &self.diagrams
    }

    /// The same, with or without the names of files and ranks beside a drawing as SVG.
    #[must_use]
    pub fn with_coordinates(mut self, has_coordinates: bool) -> Self {
        for diagram in &mut self.diagrams {
            diagram.has_coordinates = has_coordinates;
        }
        self
    }

    /// The same, with no king marked as being in check.
    #[must_use]
    pub fn without_check(mut self) -> Self {
        for diagram in &mut self.diagrams {
            diagram.marks.checked = None;
        }
        self
    }

    /// The same, with the last move marked: its origin on its board, its target on the next.
    #[must_use]
    pub fn with_last_move(mut self, mv: Move) -> Self {
        let first = usize::from(mv.board_index.0);
        let next = (first + 1) % self.diagrams.len().max(1);
        if let Some(diagram) = self.diagrams.get_mut(first) {
            diagram.marks.from = Some(mv.from);
        }
        if let Some(diagram) = self.diagrams.get_mut(next) {
            diagram.marks.to = Some(mv.target());
        }
        self
    }

    /// The same, with the targets of these moves marked on their own boards.
    #[must_use]
    pub fn with_targets(mut self, moves: &[Move]) -> Self {
        let captures = |mv: &&Move| mv.capture.is_some() && mv.kind == MoveKind::Normal;
        for (index, diagram) in (0..).map(BoardIndex).zip(&mut self.diagrams) {
            let here = || moves.iter().filter(|mv| mv.board_index == index);
            diagram.marks.captures = here().filter(captures).map(|mv| mv.to).collect();
            let targets: Bitboard = here().map(|mv| mv.target()).collect();
            diagram.marks.targets = targets - diagram.marks.captures;
        }
        self
    }

    /// The drawing for a screen of `columns` columns; every line ends with a line feed.
    pub fn draw(&self, style: Style, columns: usize) -> String {
        match (self.diagrams.as_slice(), style) {
            ([diagram], _) => diagram.draw(style),
            (_, Style::Svg) => svg::side_by_side(&self.diagrams),
            (_, Style::Plain) => self.titled(style).concat(),
            (_, Style::Ascii | Style::Unicode) => {
                let in_a_row = ((columns + GAP) / (WIDTH + GAP)).max(1);
                let titled = self.titled(style);
                let rows: Vec<String> = titled.chunks(in_a_row).map(side_by_side).collect();
                rows.join("\n")
            }
        }
    }

    /// Every board below its name.
    fn titled(&self, style: Style) -> Vec<String> {
        let titled = |(board_index, diagram): (u8, &Diagram)| {
            format!("Board {}\n{}", BoardIndex(board_index).letter(), diagram.draw(style))
        };
        (0..).zip(&self.diagrams).map(titled).collect()
    }
}

/// Drawings of equal height, side by side.
fn side_by_side(drawings: &[String]) -> String {
    let mut columns: Vec<_> = drawings.iter().map(|drawing| drawing.lines()).collect();
    let mut text = String::new();
    loop {
        let parts: Vec<&str> = columns.iter_mut().filter_map(Iterator::next).collect();
        if parts.is_empty() {
            return text;
        }
        let padded: Vec<String> = parts.iter().map(|part| padded(part)).collect();
        text.push_str(padded.concat().trim_end());
        text.push('\n');
    }
}

/// A line of a board, padded to where the next board begins. U+FE0E has no width.
fn padded(line: &str) -> String {
    let width = line.chars().filter(|&character| character != '\u{fe0e}').count();
    format!("{line}{}", " ".repeat((WIDTH + GAP).saturating_sub(width)))
}

#[cfg(test)]
mod tests {
    use super::{Diagrams, Style};
    use crate::{
        notation::fen,
        rules::{BoardCount, Chess, Color, Dialect, Layered, Position, Square},
    };

    fn position(text: &str) -> Chess {
        fen::position(text.as_bytes()).unwrap()
    }

    #[test]
    fn marks_are_characters_around_the_pieces() {
        let before = position("4k3/8/8/8/8/8/4p3/R3K2R w KQ - 0 40");
        let castles = |mv: &crate::rules::Move| mv.castling_side().is_some();
        assert!(!before.legal_moves().iter().any(castles), "e2 guards f1 and d1");
        let mv = before.legal_moves().into_iter().find(|mv| mv.to == Square::A8).unwrap();
        let after = before.after(mv);
        let moves = after.legal_moves();
        let diagrams = Diagrams::of(&after).with_last_move(mv).with_targets(&moves);
        let drawn = diagrams.draw(Style::Ascii, 0);
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
    fn captures_are_marked_with_braces() {
        let position = position("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 40");
        let moves: Vec<_> =
            position.legal_moves().into_iter().filter(|mv| mv.from == Square::E4).collect();
        let drawn = Diagrams::of(&position).with_targets(&moves).draw(Style::Ascii, 0);
        assert!(drawn.contains("\n5  .  .  . {p} *  .  .  .  5\n"), "{drawn}");
    }

    #[test]
    fn a_board_is_28_columns_wide_from_both_sides() {
        for bottom in Color::ALL {
            let drawn = Diagrams::of(&Chess::start()).seen_from(bottom).draw(Style::Ascii, 0);
            let ranks: Vec<&str> = drawn.lines().skip(1).take(8).collect();
            assert!(ranks.iter().all(|row| row.len() == 28), "{drawn}");
            assert_eq!(ranks[0].starts_with('8'), bottom == Color::White);
        }
    }

    #[test]
    fn figurines_have_the_text_variation_selector() {
        let drawn = Diagrams::of(&Chess::start()).draw(Style::Unicode, 0);
        assert_eq!(drawn.matches('\u{fe0e}').count(), 32);
        assert!(drawn.contains("8  ♜\u{fe0e}  ♞\u{fe0e}"), "{drawn}");
    }

    #[test]
    fn the_plain_style_names_every_piece() {
        let position = position("6k1/5ppp/8/8/8/8/8/R3K2R w Q - 0 40");
        let expected = "White: king e1, rooks a1 h1.\nBlack: king g8, pawns f7 g7 h7.\n";
        assert_eq!(Diagrams::of(&position).draw(Style::Plain, 0), expected);
    }

    #[test]
    fn a_drawing_defines_the_shapes_it_uses() {
        let drawn = Diagrams::of(&Chess::start()).draw(Style::Svg, 0);
        assert_eq!(drawn.matches("<use ").count(), 32);
        for name in ["wK", "wQ", "wR", "wB", "wN", "wP", "bK", "bQ", "bR", "bB", "bN", "bP"] {
            assert!(drawn.contains(&format!("id=\"{name}\"")), "{name}");
        }
        assert!(!drawn.contains("http://www.w3.org/1999"), "only SVG");
    }

    /// The position after 1. e4 on `count` boards.
    fn after_e4(count: u8) -> Diagrams {
        let start = Layered::alice(BoardCount::new(count).unwrap(), Dialect::Classical);
        let mv = start.legal_moves().into_iter().find(|mv| mv.to == Square::E4).unwrap();
        Diagrams::of(&start.after(mv)).with_last_move(mv)
    }

    #[test]
    fn boards_stand_side_by_side_where_there_is_room() {
        let drawn = after_e4(2).draw(Style::Ascii, 80);
        let expected = "\
Board A                        Board B
   a  b  c  d  e  f  g  h         a  b  c  d  e  f  g  h
8  r  n  b  q  k  b  n  r  8   8  .  .  .  .  .  .  .  .  8
7  p  p  p  p  p  p  p  p  7   7  .  .  .  .  .  .  .  .  7
6  .  .  .  .  .  .  .  .  6   6  .  .  .  .  .  .  .  .  6
5  .  .  .  .  .  .  .  .  5   5  .  .  .  .  .  .  .  .  5
4  .  .  .  .  .  .  .  .  4   4  .  .  .  . [P] .  .  .  4
3  .  .  .  .  .  .  .  .  3   3  .  .  .  .  .  .  .  .  3
2  P  P  P  P (.) P  P  P  2   2  .  .  .  .  .  .  .  .  2
1  R  N  B  Q  K  B  N  R  1   1  .  .  .  .  .  .  .  .  1
   a  b  c  d  e  f  g  h         a  b  c  d  e  f  g  h
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn no_line_is_wider_than_the_screen() {
        for (columns, heads) in [(40, 8), (58, 8), (59, 4), (90, 3), (300, 1)] {
            for style in [Style::Ascii, Style::Unicode] {
                let drawn = after_e4(8).draw(style, columns).replace('\u{fe0e}', "");
                assert!(drawn.lines().all(|line| line.chars().count() <= columns), "{drawn}");
                let titles = drawn.lines().filter(|line| line.starts_with("Board")).count();
                assert_eq!(titles, heads, "{columns} columns");
            }
        }
    }

    #[test]
    fn a_single_board_needs_no_name() {
        let drawn = Diagrams::of(&Chess::start()).draw(Style::Ascii, 80);
        assert!(drawn.starts_with("   a  b"), "{drawn}");
    }

    #[test]
    fn one_drawing_holds_all_boards() {
        let drawn = after_e4(3).draw(Style::Svg, 80);
        assert_eq!(drawn.matches("<svg ").count(), 1);
        assert_eq!(drawn.matches("<use ").count(), 32);
        assert!(drawn.contains(">Board C<"), "{drawn}");
    }

    #[test]
    fn the_plain_style_lists_board_by_board() {
        let drawn = after_e4(2).draw(Style::Plain, 80);
        let second = "Board B\nWhite: pawn e4.\nBlack: nothing.\n";
        assert!(drawn.starts_with("Board A\nWhite: king e1") && drawn.contains(second), "{drawn}");
    }
}
