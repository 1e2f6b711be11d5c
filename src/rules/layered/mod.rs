//! Chess on several boards, plainly written: make the move and look. With one board it *is* chess, the readable
//! statement of its rules and the judge of the fast game; with two or more it is Alice chess.
//!
//! A piece moves on its own board, by that board's pieces alone, and then steps through to the same square of the next.

mod candidates;
mod playing;
mod position;
mod setup;
#[cfg(test)]
mod tests;

pub(in crate::rules) use playing::Danger;
pub use setup::{LayeredFault, LayeredSetup};

use crate::rules::{Board, BoardIndex, Castling, Color, Setup, Square, Variant};

/// Most boards a game can have.
const MOST_BOARDS: usize = 8;

/// How many boards a game of Alice chess has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BoardCount(u8);

impl BoardCount {
    /// Two boards, as Parton invented it.
    pub const TWO: Self = Self(2);

    /// This many boards, from two to eight.
    pub const fn new(count: u8) -> Option<Self> {
        if count >= 2 && count as usize <= MOST_BOARDS { Some(Self(count)) } else { None }
    }

    /// The number.
    pub const fn get(self) -> u8 {
        self.0
    }
}

/// Which rules of Alice chess; with one board there is no difference.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Dialect {
    /// After Parton: castling is allowed, and before the transfer the king must be safe only if it stands on the
    /// board of play.
    Classical,
    /// No castling, and the king must be safe before the transfer on whichever board it stands: a check cannot be
    /// parried by a piece dropping in from another board.
    Ksparov,
}

/// A position on one to eight boards.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layered {
    boards: [Board; MOST_BOARDS],
    count: u8,
    dialect: Dialect,
    turn: Color,
    castling: Castling,
    /// The square a pawn has just passed over, whether or not anybody can take it there.
    passed: Option<Square>,
    halfmoves: u32,
    fullmoves: u32,
}

impl Layered {
    /// Ordinary chess. The setup must have passed the gate.
    pub fn chess(setup: &Setup) -> Self {
        let mut boards = [Board::empty(); MOST_BOARDS];
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

    /// The start of a game of Alice chess: all pieces on board A.
    pub fn alice(count: BoardCount, dialect: Dialect) -> Self {
        let mut position = Self { count: count.0, dialect, ..Self::chess(&Setup::start()) };
        if dialect == Dialect::Ksparov {
            position.castling = Castling::NONE;
        }
        position
    }

    /// The variant, if it is Alice chess.
    pub fn variant(&self) -> Option<Variant> {
        let boards = BoardCount::new(self.count)?;
        Some(Variant::Alice { boards, dialect: self.dialect })
    }

    /// Which rules of Alice chess it follows.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// The boards by name, A first.
    pub fn board_indices(&self) -> impl Iterator<Item = BoardIndex> + use<> {
        (0..self.count).map(BoardIndex)
    }

    /// One of the boards.
    pub fn board(&self, board_index: BoardIndex) -> &Board {
        &self.boards[usize::from(board_index.0)]
    }

    /// The board on which a piece arrives that moves on this one.
    pub fn next(&self, board_index: BoardIndex) -> BoardIndex {
        BoardIndex((board_index.0 + 1) % self.count)
    }

    /// Whether anybody castles by these rules.
    pub fn has_castling(&self) -> bool {
        !self.is_alice() || self.dialect == Dialect::Classical
    }

    /// Whether this is Alice chess, where pieces change the board.
    fn is_alice(&self) -> bool {
        self.count > 1
    }
}
