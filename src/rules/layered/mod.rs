//! Chess on several boards, written plainly: make the move, then look at the king. On one board it *is* chess, the
//! readable statement of the rules that checks the fast engine; on two or more it is Alice chess.
//!
//! A piece moves on its own board, blocked only by the pieces of that board, and then passes to the same square of the
//! next board.

mod setup;
#[cfg(test)]
mod tests;

use std::hash::{DefaultHasher, Hash, Hasher};

pub use setup::{LayeredFault, LayeredSetup};

use crate::rules::{
    Bitboard, Board, BoardIndex, Castling, Color, Move, MoveKind, MoveList, Piece, Position, Rank,
    Role, Setup, Square, Variant, attacks, outcome,
};

/// The largest number of boards.
const MAX_BOARDS: usize = 8;

/// The number of boards of a game of Alice chess, from two to eight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardCount(u8);

impl BoardCount {
    /// Two boards, as in Parton's original rules.
    pub const TWO: Self = Self(2);

    /// This many boards, if there are two to eight.
    pub const fn new(count: u8) -> Option<Self> {
        if count >= 2 && count as usize <= MAX_BOARDS { Some(Self(count)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// The rules of Alice chess in use; on one board there is no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// Parton's rules: castling is allowed, and before the transfer the king must be safe only if it is on the board
    /// of the move.
    Classical,
    /// No castling, and before the transfer the king must be safe on every board: a piece that arrives from another
    /// board does not parry a check.
    Ksparov,
}

/// A position on one to eight boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layered {
    boards: [Board; MAX_BOARDS],
    count: u8,
    dialect: Dialect,
    turn: Color,
    castling: Castling,
    /// The square that a pawn has just passed over, whether or not a pawn can capture there.
    passed: Option<Square>,
    halfmoves: u32,
    fullmoves: u32,
}

impl Layered {
    /// Ordinary chess. [`Setup::validate`] must accept the setup, but for a check of the side that is not to move.
    pub fn chess(setup: &Setup) -> Self {
        let mut boards = [Board::empty(); MAX_BOARDS];
        boards[0] = setup.board;
        Self {
            boards,
            count: 1,
            dialect: Dialect::Classical,
            turn: setup.turn,
            castling: setup.castling,
            passed: setup.en_passant,
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves,
        }
    }

    /// The start position of Alice chess, with all pieces on board A.
    pub fn alice(count: BoardCount, dialect: Dialect) -> Self {
        let mut position = Self { count: count.0, dialect, ..Self::chess(&Setup::start()) };
        if dialect == Dialect::Ksparov {
            position.castling = Castling::NONE;
        }
        position
    }

    /// The variant, if the game is Alice chess.
    pub fn variant(&self) -> Option<Variant> {
        let boards = BoardCount::new(self.count)?;
        Some(Variant::Alice { boards, dialect: self.dialect })
    }

    /// The rules of Alice chess in use.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The indices of the boards, A first.
    pub fn board_indices(&self) -> impl Iterator<Item = BoardIndex> + use<> {
        (0..self.count).map(BoardIndex)
    }

    /// One of the boards.
    pub fn board(&self, board_index: BoardIndex) -> &Board {
        &self.boards[usize::from(board_index.0)]
    }

    /// The board to which a piece passes that moves on this one.
    pub fn next(&self, board_index: BoardIndex) -> BoardIndex {
        BoardIndex((board_index.0 + 1) % self.count)
    }

    /// Whether these rules have castling.
    pub fn has_castling(&self) -> bool {
        !self.is_alice() || self.dialect == Dialect::Classical
    }

    /// Whether pieces pass to another board.
    fn is_alice(&self) -> bool {
        self.count > 1
    }

    /// Every move without regard to the safety of the king: board A first, a1 first, castling last.
    fn candidates(&self) -> MoveList {
        let mut moves = MoveList::new();
        for board_index in self.board_indices() {
            let own =
                self.board(board_index).all_pieces().filter(|(_, piece)| piece.color == self.turn);
            for (from, piece) in own {
                moves.extend(self.moves_of(board_index, from, piece));
            }
        }
        moves.extend(self.castling_moves());
        moves
    }

    /// The moves of one piece to squares that are free on the next board.
    fn moves_of(
        &self,
        board_index: BoardIndex,
        from: Square,
        piece: Piece,
    ) -> impl Iterator<Item = Move> + use<'_> {
        self.targets(board_index, from, piece)
            .filter(move |&to| self.can_pass_through(board_index, to))
            .flat_map(move |to| self.moves_to(board_index, from, to, piece))
    }

    /// The squares a piece can reach on its own board. A king is never captured. FIDE 1.4.1
    fn targets(&self, board_index: BoardIndex, from: Square, piece: Piece) -> Bitboard {
        let board = self.board(board_index);
        let attacked = attacks::of(piece.role, piece.color, from, board.occupied());
        let attacked = attacked - board.role(Role::King);
        match piece.role {
            Role::Pawn => {
                let captures = board.color(!piece.color) | self.passed.into_iter().collect();
                (attacked & captures) | self.pawn_steps(board_index, from, piece.color)
            }
            _ => attacked - board.color(piece.color),
        }
    }

    /// A pawn moves one square ahead, or two from its first square, if they are free. FIDE 3.7.1, 3.7.2
    fn pawn_steps(&self, board_index: BoardIndex, from: Square, color: Color) -> Bitboard {
        let free = !self.board(board_index).occupied();
        let one = Bitboard::of(from).forward(color) & free;
        let two = one.forward(color) & free;
        if from.rank() == Rank::Two.relative_to(color) { one | two } else { one }
    }

    /// Whether a piece can pass to the next board on this square. One board is its own next board.
    fn can_pass_through(&self, board_index: BoardIndex, to: Square) -> bool {
        !self.is_alice() || !self.board(self.next(board_index)).occupied().has(to)
    }

    /// The moves from one square to another: four for a promotion. FIDE 3.7.3
    fn moves_to(
        &self,
        board_index: BoardIndex,
        from: Square,
        to: Square,
        piece: Piece,
    ) -> Vec<Move> {
        let en_passant = piece.role == Role::Pawn && self.passed == Some(to);
        let capture = self.board(board_index).role_at(to).or(en_passant.then_some(Role::Pawn));
        let kind = if en_passant { MoveKind::EnPassant } else { MoveKind::Normal };
        let with =
            |promotion| Move { role: piece.role, from, to, capture, promotion, kind, board_index };
        if piece.role == Role::Pawn && to.rank() == Rank::Eight.relative_to(piece.color) {
            Role::PROMOTIONS.into_iter().map(|role| with(Some(role))).collect()
        } else {
            vec![with(None)]
        }
    }

    /// Castling with each rook that has the right. Unmoved pieces are on board A. FIDE 3.8.2
    fn castling_moves(&self) -> impl Iterator<Item = Move> + use<'_> {
        let (_, king) = self.king(self.turn);
        let castles = self.castling.of(self.turn).map(move |rook| Move::castle(king, rook));
        castles.filter(|&mv| self.can_castle(mv))
    }

