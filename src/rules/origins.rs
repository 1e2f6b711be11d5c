//! The squares from which a written move can come, found from its target backwards without a list of moves.

use crate::rules::{
    Bitboard, Board, Chess, Color, Position, Role, Square, attacks,
    generate::{en_passant_origins, is_attacked_without_king, third_rank},
};

/// The squares, among these, from which a piece of this role can legally move to a square, castling aside.
#[inline(always)]
pub(super) fn origins(position: &Chess, role: Role, to: Square, among: Bitboard) -> Bitboard {
    match position.turn() {
        Color::White => origins_of(Color::White, position, role, to, among),
        Color::Black => origins_of(Color::Black, position, role, to, among),
    }
}

/// The same for one side. The compiler makes a copy of the code for each color.
#[inline(always)]
fn origins_of(color: Color, position: &Chess, role: Role, to: Square, among: Bitboard) -> Bitboard {
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
        // A piece attacks a square exactly if the same piece on that square would attack it.
        attacks::on_empty_board(role, color, to) & candidates
    };
    if reaching.more_than_one() {
        return several_origins(position, role, to, reaching);
    }
    if can_move(color, position, role, reaching.lowest(), to) { reaching } else { Bitboard::EMPTY }
}

fn several_origins(position: &Chess, role: Role, to: Square, pieces: Bitboard) -> Bitboard {
    pieces.filter(|&from| can_move(position.turn(), position, role, from, to)).collect()
}

/// The squares from which a pawn reaches a square, en passant aside; a double step may still be blocked.
#[inline(always)]
fn reaching_pawns(board: &Board, color: Color, to: Square) -> Bitboard {
    if board.occupied().has(to) {
        return attacks::pawn(!color, to);
    }
    let one = Bitboard::of(to).forward(!color);
    one | (one & third_rank(color)).forward(!color)
}

/// Whether a piece that attacks a square on an empty board can move there: its way is free, and its king stays safe.
#[inline(always)]
fn can_move(color: Color, position: &Chess, role: Role, from: Square, to: Square) -> bool {
    if role == Role::King {
        return !is_attacked_without_king(position, to);
    }
    let king = position.king(color);
    attacks::sees(from, to, position.board().occupied())
        && (position.checkers().is_empty() || answers_check(position, king, to))
        && !uncovers_king(position, king, from, to)
}

/// Whether a move to a square captures the only checker or blocks its line.
#[cold]
fn answers_check(position: &Chess, king: Square, to: Square) -> bool {
    let checkers = position.checkers();
    let answers = checkers.first().map(|checker| attacks::between(king, checker) | checkers);
    !checkers.more_than_one() && answers.is_some_and(|answers| answers.has(to))
}

/// Whether a piece that leaves its square exposes its king. A piece on a line with its king is common, an enemy slider behind it
/// is rare: the processor can predict only a test for the second.
#[inline(always)]
fn uncovers_king(position: &Chess, king: Square, from: Square, to: Square) -> bool {
    let sliders = position.aligned() & attacks::line(king, from);
    sliders.is_any() && opens_line(position.board(), (from, to), king, sliders)
}

/// Whether a piece leaves the line to its king, and one of the sliders behind it then attacks the king.
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

/// Moves as nearly all are written, such as `Nf3`, `Qxd5`, `e4` and `exd5`: a piece, its target and whether it captures. The
/// compiler makes a copy of the code for each color.
impl Chess {
    /// Where the only piece among these squares that can make a move comes from, and what it captures; no promotion and no
    /// capture en passant. The move captures something, or it is a pawn's move straight ahead, or neither.
    #[inline(always)]
    pub(crate) fn plain_origin(
        &self,
        color: Color,
        role: Role,
        among: Bitboard,
        to: Square,
        (captures, pushes): (bool, bool),
    ) -> Option<(Square, Option<Role>)> {
        let pieces = self.board().pieces(color, role) & among;
        let reaching = attacks::origins_on_empty_board(role, color, to, pushes) & pieces;
        let from = if reaching.more_than_one() {
            several_origins(self, role, to, reaching).single()?
        } else {
            reaching.first()?
        };
        if !can_move(color, self, role, from, to) {
            return None;
        }
        self.with_capture(color, from, to, captures)
    }

    /// An origin and what a move of this side captures, if its target is as it should be: free, or an enemy piece to capture.
    #[inline(always)]
    fn with_capture(
        &self,
        color: Color,
        from: Square,
        to: Square,
        captures: bool,
    ) -> Option<(Square, Option<Role>)> {
        let board = self.board();
        if !captures {
            return if board.occupied().has(to) { None } else { Some((from, None)) };
        }
        match board.role_at(to).filter(|_| board.color(!color).has(to)) {
            None | Some(Role::King) => None,
            capture => Some((from, capture)),
        }
    }
}
