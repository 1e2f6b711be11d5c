//! A board drawn: in letters, in figurines, as a list of pieces, or as SVG. Knows no game.

mod arrows;
mod diagram;
mod look;
mod pieces;
mod svg;
mod text;
mod theme;

use std::sync::Arc;

use crate::{
    notation::reason,
    rules::{
        AnyMove, AnyPosition, Color, MoveKind, Outcome, Position, Square,
        variant::{Place, Rules, VariantMoveKind},
    },
};
pub use diagram::{BoardSquare, BoardSquares, Diagram, DrawnPiece, Marks};
pub use look::{Look, Paint};
pub use pieces::PieceShapes;
pub use svg::{bare_svg, page_shapes};
pub use theme::{ColorDepth, Theme};

/// How a board is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum Style {
    /// Letters; a board of chess is 28 columns wide.
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

impl Diagram {
    /// The drawing; every line ends with a line feed.
    fn draw(&self, look: Look) -> String {
        let mut text = String::new();
        // Writing to a string does not fail.
        let _ = match look.style {
            Style::Ascii | Style::Unicode => text::board(self, look, &mut text),
            Style::Plain => text::plain(self, &mut text),
            Style::Svg => svg::svg(self, &mut text),
        };
        text
    }
}

/// The letter of a board, counted from zero.
pub fn board_letter(board: u8) -> char {
    char::from(b'A' + board)
}

/// Whose turn it is, and check or the end of the game: `White to move. Check!`
pub fn state(position: &AnyPosition) -> String {
    let state = match (position.board_outcome(), position.variant()) {
        (Some(Outcome::Variant(outcome)), Some(position)) => {
            format!(". Over: {}.", reason::variant::ending(position.rules(), outcome))
        }
        (Some(Outcome::Checkmate { .. }), _) => ". Checkmate!".to_owned(),
        (Some(Outcome::Stalemate), _) => ". Stalemate!".to_owned(),
        (Some(Outcome::DeadPosition), _) => ". Neither side can mate.".to_owned(),
        _ if position.is_check() => ". Check!".to_owned(),
        _ => String::new(),
    };
    format!("{} to move{state}", position.turn().name())
}

/// The columns between two boards side by side.
const GAP: usize = 3;

/// All boards of a position: side by side as far as the screen is wide, the rest below.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagrams {
    each: Vec<Diagram>,
    turn: Color,
    /// The rules of the game, unless it is chess.
    rules: Option<Arc<Rules>>,
}

impl From<Vec<Diagram>> for Diagrams {
    fn from(diagrams: Vec<Diagram>) -> Self {
        Self { each: diagrams, turn: Color::White, rules: None }
    }
}

impl Diagrams {
    /// The boards seen from White's side, with a king in check marked.
    pub fn of(position: &AnyPosition) -> Self {
        let boards = 0..position.geometry().boards();
        Self {
            each: boards.map(|board| Diagram::of(position, board)).collect(),
            turn: position.turn(),
            rules: position.variant().map(|position| Arc::clone(position.rules())),
        }
    }

    /// The same, seen from this side.
    #[must_use]
    pub fn seen_from(mut self, bottom: Color) -> Self {
        for diagram in &mut self.each {
            diagram.bottom = bottom;
        }
        self
    }

    /// The boards, one drawing each.
    pub fn each(&self) -> &[Diagram] {
        &self.each
    }

    /// The same, with or without the names of files and ranks beside a drawing as SVG.
    #[must_use]
    pub fn with_coordinates(mut self, has_coordinates: bool) -> Self {
        for diagram in &mut self.each {
            diagram.has_coordinates = has_coordinates;
        }
        self
    }

    /// The same, with no king marked as being in check.
    #[must_use]
    pub fn without_check(mut self) -> Self {
        for diagram in &mut self.each {
            diagram.marks.checked = None;
        }
        self
    }

    /// The same, with the last move marked: its origin on its board, its target on the board where the piece is now.
    #[must_use]
    pub fn with_last_move(mut self, mv: AnyMove) -> Self {
        let (to, next) = match (&self.rules, mv) {
            (Some(rules), AnyMove::Variant(mv)) => {
                let to = mv.target(rules, !self.turn);
                (to, rules.geometry().next_board(to))
            }
            (_, mv) => (self.target(mv), mv.to()),
        };
        let next = self.board_of(next);
        if let Some((diagram, square)) = mv.origin().and_then(|from| self.diagram_with(from)) {
            diagram.marks.from = Some(square);
        }
        let square = self.diagram_with(to).map(|(_, square)| square);
        if let Some(diagram) = self.each.get_mut(usize::from(next)) {
            diagram.marks.to = square;
        }
        self
    }

