//! Ordinary chess and Chess960 on bitboards: the fast engine.

use crate::rules::{
    Bitboard, Board, ByColor, Castling, Color, Move, MoveKind, MoveList, Outcome, Piece, Position,
    Rank, Role, Setup, Side, Square, attacks, generate, hash, origins, outcome,
};

/// A playable position of ordinary chess or Chess960.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chess {
    board: Board,
    castling: Castling,
    /// The key of pieces, rights and turn; en passant is added on demand.
    key: u64,
    checkers: Bitboard,
    /// The enemy sliders on a line with the king of the side to move, whatever stands between.
    aligned: Bitboard,
    halfmoves: u32,
    fullmoves: u32,
    /// Kept only if a pawn is beside the passed pawn, whether or not its capture is legal.
    en_passant: Option<Square>,
    turn: Color,
    kings: ByColor<Square>,
}

impl Chess {
    /// The classical start position.
    pub fn start() -> Self {
        Self::from_setup_unchecked(&Setup::start())
    }

    /// The position of a setup without checks. Use [`Setup::validate`] for a setup from outside.
    pub fn from_setup_unchecked(setup: &Setup) -> Self {
        let mut position = Self {
            board: setup.board,
            castling: setup.castling,
            key: hash::from_scratch(&setup.board, setup.castling, setup.turn),
            checkers: Bitboard::EMPTY,
            aligned: Bitboard::EMPTY,
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves,
            en_passant: None,
            turn: setup.turn,
            kings: ByColor {
                white: lowest_king(&setup.board, Color::White),
                black: lowest_king(&setup.board, Color::Black),
            },
        };
        position.checkers = position.find_checkers();
        position.aligned = position.find_aligned();
        position.en_passant =
            setup.en_passant.filter(|&square| position.en_passant_pawns(square).is_any());
        position
    }

    /// The position as a setup, to write it or to change it.
    pub fn to_setup(&self) -> Setup {
        Setup {
            board: self.board,
            turn: self.turn,
            castling: self.castling,
            en_passant: self.en_passant(),
            halfmoves: self.halfmoves,
            fullmoves: self.fullmoves,
        }
    }

    /// The board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Calls a function with every legal move, without a list of them.
    pub fn for_each_move(&self, visit: impl FnMut(Move)) {
        generate::for_each_move(self, visit);
    }

    /// The key in Polyglot books, in which en passant counts if a pawn is beside the passed pawn.
    pub fn polyglot_key(&self) -> u64 {
        self.key ^ self.en_passant.map_or(0, |square| hash::en_passant(square.file()))
    }

    /// The king of the side to move.
    #[inline]
    pub(in crate::rules) fn own_king(&self) -> Square {
        self.kings[self.turn]
    }

    fn find_checkers(&self) -> Bitboard {
        self.board.attackers(self.own_king(), !self.turn, self.board.occupied())
    }

    fn find_aligned(&self) -> Bitboard {
        self.board.aligned_sliders(self.own_king(), !self.turn)
    }

    /// The enemy sliders on a line with the king of the side to move, whatever stands between.
    #[inline]
    pub(in crate::rules) fn aligned(&self) -> Bitboard {
        self.aligned
    }

    fn en_passant_pawns(&self, square: Square) -> Bitboard {
        attacks::pawn(!self.turn, square) & self.board.pieces(self.turn, Role::Pawn)
    }

    /// Moves king and rook to their castled squares.
    fn toggle_castling(&mut self, mv: Move, side: Side) {
        let color = self.turn;
        let (king, rook) = (Piece { role: Role::King, color }, Piece { role: Role::Rook, color });
        for (square, piece) in [
            (mv.from, king),
            (mv.to, rook),
            (Square::new(side.king_file(), mv.from.rank()), king),
            (Square::new(side.rook_file(), mv.from.rank()), rook),
        ] {
            self.board.toggle(square, piece);
            self.key ^= hash::piece_key(piece, square);
        }
        self.kings[color] = lowest_king(&self.board, color);
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        self.board.toggle(square, piece);
        self.key ^= hash::piece_key(piece, square);
    }

    /// Plays a move of this side. The compiler makes a copy of the code for each color.
    #[inline(always)]
    pub(crate) fn play_unchecked_as(&mut self, color: Color, mv: Move) {
        if self.castling.rooks().is_any() {
            self.revoke(mv);
        }
        match mv.kind {
            MoveKind::Normal => self.make_plain(mv, color),
            MoveKind::EnPassant | MoveKind::Castle => self.make_special(mv),
        }
        self.advance(mv, color);
    }

    /// Makes a normal move, as nearly every move is.
    #[inline(always)]
    fn make_plain(&mut self, mv: Move, color: Color) {
        let mover = Piece { role: mv.role, color };
        if let Some(role) = mv.capture {
            self.toggle(mv.to, Piece { role, color: !color });
            if role == Role::King {
                self.kings[!color] = lowest_king(&self.board, !color);
            }
        }
        match mv.promotion {
            None => {
                self.board.shift(mv.from, mv.to, mover);
                self.key ^= hash::shift(mover, mv.from, mv.to);
            }
            Some(role) => {
                self.toggle(mv.from, mover);
                self.toggle(mv.to, Piece { role, color });
            }
        }
        if mv.role == Role::King {
            self.kings[color] = lowest_king(&self.board, color);
        }
        (self.checkers, self.aligned) = self.checkers_after(mv, color);
    }

    #[cold]
    fn make_special(&mut self, mv: Move) {
        let color = self.turn;
        let mover = Piece { role: mv.role, color };
        if let Some(side) = mv.castling_side() {
            self.toggle_castling(mv, side);
        } else {
            self.toggle(mv.captured_square(), Piece { role: Role::Pawn, color: !color });
            self.toggle(mv.from, mover);
            self.toggle(mv.to, mover);
        }
        (self.checkers, self.aligned) = self.checkers_after_special(mv, color);
    }

