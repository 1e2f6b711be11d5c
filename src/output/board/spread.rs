//! The boards of one position, each under its name: side by side as far as the paper is wide, the rest below.

use super::{Diagram, Style, svg};
use crate::rules::{BoardIndex, Color, Move, Position};

/// Between two boards that stand side by side.
const GAP: usize = 3;

/// How wide a board of characters is.
const WIDTH: usize = 28;

/// All boards of a position.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spread {
    diagrams: Vec<Diagram>,
}

impl Spread {
    /// The boards as White sees them, with the king marked that is in check.
    pub fn of(position: &impl Position) -> Self {
        let layers = (0..).map(BoardIndex).zip(position.boards());
        Self {
            diagrams: layers.map(|(board_index, _)| Diagram::of(position, board_index)).collect(),
        }
    }

    /// The same, seen by this side.
    #[must_use]
    pub fn seen_by(self, below: Color) -> Self {
        let diagrams = self.diagrams.into_iter().map(|diagram| diagram.seen_by(below)).collect();
        Self { diagrams }
    }

    /// The same, with the last move pointed out: where it began on its board, where it ended on the next.
    #[must_use]
    pub fn after(mut self, mv: Move) -> Self {
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

    /// The same, with the squares pointed out to which these moves go on their own boards.
    #[must_use]
    pub fn showing(self, moves: &[Move]) -> Self {
        let on_board = |(board_index, diagram): (u8, Diagram)| {
            let here: Vec<Move> = moves
                .iter()
                .copied()
                .filter(|mv| mv.board_index == BoardIndex(board_index))
                .collect();
            diagram.showing(&here)
        };
        Self { diagrams: (0..).zip(self.diagrams).map(on_board).collect() }
    }

    /// The drawing, with a line end after every line, on paper so many columns wide.
    pub fn draw(&self, style: Style, columns: usize) -> String {
        match (self.diagrams.as_slice(), style) {
            ([diagram], _) => diagram.draw(style).to_string(),
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

    /// Every board with its name above.
    fn titled(&self, style: Style) -> Vec<String> {
        let titled = |(board_index, diagram): (u8, &Diagram)| {
            format!("Board {}\n{}", BoardIndex(board_index).letter(), diagram.draw(style))
        };
        (0..).zip(&self.diagrams).map(titled).collect()
    }
}

/// Drawings of equal height beside each other.
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

/// A line of a board filled up to where the next board begins. U+FE0E takes no room.
fn padded(line: &str) -> String {
    let width = line.chars().filter(|&character| character != '\u{fe0e}').count();
    format!("{line}{}", " ".repeat((WIDTH + GAP).saturating_sub(width)))
}

#[cfg(test)]
mod tests {
    use super::Spread;
    use crate::output::board::Style;
    use crate::rules::{BoardCount, Chess, Dialect, Layered, Position, Square};

    /// After 1. e4 on so many boards.
    fn after_e4(count: u8) -> Spread {
        let start = Layered::alice(BoardCount::new(count).unwrap(), Dialect::Classical);
        let mv = start.legal_moves().into_iter().find(|mv| mv.to == Square::E4).unwrap();
        Spread::of(&start.after(mv)).after(mv)
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
    fn no_line_is_longer_than_the_paper_is_wide() {
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
        let drawn = Spread::of(&Chess::start()).draw(Style::Ascii, 80);
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
    fn sentences_are_told_board_by_board() {
        let drawn = after_e4(2).draw(Style::Plain, 80);
        let second = "Board B\nWhite: pawn e4.\nBlack: nothing.\n";
        assert!(drawn.starts_with("Board A\nWhite: king e1") && drawn.contains(second), "{drawn}");
    }
}
