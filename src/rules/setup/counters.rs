//! The two counters.

use crate::rules::{
    Bitboard, Board, Chess, Color, File, Position, Rank, Role, Setup, SetupFault, Square,
    outcome::FIFTY_MOVES,
};

/// Looks whether the counters fit each other and the draw rules.
pub(super) fn examine(setup: &Setup, faults: &mut Vec<SetupFault>) {
    let halfmoves = setup.halfmoves;
    let most = plies_played(setup);
    if halfmoves > most {
        faults.push(SetupFault::HalfmoveTooLarge { halfmoves, most });
    }
    too_few_moves(setup, faults);
    if is_start_with_black_to_move(setup) {
        faults.push(SetupFault::OddTempo);
    }
    if halfmoves >= FIFTY_MOVES && !is_over(setup, faults) {
        faults.push(SetupFault::MoveRuleReached { halfmoves });
    }
}

/// Whether it is mate or stalemate, which come before every counter. FIDE 5.1.1, 5.2.1.
fn is_over(setup: &Setup, faults: &[SetupFault]) -> bool {
    let is_playable = !faults.iter().any(|fault| fault.is_unplayable());
    is_playable && !Chess::from_setup_unchecked(setup).has_legal_move()
}

/// What programs write that do not know the counters.
const UNKNOWN: (u32, u32) = (0, 1);

/// Each capture and each step of a pawn is a move of its own side.
fn too_few_moves(setup: &Setup, faults: &mut Vec<SetupFault>) {
    if (setup.halfmoves, setup.fullmoves) == UNKNOWN {
        return;
    }
    let moves = setup.fullmoves.saturating_sub(1);
    for color in Color::ALL {
        let extra = u32::from(color == Color::White && setup.turn == Color::Black);
        let most = moves.saturating_add(extra);
        let captures = 16_u32.saturating_sub(setup.board.color(!color).count());
        let needed = captures.max(pawn_steps(&setup.board, color));
        if needed > most {
            faults.push(SetupFault::FullmoveTooSmall { color, needed, most });
        }
    }
}

/// The fewest moves that bring the pawns from their first rank to where they stand.
fn pawn_steps(board: &Board, color: Color) -> u32 {
    let pawns = board.pieces(color, Role::Pawn);
    let pawns = if color == Color::White { pawns } else { pawns.flip() };
    let ranks =
        [(Rank::Three, 1), (Rank::Four, 1), (Rank::Five, 2), (Rank::Six, 3), (Rank::Seven, 4)];
    ranks.into_iter().map(|(rank, steps)| (pawns & Bitboard::rank(rank)).count() * steps).sum()
}

/// With all pieces at home and all rights, only knights can have moved, and they need an even number of
/// moves to come back or to change places.
fn is_start_with_black_to_move(setup: &Setup) -> bool {
    if setup.turn == Color::White || setup.castling.rooks().count() != 4 {
        return false;
    }
    let pieces = File::ALL.map(|file| setup.board.role_at(Square::new(file, Rank::One)));
    setup.board == Board::start(pieces.map(|role| role.unwrap_or(Role::Pawn)))
}

/// How many half-moves have been played, by the move number.
fn plies_played(setup: &Setup) -> u32 {
    let moves = setup.fullmoves.saturating_sub(1);
    moves.saturating_mul(2).saturating_add(u32::from(setup.turn == Color::Black))
}
