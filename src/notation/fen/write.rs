//! A position as FEN, in the one form that every reader understands.

use std::fmt::Write as _;

use super::{castling, layered::BAR};
use crate::rules::{Board, Color, File, Position, Rank, Setup, Square};

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
    match setup.en_passant {
        None => text.push_str(" -"),
        Some(square) => push(&mut text, format_args!(" {square}")),
    }
    push(&mut text, format_args!(" {} {}", setup.halfmoves, setup.fullmoves));
    text
}

/// The rights to castle that a setup claims.
pub fn castling_of(setup: &Setup) -> String {
    let mut text = String::with_capacity(4);
    castling::write(setup.castling, &setup.board, &mut text);
    text
}

fn push(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = text.write_fmt(arguments);
}

/// Appends the first field.
pub fn board(board: &Board, text: &mut String) {
    let letters = letters(board);
    for rank in Rank::ALL.into_iter().rev() {
        if rank != Rank::Eight {
            text.push('/');
        }
        row(&letters, rank, text);
    }
}

fn row(letters: &[u8; 64], rank: Rank, text: &mut String) {
    let mut gap = 0;
    for file in File::ALL {
        match letters[Square::new(file, rank) as usize] {
            0 => gap += 1,
            letter => {
                push_gap(gap, text);
                text.push(char::from(letter));
                gap = 0;
            }
        }
    }
    push_gap(gap, text);
}

fn push_gap(gap: u8, text: &mut String) {
    if gap > 0 {
        text.push(char::from(b'0' + gap));
    }
}

/// The letter of every man, zero where there is none: quicker than asking square by square.
fn letters(board: &Board) -> [u8; 64] {
    let mut letters = [0; 64];
    for (square, piece) in board.pieces() {
        letters[square as usize] = piece.letter() as u8;
    }
    letters
}
