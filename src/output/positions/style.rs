//! How a page of diagrams looks.

use clap::ValueEnum;

use super::PositionRecord;
use crate::{
    output::board::{Diagram, Diagrams},
    rules::{Color, Position, Setup},
};

/// How a page of diagrams looks.
#[derive(Debug, Clone, Default)]
pub struct PageStyle {
    /// The title of the page.
    pub title: Option<String>,
    /// How many diagrams are on a sheet of paper; as many as fit if it is not said.
    pub per_sheet: Option<MostPerSheet>,
    /// The side at the bottom.
    pub orientation: Orientation,
    /// Whether files and ranks are named.
    pub has_coordinates: bool,
    /// Whether the move that led to the position is marked.
    pub marks_last_move: bool,
    /// Whether a king in check is marked.
    pub marks_checks: bool,
    /// For a page of exercises, where the answers are.
    pub worksheet: Option<SolutionPlace>,
}

/// The side at the bottom of a diagram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub enum Orientation {
    /// White
    #[default]
    White,
    /// Black
    Black,
    /// The side to move
    Mover,
}

/// Where the answers of a worksheet are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SolutionPlace {
    /// After the exercises, on a sheet of their own.
    End,
    /// Nowhere.
    Nowhere,
    /// In a file of their own.
    Separate,
}

/// How many diagrams a sheet of paper has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MostPerSheet(u8);

impl MostPerSheet {
    /// 4, 6, 9 or 12.
    pub fn new(count: u8) -> Option<Self> {
        [4, 6, 9, 12].contains(&count).then_some(Self(count))
    }

    /// The number.
    pub fn get(self) -> u64 {
        self.0.into()
    }
}

impl Default for MostPerSheet {
    fn default() -> Self {
        Self(6)
    }
}

impl PageStyle {
    /// The boards of a record as they are drawn.
    pub(super) fn diagrams(&self, record: &PositionRecord<'_>) -> Vec<Diagram> {
        let bottom = |turn| match self.orientation {
            Orientation::White => Color::White,
            Orientation::Black => Color::Black,
            Orientation::Mover => turn,
        };
        let Some(facts) = &record.facts else {
            let drawn = |setup: &Setup| {
                let mut diagram = Diagram::new(&setup.board).seen_from(bottom(setup.turn));
                diagram.has_coordinates = self.has_coordinates;
                diagram
            };
            return record.setup().map(drawn).into_iter().collect();
        };
        let turn = facts.position.turn();
        let mut drawn = Diagrams::of(&facts.position)
            .seen_from(bottom(turn))
            .with_coordinates(self.has_coordinates);
        if !self.marks_checks {
            drawn = drawn.without_check();
        }
        if let Some(last) = record.origin.last.filter(|_| self.marks_last_move) {
            drawn = drawn.with_last_move(last);
        }
        drawn.each().to_vec()
    }
}
