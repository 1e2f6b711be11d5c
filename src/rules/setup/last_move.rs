//! Faults that concern the moves before the position: en passant, checks, a possible last move, the counters.

use crate::rules::{
    Bitboard, Board, Castling, Chess, Color, EnPassantFault, File, Piece, Position, Rank, Role,
    Setup, SetupFault, Side, Square, attacks, chess960, outcome::FIFTY_MOVES,
};

/// The double step that an en-passant square implies.
#[derive(Debug, Clone, Copy)]
struct DoubleStep {
    /// The square the pawn left.
    from: Square,
    /// The square it passed over.
    over: Square,
    /// The square of the pawn now.
    to: Square,
}

impl DoubleStep {
    /// The step of the side that has just moved, if the square is on the right rank.
    fn over(square: Square, turn: Color) -> Option<Self> {
        let (rank, back) = match turn {
            Color::White => (Rank::Six, 1),
            Color::Black => (Rank::Three, -1),
        };
        (square.rank() == rank).then_some(())?;
        Some(Self { from: square.offset(0, back)?, over: square, to: square.offset(0, -back)? })
    }
}

/// Checks the en-passant square: whether it fits the pawns, and whether a pawn can use it.
pub(super) fn check_en_passant(setup: &Setup, faults: &mut Vec<SetupFault>) {
    let Some(square) = setup.en_passant else { return };
    if let Err(why) = fits_pawns(setup, square) {
        faults.push(SetupFault::EnPassantImpossible { square, why });
        return;
    }
    let capturers = capturers(setup, square);
    if capturers.is_empty() {
        faults.push(SetupFault::EnPassantUnused { square });
    } else if !capturers.into_iter().any(|from| is_safe_after(setup, from, square)) {
        faults.push(SetupFault::EnPassantPinned { square });
    }
    if setup.halfmoves != 0 {
        faults.push(SetupFault::EnPassantCounter { halfmoves: setup.halfmoves });
    }
}

fn fits_pawns(setup: &Setup, square: Square) -> Result<(), EnPassantFault> {
    let step = DoubleStep::over(square, setup.turn).ok_or(EnPassantFault::Rank)?;
    if !setup.board.pieces(!setup.turn, Role::Pawn).has(step.to) {
        return Err(EnPassantFault::NoPawn(step.to));
    }
    match [step.over, step.from].into_iter().find(|&at| setup.board.occupied().has(at)) {
        Some(at) => Err(EnPassantFault::Occupied(at)),
        None => Ok(()),
    }
}

fn capturers(setup: &Setup, square: Square) -> Bitboard {
    attacks::pawn(!setup.turn, square) & setup.board.pieces(setup.turn, Role::Pawn)
}

/// Whether the king is safe after the pawn on `from` has captured en passant.
fn is_safe_after(setup: &Setup, from: Square, square: Square) -> bool {
    let (Some(king), Some(step)) =
        (setup.board.king(setup.turn), DoubleStep::over(square, setup.turn))
    else {
        return true;
    };
    let mut after = setup.board;
    after.clear(step.to);
    after.clear(from);
    after.put(square, Piece { role: Role::Pawn, color: setup.turn });
    after.attackers(king, !setup.turn, after.occupied()).is_empty()
}

/// Checks the attacks on both kings: which of them the last move can have given.
pub(super) fn check_checkers(setup: &Setup, faults: &mut Vec<SetupFault>) {
    // Adjacent kings are a fault of their own.
    let occupied = setup.board.occupied();
    let kings = setup.board.role(Role::King);
    if let Some(king) = setup.board.king(!setup.turn) {
        let checkers = setup.board.attackers(king, setup.turn, occupied) - kings;
        if checkers.is_any() {
            faults.push(SetupFault::OpponentInCheck { king, checkers });
        }
    }
    let Some(king) = setup.board.king(setup.turn) else { return };
    let checkers = setup.board.attackers(king, !setup.turn, occupied) - kings;
    if checkers.more_than_one() {
        faults.extend(several_checkers(setup, king, checkers));
    } else if setup.en_passant.is_none() && !has_last_move(setup, king) {
        faults.push(SetupFault::NoLastMove);
    }
    faults.extend(check_before_double_step(setup, king));
}

fn several_checkers(setup: &Setup, king: Square, checkers: Bitboard) -> Option<SetupFault> {
    if checkers.count() > 2 {
        return Some(SetupFault::ManyCheckers { checkers });
    }
    let leapers = setup.board.role(Role::Knight) | setup.board.role(Role::Pawn);
    if (checkers - leapers).is_empty() {
        return Some(SetupFault::TwoLeapersCheck { checkers });
    }
    if on_one_line(king, checkers) {
        return Some(SetupFault::CheckersOnOneLine { checkers });
    }
    // An en-passant square names the last move; `check_en_passant` says whether it fits.
    let possible = setup.en_passant.is_some() || has_last_move(setup, king);
    (!possible).then_some(SetupFault::DoubleCheckImpossible { checkers })
}