    /// The same, with the targets of these moves marked on their own boards.
    #[must_use]
    pub fn with_targets(mut self, moves: &[AnyMove]) -> Self {
        for &mv in moves.iter().filter(|mv| has_target(**mv)) {
            if let Some((diagram, square)) = self.diagram_with(mv.to()).filter(|_| captures(mv)) {
                diagram.marks.captures.insert(square);
            }
        }
        for &mv in moves.iter().filter(|mv| has_target(**mv)) {
            let to = self.target(mv);
            if let Some((diagram, square)) = self.diagram_with(to)
                && !diagram.marks.captures.contains(&square)
            {
                diagram.marks.targets.insert(square);
            }
        }
        self
    }

    /// The square on which a piece ends if the side to move makes this move.
    fn target(&self, mv: AnyMove) -> Place {
        match (&self.rules, mv) {
            (Some(rules), AnyMove::Variant(mv)) => mv.target(rules, self.turn),
            (_, AnyMove::Chess(mv)) => mv.target().into(),
            (None, AnyMove::Variant(mv)) => mv.to,
        }
    }

    /// The board of a place, counted from zero.
    fn board_of(&self, place: Place) -> u8 {
        self.rules.as_ref().map_or(0, |rules| rules.geometry().board(place))
    }

    /// The diagram that shows a place, and its square there.
    fn diagram_with(&mut self, place: Place) -> Option<(&mut Diagram, BoardSquare)> {
        let board = usize::from(self.board_of(place));
        let square = match &self.rules {
            Some(rules) => BoardSquare::of(rules.geometry(), place),
            None => BoardSquare::from(Square::try_from(place).ok()?),
        };
        self.each.get_mut(board).map(|diagram| (diagram, square))
    }

    /// The drawing for a screen of `columns` columns; every line ends with a line feed.
    pub fn draw(&self, style: Style, columns: usize) -> String {
        self.paint(Look::bare(style), columns)
    }

    /// The same with colours, or with large squares.
    pub fn paint(&self, look: Look, columns: usize) -> String {
        match (self.each.as_slice(), look.style) {
            ([diagram], _) => diagram.draw(look),
            (_, Style::Svg) => svg::side_by_side(&self.each),
            (_, Style::Plain) => self.titled(look).concat(),
            (_, Style::Ascii | Style::Unicode) => {
                let width = self.each.first().map_or(0, |diagram| look.width(diagram));
                let in_a_row = ((columns + GAP) / (width + GAP)).max(1);
                let titled = self.titled(look);
                let side_by_side = |drawings| side_by_side(drawings, width);
                let rows: Vec<String> = titled.chunks(in_a_row).map(side_by_side).collect();
                rows.join("\n")
            }
        }
    }

    /// Every board below its name.
    fn titled(&self, look: Look) -> Vec<String> {
        let titled = |(board, diagram): (u8, &Diagram)| {
            format!("Board {}\n{}", board_letter(board), diagram.draw(look))
        };
        (0..).zip(&self.each).map(titled).collect()
    }
}

/// Whether a move leads to a square that can be marked: a pass does not.
fn has_target(mv: AnyMove) -> bool {
    !matches!(mv, AnyMove::Variant(mv) if mv.kind == VariantMoveKind::Pass)
}

/// Whether a move captures what is on its target.
fn captures(mv: AnyMove) -> bool {
    mv.is_capture()
        && match mv {
            AnyMove::Chess(mv) => mv.kind == MoveKind::Normal,
            AnyMove::Variant(mv) => mv.kind != VariantMoveKind::EnPassant,
        }
}

/// Drawings of equal width, side by side; the first may be the highest.
fn side_by_side(drawings: &[String], width: usize) -> String {
    let mut columns: Vec<_> = drawings.iter().map(|drawing| drawing.lines()).collect();
    let mut text = String::new();
    loop {
        let parts: Vec<&str> = columns.iter_mut().filter_map(Iterator::next).collect();
        if parts.is_empty() {
            return text;
        }
        let padded: Vec<String> = parts.iter().map(|part| padded(part, width + GAP)).collect();
        text.push_str(padded.concat().trim_end());
        text.push('\n');
    }
}

/// A line of a board, padded to where the next board begins. U+FE0E and escape sequences have no width.
fn padded(line: &str, width: usize) -> String {
    let mut is_escape = false;
    let is_shown = |character: &char| {
        let was_escape = is_escape;
        is_escape = *character == '\u{1b}' || (is_escape && *character != 'm');
        !was_escape && !is_escape && *character != '\u{fe0e}'
    };
    let shown = line.chars().filter(is_shown).count();
    format!("{line}{}", " ".repeat(width.saturating_sub(shown)))
}

#[cfg(test)]
mod tests;
