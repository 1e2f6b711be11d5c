//! The rule that forbids a move of one piece, a pawn move or castling on one board.

use crate::rules::{
    Bitboard, Board, BoardIndex, Color, File, History, Move, Piece, Position, Rank, Role, Side,
    Square, attacks,
    legality::{CastlingFault, LostRight, PawnFault, PieceFault},
};

/// Why the piece on `from` cannot move to `to`.
pub(super) fn piece_fault<P: Position>(
    position: &P,
    role: Role,
    from: Square,
    to: Square,
    history: Option<&History<P>>,
) -> PieceFault {
    movement_fault(position, &position.boards()[0], role, from, to, history)
        .unwrap_or_else(|| king_safety_fault(position, role, from, to))
}

/// Why the piece cannot reach the square on this board, the safety of its king aside.
pub(super) fn movement_fault<P: Position>(
    position: &P,
    board: &Board,
    role: Role,
    from: Square,
    to: Square,
    history: Option<&History<P>>,
) -> Option<PieceFault> {
    let movement = || match role {
        Role::Pawn => pawn_fault(position, board, from, to, history).map(PieceFault::Pawn),
        _ => geometry_fault(board, role, from, to),
    };
    match board.piece_at(to) {
        _ if from == to => Some(PieceFault::AlreadyThere),
        // A piece that never moves that way is not stopped by its own side.
        Some(there) if there.color == position.turn() => Some(
            movement()
                .filter(PieceFault::is_out_of_reach)
                .unwrap_or(PieceFault::OwnPiece(there.role)),
        ),
        Some(there) if there.role == Role::King && role != Role::Pawn => {
            Some(PieceFault::CapturesKing)
        }
        _ => movement(),
    }
}

/// Why the piece does not move that way, or what blocks it.
fn geometry_fault(board: &Board, role: Role, from: Square, to: Square) -> Option<PieceFault> {
    let free = attacks::of(role, Color::White, from, Bitboard::EMPTY);
    if !free.has(to) {
        let wrong_color = role == Role::Bishop && from.is_light() != to.is_light();
        return Some(if wrong_color {
            PieceFault::WrongSquareColor
        } else {
            PieceFault::WrongMovement
        });
    }
    let between = if role.is_slider() { attacks::between(from, to) } else { Bitboard::EMPTY };
    nearest_blocker(board, from, between).map(|(at, piece)| PieceFault::Blocked { at, piece })
}

/// The first piece on the way.
fn nearest_blocker(board: &Board, from: Square, between: Bitboard) -> Option<(Square, Piece)> {
    let blockers = between & board.occupied();
    let nearest =
        blockers.into_iter().min_by_key(|&square| attacks::between(from, square).count())?;
    Some((nearest, board.piece_at(nearest)?))
}

/// How the move leaves the king in check.
fn king_safety_fault<P: Position>(
    position: &P,
    role: Role,
    from: Square,
    to: Square,
) -> PieceFault {
    let board = &position.boards()[0];
    let enemy = !position.turn();
    let (_, king) = position.king(position.turn());
    let mut occupied = (board.occupied() - Bitboard::of(from)) | Bitboard::of(to);
    let mut removed = Bitboard::of(to);
    if role == Role::Pawn && is_en_passant(board, from, to) {
        let captured = Square::new(to.file(), from.rank());
        occupied.remove(captured);
        removed.insert(captured);
    }
    if role == Role::King {
        let attackers = board.attackers(to, enemy, occupied) - removed;
        return PieceFault::KingAttacked(with_roles(board, attackers));
    }
    let attackers = board.attackers(king, enemy, occupied) - removed;
    let unanswered = attackers & position.checkers();
    if let (true, Some(at)) = (unanswered.is_empty(), attackers.first())
        && let Some(pinner) = board.piece_at(at)
    {
        return PieceFault::Pinned { pinner, at, king };
    }
    PieceFault::CheckUnanswered { checkers: with_roles(board, position.checkers()), king }
}

fn is_en_passant(board: &Board, from: Square, to: Square) -> bool {
    from.file() != to.file() && !board.occupied().has(to)
}

/// Why the pawn cannot move to the square, the safety of its king aside.
fn pawn_fault<P: Position>(
    position: &P,
    board: &Board,
    from: Square,
    to: Square,
    history: Option<&History<P>>,
) -> Option<PawnFault> {
    let color = position.turn();
    let forward = |steps: i8| if color == Color::White { steps } else { -steps };
    let aside = (from.file() as u8).abs_diff(to.file() as u8);
    let straight = |steps| from.offset(0, forward(steps));
    let ahead = |steps| straight(steps).map(Square::rank) == Some(to.rank());
    match aside {
        0 if ahead(1) => blocked(board, to),
        0 if ahead(2) && from.rank() == Rank::Two.relative_to(color) => {
            straight(1).and_then(|passed| blocked(board, passed)).or_else(|| blocked(board, to))
        }
        0 if ahead(2) => Some(PawnFault::DoubleStepNotFromHome),
        1 if ahead(1) => diagonal_fault(position, board, from, to, history),
        _ => Some(PawnFault::NotAPawnMove),
    }
}

fn blocked(board: &Board, at: Square) -> Option<PawnFault> {
    board.piece_at(at).map(|piece| PawnFault::Blocked { at, piece })
}

