//! An illegal move that stood: the players did not notice it, and went on from the position with the move on the board.

use crate::{
    notation::{San, fen},
    rules::{
        AnyPosition, Bitboard, Color, MoveSpec, Piece, PieceSpec, Rank, Role, Setup, Side, Square,
        attacks,
    },
};

/// The position after an illegal move, if one piece can make it physically.
pub(super) fn after_illegal(position: &AnyPosition, san: &San) -> Option<AnyPosition> {
    let AnyPosition::Chess(chess) = position else { return None };
    let mut setup = chess.to_setup();
    match san.spec {
        MoveSpec::Castle(side) => castle(&mut setup, side)?,
        MoveSpec::Piece(spec) => shift(&mut setup, &spec)?,
    }
    setup.en_passant = None;
    setup.fullmoves += u32::from(setup.turn == Color::Black);
    setup.turn = !setup.turn;
    match setup.validate() {
        Ok(position) => Some(position.into()),
        Err(_) => fen::followed(&setup).map(AnyPosition::from),
    }
}

fn shift(setup: &mut Setup, spec: &PieceSpec) -> Option<()> {
    let (board, turn) = (&setup.board, setup.turn);
    let role = spec.role?;
    if board.color(turn).has(spec.to) || board.role(Role::King).has(spec.to) {
        return None;
    }
    let pieces = board.pieces(turn, role) & spec.from;
    let reaches = |&from: &Square| {
        let is_step = role == Role::Pawn && from.file() == spec.to.file();
        is_step || attacks::of(role, turn, from, board.occupied()).has(spec.to)
    };
    let able: Bitboard = pieces.into_iter().filter(reaches).collect();
    let from = able.single().or_else(|| pieces.single())?;
    let is_last = matches!(spec.to.rank(), Rank::One | Rank::Eight);
    let role = if role == Role::Pawn && is_last { spec.promotion? } else { role };
    let king = setup.board.king(turn);
    setup.board.clear(from);
    setup.board.put(spec.to, Piece { role, color: turn });
    setup.castling.revoke(Bitboard::of(from) | Bitboard::of(spec.to));
    if king == Some(from) {
        setup.castling.revoke(Bitboard::back_rank(turn));
    }
    Some(())
}

/// King and rook go to their squares, whatever has moved before.
fn castle(setup: &mut Setup, side: Side) -> Option<()> {
    let turn = setup.turn;
    let king = setup.board.king(turn)?;
    let home = king.rank();
    let is_home = Bitboard::back_rank(turn).has(king);
    let rooks = setup.board.pieces(turn, Role::Rook) & Bitboard::rank(home);
    let rook = rooks.into_iter().find(|&rook| Side::of(king, rook) == side).filter(|_| is_home)?;
    let (to, rook_to) = (Square::new(side.king_file(), home), Square::new(side.rook_file(), home));
    setup.board.clear(king);
    setup.board.clear(rook);
    if (setup.board.occupied() & (Bitboard::of(to) | Bitboard::of(rook_to))).is_any() {
        return None;
    }
    setup.board.put(to, Piece { role: Role::King, color: turn });
    setup.board.put(rook_to, Piece { role: Role::Rook, color: turn });
    setup.castling.revoke(Bitboard::back_rank(turn));
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_piece_stands_where_it_was_put() {
        for (before, mv, after) in [
            // A pinned knight.
            ("4k3/8/8/8/1b6/2N5/8/4K3 w - - 0 1", "Ne4", Some("4k3/8/8/8/1b2N3/8/8/4K3 b - - 0 1")),
            // A king that has moved castles.
            ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "O-O", Some("4k3/8/8/8/8/8/8/5RK1 b - - 0 1")),
            // The knight moves like a bishop.
            ("4k3/8/8/8/8/8/8/1N2K3 w - - 0 1", "Nd3", Some("4k3/8/8/8/8/3N4/8/4K3 b - - 0 1")),
            // Two knights could be meant.
            ("4k3/8/8/8/8/8/8/1N2K1N1 w - - 0 1", "Nd5", None),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Nd5", None),
            ("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", "Ka2", None),
        ] {
            let position = fen::position(before.as_bytes()).expect("a position").into();
            let san = San::read(mv.as_bytes()).expect("a move");
            let found = after_illegal(&position, &san).map(|position| fen::write(&position));
            assert_eq!(found.as_deref(), after, "{mv}");
        }
    }
}
