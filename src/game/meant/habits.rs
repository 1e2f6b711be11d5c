//! How often players make a move of its kind: which piece goes from where to where, what it captures, and what it leaves or meets.

use crate::{
    game::meant::{habit_table::HABITS, quiet::value},
    rules::{
        AnyMove, AnyPosition, Bitboard, Board, Chess, Color, Move, MoveKind, Position, Role,
        Square, attacks,
    },
};

/// Up to this move number the game is in its opening.
const OPENING: u32 = 14;
/// With this many pieces besides kings and pawns, or fewer, it is in its endgame.
const ENDGAME: u32 = 5;
/// The table is in steps of this size.
const STEP: f32 = 1.0 / 16.0;

/// What a move does, besides where it goes. The entries of the table for a phase begin with these.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Deed {
    Castles,
    TakesBack,
    /// Takes the piece that moved last, which did not capture.
    TakesLast,
    /// Takes a piece of more value.
    TakesMore,
    /// Takes a piece of less value that is defended.
    TakesLess,
    /// Leaves a square where it was in danger.
    Flees,
    /// Goes where a piece of less value can take it.
    Exposes,
    /// Goes where it can be taken and is not defended.
    Hangs,
    Checks,
    /// The same piece as in the last move of this side.
    SamePiece,
    /// Takes the last move of this side back.
    GoesBack,
    OpenFile,
    Queens,
    UnderPromotes,
    /// Attacks a piece of more value.
    Threatens,
    /// Attacks a piece that is not defended.
    Attacks,
    /// Goes next to the piece that moved last.
    Near,
}

/// The places of the table for each phase: the deeds, the captured roles, and the squares from which and to which each role goes,
/// seen from its own side, a1 first, the pawn first.
const CAPTURES: usize = Deed::Near as usize + 1;
const FROM: usize = CAPTURES + 6;
const TO: usize = FROM + 6 * 64;
const PHASE: usize = TO + 6 * 64;

/// The number of entries of the table.
pub const HABIT_COUNT: usize = 3 * PHASE;

/// The moves before a move: the last one of the other side, and before that the last one of its own.
pub type LastMoves = [Option<Move>; 2];

/// A position in which the moves are compared.
#[derive(Debug)]
pub struct HabitScene<'p> {
    position: &'p Chess,
    last: LastMoves,
    phase: usize,
    /// The squares that the other side attacks with a pawn; with that or a minor piece; with that or a rook.
    attacked: [Bitboard; 3],
}

impl<'p> HabitScene<'p> {
    /// A position after these moves.
    pub fn new(position: &'p Chess, last: LastMoves) -> Self {
        let board = position.board();
        let (enemy, occupied) = (!position.turn(), board.occupied());
        let by = |roles: &[Role]| {
            let of = |role: Role| {
                let from = board.pieces(enemy, role).into_iter();
                from.fold(Bitboard::EMPTY, move |all, square| {
                    all | attacks::of(role, enemy, square, occupied)
                })
            };
            roles.iter().fold(Bitboard::EMPTY, |all, &role| all | of(role))
        };
        let pawns = by(&[Role::Pawn]);
        let minors = pawns | by(&[Role::Knight, Role::Bishop]);
        let rooks = minors | by(&[Role::Rook]);
        let small = board.role(Role::Pawn) | board.role(Role::King);
        let pieces = occupied.count() - small.count();
        let phase = if pieces <= ENDGAME { 2 } else { usize::from(position.fullmoves() > OPENING) };
        Self { position, last, phase, attacked: [pawns, minors, rooks] }
    }

    /// The logarithm of the share of each of these moves among the legal moves, as players choose.
    pub(super) fn shares(&self) -> Vec<(Move, f32)> {
        let mut shares: Vec<(Move, f32)> =
            self.position.legal_moves().iter().map(|&mv| (mv, self.weight(mv))).collect();
        let all: f32 = shares.iter().map(|(_, weight)| weight.exp()).sum();
        let all = all.max(f32::MIN_POSITIVE).ln();
        for (_, weight) in &mut shares {
            *weight -= all;
        }
        shares
    }

    fn weight(&self, mv: Move) -> f32 {
        let mut sum = 0;
        self.parts(mv, &mut |part| sum += i32::from(HABITS[part]));
        i16::try_from(sum).map_or(0.0, f32::from) * STEP
    }