    /// Whether the paths of king and rook are free, the path of the king is safe, and the next board has room.
    fn can_castle(&self, mv: Move) -> bool {
        let board = self.board(mv.board_index);
        let (king_path, rook_path) = castling_paths(mv);
        let others = board.occupied() - Bitboard::of(mv.from) - Bitboard::of(mv.to);
        let without_king = board.occupied() - Bitboard::of(mv.from);
        let is_safe = |square| board.attackers(square, !self.turn, without_king).is_empty();
        ((king_path | rook_path) & others).is_empty()
            && king_path.into_iter().all(is_safe)
            && arrivals(mv).all(|square| self.can_pass_through(mv.board_index, square))
    }

    /// Makes the move and looks for attackers of the king: before the transfer, where the dialect requires it, and
    /// after it.
    pub(in crate::rules) fn danger(&self, mv: Move) -> Option<Danger> {
        let mut tried = self.clone();
        tried.make(mv);
        let required =
            self.dialect == Dialect::Ksparov || tried.king(self.turn).0 == mv.board_index;
        let before = tried.king_attacked(self.turn).filter(|_| required);
        tried.pass_through(mv);
        let after = tried.king_attacked(self.turn);
        let passes = before.is_some() && after.is_none();
        before.or(after).map(|danger| Danger { passes, ..danger })
    }

    fn king_attacked(&self, color: Color) -> Option<Danger> {
        let (board_index, king) = self.king(color);
        let attackers = self.attackers_of_king(color);
        attackers.is_any().then_some(Danger { board_index, king, attackers, passes: false })
    }

    /// The pieces that attack a king, which are all on its own board. FIDE 3.9.1
    fn attackers_of_king(&self, color: Color) -> Bitboard {
        let (board_index, square) = self.king(color);
        let board = self.board(board_index);
        board.attackers(square, !color, board.occupied())
    }

