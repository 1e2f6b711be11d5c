//! Static evaluation: Michniewski's "simplified evaluation function" (material and piece-square
//! tables), and positional terms that it lacks: mobility, pawn structure, king safety.

use crate::engine::Score;
use crate::rules::{Bitboard, Board, Color, File, Position, Role, Square, attacks};

/// The values of the pieces in centipawns, the pawn first; a king has none.
pub(super) const PIECE_VALUES: [i16; 6] = [100, 320, 330, 500, 900, 0];

/// The material and piece-square value of a position for the side to move. Several boards are added up.
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

/// The value of a side's pieces and their squares on one board.
fn side(board: &Board, color: Color, king: &SquareTable) -> i32 {
    let tables = [&PAWN, &KNIGHT, &BISHOP, &ROOK, &QUEEN, king];
    let mut sum = 0;
    for (role, table) in Role::ALL.into_iter().zip(tables) {
        for square in board.pieces(color, role) {
            let value = PIECE_VALUES[role as usize];
            sum += i32::from(value) + i32::from(table[table_index(color, square)]);
        }
    }
    sum
}

/// The index of a side's square in a table that is written from White's side.
fn table_index(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.flip() as usize,
        Color::Black => square as usize,
    }
}

/// Whether every side with a queen has at most one minor piece beside it.
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

/// The positional terms to add to [`evaluate`], for the side to move. They are tuned for one board;
/// in Alice chess, where pieces change boards, they mean little and count zero.
pub(super) fn positional<P: Position>(position: &P) -> i16 {
    let [board] = position.boards() else { return 0 };
    let turn = position.turn();
    let phase = Phase::of(board);
    let (own, other) = (BoardSide::of(board, turn, phase), BoardSide::of(board, !turn, phase));
    let difference = own.score_against(&other) - other.score_against(&own);
    i16::try_from(difference).unwrap_or(0)
}

/// The phase of the game on one board.
#[derive(Debug, Clone, Copy)]
struct Phase {
    /// The pieces left of both sides: a minor piece counts one, a rook two, a queen four.
    material: i32,
    is_endgame: bool,
}

impl Phase {
    /// The pieces of both sides at the start.
    const FULL: i32 = 24;

    fn of(board: &Board) -> Self {
        let count = |role| board.role(role).count().cast_signed();
        let minors = count(Role::Knight) + count(Role::Bishop);
        let material = minors + 2 * count(Role::Rook) + 4 * count(Role::Queen);
        let is_endgame = is_endgame(std::slice::from_ref(board));
        Self { material: material.min(Self::FULL), is_endgame }
    }

    /// [`evaluate`] changes the king's table all at once, as published; adding this makes the change
    /// gradual.
    fn king_taper(self, color: Color, king: Square) -> i32 {
        let at = table_index(color, king);
        let (early, late) = (i32::from(KING_MIDDLEGAME[at]), i32::from(KING_ENDGAME[at]));
        let at_once = if self.is_endgame { late } else { early };
        let gone = Self::FULL - self.material;
        (early * self.material + late * gone) / Self::FULL - at_once
    }
}

/// One side of a board.
struct BoardSide<'a> {
    board: &'a Board,
    color: Color,
    pawns: Bitboard,
    pawn_attacks: Bitboard,
    king: Option<Square>,
    phase: Phase,
}

impl<'a> BoardSide<'a> {
    fn of(board: &'a Board, color: Color, phase: Phase) -> Self {
        let pawns = board.pieces(color, Role::Pawn);
        let pawn_attacks = beside(pawns.forward(color));
        Self { board, color, pawns, pawn_attacks, king: board.king(color), phase }
    }

    fn score_against(&self, other: &BoardSide<'_>) -> i32 {
        self.mobility(other)
            + self.bishop_pair()
            + self.rooks_on_files(other)
            + self.passed_pawns(other)
            - self.weak_pawns()
            + self.king_shelter(other)
            + self.king.map_or(0, |king| self.phase.king_taper(self.color, king))
            + self.drive_to_edge(other)
    }

