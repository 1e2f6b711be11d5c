//! Why a written move of a variant cannot be played.

use crate::rules::{Color, Side};

use super::{
    generate::DropFault,
    geometry::Place,
    legality::Illegality,
    moves::{VariantMove, VariantMoveKind},
    outcome::VariantOutcome,
    piece::{Motion, PieceSet, PieceType, VariantPiece},
    position::VariantPosition,
    spec::{VariantPieceSpec, VariantSpec, VariantUnresolved},
};

/// Why a written move of a variant cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum VariantReason {
    /// The game is over.
    GameOver(VariantOutcome),
    /// The square does not exist.
    NoSuchSquare(Place),
    /// The side to move has no such piece, or none on the named squares.
    NoSuchPiece {
        /// The pieces that the move can mean.
        kinds: PieceSet,
    },
    /// The named square is empty.
    EmptySquare(Place),
    /// The piece on the named square is the opponent's.
    OpponentsPiece(Place, VariantPiece),
    /// No piece that the move can mean reaches the square.
    OutOfReach {
        /// The pieces that the move can mean.
        kinds: PieceSet,
        /// The target square.
        to: Place,
        /// The pieces, each with the first one in its way.
        pieces: Vec<PieceInReach>,
    },
    /// A piece of the same side is on the target square.
    OwnPiece {
        /// The target square.
        to: Place,
        /// The piece there.
        piece: VariantPiece,
    },
    /// A king is never captured.
    CapturesKing(Place),
    /// The square is occupied on the next board.
    NextBoardOccupied {
        /// The square on the next board.
        to: Place,
        /// The piece there.
        piece: VariantPiece,
    },
    /// A rule of the variant forbids the move.
    Forbidden {
        /// The piece that would move.
        piece: PieceType,
        /// Its square; none for a drop.
        from: Option<Place>,
        /// The rule.
        rule: Illegality,
        /// The pieces that would attack, if an attack is the reason.
        attackers: Vec<(Place, VariantPiece)>,
        /// What the attack is to the piece that would move.
        exposure: Exposure,
    },
    /// The rules of drops forbid it.
    Drop {
        /// The piece in hand.
        piece: PieceType,
        /// The target square.
        to: Place,
        /// The rule.
        fault: DropFault,
    },
    /// Nothing can be dropped in this variant.
    NoDrops,
    /// There is no such piece in the hand.
    NotInHand(PieceType),
    /// The square of a drop is occupied.
    DropOccupied {
        /// The target square.
        to: Place,
        /// The piece there.
        piece: VariantPiece,
    },
    /// Castling is not part of the variant.
    NoCastlingInVariant,
    /// The right to castle is gone.
    CastlingRightLost(Side),
    /// A piece is in the way of castling.
    CastlingBlocked {
        /// The square.
        at: Place,
    },
    /// The piece must become another one, and none is written.
    PromotionMissing,
    /// The piece cannot become what is written.
    PromotionImpossible(Option<PieceType>),
    /// The pieces on all these squares can make the move.
    Ambiguous(Vec<Place>),
}

/// A piece that could be meant, and the first piece in its way.
pub type PieceInReach = (Place, VariantPiece, Option<(Place, VariantPiece)>);

/// How a move leaves a royal piece attacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exposure {
    /// The royal piece itself goes there, or the move removes what shielded it.
    Other,
    /// It is attacked already, and the move does not answer that.
    Unanswered,
    /// The piece that would move is pinned.
    Pinned,
}

impl VariantPosition {
    /// Why a written move cannot be played; `None` if it can.
    pub fn why_not(&self, spec: &VariantSpec) -> Option<VariantReason> {
        let unresolved = spec.resolve(self).err()?;
        if let Some(outcome) = self.ending().filter(|_| !self.has_legal_move()) {
            return Some(VariantReason::GameOver(outcome));
        }
        Some(match (unresolved, spec) {
            (VariantUnresolved::Ambiguous(places), _) => VariantReason::Ambiguous(places),
            (VariantUnresolved::PromotionMissing, _) => VariantReason::PromotionMissing,
            (VariantUnresolved::PromotionImpossible, VariantSpec::Piece(spec)) => {
                VariantReason::PromotionImpossible(spec.promotion)
            }
            (_, VariantSpec::Castle(side)) => self.why_no_castling(*side),
            (_, VariantSpec::Drop { piece, to }) => self.why_no_drop(*piece, *to),
            (_, VariantSpec::Piece(spec)) => self.why_no_piece(spec),
        })
    }

