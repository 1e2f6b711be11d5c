//! SAN written: the shortest form that no other legal move shares, with the right sign.

use std::fmt;

use crate::{
    notation::san::Sign,
    rules::{Bitboard, Color, Manner, Move, Position, Role, Side},
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
        text.push_str(&origin(position, mv));
    }
    if mv.capture.is_some() {
        text.push('x');
    }
    text.push_str(&mv.to.to_string());
    if let Some(role) = mv.promotion {
        text.push('=');
        text.push(role.letter());
    }
    if needs_layer(position, mv) {
        text.push('/');
        text.push(mv.layer.letter());
    }
    text
}

/// What tells a piece from its twins: nothing, its file, its rank, or its square. PGN 8.2.3.4.
/// Twins that are pinned, or otherwise cannot go there legally, do not count.
fn origin<P: Position>(position: &P, mv: Move) -> String {
    let twins = position.movers(mv.role, mv.to, Bitboard::FULL) - Bitboard::of(mv.from);
    if twins.is_empty() {
        return String::new();
    }
    let (file, rank) = (mv.from.file(), mv.from.rank());
    if (twins & Bitboard::file(file)).is_empty() {
        file.letter().to_string()
    } else if (twins & Bitboard::rank(rank)).is_empty() {
        rank.digit().to_string()
    } else {
        mv.from.to_string()
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
        from && (other.role, other.to) == (mv.role, mv.to) && other.layer != mv.layer
    };
    let goes = |other: &Move| other.manner != Manner::Castle && is_twin(other);
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
