//! The legal moves of ordinary chess: sets of target squares, from which lists, counts and tests are made.

use crate::rules::{
    Bitboard, Board, Chess, Color, File, Move, MoveKind, MoveList, Position, Rank, Role, Side,
    Square, attacks,
};

/// What limits every move but the king's.
struct Constraints {
    king: Square,
    /// The squares on which a move must end to answer a check; all squares without a check.
    answers: Bitboard,
    /// Pieces that may move only along the line to their king.
    pinned: Bitboard,
}

impl Constraints {
    fn of(position: &Chess) -> Self {
        let (board, color) = (position.board(), position.turn());
        let king = position.own_king();
        let checkers = position.checkers();
        let answers = match checkers.first() {
            None => Bitboard::FULL,
            Some(_) if checkers.more_than_one() => Bitboard::EMPTY,
            Some(checker) => attacks::between(king, checker) | checkers,
        };
        Self { king, answers, pinned: pinned(board, king, color) }
    }

    /// The squares to which a piece may move without exposing its king.
    #[inline]
    fn allowed(&self, from: Square) -> Bitboard {
        if self.pinned.has(from) {
            self.answers & attacks::line(self.king, from)
        } else {
            self.answers
        }
    }
}

/// A side's pieces that alone block an enemy slider from their king.
pub fn pinned(board: &Board, king: Square, color: Color) -> Bitboard {
    let mut pinned = Bitboard::EMPTY;
    for slider in board.aligned_sliders(king, !color) {
        let shield = attacks::between(king, slider) & board.occupied();
        if !shield.more_than_one() {
            pinned |= shield & board.color(color);
        }
    }
    pinned
}

/// The squares, among `targets`, to which a piece other than a pawn can move.
#[inline]
fn piece_targets(role: Role, from: Square, occupied: Bitboard, targets: Bitboard) -> Bitboard {
    targets
        & match role {
            Role::Knight => attacks::knight(from),
            Role::Bishop => attacks::bishop(from, occupied),
            Role::Rook => attacks::rook(from, occupied),
            Role::Queen => attacks::queen(from, occupied),
            Role::King => attacks::king(from),
            Role::Pawn => Bitboard::EMPTY,
        }
}

/// The squares, among `targets`, to which a pawn can move, en passant aside.
fn pawn_targets(board: &Board, color: Color, from: Square, targets: Bitboard) -> Bitboard {
    let empty = !board.occupied();
    let one = Bitboard::of(from).forward(color) & empty;
    let two = (one & third_rank(color)).forward(color) & empty;
    let captures = attacks::pawn(color, from) & board.color(!color);
    (one | two | captures) & targets
}

pub(super) const fn third_rank(color: Color) -> Bitboard {
    match color {
        Color::White => Bitboard::rank(Rank::Three),
        Color::Black => Bitboard::rank(Rank::Six),
    }
}

/// Whether the king would be attacked on another square after it has left its own.
#[inline]
pub(super) fn is_attacked_without_king(position: &Chess, square: Square) -> bool {
    let occupied = position.board().occupied() - Bitboard::of(position.own_king());
    is_attacked(position.board(), square, !position.turn(), occupied)
}

#[inline]
fn is_attacked(board: &Board, square: Square, by: Color, occupied: Bitboard) -> bool {
    let leapers = (attacks::pawn(!by, square) & board.role(Role::Pawn))
        | (attacks::knight(square) & board.role(Role::Knight))
        | (attacks::king(square) & board.role(Role::King));
    let mut sliders = board.aligned_sliders(square, by);
    (leapers & board.color(by)).is_any()
        || sliders.any(|slider| attacks::sees(slider, square, occupied))
}

fn king_targets(position: &Chess) -> Bitboard {
    around_king(position).filter(|&square| !is_attacked_without_king(position, square)).collect()
}

/// The squares beside the king that its own pieces do not occupy.
fn around_king(position: &Chess) -> Bitboard {
    attacks::king(position.own_king()) - position.board().color(position.turn())
}

fn has_king_move(position: &Chess) -> bool {
    around_king(position).any(|square| !is_attacked_without_king(position, square))
}

