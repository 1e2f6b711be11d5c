//! The pawns of a board: what they attack, and which are weak, connected or passed.

use crate::engine::terms::{Tally, TermCounter, rank_for, term};
use crate::rules::{Bitboard, Board, ByColor, Color, File, Role, Square};

/// The pawns of one side.
#[derive(Debug, Clone, Copy)]
pub(super) struct PawnSide {
    pub(super) pawns: Bitboard,
    pub(super) attacks_left: Bitboard,
    pub(super) attacks_right: Bitboard,
    pub(super) attacks: Bitboard,
    /// The squares that they attack now or after advancing.
    pub(super) attack_span: Bitboard,
    /// The files on which they stand.
    pub(super) files: Bitboard,
    /// Those that no enemy pawn can stop.
    pub(super) passed: Bitboard,
    /// The squares behind those.
    pub(super) passed_behind: Bitboard,
}

/// The pawns of both sides.
#[derive(Debug)]
pub(super) struct PawnSides(ByColor<PawnSide>);

impl PawnSides {
    pub(super) fn of(board: &Board) -> Self {
        let side = |color| PawnSide::of(color, board.pieces(color, Role::Pawn));
        let mut sides = ByColor { white: side(Color::White), black: side(Color::Black) };
        for color in Color::ALL {
            let enemy = sides[!color];
            let front = filled(!color, enemy.pawns.forward(!color)) | enemy.attack_span;
            let own = &mut sides[color];
            // Of doubled pawns only the first counts as passed.
            let led = filled(!color, own.pawns.forward(!color));
            own.passed = own.pawns - front - led;
            own.passed_behind = filled(!color, own.passed.forward(!color));
        }
        Self(sides)
    }

    #[inline]
    pub(super) fn of_side(&self, color: Color) -> &PawnSide {
        &self.0[color]
    }
}

impl PawnSide {
    #[inline(always)]
    fn of(color: Color, pawns: Bitboard) -> Self {
        let forward = pawns.forward(color);
        let (attacks_left, attacks_right) = (left(forward), right(forward));
        let attacks = attacks_left | attacks_right;
        Self {
            pawns,
            attacks_left,
            attacks_right,
            attacks,
            attack_span: filled(color, attacks),
            files: whole_files(pawns),
            passed: Bitboard::EMPTY,
            passed_behind: Bitboard::EMPTY,
        }
    }
}

/// Counts doubled, isolated, backward, connected and candidate pawns.
#[inline(always)]
pub(super) fn count_structure<C: TermCounter>(
    sides: &PawnSides,
    color: Color,
    tally: &mut Tally<'_, C>,
) {
    let (own, enemy) = (sides.of_side(color), sides.of_side(!color));
    let closed = filled(!color, enemy.pawns);
    let doubled = own.pawns & filled(color, own.pawns.forward(color));
    let isolated = own.pawns - beside(own.files);
    let stops = own.pawns.forward(color) & (enemy.attacks - own.attack_span);
    let backward = stops.forward(!color) - isolated;
    tally.count(term::DOUBLED, doubled);
    for (first, weak) in [(term::ISOLATED, isolated), (term::BACKWARD, backward)] {
        tally.count(first, weak & closed);
        tally.count(first + 1, weak - closed);
    }
    for pawn in own.pawns & own.attacks {
        tally.add(term::CONNECTED + rank_for(color, pawn), 1);
    }
    for pawn in own.pawns & beside(own.pawns) {
        tally.add(term::CONNECTED + 8 + rank_for(color, pawn), 1);
    }
    count_candidates(own, enemy, color, tally);
}

/// Pawns with no enemy before them, and as many own pawns to help as enemies to stop them.
#[inline(always)]
fn count_candidates<C: TermCounter>(
    own: &PawnSide,
    enemy: &PawnSide,
    color: Color,
    tally: &mut Tally<'_, C>,
) {
    let open = own.pawns - own.passed - filled(!color, enemy.pawns.forward(!color));
    for pawn in open {
        let neighbours = beside(Bitboard::file(pawn.file()));
        let helpers = own.pawns & (neighbours - ahead_of_rank(color, pawn).forward(color));
        let guards = enemy.pawns & neighbours & ahead_of_rank(color, pawn).forward(color);
        if helpers.count() >= guards.count() {
            tally.add(term::CANDIDATE + rank_for(color, pawn), 1);
        }
    }
}

/// The squares that pawns on these squares attack.
pub(super) fn attacked_by(color: Color, pawns: Bitboard) -> Bitboard {
    beside(pawns.forward(color))
}

/// The squares before a square on its file.
pub(super) fn ahead(color: Color, square: Square) -> Bitboard {
    filled(color, Bitboard::of(square).forward(color))
}

/// The squares on the rank of a square and on all ranks before it.
pub(super) fn ahead_of_rank(color: Color, square: Square) -> Bitboard {
    filled(color, Bitboard::rank(square.rank()))
}

fn left(squares: Bitboard) -> Bitboard {
    Bitboard((squares - Bitboard::file(File::A)).0 >> 1)
}

fn right(squares: Bitboard) -> Bitboard {
    Bitboard((squares - Bitboard::file(File::H)).0 << 1)
}

/// The squares to the left and right of `squares`.
fn beside(squares: Bitboard) -> Bitboard {
    left(squares) | right(squares)
}

/// `squares` and every square in front of them.
#[inline(always)]
fn filled(color: Color, squares: Bitboard) -> Bitboard {
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
    filled(Color::White, squares) | filled(Color::Black, squares)
}
