//! Several boards as claimed, and the gate that says all that leaves nothing to play.

use crate::rules::{
    Bitboard, Board, BoardCount, BoardIndex, Castling, Color, Rank, Role, Setup, Square, attacks,
};

use super::{Dialect, Layered, MOST_BOARDS};

/// What a FEN for several boards says, sense or nonsense.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayeredSetup {
    /// Where the pieces stand, board A first.
    pub boards: Vec<Board>,
    /// By which rules they play.
    pub dialect: Dialect,
    /// Who moves.
    pub turn: Color,
    /// The rooks of board A that may castle.
    pub castling: Castling,
    /// Half-moves since the last capture or pawn move.
    pub halfmoves: u32,
    /// The number of the move, counted from one.
    pub fullmoves: u32,
}

/// Something that leaves nothing to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LayeredFault {
    /// Too few boards, or too many.
    BoardCount {
        /// How many there are.
        found: usize,
    },
    /// A side has no king, or several.
    KingCount {
        /// The side.
        color: Color,
        /// How many kings it has on all boards.
        found: u32,
    },
    /// The kings stand next to each other.
    KingsAdjacent {
        /// On this board.
        board_index: BoardIndex,
    },
    /// A pawn stands where no pawn can be.
    PawnOnEdge {
        /// The board.
        board_index: BoardIndex,
        /// The square.
        square: Square,
    },
    /// A side has more pieces than it began with.
    TooManyPieces {
        /// The side.
        color: Color,
        /// How many pawns it has on all boards.
        pawns: u32,
        /// How many pieces it has in all.
        pieces: u32,
    },
    /// A right to castle without an unmoved king and rook on board A, or where nobody castles.
    CastlingRightImpossible {
        /// The rook.
        rook: Square,
    },
    /// The side that has just moved is in check.
    OpponentInCheck {
        /// The board of its king.
        board_index: BoardIndex,
        /// Its king.
        king: Square,
    },
}

impl LayeredSetup {
    /// One board and the other things a FEN says, the other boards being empty.
    pub fn on_first_board(setup: &Setup, count: BoardCount, dialect: Dialect) -> Self {
        let mut boards = vec![Board::empty(); usize::from(count.get())];
        boards[0] = setup.board;
        Self {
            boards,
            dialect,
            turn: setup.turn,
            castling: setup.castling,
            halfmoves: setup.halfmoves,
            fullmoves: setup.fullmoves,
        }
    }

    /// Everything that leaves nothing to play, at once.
    pub fn faults(&self) -> Vec<LayeredFault> {
        let mut faults = Vec::new();
        if !(2..=MOST_BOARDS).contains(&self.boards.len()) {
            faults.push(LayeredFault::BoardCount { found: self.boards.len() });
        }
        for color in Color::ALL {
            faults.extend(self.king_count(color));
            faults.extend(self.too_many_pieces(color));
        }
        for (board_index, board) in self.board_indices() {
            faults.extend(pawns_on_edge(board_index, board));
            faults.extend(self.kings_exposed(board_index, board));
        }
        faults.extend(self.impossible_rights());
        faults
    }

    /// The position, if one can play it.
    ///
    /// # Errors
    /// Every fault, if there is one.
    pub fn validate(&self) -> Result<Layered, Vec<LayeredFault>> {
        let faults = self.faults();
        let count = u8::try_from(self.boards.len()).ok().and_then(BoardCount::new);
        match count {
            Some(count) if faults.is_empty() => Ok(self.position(count)),
            _ => Err(faults),
        }
    }

    fn position(&self, count: BoardCount) -> Layered {
        let mut position = Layered::alice(count, self.dialect);
        position.boards[..self.boards.len()].copy_from_slice(&self.boards);
        position.turn = self.turn;
        position.castling = self.castling;
        position.halfmoves = self.halfmoves;
        position.fullmoves = self.fullmoves;
        position
    }

    fn board_indices(&self) -> impl Iterator<Item = (BoardIndex, &Board)> {
        (0..).map(BoardIndex).zip(self.boards.iter().take(MOST_BOARDS))
    }

    /// How many pieces of all boards these are.
    fn count(&self, pieces: impl Fn(&Board) -> Bitboard) -> u32 {
        self.boards.iter().map(|board| pieces(board).count()).sum()
    }

    fn king_count(&self, color: Color) -> Option<LayeredFault> {
        let found = self.count(|board| board.pieces(color, Role::King));
        (found != 1).then_some(LayeredFault::KingCount { color, found })
    }

    fn too_many_pieces(&self, color: Color) -> Option<LayeredFault> {
        let pawns = self.count(|board| board.pieces(color, Role::Pawn));
        let pieces = self.count(|board| board.color(color));
        (pawns > 8 || pieces > 16).then_some(LayeredFault::TooManyPieces { color, pawns, pieces })
    }

    /// Kings next to each other, or attacked by the side to move.
    fn kings_exposed(&self, board_index: BoardIndex, board: &Board) -> Option<LayeredFault> {
        let king = board.king(!self.turn)?;
        let attackers = board.attackers(king, self.turn, board.occupied());
        if (attacks::king(king) & board.pieces(self.turn, Role::King)).is_any() {
            Some(LayeredFault::KingsAdjacent { board_index })
        } else {
            attackers.is_any().then_some(LayeredFault::OpponentInCheck { board_index, king })
        }
    }

    fn impossible_rights(&self) -> impl Iterator<Item = LayeredFault> + '_ {
        let possible = Color::ALL.into_iter().map(|color| self.possible_rights(color));
        let possible = possible.fold(Bitboard::EMPTY, |all, rooks| all | rooks);
        let wrong = self.castling.rooks() - possible;
        wrong.map(|rook| LayeredFault::CastlingRightImpossible { rook })
    }

    /// The rooks with which a side could have the right to castle.
    fn possible_rights(&self, color: Color) -> Bitboard {
        let home = Bitboard::back_rank(color);
        match self.boards.first() {
            Some(board)
                if self.dialect == Dialect::Classical
                    && (board.pieces(color, Role::King) & home).is_any() =>
            {
                board.pieces(color, Role::Rook) & home
            }
            _ => Bitboard::EMPTY,
        }
    }
}

fn pawns_on_edge(
    board_index: BoardIndex,
    board: &Board,
) -> impl Iterator<Item = LayeredFault> + use<> {
    let edges = Bitboard::rank(Rank::One) | Bitboard::rank(Rank::Eight);
    let pawns = board.role(Role::Pawn) & edges;
    pawns.map(move |square| LayeredFault::PawnOnEdge { board_index, square })
}
