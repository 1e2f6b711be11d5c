//! How the pawns came to their files: every step aside is a capture.

use crate::rules::{Bitboard, Color, File, Role, Setup, SetupFault, Square};

/// Looks whether the captures there were are enough for the pawns.
pub(super) fn examine(setup: &Setup, faults: &mut Vec<SetupFault>) {
    for color in Color::ALL {
        let pawns = setup.board.pieces(color, Role::Pawn);
        let enemies = setup.board.color(!color).count();
        let is_behind_the_start = (pawns & Bitboard::back_rank(color)).is_any();
        if pawns.count() > 8 || enemies > 16 || is_behind_the_start {
            continue;
        }
        let lost = 16 - enemies;
        if captures_of_some_way(setup, color).is_some_and(|captures| captures <= lost) {
            continue;
        }
        let needed = fewest_captures(setup, color);
        if needed.is_none_or(|needed| needed > lost) {
            faults.push(SetupFault::TooFewCaptures { color, needed, lost });
        }
    }
}

/// How many ranks a pawn is away from where pawns begin.
fn steps(pawn: Square, color: Color) -> i8 {
    let rank = if color == Color::White { pawn.rank() } else { pawn.flip().rank() };
    rank as i8 - 1
}

/// The captures a pawn needs from a file to its square, if it can come from there at all.
fn captures_from(home: File, pawn: Square, color: Color) -> Option<u32> {
    let captures = (home as u8).abs_diff(pawn.file() as u8);
    (i16::from(captures) <= i16::from(steps(pawn, color))).then_some(u32::from(captures))
}

/// Gives each pawn the nearest file that is left: often good enough, and quick.
fn captures_of_some_way(setup: &Setup, color: Color) -> Option<u32> {
    let mut taken = 0_u8;
    let mut captures = 0;
    let mut pawns = setup.board.pieces(color, Role::Pawn);
    if !are_doubled(pawns) {
        return Some(0);
    }
    if color == Color::Black {
        pawns = pawns.flip();
    }
    // The least advanced pawns have the least choice: they come first.
    for pawn in pawns {
        let (cost, home) = File::ALL
            .into_iter()
            .filter(|&home| taken & 1 << home as u8 == 0)
            .filter_map(|home| Some((captures_from(home, pawn, Color::White)?, home)))
            .min()?;
        taken |= 1 << home as u8;
        captures += cost;
    }
    Some(captures)
}

/// Whether two pawns stand on one file.
fn are_doubled(pawns: Bitboard) -> bool {
    let ahead = [8, 16, 32].iter().fold(pawns.0 << 8, |ahead, step| ahead | ahead << step);
    ahead & pawns.0 != 0
}

/// The cheapest way to give each pawn its own home file: one pawn after the other, for every set
/// of files already taken.
fn fewest_captures(setup: &Setup, color: Color) -> Option<u32> {
    let mut best: [Option<u32>; 256] = [None; 256];
    best[0] = Some(0);
    for pawn in setup.board.pieces(color, Role::Pawn) {
        let mut next: [Option<u32>; 256] = [None; 256];
        for (taken, so_far) in best.iter().enumerate() {
            let Some(so_far) = so_far else { continue };
            for home in File::ALL.into_iter().filter(|&home| taken & 1 << home as usize == 0) {
                let Some(cost) = captures_from(home, pawn, color) else { continue };
                let slot = &mut next[taken | 1 << home as usize];
                *slot = Some(slot.map_or(so_far + cost, |old| old.min(so_far + cost)));
            }
        }
        best = next;
    }
    best.into_iter().flatten().min()
}
