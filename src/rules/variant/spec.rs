//! Moves as they are written down, before a position resolves them.

use crate::rules::{Side, legality::Alternatives};

use super::{
    geometry::Place,
    moves::{VariantMove, VariantMoveKind},
    piece::{PieceSet, PieceType},
    position::VariantPosition,
};

/// A move as written, not yet resolved in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VariantSpec {
    /// Castling.
    Castle(Side),
    /// A piece from the hand.
    Drop {
        /// The piece.
        piece: PieceType,
        /// The square, on any board.
        to: Place,
    },
    /// A move of one piece.
    Piece(VariantPieceSpec),
}

/// The parts of a written move of one piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VariantPieceSpec {
    /// The pieces that it can mean.
    pub kinds: PieceSet,
    /// The file it comes from, if it is written, counted from zero.
    pub file: Option<u8>,
    /// The rank it comes from, if it is written, counted from zero.
    pub rank: Option<u8>,
    /// The target square as a place of the first board.
    pub to: Place,
    /// Whether a capture is written.
    pub capture: bool,
    /// What the piece becomes.
    pub promotion: Option<PieceType>,
    /// The board of the move, if it is written.
    pub board: Option<u8>,
}

/// Why a [`VariantSpec`] does not resolve to one legal move.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum VariantUnresolved {
    /// No legal move fits.
    NoLegalMove,
    /// The pieces on all these squares fit.
    Ambiguous(Vec<Place>),
    /// The piece must become another one, and none is written.
    PromotionMissing,
    /// The piece cannot become what is written.
    PromotionImpossible,
}

impl VariantSpec {
    /// The legal move that this spec describes in a position.
    ///
    /// # Errors
    /// [`VariantUnresolved`] if no legal move fits, or more than one.
    pub fn resolve(&self, position: &VariantPosition) -> Result<VariantMove, VariantUnresolved> {
        match self {
            Self::Castle(side) => {
                let rules = position.rules();
                let mut castles = position.castling_moves();
                let castle = castles.find(|mv| mv.castling_side(rules) == Some(*side));
                let legal = castle.filter(|mv| position.is_legal(*mv));
                legal.ok_or(VariantUnresolved::NoLegalMove)
            }
            Self::Drop { piece, to } => {
                let moves = position.legal_moves_to(PieceSet::of(*piece), *to);
                let is_drop = |mv: &VariantMove| mv.kind == VariantMoveKind::Drop;
                moves.into_iter().find(is_drop).ok_or(VariantUnresolved::NoLegalMove)
            }
            Self::Piece(spec) => spec.resolve(position),
        }
    }
}

impl VariantPieceSpec {
    /// The target square on each board.
    pub(super) fn targets<'a>(
        &self,
        position: &'a VariantPosition,
    ) -> impl Iterator<Item = Place> + use<'a> {
        let (geometry, to) = (position.rules().geometry(), self.to);
        let (file, rank) = (geometry.file(to), geometry.rank(to));
        (0..geometry.boards()).filter_map(move |board| geometry.place(board, file, rank))
    }

    /// Whether a piece on this square can be meant.
    pub(super) fn may_start_at(&self, position: &VariantPosition, from: Place) -> bool {
        let geometry = position.rules().geometry();
        self.file.is_none_or(|file| file == geometry.file(from))
            && self.rank.is_none_or(|rank| rank == geometry.rank(from))
            && self.board.is_none_or(|board| board == geometry.board(from))
    }

    fn resolve(&self, position: &VariantPosition) -> Result<VariantMove, VariantUnresolved> {
        let mut fitting: Vec<VariantMove> = Vec::new();
        for to in self.targets(position) {
            fitting.extend(position.legal_moves_to(self.kinds, to));
        }
        fitting.retain(|mv| mv.from.is_some_and(|from| self.may_start_at(position, from)));
        // A pawn that steps to a square and one that captures there are told apart by the sign alone.
        let as_written = |mv: &VariantMove| mv.capture.is_some() == self.capture;
        if position.rules().geometry().boards() == 1 && fitting.iter().any(as_written) {
            fitting.retain(as_written);
        }
        // Without its file a pawn steps straight ahead, where any can.
        let geometry = position.rules().geometry();
        let is_straight = |mv: &VariantMove| {
            mv.from.is_some_and(|from| geometry.file(from) == geometry.file(mv.to))
        };
        let is_bare = self.kinds.has(PieceType::PAWN) && self.file.is_none() && !self.capture;
        if is_bare && fitting.iter().any(is_straight) {
            fitting.retain(is_straight);
        }
        let Some(first) = fitting.first().copied() else {
            return Err(VariantUnresolved::NoLegalMove);
        };
        if fitting.iter().any(|mv| mv.from != first.from) {
            let mut places: Vec<Place> = fitting.iter().filter_map(|mv| mv.from).collect();
            places.sort_unstable();
            places.dedup();
            return Err(VariantUnresolved::Ambiguous(places));
        }
        match fitting.iter().find(|mv| mv.promotion == self.promotion) {
            Some(mv) => Ok(*mv),
            None if self.promotion.is_none() => Err(VariantUnresolved::PromotionMissing),
            None => Err(VariantUnresolved::PromotionImpossible),
        }
    }
}

