//! What comes of taking on a square when everybody takes back with the smallest man.

use crate::engine::evaluate::WORTH;
use crate::rules::{Bitboard, Board, Color, Move, MoveKind, Position, Role, Square};

/// Whether a capture loses material. Where a man that takes passes to another board, nobody takes
/// back on the first one, and no capture is called losing.
pub(super) fn loses<P: Position>(position: &P, mv: Move) -> bool {
    let [board] = position.boards() else { return false };
    let Some(taken) = mv.capture else { return false };
    if worth(mv.role) <= worth(taken) || mv.kind == MoveKind::EnPassant {
        return false;
    }
    let gain = i32::from(worth(taken));
    let occupied = board.occupied() - Bitboard::of(mv.from);
    let risk = Exchange { board, square: mv.to };
    gain - risk.best_reply(!position.turn(), mv.role, occupied) < 0
}

fn worth(role: Role) -> i16 {
    // Nobody gives a king for anything.
    if role == Role::King { 10_000 } else { WORTH[role as usize] }
}

struct Exchange<'a> {
    board: &'a Board,
    square: Square,
}

impl Exchange<'_> {
    /// The most a side gains by taking the man that stands on the square, or by leaving it.
    fn best_reply(&self, side: Color, standing: Role, occupied: Bitboard) -> i32 {
        let takers = self.board.attackers(self.square, side, occupied) & occupied;
        let Some((role, from)) = self.smallest(takers) else { return 0 };
        let left = occupied - Bitboard::of(from);
        let answer = self.best_reply(!side, role, left);
        (i32::from(worth(standing)) - answer).max(0)
    }

    fn smallest(&self, takers: Bitboard) -> Option<(Role, Square)> {
        Role::ALL.into_iter().find_map(|role| {
            let from = (takers & self.board.role(role)).first()?;
            Some((role, from))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::{Chess, Piece, Setup};

    /// The men by their FEN letters and squares, with White to move.
    fn position(men: &str) -> Chess {
        let mut setup = Setup { board: Board::empty(), ..Setup::start() };
        setup.castling = crate::rules::Castling::NONE;
        for word in men.split(' ') {
            let (letter, square) = word.as_bytes().split_at(1);
            let piece = Piece::from_letter(letter[0]).expect("a piece");
            setup.board.put(Square::from_name(square).expect("a square"), piece);
        }
        Chess::from_setup_unchecked(&setup)
    }

    #[test]
    fn everybody_takes_back_with_the_smallest_man() {
        let cases = [
            ("Ka1 ka8 Re1 pe5", "e1", false),
            ("Ka1 ka8 Re1 pe5 pd6", "e1", true),
            ("Ka1 ka8 Re1 re5 pd6", "e1", false),
            ("Ka1 ka8 Qe1 re5 pd6", "e1", true),
            ("Ka1 ka8 Re2 Re1 pe5 re8", "e2", false),
            ("Ka1 ka8 Re2 pe5 re8 Qe1", "e2", false),
            ("Ka1 ka8 Qe2 pe5 re8 Re1", "e2", true),
            ("Ka1 ka8 Nf3 pe5 nc6", "f3", true),
            ("Ka1 ka8 Nf3 pe5 nc6 Re1", "f3", false),
            ("Ke4 ka8 pe5", "e4", false),
        ];
        for (men, from, expected) in cases {
            let position = position(men);
            let from = Square::from_name(from.as_bytes());
            let captures = position.forcing_moves();
            let capture = captures.iter().find(|mv| Some(mv.from) == from && mv.to == Square::E5);
            assert_eq!(loses(&position, *capture.expect("a capture")), expected, "{men}");
        }
    }
}