/// The pawns that may legally capture en passant on this square.
pub(super) fn en_passant_origins(position: &Chess, square: Square) -> Bitboard {
    let (board, color) = (position.board(), position.turn());
    let pawns = attacks::pawn(!color, square) & board.pieces(color, Role::Pawn);
    pawns.filter(|&from| is_safe_en_passant(position, from, square)).collect()
}

/// Whether the king is safe after the capture, which is made on a copy of the occupied squares.
fn is_safe_en_passant(position: &Chess, from: Square, to: Square) -> bool {
    let (board, color) = (position.board(), position.turn());
    let captured = Bitboard::of(Square::new(to.file(), from.rank()));
    let king = position.own_king();
    let occupied = (board.occupied() - Bitboard::of(from) - captured) | Bitboard::of(to);
    (board.attackers(king, !color, occupied) - captured).is_empty()
}

/// Castling with this rook, if it is legal. FIDE 3.8.2
fn castling_with(position: &Chess, rook: Square) -> Option<Move> {
    let (board, color) = (position.board(), position.turn());
    let king = position.own_king();
    if position.is_check() {
        return None;
    }
    let side = Side::of(king, rook);
    let king_to = Square::new(side.king_file(), king.rank());
    let rook_to = Square::new(side.rook_file(), king.rank());
    let pieces = Bitboard::of(king) | Bitboard::of(rook);
    let path = attacks::between(king, king_to) | Bitboard::of(king_to);
    let needed = path | attacks::between(rook, rook_to) | Bitboard::of(rook_to);
    if (needed & (board.occupied() - pieces)).is_any() {
        return None;
    }
    let mut passed = path;
    if passed.any(|square| is_attacked_without_king(position, square)) {
        return None;
    }
    // In Chess960 the rook may have shielded its king along the first rank, unless it comes from the corner.
    let castled = (board.occupied() - pieces) | Bitboard::of(rook_to);
    let is_in_corner = matches!(rook.file(), File::A | File::H);
    (is_in_corner || !is_attacked(board, king_to, !color, castled))
        .then(|| Move::castle(king, rook))
}

/// Castling to this side, if it is legal.
pub(super) fn castling_move(position: &Chess, side: Side) -> Option<Move> {
    let rook = position.castling().rook(position.turn(), position.own_king(), side)?;
    castling_with(position, rook)
}

fn castling_moves(position: &Chess) -> impl Iterator<Item = Move> + '_ {
    position.castling().of(position.turn()).filter_map(|rook| castling_with(position, rook))
}

/// Visits every piece with its legal targets, en passant and castling aside, until `visit` returns `false`.
fn visit_targets(position: &Chess, mut visit: impl FnMut(Role, Square, Bitboard) -> bool) -> bool {
    visit(Role::King, position.own_king(), king_targets(position)) && visit_pieces(position, visit)
}

/// The same without the king.
fn visit_pieces(position: &Chess, mut visit: impl FnMut(Role, Square, Bitboard) -> bool) -> bool {
    if position.checkers().more_than_one() {
        return true;
    }
    let (board, color) = (position.board(), position.turn());
    let constraints = Constraints::of(position);
    let mut pawns = board.pieces(color, Role::Pawn);
    visit_officers(position, &constraints, &mut visit)
        && pawns.all(|from| {
            let allowed = constraints.allowed(from);
            visit(Role::Pawn, from, pawn_targets(board, color, from, allowed))
        })
}

/// The same without the king and the pawns.
#[inline]
fn visit_officers(
    position: &Chess,
    constraints: &Constraints,
    mut visit: impl FnMut(Role, Square, Bitboard) -> bool,
) -> bool {
    let (board, color) = (position.board(), position.turn());
    let (occupied, targets) = (board.occupied(), !board.color(color));
    [Role::Knight, Role::Bishop, Role::Rook, Role::Queen].into_iter().all(|role| {
        board.pieces(color, role).all(|from| {
            let allowed = targets & constraints.allowed(from);
            visit(role, from, piece_targets(role, from, occupied, allowed))
        })
    })
}

/// Every legal move.
pub(super) fn legal_moves(position: &Chess) -> MoveList {
    let mut moves = MoveList::new();
    for_each_move(position, |mv| moves.push(mv));
    moves
}

