//! What forbids castling. FIDE 3.8.2.

use crate::rules::{
    Bitboard, BoardIndex, History, Move, Position, Role, Side, Square, attacks, legality::named,
};

/// Why castling is not allowed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CastlingFault {
    /// King or rook has moved, or the rook has been taken.
    RightLost(LostRight),
    /// Something stands between king and rook.
    Occupied(Vec<(Square, Role)>),
    /// Chess960: something stands further on, where king or rook would go.
    NoRoom {
        /// Who would go there.
        mover: Role,
        /// Whether it would stay there.
        arrives: bool,
        /// What stands there.
        pieces: Vec<(Square, Role)>,
    },
    /// The king is in check.
    InCheck(Vec<(Square, Role)>),
    /// The king would pass over, or arrive on, an attacked square.
    Attacked {
        /// The square.
        square: Square,
        /// Whether the king would stay there.
        arrives: bool,
        /// By whom.
        attackers: Vec<(Square, Role)>,
    },
    /// Chess960: the rook's leaving would uncover the king along the first rank.
    Uncovered {
        /// By whom.
        attackers: Vec<(Square, Role)>,
    },
}

/// How the right was lost, as far as it can be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LostRight {
    /// The king moved at this half-move, counted from zero.
    KingMoved(usize, Move),
    /// The rook moved.
    RookMoved(usize, Move),
    /// The rook was taken.
    RookCaptured(usize, Move),
    /// The king does not stand where it began.
    KingElsewhere(Square),
    /// No own rook stands in the corner.
    NoRook(Square),
    /// The position does not grant it.
    NotGranted,
}

/// What forbids castling to this wing.
pub(super) fn fault<P: Position>(
    position: &P,
    side: Side,
    past: Option<&History<P>>,
) -> CastlingFault {
    let color = position.turn();
    let (_, king) = position.king(color);
    match position.castling().rook(color, king, side) {
        None => CastlingFault::RightLost(how_lost(position, side, past)),
        Some(rook) => with_right(position, king, rook, side),
    }
}

fn with_right<P: Position>(position: &P, king: Square, rook: Square, side: Side) -> CastlingFault {
    let board = &position.boards()[0];
    let enemy = !position.turn();
    let king_to = Square::new(side.king_file(), king.rank());
    let rook_to = Square::new(side.rook_file(), king.rank());
    let pieces = Bitboard::of(king) | Bitboard::of(rook);
    let path = attacks::between(king, king_to) | Bitboard::of(king_to);
    let others = board.occupied() - pieces;
    let between = attacks::between(king, rook) & others;
    if between.is_any() {
        return CastlingFault::Occupied(named(board, between));
    }
    let ways = [
        (Role::King, true, Bitboard::of(king_to)),
        (Role::Rook, true, Bitboard::of(rook_to)),
        (Role::King, false, path),
        (Role::Rook, false, attacks::between(rook, rook_to)),
    ];
    if let Some((mover, arrives, way)) = ways.into_iter().find(|(.., way)| (*way & others).is_any())
    {
        return CastlingFault::NoRoom { mover, arrives, pieces: named(board, way & others) };
    }
    if position.is_check() {
        return CastlingFault::InCheck(named(board, position.checkers()));
    }
    let without_king = board.occupied() - Bitboard::of(king);
    for square in path {
        let attackers = board.attackers(square, enemy, without_king);
        if attackers.is_any() {
            let arrives = square == king_to;
            return CastlingFault::Attacked { square, arrives, attackers: named(board, attackers) };
        }
    }
    let castled = (board.occupied() - pieces) | Bitboard::of(rook_to);
    let attackers = board.attackers(king_to, enemy, castled);
    CastlingFault::Uncovered { attackers: named(board, attackers) }
}

/// The past knows the move; the board alone knows what is missing.
fn how_lost<P: Position>(position: &P, side: Side, past: Option<&History<P>>) -> LostRight {
    past.and_then(|game| in_the_past(game, position, side))
        .unwrap_or_else(|| on_the_board(position, side))
}

/// The first move that took the right away.
fn in_the_past<P: Position>(game: &History<P>, position: &P, side: Side) -> Option<LostRight> {
    let color = position.turn();
    let (_, king) = game.start().king(color);
    let rook = game.start().castling().rook(color, king, side)?;
    let mut before = game.start();
    for (ply, &mv) in game.moves().iter().enumerate() {
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
        before = game.position_at(ply + 1)?;
    }
    None
}

fn on_the_board<P: Position>(position: &P, side: Side) -> LostRight {
    use crate::rules::{Color, File, Rank};
    let color = position.turn();
    let rank = if color == Color::White { Rank::One } else { Rank::Eight };
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
