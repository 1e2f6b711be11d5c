//! The squares that a piece attacks, and the lines between squares. The compiler makes all tables.
//!
//! Bishops and rooks use magic multiplication: the blockers on a square's lines, times a factor found by trial,
//! give an index without collisions into one table of attacks.

use crate::rules::{Bitboard, Color, Role, Square};

/// The attacks of a bishop that `occupied` squares block.
#[inline]
pub fn bishop(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&BISHOP_MAGICS[square.index()], occupied)
}

/// The attacks of a rook that `occupied` squares block.
#[inline]
pub fn rook(square: Square, occupied: Bitboard) -> Bitboard {
    look_up(&ROOK_MAGICS[square.index()], occupied)
}

/// The attacks of a queen that `occupied` squares block.
#[inline]
pub fn queen(square: Square, occupied: Bitboard) -> Bitboard {
    bishop(square, occupied) | rook(square, occupied)
}

/// The attacks of a knight.
#[inline]
pub fn knight(square: Square) -> Bitboard {
    on_empty_board(Role::Knight, Color::White, square)
}

/// The attacks of a king.
#[inline]
pub fn king(square: Square) -> Bitboard {
    on_empty_board(Role::King, Color::White, square)
}

/// The attacks of a pawn of this color.
#[inline]
pub fn pawn(color: Color, square: Square) -> Bitboard {
    on_empty_board(Role::Pawn, color, square)
}

/// The attacks of any piece.
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

/// The rank and the file of a square, without the square and without regard to blockers.
#[inline]
pub fn straights(square: Square) -> Bitboard {
    on_empty_board(Role::Rook, Color::White, square)
}

/// The diagonals of a square, without the square and without regard to blockers.
#[inline]
pub fn diagonals(square: Square) -> Bitboard {
    on_empty_board(Role::Bishop, Color::White, square)
}

/// The attacks of a piece that stands alone on the board.
#[inline]
pub fn on_empty_board(role: Role, color: Color, square: Square) -> Bitboard {
    ON_EMPTY_BOARD[color as usize & 1][role as usize & 7][square.index()]
}

/// The squares of an empty board from which a piece can move to a square; `pushes` if it is a pawn that moves straight ahead.
#[inline]
pub fn origins_on_empty_board(role: Role, color: Color, to: Square, pushes: bool) -> Bitboard {
    // A piece attacks a square exactly if the same piece on that square would attack it, pawns from the other side.
    let row = role as usize + PUSHES * usize::from(pushes);
    ON_EMPTY_BOARD[!color as usize & 1][row & 7][to.index()]
}

/// Whether no occupied square lies between two squares. Squares that share no line have nothing between them.
#[inline]
pub fn sees(one: Square, other: Square, occupied: Bitboard) -> bool {
    (between(one, other) & occupied).is_empty()
}

/// The squares strictly between two squares of a common line; empty if there is no such line.
#[inline]
pub fn between(one: Square, other: Square) -> Bitboard {
    BETWEEN[one.index()][other.index()]
}

/// The whole line through two squares, from edge to edge; empty if there is no such line.
#[inline]
pub fn line(one: Square, other: Square) -> Bitboard {
    LINE[one.index()][other.index()]
}

/// Files to the right and ranks up.
type Offset = (i8, i8);

