//! The columns of a record. Their names are stable: scripts rely on them.

use clap::ValueEnum;
use serde::Serialize;

/// Something a record holds. Its name is the variant's in snake case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, ValueEnum)]
#[serde(rename_all = "snake_case")]
#[value(rename_all = "snake_case")]
#[expect(missing_docs, reason = "the manual explains the names, in the order of this list")]
pub enum Column {
    N,
    File,
    Line,
    Input,
    Id,
    DupOf,
    Valid,
    Legal,
    Reachable,
    Codes,
    Field,
    Column,
    Message,
    FixedFen,
    Fen,
    Turn,
    Castling,
    Ep,
    EpCapturable,
    Halfmove,
    Fullmove,
    Variant,
    Chess960Id,
    Polyglot,
    MaterialKey,
    InCheck,
    Checkers,
    Pinned,
    LegalMoves,
    Captures,
    Checks,
    Promotions,
    #[serde(rename = "mate_in_1")]
    #[value(name = "mate_in_1")]
    MateIn1,
    Status,
    Winner,
    #[serde(rename = "claim_50")]
    #[value(name = "claim_50")]
    Claim50,
    CanMateWhite,
    CanMateBlack,
    PieceCount,
    WhitePoints,
    BlackPoints,
    Schema,
    San,
    Uci,
    Board,
    Pieces,
    Perft,
    Svg,
    Eval,
    Best,
    Caption,
}

impl Column {
    /// The columns of a record unless others are chosen: all but the extra ones.
    pub fn usual() -> impl Iterator<Item = Self> {
        Self::value_variants().iter().copied().filter(|column| *column < Self::San)
    }

    /// The name.
    pub fn name(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    /// The column of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::from_str(name, false).ok()
    }
}

/// Something that is computed only on request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extra {
    /// The legal moves, in both notations.
    Moves,
    /// The board in letters.
    Board,
    /// The pieces in words.
    Pieces,
    /// The number of move paths of this length.
    Perft(u32),
    /// A drawing.
    Svg,
    /// The built-in engine's evaluation.
    Eval,
    /// The move that the built-in engine prefers.
    Best,
}

impl Extra {
    /// The columns it adds.
    pub const fn columns(self) -> &'static [Column] {
        match self {
            Self::Moves => &[Column::San, Column::Uci],
            Self::Board => &[Column::Board],
            Self::Pieces => &[Column::Pieces],
            Self::Perft(_) => &[Column::Perft],
            Self::Svg => &[Column::Svg],
            Self::Eval => &[Column::Eval],
            Self::Best => &[Column::Best],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Column, ValueEnum};

    #[test]
    fn a_column_has_one_name_on_the_command_line_and_in_json() {
        for &column in Column::value_variants() {
            let key = serde_json::to_value(column).expect("a name");
            assert_eq!(key, column.name());
            assert_eq!(Column::from_name(&column.name()), Some(column));
        }
    }
}
