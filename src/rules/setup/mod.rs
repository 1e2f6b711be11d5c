//! A position as claimed: anything one can write down. The gate says everything that is wrong with it.

mod checks;
mod counters;
mod en_passant;
mod fault;
mod pawns;
mod pieces;
mod retraction;
mod rights;

use crate::rules::{Board, Castling, Chess, Color, Role, Square, chess960};
pub use fault::{EnPassantFault, SetupFault, SetupSeverity};

/// What a FEN says, sense or nonsense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// Where the pieces stand.
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

    /// Everything that is wrong or suspicious, at once.
    pub fn faults(&self) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        pieces::examine(self, &mut faults);
        pawns::examine(self, &mut faults);
        rights::examine(self, &mut faults);
        en_passant::examine(self, &mut faults);
        checks::examine(self, &mut faults);
        counters::examine(self, &mut faults);
        faults
    }

    /// The position, if one can play it; it may still be one that no game reaches.
    ///
    /// # Errors
    /// Every fault, when one of them leaves nothing to play.
    pub fn validate(&self) -> Result<Chess, Vec<SetupFault>> {
        let faults = self.faults();
        if faults.iter().any(|fault| fault.is_unplayable()) {
            return Err(faults);
        }
        Ok(Chess::from_setup_unchecked(self))
    }

    /// Whether the rights to castle, or all pieces together, show that the game did not begin in the classical way.
    pub fn is_chess960(&self) -> bool {
        self.castling.is_chess960(&self.board)
            || chess960::start_on(&self.board).is_some_and(|start| start != chess960::CLASSICAL)
    }
}
