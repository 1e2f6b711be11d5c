//! Moves by the rules of movement alone, without regard to what they leave attacked.

use crate::rules::{Color, Side};

use super::{
    geometry::Place,
    moves::{VariantMove, VariantMoveKind},
    piece::{CompiledMove, Motion, MoveOrigin, PieceType},
    position::{Cell, VariantPosition},
};

impl VariantPosition {
    /// Every candidate of the side to move.
    pub(super) fn candidates(&self) -> Vec<VariantMove> {
        let mut moves = Vec::with_capacity(64);
        for (place, _) in self.cells_of(self.turn()) {
            self.moves_from(place, &mut moves);
        }
        moves.extend(self.other_candidates());
        moves
    }

    /// Drops, castling and passing.
    pub(super) fn other_candidates(&self) -> Vec<VariantMove> {
        let mut moves = Vec::new();
        self.drops(None, None, &mut moves);
        moves.extend(self.castling_moves());
        moves.extend(self.pass());
        moves
    }

    /// The candidates of the piece on a square, castling aside.
    pub(super) fn moves_from(&self, from: Place, moves: &mut Vec<VariantMove>) {
        self.moves_between(from, None, moves);
    }

    /// The candidates of the piece on a square to one target, or to all of them.
    pub(super) fn moves_between(
        &self,
        from: Place,
        only: Option<Place>,
        moves: &mut Vec<VariantMove>,
    ) {
        let cell = self.cell(from);
        let (kind, color, first) = (cell.kind(), cell.color(), moves.len());
        for rule in self.rules.moves(color, kind) {
            if !self.may_start(rule, from, color) {
                continue;
            }
            self.targets(rule, from, |to| {
                if only.is_none_or(|only| only == to) {
                    self.push_moves(rule, from, to, cell, first, moves);
                }
            });
        }
    }

    #[inline]
    pub(super) fn may_start(&self, rule: &CompiledMove, from: Place, color: Color) -> bool {
        let settings = self.rules.settings();
        let region = match rule.origin {
            MoveOrigin::Anywhere => return true,
            MoveOrigin::DoubleStepRegion => &settings.double_step_region[color],
            MoveOrigin::TripleStepRegion => &settings.triple_step_region[color],
        };
        self.rules.geometry().is_in(region, from)
    }

    /// Calls `visit` with every square that a rule reaches: empty ones, and the first piece on the way.
    #[inline]
    fn targets(&self, rule: &CompiledMove, from: Place, mut visit: impl FnMut(Place)) {
        let geometry = self.rules.geometry();
        match rule.motion {
            Motion::Leap => geometry.step(rule.step, from).into_iter().for_each(visit),
            Motion::LameLeap => {
                let free = self.is_free(&rule.path, from);
                geometry.step(rule.step, from).filter(|_| free).into_iter().for_each(visit);
            }
            Motion::Ride { reach } => self.ride(rule, from, reach, visit),
            Motion::Hop { reach } => {
                let mut hurdle = None;
                self.ride(rule, from, 0, |to| hurdle = Some(to));
                let hurdle = hurdle.filter(|at| !self.cell(*at).is_empty() && *at != from);
                if let Some(hurdle) = hurdle {
                    self.ride(rule, hurdle, reach, |to| {
                        if to != from && to != hurdle {
                            visit(to);
                        }
                    });
                }
            }
        }
    }

    #[inline]
    fn ride(&self, rule: &CompiledMove, from: Place, reach: u8, mut visit: impl FnMut(Place)) {
        let (mut at, mut steps) = (from, 0_u8);
        while let Some(to) = self.rules.geometry().step(rule.step, at) {
            steps += 1;
            visit(to);
            if !self.cell(to).is_empty() || to == from || steps == reach {
                break;
            }
            at = to;
        }
    }

