//! Legal moves: each candidate is made, the position is looked at, and the move is taken back.

use crate::rules::Color;

use super::{
    geometry::Place,
    moves::{VariantMove, VariantMoveKind},
    piece::{PieceSet, PieceType},
    position::VariantPosition,
    rules::TransferRule,
};

/// The rule that forbids a move which a piece could make by its movement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Illegality {
    /// A capture is available and must be made.
    MustCapture,
    /// A piece in hand must be dropped first.
    MustDrop,
    /// The variant forbids moves that give check.
    GivesCheck,
    /// The piece could never move again from there.
    Immobile,
    /// The explosion destroys a piece that the side must not lose.
    OwnExplosion {
        /// The square of that piece.
        royal: Place,
    },
    /// A piece that the side must not lose is attacked.
    RoyalAttacked {
        /// The square of that piece.
        royal: Place,
        /// Whether the transfer to the next board would make it safe.
        before_transfer: bool,
    },
    /// The king passes an attacked square in castling, or castles out of check.
    CastlingThroughCheck {
        /// The attacked square.
        place: Place,
    },
    /// The kings would face each other on an open line.
    KingsFace,
    /// Pieces of this kind do not capture each other.
    MutuallyImmune,
    /// Passing is possible only without any other move.
    PassWithMoves,
}

impl VariantPosition {
    /// Every legal move; none if the game is over by a rule of the variant.
    pub fn legal_moves(&self) -> Vec<VariantMove> {
        if self.is_decided() {
            return Vec::new();
        }
        let mut scratch = self.clone();
        let mut moves = self.candidates();
        let must = Obligation::of(&mut scratch, &moves);
        moves.retain(|mv| scratch.illegality_under(*mv, must).is_none());
        moves
    }

    /// Whether there is a legal move.
    pub fn has_legal_move(&self) -> bool {
        if self.is_decided() {
            return false;
        }
        // Whatever the side to move must do, it must only if it can: any other move proves as much.
        let mut scratch = self.clone();
        let mut moves = Vec::with_capacity(32);
        for (place, _) in self.cells_of(self.turn()) {
            moves.clear();
            self.moves_from(place, &mut moves);
            if moves.iter().any(|mv| scratch.own_illegality(*mv).is_none()) {
                return true;
            }
        }
        self.other_candidates().into_iter().any(|mv| scratch.own_illegality(mv).is_none())
    }

    /// Whether a move is possible by the movement of the pieces alone.
    pub fn is_candidate(&self, mv: VariantMove) -> bool {
        let mut moves = Vec::new();
        if let Some(from) = mv.from.filter(|from| self.cell(*from).is_of(self.turn())) {
            self.moves_between(from, Some(mv.to), &mut moves);
        }
        moves.contains(&mv) || self.other_candidates().contains(&mv)
    }

