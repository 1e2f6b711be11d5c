//! Why a move cannot be played on several boards: the rules of chess on its board, and the rules of the transfer.

use crate::rules::{
    Bitboard, BoardIndex, Layered, Move, Piece, PieceSpec, Position, Role, Side, Square, attacks,
    layered::Danger,
    legality::{
        CastlingFault, Context, PawnFault, PieceFault, Reason, castling_step, faults::with_roles,
        not_the_named_piece,
    },
};

/// A piece that a written move can mean.
#[derive(Debug, Clone, Copy)]
struct NamedPiece {
    board_index: BoardIndex,
    from: Square,
    role: Role,
}

/// The pieces that can make a move, with their boards.
pub(super) fn fitting(position: &Layered, spec: &PieceSpec) -> Vec<(Option<BoardIndex>, Square)> {
    let fits = |mv: &Move| {
        mv.to == spec.to && spec.role.is_none_or(|role| role == mv.role) && spec.from.has(mv.from)
    };
    let moves = position.legal_moves().into_iter().filter(fits);
    let mut pieces: Vec<_> = moves.map(|mv| (Some(mv.board_index), mv.from)).collect();
    pieces.dedup();
    pieces
}

/// The rule that forbids castling: the dialect, a rule of chess, or the next board.
pub(super) fn castling(position: &Layered, side: Side, fault: CastlingFault) -> Reason {
    if !position.has_castling() {
        return Reason::NoCastlingInVariant;
    }
    let (board_index, king) = position.king(position.turn());
    let rook = position.castling().rook(position.turn(), king, side);
    let (CastlingFault::Uncovered { attackers }, Some(rook)) = (&fault, rook) else {
        return Reason::Castling { side, fault };
    };
    if !attackers.is_empty() {
        return Reason::Castling { side, fault };
    }
    let occupied = [side.king_file(), side.rook_file()].into_iter().find_map(|file| {
        next_board_occupied(position, board_index, Square::new(file, king.rank()))
    });
    occupied
        .or_else(|| king_in_danger(position, Move::castle(king, rook)))
        .unwrap_or(Reason::Castling { side, fault })
}

/// The reason for a move that no piece can make: that of the piece that comes nearest.
pub(super) fn no_piece_moves(position: &Layered, spec: &PieceSpec) -> Reason {
    let pieces: Vec<NamedPiece> = candidates(position, spec).collect();
    let reasons = pieces.iter().map(|&piece| why(position, piece, spec.to));
    match reasons.max_by_key(|(nearness, _)| *nearness) {
        None => no_piece_there(position, spec),
        Some((1 | 2, _)) if pieces.len() > 1 => none_reaches(position, &pieces, spec.to),
        Some((_, reason)) => reason,
    }
}

/// The pieces of the side to move that the spec can mean.
fn candidates<'a>(
    position: &'a Layered,
    spec: &'a PieceSpec,
) -> impl Iterator<Item = NamedPiece> + 'a {
    let boards = position
        .board_indices()
        .filter(|&board_index| spec.board_index.is_none_or(|named| named == board_index));
    boards.flat_map(|board_index| {
        let pieces = position.board(board_index).all_pieces();
        pieces
            .filter(|(from, piece)| {
                let is_named = spec.role.is_none_or(|role| role == piece.role);
                piece.color == position.turn() && is_named && spec.from.has(*from)
            })
            .map(move |(from, piece)| NamedPiece { board_index, from, role: piece.role })
    })
}

/// No piece of this role is on the named squares.
fn no_piece_there(position: &Layered, spec: &PieceSpec) -> Reason {
    let color = position.turn();
    if let Some(from) = spec.from.single() {
        let there = position.boards().iter().find_map(|board| board.piece_at(from));
        return not_the_named_piece(from, there, color);
    }
    let role = spec.role.unwrap_or(Role::Pawn);
    let pieces = position.boards().iter().map(|board| board.pieces(color, role));
    let pieces = pieces.fold(Bitboard::EMPTY, |all, pieces| all | pieces);
    if pieces.is_empty() {
        Reason::NoSuchPiece { role }
    } else {
        Reason::NotThere { role, pieces, from: spec.from }
    }
}

