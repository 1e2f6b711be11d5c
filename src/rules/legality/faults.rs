//! The rule that forbids a move of one piece, a pawn move or castling on one board.

use crate::rules::{
    Bitboard, Board, Color, File, Move, Piece, Position, Rank, Role, Side, Square, attacks,
    legality::{CastlingFault, Context, LostRight, PawnFault, PieceFault},
};

impl Context<'_> {
    /// Why the piece on `from` cannot move to `to`.
    pub(super) fn piece_fault(&self, role: Role, from: Square, to: Square) -> PieceFault {
        self.movement_fault(self.board(), role, from, to)
            .unwrap_or_else(|| self.king_safety_fault(role, from, to))
    }

    /// Why the piece cannot reach the square on this board, the safety of its king aside.
    pub(super) fn movement_fault(
        &self,
        board: &Board,
        role: Role,
        from: Square,
        to: Square,
    ) -> Option<PieceFault> {
        let movement = || match role {
            Role::Pawn => self.pawn_fault(board, from, to).map(PieceFault::Pawn),
            _ => geometry_fault(board, role, from, to),
        };
        match board.piece_at(to) {
            _ if from == to => Some(PieceFault::AlreadyThere),
            // A piece that never moves that way is not stopped by its own side.
            Some(there) if there.color == self.position.turn() => {
                let out_of_reach = movement().filter(PieceFault::is_out_of_reach);
                Some(out_of_reach.unwrap_or(PieceFault::OwnPiece(there.role)))
            }
            Some(there) if there.role == Role::King && role != Role::Pawn => {
                Some(PieceFault::CapturesKing)
            }
            _ => movement(),
        }
    }

    /// How the move leaves the king in check.
    fn king_safety_fault(&self, role: Role, from: Square, to: Square) -> PieceFault {
        let (position, board) = (self.position, self.board());
        let enemy = !position.turn();
        let king = position.king(position.turn());
        let mut occupied = (board.occupied() - Bitboard::of(from)) | Bitboard::of(to);
        let mut removed = Bitboard::of(to);
        if role == Role::Pawn && from.file() != to.file() && !board.occupied().has(to) {
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

    /// Why the pawn cannot move to the square, the safety of its king aside.
    fn pawn_fault(&self, board: &Board, from: Square, to: Square) -> Option<PawnFault> {
        let color = self.position.turn();
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
            1 if ahead(1) => self.diagonal_fault(board, from, to),
            _ => Some(PawnFault::NotAPawnMove),
        }
    }

    fn diagonal_fault(&self, board: &Board, from: Square, to: Square) -> Option<PawnFault> {
        let color = self.position.turn();
        let beside = Square::new(to.file(), from.rank());
        if board.occupied().has(to) {
            return None;
        }
        let is_fifth_rank = from.rank() == Rank::Five.relative_to(color);
        if !is_fifth_rank || !board.pieces(!color, Role::Pawn).has(beside) {
            return Some(PawnFault::NothingToCapture { at: to });
        }
        let Some((ply, mv)) = self.last_move_to(beside) else {
            // No known move: the position says whether the double step was the last one. If so, only the king's safety
            // forbids the capture.
            let has_just_stepped = self.position.pseudo_en_passant() == Some(to);
            return (!has_just_stepped)
                .then_some(PawnFault::EnPassantTooLate { pawn: beside, stepped: None });
        };
        if !mv.is_double_step() {
            return Some(PawnFault::EnPassantWithoutDoubleStep { pawn: beside });
        }
        let is_last = self.history.is_some_and(|history| ply + 1 == history.moves().len());
        (!is_last).then_some(PawnFault::EnPassantTooLate { pawn: beside, stepped: Some(ply) })
    }

    /// The last move to a square, with its ply counted from zero, if the history has one.
    fn last_move_to(&self, to: Square) -> Option<(usize, Move)> {
        self.history?.moves().iter().copied().enumerate().rfind(|(_, mv)| mv.to == to)
    }

    /// The rule that forbids castling to this side. FIDE 3.8.2
    pub(super) fn castling_fault(&self, side: Side) -> CastlingFault {
        let color = self.position.turn();
        let king = self.position.king(color);
        match self.position.castling().rook(color, king, side) {
            None => {
                let lost = self.lost_in_history(side);
                CastlingFault::RightLost(lost.unwrap_or_else(|| self.lost_on_board(side)))
            }
            Some(rook) => self.castling_fault_with(king, rook, side),
        }
    }

    /// The rule that forbids castling with a rook that has the right.
    fn castling_fault_with(&self, king: Square, rook: Square, side: Side) -> CastlingFault {
        let (position, board) = (self.position, self.board());
        let enemy = !position.turn();
        let king_to = Square::new(side.king_file(), king.rank());
        let rook_to = Square::new(side.rook_file(), king.rank());
        let path = attacks::between(king, king_to) | Bitboard::of(king_to);
        let others = board.occupied() - Bitboard::of(king) - Bitboard::of(rook);
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
        let blocked = ways.into_iter().find(|(.., way)| (*way & others).is_any());
        if let Some((mover, arrives, way)) = blocked {
            let pieces = with_roles(board, way & others);
            return CastlingFault::NoRoom { mover, arrives, pieces };
        }
        if position.is_check() {
            return CastlingFault::InCheck(with_roles(board, position.checkers()));
        }
        let without_king = board.occupied() - Bitboard::of(king);
        for square in path {
            let attackers = board.attackers(square, enemy, without_king);
            if attackers.is_any() {
                let (arrives, attackers) = (square == king_to, with_roles(board, attackers));
                return CastlingFault::Attacked { square, arrives, attackers };
            }
        }
        let attackers = board.attackers(king_to, enemy, others | Bitboard::of(rook_to));
        CastlingFault::Uncovered { attackers: with_roles(board, attackers) }
    }

    /// The first move that ended the castling right, if the history has it.
    fn lost_in_history(&self, side: Side) -> Option<LostRight> {
        let history = self.history?;
        let color = self.position.turn();
        let king = history.start().king(color);
        let rook = history.start().castling().rook(color, king, side)?;
        let mut before = history.start();
        for (ply, &mv) in history.moves().iter().enumerate() {
            let own = before.turn() == color;
            if own && mv.role == Role::King {
                return Some(LostRight::KingMoved(ply, mv));
            }
            if own && mv.from == rook {
                return Some(LostRight::RookMoved(ply, mv));
            }
            if !own && mv.to == rook {
                return Some(LostRight::RookCaptured(ply, mv));
            }
            before = history.position_at(ply + 1)?;
        }
        None
    }

    /// What the board alone shows: that the king or the rook is missing.
    fn lost_on_board(&self, side: Side) -> LostRight {
        let color = self.position.turn();
        let rank = Rank::One.relative_to(color);
        let corner = Square::new(if side == Side::King { File::H } else { File::A }, rank);
        let king = self.position.king(color);
        if king != Square::new(File::E, rank) {
            LostRight::KingElsewhere(king)
        } else if self.board().pieces(color, Role::Rook).has(corner) {
            LostRight::NotGranted
        } else {
            LostRight::NoRook(corner)
        }
    }
}

/// Why the piece does not move that way, or what blocks it.
fn geometry_fault(board: &Board, role: Role, from: Square, to: Square) -> Option<PieceFault> {
    if !attacks::on_empty_board(role, Color::White, from).has(to) {
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

fn blocked(board: &Board, at: Square) -> Option<PawnFault> {
    board.piece_at(at).map(|piece| PawnFault::Blocked { at, piece })
}

/// The pieces on some squares, with their roles.
fn with_roles(board: &Board, squares: Bitboard) -> Vec<(Square, Role)> {
    squares.filter_map(|square| Some((square, board.role_at(square)?))).collect()
}
