//! Moves of variants, as a position plays them.

use crate::rules::{Color, Side};

use super::{geometry::Place, piece::PieceType, rules::Rules};

/// The kinds of moves that change the board in different ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum VariantMoveKind {
    /// A piece moves, and captures what is there; a pawn may promote.
    Normal,
    /// A piece captures one that has just passed.
    EnPassant,
    /// The king castles; `to` is the rook's square.
    Castle,
    /// A piece is put on the board from the hand.
    Drop,
    /// Nothing moves; `from` and `to` are the same square.
    Pass,
    /// A piece moves and becomes its promoted form.
    PiecePromotion,
    /// A promoted piece moves and becomes what it was.
    Demotion,
}

/// A move of a variant, complete enough to be played and written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct VariantMove {
    /// How it changes the board.
    pub kind: VariantMoveKind,
    /// The square that the piece leaves; none for a drop.
    pub from: Option<Place>,
    /// The square it moves to; the rook's square when castling.
    pub to: Place,
    /// The piece that moves, before any promotion; in a drop, the piece in the hand.
    pub piece: PieceType,
    /// The captured piece.
    pub capture: Option<PieceType>,
    /// What the piece becomes.
    pub promotion: Option<PieceType>,
}

impl VariantMove {
    /// A move that only goes from one square to another.
    pub const fn normal(piece: PieceType, from: Place, to: Place) -> Self {
        let (kind, from) = (VariantMoveKind::Normal, Some(from));
        Self { kind, from, to, piece, capture: None, promotion: None }
    }

    /// The side of castling, if the move is castling.
    pub fn castling_side(self, rules: &Rules) -> Option<Side> {
        let king = self.from.filter(|_| self.kind == VariantMoveKind::Castle)?;
        let geometry = rules.geometry();
        let is_king_side = geometry.file(self.to) > geometry.file(king);
        Some(if is_king_side { Side::King } else { Side::Queen })
    }

    /// The squares of king and rook after castling.
    pub fn castling_targets(self, rules: &Rules, color: Color) -> Option<(Place, Place)> {
        let side = self.castling_side(rules)?;
        let king_file = rules.settings().king_file(side);
        let rook_file = match side {
            Side::King => king_file.checked_sub(1)?,
            Side::Queen => king_file + 1,
        };
        let (geometry, rank) = (rules.geometry(), rules.castling_rank(color));
        Some((geometry.place(0, king_file, rank)?, geometry.place(0, rook_file, rank)?))
    }

    /// The square of the moved piece after the move, before it passes to another board.
    pub fn target(self, rules: &Rules, color: Color) -> Place {
        self.castling_targets(rules, color).map_or(self.to, |(king, _)| king)
    }
}
