//! Why a written move cannot be played: the rule that forbids it, and the legal moves that come near.

mod faults;
mod reason;

use crate::rules::{
    Bitboard, Board, Chess, Color, History, Move, MoveSpec, Outcome, Piece, PieceSpec, Position,
    Role, Side, Square, Unresolved, attacks,
};
pub use reason::{CastlingFault, LostRight, PawnFault, PieceFault, Reason};

/// Why a written move cannot be played in a position, or `None` if it can. The history, if given, shows which move
/// ended a castling right or made an en-passant capture too late.
pub fn reason(
    position: &Chess,
    spec: &MoveSpec,
    history: Option<&History<Chess>>,
) -> Option<Reason> {
    let unresolved = spec.resolve(position).err()?;
    if let Some(over @ (Outcome::Checkmate { .. } | Outcome::Stalemate)) = position.board_outcome()
    {
        return Some(Reason::GameOver(over));
    }
    let context = Context { position, history };
    Some(match spec {
        MoveSpec::Castle(side) => context.no_castling(*side),
        MoveSpec::Piece(spec) => context.unresolved(spec, unresolved),
    })
}

/// A position and, if it is known, the game that led to it.
#[derive(Debug)]
struct Context<'a> {
    position: &'a Chess,
    history: Option<&'a History<Chess>>,
}

impl Context<'_> {
    fn board(&self) -> &Board {
        self.position.board()
    }

    fn no_castling(&self, side: Side) -> Reason {
        Reason::Castling { side, fault: self.castling_fault(side) }
    }

    fn unresolved(&self, spec: &PieceSpec, unresolved: Unresolved) -> Reason {
        match (unresolved, spec.promotion) {
            (Unresolved::PromotionMissing, _) => Reason::PromotionMissing(spec.to),
            (Unresolved::PromotionImpossible, Some(role)) => {
                Reason::PromotionImpossible { role, to: spec.to }
            }
            (Unresolved::Ambiguous(pieces), _) => {
                Reason::Ambiguous { role: spec.role, to: spec.to, pieces }
            }
            (Unresolved::NoLegalMove | Unresolved::PromotionImpossible, _) => {
                self.no_piece_moves(spec)
            }
        }
    }

    /// The reason for a move that no piece can make.
    fn no_piece_moves(&self, spec: &PieceSpec) -> Reason {
        let color = self.position.turn();
        if let (Some(from), None) = (spec.from.single(), spec.role) {
            return match self.board().piece_at(from) {
                Some(piece) if piece.color == color => self.one_piece(piece.role, from, spec),
                there => not_the_named_piece(from, there, color),
            };
        }
        let role = spec.role.unwrap_or(Role::Pawn);
        let pieces = self.board().pieces(color, role);
        if pieces.is_empty() {
            return Reason::NoSuchPiece { role };
        }
        let named = pieces & spec.from;
        match (named.single(), named.is_empty()) {
            (Some(from), _) => self.one_piece(role, from, spec),
            (None, false) => self.several_pieces(role, named, spec),
            (None, true) => self.no_piece_there(role, pieces, spec.from),
        }
    }

    /// No piece of this role is on the named square, file or rank.
    fn no_piece_there(&self, role: Role, pieces: Bitboard, from: Bitboard) -> Reason {
        match from.single() {
            None => Reason::NotThere { role, pieces, from },
            Some(square) => {
                not_the_named_piece(square, self.board().piece_at(square), self.position.turn())
            }
        }
    }

    fn one_piece(&self, role: Role, from: Square, spec: &PieceSpec) -> Reason {
        match castling_step(self.position, role, from, spec.to) {
            Some(side) => self.no_castling(side),
            None => Reason::Piece { role, from, fault: self.written_fault(role, from, spec) },
        }
    }

    /// What is wrong with a move as it is written: a pawn that captures on an empty square does so from any distance.
    fn written_fault(&self, role: Role, from: Square, spec: &PieceSpec) -> PieceFault {
        let is_empty = !self.board().occupied().has(spec.to);
        match self.piece_fault(role, from, spec.to) {
            PieceFault::Pawn(PawnFault::NotAPawnMove) if spec.capture && is_empty => {
                PieceFault::Pawn(PawnFault::NothingToCapture { at: spec.to })
            }
            fault => fault,
        }
    }

    fn several_pieces(&self, role: Role, pieces: Bitboard, spec: &PieceSpec) -> Reason {
        let to = spec.to;
        let faults = pieces.map(|from| (from, self.written_fault(role, from, spec)));
        let faults: Vec<(Square, PieceFault)> = faults.collect();
        let (color, occupied) = (self.position.turn(), self.board().occupied());
        let attacks_target = |from| attacks::of(role, color, from, occupied).has(to);
        let nearest =
            faults.iter().max_by_key(|(from, fault)| (fault.nearness(), attacks_target(*from)));
        let takes_nothing = |fault: &PieceFault| {
            spec.capture && matches!(fault, PieceFault::Pawn(PawnFault::NothingToCapture { .. }))
        };
        match nearest {
            Some((from, fault)) if fault.nearness() >= 3 || takes_nothing(fault) => {
                Reason::Piece { role, from: *from, fault: fault.clone() }
            }
            _ => Reason::NoneReaches { role, to, pieces: faults },
        }
    }
}

/// The reason for a move that names a square on which the side to move has no such piece.
fn not_the_named_piece(square: Square, there: Option<Piece>, turn: Color) -> Reason {
    match there {
        None => Reason::EmptySquare(square),
        Some(piece) if piece.color != turn => Reason::OpponentsPiece(square, piece),
        Some(piece) => Reason::OtherPiece(square, piece),
    }
}

/// The castling that a king's step of two squares, or onto its own rook, means in coordinates, if castling is not
/// legal. Where it is legal, the step is an ordinary king move that goes too far.
fn castling_step(position: &Chess, role: Role, from: Square, to: Square) -> Option<Side> {
    let home = position.castling().of(position.turn());
    let steps = (from.file() as u8).abs_diff(to.file() as u8);
    let means_castling = role == Role::King
        && from.rank() == to.rank()
        && (home.has(to) || (steps == 2 && Bitboard::back_rank(position.turn()).has(from)));
    let side = Side::of(from, to);
    (means_castling && position.castling_move(side).is_none()).then_some(side)
}

/// Legal moves that come near a written move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternatives<M = Move> {
    /// Other legal moves to the same square.
    pub to_square: Vec<M>,
    /// Other legal moves of the named piece.
    pub of_piece: Vec<M>,
}

/// The legal moves that come near a written move: those to its square, and those of its piece.
pub fn alternatives(position: &Chess, spec: &MoveSpec) -> Alternatives {
    let moves = position.legal_moves();
    let (to, role, from) = match *spec {
        MoveSpec::Castle(_) => (None, Some(Role::King), Bitboard::FULL),
        MoveSpec::Piece(spec) => (Some(spec.to), spec.role, spec.from),
    };
    let to_square = |mv: &Move| Some(mv.target()) == to;
    let of_piece =
        |mv: &Move| role.is_none_or(|role| role == mv.role) && from.has(mv.from) && !to_square(mv);
    Alternatives {
        to_square: moves.iter().copied().filter(to_square).collect(),
        of_piece: moves.iter().copied().filter(of_piece).collect(),
    }
}