    /// Squares the pieces attack, with extra weight around the enemy king.
    fn mobility(&self, other: &BoardSide<'_>) -> i32 {
        let occupied = self.board.occupied();
        let ring = other.king.map_or(Bitboard::EMPTY, attacks::king);
        let mut mobility = 0;
        let mut danger = 0;
        for (role, per_square, per_attack) in
            [(Role::Knight, 4, 2), (Role::Bishop, 5, 2), (Role::Rook, 3, 3), (Role::Queen, 1, 4)]
        {
            for from in self.board.pieces(self.color, role) {
                let attacked = attacks::of(role, self.color, from, occupied);
                let free = attacked - self.board.color(self.color) - other.pawn_attacks;
                mobility += per_square * signed(free.count());
                danger += per_attack * signed((attacked & ring).count());
            }
        }
        mobility + self.king_attack(danger)
    }

    /// Attacks near the king grow with their square: one piece alone is harmless. Without a queen
    /// they count little.
    fn king_attack(&self, danger: i32) -> i32 {
        let value = (danger * danger / 5).min(350);
        if self.board.pieces(self.color, Role::Queen).is_any() { value } else { value / 4 }
    }

    fn bishop_pair(&self) -> i32 {
        if self.board.pieces(self.color, Role::Bishop).more_than_one() { 30 } else { 0 }
    }

    fn rooks_on_files(&self, other: &BoardSide<'_>) -> i32 {
        let half_open = self.board.pieces(self.color, Role::Rook) - whole_files(self.pawns);
        let open = half_open - whole_files(other.pawns);
        10 * signed(half_open.count()) + 10 * signed(open.count())
    }

    /// Pawns that no enemy pawn can stop; the more advanced, the better.
    fn passed_pawns(&self, other: &BoardSide<'_>) -> i32 {
        const BY_RANK: [i32; 8] = [0, 5, 10, 20, 40, 70, 110, 0];
        let enemy_front = filled(other.pawns.forward(other.color), other.color);
        let passed = self.pawns - enemy_front - beside(enemy_front);
        let value = |pawn| {
            BY_RANK[rank_for(self.color, pawn)] * (2 * Phase::FULL - self.phase.material) / 32
        };
        passed.map(|pawn| value(pawn) + self.king_escort(other, pawn)).sum()
    }

    /// With few pieces left the kings escort a passed pawn or stop it.
    fn king_escort(&self, other: &BoardSide<'_>, pawn: Square) -> i32 {
        let (Some(own), Some(enemy)) = (self.king, other.king) else { return 0 };
        let Some(ahead) = Bitboard::of(pawn).forward(self.color).first() else { return 0 };
        let lead = 2 * distance(enemy, ahead) - distance(own, ahead);
        let advance = i32::try_from(rank_for(self.color, pawn)).unwrap_or(0);
        lead * advance * (Phase::FULL - self.phase.material) / (2 * Phase::FULL)
    }

    /// Doubled and isolated pawns.
    fn weak_pawns(&self) -> i32 {
        let doubled = self.pawns & filled(self.pawns.forward(self.color), self.color);
        let isolated = self.pawns - beside(whole_files(self.pawns));
        10 * signed(doubled.count()) + 12 * signed(isolated.count())
    }

    /// Pawns in front of the king, as long as the enemy has a queen.
    fn king_shelter(&self, other: &BoardSide<'_>) -> i32 {
        let Some(king) = self.king else { return 0 };
        if other.board.pieces(other.color, Role::Queen).is_empty() {
            return 0;
        }
        let before = Bitboard::of(king).forward(self.color);
        let near = before | beside(before);
        let far = near.forward(self.color);
        10 * signed((near & self.pawns).count()) + 5 * signed((far & self.pawns).count())
    }

