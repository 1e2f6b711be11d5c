//! Static evaluation: the terms of a board times their weights, which change from the opening to the endgame.

use crate::engine::Score;
use crate::engine::terms::{TERMS, TermCounter, count_terms, distance, signed, term};
use crate::engine::weights::WEIGHTS;
use crate::rules::{Bitboard, Board, Chess, Color, Position, Role, Square};

/// The values of the pieces in an exchange, the pawn first; a king has none.
pub(super) const PIECE_VALUES: [i16; 6] = [100, 320, 330, 500, 900, 0];

/// The value of a position for the side to move.
pub fn evaluate(position: &Chess) -> Score {
    let white = board_score(position.board());
    Score::from_centipawns(match position.turn() {
        Color::White => white,
        Color::Black => -white,
    })
}

/// The value of having the move.
pub(super) fn tempo() -> i16 {
    WEIGHTS[term::TEMPO].0
}

/// White's advantage on one board.
fn board_score(board: &Board) -> i32 {
    let mut sum = WeightedSum::default();
    count_terms(board, &mut sum);
    let (early, late) = sum.parts();
    let stronger = if late >= 0 { Color::White } else { Color::Black };
    let phase = phase(board);
    let late = late * endgame_scale(board, stronger) / FULL_SCALE;
    (early * phase + late * (FULL_PHASE - phase)) / FULL_PHASE + drive_to_edge(board)
}

/// The sum of weights of a board: two numbers in one, the one for the opening in the upper half.
#[derive(Debug, Default)]
struct WeightedSum(i32);

impl WeightedSum {
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is one of the two numbers")]
    fn parts(&self) -> (i32, i32) {
        let late = self.0 as i16;
        // A negative lower half has borrowed one from the upper half.
        let early = (self.0 - i32::from(late)) >> 16;
        (early, i32::from(late))
    }
}

impl TermCounter for WeightedSum {
    #[inline]
    fn add(&mut self, term: usize, times: i32) {
        self.0 = self.0.wrapping_add(PACKED[term].wrapping_mul(times));
    }
}

/// The weights with both numbers in one.
static PACKED: [i32; TERMS] = {
    let mut packed = [0; TERMS];
    let mut term = 0;
    while term < TERMS {
        let (early, late) = WEIGHTS[term];
        packed[term] = ((early as i32) << 16) + late as i32;
        term += 1;
    }
    packed
};

/// The phase of the start position.
pub const FULL_PHASE: i32 = 24;

/// The pieces left of both sides: a minor piece counts one, a rook two, a queen four.
pub fn phase(board: &Board) -> i32 {
    let count = |role| signed(board.role(role).count());
    let minors = count(Role::Knight) + count(Role::Bishop);
    (minors + 2 * count(Role::Rook) + 4 * count(Role::Queen)).min(FULL_PHASE)
}

/// The scale of an endgame that can be won.
pub const FULL_SCALE: i32 = 64;

/// How much of an advantage in the endgame counts: less if it is hard to win, such as with bishops of opposite colours
/// or without pawns.
pub fn endgame_scale(board: &Board, stronger: Color) -> i32 {
    let pawns = board.pieces(stronger, Role::Pawn);
    let lead = piece_points(board, stronger) - piece_points(board, !stronger);
    if pawns.is_empty() && lead <= 3 {
        let own = piece_points(board, stronger);
        return if own <= 3 {
            0
        } else if lead <= 1 {
            8
        } else {
            16
        };
    }
    if has_opposite_bishops(board) {
        let minors_alone =
            (board.role(Role::Rook) | board.role(Role::Queen) | board.role(Role::Knight))
                .is_empty();
        return if minors_alone { (24 + 4 * signed(pawns.count())).min(FULL_SCALE) } else { 52 };
    }
    // The fewer pawns, the fewer chances to win.
    (48 + 4 * signed(pawns.count())).min(FULL_SCALE)
}

/// The pieces of a side but its pawns, in pawns.
fn piece_points(board: &Board, color: Color) -> i32 {
    let count = |role| signed(board.pieces(color, role).count());
    3 * (count(Role::Knight) + count(Role::Bishop)) + 5 * count(Role::Rook) + 9 * count(Role::Queen)
}

fn has_opposite_bishops(board: &Board) -> bool {
    let bishops = Color::ALL.map(|color| board.pieces(color, Role::Bishop));
    let is_dark = |bishop: Bitboard| (bishop & Bitboard::DARK).is_any();
    bishops.iter().all(|bishop| bishop.count() == 1) && is_dark(bishops[0]) != is_dark(bishops[1])
}

/// Against a bare king: its distance from the centre, and the nearness of the kings.
fn drive_to_edge(board: &Board) -> i32 {
    let (Some(white), Some(black)) = (board.king(Color::White), board.king(Color::Black)) else {
        return 0;
    };
    let near = i32::try_from(7 - distance(white, black)).unwrap_or(0);
    let bare = |color| !board.color(color).more_than_one();
    match (bare(Color::White), bare(Color::Black)) {
        (false, true) => 10 * centre_distance(black) + 8 * near,
        (true, false) => -10 * centre_distance(white) - 8 * near,
        _ => 0,
    }
}

/// The files and ranks to the nearest of the four centre squares.
fn centre_distance(square: Square) -> i32 {
    let steps = |index: u8| i32::from(if index < 4 { 3 - index } else { index - 4 });
    steps(square.file() as u8) + steps(square.rank() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::terms::SECTIONS;
    use crate::engine::tests::position;

    fn value(pieces: &str) -> i32 {
        i32::from(evaluate(&position(pieces)).raw())
    }

    #[test]
    fn every_weight_belongs_to_a_term() {
        assert_eq!(SECTIONS.iter().map(|(_, count)| count).sum::<usize>(), TERMS);
        for (early, late) in [(-300, 7), (300, -7), (0, -1), (-1, 0)] {
            let sum = WeightedSum((early << 16) + late);
            assert_eq!(sum.parts(), (early, late));
        }
    }

    #[test]
    fn a_passed_pawn_is_worth_more_the_further_it_has_come() {
        assert!(value("Ka1 ka8 Pe6 ph7") > value("Ka1 ka8 Pe4 ph7"));
        assert!(value("Ka1 ka8 Pe5 ph7") > value("Ka1 ka8 Pe5 pe7"));
    }

    #[test]
    fn kings_escort_a_passed_pawn_or_stop_it() {
        let led = value("Kd6 ka1 Pe5 ph7");
        let alone = value("Kh1 ka1 Pe5 ph7");
        let stopped = value("Kh1 ke7 Pe5 ph7");
        assert!(led > alone && alone > stopped, "{led} {alone} {stopped}");
    }

    #[test]
    fn an_advantage_that_cannot_be_won_counts_little() {
        assert!(value("Ka1 ka8 Nc3 Nd3 ph7").abs() < value("Ka1 ka8 Nc3 Nd3 Ph6 ph7"));
        let opposite = value("Kg1 kg8 Bc1 bc8 Pa2 Pb2 pa7");
        let same = value("Kg1 kg8 Bc1 bf8 Pa2 Pb2 pa7");
        assert!(opposite < same, "{opposite} {same}");
        assert!(value("Ka1 ka8 Ra2 nb6").abs() < 200);
    }

    #[test]
    fn a_bare_king_is_driven_to_the_edge() {
        assert!(value("Kd6 kd8 Ra7") > value("Kd6 ke4 Ra7"));
    }
}
