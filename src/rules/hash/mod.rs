//! Zobrist keys in Polyglot's published form: a position's key is the exclusive or of the numbers of its parts.

mod polyglot;

use crate::rules::{Board, Castling, Color, File, Piece, Role, Side, Square};
use polyglot::POLYGLOT;

/// The table with room to the next power of two, so that a masked index needs no check.
static KEYS: [u64; 1024] = {
    let mut keys = [0; 1024];
    let mut at = 0;
    while at < POLYGLOT.len() {
        keys[at] = POLYGLOT[at];
        at += 1;
    }
    keys
};

fn key(index: usize) -> u64 {
    KEYS[index & 1023]
}

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// The number of a piece on a square.
#[inline]
pub fn piece_key(piece: Piece, square: Square) -> u64 {
    // Polyglot counts black pawn, white pawn, black knight …
    let kind = 2 * piece.role as usize + usize::from(piece.color == Color::White);
    key(64 * kind + square.index())
}

/// What changes in a key when a piece goes from one square to another.
#[inline]
pub fn shift(piece: Piece, from: Square, to: Square) -> u64 {
    piece_key(piece, from) ^ piece_key(piece, to)
}

/// The number of a right to castle.
pub fn right(color: Color, side: Side) -> u64 {
    key(CASTLING + 2 * color as usize + side as usize)
}

/// The number of the file on which a pawn may be taken in passing.
pub fn en_passant(file: File) -> u64 {
    key(EN_PASSANT + file as usize)
}

/// The number that stands for White to move.
#[inline]
pub fn white_to_move() -> u64 {
    key(WHITE_TO_MOVE)
}

/// The numbers of the rights of both sides, as seen from their kings.
pub fn rights(board: &Board, castling: Castling) -> u64 {
    let mut sum = 0;
    for color in Color::ALL {
        let Some(king) = board.king(color) else { continue };
        for rook in castling.of(color) {
            sum ^= right(color, Side::of(king, rook));
        }
    }
    sum
}

/// The key of pieces, rights and turn, worked out from scratch; en passant is not in it.
pub fn from_scratch(board: &Board, castling: Castling, turn: Color) -> u64 {
    let pieces =
        Color::ALL.into_iter().flat_map(|color| Role::ALL.map(|role| Piece { role, color }));
    let pieces = pieces.fold(0, |key, piece| {
        let squares = board.pieces(piece.color, piece.role);
        squares.fold(key, |key, square| key ^ piece_key(piece, square))
    });
    let turn = if turn == Color::White { white_to_move() } else { 0 };
    pieces ^ turn ^ rights(board, castling)
}
