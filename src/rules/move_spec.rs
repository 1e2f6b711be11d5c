//! What somebody wants to play, before anybody knows whether it can be played.

use crate::rules::{
    Bitboard, Board, BoardIndex, Move, MoveKind, Position, Rank, Role, Side, Square,
};

/// A move that is asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveSpec {
    /// Castling.
    Castle(Side),
    /// A piece goes to a square.
    Piece(PieceSpec),
}

/// A piece goes to a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PieceSpec {
    /// What goes; `None` where only squares are given, as in `e2e4`.
    pub role: Option<Role>,
    /// Where it may stand: a file, a rank, a square, or anywhere.
    pub from: Bitboard,
    /// Where it goes.
    pub to: Square,
    /// Whether a capture is written.
    pub capture: bool,
    /// What the pawn becomes.
    pub promotion: Option<Role>,
    /// The board it is made on, where that is said.
    pub board_index: Option<BoardIndex>,
}

/// Why a spec is no move here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unresolved {
    /// No legal move fits.
    NoLegalMove,
    /// Pieces on all these squares fit.
    Ambiguous(Bitboard),
    /// The pawn arrives, but what it becomes is not said.
    PromotionMissing,
    /// A piece is named that no pawn becomes, or that is named for a move that promotes nothing.
    PromotionImpossible,
}

impl MoveSpec {
    /// The move that is meant in this position.
    ///
    /// # Errors
    /// When no legal move fits, or more than one.
    #[inline(always)]
    pub fn resolve<P: Position>(&self, position: &P) -> Result<Move, Unresolved> {
        match *self {
            Self::Castle(side) => position.castling_move(side).ok_or(Unresolved::NoLegalMove),
            Self::Piece(spec) => match (position.boards(), spec.role) {
                ([board], Some(role)) => spec.resolve_fast(position, board, role),
                _ => spec.resolve_among(&position.legal_moves()),
            },
        }
    }
}

impl PieceSpec {
    /// From the target square backwards: no list of legal moves is made.
    #[inline(always)]
    fn resolve_fast<P: Position>(
        &self,
        position: &P,
        board: &Board,
        role: Role,
    ) -> Result<Move, Unresolved> {
        let origins = position.origins(role, self.to, self.from);
        match origins.single() {
            Some(from) => self.complete(board, role, from),
            None if origins.is_empty() => Err(Unresolved::NoLegalMove),
            None => Err(Unresolved::Ambiguous(origins)),
        }
    }

    /// A legal arrival made into a move: what is taken, and what a pawn becomes.
    #[inline(always)]
    fn complete(&self, board: &Board, role: Role, from: Square) -> Result<Move, Unresolved> {
        let (to, promotion) = (self.to, self.promotion);
        let capture = board.role_at(to);
        let plain = Move {
            role,
            from,
            to,
            capture,
            promotion,
            kind: MoveKind::Normal,
            board_index: BoardIndex::FIRST,
        };
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

    /// Where squares alone do not tell who goes: several boards, or coordinates without a piece.
    fn resolve_among(&self, moves: &[Move]) -> Result<Move, Unresolved> {
        let fitting: Vec<Move> = moves.iter().copied().filter(|mv| self.fits(*mv)).collect();
        let Some(first) = fitting.first() else { return Err(Unresolved::NoLegalMove) };
        let same_piece = |mv: &Move| (mv.from, mv.board_index) == (first.from, first.board_index);
        if !fitting.iter().all(same_piece) {
            return Err(Unresolved::Ambiguous(fitting.iter().map(|mv| mv.from).collect()));
        }
        match fitting.iter().find(|mv| mv.promotion == self.promotion) {
            Some(mv) => Ok(*mv),
            None if self.promotion.is_none() => Err(Unresolved::PromotionMissing),
            None => Err(Unresolved::PromotionImpossible),
        }
    }

    /// Whether a move does what is asked, its promotion apart. Coordinates may give castling as the
    /// king's two steps or as king takes rook.
    fn fits(&self, mv: Move) -> bool {
        let lands = mv.to == self.to || (mv.kind == MoveKind::Castle && mv.target() == self.to);
        lands
            && self.from.has(mv.from)
            && self.role.is_none_or(|role| role == mv.role && mv.kind != MoveKind::Castle)
            && self.board_index.is_none_or(|board_index| board_index == mv.board_index)
    }
}