fn on_one_line(king: Square, mut checkers: Bitboard) -> bool {
    let (one, other) = (checkers.next(), checkers.next());
    one.zip(other).is_some_and(|(one, other)| attacks::line(one, other).has(king))
}

/// Takes the double step back: a piece that attacks the king then already gave check before the step.
fn check_before_double_step(setup: &Setup, king: Square) -> Option<SetupFault> {
    let step = DoubleStep::over(setup.en_passant?, setup.turn)?;
    let pawn = Piece { role: Role::Pawn, color: !setup.turn };
    if setup.board.piece_at(step.to) != Some(pawn) || setup.board.occupied().has(step.from) {
        return None;
    }
    let mut before = setup.board;
    before.toggle(step.to, pawn);
    before.toggle(step.from, pawn);
    let checkers = before.attackers(king, !setup.turn, before.occupied()) - before.role(Role::King);
    checkers.is_any().then_some(SetupFault::CheckAgainstEnPassant { checkers })
}

/// Checks whether the counters fit each other, the pieces and the draw rules.
pub(super) fn check_counters(setup: &Setup, faults: &mut Vec<SetupFault>) {
    let halfmoves = setup.halfmoves;
    let most = plies_played(setup);
    if halfmoves > most {
        faults.push(SetupFault::HalfmoveTooLarge { halfmoves, most });
    }
    check_move_number(setup, faults);
    if is_start_with_black_to_move(setup) {
        faults.push(SetupFault::OddTempo);
    }
    if halfmoves >= FIFTY_MOVES && !is_over(setup, faults) {
        faults.push(SetupFault::MoveRuleReached { halfmoves });
    }
}

/// Whether the game has ended by mate or stalemate, which take precedence over counters. FIDE 5.1.1, 5.2.1
fn is_over(setup: &Setup, faults: &[SetupFault]) -> bool {
    let is_playable = !faults.iter().any(|fault| fault.is_unplayable());
    is_playable && !Chess::from_setup_unchecked(setup).has_legal_move()
}

/// The counters that programs write when they do not know them.
const UNKNOWN: (u32, u32) = (0, 1);

/// Each capture and each pawn step is a move of its side.
fn check_move_number(setup: &Setup, faults: &mut Vec<SetupFault>) {
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

/// The fewest moves that bring the pawns from their first squares to where they are.
fn pawn_steps(board: &Board, color: Color) -> u32 {
    let pawns = board.pieces(color, Role::Pawn);
    let pawns = if color == Color::White { pawns } else { pawns.flip() };
    let ranks =
        [(Rank::Three, 1), (Rank::Four, 1), (Rank::Five, 2), (Rank::Six, 3), (Rank::Seven, 4)];
    ranks.into_iter().map(|(rank, steps)| (pawns & Bitboard::rank(rank)).count() * steps).sum()
}

/// With all pieces on their first squares and all castling rights, only knights can have moved, and they need an
/// even number of moves to return or to change places.
fn is_start_with_black_to_move(setup: &Setup) -> bool {
    setup.turn == Color::Black
        && setup.castling.rooks().count() == 4
        && chess960::back_rank_on(&setup.board).is_some()
}

/// The number of plies played, by the move number.
fn plies_played(setup: &Setup) -> u32 {
    let moves = setup.fullmoves.saturating_sub(1);
    moves.saturating_mul(2).saturating_add(u32::from(setup.turn == Color::Black))
}

/// The search for a last move: is there one after whose retraction the king is not in check? It is lenient about
/// captured pieces, so "no" is a proof.
#[derive(Debug, Clone, Copy)]
struct LastMove<'a> {
    board: &'a Board,
    castling: Castling,
    mover: Color,
    /// The king that must not be in check before the move.
    king: Square,
}

/// Whether some move of the side that has just moved leads to this position; `king` is the king of the side to move.
fn has_last_move(setup: &Setup, king: Square) -> bool {
    let last = LastMove { board: &setup.board, castling: setup.castling, mover: !setup.turn, king };
    setup.board.color(last.mover).into_iter().any(|at| last.of_piece_at(at)) || last.castled()
}