impl VariantSpec {
    /// Whether a legal move fits, its capture aside: without a written promotion, all promotions of the piece do.
    pub fn fits(&self, position: &VariantPosition, mv: VariantMove) -> bool {
        match self {
            Self::Castle(side) => mv.castling_side(position.rules()) == Some(*side),
            Self::Drop { piece, to } => {
                mv.kind == VariantMoveKind::Drop && (mv.piece, mv.to) == (*piece, *to)
            }
            Self::Piece(spec) => spec.fits(position, mv),
        }
    }
}

impl VariantPieceSpec {
    fn fits(&self, position: &VariantPosition, mv: VariantMove) -> bool {
        let castles = mv.kind == VariantMoveKind::Castle;
        let target = mv.target(position.rules(), position.turn());
        self.kinds.has(mv.piece)
            && (self.is_target(position, mv.to) || (castles && self.is_target(position, target)))
            // Only a text that names the king's square may write castling as steps of the king.
            && (!castles || (self.file.is_some() && self.rank.is_some()))
            && mv.from.is_some_and(|from| self.may_start_at(position, from))
            && (self.promotion.is_none() || self.promotion == mv.promotion)
    }

    /// Whether a square is the target, on any board.
    fn is_target(&self, position: &VariantPosition, place: Place) -> bool {
        self.targets(position).any(|to| to == place)
    }
}

impl VariantPosition {
    /// The legal moves that come near a written move: those to its square, and those of its piece.
    pub fn alternatives(&self, spec: &VariantSpec) -> Alternatives<VariantMove> {
        let is_there = |mv: &VariantMove| match spec {
            VariantSpec::Castle(_) => false,
            VariantSpec::Drop { to, .. } => mv.to == *to,
            VariantSpec::Piece(spec) => spec.is_target(self, mv.target(&self.rules, self.turn())),
        };
        let is_of_piece = |mv: &VariantMove| match spec {
            VariantSpec::Castle(_) => {
                mv.from.is_some() && mv.from == self.royals(self.turn()).first().copied()
            }
            VariantSpec::Drop { piece, .. } => mv.from.is_none() && mv.piece == *piece,
            VariantSpec::Piece(spec) => {
                let is_bare = spec.kinds.has(PieceType::PAWN) && spec.file.is_none();
                let geometry = self.rules.geometry();
                let is_straight = |from| geometry.file(from) == geometry.file(spec.to);
                spec.kinds.has(mv.piece)
                    && mv.from.is_some_and(|from| {
                        spec.may_start_at(self, from) && (!is_bare || is_straight(from))
                    })
            }
        };
        let (to_square, rest) = self.legal_moves().into_iter().partition(is_there);
        let rest: Vec<VariantMove> = rest;
        Alternatives { to_square, of_piece: rest.into_iter().filter(is_of_piece).collect() }
    }
}
