//! The terms of the evaluation: what is counted on a board. Each term has a weight (see `weights`), so that an
//! evaluation is a sum of counts times weights, and the weights can be tuned on games.

use std::ops::Range;

use crate::engine::survey::Survey;
use crate::rules::{Bitboard, Board, Color, Square};

/// Receives the terms of a board.
pub trait TermCounter {
    /// Adds `times` to the count of a term: positive for White, negative for Black.
    fn add(&mut self, term: usize, times: i32);
}

/// Gives each term the index of its first weight, and lists the terms with their numbers of weights.
macro_rules! terms {
    ($($name:ident: $count:expr, $meaning:literal;)*) => {
        /// The terms, each the index of its first weight.
        pub(super) mod term {
            terms!(@next 0, $($name: $count;)*);
        }

        /// What the terms are, and how many weights each has.
        pub const SECTIONS: &[(&str, usize)] = &[$(($meaning, $count)),*];
    };
    (@next $first:expr, $name:ident: $count:expr; $($rest:tt)*) => {
        pub(in crate::engine) const $name: usize = $first;
        terms!(@next $name + $count, $($rest)*);
    };
    (@next $first:expr,) => {
        pub(in crate::engine) const END: usize = $first;
    };
}

terms! {
    MATERIAL: 6, "material";
    SQUARES: 6 * 128, "squares of each role from a1 to h8, with the own king on the right: the enemy king right, then left";
    KNIGHT_MOBILITY: 9, "knight mobility";
    BISHOP_MOBILITY: 14, "bishop mobility";
    ROOK_MOBILITY: 15, "rook mobility";
    QUEEN_MOBILITY: 28, "queen mobility";
    OWN_PAIRS: 15, "pairs of own pieces, the lesser role first: PP, PN, NN, PB ...";
    ENEMY_PAIRS: 10, "own and enemy pieces, the lesser role first: PN, PB, NB ...";
    BISHOP_PAWNS: 1, "own pawns on the bishop's colour";
    OUTPOST: 4, "outposts: knight, bishop, each held by a pawn or not";
    ROOK_FILE: 2, "rook on a half-open and an open file";
    ROOK_BEHIND: 1, "rook behind a passed pawn";
    DOUBLED: 1, "doubled pawn";
    ISOLATED: 2, "isolated pawn, on a closed and a half-open file";
    BACKWARD: 2, "backward pawn, on a closed and a half-open file";
    CONNECTED: 16, "pawn held by a pawn and pawn beside a pawn, by rank";
    PASSED: 8, "passed pawn, by rank";
    PASSED_STOPPED: 8, "passed pawn that is stopped, by rank";
    PASSED_FREE: 8, "passed pawn with a free way, by rank";
    PASSED_SAFE: 8, "passed pawn with a safe next step, by rank";
    PASSED_HELD: 8, "passed pawn with a defended next step, by rank";
    OWN_KING_NEAR: 8, "own king by distance to a passed pawn";
    ENEMY_KING_NEAR: 8, "enemy king by distance to a passed pawn";
    CANDIDATE: 8, "candidate passed pawn, by rank";
    UNSTOPPABLE: 1, "unstoppable pawn";
    SHELTER: 32, "king's own pawns, by file from the edge and rank";
    STORM: 32, "enemy pawns near the king, by file from the edge and rank";
    DANGER: 24, "danger to the king, by degree";
    DANGER_WITHOUT_QUEEN: 1, "danger to the king without a queen";
    SAFE_CHECK: 4, "safe checks by knight, bishop, rook and queen";
    ZONE_ATTACK: 4, "squares around the king attacked by knight, bishop, rook and queen";
    PAWN_THREAT: 6, "pieces attacked by pawns";
    MINOR_THREAT: 6, "pieces attacked by minor pieces";
    ROOK_THREAT: 6, "pieces attacked by rooks";
    KING_THREAT: 1, "pieces attacked by the king";
    HANGING: 1, "hanging pieces";
    PUSH_THREAT: 1, "threats by a pawn's advance";
    QUEEN_THREAT: 2, "squares from which a knight, a slider can attack the queen";
    SPACE: 1, "space";
    RESTRICTED: 1, "empty squares that both sides attack, enemy pawns apart";
    SCREENED: 1, "minor piece behind a pawn";
    TEMPO: 1, "move";
}

/// The number of weights.
pub const TERMS: usize = term::END;

/// The weights of pairs of pieces.
pub const PAIRS: Range<usize> = term::OWN_PAIRS..term::BISHOP_PAWNS;

/// The terms of one side, counted with its sign.
pub(super) struct Tally<'a, C> {
    counter: &'a mut C,
    sign: i32,
}

impl<'a, C: TermCounter> Tally<'a, C> {
    pub(super) fn of(counter: &'a mut C, color: Color) -> Self {
        Self { counter, sign: if color == Color::White { 1 } else { -1 } }
    }

    #[inline]
    pub(super) fn add(&mut self, term: usize, times: i32) {
        self.counter.add(term, self.sign * times);
    }

    #[inline]
    pub(super) fn count(&mut self, term: usize, squares: Bitboard) {
        self.add(term, signed(squares.count()));
    }
}

/// Counts the terms of a board.
pub fn count_terms(board: &Board, counter: &mut impl TermCounter) {
    let mut survey = Survey::of(board);
    // Once for each color and not in a loop: the compiler then makes a copy of the code for each.
    survey.count_pieces_of(Color::White, counter);
    survey.count_pieces_of(Color::Black, counter);
    survey.count_plans_of(Color::White, counter);
    survey.count_plans_of(Color::Black, counter);
}

pub(super) fn signed(count: u32) -> i32 {
    count.cast_signed()
}

/// A square as its side sees it.
pub(super) fn seen_from(color: Color, square: Square) -> Square {
    match color {
        Color::White => square,
        Color::Black => square.flip(),
    }
}

/// A square's rank as its side counts it, the first being zero.
pub(super) fn rank_for(color: Color, square: Square) -> usize {
    seen_from(color, square).rank() as usize
}

/// The king's moves between two squares.
pub(super) fn distance(one: Square, other: Square) -> usize {
    let files = (one.file() as u8).abs_diff(other.file() as u8);
    let ranks = (one.rank() as u8).abs_diff(other.rank() as u8);
    usize::from(files.max(ranks))
}
