//! Michniewski's "simplified evaluation function": what the men are worth, and where they like to stand.

use crate::engine::Score;
use crate::rules::{Board, Color, Position, Role, Square};

/// What a man is worth in hundredths of a pawn, the pawn first; the king cannot be bought.
pub(super) const WORTH: [i16; 6] = [100, 320, 330, 500, 900, 0];

/// The worth of a position for the side to move. Several boards are added up.
pub fn evaluate<P: Position>(position: &P) -> Score {
    let white = whites_advantage(position.boards());
    Score::from_centipawns(match position.turn() {
        Color::White => white,
        Color::Black => -white,
    })
}

fn whites_advantage(boards: &[Board]) -> i32 {
    let king = if is_endgame(boards) { &KING_ENDGAME } else { &KING_MIDDLEGAME };
    boards
        .iter()
        .map(|board| side(board, Color::White, king) - side(board, Color::Black, king))
        .sum()
}

/// How far the game on a board has come.
#[derive(Debug, Clone, Copy)]
pub(super) struct Stage {
    /// What is left of both sides' pieces, a minor piece counting one, a rook two, a queen four.
    pub(super) army: i32,
    is_endgame: bool,
}

impl Stage {
    /// The pieces of both sides at the start.
    pub(super) const WHOLE_ARMY: i32 = 24;

    pub(super) fn of(board: &Board) -> Self {
        let count = |role| board.role(role).count().cast_signed();
        let minors = count(Role::Knight) + count(Role::Bishop);
        let army = minors + 2 * count(Role::Rook) + 4 * count(Role::Queen);
        let is_endgame = is_endgame(std::slice::from_ref(board));
        Self { army: army.min(Self::WHOLE_ARMY), is_endgame }
    }

    /// The published evaluation changes the king's table all at once; this is to be added if it
    /// changes with every man that leaves.
    pub(super) fn gradual_king(self, color: Color, king: Square) -> i32 {
        let at = row_from_above(color, king);
        let (early, late) = (i32::from(KING_MIDDLEGAME[at]), i32::from(KING_ENDGAME[at]));
        let at_once = if self.is_endgame { late } else { early };
        let gone = Self::WHOLE_ARMY - self.army;
        (early * self.army + late * gone) / Self::WHOLE_ARMY - at_once
    }
}

/// A side's men on one board, with what their squares add.
fn side(board: &Board, color: Color, king: &Squares) -> i32 {
    let tables = [&PAWN, &KNIGHT, &BISHOP, &ROOK, &QUEEN, king];
    let mut sum = 0;
    for (role, table) in Role::ALL.into_iter().zip(tables) {
        for square in board.pieces(color, role) {
            sum +=
                i32::from(WORTH[role as usize]) + i32::from(table[row_from_above(color, square)]);
        }
    }
    sum
}

/// Where a side's square is found in a table that is written as White sees the board.
fn row_from_above(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.flip() as usize,
        Color::Black => square as usize,
    }
}

/// The endgame is reached when every side with a queen has at most one minor piece beside it.
fn is_endgame(boards: &[Board]) -> bool {
    let count =
        |color, role| boards.iter().map(|board| board.pieces(color, role).count()).sum::<u32>();
    Color::ALL.into_iter().all(|color| match count(color, Role::Queen) {
        0 => true,
        1 => {
            let minors = count(color, Role::Knight) + count(color, Role::Bishop);
            count(color, Role::Rook) == 0 && minors <= 1
        }
        _ => false,
    })
}

/// What a square adds to a man's worth: a8 first, as White sees the board.
type Squares = [i8; 64];

#[rustfmt::skip]
static PAWN: Squares = [
     0,  0,  0,  0,  0,  0,  0,  0,
    50, 50, 50, 50, 50, 50, 50, 50,
    10, 10, 20, 30, 30, 20, 10, 10,
     5,  5, 10, 25, 25, 10,  5,  5,
     0,  0,  0, 20, 20,  0,  0,  0,
     5, -5,-10,  0,  0,-10, -5,  5,
     5, 10, 10,-20,-20, 10, 10,  5,
     0,  0,  0,  0,  0,  0,  0,  0,
];

#[rustfmt::skip]
static KNIGHT: Squares = [
    -50,-40,-30,-30,-30,-30,-40,-50,
    -40,-20,  0,  0,  0,  0,-20,-40,
    -30,  0, 10, 15, 15, 10,  0,-30,
    -30,  5, 15, 20, 20, 15,  5,-30,
    -30,  0, 15, 20, 20, 15,  0,-30,
    -30,  5, 10, 15, 15, 10,  5,-30,
    -40,-20,  0,  5,  5,  0,-20,-40,
    -50,-40,-30,-30,-30,-30,-40,-50,
];

