//! The short fields: who moves, the en-passant square, the two counters.

use super::field::{Field, Notes, quoted};
use crate::{
    diagnostics::Code,
    rules::{Color, Rank, Square},
};

/// More than any game can have: the longest possible one has less than 9,000 moves.
pub(crate) const MOST: u32 = 9_999;

/// `w` or `b`.
pub(super) fn turn(field: &[u8], notes: &mut Notes<'_>) -> Option<Color> {
    match field {
        b"w" => return Some(Color::White),
        b"b" => return Some(Color::Black),
        _ => {}
    }
    let message = format!("expected `w` or `b` for the side to move, found {}", quoted(field));
    notes.add(Code::FenTurn, Field::Turn, field, message);
    match field.to_ascii_lowercase().as_slice() {
        b"w" | b"white" => Some(Color::White),
        b"b" | b"black" => Some(Color::Black),
        _ => None,
    }
}

/// A field nobody can make sense of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Illegible;

/// `-`, or a square of the third or sixth rank.
pub(super) fn en_passant(field: &[u8], notes: &mut Notes<'_>) -> Result<Option<Square>, Illegible> {
    let square = |name: &[u8]| {
        Square::from_name(name).filter(|square| matches!(square.rank(), Rank::Three | Rank::Six))
    };
    if field == b"-" {
        return Ok(None);
    }
    if let Some(square) = square(field) {
        return Ok(Some(square));
    }
    let found = quoted(field);
    let message = format!("expected `-` or an en-passant square on rank 3 or 6, found {found}");
    notes.add(Code::FenEnPassantForm, Field::EnPassant, field, message);
    square(&field.to_ascii_lowercase()).map(Some).ok_or(Illegible)
}

/// The number of half-moves since a capture or pawn move.
pub(super) fn halfmove(field: &[u8], notes: &mut Notes<'_>) -> Option<u32> {
    if let Some(count) = number(field) {
        return Some(count);
    }
    let found = quoted(field);
    let message = format!("expected a number from 0 to {MOST} as half-move counter, found {found}");
    notes.add(Code::FenHalfmove, Field::Halfmove, field, message);
    match field {
        b"-" => Some(0),
        [b'+', digits @ ..] => number(digits),
        _ => None,
    }
}

/// The number of the move, if it makes sense.
pub(super) fn fullmove(field: &[u8], notes: &mut Notes<'_>) -> Option<u32> {
    let count = number(field).filter(|&count| count > 0);
    if count.is_none() || field.starts_with(b"0") {
        let read_as = count.unwrap_or(1);
        let found = quoted(field);
        let message =
            format!("expected a move number from 1 to {MOST}, found {found}; read as {read_as}");
        notes.add(Code::FenFullmove, Field::Fullmove, field, message);
    }
    count
}

/// A number of decimal digits that a game can reach.
pub(in crate::notation) fn number(digits: &[u8]) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.iter().all(u8::is_ascii_digit);
    let text = std::str::from_utf8(digits).ok().filter(|_| is_number)?;
    text.parse().ok().filter(|&count| count <= MOST)
}

/// Whether the counters make more sense the other way round.
pub(super) fn are_swapped(halfmove: u32, fullmove: u32) -> bool {
    halfmove > 2 * fullmove && fullmove <= 2 * (halfmove - 1)
}
