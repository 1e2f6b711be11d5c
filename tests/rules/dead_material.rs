//! Material that cannot give mate, checked by enumeration: no position of such a class is mate, and no legal move leaves
//! the classes. Three pieces are tried on all squares, four on an even sample of them.

use arbiter::rules::{Board, Castling, Chess, Color, Piece, Position, Setup, Square};

/// The letters of the pieces, and the step between the placements that are tried. White, in capitals, cannot give mate.
const CLASSES: [(&str, usize); 7] =
    [("Kk", 1), ("KNk", 1), ("KBk", 1), ("KNkq", 61), ("KBkb", 61), ("KBBk", 61), ("KBkr", 61)];

/// The position with these pieces on these squares, if it is legal.
fn position(pieces: &str, squares: &[Square], turn: Color) -> Option<Chess> {
    let mut board = Board::empty();
    for (letter, &square) in pieces.bytes().zip(squares) {
        if board.piece_at(square).is_some() {
            return None;
        }
        board.put(square, Piece::from_letter(letter)?);
    }
    let setup = Setup { board, turn, castling: Castling::NONE, ..Setup::start() };
    setup.validate().ok()
}

/// The squares of the placement with this number.
fn placement(mut number: usize, pieces: usize) -> Vec<Square> {
    let mut squares = Vec::with_capacity(pieces);
    for _ in 0..pieces {
        squares.push(Square::ALL[number % 64]);
        number /= 64;
    }
    squares
}

#[test]
fn insufficient_material_never_mates() {
    for (pieces, step) in CLASSES {
        let placements = 64_usize.pow(u32::try_from(pieces.len()).expect("a few pieces"));
        let mut tried = 0;
        for number in (0..placements).step_by(step) {
            let squares = placement(number, pieces.len());
            for turn in Color::ALL {
                let Some(position) = position(pieces, &squares, turn) else { continue };
                if position.can_win(Color::White) {
                    // Bishops on both colors can give mate.
                    continue;
                }
                tried += 1;
                let mated =
                    turn == Color::Black && position.is_check() && !position.has_legal_move();
                assert!(!mated, "{pieces} on {squares:?}");
                for mv in position.legal_moves() {
                    assert!(
                        !position.after(mv).can_win(Color::White),
                        "{pieces} on {squares:?}, {mv:?}"
                    );
                }
            }
        }
        assert!(tried > 1000, "{pieces}: only {tried} positions");
    }
}
