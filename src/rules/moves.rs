//! Moves: as a position plays them, and as they are written down before a position resolves them.

use std::fmt;

use arrayvec::ArrayVec;

use crate::rules::{Bitboard, Board, Chess, Position, Rank, Role, Side, Square};

/// The kinds of moves that change the board in different ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// A piece moves to a square and captures what is there.
    Normal,
    /// A pawn captures the pawn that has just passed it.
    EnPassant,
    /// The king castles; `from` is the king's square and `to` the rook's.
    Castle,
}

/// A move, complete enough to be played and written without another look at the board.
///
/// It fills one machine word, so that lists of moves are copied word by word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(align(8))]
pub struct Move {
    /// The piece that moves; the king when castling.
    pub role: Role,
    /// The square it leaves.
    pub from: Square,
    /// The square it moves to; the rook's square when castling.
    pub to: Square,
    /// The captured piece.
    pub capture: Option<Role>,
    /// The piece that a pawn becomes.
    pub promotion: Option<Role>,
    /// How it changes the board.
    pub kind: MoveKind,
}

impl Move {
    /// A move that is not castling, en passant or a promotion.
    #[inline]
    pub const fn normal(role: Role, from: Square, to: Square, capture: Option<Role>) -> Self {
        let (promotion, kind) = (None, MoveKind::Normal);
        Self { role, from, to, capture, promotion, kind }
    }

    /// Castling with the king and the rook on these squares.
    pub const fn castle(king: Square, rook: Square) -> Self {
        Self { kind: MoveKind::Castle, ..Self::normal(Role::King, king, rook, None) }
    }

    /// The side of castling, if the move is castling.
    pub fn castling_side(self) -> Option<Side> {
        (self.kind == MoveKind::Castle).then(|| Side::of(self.from, self.to))
    }

    /// The square of the moved piece after the move: for castling, the king's new square.
    pub fn target(self) -> Square {
        match self.castling_side() {
            Some(side) => Square::new(side.king_file(), self.from.rank()),
            None => self.to,
        }
    }

    /// The rook's square after castling.
    pub fn rook_target(self) -> Option<Square> {
        let side = self.castling_side()?;
        Some(Square::new(side.rook_file(), self.from.rank()))
    }

    /// The square of the captured piece; of the rook in castling.
    pub(in crate::rules) fn captured_square(self) -> Square {
        match self.kind {
            MoveKind::EnPassant => Square::new(self.to.file(), self.from.rank()),
            MoveKind::Normal | MoveKind::Castle => self.to,
        }
    }

    /// Whether a pawn advances two squares.
    pub fn is_double_step(self) -> bool {
        self.role == Role::Pawn && (self.from.rank() as u8).abs_diff(self.to.rank() as u8) == 2
    }

    /// Whether the move resets the fifty-move counter.
    pub fn is_zeroing(self) -> bool {
        self.capture.is_some() || self.role == Role::Pawn
    }
}

/// A list of legal moves. Sixteen pieces with at most 28 squares each always fit.
pub type MoveList = ArrayVec<Move, 512>;

/// A move that is not legal in the position in which [`Position::play`] is called.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlayError;

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the move is not legal in this position")
    }
}

impl std::error::Error for PlayError {}

/// A move as written, not yet resolved in a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveSpec {
    /// Castling.
    Castle(Side),
    /// A move of one piece.
    Piece(PieceSpec),
}

/// The parts of a written move of one piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceSpec {
    /// The piece that moves; `None` where only squares are given, as in `e2e4`.
    pub role: Option<Role>,
    /// The squares it may come from: a file, a rank, a square, or the whole board.
    pub from: Bitboard,
    /// The target square.
    pub to: Square,
    /// Whether a capture is written.
    pub capture: bool,
    /// The piece that a pawn becomes.
    pub promotion: Option<Role>,
}

/// Why a [`MoveSpec`] does not resolve to one legal move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Unresolved {
    /// No legal move fits.
    NoLegalMove,
    /// The pieces on all these squares fit.
    Ambiguous(Bitboard),
    /// A pawn reaches the last rank, but no promotion is written.
    PromotionMissing,
    /// The written promotion is to a king or a pawn, or the move does not promote.
    PromotionImpossible,
}