    /// The first half of a move: the pieces move on their own board.
    fn make(&mut self, mv: Move) {
        let color = self.turn;
        let role = mv.promotion.unwrap_or(mv.role);
        let board = self.board_mut(mv.board_index);
        board.clear(mv.from);
        board.clear(mv.captured_square());
        board.put(mv.target(), Piece { role, color });
        if let Some(square) = mv.rook_target() {
            board.put(square, Piece { role: Role::Rook, color });
        }
    }

    /// The second half of a move: the moved pieces pass to the same squares of the next board.
    fn pass_through(&mut self, mv: Move) {
        let next = self.next(mv.board_index);
        for square in arrivals(mv) {
            if let Some(piece) = self.board(mv.board_index).piece_at(square) {
                self.board_mut(mv.board_index).clear(square);
                self.board_mut(next).put(square, piece);
            }
        }
    }

    /// Updates rights, counters and the turn.
    fn advance(&mut self, mv: Move) {
        if mv.role == Role::King {
            self.castling.revoke(Bitboard::back_rank(self.turn));
        }
        if mv.board_index == BoardIndex::FIRST {
            self.castling.revoke(Bitboard::of(mv.from) | Bitboard::of(mv.to));
        }
        self.passed = self.square_passed(mv);
        self.halfmoves = if mv.is_zeroing() { 0 } else { self.halfmoves.saturating_add(1) };
        if self.turn == Color::Black {
            self.fullmoves = self.fullmoves.saturating_add(1);
        }
        self.turn = !self.turn;
    }

    /// The square that a pawn passes over in a double step; Alice chess has no en passant. FIDE 3.7.3.1
    fn square_passed(&self, mv: Move) -> Option<Square> {
        let is_double = mv.is_double_step() && !self.is_alice();
        Bitboard::of(mv.from).forward(self.turn).first().filter(|_| is_double)
    }

    fn board_mut(&mut self, board_index: BoardIndex) -> &mut Board {
        &mut self.boards[usize::from(board_index.0)]
    }
}

impl Position for Layered {
    fn turn(&self) -> Color {
        self.turn
    }

    fn boards(&self) -> &[Board] {
        &self.boards[..usize::from(self.count)]
    }

    fn castling(&self) -> Castling {
        self.castling
    }

    fn en_passant(&self) -> Option<Square> {
        self.passed?;
        self.legal_moves().into_iter().find(|mv| mv.kind == MoveKind::EnPassant).map(|mv| mv.to)
    }

    fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    fn king(&self, color: Color) -> (BoardIndex, Square) {
        let on = |board_index| Some((board_index, self.board(board_index).king(color)?));
        match self.board_indices().find_map(on) {
            Some(place) => place,
            None => unreachable!("a valid setup has both kings, and a king is never captured"),
        }
    }

    fn checkers(&self) -> Bitboard {
        self.attackers_of_king(self.turn)
    }

    fn legal_moves(&self) -> MoveList {
        let mut moves = self.candidates();
        moves.retain(|mv| self.danger(*mv).is_none());
        moves
    }

    fn play_unchecked(&mut self, mv: Move) {
        self.make(mv);
        self.pass_through(mv);
        self.advance(mv);
    }

    fn repetition_key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        let rights = (self.turn, self.castling, self.en_passant());
        (self.boards(), rights).hash(&mut hasher);
        hasher.finish()
    }

    fn as_layered(&self) -> Option<&Layered> {
        self.is_alice().then_some(self)
    }

    fn can_mate(&self, color: Color) -> bool {
        if self.is_alice() {
            // A lone king cannot even give check: it would have to stand next to the other king.
            let is_lone_king =
                |board: &Board| (board.color(color) - board.role(Role::King)).is_empty();
            !self.boards().iter().all(is_lone_king)
        } else {
            outcome::can_mate(&self.boards[0], color)
        }
    }
}

/// The check in which a move would leave its own king.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::rules) struct Danger {
    /// The board of the king.
    pub(in crate::rules) board_index: BoardIndex,
    /// The square of the king.
    pub(in crate::rules) king: Square,
    /// The pieces that would attack it.
    pub(in crate::rules) attackers: Bitboard,
    /// Whether the king would be safe after the transfer.
    pub(in crate::rules) passes: bool,
}

/// The squares on which the moved pieces arrive: one, or two for castling.
fn arrivals(mv: Move) -> impl Iterator<Item = Square> {
    [Some(mv.target()), mv.rook_target()].into_iter().flatten()
}

/// The paths of the king and of the rook, both ends included.
fn castling_paths(mv: Move) -> (Bitboard, Bitboard) {
    let path = |from, to| attacks::between(from, to) | Bitboard::of(from) | Bitboard::of(to);
    (path(mv.from, mv.target()), path(mv.to, mv.rook_target().unwrap_or(mv.to)))
}