#[rustfmt::skip]
static BISHOP: Squares = [
    -20,-10,-10,-10,-10,-10,-10,-20,
    -10,  0,  0,  0,  0,  0,  0,-10,
    -10,  0,  5, 10, 10,  5,  0,-10,
    -10,  5,  5, 10, 10,  5,  5,-10,
    -10,  0, 10, 10, 10, 10,  0,-10,
    -10, 10, 10, 10, 10, 10, 10,-10,
    -10,  5,  0,  0,  0,  0,  5,-10,
    -20,-10,-10,-10,-10,-10,-10,-20,
];

#[rustfmt::skip]
static ROOK: Squares = [
     0,  0,  0,  0,  0,  0,  0,  0,
     5, 10, 10, 10, 10, 10, 10,  5,
    -5,  0,  0,  0,  0,  0,  0, -5,
    -5,  0,  0,  0,  0,  0,  0, -5,
    -5,  0,  0,  0,  0,  0,  0, -5,
    -5,  0,  0,  0,  0,  0,  0, -5,
    -5,  0,  0,  0,  0,  0,  0, -5,
     0,  0,  0,  5,  5,  0,  0,  0,
];

#[rustfmt::skip]
static QUEEN: Squares = [
    -20,-10,-10, -5, -5,-10,-10,-20,
    -10,  0,  0,  0,  0,  0,  0,-10,
    -10,  0,  5,  5,  5,  5,  0,-10,
     -5,  0,  5,  5,  5,  5,  0, -5,
      0,  0,  5,  5,  5,  5,  0, -5,
    -10,  5,  5,  5,  5,  5,  0,-10,
    -10,  0,  5,  0,  0,  0,  0,-10,
    -20,-10,-10, -5, -5,-10,-10,-20,
];

#[rustfmt::skip]
static KING_MIDDLEGAME: Squares = [
    -30,-40,-40,-50,-50,-40,-40,-30,
    -30,-40,-40,-50,-50,-40,-40,-30,
    -30,-40,-40,-50,-50,-40,-40,-30,
    -30,-40,-40,-50,-50,-40,-40,-30,
    -20,-30,-30,-40,-40,-30,-30,-20,
    -10,-20,-20,-20,-20,-20,-20,-10,
     20, 20,  0,  0,  0,  0, 20, 20,
     20, 30, 10,  0,  0, 10, 30, 20,
];

#[rustfmt::skip]
static KING_ENDGAME: Squares = [
    -50,-40,-30,-20,-20,-30,-40,-50,
    -30,-20,-10,  0,  0,-10,-20,-30,
    -30,-10, 20, 30, 30, 20,-10,-30,
    -30,-10, 30, 40, 40, 30,-10,-30,
    -30,-10, 30, 40, 40, 30,-10,-30,
    -30,-10, 20, 30, 30, 20,-10,-30,
    -30,-30,  0,  0,  0,  0,-30,-30,
    -50,-30,-30,-30,-30,-30,-30,-50,
];

#[cfg(test)]
mod tests {
    use super::Stage;
    use crate::rules::{Board, Chess, Color, Piece, Position, Square};

    fn board(men: &[(Square, u8)]) -> Board {
        let mut board = Board::empty();
        for &(square, letter) in men {
            board.put(square, Piece::from_letter(letter).expect("a piece"));
        }
        board
    }

    #[test]
    fn the_kings_table_changes_with_every_man_that_leaves() {
        let start = Stage::of(&Chess::start().boards()[0]);
        assert_eq!(start.army, Stage::WHOLE_ARMY);
        assert_eq!(start.gradual_king(Color::White, Square::E4), 0);
        let kings = [(Square::E4, b'K'), (Square::E8, b'k')];
        let bare = Stage::of(&board(&kings));
        assert_eq!((bare.army, bare.gradual_king(Color::White, Square::E4)), (0, 0));
        // Among all pieces e4 costs a king 40, among none it is worth 40.
        let rooks = [(Square::A1, b'R'), (Square::H1, b'R'), (Square::A8, b'r')];
        let rooks = Stage::of(&board(&[&kings[..], &rooks].concat()));
        assert_eq!((rooks.army, rooks.gradual_king(Color::White, Square::E4)), (6, -20));
    }
}
