//! The names of what a record holds. They are stable: scripts rely on them.

/// Something a record holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[expect(missing_docs, reason = "the names are explained in the manual, in the order of this list")]
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
    MateIn1,
    Status,
    Winner,
    Claim50,
    CanMateWhite,
    CanMateBlack,
    Men,
    WhitePoints,
    BlackPoints,
    San,
    Uci,
    Board,
    Pieces,
    Perft,
    Svg,
    Eval,
}

/// Every column with its name; those up to `black_points` are always there.
const NAMES: [(Column, &str); 48] = [
    (Column::N, "n"),
    (Column::File, "file"),
    (Column::Line, "line"),
    (Column::Input, "input"),
    (Column::Id, "id"),
    (Column::DupOf, "dup_of"),
    (Column::Valid, "valid"),
    (Column::Legal, "legal"),
    (Column::Reachable, "reachable"),
    (Column::Codes, "codes"),
    (Column::Field, "field"),
    (Column::Column, "column"),
    (Column::Message, "message"),
    (Column::FixedFen, "fixed_fen"),
    (Column::Fen, "fen"),
    (Column::Turn, "turn"),
    (Column::Castling, "castling"),
    (Column::Ep, "ep"),
    (Column::EpCapturable, "ep_capturable"),
    (Column::Halfmove, "halfmove"),
    (Column::Fullmove, "fullmove"),
    (Column::Variant, "variant"),
    (Column::Chess960Id, "chess960_id"),
    (Column::Polyglot, "polyglot"),
    (Column::MaterialKey, "material_key"),
    (Column::InCheck, "in_check"),
    (Column::Checkers, "checkers"),
    (Column::Pinned, "pinned"),
    (Column::LegalMoves, "legal_moves"),
    (Column::Captures, "captures"),
    (Column::Checks, "checks"),
    (Column::Promotions, "promotions"),
    (Column::MateIn1, "mate_in_1"),
    (Column::Status, "status"),
    (Column::Winner, "winner"),
    (Column::Claim50, "claim_50"),
    (Column::CanMateWhite, "can_mate_white"),
    (Column::CanMateBlack, "can_mate_black"),
    (Column::Men, "men"),
    (Column::WhitePoints, "white_points"),
    (Column::BlackPoints, "black_points"),
    (Column::San, "san"),
    (Column::Uci, "uci"),
    (Column::Board, "board"),
    (Column::Pieces, "pieces"),
    (Column::Perft, "perft"),
    (Column::Svg, "svg"),
    (Column::Eval, "eval"),
];

impl Column {
    /// Every column, in the order of the manual.
    pub fn all() -> impl Iterator<Item = Self> {
        NAMES.into_iter().map(|(column, _)| column)
    }

    /// Those that a record has without being asked.
    pub fn usual() -> impl Iterator<Item = Self> {
        Self::all().filter(|column| *column < Self::San)
    }

    /// The name.
    pub fn name(self) -> &'static str {
        NAMES[self as usize].1
    }

    /// The column of this name.
    pub fn from_name(name: &str) -> Option<Self> {
        NAMES.into_iter().find(|(_, known)| *known == name).map(|(column, _)| column)
    }
}

/// Something that is added only when it is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extra {
    /// The legal moves, in both notations.
    Moves,
    /// The board in letters.
    Board,
    /// The men in words.
    Pieces,
    /// The number of move paths of this length.
    Perft(u32),
    /// A drawing.
    Svg,
    /// What the built-in opponent thinks of it.
    Eval,
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
        }
    }
}

/// All that was asked for.
#[derive(Debug, Clone, Default)]
pub struct Extras(pub Vec<Extra>);

impl Extras {
    /// Whether a column was asked for.
    pub fn has(&self, column: Column) -> bool {
        self.0.iter().any(|extra| extra.columns().contains(&column))
    }

    /// How deep paths are counted: one half-move unless said otherwise.
    pub fn perft_depth(&self) -> u32 {
        let depth =
            |extra: &Extra| if let Extra::Perft(depth) = extra { Some(*depth) } else { None };
        self.0.iter().find_map(depth).unwrap_or(1)
    }
}

#[cfg(test)]
mod tests {
    use super::Column;

    #[test]
    fn every_column_stands_at_its_place_in_the_table() {
        for (index, column) in Column::all().enumerate() {
            assert_eq!(column as usize, index, "{}", column.name());
            assert_eq!(Column::from_name(column.name()), Some(column));
        }
    }
}
