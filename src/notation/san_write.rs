//! SAN written: the shortest form that no other legal move shares, with the right sign.

use std::fmt;

use crate::{
    notation::san::Sign,
    rules::{Bitboard, Color, Move, MoveKind, Position, Role, Side, Square},
};

/// A move as the standard writes it, with its sign.
pub fn write<P: Position>(position: &P, mv: Move) -> String {
    let mut text = write_without_sign(position, mv);
    match sign(position, mv) {
        Sign::Check | Sign::DoublePlus => text.push('+'),
        Sign::Mate => text.push('#'),
        Sign::None => {}
    }
    text
}

/// The sign that belongs behind a legal move.
pub fn sign<P: Position>(position: &P, mv: Move) -> Sign {
    let mut after = position.clone();
    after.play_unchecked(mv);
    sign_of(&after)
}

/// The sign that belongs behind the move that led to a position.
#[inline]
pub fn sign_of<P: Position>(after: &P) -> Sign {
    if !after.is_check() {
        Sign::None
    } else if after.has_legal_move() {
        Sign::Check
    } else {
        Sign::Mate
    }
}

/// A move as the standard writes it, without a sign.
pub fn write_without_sign<P: Position>(position: &P, mv: Move) -> String {
    if let Some(side) = mv.castling_side() {
        return match side {
            Side::King => "O-O".to_owned(),
            Side::Queen => "O-O-O".to_owned(),
        };
    }
    let mut text = String::with_capacity(8);
    if mv.role == Role::Pawn {
        if mv.from.file() != mv.to.file() {
            text.push(mv.from.file().letter());
        }
    } else {
        text.push(mv.role.letter());
        write_origin(origin(position, mv), mv.from, &mut text);
    }
    if mv.capture.is_some() {
        text.push('x');
    }
    text.push(mv.to.file().letter());
    text.push(mv.to.rank().digit());
    if let Some(role) = mv.promotion {
        text.push('=');
        text.push(role.letter());
    }
    if needs_layer(position, mv) {
        text.push('/');
        text.push(mv.board_index.letter());
    }
    text
}

/// What of its square tells a piece from its twins: nothing (which is any square), its file, its rank, or all of it.
/// Twins that are pinned, or otherwise cannot go there legally, do not count. PGN 8.2.3.4.
pub fn origin<P: Position>(position: &P, mv: Move) -> Bitboard {
    let twins = position.origins(mv.role, mv.to, Bitboard::FULL) - Bitboard::of(mv.from);
    let (file, rank) = (Bitboard::file(mv.from.file()), Bitboard::rank(mv.from.rank()));
    if twins.is_empty() {
        Bitboard::FULL
    } else if (twins & file).is_empty() {
        file
    } else if (twins & rank).is_empty() {
        rank
    } else {
        Bitboard::of(mv.from)
    }
}

fn write_origin(origin: Bitboard, from: Square, text: &mut String) {
    if origin == Bitboard::FULL {
        return;
    }
    if origin != Bitboard::rank(from.rank()) {
        text.push(from.file().letter());
    }
    if origin != Bitboard::file(from.file()) {
        text.push(from.rank().digit());
    }
}

/// Whether a man of another board could make a move that is written the same: one on the same square, or a pawn
/// of the same file, since a pawn's rank is not written.
fn needs_layer<P: Position>(position: &P, mv: Move) -> bool {
    let is_twin = |other: &Move| {
        let from = if mv.role == Role::Pawn {
            other.from.file() == mv.from.file()
        } else {
            other.from == mv.from
        };
        from && (other.role, other.to) == (mv.role, mv.to) && other.board_index != mv.board_index
    };
    let goes = |other: &Move| other.kind != MoveKind::Castle && is_twin(other);
    position.boards().len() > 1 && position.legal_moves().iter().any(goes)
}

/// A move with its number: `12. Nf3`, `12... Nf6`.
#[derive(Debug, Clone, Copy)]
pub struct NumberedMove<'a> {
    /// The number of the move.
    pub number: u32,
    /// Who makes it.
    pub color: Color,
    /// The move as written.
    pub san: &'a str,
}

impl fmt::Display for NumberedMove<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dots = if self.color == Color::White { "." } else { "..." };
        write!(f, "{}{dots} {}", self.number, self.san)
    }
}