    /// Adds the moves of a rule to one square: none, one, or one for every promotion.
    #[inline]
    fn push_moves(
        &self,
        rule: &CompiledMove,
        from: Place,
        to: Place,
        cell: Cell,
        first: usize,
        moves: &mut Vec<VariantMove>,
    ) {
        let there = self.cell(to);
        let (kind, color) = (cell.kind(), cell.color());
        let capture = if there.is_empty() {
            if rule.captures {
                if self.state.passed.contains(&to) {
                    self.push_en_passant(from, to, cell, moves);
                }
                return;
            }
            None
        } else if rule.captures && there.is_of(!color) && there.kind() != PieceType::KING {
            Some(there.kind())
        } else {
            return;
        };
        let confined = self.rules.confinement(color, kind);
        if confined.is_some_and(|region| !self.rules.geometry().is_in(region, to))
            || !self.has_room(to)
            || moves[first..].iter().any(|mv| mv.to == to)
        {
            return;
        }
        let mv = VariantMove { capture, ..VariantMove::normal(kind, from, to) };
        self.push_promotions(mv, cell, moves);
    }

    /// Whether a piece can pass to the next board on this square. One board is its own next board.
    #[inline]
    pub(super) fn has_room(&self, to: Place) -> bool {
        !self.rules.is_alice() || self.cell(self.rules.geometry().next_board(to)).is_empty()
    }

    /// Adds an en-passant capture, unless the piece can simply go there.
    fn push_en_passant(&self, from: Place, to: Place, cell: Cell, moves: &mut Vec<VariantMove>) {
        let (kind, color) = (cell.kind(), cell.color());
        let allowed =
            kind == PieceType::PAWN || self.rules.settings().en_passant_types[color].has(kind);
        let confined = self.rules.confinement(color, kind);
        let inside = confined.is_none_or(|region| self.rules.geometry().is_in(region, to));
        let taken =
            self.state.passer.map(|passer| self.cell(passer)).filter(|cell| cell.is_piece());
        if let (true, Some(taken)) =
            (allowed && inside && !self.goes_quietly(from, to, cell), taken)
        {
            let kind = VariantMoveKind::EnPassant;
            let capture = Some(taken.kind());
            let mv = VariantMove { kind, capture, ..VariantMove::normal(cell.kind(), from, to) };
            if !moves.contains(&mv) {
                moves.push(mv);
            }
        }
    }

    /// Whether a move without capture leads to an empty square.
    fn goes_quietly(&self, from: Place, to: Place, cell: Cell) -> bool {
        let rules = self.rules.moves(cell.color(), cell.kind()).iter();
        let mut quiet =
            rules.filter(|rule| !rule.captures && self.may_start(rule, from, cell.color()));
        quiet.any(|rule| {
            let mut found = false;
            self.targets(rule, from, |target| found |= target == to);
            found
        })
    }

    /// Adds a move as it is, or with what the piece becomes on that square.
    fn push_promotions(&self, mv: VariantMove, cell: Cell, moves: &mut Vec<VariantMove>) {
        let (settings, color) = (self.rules.settings(), cell.color());
        let (geometry, zone) = (self.rules.geometry(), &settings.promotion_region[color]);
        let arrives = geometry.is_in(zone, mv.to);
        let like_pawn =
            mv.piece == PieceType::PAWN || settings.promotion_pawns[color].has(mv.piece);
        let promotes = like_pawn && arrives && mv.piece != PieceType::KING;
        let stays = self.push_own_promotions(mv, cell, arrives, moves);
        if stays && !(promotes && settings.mandatory_pawn_promotion) {
            moves.push(mv);
        }
        if promotes {
            for kind in
                settings.promotion_pieces[color].iter().filter(|kind| self.may_become(*kind))
            {
                moves.push(VariantMove { promotion: Some(kind), ..mv });
            }
        }
    }

    /// Whether the side to move may have one more piece of a kind.
    fn may_become(&self, kind: PieceType) -> bool {
        let limit =
            self.rules.settings().promotion_limit.iter().find(|(limited, _)| *limited == kind);
        limit.is_none_or(|(_, limit)| *limit == 0 || *limit > self.count(self.turn(), kind))
    }