    /// The entries of the table that a move has.
    pub fn parts(&self, mv: Move, each: &mut impl FnMut(usize)) {
        let phase = self.phase * PHASE;
        if mv.kind == MoveKind::Castle {
            return each(phase + Deed::Castles as usize);
        }
        let seen = |square: Square| match self.position.turn() {
            Color::White => square.index(),
            Color::Black => square.flip().index(),
        };
        let role = mv.role as usize * 64;
        each(phase + FROM + role + seen(mv.from));
        each(phase + TO + role + seen(mv.to));
        if let Some(captured) = mv.capture {
            each(phase + CAPTURES + captured as usize);
        }
        let mut deed = |deed: Deed, is_done: bool| {
            if is_done {
                each(phase + deed as usize);
            }
        };
        let board = self.position.board();
        self.history(mv, &mut deed);
        self.danger(board, mv, &mut deed);
        self.aims(board, mv, &mut deed);
    }

    /// What a move has to do with the moves before it.
    fn history(&self, mv: Move, deed: &mut impl FnMut(Deed, bool)) {
        let [last, own] = self.last;
        if let Some(last) = last {
            let takes = mv.capture.is_some() && mv.to == last.to;
            deed(Deed::TakesBack, takes && last.capture.is_some());
            deed(Deed::TakesLast, takes && last.capture.is_none());
            deed(Deed::Near, attacks::king(mv.to).has(last.to));
        }
        let is_same = own.is_some_and(|own| own.to == mv.from);
        deed(Deed::SamePiece, is_same);
        deed(Deed::GoesBack, is_same && own.is_some_and(|own| own.from == mv.to));
    }

    /// What a move risks, and what it saves.
    fn danger(&self, board: &Board, mv: Move, deed: &mut impl FnMut(Deed, bool)) {
        let us = self.position.turn();
        let occupied = board.occupied() & !Bitboard::of(mv.from);
        let is_defended = |square: Square, by: Color| {
            let defenders = board.attackers(square, by, occupied);
            (defenders & !Bitboard::of(mv.from) & !Bitboard::of(square)).is_any()
        };
        let is_attacked = |square| is_defended(square, !us);
        let [pawns, minors, rooks] = self.attacked;
        let lower = match mv.role {
            Role::Pawn | Role::King => Bitboard::EMPTY,
            Role::Knight | Role::Bishop => pawns,
            Role::Rook => minors,
            Role::Queen => rooks,
        };
        let is_loose = || is_attacked(mv.from) && !is_defended(mv.from, us);
        deed(Deed::Flees, mv.role != Role::King && (lower.has(mv.from) || is_loose()));
        deed(Deed::Exposes, lower.has(mv.to));
        let can_hang = mv.role != Role::King && !lower.has(mv.to);
        deed(Deed::Hangs, can_hang && is_attacked(mv.to) && !is_defended(mv.to, us));
        if let Some(captured) = mv.capture {
            deed(Deed::TakesMore, value(captured) > value(mv.role));
            deed(Deed::TakesLess, value(captured) < value(mv.role) && is_attacked(mv.to));
        }
    }

    /// What a move attacks or becomes.
    fn aims(&self, board: &Board, mv: Move, deed: &mut impl FnMut(Deed, bool)) {
        let us = self.position.turn();
        let occupied = board.occupied() & !Bitboard::of(mv.from);
        let role = mv.promotion.unwrap_or(mv.role);
        let seen = attacks::of(role, us, mv.to, occupied) & board.color(!us);
        deed(Deed::Checks, board.king(!us).is_some_and(|king| seen.has(king)));
        let pieces = seen & !board.role(Role::King);
        let is_more =
            |square: Square| board.role_at(square).is_some_and(|other| value(other) > value(role));
        deed(Deed::Threatens, role != Role::King && pieces.into_iter().any(is_more));
        let is_loose = |square: Square| board.attackers(square, !us, occupied).is_empty();
        deed(Deed::Attacks, pieces.into_iter().any(is_loose));
        let pawns = board.pieces(us, Role::Pawn) & Bitboard::file(mv.to.file());
        let changes_file = mv.from.file() != mv.to.file();
        deed(Deed::OpenFile, role == Role::Rook && changes_file && pawns.is_empty());
        deed(Deed::Queens, mv.promotion == Some(Role::Queen));
        deed(Deed::UnderPromotes, mv.promotion.is_some_and(|role| role != Role::Queen));
    }
}

/// The logarithm of the share of a move among the legal moves of a position, as players choose.
/// Players of other games have habits of their own, which are not known: any move is as usual as the mean.
pub(super) fn habit(position: &AnyPosition, last: [Option<AnyMove>; 2], mv: AnyMove) -> f32 {
    let (AnyPosition::Chess(position), AnyMove::Chess(mv)) = (position, mv) else { return USUAL };
    let shares = HabitScene::new(position, last.map(|mv| mv.and_then(AnyMove::chess))).shares();
    let found = shares.iter().find(|(one, _)| *one == mv);
    found.map_or(LEAST, |(_, share)| share.max(LEAST))
}

/// The habit of the mean move.
pub(super) const USUAL: f32 = -2.3;
/// No move is more unusual.
const LEAST: f32 = -12.0;
