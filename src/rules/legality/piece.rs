//! What is the matter with one piece's move.

use crate::rules::{
    Bitboard, Board, Color, History, Piece, Position, Role, Square, attacks,
    legality::{PieceFault, named, pawn},
};

/// Why the piece on `from` cannot go to `to`.
pub(super) fn fault<P: Position>(
    position: &P,
    role: Role,
    from: Square,
    to: Square,
    past: Option<&History<P>>,
) -> PieceFault {
    way(position, &position.boards()[0], role, from, to, past)
        .unwrap_or_else(|| endangers_king(position, role, from, to))
}

/// Why the piece's way of moving does not bring it there on this board, its king's safety apart.
pub(super) fn way<P: Position>(
    position: &P,
    board: &Board,
    role: Role,
    from: Square,
    to: Square,
    past: Option<&History<P>>,
) -> Option<PieceFault> {
    let way = || match role {
        Role::Pawn => pawn::fault(position, board, from, to, past).map(PieceFault::Pawn),
        _ => does_not_lead_there(board, role, from, to),
    };
    match board.piece_at(to) {
        _ if from == to => Some(PieceFault::AlreadyThere),
        // Whoever could not go there anyway is not stopped by its own side.
        Some(there) if there.color == position.turn() => Some(
            way().filter(PieceFault::is_out_of_reach).unwrap_or(PieceFault::OwnPiece(there.role)),
        ),
        Some(there) if there.role == Role::King && role != Role::Pawn => {
            Some(PieceFault::CapturesKing)
        }
        _ => way(),
    }
}

/// Geometry and blockers.
fn does_not_lead_there(board: &Board, role: Role, from: Square, to: Square) -> Option<PieceFault> {
    let free = attacks::of(role, Color::White, from, Bitboard::EMPTY);
    if !free.has(to) {
        let other_colour = role == Role::Bishop && from.is_light() != to.is_light();
        return Some(if other_colour {
            PieceFault::WrongSquareColor
        } else {
            PieceFault::WrongMovement
        });
    }
    let between = if role.is_slider() { attacks::between(from, to) } else { Bitboard::EMPTY };
    nearest_blocker(board, from, between).map(|(at, piece)| PieceFault::Blocked { at, piece })
}

/// The first piece met on the way.
fn nearest_blocker(board: &Board, from: Square, between: Bitboard) -> Option<(Square, Piece)> {
    let blockers = between & board.occupied();
    let nearest =
        blockers.into_iter().min_by_key(|&square| attacks::between(from, square).count())?;
    Some((nearest, board.piece_at(nearest)?))
}

/// The move could be made but for the king.
fn endangers_king<P: Position>(position: &P, role: Role, from: Square, to: Square) -> PieceFault {
    let board = &position.boards()[0];
    let enemy = !position.turn();
    let (_, king) = position.king(position.turn());
    let mut occupied = (board.occupied() - Bitboard::of(from)) | Bitboard::of(to);
    let mut gone = Bitboard::of(to);
    if role == Role::Pawn && position_takes_in_passing(board, from, to) {
        let taken = Square::new(to.file(), from.rank());
        occupied.remove(taken);
        gone.insert(taken);
    }
    if role == Role::King {
        let attackers = board.attackers(to, enemy, occupied) - gone;
        return PieceFault::KingAttacked(named(board, attackers));
    }
    let attackers = board.attackers(king, enemy, occupied) - gone;
    let unanswered = attackers & position.checkers();
    if let (true, Some(at)) = (unanswered.is_empty(), attackers.first())
        && let Some(pinner) = board.piece_at(at)
    {
        return PieceFault::Pinned { pinner, at, king };
    }
    PieceFault::CheckUnanswered { checkers: named(board, position.checkers()), king }
}

fn position_takes_in_passing(board: &Board, from: Square, to: Square) -> bool {
    from.file() != to.file() && !board.occupied().has(to)
}
