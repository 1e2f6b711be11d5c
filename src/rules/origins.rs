//! Who can go to a square: a move that somebody has named is found from its target backwards, without a list of moves.

use crate::rules::{
    Bitboard, Board, Chess, Color, Position, Role, Square, attacks,
    generate::{en_passant_origins, is_attacked_without_king, third_rank},
};

/// The pieces of a kind, among these squares, that can legally go to a square; castling apart.
#[inline(always)]
pub(super) fn origins(position: &Chess, role: Role, to: Square, among: Bitboard) -> Bitboard {
    match position.turn() {
        Color::White => movers_of(Color::White, position, role, to, among),
        Color::Black => movers_of(Color::Black, position, role, to, among),
    }
}

/// The same for the side to move, for each of which the compiler makes code of its own.
#[inline(always)]
fn movers_of(color: Color, position: &Chess, role: Role, to: Square, among: Bitboard) -> Bitboard {
    let board = position.board();
    if board.color(color).has(to) {
        return Bitboard::EMPTY;
    }
    let candidates = board.pieces(color, role) & among;
    let reaching = if role == Role::Pawn {
        if position.pseudo_en_passant() == Some(to) {
            let takers = en_passant_origins(position, to) & candidates;
            if takers.is_any() {
                return takers;
            }
        }
        reaching_pawns(board, color, to) & candidates
    } else {
        // Whoever strikes a square from where it stands is struck from there.
        attacks::on_empty_board(role, color, to) & candidates
    };
    if reaching.more_than_one() {
        return several_movers(position, role, to, reaching);
    }
    if may_go(color, position, role, reaching.lowest(), to) { reaching } else { Bitboard::EMPTY }
}

fn several_movers(position: &Chess, role: Role, to: Square, pieces: Bitboard) -> Bitboard {
    pieces.filter(|&from| may_go(position.turn(), position, role, from, to)).collect()
}

/// Where a pawn must stand to go to a square, en passant apart; a double step may yet be blocked.
#[inline(always)]
fn reaching_pawns(board: &Board, color: Color, to: Square) -> Bitboard {
    if board.occupied().has(to) {
        return attacks::pawn(!color, to);
    }
    let one = Bitboard::of(to).forward(!color);
    one | (one & third_rank(color)).forward(!color)
}

/// Whether a piece that strikes a square of an empty board can go there: nothing stands in its way, and its king is safe.
#[inline(always)]
fn may_go(color: Color, position: &Chess, role: Role, from: Square, to: Square) -> bool {
    if role == Role::King {
        return !is_attacked_without_king(position, to);
    }
    let king = position.board().pieces(color, Role::King).lowest();
    attacks::sees(from, to, position.board().occupied())
        && (position.checkers().is_empty() || answers_check(position, king, to))
        && !uncovers_king(color, position.board(), king, from, to)
}

/// Whether arriving on a square captures the only checker or blocks its line.
#[cold]
fn answers_check(position: &Chess, king: Square, to: Square) -> bool {
    let checkers = position.checkers();
    let answers = checkers.first().map(|checker| attacks::between(king, checker) | checkers);
    !checkers.more_than_one() && answers.is_some_and(|answers| answers.has(to))
}

/// Whether a piece's leaving opens a line on its own king. An enemy behind a piece is rare, a piece on a line with its king is not: only
/// the first is a question that the processor can foresee.
#[inline(always)]
fn uncovers_king(color: Color, board: &Board, king: Square, from: Square, to: Square) -> bool {
    let line = attacks::line(king, from);
    let sliders = board.aligned_sliders(king, !color) & line;
    sliders.is_any() && opens_line(board, (from, to), king, sliders)
}

/// Whether a piece leaves the line on which it stands with its king, and one of the sliders behind it then strikes the king.
#[inline(never)]
fn opens_line(
    board: &Board,
    (from, to): (Square, Square),
    king: Square,
    mut sliders: Bitboard,
) -> bool {
    let occupied = board.occupied() - Bitboard::of(from);
    !attacks::line(king, from).has(to)
        && sliders.any(|slider| attacks::sees(king, slider, occupied))
}
