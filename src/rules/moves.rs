//! A move that somebody could make, complete enough to be played and written without looking at the board again.

use arrayvec::ArrayVec;

use crate::rules::{Role, Side, Square};

/// Which board of several a move is made on; ordinary chess has only the first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct BoardIndex(pub u8);

impl BoardIndex {
    /// The first board, called A.
    pub const FIRST: Self = Self(0);

    /// The board of this name, from `A` to `H`.
    pub const fn from_letter(name: &[u8]) -> Option<Self> {
        match name {
            [letter @ b'A'..=b'H'] => Some(Self(*letter - b'A')),
            _ => None,
        }
    }

    /// The letter of the board.
    pub const fn letter(self) -> char {
        (b'A' + self.0) as char
    }
}

/// How a piece gets to its square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MoveKind {
    /// It goes there, and takes what stands there.
    Normal,
    /// A pawn takes the pawn that has just passed it.
    EnPassant,
    /// The king castles; `from` is the king's square and `to` the rook's.
    Castle,
}

/// A move. It fills one word, so that lists of moves are copied word by word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(align(8))]
pub struct Move {
    /// What moves; the king when castling.
    pub role: Role,
    /// Where it stands.
    pub from: Square,
    /// Where it goes; the rook's square when castling.
    pub to: Square,
    /// What is taken.
    pub capture: Option<Role>,
    /// What the pawn becomes.
    pub promotion: Option<Role>,
    /// How it gets there.
    pub kind: MoveKind,
    /// The board it is made on.
    pub board_index: BoardIndex,
}

impl Move {
    /// Castling: this king with that rook.
    pub const fn castle(king: Square, rook: Square) -> Self {
        Self {
            role: Role::King,
            from: king,
            to: rook,
            capture: None,
            promotion: None,
            kind: MoveKind::Castle,
            board_index: BoardIndex::FIRST,
        }
    }

    /// The wing, if it is castling.
    pub fn castling_side(self) -> Option<Side> {
        (self.kind == MoveKind::Castle).then(|| Side::of(self.from, self.to))
    }

    /// Where the moved piece stands afterwards: for castling, the king's new square.
    pub fn target(self) -> Square {
        match self.castling_side() {
            Some(side) => Square::new(side.king_file(), self.from.rank()),
            None => self.to,
        }
    }

    /// Whether a pawn goes two squares at once.
    pub fn is_double_step(self) -> bool {
        self.role == Role::Pawn && (self.from.rank() as u8).abs_diff(self.to.rank() as u8) == 2
    }

    /// Whether it sets the fifty-move counter back to zero.
    pub fn is_zeroing(self) -> bool {
        self.capture.is_some() || self.role == Role::Pawn
    }
}

/// Moves, as a generator lists them. Sixteen pieces with at most 28 squares each always fit.
pub type MoveList = ArrayVec<Move, 512>;