impl LastMove<'_> {
    fn of_piece_at(self, at: Square) -> bool {
        match self.board.role_at(at) {
            None => false,
            Some(Role::Pawn) => {
                self.pushed(at) || self.captured(at) || self.captured_en_passant(at)
            }
            Some(role) => self.of_officer(role, at) || self.promoted(role, at),
        }
    }

    fn of_officer(self, role: Role, at: Square) -> bool {
        let rights = self.castling.of(self.mover);
        if rights.has(at) || (role == Role::King && rights.is_any()) {
            return false;
        }
        let origins = attacks::of(role, self.mover, at, self.board.occupied());
        (origins - self.board.occupied()).into_iter().any(|from| {
            self.is_safe_before(at, from, role, Bitboard::EMPTY)
                || self.may_have_captured() && self.is_safe_before(at, from, role, Bitboard::of(at))
        })
    }

    fn promoted(self, role: Role, at: Square) -> bool {
        Bitboard::back_rank(!self.mover).has(at)
            && role != Role::King
            && self.board.pieces(self.mover, Role::Pawn).count() < 8
            && (self.pushed(at) || self.captured(at))
    }

    /// A pawn advanced and stayed a pawn, or became the piece on the square.
    fn pushed(self, at: Square) -> bool {
        let free = |square: &Square| !self.board.occupied().has(*square);
        let Some(one) = self.behind(at, 0).filter(free) else { return false };
        let two = self.behind(one, 0).filter(free).filter(|two| self.rank_of(*two) == Rank::Two);
        let is_double = self.rank_of(at) == Rank::Four;
        self.was_pawn(at, one, Bitboard::EMPTY)
            || is_double && two.is_some_and(|two| self.was_pawn(at, two, Bitboard::EMPTY))
    }

    fn captured(self, at: Square) -> bool {
        self.may_have_captured()
            && self.pawn_origins(at).any(|from| self.was_pawn(at, from, Bitboard::of(at)))
    }

    fn captured_en_passant(self, at: Square) -> bool {
        let Some(captured) = self.behind(at, 0) else { return false };
        let passed_over = behind(!self.mover, at, 0);
        let was_free = |square| !self.board.occupied().has(square);
        self.rank_of(at) == Rank::Six
            && self.may_have_captured()
            && was_free(captured)
            && passed_over.is_some_and(was_free)
            && self.pawn_origins(at).any(|from| self.was_pawn(at, from, Bitboard::of(captured)))
    }

    /// The empty squares from which a pawn can have captured on a square.
    fn pawn_origins(self, at: Square) -> impl Iterator<Item = Square> {
        [-1, 1]
            .into_iter()
            .filter_map(move |files| self.behind(at, files))
            .filter(move |&from| !self.board.occupied().has(from))
    }

    fn was_pawn(self, at: Square, from: Square, captured: Bitboard) -> bool {
        self.rank_of(from) > Rank::One && self.is_safe_before(at, from, Role::Pawn, captured)
    }

    /// Whether the king is safe with the piece on `at` put back on `from` as `role`, and the captured pieces on their
    /// squares.
    fn is_safe_before(self, at: Square, from: Square, role: Role, captured: Bitboard) -> bool {
        let mut before = *self.board;
        before.clear(at);
        before.put(from, Piece { role, color: self.mover });
        before.attackers(self.king, self.mover, before.occupied() | captured).is_empty()
    }

    /// Castling from any squares of the first rank, which covers Chess960.
    fn castled(self) -> bool {
        let Some(king) = self.board.king(self.mover) else { return false };
        if self.castling.of(self.mover).is_any() || self.rank_of(king) != Rank::One {
            return false;
        }
        Side::ALL.into_iter().filter(|side| side.king_file() == king.file()).any(|side| {
            let rook = Square::new(side.rook_file(), king.rank());
            self.board.pieces(self.mover, Role::Rook).has(rook)
                && self.castled_from_somewhere(king, rook)
        })
    }

    fn castled_from_somewhere(self, king: Square, rook: Square) -> bool {
        let mut lifted = *self.board;
        lifted.clear(king);
        lifted.clear(rook);
        let free = |square: &Square| !lifted.occupied().has(*square);
        let homes =
            || File::ALL.map(|file| Square::new(file, king.rank())).into_iter().filter(free);
        homes().any(|king| {
            homes().filter(|&rook| rook != king).any(|rook| {
                let mut before = lifted;
                before.put(king, Piece { role: Role::King, color: self.mover });
                before.put(rook, Piece { role: Role::Rook, color: self.mover });
                before.attackers(self.king, self.mover, before.occupied()).is_empty()
            })
        })
    }

    fn may_have_captured(self) -> bool {
        self.board.color(!self.mover).count() < 16
    }

    fn behind(self, at: Square, files: i8) -> Option<Square> {
        behind(self.mover, at, files)
    }

    /// The rank from the side of the mover.
    fn rank_of(self, square: Square) -> Rank {
        square.rank().relative_to(self.mover)
    }
}

/// The square one rank back from a side's point of view, and this many files aside.
fn behind(color: Color, at: Square, files: i8) -> Option<Square> {
    at.offset(files, if color == Color::White { -1 } else { 1 })
}