    /// Removes the castling rights of rooks that move or are captured, and of a king that moves.
    #[inline(always)]
    fn revoke(&mut self, mv: Move) {
        let squares = Bitboard::of(mv.from) | Bitboard::of(mv.to);
        if mv.role == Role::King || (self.castling.rooks() & squares).is_any() {
            self.revoke_on(squares, mv.role);
        }
    }

    #[cold]
    fn revoke_on(&mut self, mut squares: Bitboard, role: Role) {
        if role == Role::King {
            squares |= Bitboard::back_rank(self.turn);
        }
        let lost = Castling::with(self.castling.revoke(squares));
        self.key ^= hash::rights(&self.board, lost);
    }

    /// Updates counters and turn, and the square that a double step passes over if a pawn is beside it.
    #[inline(always)]
    fn advance(&mut self, mv: Move, color: Color) {
        self.fullmoves = self.fullmoves.saturating_add(u32::from(color == Color::Black));
        self.turn = !color;
        self.key ^= hash::white_to_move();
        let counted = self.halfmoves.saturating_add(1);
        self.halfmoves = if mv.is_zeroing() { 0 } else { counted };
        self.en_passant =
            passed_over(mv, color).filter(|&square| self.en_passant_pawns(square).is_any());
    }
}

/// The king of a side. A position that was not checked may have none or several.
fn lowest_king(board: &Board, color: Color) -> Square {
    board.pieces(color, Role::King).lowest()
}

/// The square that a pawn of this side passes over in a double step.
#[inline(always)]
fn passed_over(mv: Move, color: Color) -> Option<Square> {
    // One test for all: the processor can predict it, since double steps are rare, but not the role alone. A pawn is zero.
    if (mv.from as u8 ^ mv.to as u8) | mv.role as u8 == 16 {
        let rank = if color == Color::White { Rank::Three } else { Rank::Six };
        Some(Square::new(mv.from.file(), rank))
    } else {
        None
    }
}

/// What only chess has: bitboards, and answers without a list of moves.
impl Chess {
    /// The rooks that may still castle.
    pub fn castling(&self) -> Castling {
        self.castling
    }

    /// The en-passant square, if an en-passant capture is legal.
    pub fn en_passant(&self) -> Option<Square> {
        self.en_passant.filter(|&square| generate::en_passant_origins(self, square).is_any())
    }

    /// The square behind a pawn that has just made a double step next to an enemy pawn, whether or
    /// not the capture is legal.
    #[inline]
    pub fn pseudo_en_passant(&self) -> Option<Square> {
        self.en_passant
    }

    /// The square of a side's king.
    #[inline]
    pub fn king(&self, color: Color) -> Square {
        self.kings[color]
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// The squares, among these, from which a piece of this role can legally move to a square, castling aside.
    #[inline(always)]
    pub fn origins(&self, role: Role, to: Square, among: Bitboard) -> Bitboard {
        origins::origins(self, role, to, among)
    }

    /// Castling to this side, if it is legal.
    pub fn castling_move(&self, side: Side) -> Option<Move> {
        generate::castling_move(self, side)
    }

    /// The legal moves that capture or promote.
    pub fn forcing_moves(&self) -> MoveList {
        generate::forcing_moves(self)
    }
}

impl Position for Chess {
    type Move = Move;
    type Moves = MoveList;

    #[inline]
    fn turn(&self) -> Color {
        self.turn
    }

    #[inline]
    fn halfmoves(&self) -> u32 {
        self.halfmoves
    }

    fn fullmoves(&self) -> u32 {
        self.fullmoves
    }

    #[inline]
    fn is_check(&self) -> bool {
        self.checkers.is_any()
    }

    fn legal_moves(&self) -> MoveList {
        generate::legal_moves(self)
    }

    fn count_moves(&self) -> u64 {
        generate::count_moves(self)
    }

    fn has_legal_move(&self) -> bool {
        generate::has_legal_move(self)
    }

    #[inline(always)]
    fn play_unchecked(&mut self, mv: Move) {
        match self.turn {
            Color::White => self.play_unchecked_as(Color::White, mv),
            Color::Black => self.play_unchecked_as(Color::Black, mv),
        }
    }

    #[inline]
    fn repetition_key(&self) -> u64 {
        // FIDE 9.2.3: en passant counts only if the capture is legal.
        self.key ^ self.en_passant().map_or(0, |square| hash::en_passant(square.file()))
    }

    fn can_win(&self, color: Color) -> bool {
        outcome::can_mate(&self.board, color)
    }

    fn board_outcome(&self) -> Option<Outcome> {
        if !self.has_legal_move() {
            return Some(if self.is_check() {
                Outcome::Checkmate { winner: !self.turn }
            } else {
                Outcome::Stalemate
            });
        }
        self.is_dead().then_some(Outcome::DeadPosition)
    }

    fn counted_outcome(&self, occurrences: usize) -> Option<Outcome> {
        outcome::counted(self.halfmoves, occurrences)
    }

    fn after_null_move(&self) -> Option<Self> {
        if self.checkers.is_any() {
            return None;
        }
        let key = self.key ^ hash::white_to_move();
        // The counter starts again: neither repetition nor the fifty-move rule reaches across a null move.
        let fullmoves = self.fullmoves.saturating_add(u32::from(self.turn == Color::Black));
        let turn = !self.turn;
        let mut after =
            Self { turn, key, en_passant: None, halfmoves: 0, fullmoves, ..self.clone() };
        after.aligned = after.find_aligned();
        Some(after)
    }
}