/// Why one piece cannot make the move, and how near it comes.
fn why(position: &Layered, piece: NamedPiece, to: Square) -> (u8, Reason) {
    let NamedPiece { board_index, from, role } = piece;
    if let Some(side) = castling_step(position, role, from, to) {
        return (4, Context { position, history: None }.no_castling(side));
    }
    if let Some(fault) = movement_fault(position, piece, to) {
        let nearness = fault.nearness();
        return (nearness, on_board(board_index, Reason::Piece { role, from, fault }));
    }
    if let Some(reason) = next_board_occupied(position, board_index, to) {
        return (5, reason);
    }
    let capture = position.board(board_index).role_at(to);
    let mv = Move { board_index, ..Move::normal(role, from, to, capture) };
    let elsewhere =
        || on_board(board_index, Reason::Piece { role, from, fault: PieceFault::WrongMovement });
    (6, king_in_danger(position, mv).unwrap_or_else(elsewhere))
}

/// The rules of chess on the piece's board; Alice chess has no en passant.
fn movement_fault(position: &Layered, piece: NamedPiece, to: Square) -> Option<PieceFault> {
    let board = position.board(piece.board_index);
    let context = Context { position, history: None };
    let fault = context.movement_fault(board, piece.role, piece.from, to)?;
    Some(match fault {
        PieceFault::Pawn(
            PawnFault::EnPassantTooLate { .. } | PawnFault::EnPassantWithoutDoubleStep { .. },
        ) => PieceFault::Pawn(PawnFault::NothingToCapture { at: to }),
        _ => fault,
    })
}

fn none_reaches(position: &Layered, pieces: &[NamedPiece], to: Square) -> Reason {
    let role = pieces.first().map_or(Role::Pawn, |piece| piece.role);
    let fault = |piece: &NamedPiece| Some((piece.from, movement_fault(position, *piece, to)?));
    Reason::NoneReaches { role, to, pieces: pieces.iter().filter_map(fault).collect() }
}

/// The square of arrival is occupied on the next board.
fn next_board_occupied(position: &Layered, board_index: BoardIndex, to: Square) -> Option<Reason> {
    let board_index = position.next(board_index);
    let piece: Piece = position.board(board_index).piece_at(to)?;
    Some(Reason::NextBoardOccupied { to, board_index, piece })
}

/// The move would leave the king in check.
fn king_in_danger(position: &Layered, mv: Move) -> Option<Reason> {
    let danger = position.danger(mv)?;
    let (board_index, king) = (danger.board_index, danger.king);
    let attackers = with_roles(position.board(board_index), danger.attackers);
    let is_checked = mv.role != Role::King && (danger.attackers & position.checkers()).is_any();
    Some(if is_checked && danger.passes {
        Reason::AnsweredTooLate { board_index, checkers: attackers }
    } else if is_checked {
        let checkers = with_roles(position.board(board_index), position.checkers());
        let fault = PieceFault::CheckUnanswered { checkers, king };
        on_board(board_index, Reason::Piece { role: mv.role, from: mv.from, fault })
    } else if let Some(fault) = pinned(position, mv, danger) {
        on_board(board_index, Reason::Piece { role: mv.role, from: mv.from, fault })
    } else {
        Reason::KingAttacked { board_index, king, attackers }
    })
}

/// The pin that the move breaks, if the piece leaves its king uncovered.
fn pinned(position: &Layered, mv: Move, danger: Danger) -> Option<PieceFault> {
    let at = danger.attackers.first()?;
    let pinner = position.board(danger.board_index).piece_at(at)?;
    let shields =
        danger.board_index == mv.board_index && attacks::between(danger.king, at).has(mv.from);
    shields.then_some(PieceFault::Pinned { pinner, at, king: danger.king })
}

fn on_board(board_index: BoardIndex, reason: Reason) -> Reason {
    Reason::OnBoard(board_index, Box::new(reason))
}
