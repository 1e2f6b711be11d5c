//! Material that cannot mate, proved by trying: in no position of such a class is the other king mated, and no legal move
//! leaves the classes. Three men are tried on all squares, four on an even spread of them.

use arbiter::rules::{Board, Castling, Chess, Color, Piece, Position, Setup, Square};

/// Letters of the men; White, in capitals, must be unable to mate. Every so many placements are tried.
const CLASSES: [(&str, usize); 7] =
    [("Kk", 1), ("KNk", 1), ("KBk", 1), ("KNkq", 61), ("KBkb", 61), ("KBBk", 61), ("KBkr", 61)];

/// The position with these men on these squares, if the rules allow it.
fn position(men: &str, squares: &[Square], turn: Color) -> Option<Chess> {
    let mut board = Board::empty();
    for (letter, &square) in men.bytes().zip(squares) {
        if board.piece_at(square).is_some() {
            return None;
        }
        board.put(square, Piece::from_letter(letter)?);
    }
    let setup = Setup { board, turn, castling: Castling::NONE, ..Setup::start() };
    setup.validate().ok()
}

/// The squares of the placement with this number.
fn placement(mut number: usize, men: usize) -> Vec<Square> {
    let mut squares = Vec::with_capacity(men);
    for _ in 0..men {
        squares.push(Square::ALL[number % 64]);
        number /= 64;
    }
    squares
}

#[test]
fn what_cannot_mate_never_mates_and_never_will() {
    for (men, step) in CLASSES {
        let placements = 64_usize.pow(u32::try_from(men.len()).expect("a few men"));
        let mut tried = 0;
        for number in (0..placements).step_by(step) {
            let squares = placement(number, men.len());
            for turn in Color::ALL {
                let Some(position) = position(men, &squares, turn) else { continue };
                if position.can_mate(Color::White) {
                    // Bishops of both colours, which can.
                    continue;
                }
                tried += 1;
                let mated =
                    turn == Color::Black && position.is_check() && !position.has_legal_move();
                assert!(!mated, "{men} on {squares:?}");
                for mv in position.legal_moves() {
                    assert!(
                        !position.after(mv).can_mate(Color::White),
                        "{men} on {squares:?}, {mv:?}"
                    );
                }
            }
        }
        assert!(tried > 1000, "{men}: only {tried} positions");
    }
}
