//! A position as set up, playable or not, and everything that makes it unplayable.

use std::sync::Arc;

use crate::rules::{ByColor, Color, Side};

use super::{
    geometry::Place,
    piece::{PieceType, VariantPiece},
    position::VariantPosition,
    rules::Rules,
};

/// The contents of a FEN of a variant, playable or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VariantSetup {
    /// The pieces and their squares.
    pub pieces: Vec<(Place, VariantPiece)>,
    /// The squares that do not exist.
    pub holes: Vec<Place>,
    /// The pieces in hand.
    pub hands: Vec<(Color, PieceType)>,
    /// The side to move.
    pub turn: Color,
    /// The squares of the rooks that may castle, with their sides.
    pub castling: Vec<(Color, Place)>,
    /// The squares that a piece has just passed over.
    pub passed: Vec<Place>,
    /// The checks that each side still has to give.
    pub checks_left: ByColor<u8>,
    /// Plies since the last progress.
    pub halfmoves: u32,
    /// The move number, which starts at one.
    pub fullmoves: u32,
}

impl Default for VariantSetup {
    fn default() -> Self {
        Self {
            pieces: Vec::new(),
            holes: Vec::new(),
            hands: Vec::new(),
            turn: Color::White,
            castling: Vec::new(),
            passed: Vec::new(),
            checks_left: ByColor { white: 1, black: 1 },
            halfmoves: 0,
            fullmoves: 1,
        }
    }
}

/// One thing that makes a [`VariantSetup`] unplayable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum VariantFault {
    /// A side has another number of royal pieces than at the start of the game.
    KingCount {
        /// The side.
        color: Color,
        /// The number in the setup.
        found: usize,
        /// The number at the start.
        expected: usize,
    },
    /// The side that has just moved is in check.
    OpponentInCheck {
        /// The square of its king.
        king: Place,
    },
    /// The kings of Alice chess are on adjacent squares of one board.
    KingsAdjacent {
        /// The square of one of them.
        king: Place,
    },
    /// A pawn on a rank that no pawn can be on, in Alice chess.
    PawnOnEdge {
        /// The square.
        place: Place,
    },
    /// More pawns or pieces than Alice chess begins with.
    TooManyPieces {
        /// The side.
        color: Color,
        /// The number of its pawns on all boards.
        pawns: usize,
        /// The number of its pieces, pawns included.
        pieces: usize,
    },
    /// A castling right without its king and rook, or in a variant without castling.
    CastlingRightImpossible {
        /// The side.
        color: Color,
        /// The square of the rook.
        rook: Place,
    },
}

impl VariantSetup {
    /// Everything that makes the position unplayable.
    pub fn faults(&self, rules: &Arc<Rules>) -> Vec<VariantFault> {
        let position = VariantPosition::from_setup_unchecked(rules, self);
        let mut faults = Vec::new();
        for color in Color::ALL {
            faults.extend(self.king_count(rules, color));
            if rules.is_alice() {
                faults.extend(self.too_many_pieces(color));
            }
        }
        if rules.is_alice() {
            faults.extend(self.pawns_on_edge(rules));
        }
        faults.extend(exposed_kings(&position));
        faults.extend(self.impossible_rights(rules, &position));
        faults
    }

    /// The position, if it is playable.
    ///
    /// # Errors
    /// Every fault, if there is one.
    pub fn validate(&self, rules: &Arc<Rules>) -> Result<VariantPosition, Vec<VariantFault>> {
        let faults = self.faults(rules);
        if faults.is_empty() {
            Ok(VariantPosition::from_setup_unchecked(rules, self))
        } else {
            Err(faults)
        }
    }

    fn count(&self, color: Color, kind: PieceType) -> usize {
        let is_one = |piece: &VariantPiece| piece.color == color && piece.kind == kind;
        self.pieces.iter().filter(|(_, piece)| is_one(piece)).count()
    }

    fn king_count(&self, rules: &Rules, color: Color) -> Option<VariantFault> {
        let found = self.count(color, PieceType::KING);
        let expected = rules.start_setup().count(color, PieceType::KING);
        (found != expected).then_some(VariantFault::KingCount { color, found, expected })
    }

    fn too_many_pieces(&self, color: Color) -> Option<VariantFault> {
        let pawns = self.count(color, PieceType::PAWN);
        let pieces = self.pieces.iter().filter(|(_, piece)| piece.color == color).count();
        let too_many = pawns > 8 || pieces > 16;
        too_many.then_some(VariantFault::TooManyPieces { color, pawns, pieces })
    }

    fn pawns_on_edge<'a>(&'a self, rules: &'a Rules) -> impl Iterator<Item = VariantFault> + 'a {
        let geometry = rules.geometry();
        let pawns = self.pieces.iter().filter(|(_, piece)| piece.kind == PieceType::PAWN);
        let on_edge = pawns.filter(|(place, _)| {
            let rank = geometry.rank(*place);
            rank == 0 || rank + 1 == geometry.height()
        });
        on_edge.map(|(place, _)| VariantFault::PawnOnEdge { place: *place })
    }

    fn impossible_rights<'a>(
        &'a self,
        rules: &'a Rules,
        position: &'a VariantPosition,
    ) -> impl Iterator<Item = VariantFault> + 'a {
        let kept = |color: Color, rook: Place| {
            let sides = [Side::King, Side::Queen].into_iter();
            sides.filter_map(|side| position.castling().rook(color, side)).any(|at| at == rook)
        };
        let wrong = self
            .castling
            .iter()
            .filter(move |(color, rook)| !rules.settings().castling || !kept(*color, *rook));
        wrong.map(|(color, rook)| VariantFault::CastlingRightImpossible {
            color: *color,
            rook: *rook,
        })
    }
}

/// A fault if the side to move attacks a royal piece of the other side.
fn exposed_kings(position: &VariantPosition) -> Option<VariantFault> {
    let king = position.king(!position.turn())?;
    let attackers = position.attackers(king, position.turn());
    let is_king = |at: &Place| position.king(position.turn()) == Some(*at);
    if position.rules().is_alice() && attackers.iter().any(is_king) {
        Some(VariantFault::KingsAdjacent { king })
    } else {
        (!attackers.is_empty()).then_some(VariantFault::OpponentInCheck { king })
    }
}