    /// Adds the promotion and the demotion of the piece itself; returns whether it may also stay what it is.
    fn push_own_promotions(
        &self,
        mv: VariantMove,
        cell: Cell,
        arrives: bool,
        moves: &mut Vec<VariantMove>,
    ) -> bool {
        let (settings, color) = (self.rules.settings(), cell.color());
        if settings.promoted.is_empty() || mv.piece == PieceType::KING {
            return true;
        }
        let promoted = self.rules.promoted(mv.piece).filter(|kind| self.may_become(*kind));
        let former = cell.former().filter(|_| settings.demotion);
        let starts = mv.from.is_some_and(|from| {
            self.rules.geometry().is_in(&settings.promotion_region[color], from)
        });
        let by_capture = !settings.promotion_on_capture || mv.capture.is_some();
        let is_pawn = mv.piece == PieceType::PAWN;
        let in_zone = arrives || (starts && !is_pawn);
        if by_capture && in_zone {
            let kind = VariantMoveKind::PiecePromotion;
            moves.extend(promoted.map(|to| VariantMove { kind, promotion: Some(to), ..mv }));
            let kind = VariantMoveKind::Demotion;
            moves.extend(former.map(|to| VariantMove { kind, promotion: Some(to), ..mv }));
        }
        let must = settings.mandatory_piece_promotion
            && !is_pawn
            && (promoted.is_some() || former.is_some())
            && in_zone;
        !must || (settings.promotion_on_capture && mv.capture.is_none())
    }

    /// Adds the drops of a kind of piece, or of all, on one square or on all.
    pub(super) fn drops(
        &self,
        only: Option<PieceType>,
        target: Option<Place>,
        moves: &mut Vec<VariantMove>,
    ) {
        if !self.rules.settings().drops {
            return;
        }
        let in_hand = |kind: &PieceType| self.hand(self.turn(), *kind) > 0;
        let kinds = self.rules.pieces().iter().map(|piece| piece.kind).filter(in_hand);
        for kind in kinds.filter(|kind| only.is_none_or(|only| only == *kind)) {
            let places = (0..).map(Place).take(self.cells.len());
            for to in places.filter(|to| target.is_none_or(|target| target == *to)) {
                if self.cell(to).is_empty() && self.may_drop(kind, to) {
                    self.push_drops(kind, to, moves);
                }
            }
        }
    }

    fn push_drops(&self, piece: PieceType, to: Place, moves: &mut Vec<VariantMove>) {
        let kind = VariantMoveKind::Drop;
        let mv = VariantMove { kind, from: None, to, piece, capture: None, promotion: None };
        moves.push(mv);
        if self.rules.settings().drop_promoted {
            let promoted = self.rules.promoted(piece);
            moves.extend(promoted.map(|to| VariantMove { promotion: Some(to), ..mv }));
        }
    }

    /// Whether the rules of drops allow a kind of piece on a square.
    pub(super) fn may_drop(&self, kind: PieceType, to: Place) -> bool {
        self.drop_fault(kind, to).is_none()
    }

    /// The rule of drops that forbids a kind of piece on a square.
    pub(super) fn drop_fault(&self, kind: PieceType, to: Place) -> Option<DropFault> {
        let (settings, geometry) = (self.rules.settings(), self.rules.geometry());
        let color = self.turn();
        let confined = self.rules.confinement(color, kind);
        let outside = !geometry.is_in(&settings.drop_region[color], to)
            || confined.is_some_and(|region| !geometry.is_in(region, to));
        let is_pawn = kind == PieceType::PAWN;
        let first_rank = geometry.rank(to) == geometry.relative_rank(color, 0);
        let zone = geometry.is_in(&settings.promotion_region[color], to);
        if outside {
            Some(DropFault::OutsideRegion)
        } else if is_pawn && first_rank && !settings.first_rank_pawn_drops {
            Some(DropFault::PawnOnFirstRank)
        } else if is_pawn && zone && !settings.promotion_zone_pawn_drops {
            Some(DropFault::PawnInPromotionZone)
        } else if settings.drop_no_doubled == Some(kind) && self.is_doubled(kind, to) {
            Some(DropFault::Doubled)
        } else {
            None
        }
    }

