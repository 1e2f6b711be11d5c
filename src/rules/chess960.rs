//! The 960 start positions with their Scharnagl numbers: 0 is `bbqnnrkr`, 518 is the classical one.

use crate::rules::{Bitboard, Board, Castling, File, Rank, Role, Setup, Square};

/// The number of start positions.
pub const STARTS: u16 = 960;

/// The number of the classical start position.
pub const CLASSICAL: u16 = 518;

/// The two of the five free places on which the knights stand, by their part of the number.
const KNIGHTS: [[usize; 2]; 10] =
    [[0, 1], [0, 2], [0, 3], [0, 4], [1, 2], [1, 3], [1, 4], [2, 3], [2, 4], [3, 4]];

/// The pieces of the first rank, a-file first, of the start position with this number.
pub fn back_rank(number: u16) -> Option<[Role; 8]> {
    if number >= STARTS {
        return None;
    }
    let number = usize::from(number);
    let mut rank: [Option<Role>; 8] = [None; 8];
    rank[number % 4 * 2 + 1] = Some(Role::Bishop);
    rank[number / 4 % 4 * 2] = Some(Role::Bishop);
    fill(&mut rank, &[(number / 16 % 6, Role::Queen)]);
    let [first, second] = KNIGHTS[number / 96];
    fill(&mut rank, &[(first, Role::Knight), (second, Role::Knight)]);
    fill(&mut rank, &[(0, Role::Rook), (1, Role::King), (2, Role::Rook)]);
    Some(rank.map(|role| role.unwrap_or(Role::Rook)))
}

/// The start position with this number.
pub fn setup(number: u16) -> Option<Setup> {
    let board = Board::start(back_rank(number)?);
    Some(Setup { board, castling: Castling::with(board.role(Role::Rook)), ..Setup::start() })
}

/// The number of the start position with these pieces on the first rank.
pub fn number(rank: [Role; 8]) -> Option<u16> {
    let is = |role: Role| move |place: &Role| *place == role;
    let light = rank.iter().skip(1).step_by(2).position(is(Role::Bishop))?;
    let dark = rank.iter().step_by(2).position(is(Role::Bishop))?;
    let others = || rank.iter().filter(|role| **role != Role::Bishop);
    let queen = others().position(is(Role::Queen))?;
    let places = || others().filter(|role| **role != Role::Queen).enumerate();
    let knights: Vec<usize> =
        places().filter(|(_, role)| **role == Role::Knight).map(|(place, _)| place).collect();
    let pair = KNIGHTS.iter().position(|pair| *pair == knights[..])?;
    let number = u16::try_from(light + 4 * dark + 16 * queen + 96 * pair).ok()?;
    (back_rank(number) == Some(rank)).then_some(number)
}

/// The squares of the pieces in a start position.
const HOME: Bitboard = Bitboard(
    Bitboard::rank(Rank::One).0
        | Bitboard::rank(Rank::Two).0
        | Bitboard::rank(Rank::Seven).0
        | Bitboard::rank(Rank::Eight).0,
);

/// The number of the start position on a board.
pub fn start_on(board: &Board) -> Option<u16> {
    number(back_rank_on(board)?)
}

/// The pieces of the first rank, if the pawns are unmoved and both sides have the same order of pieces.
pub(super) fn back_rank_on(board: &Board) -> Option<[Role; 8]> {
    if board.occupied() != HOME {
        return None;
    }
    let pieces = File::ALL.map(|file| board.role_at(Square::new(file, Rank::One)));
    let pieces = pieces.map(|role| role.unwrap_or(Role::Pawn));
    (*board == Board::start(pieces)).then_some(pieces)
}

/// Puts pieces on places that are counted among the free ones.
fn fill(rank: &mut [Option<Role>; 8], pieces: &[(usize, Role)]) {
    let free = rank.iter_mut().filter(|place| place.is_none());
    for (index, place) in free.enumerate() {
        *place = pieces.iter().find(|(at, _)| *at == index).map(|&(_, role)| role);
    }
}

#[cfg(test)]
mod tests {
    use super::{CLASSICAL, STARTS, back_rank, number};
    use crate::rules::Role;

    fn letters(number: u16) -> Option<String> {
        Some(back_rank(number)?.into_iter().map(Role::letter).collect())
    }

    #[test]
    fn the_published_corners_of_the_table() {
        let table = [(0, "BBQNNRKR"), (1, "BQNBNRKR"), (CLASSICAL, "RNBQKBNR"), (959, "RKRNNQBB")];
        for (number, rank) in table {
            assert_eq!(letters(number).as_deref(), Some(rank), "start {number}");
        }
        assert_eq!(letters(STARTS), None);
    }

    #[test]
    fn every_start_has_its_own_number() {
        for start in 0..STARTS {
            assert_eq!(back_rank(start).and_then(number), Some(start));
        }
    }

    #[test]
    fn bishops_on_both_colors_and_the_king_between_the_rooks() {
        for start in 0..STARTS {
            let rank = back_rank(start).expect("a start");
            let places = |role| (0..8).filter(|&at| rank[at] == role).collect::<Vec<_>>();
            let (bishops, rooks, kings) =
                (places(Role::Bishop), places(Role::Rook), places(Role::King));
            assert_ne!(bishops[0] % 2, bishops[1] % 2, "start {start}");
            assert!(rooks[0] < kings[0] && kings[0] < rooks[1], "start {start}");
        }
    }
}
