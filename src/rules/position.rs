//! What every playable position offers, in every variant.

use std::fmt::Debug;

use crate::rules::{
    Bitboard, Board, BoardIndex, Castling, Color, Layered, Move, MoveKind, MoveList, PlayError,
    Role, Side, Square,
};

/// A playable position.
pub trait Position: Clone + Debug {
    /// The side to move.
    fn turn(&self) -> Color;

    /// The boards; ordinary chess has one.
    fn boards(&self) -> &[Board];

    /// The rooks that may still castle.
    fn castling(&self) -> Castling;

    /// The en-passant square, if an en-passant capture is legal.
    fn en_passant(&self) -> Option<Square>;

    /// The square behind a pawn that has just made a double step next to an enemy pawn, whether or
    /// not the capture is legal.
    fn pseudo_en_passant(&self) -> Option<Square> {
        self.en_passant()
    }

    /// Plies since the last capture or pawn move.
    fn halfmoves(&self) -> u32;

    /// The move number, which starts at one.
    fn fullmoves(&self) -> u32;

    /// The square of a side's king, and its board.
    fn king(&self, color: Color) -> (BoardIndex, Square);

    /// The pieces that give check to the side to move, on its king's board.
    fn checkers(&self) -> Bitboard;

    /// Every legal move, in an order that depends on the position alone.
    fn legal_moves(&self) -> MoveList;

    /// Plays a legal move. An illegal move leaves a position that makes no sense.
    fn play_unchecked(&mut self, mv: Move);

    /// Plays a move if it is legal.
    ///
    /// # Errors
    /// [`PlayError`] if the move is not legal; the position stays as it is.
    fn play(&mut self, mv: Move) -> Result<(), PlayError> {
        if !self.is_legal(mv) {
            return Err(PlayError(mv));
        }
        self.play_unchecked(mv);
        Ok(())
    }

    /// Equal for positions that are the same in the sense of FIDE 9.2.3, and (but for one chance
    /// in 2^64) for no others.
    fn repetition_key(&self) -> u64;

    /// Whether a side could still mate by some series of legal moves, judged by material alone:
    /// `false` is certain, `true` is not.
    fn can_mate(&self, color: Color) -> bool;

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.checkers().is_any()
    }

    /// Whether there is a legal move.
    fn has_legal_move(&self) -> bool {
        !self.legal_moves().is_empty()
    }

    /// Whether a move is legal.
    fn is_legal(&self, mv: Move) -> bool {
        self.legal_moves().contains(&mv)
    }

    /// The number of legal moves.
    fn count_moves(&self) -> u64 {
        self.legal_moves().len() as u64
    }

    /// The squares, among these, from which a piece of this role can legally move to a square, castling aside.
    fn origins(&self, role: Role, to: Square, among: Bitboard) -> Bitboard {
        let goes_there = |mv: &Move| mv.role == role && mv.to == to && among.has(mv.from);
        let moves = self.legal_moves();
        let origins = moves.iter().filter(|mv| mv.kind != MoveKind::Castle && goes_there(mv));
        origins.map(|mv| mv.from).collect()
    }

    /// Castling to this side, if it is legal.
    fn castling_move(&self, side: Side) -> Option<Move> {
        self.legal_moves().into_iter().find(|mv| mv.castling_side() == Some(side))
    }

    /// The legal moves that capture or promote.
    fn forcing_moves(&self) -> MoveList {
        let mut moves = self.legal_moves();
        moves.retain(|mv| mv.capture.is_some() || mv.promotion.is_some());
        moves
    }

    /// The position with the other side to move, which the rules of chess do not allow but a search
    /// tries. `None` in check, and in variants without null moves.
    #[must_use]
    fn after_null_move(&self) -> Option<Self> {
        None
    }

    /// The position on several boards, if the variant has them.
    fn as_layered(&self) -> Option<&Layered> {
        None
    }

    /// The position after a legal move.
    #[must_use]
    fn after(&self, mv: Move) -> Self {
        let mut next = self.clone();
        next.play_unchecked(mv);
        next
    }
}