    /// Whether the file already holds as many pieces of this kind as it may.
    fn is_doubled(&self, kind: PieceType, to: Place) -> bool {
        let (geometry, color) = (self.rules.geometry(), self.turn());
        let file = (0..geometry.height())
            .filter_map(|rank| geometry.place(geometry.board(to), geometry.file(to), rank));
        let is_twin = |place: &Place| {
            let cell = self.cell(*place);
            cell.is_of(color) && cell.kind() == kind
        };
        file.filter(is_twin).count() >= usize::from(self.rules.settings().drop_no_doubled_count)
    }

    /// Castling with each rook that has the right, where the way is free.
    pub(super) fn castling_moves(&self) -> impl Iterator<Item = VariantMove> + '_ {
        let color = self.turn();
        let sides = [Side::King, Side::Queen].into_iter();
        let rooks = sides.filter_map(move |side| self.state.castling.rook(color, side));
        let king = self.state.castling.king(color);
        rooks.filter_map(move |rook| {
            let king = king?;
            let piece = self.cell(king).kind();
            let mv = VariantMove {
                kind: VariantMoveKind::Castle,
                ..VariantMove::normal(piece, king, rook)
            };
            self.castling_obstacle(mv).is_none().then_some(mv)
        })
    }

    /// A square on the way of king or rook that is not free, here or on the next board.
    pub(super) fn castling_obstacle(&self, mv: VariantMove) -> Option<Place> {
        let (rules, color) = (&self.rules, self.turn());
        let (Some(king), Some((king_to, rook_to))) = (mv.from, mv.castling_targets(rules, color))
        else {
            return Some(mv.to);
        };
        let is_taken =
            |place: &Place| *place != king && *place != mv.to && !self.cell(*place).is_empty();
        let ways = Self::row_between(king, king_to).chain(Self::row_between(mv.to, rook_to));
        let obstacle = ways.into_iter().find(is_taken);
        obstacle.or_else(|| [king_to, rook_to].into_iter().find(|place| !self.has_room(*place)))
    }

    /// The squares of a rank from one to another, both included.
    pub(super) fn row_between(from: Place, to: Place) -> impl Iterator<Item = Place> + use<> {
        let (low, high) = (from.0.min(to.0), from.0.max(to.0));
        (low..=high).map(Place)
    }

    /// Passing, where the rules allow it.
    fn pass(&self) -> Option<VariantMove> {
        let (settings, color) = (self.rules.settings(), self.turn());
        if !settings.pass[color] && !settings.pass_on_stalemate[color] {
            return None;
        }
        let first =
            || self.pieces().find(|(_, piece)| piece.color == color).map(|(place, _)| place);
        let place = self.king(color).or_else(first)?;
        let kind = VariantMoveKind::Pass;
        Some(VariantMove { kind, ..VariantMove::normal(self.cell(place).kind(), place, place) })
    }

    /// Whether a piece could go from one square to another without capture, were the board empty.
    pub(super) fn reaches_on_empty(
        &self,
        kind: PieceType,
        color: Color,
        from: Place,
        to: Option<Place>,
    ) -> bool {
        let geometry = self.rules.geometry();
        let mut quiet = self
            .rules
            .moves(color, kind)
            .iter()
            .filter(|rule| !rule.captures && rule.origin == MoveOrigin::Anywhere);
        quiet.any(|rule| {
            let reach = match rule.motion {
                Motion::Leap | Motion::LameLeap => 1,
                Motion::Ride { reach: 0 } | Motion::Hop { .. } => u8::MAX,
                Motion::Ride { reach } => reach,
            };
            let steps = std::iter::successors(geometry.step(rule.step, from), |at| {
                geometry.step(rule.step, *at)
            });
            let mut steps = steps.take(usize::from(reach)).take_while(|at| *at != from);
            steps.any(|at| to.is_none_or(|to| to == at) && geometry.exists(at))
        })
    }
}

/// The rule of drops that forbids one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DropFault {
    /// The square is not in the region of drops, or the piece may not be there.
    OutsideRegion,
    /// A pawn on a side's own first rank.
    PawnOnFirstRank,
    /// A pawn where it would promote.
    PawnInPromotionZone,
    /// The file already holds such a piece.
    Doubled,
}