fn diagonal_fault<P: Position>(
    position: &P,
    board: &Board,
    from: Square,
    to: Square,
    history: Option<&History<P>>,
) -> Option<PawnFault> {
    let enemy = !position.turn();
    let beside = Square::new(to.file(), from.rank());
    let fifth = Rank::Five.relative_to(position.turn());
    let pawn_beside = board.pieces(enemy, Role::Pawn).has(beside) && from.rank() == fifth;
    if board.occupied().has(to) {
        return None;
    }
    if !pawn_beside {
        return Some(PawnFault::NothingToCapture);
    }
    let Some((ply, mv)) = history.and_then(|history| last_move_to(history, beside)) else {
        // No known move: the position says whether the double step was the last one. If so, only the king's safety
        // forbids the capture.
        let has_just_stepped = position.pseudo_en_passant() == Some(to);
        return (!has_just_stepped)
            .then_some(PawnFault::EnPassantTooLate { pawn: beside, stepped: None });
    };
    if !mv.is_double_step() {
        return Some(PawnFault::EnPassantWithoutDoubleStep { pawn: beside });
    }
    let is_last = history.is_some_and(|history| ply + 1 == history.moves().len());
    (!is_last).then_some(PawnFault::EnPassantTooLate { pawn: beside, stepped: Some(ply) })
}

/// The last move to a square, with its ply counted from zero.
fn last_move_to<P: Position>(history: &History<P>, to: Square) -> Option<(usize, Move)> {
    history.moves().iter().copied().enumerate().rfind(|(_, mv)| mv.to == to)
}

/// The rule that forbids castling to this side. FIDE 3.8.2
pub(super) fn castling_fault<P: Position>(
    position: &P,
    side: Side,
    history: Option<&History<P>>,
) -> CastlingFault {
    let color = position.turn();
    let (_, king) = position.king(color);
    match position.castling().rook(color, king, side) {
        None => CastlingFault::RightLost(lost_right(position, side, history)),
        Some(rook) => fault_with_right(position, king, rook, side),
    }
}

fn fault_with_right<P: Position>(
    position: &P,
    king: Square,
    rook: Square,
    side: Side,
) -> CastlingFault {
    let board = &position.boards()[0];
    let enemy = !position.turn();
    let king_to = Square::new(side.king_file(), king.rank());
    let rook_to = Square::new(side.rook_file(), king.rank());
    let pieces = Bitboard::of(king) | Bitboard::of(rook);
    let path = attacks::between(king, king_to) | Bitboard::of(king_to);
    let others = board.occupied() - pieces;
    let between = attacks::between(king, rook) & others;
    if between.is_any() {
        return CastlingFault::Occupied(with_roles(board, between));
    }
    let ways = [
        (Role::King, true, Bitboard::of(king_to)),
        (Role::Rook, true, Bitboard::of(rook_to)),
        (Role::King, false, path),
        (Role::Rook, false, attacks::between(rook, rook_to)),
    ];
    if let Some((mover, arrives, way)) = ways.into_iter().find(|(.., way)| (*way & others).is_any())
    {
        return CastlingFault::NoRoom { mover, arrives, pieces: with_roles(board, way & others) };
    }
    if position.is_check() {
        return CastlingFault::InCheck(with_roles(board, position.checkers()));
    }
    let without_king = board.occupied() - Bitboard::of(king);
    for square in path {
        let attackers = board.attackers(square, enemy, without_king);
        if attackers.is_any() {
            let arrives = square == king_to;
            return CastlingFault::Attacked {
                square,
                arrives,
                attackers: with_roles(board, attackers),
            };
        }
    }
    let castled = (board.occupied() - pieces) | Bitboard::of(rook_to);
    let attackers = board.attackers(king_to, enemy, castled);
    CastlingFault::Uncovered { attackers: with_roles(board, attackers) }
}

/// The history shows the move; the board alone shows only what is missing.
fn lost_right<P: Position>(position: &P, side: Side, history: Option<&History<P>>) -> LostRight {
    history
        .and_then(|history| lost_in_history(history, position, side))
        .unwrap_or_else(|| lost_on_board(position, side))
}

/// The first move that ended the right.
fn lost_in_history<P: Position>(
    history: &History<P>,
    position: &P,
    side: Side,
) -> Option<LostRight> {
    let color = position.turn();
    let (_, king) = history.start().king(color);
    let rook = history.start().castling().rook(color, king, side)?;
    let mut before = history.start();
    for (ply, &mv) in history.moves().iter().enumerate() {
        let own = before.turn() == color;
        if own && mv.role == Role::King {
            return Some(LostRight::KingMoved(ply, mv));
        }
        let on_first_board = mv.board_index == BoardIndex::FIRST;
        if own && on_first_board && mv.from == rook {
            return Some(LostRight::RookMoved(ply, mv));
        }
        if !own && on_first_board && mv.to == rook {
            return Some(LostRight::RookCaptured(ply, mv));
        }
        before = history.position_at(ply + 1)?;
    }
    None
}

fn lost_on_board<P: Position>(position: &P, side: Side) -> LostRight {
    let color = position.turn();
    let rank = Rank::One.relative_to(color);
    let corner = Square::new(if side == Side::King { File::H } else { File::A }, rank);
    let (_, king) = position.king(color);
    if king != Square::new(File::E, rank) {
        LostRight::KingElsewhere(king)
    } else if position.boards()[0].pieces(color, Role::Rook).has(corner) {
        LostRight::NotGranted
    } else {
        LostRight::NoRook(corner)
    }
}

/// The pieces on some squares, with their roles.
pub(super) fn with_roles(board: &Board, squares: Bitboard) -> Vec<(Square, Role)> {
    squares.filter_map(|square| Some((square, board.role_at(square)?))).collect()
}
