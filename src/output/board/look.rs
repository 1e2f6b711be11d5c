//! How a board of characters looks on a terminal: letters or figurines, colours, size.

use super::{ColorDepth, Diagram, Style, Theme, diagram::BoardSquare, text, theme};

/// How a board of characters is drawn on a terminal.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// Letters, figurines or sentences.
    pub style: Style,
    /// The colours of the squares.
    pub paint: Paint,
    /// Squares of five columns and two lines.
    pub is_large: bool,
}

/// The colours of the squares.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Paint {
    /// None.
    Bare,
    /// Dark squares in reverse video.
    Chequered,
    /// Those of a theme.
    Colors(Theme, ColorDepth),
}

impl Look {
    /// A board without colours, of the usual size.
    pub const fn bare(style: Style) -> Self {
        Self { style, paint: Paint::Bare, is_large: false }
    }

    /// Whether colours say whose a piece is.
    pub(super) const fn is_painted(self) -> bool {
        matches!(self.paint, Paint::Colors(..))
    }

    /// The columns of a board: 28 for chess, 44 with large squares.
    pub(super) fn width(self, diagram: &Diagram) -> usize {
        let square = if self.is_large { 5 } else { 3 };
        usize::from(diagram.width) * square + 2 * (text::margin(diagram) + 1)
    }

    /// A cell of the board: a piece between its marks. A square that does not exist has no colour.
    pub(super) fn cell(
        self,
        diagram: &Diagram,
        square: BoardSquare,
        parts: &[String; 3],
    ) -> String {
        let parts = parts.each_ref().map(String::as_str);
        match self.paint {
            _ if !diagram.exists(square) => format!("{}{}", self.row_end(), parts.concat()),
            Paint::Colors(theme, depth) => theme.cell(depth, diagram, square, parts),
            Paint::Chequered if !square.is_light() => {
                format!("\u{1b}[7m{}\u{1b}[27m", parts.concat())
            }
            Paint::Bare | Paint::Chequered => parts.concat(),
        }
    }

    /// What follows the last cell of a row.
    pub(super) const fn row_end(self) -> &'static str {
        if self.is_painted() { theme::RESET } else { "" }
    }
}
