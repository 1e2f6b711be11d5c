//! A position as FEN, in the one form that every reader understands.

use arrayvec::ArrayVec;

use super::{castling, layered::BAR};
use crate::rules::{Bitboard, Board, Color, Piece, Position, Rank, Role, Setup, Square};

/// The canonical FEN: the en-passant square only if a pawn may legally take there; several boards with bars between.
pub fn write(position: &impl Position) -> String {
    let (first, others) = position.boards().split_at(1);
    let setup = Setup {
        board: first.first().copied().unwrap_or_default(),
        turn: position.turn(),
        castling: position.castling(),
        en_passant: position.en_passant(),
        halfmoves: position.halfmoves(),
        fullmoves: position.fullmoves(),
    };
    write_all(&setup, others)
}

/// A setup as it is, sense or nonsense.
pub fn write_setup(setup: &Setup) -> String {
    write_all(setup, &[])
}

/// A setup, and beside its board others that belong to it.
fn write_all(setup: &Setup, others: &[Board]) -> String {
    let mut text = String::with_capacity(88);
    board(&setup.board, &mut text);
    for other in others {
        text.push(char::from(BAR));
        board(other, &mut text);
    }
    text.push_str(if setup.turn == Color::White { " w " } else { " b " });
    castling::write(setup.castling, &setup.board, &mut text);
    text.push(' ');
    text.push_str(setup.en_passant.map_or("-", Square::name));
    for counter in [setup.halfmoves, setup.fullmoves] {
        text.push(' ');
        text.push_str(itoa::Buffer::new().format(counter));
    }
    text
}

/// The rights to castle that a setup claims.
pub fn castling_of(setup: &Setup) -> String {
    let mut text = String::with_capacity(4);
    castling::write(setup.castling, &setup.board, &mut text);
    text
}

/// Eight ranks of eight letters, and what stands between them.
type FirstField = ArrayVec<u8, 71>;

/// Appends the first field.
pub fn board(board: &Board, text: &mut String) {
    let letters = letters(board);
    let mut field = FirstField::new();
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eight {
            field.push(b'/');
        }
        let mut next = 0;
        for square in board.occupied() & Bitboard::rank(rank) {
            let file = square.file() as u8;
            push_gap(file - next, &mut field);
            field.push(letters[square.index()]);
            next = file + 1;
        }
        push_gap(8 - next, &mut field);
    }
    text.push_str(str::from_utf8(&field).unwrap_or_default());
}

fn push_gap(gap: u8, field: &mut FirstField) {
    if gap > 0 {
        field.push(b'0' + gap);
    }
}

/// The letter of every man, zero where there is none: quicker than asking square by square.
fn letters(board: &Board) -> [u8; 64] {
    let mut letters = [0; 64];
    for color in Color::ALL {
        for role in Role::ALL {
            let letter = Piece { role, color }.letter() as u8;
            for square in board.pieces(color, role) {
                letters[square.index()] = letter;
            }
        }
    }
    letters
}