impl fmt::Display for Unresolved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoLegalMove => "no legal move fits",
            Self::Ambiguous(_) => "more than one piece can make the move",
            Self::PromotionMissing => "the promotion piece is missing",
            Self::PromotionImpossible => "the promotion is impossible",
        })
    }
}

impl std::error::Error for Unresolved {}

impl MoveSpec {
    /// Whether a legal move fits, its capture aside. A spec without promotion fits every promotion.
    pub fn fits(&self, mv: Move) -> bool {
        match self {
            Self::Castle(side) => mv.castling_side() == Some(*side),
            Self::Piece(piece) => {
                piece.fits(mv) && (piece.promotion.is_none() || piece.promotion == mv.promotion)
            }
        }
    }

    /// The legal move that this spec describes in a position.
    ///
    /// # Errors
    /// [`Unresolved`] if no legal move fits, or more than one.
    #[inline(always)]
    pub fn resolve(&self, position: &Chess) -> Result<Move, Unresolved> {
        match *self {
            Self::Castle(side) => position.castling_move(side).ok_or(Unresolved::NoLegalMove),
            Self::Piece(spec) => match spec.role {
                Some(role) => spec.resolve_fast(position, role),
                None => spec.resolve_among(&position.legal_moves()),
            },
        }
    }
}

impl PieceSpec {
    /// Looks from the target square backwards, without a list of legal moves.
    #[inline(always)]
    fn resolve_fast(&self, position: &Chess, role: Role) -> Result<Move, Unresolved> {
        let origins = position.origins(role, self.to, self.from);
        match origins.single() {
            Some(from) => self.complete(position.board(), role, from),
            None if origins.is_empty() => Err(Unresolved::NoLegalMove),
            None => Err(Unresolved::Ambiguous(origins)),
        }
    }

    /// The move of the piece on `from`, with its capture and promotion.
    #[inline(always)]
    fn complete(&self, board: &Board, role: Role, from: Square) -> Result<Move, Unresolved> {
        let (to, promotion) = (self.to, self.promotion);
        let capture = board.role_at(to);
        let plain = Move { promotion, ..Move::normal(role, from, to, capture) };
        if role != Role::Pawn {
            return if promotion.is_none() {
                Ok(plain)
            } else {
                Err(Unresolved::PromotionImpossible)
            };
        }
        let arrives = matches!(to.rank(), Rank::One | Rank::Eight);
        match promotion {
            None if arrives => Err(Unresolved::PromotionMissing),
            None if capture.is_none() && from.file() != to.file() => {
                Ok(Move { capture: Some(Role::Pawn), kind: MoveKind::EnPassant, ..plain })
            }
            Some(Role::King | Role::Pawn) => Err(Unresolved::PromotionImpossible),
            Some(_) if !arrives => Err(Unresolved::PromotionImpossible),
            None | Some(_) => Ok(plain),
        }
    }

    /// Searches the legal moves, for coordinates without a piece.
    fn resolve_among(&self, moves: &[Move]) -> Result<Move, Unresolved> {
        let fitting: Vec<Move> = moves.iter().copied().filter(|mv| self.fits(*mv)).collect();
        let Some(first) = fitting.first() else { return Err(Unresolved::NoLegalMove) };
        if fitting.iter().any(|mv| mv.from != first.from) {
            return Err(Unresolved::Ambiguous(fitting.iter().map(|mv| mv.from).collect()));
        }
        match fitting.iter().find(|mv| mv.promotion == self.promotion) {
            Some(mv) => Ok(*mv),
            None if self.promotion.is_none() => Err(Unresolved::PromotionMissing),
            None => Err(Unresolved::PromotionImpossible),
        }
    }

    /// Whether a move fits, its promotion and capture aside. Only a text that names the king's square may write
    /// castling as the king's two steps or as king captures rook.
    fn fits(&self, mv: Move) -> bool {
        let castles = mv.kind == MoveKind::Castle;
        let lands = mv.to == self.to || (castles && mv.target() == self.to);
        lands
            && self.from.has(mv.from)
            && (!castles || self.from.single().is_some())
            && self.role.is_none_or(|role| role == mv.role)
    }
}