    fn why_no_castling(&self, side: Side) -> VariantReason {
        if !self.rules.settings().castling {
            return VariantReason::NoCastlingInVariant;
        }
        let turn = self.turn();
        let (Some(king), Some(rook)) =
            (self.castling().king(turn), self.castling().rook(turn, side))
        else {
            return VariantReason::CastlingRightLost(side);
        };
        let piece = self.cell(king).kind();
        let kind = VariantMoveKind::Castle;
        let mv = VariantMove { kind, ..VariantMove::normal(piece, king, rook) };
        match self.castling_obstacle(mv) {
            Some(at) => {
                // An empty square of its own board is blocked by the next one.
                let to = self.rules.geometry().next_board(at);
                match (self.piece_at(at), self.piece_at(to)) {
                    (None, Some(piece)) => VariantReason::NextBoardOccupied { to, piece },
                    _ => VariantReason::CastlingBlocked { at },
                }
            }
            None => self.forbidden(mv).unwrap_or(VariantReason::CastlingRightLost(side)),
        }
    }

    fn why_no_drop(&self, piece: PieceType, to: Place) -> VariantReason {
        if !self.rules.settings().drops {
            return VariantReason::NoDrops;
        }
        if !self.rules.geometry().exists(to) {
            return VariantReason::NoSuchSquare(to);
        }
        if self.hand(self.turn(), piece) == 0 {
            return VariantReason::NotInHand(piece);
        }
        if let Some(there) = self.piece_at(to) {
            return VariantReason::DropOccupied { to, piece: there };
        }
        if let Some(fault) = self.drop_fault(piece, to) {
            return VariantReason::Drop { piece, to, fault };
        }
        let kind = VariantMoveKind::Drop;
        let mv = VariantMove { kind, from: None, to, piece, capture: None, promotion: None };
        let kinds = PieceSet::of(piece);
        let out_of_reach = VariantReason::OutOfReach { kinds, to, pieces: Vec::new() };
        self.forbidden(mv).unwrap_or(out_of_reach)
    }

    /// The reason for a move that no piece can make: that of the candidate which comes nearest.
    fn why_no_piece(&self, spec: &VariantPieceSpec) -> VariantReason {
        if !self.rules.geometry().exists(spec.to) {
            return VariantReason::NoSuchSquare(spec.to);
        }
        let candidates = spec.targets(self).flat_map(|to| self.candidates_to(spec.kinds, to));
        let mut meant =
            candidates.filter(|mv| mv.from.is_some_and(|from| spec.may_start_at(self, from)));
        if let Some(reason) = meant.find_map(|mv| self.forbidden(mv)) {
            return reason;
        }
        let places = self.places_of(self.turn(), spec.kinds);
        let places: Vec<Place> =
            places.into_iter().filter(|from| spec.may_start_at(self, *from)).collect();
        if places.is_empty() {
            return self.nothing_there(spec);
        }
        self.occupied_target(spec, &places).unwrap_or_else(|| VariantReason::OutOfReach {
            kinds: self.kinds_on(&places),
            to: spec.to,
            pieces: self.with_blockers(&places, spec.to),
        })
    }

    /// The pieces on some squares, each with the first one in its way to a square of its board.
    fn with_blockers(&self, places: &[Place], to: Place) -> Vec<PieceInReach> {
        let geometry = self.rules.geometry();
        let (file, rank) = (geometry.file(to), geometry.rank(to));
        let pieces = places.iter().filter_map(|&from| {
            let to = geometry.place(geometry.board(from), file, rank)?;
            Some((from, self.piece_at(from)?, self.blocker(from, to)))
        });
        pieces.collect()
    }

    /// The first piece in the way of one that could otherwise reach a square.
    fn blocker(&self, from: Place, to: Place) -> Option<(Place, VariantPiece)> {
        let (geometry, cell) = (self.rules.geometry(), self.cell(from));
        let rules = self.rules.moves(cell.color(), cell.kind()).iter();
        rules.filter(|rule| self.may_start(rule, from, cell.color())).find_map(|rule| {
            let Motion::Ride { reach } = rule.motion else { return None };
            let steps = if reach == 0 { geometry.len() } else { usize::from(reach) };
            let step = |at: Place| geometry.step(rule.step, at);
            let line = std::iter::successors(step(from), |at| step(*at)).take(steps);
            let mut way: Vec<Place> = line.take_while(|at| *at != from).collect();
            way.truncate(way.iter().position(|at| *at == to)?);
            way.into_iter().find_map(|at| Some((at, self.piece_at(at)?)))
        })
    }

