//! What every playable position can answer, whatever the variant.

use std::fmt::Debug;

use crate::rules::{
    Bitboard, Board, BoardIndex, Castling, Color, Layered, Move, MoveKind, MoveList, Role, Side,
    Square,
};

/// Something one can play.
pub trait Position: Clone + Debug {
    /// Who moves.
    fn turn(&self) -> Color;

    /// The boards; ordinary chess has one.
    fn boards(&self) -> &[Board];

    /// The rooks that may still castle.
    fn castling(&self) -> Castling;

    /// The square on which a pawn can be taken in passing, if such a capture is legal.
    fn en_passant(&self) -> Option<Square>;

    /// The square behind a pawn that has just made a double step next to an enemy pawn, whether or
    /// not the capture is legal.
    fn pseudo_en_passant(&self) -> Option<Square> {
        self.en_passant()
    }

    /// Half-moves since the last capture or pawn move.
    fn halfmoves(&self) -> u32;

    /// The number of the move, counted from one.
    fn fullmoves(&self) -> u32;

    /// Where a side's king stands.
    fn king(&self, color: Color) -> (BoardIndex, Square);

    /// The pieces that give check to the side to move, on its king's board.
    fn checkers(&self) -> Bitboard;

    /// Every legal move, in an order that depends on the position alone.
    fn legal_moves(&self) -> MoveList;

    /// Plays a legal move. Another one leaves a position that makes no sense.
    fn play_unchecked(&mut self, mv: Move);

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

    /// How many legal moves there are.
    fn count_moves(&self) -> u64 {
        self.legal_moves().len() as u64
    }

    /// The pieces of a kind, among these squares, that can legally go to a square; castling apart.
    fn origins(&self, role: Role, to: Square, among: Bitboard) -> Bitboard {
        let goes_there = |mv: &Move| mv.role == role && mv.to == to && among.has(mv.from);
        let moves = self.legal_moves();
        let origins = moves.iter().filter(|mv| mv.kind != MoveKind::Castle && goes_there(mv));
        origins.map(|mv| mv.from).collect()
    }

    /// Castling to a wing, if it is legal.
    fn castling_move(&self, side: Side) -> Option<Move> {
        self.legal_moves().into_iter().find(|mv| mv.castling_side() == Some(side))
    }

    /// The legal moves that take something or promote.
    fn forcing_moves(&self) -> MoveList {
        let mut moves = self.legal_moves();
        moves.retain(|mv| mv.capture.is_some() || mv.promotion.is_some());
        moves
    }

    /// The position as if the side to move had done nothing, which the rules do not allow: a
    /// thought of players who search. None where nobody thinks so, and in check.
    #[must_use]
    fn after_null_move(&self) -> Option<Self> {
        None
    }

    /// The game on several boards, if this is one.
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