/// Calls a function with every legal move.
pub(super) fn for_each_move(position: &Chess, mut visit: impl FnMut(Move)) {
    let board = position.board();
    visit_targets(position, |role, from, targets| {
        for to in targets {
            moves_between(board, role, from, to, &mut visit);
        }
        true
    });
    if let Some(to) = position.pseudo_en_passant() {
        en_passant_origins(position, to).for_each(|from| visit(en_passant_move(from, to)));
    }
    castling_moves(position).for_each(visit);
}

/// The legal moves that capture or promote.
pub(super) fn forcing_moves(position: &Chess) -> MoveList {
    let mut moves = MoveList::new();
    let board = position.board();
    let enemy = board.color(!position.turn());
    visit_targets(position, |role, from, targets| {
        let last = if role == Role::Pawn { Bitboard::EDGE_RANKS } else { Bitboard::EMPTY };
        for to in targets & (enemy | last) {
            moves_between(board, role, from, to, &mut |mv| moves.push(mv));
        }
        true
    });
    if let Some(to) = position.pseudo_en_passant() {
        moves.extend(en_passant_origins(position, to).map(|from| en_passant_move(from, to)));
    }
    moves
}

/// Calls a function with the move from one square to another, or with the four promotions.
fn moves_between(
    board: &Board,
    role: Role,
    from: Square,
    to: Square,
    visit: &mut impl FnMut(Move),
) {
    let capture = board.role_at(to);
    let plain = Move::normal(role, from, to, capture);
    if role == Role::Pawn && Bitboard::EDGE_RANKS.has(to) {
        for promoted in Role::PROMOTIONS {
            visit(Move { promotion: Some(promoted), ..plain });
        }
    } else {
        visit(plain);
    }
}

fn en_passant_move(from: Square, to: Square) -> Move {
    let capture = Some(Role::Pawn);
    Move { kind: MoveKind::EnPassant, ..Move::normal(Role::Pawn, from, to, capture) }
}

/// The number of legal moves, without a list of them.
pub(super) fn count_moves(position: &Chess) -> u64 {
    let mut count = u64::from(king_targets(position).count());
    if position.checkers().more_than_one() {
        return count;
    }
    let constraints = Constraints::of(position);
    visit_officers(position, &constraints, |_, _, targets| {
        count += u64::from(targets.count());
        true
    });
    count += count_pawn_moves(position.board(), position.turn(), &constraints);
    if let Some(to) = position.pseudo_en_passant() {
        count += u64::from(en_passant_origins(position, to).count());
    }
    count + castling_moves(position).count() as u64
}

/// Counts all free pawns at once, and pinned pawns, which are rare, one by one.
fn count_pawn_moves(board: &Board, color: Color, constraints: &Constraints) -> u64 {
    let pawns = board.pieces(color, Role::Pawn);
    let free = pawns - constraints.pinned;
    let empty = !board.occupied();
    let one = free.forward(color) & empty;
    let two = (one & third_rank(color)).forward(color) & empty & constraints.answers;
    let enemy = board.color(!color) & constraints.answers;
    let ahead = free.forward(color);
    let left = Bitboard((ahead - Bitboard::file(File::A)).0 >> 1) & enemy;
    let right = Bitboard((ahead - Bitboard::file(File::H)).0 << 1) & enemy;
    let mut count = two.count();
    for arrivals in [one & constraints.answers, left, right] {
        count += arrivals.count() + 3 * (arrivals & Bitboard::EDGE_RANKS).count();
    }
    for from in pawns & constraints.pinned {
        let arrivals = pawn_targets(board, color, from, constraints.allowed(from));
        count += arrivals.count() + 3 * (arrivals & Bitboard::EDGE_RANKS).count();
    }
    u64::from(count)
}

/// Whether there is a legal move.
pub(super) fn has_legal_move(position: &Chess) -> bool {
    has_king_move(position)
        || !visit_pieces(position, |_, _, targets| targets.is_empty())
        || position.pseudo_en_passant().is_some_and(|to| en_passant_origins(position, to).is_any())
        || castling_moves(position).next().is_some()
}
