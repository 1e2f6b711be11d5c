//! What a piece strikes from a square, and the lines between squares. All tables are made by the compiler.

mod slider;

use crate::rules::{Bitboard, Color, Role, Square};

/// The squares a bishop strikes when `occupied` squares block it.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    slider::bishop(square, occupied)
}

/// The squares a rook strikes when `occupied` squares block it.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    slider::rook(square, occupied)
}

/// The squares a queen strikes when `occupied` squares block it.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The squares a knight strikes.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    on_empty_board(Role::Knight, Color::White, square)
}

/// The squares a king strikes.
#[inline]
pub fn king(square: Square) -> Bitboard {
    on_empty_board(Role::King, Color::White, square)
}

/// The squares a pawn of a side strikes.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    on_empty_board(Role::Pawn, color, square)
}

/// The squares a piece strikes.
#[inline]
pub fn of(role: Role, color: Color, square: Square, occupied: Bitboard) -> Bitboard {
    match role {
        Role::Pawn => pawn(color, square),
        Role::Knight => knight(square),
        Role::Bishop => bishop(square, occupied),
        Role::Rook => rook(square, occupied),
        Role::Queen => queen(square, occupied),
        Role::King => king(square),
    }
}

/// The squares of a rank and a file, whatever blocks them: where a rook might come from.
#[inline]
pub fn straights(square: Square) -> Bitboard {
    on_empty_board(Role::Rook, Color::White, square)
}

/// The squares of the diagonals, whatever blocks them: where a bishop might come from.
#[inline]
pub fn diagonals(square: Square) -> Bitboard {
    on_empty_board(Role::Bishop, Color::White, square)
}

/// The squares a piece strikes from a square of an empty board.
#[inline]
pub fn on_empty_board(role: Role, color: Color, square: Square) -> Bitboard {
    ON_EMPTY_BOARD[color as usize & 1][role as usize & 7][square.index()]
}

/// Whether nothing stands between two squares; those of no common line have nothing between them.
#[inline]
pub fn sees(one: Square, other: Square, occupied: Bitboard) -> bool {
    (between(one, other) & occupied).is_empty()
}

/// The squares strictly between two squares of one line; none for others.
#[inline]
pub fn between(one: Square, other: Square) -> Bitboard {
    BETWEEN[one.index()][other.index()]
}

/// The whole line through two squares, from edge to edge; nothing if they are on no line.
#[inline]
pub fn line(one: Square, other: Square) -> Bitboard {
    LINE[one.index()][other.index()]
}

const KNIGHT_STEPS: [(i8, i8); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [(i8, i8); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

const KNIGHT: [Bitboard; 64] = leaper(&KNIGHT_STEPS);
const KING: [Bitboard; 64] = leaper(&KING_STEPS);
const PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
const STRAIGHTS: [Bitboard; 64] = rays([(0, 1), (1, 0), (0, -1), (-1, 0)]);
const DIAGONALS: [Bitboard; 64] = rays([(1, 1), (1, -1), (-1, -1), (-1, 1)]);
/// For each side, by the number of the kind of piece; two kinds are missing to a power of two.
static ON_EMPTY_BOARD: [[[Bitboard; 64]; 8]; 2] =
    [on_empty_boards(&PAWN[0]), on_empty_boards(&PAWN[1])];
static BETWEEN: [[Bitboard; 64]; 64] = lines(Extent::Between);
static LINE: [[Bitboard; 64]; 64] = lines(Extent::Whole);

const fn leaper(steps: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < steps.len() {
            if let Some(to) = Square::ALL[from].offset(steps[step].0, steps[step].1) {
                table[from].0 |= 1 << to as u64;
            }
            step += 1;
        }
        from += 1;
    }
    table
}

const fn rays(steps: [(i8, i8); 4]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < steps.len() {
            table[from].0 |= ray(Square::ALL[from], steps[step]);
            step += 1;
        }
        from += 1;
    }
    table
}

const fn on_empty_boards(pawn: &[Bitboard; 64]) -> [[Bitboard; 64]; 8] {
    let mut table = [[Bitboard::EMPTY; 64]; 8];
    table[Role::Pawn as usize] = *pawn;
    table[Role::Knight as usize] = KNIGHT;
    table[Role::Bishop as usize] = DIAGONALS;
    table[Role::Rook as usize] = STRAIGHTS;
    table[Role::King as usize] = KING;
    let mut square = 0;
    while square < 64 {
        table[Role::Queen as usize][square] = Bitboard(DIAGONALS[square].0 | STRAIGHTS[square].0);
        square += 1;
    }
    table
}

#[derive(Clone, Copy)]
enum Extent {
    Between,
    Whole,
}

#[expect(
    clippy::large_stack_arrays,
    reason = "worked out by the compiler, never on a stack of ours"
)]
const fn lines(extent: Extent) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < KING_STEPS.len() {
            walk(Square::ALL[from], KING_STEPS[step], extent, &mut table[from]);
            step += 1;
        }
        from += 1;
    }
    table
}

/// Fills in the squares that are reached from `from` in one direction.
const fn walk(from: Square, step: (i8, i8), extent: Extent, row: &mut [Bitboard; 64]) {
    let whole = ray(from, step) | ray(from, (-step.0, -step.1)) | 1 << from as u64;
    let mut passed = 0;
    let mut at = from.offset(step.0, step.1);
    while let Some(square) = at {
        row[square as usize] = match extent {
            Extent::Between => Bitboard(passed),
            Extent::Whole => Bitboard(whole),
        };
        passed |= 1 << square as u64;
        at = square.offset(step.0, step.1);
    }
}

/// Every square in one direction, to the edge.
const fn ray(from: Square, step: (i8, i8)) -> u64 {
    let mut squares = 0;
    let mut at = from.offset(step.0, step.1);
    while let Some(square) = at {
        squares |= 1 << square as u64;
        at = square.offset(step.0, step.1);
    }
    squares
}
