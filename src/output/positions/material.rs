//! The pieces of both sides, counted.

use crate::rules::{
    AnyPosition, Board, Color, Role,
    variant::{PieceRules, VariantPosition},
};

/// The pieces of both sides by kind, the king first.
#[derive(Debug, Clone)]
pub(super) struct Material(Vec<KindCount>);

/// The pieces of a kind that a side has.
#[derive(Debug, Clone, Copy)]
struct KindCount {
    color: Color,
    letter: char,
    /// The value in pawns, if there is a usual one.
    value: Option<u64>,
    on_board: u64,
    in_hand: u64,
}

impl Material {
    pub(super) fn of_position(position: &AnyPosition) -> Self {
        match position {
            AnyPosition::Chess(chess) => Self::of_board(chess.board()),
            AnyPosition::Variant(position) => Self::of_variant(position),
        }
    }

    pub(super) fn of_board(board: &Board) -> Self {
        let kinds = Color::ALL
            .into_iter()
            .flat_map(|color| Role::ALL.into_iter().rev().map(move |role| (color, role)));
        let count = |(color, role): (Color, Role)| KindCount {
            color,
            letter: role.letter(),
            value: usual_value(role.name()),
            on_board: board.pieces(color, role).count().into(),
            in_hand: 0,
        };
        Self(kinds.map(count).collect())
    }

    fn of_variant(position: &VariantPosition) -> Self {
        let rules = position.rules();
        let kinds = Color::ALL
            .into_iter()
            .flat_map(|color| rules.pieces().iter().rev().map(move |piece| (color, piece)));
        let count = |(color, piece): (Color, &PieceRules)| KindCount {
            color,
            letter: piece.letter,
            value: usual_value(rules.piece_name(piece.kind)),
            on_board: position.count(color, piece.kind).into(),
            in_hand: position.hand(color, piece.kind).into(),
        };
        let mut counts: Vec<KindCount> = kinds.map(count).collect();
        counts.sort_by_key(|kind| kind.value == usual_value(Role::Pawn.name()));
        Self(counts)
    }

    /// White's pieces, then Black's, with those in hand: `KRPvKR`.
    pub(super) fn key(&self) -> String {
        let mut key = String::with_capacity(33);
        for color in Color::ALL {
            if color == Color::Black {
                key.push('v');
            }
            for kind in self.of_side(color) {
                for _ in 0..kind.on_board + kind.in_hand {
                    key.push(kind.letter);
                }
            }
        }
        key
    }

    /// How many pieces are on the boards.
    pub(super) fn on_board(&self) -> u64 {
        self.0.iter().map(|kind| kind.on_board).sum()
    }

    /// The value of a side's pieces by the usual count, with those in hand; `None` if a piece of either side has no usual value.
    pub(super) fn points(&self, color: Color) -> Option<u64> {
        let is_there = |kind: &&KindCount| kind.on_board + kind.in_hand > 0;
        if self.0.iter().filter(is_there).any(|kind| kind.value.is_none()) {
            return None;
        }
        let value = |kind: &KindCount| kind.value.unwrap_or(0) * (kind.on_board + kind.in_hand);
        Some(self.of_side(color).map(value).sum())
    }

    /// `Material 39-39.`; the pieces themselves where they have no usual value.
    pub(super) fn sentence(&self) -> String {
        match Color::ALL.map(|color| self.points(color)) {
            [Some(white), Some(black)] => format!("Material {white}-{black}."),
            _ => format!("Material {}.", self.key()),
        }
    }

    fn of_side(&self, color: Color) -> impl Iterator<Item = &KindCount> {
        self.0.iter().filter(move |kind| kind.color == color)
    }
}

/// The value of a piece of chess in pawns; that of a king is not counted.
fn usual_value(name: &str) -> Option<u64> {
    let values =
        [("king", 0), ("queen", 9), ("rook", 5), ("bishop", 3), ("knight", 3), ("pawn", 1)];
    values.into_iter().find(|(known, _)| *known == name).map(|(_, value)| value)
}