    /// Against a bare king: its distance from the centre, and the nearness of the kings.
    fn drive_to_edge(&self, other: &BoardSide<'_>) -> i32 {
        let bare = !self.board.color(other.color).more_than_one();
        match (self.king, other.king) {
            (Some(own), Some(enemy)) if bare => {
                10 * centre_distance(enemy) + 4 * (14 - distance(own, enemy))
            }
            _ => 0,
        }
    }
}

fn signed(count: u32) -> i32 {
    count.cast_signed()
}

/// The squares to the left and right of `squares`.
fn beside(squares: Bitboard) -> Bitboard {
    let left = Bitboard((squares - Bitboard::file(File::A)).0 >> 1);
    let right = Bitboard((squares - Bitboard::file(File::H)).0 << 1);
    left | right
}

/// `squares` and every square in front of them.
fn filled(squares: Bitboard, color: Color) -> Bitboard {
    let mut all = squares.0;
    for shift in [8, 16, 32] {
        all |= match color {
            Color::White => all << shift,
            Color::Black => all >> shift,
        };
    }
    Bitboard(all)
}

fn whole_files(squares: Bitboard) -> Bitboard {
    filled(squares, Color::White) | filled(squares, Color::Black)
}

/// A square's rank as its side counts it, the first being zero.
fn rank_for(color: Color, square: Square) -> usize {
    match color {
        Color::White => square.rank() as usize,
        Color::Black => square.flip().rank() as usize,
    }
}

/// The distance between two squares in files plus ranks.
fn distance(one: Square, other: Square) -> i32 {
    let files = (one.file() as u8).abs_diff(other.file() as u8);
    let ranks = (one.rank() as u8).abs_diff(other.rank() as u8);
    i32::from(files + ranks)
}

/// The distance to the nearest of the four centre squares.
fn centre_distance(square: Square) -> i32 {
    let middle = [Square::D4, Square::E4, Square::D5, Square::E5];
    middle.into_iter().map(|centre| distance(square, centre)).min().unwrap_or(0)
}

/// The value a square adds to a piece, a8 first, seen from White's side.
type SquareTable = [i8; 64];

#[rustfmt::skip]
static PAWN: SquareTable = [
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
static KNIGHT: SquareTable = [
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
static BISHOP: SquareTable = [
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
static ROOK: SquareTable = [
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
static QUEEN: SquareTable = [
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
static KING_MIDDLEGAME: SquareTable = [
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
static KING_ENDGAME: SquareTable = [
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
    use super::{Phase, positional};
    use crate::engine::tests::position;
    use crate::rules::{Chess, Color, Position, Square};

    #[test]
    fn the_kings_table_changes_with_every_piece_that_leaves() {
        let start = Phase::of(&Chess::start().boards()[0]);
        assert_eq!(start.material, Phase::FULL);
        assert_eq!(start.king_taper(Color::White, Square::E4), 0);
        let bare = Phase::of(&position("Ke4 ke8").boards()[0]);
        assert_eq!((bare.material, bare.king_taper(Color::White, Square::E4)), (0, 0));
        // With all pieces e4 costs a king 40, with none it is worth 40.
        let rooks = Phase::of(&position("Ke4 ke8 Ra1 Rh1 ra8").boards()[0]);
        assert_eq!((rooks.material, rooks.king_taper(Color::White, Square::E4)), (6, -20));
    }

    #[test]
    fn a_passed_pawn_is_worth_more_the_further_it_has_come() {
        let value = |pieces| positional(&position(pieces));
        assert!(value("Ka1 ka8 Pe5 ph7") > value("Ka1 ka8 Pe4 ph7"));
        assert!(value("Ka1 ka8 Pe5 ph7") > value("Ka1 ka8 Pe5 pe7"));
    }

    #[test]
    fn kings_escort_a_passed_pawn_or_stop_it() {
        let value = |pieces| positional(&position(pieces));
        let led = value("Kd6 ka1 Pe5 ph7");
        let alone = value("Kh1 ka1 Pe5 ph7");
        let stopped = value("Kh1 ke7 Pe5 ph7");
        assert!(led > alone && alone > stopped, "{led} {alone} {stopped}");
    }
}