    /// The kinds of the pieces on some squares.
    fn kinds_on(&self, places: &[Place]) -> PieceSet {
        let mut kinds = PieceSet::EMPTY;
        for piece in places.iter().filter_map(|place| self.piece_at(*place)) {
            kinds.insert(piece.kind);
        }
        kinds
    }

    /// No piece that can be meant is on the named squares.
    fn nothing_there(&self, spec: &VariantPieceSpec) -> VariantReason {
        let named = spec.file.zip(spec.rank).and_then(|(file, rank)| {
            self.rules.geometry().place(spec.board.unwrap_or(0), file, rank)
        });
        match named.map(|place| (place, self.piece_at(place))) {
            Some((place, None)) => VariantReason::EmptySquare(place),
            Some((place, Some(piece))) if piece.color != self.turn() => {
                VariantReason::OpponentsPiece(place, piece)
            }
            _ => VariantReason::NoSuchPiece { kinds: spec.kinds },
        }
    }

    /// A piece on the target square that stops one of the pieces which would otherwise reach it.
    fn occupied_target(&self, spec: &VariantPieceSpec, places: &[Place]) -> Option<VariantReason> {
        spec.targets(self).find_map(|to| {
            let mut emptied = self.clone();
            let next = self.rules.geometry().next_board(to);
            let there = self.piece_at(to);
            let beyond = self.piece_at(next).filter(|_| self.rules.is_alice());
            emptied.clear(to);
            if beyond.is_some() {
                emptied.clear(next);
            }
            let reaches =
                places.iter().any(|from| *from != to && emptied.reaches(*from, to, there));
            if !reaches {
                return None;
            }
            match there {
                Some(piece) if piece.color == self.turn() => {
                    Some(VariantReason::OwnPiece { to, piece })
                }
                Some(piece) if piece.kind == PieceType::KING => {
                    Some(VariantReason::CapturesKing(to))
                }
                _ => beyond.map(|piece| VariantReason::NextBoardOccupied { to: next, piece }),
            }
        })
    }

    /// Whether a piece goes to an empty square, or captures there if something was on it.
    fn reaches(&self, from: Place, to: Place, there: Option<VariantPiece>) -> bool {
        let mut moves = Vec::new();
        self.moves_between(from, Some(to), &mut moves);
        let captures = || there.is_some() && self.attackers(to, self.turn()).contains(&from);
        !moves.is_empty() || captures()
    }

    /// The rule that forbids a candidate, with the attackers that it concerns.
    fn forbidden(&self, mv: VariantMove) -> Option<VariantReason> {
        let rule = self.illegality(mv)?;
        let attackers = match rule {
            Illegality::RoyalAttacked { royal, .. } => self.attackers_after(mv, royal),
            Illegality::CastlingThroughCheck { place } => self.with_pieces(place, !self.turn()),
            _ => Vec::new(),
        };
        let exposure = self.exposure(mv, rule, &attackers);
        Some(VariantReason::Forbidden { piece: mv.piece, from: mv.from, rule, attackers, exposure })
    }

    fn exposure(
        &self,
        mv: VariantMove,
        rule: Illegality,
        attackers: &[(Place, VariantPiece)],
    ) -> Exposure {
        let Illegality::RoyalAttacked { royal, .. } = rule else { return Exposure::Other };
        let moves_itself = mv.from.is_some_and(|from| self.royals(self.turn()).contains(&from));
        if moves_itself || mv.target(&self.rules, self.turn()) == royal {
            return Exposure::Other;
        }
        let checkers = self.attackers(royal, !self.turn());
        if attackers.iter().any(|(place, _)| checkers.contains(place)) {
            return Exposure::Unanswered;
        }
        let explodes = mv.capture.is_some() && self.rules.settings().blast;
        let is_pin = mv.kind == VariantMoveKind::Normal && !explodes && checkers.is_empty();
        if is_pin { Exposure::Pinned } else { Exposure::Other }
    }

    /// The pieces that attack a square once a move is made.
    fn attackers_after(&self, mv: VariantMove, royal: Place) -> Vec<(Place, VariantPiece)> {
        let mut made = self.clone();
        let mut undo = made.begin();
        made.move_pieces(mv, &mut undo);
        let before = made.with_pieces(royal, !self.turn());
        if !before.is_empty() {
            return before;
        }
        made.pass_through(mv, &mut undo);
        made.with_pieces(royal, !self.turn())
    }

    fn with_pieces(&self, place: Place, by: Color) -> Vec<(Place, VariantPiece)> {
        let attackers = self.attackers(place, by).into_iter();
        attackers.filter_map(|at| Some((at, self.piece_at(at)?))).collect()
    }
}
