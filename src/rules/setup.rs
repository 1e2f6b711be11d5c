//! A position as claimed: anything one can write down.

use crate::rules::{Board, Castling, Color, Role, Square};

/// What a FEN says, sense or nonsense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Where the men stand.
    pub board: Board,
    /// Who moves.
    pub turn: Color,
    /// The rooks that may castle.
    pub castling: Castling,
    /// The square a pawn has just passed over.
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    pub halfmoves: u32,
    /// The number of the move, counted from one.
    pub fullmoves: u32,
}

impl Setup {
    /// The classical start of a game.
    pub fn start() -> Self {
        use Role::{Bishop, King, Knight, Queen, Rook};
        let board = Board::start([Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook]);
        Self {
            board,
            turn: Color::White,
            castling: Castling::with(board.role(Rook)),
            en_passant: None,
            halfmoves: 0,
            fullmoves: 1,
        }
    }
}
