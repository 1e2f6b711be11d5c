//! Faults of the pieces themselves: kings, numbers, promotions, captures by pawns, castling rights.

use crate::rules::{Bitboard, Color, File, Role, Setup, SetupFault, Side, Square, attacks};

/// The first squares of the bishops, each with the two pawns that lock it in.
const CAGES: [(Color, Square, [Square; 2]); 4] = [
    (Color::White, Square::C1, [Square::B2, Square::D2]),
    (Color::White, Square::F1, [Square::E2, Square::G2]),
    (Color::Black, Square::C8, [Square::B7, Square::D7]),
    (Color::Black, Square::F8, [Square::E7, Square::G7]),
];

/// Checks the kings, the numbers of pieces and the promoted pieces.
pub(super) fn check_pieces(setup: &Setup, faults: &mut Vec<SetupFault>) {
    check_kings(setup, faults);
    let pawns = setup.board.role(Role::Pawn) & Bitboard::EDGE_RANKS;
    if pawns.is_any() {
        faults.push(SetupFault::PawnOnEdge { pawns });
    }
    for color in Color::ALL {
        check_numbers(setup, color, faults);
    }
    if !setup.is_chess960() {
        check_locked_bishops(setup, faults);
    }
}

fn check_kings(setup: &Setup, faults: &mut Vec<SetupFault>) {
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

fn check_numbers(setup: &Setup, color: Color, faults: &mut Vec<SetupFault>) {
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

/// The number of a side's pieces beyond those of the start position.
fn promoted_at_least(setup: &Setup, color: Color) -> u32 {
    let beyond = |pieces: Bitboard, at_start: u32| pieces.count().saturating_sub(at_start);
    let pieces = |role| setup.board.pieces(color, role);
    let bishops = pieces(Role::Bishop);
    beyond(pieces(Role::Queen), 1)
        + beyond(pieces(Role::Rook), 2)
        + beyond(pieces(Role::Knight), 2)
        + beyond(bishops & Bitboard::DARK, 1)
        + beyond(bishops - Bitboard::DARK, 1)
}

/// A pawn on its first square has never moved, so a bishop behind two of them never left; another bishop of its
/// square color is a promoted pawn. Bishops on their own first rank do not count: in Chess960 one may have started
/// there, and the castling rights do not always show it.
fn check_locked_bishops(setup: &Setup, faults: &mut Vec<SetupFault>) {
    for (color, home, pawns) in CAGES {
        let own = setup.board.pieces(color, Role::Pawn);
        let shade = if home.is_light() { !Bitboard::DARK } else { Bitboard::DARK };
        let all = setup.board.pieces(color, Role::Bishop) & shade;
        let bishops = all - Bitboard::back_rank(color);
        let is_locked = pawns.into_iter().all(|pawn| own.has(pawn));
        if !is_locked || bishops.is_empty() || own.count() > 8 {
            continue;
        }
        // The first bishop of a square color is not among those already counted as promoted.
        let already = promoted_at_least(setup, color);
        let promoted = already + u32::from(bishops == all);
        if promoted > 8 - own.count() && already <= 8 - own.count() {
            faults.push(SetupFault::BishopLockedIn { bishops, home });
        }
    }
}

/// Checks whether the pawns can have reached their files: every step aside is a capture.
pub(super) fn check_pawn_captures(setup: &Setup, faults: &mut Vec<SetupFault>) {
    for color in Color::ALL {
        let pawns = setup.board.pieces(color, Role::Pawn);
        let enemies = setup.board.color(!color).count();
        let has_pawn_on_back_rank = (pawns & Bitboard::back_rank(color)).is_any();
        if pawns.count() > 8 || enemies > 16 || has_pawn_on_back_rank {
            continue;
        }
        let lost = 16 - enemies;
        if greedy_captures(setup, color).is_some_and(|captures| captures <= lost) {
            continue;
        }
        let needed = fewest_captures(setup, color);
        if needed.is_none_or(|needed| needed > lost) {
            faults.push(SetupFault::TooFewCaptures { color, needed, lost });
        }
    }
}

/// The captures that a pawn needs to come from a file, if it has advanced at least as many ranks.
fn captures_from(home: File, pawn: Square, color: Color) -> Option<u32> {
    let captures = (home as u8).abs_diff(pawn.file() as u8);
    (captures < pawn.rank().relative_to(color) as u8).then_some(u32::from(captures))
}

/// Assigns each pawn the nearest free file: quick, and usually good enough.
fn greedy_captures(setup: &Setup, color: Color) -> Option<u32> {
    let mut used = 0_u8;
    let mut captures = 0;
    let mut pawns = setup.board.pieces(color, Role::Pawn);
    if !are_doubled(pawns) {
        return Some(0);
    }
    if color == Color::Black {
        pawns = pawns.flip();
    }
    // The least advanced pawns come first, since they have the least choice.
    for pawn in pawns {
        let (cost, home) = File::ALL
            .into_iter()
            .filter(|&home| used & 1 << home as u8 == 0)
            .filter_map(|home| Some((captures_from(home, pawn, Color::White)?, home)))
            .min()?;
        used |= 1 << home as u8;
        captures += cost;
    }
    Some(captures)
}

/// Whether two pawns are on one file.
fn are_doubled(pawns: Bitboard) -> bool {
    let ahead = [8, 16, 32].iter().fold(pawns.0 << 8, |ahead, step| ahead | ahead << step);
    ahead & pawns.0 != 0
}

/// The cheapest assignment of a file to each pawn: one pawn after the other, for every set of files already used.
fn fewest_captures(setup: &Setup, color: Color) -> Option<u32> {
    let mut best: [Option<u32>; 256] = [None; 256];
    best[0] = Some(0);
    for pawn in setup.board.pieces(color, Role::Pawn) {
        let mut next: [Option<u32>; 256] = [None; 256];
        for (used, so_far) in best.iter().enumerate() {
            let Some(so_far) = so_far else { continue };
            for home in File::ALL.into_iter().filter(|&home| used & 1 << home as usize == 0) {
                let Some(cost) = captures_from(home, pawn, color) else { continue };
                let slot = &mut next[used | 1 << home as usize];
                *slot = Some(slot.map_or(so_far + cost, |old| old.min(so_far + cost)));
            }
        }
        best = next;
    }
    best.into_iter().flatten().min()
}

/// Checks whether the king and the rooks of the castling rights are on their squares.
pub(super) fn check_castling_rights(setup: &Setup, faults: &mut Vec<SetupFault>) {
    for color in Color::ALL {
        for rook in setup.castling.of(color) {
            if !is_right_possible(setup, color, rook) {
                faults.push(SetupFault::CastlingRightImpossible { color, rook });
            }
        }
    }
}

fn is_right_possible(setup: &Setup, color: Color, rook: Square) -> bool {
    let Some(king) = setup.board.king(color) else { return false };
    // A king starts between its rooks, so never in a corner.
    Bitboard::back_rank(color).has(king)
        && !matches!(king.file(), File::A | File::H)
        && setup.board.pieces(color, Role::Rook).has(rook)
        && is_only_rook_of_side(setup, color, king, rook)
}

fn is_only_rook_of_side(setup: &Setup, color: Color, king: Square, rook: Square) -> bool {
    let side = Side::of(king, rook);
    setup.castling.of(color).filter(|&other| Side::of(king, other) == side).count() == 1
}
