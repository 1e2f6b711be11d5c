//! Kings and numbers of pieces.

use crate::rules::{Bitboard, Color, Rank, Role, Setup, SetupFault, Square, attacks};

const EDGES: Bitboard = Bitboard(Bitboard::rank(Rank::One).0 | Bitboard::rank(Rank::Eight).0);

/// A bishop's first square and the two pawns that lock it in.
const CAGES: [(Color, Square, [Square; 2]); 4] = [
    (Color::White, Square::C1, [Square::B2, Square::D2]),
    (Color::White, Square::F1, [Square::E2, Square::G2]),
    (Color::Black, Square::C8, [Square::B7, Square::D7]),
    (Color::Black, Square::F8, [Square::E7, Square::G7]),
];

/// Looks at kings, numbers of pieces and promoted pieces.
pub(super) fn examine(setup: &Setup, faults: &mut Vec<SetupFault>) {
    kings(setup, faults);
    let pawns = setup.board.role(Role::Pawn) & EDGES;
    if pawns.is_any() {
        faults.push(SetupFault::PawnOnEdge { pawns });
    }
    for color in Color::ALL {
        numbers(setup, color, faults);
    }
    if !setup.is_chess960() {
        locked_bishops(setup, faults);
    }
}

fn kings(setup: &Setup, faults: &mut Vec<SetupFault>) {
    for color in Color::ALL {
        let kings = setup.board.pieces(color, Role::King);
        if kings.single().is_none() {
            faults.push(SetupFault::KingCount { color, kings });
        }
    }
    if let (Some(white), Some(black)) =
        (setup.board.king(Color::White), setup.board.king(Color::Black))
        && attacks::king(white).has(black)
    {
        faults.push(SetupFault::KingsAdjacent { kings: setup.board.role(Role::King) });
    }
}

fn numbers(setup: &Setup, color: Color, faults: &mut Vec<SetupFault>) {
    let pieces = setup.board.color(color).count();
    let pawns = setup.board.pieces(color, Role::Pawn).count();
    if pawns > 8 || pieces > 16 {
        faults.push(SetupFault::TooManyPieces { color, pawns, pieces });
        return;
    }
    let (promoted, missing) = (promoted_at_least(setup, color), 8 - pawns);
    if promoted > missing {
        faults.push(SetupFault::TooManyPromoted { color, promoted, missing });
    }
}

/// How many of a side's pieces cannot be those it began with.
fn promoted_at_least(setup: &Setup, color: Color) -> u32 {
    let over = |pieces: Bitboard, at_first: u32| pieces.count().saturating_sub(at_first);
    let pieces = |role| setup.board.pieces(color, role);
    let bishops = pieces(Role::Bishop);
    over(pieces(Role::Queen), 1)
        + over(pieces(Role::Rook), 2)
        + over(pieces(Role::Knight), 2)
        + over(bishops & Bitboard::DARK, 1)
        + over(bishops - Bitboard::DARK, 1)
}

/// A pawn on its first square has never moved, so a bishop behind two of them never came out; a
/// bishop of its colour outside was a pawn. On its own first rank none is outside: in Chess960 it may have begun
/// there, and the rights to castle do not always tell.
fn locked_bishops(setup: &Setup, faults: &mut Vec<SetupFault>) {
    for (color, home, pawns) in CAGES {
        let own = setup.board.pieces(color, Role::Pawn);
        let shade = if home.is_light() { !Bitboard::DARK } else { Bitboard::DARK };
        let all = setup.board.pieces(color, Role::Bishop) & shade;
        let bishops = all - Bitboard::back_rank(color);
        let is_locked = pawns.into_iter().all(|pawn| own.has(pawn));
        if !is_locked || bishops.is_empty() || own.count() > 8 {
            continue;
        }
        // The first bishop of a shade is not among those already counted as promoted.
        let already = promoted_at_least(setup, color);
        let promoted = already + u32::from(bishops == all);
        if promoted > 8 - own.count() && already <= 8 - own.count() {
            faults.push(SetupFault::BishopLockedIn { bishops, home });
        }
    }
}
