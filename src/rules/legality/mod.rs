//! Why a written move cannot be played: the rule that forbids it, and the legal moves that come near.

mod faults;
mod layered;
mod reason;

use crate::rules::{
    Bitboard, Board, Color, History, Move, MoveSpec, Outcome, PieceSpec, Position, Role, Side,
    Square, Unresolved, attacks, outcome,
};
use faults::{castling_fault, piece_fault};
pub use reason::{CastlingFault, LayeredReason, LostRight, PawnFault, PieceFault, Reason};

/// Why a written move cannot be played in a position, or `None` if it can. The history, if given, shows which move
/// ended a castling right or made an en-passant capture too late.
pub fn reason<P: Position>(
    position: &P,
    spec: &MoveSpec,
    history: Option<&History<P>>,
) -> Option<Reason> {
    let unresolved = spec.resolve(position).err()?;
    if let Some(over @ (Outcome::Checkmate { .. } | Outcome::Stalemate)) =
        outcome::board_outcome(position)
    {
        return Some(Reason::GameOver(over));
    }
    Some(match *spec {
        MoveSpec::Castle(side) => no_castling(position, side, history),
        MoveSpec::Piece(spec) => why_unresolved(position, &spec, unresolved, history),
    })
}

fn no_castling<P: Position>(position: &P, side: Side, history: Option<&History<P>>) -> Reason {
    let fault = castling_fault(position, side, history);
    match position.as_layered() {
        Some(layered) => layered::castling(layered, side, fault),
        None => Reason::Castling { side, fault },
    }
}

fn why_unresolved<P: Position>(
    position: &P,
    spec: &PieceSpec,
    unresolved: Unresolved,
    history: Option<&History<P>>,
) -> Reason {
    match (unresolved, spec.promotion) {
        (Unresolved::PromotionMissing, _) => Reason::PromotionMissing(spec.to),
        (Unresolved::PromotionImpossible, Some(role)) => {
            Reason::PromotionImpossible { role, to: spec.to }
        }
        (Unresolved::Ambiguous(pieces), _) => match position.as_layered() {
            Some(layered) => layered::ambiguous(layered, spec),
            None => Reason::Ambiguous { role: spec.role, to: spec.to, pieces },
        },
        (Unresolved::NoLegalMove, _) | (Unresolved::PromotionImpossible, None) => {
            match position.as_layered() {
                Some(layered) => layered::no_piece_moves(layered, spec),
                None => no_piece_moves(position, spec, history),
            }
        }
    }
}

/// The reason for a move that no piece can make.
fn no_piece_moves<P: Position>(
    position: &P,
    spec: &PieceSpec,
    history: Option<&History<P>>,
) -> Reason {
    let board = &position.boards()[0];
    let color = position.turn();
    if let (Some(from), None) = (spec.from.single(), spec.role) {
        match board.piece_at(from) {
            None => return Reason::EmptySquare(from),
            Some(piece) if piece.color != color => return Reason::OpponentsPiece(from, piece),
            Some(piece) => return one_piece(position, history, piece.role, from, spec),
        }
    }
    let role = spec.role.unwrap_or(Role::Pawn);
    let pieces = board.pieces(color, role);
    if pieces.is_empty() {
        return Reason::NoSuchPiece { role };
    }
    let named = pieces & spec.from;
    match (named.single(), named.is_empty()) {
        (Some(from), _) => one_piece(position, history, role, from, spec),
        (None, false) => several_pieces(position, history, role, named, spec),
        (None, true) => no_piece_there(board, color, role, pieces, spec),
    }
}

/// No piece of this role is on the named square, file or rank.
fn no_piece_there(
    board: &Board,
    color: Color,
    role: Role,
    pieces: Bitboard,
    spec: &PieceSpec,
) -> Reason {
    match spec.from.single().map(|from| (from, board.piece_at(from))) {
        Some((from, None)) => Reason::EmptySquare(from),
        Some((from, Some(piece))) if piece.color != color => Reason::OpponentsPiece(from, piece),
        Some((from, Some(piece))) => Reason::OtherPiece(from, piece),
        None => Reason::NotThere { role, pieces, from: spec.from },
    }
}

fn one_piece<P: Position>(
    position: &P,
    history: Option<&History<P>>,
    role: Role,
    from: Square,
    spec: &PieceSpec,
) -> Reason {
    if let Some(side) = castling_step(position, role, from, spec.to) {
        return no_castling(position, side, history);
    }
    Reason::Piece { role, from, fault: piece_fault(position, role, from, spec.to, history) }
}

/// The castling that a king's step of two squares, or onto its own rook, means in coordinates, if castling is not
/// legal. Where it is legal, the step is an ordinary king move that goes too far.
fn castling_step<P: Position>(position: &P, role: Role, from: Square, to: Square) -> Option<Side> {
    let home = position.castling().of(position.turn());
    let steps = (from.file() as u8).abs_diff(to.file() as u8);
    let means_castling = role == Role::King
        && from.rank() == to.rank()
        && (home.has(to) || (steps == 2 && Bitboard::back_rank(position.turn()).has(from)));
    let side = Side::of(from, to);
    (means_castling && position.castling_move(side).is_none()).then_some(side)
}

fn several_pieces<P: Position>(
    position: &P,
    history: Option<&History<P>>,
    role: Role,
    pieces: Bitboard,
    spec: &PieceSpec,
) -> Reason {
    let faults: Vec<(Square, PieceFault)> =
        pieces.map(|from| (from, piece_fault(position, role, from, spec.to, history))).collect();
    let board = &position.boards()[0];
    let attacks_target =
        |from| attacks::of(role, position.turn(), from, board.occupied()).has(spec.to);
    let nearest =
        faults.iter().max_by_key(|(from, fault)| (fault.nearness(), attacks_target(*from)));
    match nearest {
        Some((from, fault)) if fault.nearness() >= 3 => {
            Reason::Piece { role, from: *from, fault: fault.clone() }
        }
        _ => Reason::NoneReaches { role, to: spec.to, pieces: faults },
    }
}

/// Legal moves that come near a written move.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternatives {
    /// Other legal moves to the same square.
    pub to_square: Vec<Move>,
    /// Other legal moves of the named piece.
    pub of_piece: Vec<Move>,
}

/// The legal moves that come near a written move: those to its square, and those of its piece.
pub fn alternatives<P: Position>(position: &P, spec: &MoveSpec) -> Alternatives {
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
