//! What the pieces could do if no king had to be safe.

use crate::rules::{
    Bitboard, BoardIndex, Color, Move, MoveKind, MoveList, Piece, Position, Rank, Role, Side,
    Square, attacks,
};

use super::Layered;

impl Layered {
    /// Every move by the way the pieces go, from board A on and from a1 on, castling last.
    pub(super) fn candidates(&self) -> MoveList {
        let mut moves = MoveList::new();
        for board_index in self.board_indices() {
            let own =
                self.board(board_index).all_pieces().filter(|(_, piece)| piece.color == self.turn);
            for (from, piece) in own {
                moves.extend(self.piece_moves(board_index, from, piece));
            }
        }
        moves.extend(self.castling_moves());
        moves
    }

    /// What one piece can do: where it can go on its own board, if it can step through there.
    fn piece_moves(
        &self,
        board_index: BoardIndex,
        from: Square,
        piece: Piece,
    ) -> impl Iterator<Item = Move> + use<'_> {
        self.targets(board_index, from, piece)
            .filter(move |&to| self.can_step_through(board_index, to))
            .flat_map(move |to| self.ways(board_index, from, to, piece))
    }

    /// The squares a piece can reach on its own board.
    fn targets(&self, board_index: BoardIndex, from: Square, piece: Piece) -> Bitboard {
        let board = self.board(board_index);
        let struck = attacks::of(piece.role, piece.color, from, board.occupied());
        match piece.role {
            Role::Pawn => {
                let takes = board.color(!piece.color) | self.passed.into_iter().collect();
                (struck & takes) | self.pawn_steps(board_index, from, piece.color)
            }
            _ => struck - board.color(piece.color),
        }
    }

    /// A pawn goes one square ahead, or two from where it began, if they are free. FIDE 3.7.1, 3.7.2
    fn pawn_steps(&self, board_index: BoardIndex, from: Square, color: Color) -> Bitboard {
        let free = !self.board(board_index).occupied();
        let one = Bitboard::of(from).forward(color) & free;
        let two = one.forward(color) & free;
        if from.rank() == home_rank(color) { one | two } else { one }
    }

    /// For N boards the square of arrival must be free on the next; one board is its own next.
    pub(super) fn can_step_through(&self, board_index: BoardIndex, to: Square) -> bool {
        !self.is_alice() || !self.board(self.next(board_index)).occupied().has(to)
    }

    /// The moves from one square to another: four if a pawn is promoted. FIDE 3.7.3
    fn ways(&self, board_index: BoardIndex, from: Square, to: Square, piece: Piece) -> Vec<Move> {
        let en_passant = piece.role == Role::Pawn && self.passed == Some(to);
        let capture = self.board(board_index).role_at(to).or(en_passant.then_some(Role::Pawn));
        let kind = if en_passant { MoveKind::EnPassant } else { MoveKind::Normal };
        let way =
            |promotion| Move { role: piece.role, from, to, capture, promotion, kind, board_index };
        if piece.role == Role::Pawn && to.rank() == last_rank(piece.color) {
            Role::PROMOTIONS.into_iter().map(|role| way(Some(role))).collect()
        } else {
            vec![way(None)]
        }
    }

    /// Castling with each rook that has not moved. Unmoved pieces are on board A. FIDE 3.8.2
    fn castling_moves(&self) -> impl Iterator<Item = Move> + use<'_> {
        let (_, king) = self.king(self.turn);
        let castles = self.castling.of(self.turn).map(move |rook| Move::castle(king, rook));
        castles.filter(|&mv| self.can_castle(mv))
    }

    /// Nothing between, nothing where the two arrive, and no attack on the king's way.
    fn can_castle(&self, mv: Move) -> bool {
        let board = self.board(mv.board_index);
        let (king_way, rook_way) = castling_ways(mv);
        let others = board.occupied() - Bitboard::of(mv.from) - Bitboard::of(mv.to);
        let without_king = board.occupied() - Bitboard::of(mv.from);
        let is_safe = |square| board.attackers(square, !self.turn, without_king).is_empty();
        ((king_way | rook_way) & others).is_empty()
            && king_way.into_iter().all(is_safe)
            && arrivals(mv).all(|square| self.can_step_through(mv.board_index, square))
    }
}

/// The squares on which the moved pieces arrive: one, or king and rook.
pub(super) fn arrivals(mv: Move) -> impl Iterator<Item = Square> {
    [Some(mv.target()), rook_target(mv)].into_iter().flatten()
}

/// Where the rook goes that castles.
pub(super) fn rook_target(mv: Move) -> Option<Square> {
    mv.castling_side().map(|side: Side| Square::new(side.rook_file(), mv.from.rank()))
}

/// All squares of the king's way and of the rook's, ends included.
fn castling_ways(mv: Move) -> (Bitboard, Bitboard) {
    let way = |from, to| attacks::between(from, to) | Bitboard::of(from) | Bitboard::of(to);
    (way(mv.from, mv.target()), way(mv.to, rook_target(mv).unwrap_or(mv.to)))
}

/// The rank on which a side's pawns begin.
fn home_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::Two,
        Color::Black => Rank::Seven,
    }
}

/// The rank on which a side's pawns are promoted.
fn last_rank(color: Color) -> Rank {
    match color {
        Color::White => Rank::Eight,
        Color::Black => Rank::One,
    }
}
