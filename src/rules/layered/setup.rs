//! Several boards as set up, playable or not, and everything that makes them unplayable.

use crate::rules::{
    Bitboard, Board, BoardCount, BoardIndex, Castling, Color, Role, Setup, Square, attacks,
};

use super::{Dialect, Layered, MAX_BOARDS};

/// The contents of a FEN for several boards, playable or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LayeredSetup {
    /// The boards, A first.
    pub boards: Vec<Board>,
    /// The rules in use.
    pub dialect: Dialect,
    /// The side to move.
    pub turn: Color,
    /// The rooks of board A that may castle.
    pub castling: Castling,
    /// Plies since the last capture or pawn move.
    pub halfmoves: u32,
    /// The move number, which starts at one.
    pub fullmoves: u32,
}

/// One thing that makes a [`LayeredSetup`] unplayable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum LayeredFault {
    /// Too few boards, or too many.
    BoardCount {
        /// The number of boards.
        found: usize,
    },
    /// A side has no king, or several.
    KingCount {
        /// The side.
        color: Color,
        /// The number of its kings on all boards.
        found: u32,
    },
    /// The kings are on adjacent squares.
    KingsAdjacent {
        /// The board.
        board_index: BoardIndex,
    },
    /// A pawn is on the first or last rank.
    PawnOnEdge {
        /// The board.
        board_index: BoardIndex,
        /// The square.
        square: Square,
    },
    /// A side has more than eight pawns or sixteen pieces.
    TooManyPieces {
        /// The side.
        color: Color,
        /// The number of its pawns on all boards.
        pawns: u32,
        /// The number of its pieces, pawns included.
        pieces: u32,
    },
    /// A castling right without an unmoved king and rook on board A, or in a dialect without castling.
    CastlingRightImpossible {
        /// The square of the rook.
        rook: Square,
    },
    /// The side that has just moved is in check.
    OpponentInCheck {
        /// The board of its king.
        board_index: BoardIndex,
        /// The square of its king.
        king: Square,
    },
}

impl LayeredSetup {
    /// The pieces of an ordinary setup on board A, with the other boards empty.
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

    /// Everything that makes the position unplayable.
    pub fn faults(&self) -> Vec<LayeredFault> {
        let mut faults = Vec::new();
        if !(2..=MAX_BOARDS).contains(&self.boards.len()) {
            faults.push(LayeredFault::BoardCount { found: self.boards.len() });
        }
        for color in Color::ALL {
            faults.extend(self.king_count(color));
            faults.extend(self.too_many_pieces(color));
        }
        for (board_index, board) in self.numbered_boards() {
            faults.extend(pawns_on_edge(board_index, board));
            faults.extend(self.kings_exposed(board_index, board));
        }
        faults.extend(self.impossible_rights());
        faults
    }

    /// The position, if it is playable.
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

    fn numbered_boards(&self) -> impl Iterator<Item = (BoardIndex, &Board)> {
        (0..).map(BoardIndex).zip(self.boards.iter().take(MAX_BOARDS))
    }

    /// The number of these pieces on all boards.
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

    /// A fault if the kings are adjacent, or if the side to move attacks a king.
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
    let pawns = board.role(Role::Pawn) & Bitboard::EDGE_RANKS;
    pawns.map(move |square| LayeredFault::PawnOnEdge { board_index, square })
}