    /// Whether a move is legal.
    pub fn is_legal(&self, mv: VariantMove) -> bool {
        self.is_candidate(mv) && !self.is_decided() && self.illegality(mv).is_none()
    }

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// The move, if it is not legal; the position stays as it is.
    pub fn play(&mut self, mv: VariantMove) -> Result<(), VariantMove> {
        if !self.is_legal(mv) {
            return Err(mv);
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// The legal moves of pieces of these kinds to a square, drops included and castling aside.
    pub fn legal_moves_to(&self, kinds: PieceSet, to: Place) -> Vec<VariantMove> {
        let mut moves = self.candidates_to(kinds, to);
        if moves.is_empty() || self.is_decided() {
            return Vec::new();
        }
        let mut scratch = self.clone();
        let must = scratch.obligation();
        moves.retain(|mv| scratch.illegality_under(*mv, must).is_none());
        moves
    }

    /// The moves of pieces of these kinds to a square by their movement alone.
    pub(super) fn candidates_to(&self, kinds: PieceSet, to: Place) -> Vec<VariantMove> {
        let mut moves = Vec::new();
        for (place, cell) in self.cells_of(self.turn()) {
            if kinds.has(cell.kind()) {
                self.moves_between(place, Some(to), &mut moves);
            }
        }
        if self.rules.settings().drops {
            kinds.iter().for_each(|kind| self.drops(Some(kind), Some(to), &mut moves));
        }
        moves
    }

    /// The rule that forbids a candidate.
    pub(super) fn illegality(&self, mv: VariantMove) -> Option<Illegality> {
        let mut scratch = self.clone();
        let must = scratch.obligation();
        scratch.illegality_under(mv, must)
    }

    /// What the side to move must do, if it can.
    fn obligation(&mut self) -> Obligation {
        if self.rules.settings().must_capture || self.rules.settings().must_drop {
            let moves = self.candidates();
            Obligation::of(self, &moves)
        } else {
            Obligation::Nothing
        }
    }

    fn illegality_under(&mut self, mv: VariantMove, must: Obligation) -> Option<Illegality> {
        match must {
            Obligation::Capture if mv.capture.is_none() => return Some(Illegality::MustCapture),
            Obligation::Drop(kind) if !is_drop_of(mv, kind) => return Some(Illegality::MustDrop),
            _ => {}
        }
        self.own_illegality(mv)
    }

    /// The rule that forbids a candidate, obligations aside.
    fn own_illegality(&mut self, mv: VariantMove) -> Option<Illegality> {
        self.forbidden_beforehand(mv).or_else(|| {
            let color = self.turn();
            let royals = self.pseudo_royals(color);
            let mut undo = self.begin();
            self.move_pieces(mv, &mut undo);
            let before = self.check_before_transfer(mv, color);
            self.pass_through(mv, &mut undo);
            let found = self.forbidden_afterwards(mv, color, &royals);
            let found = Self::in_order_of_transfer(before, found);
            self.undo(undo);
            found
        })
    }

    /// What forbids a move already on the board as it is.
    fn forbidden_beforehand(&mut self, mv: VariantMove) -> Option<Illegality> {
        let settings = self.rules.settings();
        if settings.immobility_illegal
            && matches!(mv.kind, VariantMoveKind::Drop | VariantMoveKind::Normal)
            && mv.promotion.is_none()
            && !self.reaches_on_empty(mv.piece, self.turn(), mv.to, None)
        {
            return Some(Illegality::Immobile);
        }
        if mv.capture == Some(mv.piece) && settings.mutually_immune.has(mv.piece) {
            return Some(Illegality::MutuallyImmune);
        }
        match mv.kind {
            VariantMoveKind::Castle => self.attacked_castling_square(mv),
            VariantMoveKind::Pass => self.forbidden_pass(),
            _ => None,
        }
    }

    /// Passing on stalemate only is forbidden while another move is legal.
    fn forbidden_pass(&mut self) -> Option<Illegality> {
        let (settings, color) = (self.rules.settings(), self.turn());
        if !settings.pass_on_stalemate[color] || self.is_check() {
            return None;
        }
        let moves = self.candidates();
        let mut others = moves.into_iter().filter(|mv| mv.kind != VariantMoveKind::Pass);
        let has_other = others.any(|mv| self.own_illegality(mv).is_none());
        has_other.then_some(Illegality::PassWithMoves)
    }

    /// The first square on the way of a castling king that is attacked.
    fn attacked_castling_square(&mut self, mv: VariantMove) -> Option<Illegality> {
        let color = self.turn();
        let king = mv.from?;
        let (king_to, _) = mv.castling_targets(&self.rules, color)?;
        let is_king = self.cell(king).kind() == PieceType::KING;
        let enemies = self.pseudo_royals(!color);
        if !is_king && !self.pseudo_royals(color).contains(&king) {
            return None;
        }
        let mut way = Self::row_between(king, king_to);
        if is_king {
            let place = way.find(|place| self.is_attacked(*place, !color))?;
            return Some(Illegality::CastlingThroughCheck { place });
        }
        // Without check the piece may stand next to an attacker, and it does not shield the squares behind it.
        let cell = self.cell(king);
        self.clear(king);
        let attacked = way
            .filter(|place| *place != king_to)
            .find(|place| self.is_threatened(*place, !color, &enemies));
        self.set(king, cell);
        attacked.map(|place| Illegality::CastlingThroughCheck { place })
    }

    /// The attack on a king of several boards before the moved piece passes on, where the rules look at it.
    fn check_before_transfer(&self, mv: VariantMove, color: Color) -> Option<Place> {
        if !self.rules.is_alice() {
            return None;
        }
        let king = self.king(color)?;
        let geometry = self.rules.geometry();
        let looked_at = self.rules.settings().transfer == TransferRule::Ksparov
            || geometry.board(king) == geometry.board(mv.to);
        (looked_at && self.is_attacked(king, !color)).then_some(king)
    }

    /// An attack before the transfer counts first; it matters whether the transfer ends it.
    fn in_order_of_transfer(
        before: Option<Place>,
        after: Option<Illegality>,
    ) -> Option<Illegality> {
        match before {
            Some(royal) => {
                let before_transfer = after.is_none();
                Some(Illegality::RoyalAttacked { royal, before_transfer })
            }
            None => after,
        }
    }

    /// What forbids a move once it is made; the turn has not changed yet.
    fn forbidden_afterwards(
        &self,
        mv: VariantMove,
        color: Color,
        royals: &[Place],
    ) -> Option<Illegality> {
        let settings = self.rules.settings();
        let no_checks =
            !settings.checking || (!settings.drop_checks && mv.kind == VariantMoveKind::Drop);
        if no_checks && self.king(!color).is_some_and(|king| self.is_attacked(king, color)) {
            return Some(Illegality::GivesCheck);
        }
        if settings.pseudo_royal
            && let Some(found) = self.pseudo_royal_lost(mv, color, royals)
        {
            return Some(found);
        }
        if settings.flying_general && self.kings_face(color) {
            return Some(Illegality::KingsFace);
        }
        let royal = self.king(color).filter(|king| self.is_attacked(*king, !color))?;
        Some(Illegality::RoyalAttacked { royal, before_transfer: false })
    }

    /// A piece of a kind that must not die out that the move destroys or leaves attacked.
    fn pseudo_royal_lost(
        &self,
        mv: VariantMove,
        color: Color,
        royals: &[Place],
    ) -> Option<Illegality> {
        let royals = self.royals_after(mv, color, royals);
        let is_gone = |place: &&Place| !self.cell(**place).is_of(color);
        if let Some(&royal) = royals.iter().find(is_gone) {
            return Some(Illegality::OwnExplosion { royal });
        }
        let enemies = self.pseudo_royals(!color);
        if self.captured_royal(mv, color) {
            return None;
        }
        let attacked =
            royals.into_iter().find(|royal| self.is_threatened(*royal, !color, &enemies));
        attacked
            .or_else(|| self.duple_checked(color, &enemies))
            .map(|royal| Illegality::RoyalAttacked { royal, before_transfer: false })
    }

    /// Whether the other side has lost a kind of piece that must not die out.
    fn captured_royal(&self, mv: VariantMove, color: Color) -> bool {
        let settings = self.rules.settings();
        let mut kinds = settings.extinction_types.iter();
        mv.capture.is_some()
            && kinds.any(|kind| {
                self.count(!color, kind) <= settings.extinction_count
                    && self.rules.start_setup().pieces.iter().any(|(_, piece)| piece.kind == kind)
            })
    }

    /// The squares of the pieces that were royal before the move, and of those that it makes royal.
    fn royals_after(&self, mv: VariantMove, color: Color, royals: &[Place]) -> Vec<Place> {
        let settings = self.rules.settings();
        let target = mv.target(&self.rules, color);
        let moved = |place: &Place| if Some(*place) == mv.from { target } else { *place };
        let mut royals: Vec<Place> = royals.iter().map(moved).collect();
        let new = match mv.kind {
            VariantMoveKind::Drop => Some(mv.promotion.unwrap_or(mv.piece)),
            VariantMoveKind::Normal => mv.promotion,
            _ => None,
        };
        if let Some(kind) = new.filter(|kind| settings.extinction_types.has(*kind)) {
            let is_drop = mv.kind == VariantMoveKind::Drop;
            if is_drop || self.count(color, kind) <= settings.extinction_count + 1 {
                royals.push(target);
            } else {
                royals.retain(|place| self.cell(*place).kind() != kind);
            }
        }
        royals
    }

    /// Whether the kings are on one line with nothing between them.
    fn kings_face(&self, color: Color) -> bool {
        let (Some(own), Some(other)) = (self.king(color), self.king(!color)) else { return false };
        let geometry = self.rules.geometry();
        [(0, 1), (1, 0), (0, -1), (-1, 0)].into_iter().any(|vector| {
            let Some(step) = geometry.known_step(vector) else { return false };
            let line =
                std::iter::successors(geometry.step(step, own), |at| geometry.step(step, *at));
            let first = line.take_while(|at| *at != own).find(|at| !self.cell(*at).is_empty());
            first == Some(other)
        })
    }
}

/// What the side to move must do, if a legal move does it.
#[derive(Debug, Clone, Copy)]
enum Obligation {
    Nothing,
    Capture,
    /// Drop this kind of piece, or any.
    Drop(Option<PieceType>),
}

impl Obligation {
    fn of(position: &mut VariantPosition, moves: &[VariantMove]) -> Self {
        let settings = position.rules.settings();
        let (must_capture, must_drop, kind) =
            (settings.must_capture, settings.must_drop, settings.must_drop_type);
        let mut legal = |mv: &VariantMove| position.own_illegality(*mv).is_none();
        if must_capture && moves.iter().any(|mv| mv.capture.is_some() && legal(mv)) {
            Self::Capture
        } else if must_drop && moves.iter().any(|mv| is_drop_of(*mv, kind) && legal(mv)) {
            Self::Drop(kind)
        } else {
            Self::Nothing
        }
    }
}

fn is_drop_of(mv: VariantMove, kind: Option<PieceType>) -> bool {
    mv.kind == VariantMoveKind::Drop && kind.is_none_or(|kind| kind == mv.piece)
}