const KNIGHT_STEPS: [Offset; 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const KING_STEPS: [Offset; 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// One direction of each of the two lines along which a rook moves.
const STRAIGHT: [Offset; 2] = [(0, 1), (1, 0)];
/// One direction of each of the two lines along which a bishop moves.
const DIAGONAL: [Offset; 2] = [(1, 1), (1, -1)];

const KNIGHT: [Bitboard; 64] = leaper(&KNIGHT_STEPS);
const KING: [Bitboard; 64] = leaper(&KING_STEPS);
const PAWN: [[Bitboard; 64]; 2] = [leaper(&[(-1, 1), (1, 1)]), leaper(&[(-1, -1), (1, -1)])];
const STRAIGHTS: [Bitboard; 64] = lines_through(STRAIGHT);
const DIAGONALS: [Bitboard; 64] = lines_through(DIAGONAL);
/// By color and role. Eight rows instead of six, so that a masked index needs no bounds check; one more is used.
static ON_EMPTY_BOARD: [[[Bitboard; 64]; 8]; 2] =
    [on_empty_boards(&PAWN[0], &pushes(1)), on_empty_boards(&PAWN[1], &pushes(-1))];
/// The row of the squares from which a pawn of the other color moves straight ahead.
const PUSHES: usize = 6;
static BETWEEN: [[Bitboard; 64]; 64] = lines(LinePart::Between);
static LINE: [[Bitboard; 64]; 64] = lines(LinePart::Whole);

const fn leaper(steps: &[Offset]) -> [Bitboard; 64] {
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

const fn lines_through(steps: [Offset; 2]) -> [Bitboard; 64] {
    let mut table = [Bitboard::EMPTY; 64];
    let mut from = 0;
    while from < 64 {
        let square = Square::ALL[from];
        table[from].0 = line_through(square, steps[0]) | line_through(square, steps[1]);
        from += 1;
    }
    table
}

/// One square and, to the fourth rank of a side, two squares in this direction of the ranks.
const fn pushes(step: i8) -> [Bitboard; 64] {
    let mut table = leaper(&[(0, step)]);
    let mut file = 0;
    while file < 8 {
        let (to, two) = if step > 0 { (32 + file, 48 + file) } else { (24 + file, 8 + file) };
        table[to].0 |= 1 << two;
        file += 1;
    }
    table
}

const fn on_empty_boards(pawn: &[Bitboard; 64], pushes: &[Bitboard; 64]) -> [[Bitboard; 64]; 8] {
    let mut table = [[Bitboard::EMPTY; 64]; 8];
    table[Role::Pawn as usize] = *pawn;
    table[PUSHES] = *pushes;
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

/// Which squares of a line through two squares a table holds.
#[derive(Clone, Copy)]
enum LinePart {
    Between,
    Whole,
}

#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time, never on a stack")]
const fn lines(part: LinePart) -> [[Bitboard; 64]; 64] {
    let mut table = [[Bitboard::EMPTY; 64]; 64];
    let mut from = 0;
    while from < 64 {
        let mut step = 0;
        while step < KING_STEPS.len() {
            fill_direction(Square::ALL[from], KING_STEPS[step], part, &mut table[from]);
            step += 1;
        }
        from += 1;
    }
    table
}

/// Fills in the entries of the squares that lie in one direction from `from`.
const fn fill_direction(from: Square, step: Offset, part: LinePart, row: &mut [Bitboard; 64]) {
    let whole = line_through(from, step) | 1 << from as u64;
    let mut passed = 0;
    let mut at = from.offset(step.0, step.1);
    while let Some(square) = at {
        row[square as usize] = match part {
            LinePart::Between => Bitboard(passed),
            LinePart::Whole => Bitboard(whole),
        };
        passed |= 1 << square as u64;
        at = square.offset(step.0, step.1);
    }
}

/// The squares in one direction and its opposite, without the square itself.
const fn line_through(from: Square, step: Offset) -> u64 {
    ray(from, step) | ray(from, (-step.0, -step.1))
}

/// Every square in one direction, to the edge.
const fn ray(from: Square, step: Offset) -> u64 {
    let mut squares = 0;
    let mut at = from.offset(step.0, step.1);
    while let Some(square) = at {
        squares |= 1 << square as u64;
        at = square.offset(step.0, step.1);
    }
    squares
}

/// How to find a square's attacks in the table.
#[derive(Clone, Copy)]
struct Magic {
    /// The squares that can block; the last square of a line cannot.
    mask: u64,
    factor: u64,
    shift: u32,
    offset: usize,
}

/// A power of two, so that a masked index needs no bounds check; five sixths of it are used.
const TABLE_SIZE: usize = 1 << 17;
/// Where the bishops' entries begin, behind those of the rooks.
const BISHOP_OFFSET: usize = 102_400;

static ROOK_MAGICS: [Magic; 64] = magics(&ROOK_FACTORS, STRAIGHT, 0);
static BISHOP_MAGICS: [Magic; 64] = magics(&BISHOP_FACTORS, DIAGONAL, BISHOP_OFFSET);
static TABLE: [u64; TABLE_SIZE] = slider_attacks();

#[inline]
fn look_up(magic: &Magic, occupied: Bitboard) -> Bitboard {
    Bitboard(TABLE[index(magic, occupied.0)])
}

#[inline]
#[expect(clippy::cast_possible_truncation, reason = "the shift leaves twelve bits at most")]
fn index(magic: &Magic, occupied: u64) -> usize {
    let hash = (occupied & magic.mask).wrapping_mul(magic.factor) >> magic.shift;
    (magic.offset + hash as usize) & (TABLE_SIZE - 1)
}

const fn magics(factors: &[u64; 64], lines: [Offset; 2], first: usize) -> [Magic; 64] {
    let mut magics = [Magic { mask: 0, factor: 0, shift: 0, offset: 0 }; 64];
    let mut offset = first;
    let mut from = 0;
    while from < 64 {
        let square = Square::ALL[from];
        let mask = inner_line(square, lines[0]) | inner_line(square, lines[1]);
        let bits = mask.count_ones();
        magics[from] = Magic { mask, factor: factors[from], shift: 64 - bits, offset };
        offset += 1 << bits;
        from += 1;
    }
    magics
}

/// The line through a square without the square itself and without the two ends of the line.
const fn inner_line(from: Square, step: Offset) -> u64 {
    let mut squares = line_through(from, step);
    let mut at = 0;
    while at < 64 {
        let square = Square::ALL[at];
        let is_end =
            square.offset(step.0, step.1).is_none() || square.offset(-step.0, -step.1).is_none();
        if is_end {
            squares &= !(1 << at);
        }
        at += 1;
    }
    squares
}

#[expect(clippy::large_stack_arrays, reason = "evaluated at compile time, never on a stack")]
const fn slider_attacks() -> [u64; TABLE_SIZE] {
    let mut table = [0; TABLE_SIZE];
    fill(&mut table, &magics(&ROOK_FACTORS, STRAIGHT, 0), STRAIGHT);
    fill(&mut table, &magics(&BISHOP_FACTORS, DIAGONAL, BISHOP_OFFSET), DIAGONAL);
    table
}

/// The attacks for every set of blockers of every square. Each of the two lines through a square is evaluated alone
/// and the results are paired: there are many pairs, and constant evaluation is slow.
#[expect(clippy::cast_possible_truncation, reason = "products wrap, as in `index`")]
const fn fill(table: &mut [u64; TABLE_SIZE], magics: &[Magic; 64], lines: [Offset; 2]) {
    let mut square = 0;
    while square < 64 {
        let magic = &magics[square];
        let (ones, one_count) = attacks_along(square, lines[0], magic);
        let (others, other_count) = attacks_along(square, lines[1], magic);
        let mut one = 0;
        while one < one_count {
            let mut other = 0;
            while other < other_count {
                let product = (ones[one].0 as u128 + others[other].0 as u128) as u64;
                let at = magic.offset + (product >> magic.shift) as usize;
                table[at] = ones[one].1 | others[other].1;
                other += 1;
            }
            one += 1;
        }
        square += 1;
    }
}

/// For every set of blockers on one line: the blockers times the factor, and the squares attacked.
const fn attacks_along(square: usize, step: Offset, magic: &Magic) -> ([(u64, u64); 64], usize) {
    let line = line_through(Square::ALL[square], step);
    let mask = magic.mask & line;
    let mut entries = [(0, 0); 64];
    let mut count = 0;
    let mut blockers = 0_u64;
    loop {
        entries[count] = (blockers.wrapping_mul(magic.factor), along(square, blockers, line));
        count += 1;
        // The next subset of the mask.
        blockers = blockers.wrapping_sub(mask) & mask;
        if blockers == 0 {
            return (entries, count);
        }
    }
}

/// Subtracting twice the slider from the blockers borrows up to the first of them; the other direction is the same
/// with the bits reversed.
const fn along(square: usize, blockers: u64, line: u64) -> u64 {
    let slider = 1_u64 << square;
    let up = blockers.wrapping_sub(slider << 1);
    let down = blockers.reverse_bits().wrapping_sub(slider.reverse_bits() << 1).reverse_bits();
    (up ^ down) & line
}

#[rustfmt::skip]
const ROOK_FACTORS: [u64; 64] = [
    0x0980_0080_1140_0020, 0x8340_0044_1000_2000, 0x0880_2000_9000_8268, 0x0080_0800_8010_0004,
    0x8100_1100_0402_0800, 0x0300_0100_0400_0822, 0x0880_1a00_2900_0080, 0x8100_0500_0120_4882,
    0x0844_8000_8140_0320, 0x0804_4020_1000_4000, 0x0108_8020_0310_0480, 0x0004_8080_0800_1000,
    0x0003_0018_0100_1014, 0x0002_0002_0004_1008, 0x0004_0081_0804_2210, 0x0105_0001_0000_9042,
    0x0400_8080_0040_0021, 0xc100_4040_1000_2000, 0x0060_0080_1000_2088, 0x0400_8080_0800_1000,
    0x4440_8080_0800_0400, 0x1002_0080_0400_0280, 0x4002_4400_300d_1248, 0x0010_0200_0040_8104,
    0x0101_0082_0020_4200, 0x8020_0020_4000_5000, 0x4100_1000_8080_2000, 0x4008_006a_8010_0280,
    0x1020_0800_8004_0080, 0x0004_0100_4002_0040, 0x0018_a124_0008_0290, 0x6140_0042_0000_8104,
    0x4000_4000_2080_0090, 0x2020_0020_8080_4000, 0x0000_4082_0200_2010, 0x0080_1005_0100_0820,
    0x0000_8004_0080_0800, 0x000a_2004_0801_4010, 0x0100_8002_0080_0100, 0xa008_0057_0200_008c,
    0x0080_0040_6000_c010, 0x1040_1000_2800_2000, 0x0048_2001_0011_0040, 0x0068_4902_1003_0020,
    0x1009_0800_0501_0010, 0x2142_0008_0401_0100, 0x1001_0801_1084_0002, 0x1801_0044_0082_0001,
    0x0104_4020_8d02_0200, 0x0000_4000_2000_8080, 0x0200_2000_8010_0280, 0x0000_1000_2009_0100,
    0x0204_0080_0802_0480, 0x8104_0100_4002_0040, 0x7800_0201_b008_0400, 0x0040_8000_5100_2880,
    0x0050_1080_0100_2041, 0x208a_8011_0061_4003, 0x0006_0020_4208_9082, 0x0011_0900_0420_1001,
    0x1002_0010_0420_0802, 0x0005_0002_0804_0001, 0x0002_0027_01ac_0822, 0x0000_1025_0184_004a,
];

#[rustfmt::skip]
const BISHOP_FACTORS: [u64; 64] = [
    0xc0a0_0122_0604_0ea0, 0x8010_2282_0042_0001, 0x0110_0082_2040_0400, 0x0244_5c00_8010_6000,
    0x0044_0420_0400_8100, 0x0880_9004_2040_8c05, 0x0201_0801_1008_0002, 0x0000_1080_9420_2000,
    0x0000_0420_0204_0108, 0x0000_6230_2411_0042, 0x0086_1000_9481_1002, 0x0000_0445_0200_2080,
    0x0100_4602_1140_0040, 0x0008_1090_0420_0004, 0x0202_3200_8484_4000, 0x8040_0424_2104_1009,
    0x2010_10c0_5102_008c, 0x1020_8882_0802_4080, 0x0108_000c_8029_0200, 0x8048_0004_2042_5203,
    0x0005_0000_9040_2000, 0x2080_4002_0110_4100, 0x8820_4201_1110_1000, 0x4ac0_3022_0882_1802,
    0x0004_4000_1002_a840, 0x2002_2000_1004_1080, 0x1012_0802_0100_4400, 0x8440_0400_0241_0120,
    0x1090_8200_8401_0400, 0x2084_8520_1202_1000, 0x1204_0062_c101_1003, 0x0200_8205_e109_0080,
    0x088c_1028_0804_2080, 0x0802_1022_0090_4280, 0x8020_2090_0208_0020, 0x2200_0808_0006_0a00,
    0x20c0_0040_1001_0100, 0x0802_0041_0082_1003, 0x0008_0244_0000_8080, 0x0000_8401_0200_8090,
    0x0030_a404_2024_4007, 0x0a19_0842_1001_1282, 0x0004_0820_9001_9806, 0x6108_0042_0802_0080,
    0x0081_2004_1011_0100, 0x1040_8107_0101_0208, 0x0282_0478_3201_2080, 0x0010_0200_9900_0020,
    0x000e_0104_2240_0840, 0x1020_4208_b008_9090, 0x0810_0444_0c04_8000, 0x88c0_1800_8404_0001,
    0x3100_0208_0304_0080, 0x8900_70a0_4121_0c00, 0x0020_2001_0101_0a09, 0x0004_1002_4041_0400,
    0x0006_0044_0208_0200, 0x0801_0624_8404_2000, 0x0001_0002_d744_1004, 0x0810_0800_0020_8800,
    0x0000_0208_0803_0411, 0x1450_0010_2001_4440, 0x0040_6008_1081_a288, 0x0044_0114_0410_8a00,
];

#[cfg(test)]
mod tests {
    use super::{bishop, origins_on_empty_board, rook};
    use crate::rules::{Bitboard, Color, Role, Square};

    /// Square by square to the first blocker: slow and obviously right.
    fn walk(from: Square, blockers: Bitboard, steps: [(i8, i8); 4]) -> Bitboard {
        let mut reached = Bitboard::EMPTY;
        for (files, ranks) in steps {
            let mut at = from.offset(files, ranks);
            while let Some(square) = at {
                reached.insert(square);
                at = if blockers.has(square) { None } else { square.offset(files, ranks) };
            }
        }
        reached
    }

    #[test]
    fn a_pawn_comes_from_behind_or_from_beside() {
        for (color, to, pushes, from) in [
            (Color::White, Square::E4, true, &[Square::E2, Square::E3][..]),
            (Color::White, Square::E5, true, &[Square::E4]),
            (Color::Black, Square::A5, true, &[Square::A6, Square::A7]),
            (Color::Black, Square::A4, true, &[Square::A5]),
            (Color::White, Square::H4, false, &[Square::G3]),
            (Color::Black, Square::D5, false, &[Square::C6, Square::E6]),
        ] {
            let origins = origins_on_empty_board(Role::Pawn, color, to, pushes);
            assert_eq!(origins.collect::<Vec<_>>(), from, "{color:?} {to:?}");
        }
    }

    #[test]
    fn looking_up_equals_walking_for_many_boards() {
        let mut blockers = 0x9e37_79b9_7f4a_7c15_u64;
        for round in 0..2000_u32 {
            blockers = blockers.wrapping_mul(0x5851_f42d_4c95_7f2d).rotate_left(round % 64) | 1;
            let sparse = blockers & blockers.rotate_left(17);
            let board = Bitboard(sparse);
            for square in Square::ALL {
                let straight = walk(square, board, [(0, 1), (1, 0), (0, -1), (-1, 0)]);
                let diagonal = walk(square, board, [(1, 1), (1, -1), (-1, -1), (-1, 1)]);
                assert_eq!(rook(square, board), straight, "{square}");
                assert_eq!(bishop(square, board), diagonal, "{square}");
            }
        }
    }
}
