//! What speaks for an explanation: how far the game can be replayed with it, and how well the moves agree with what is written.

use crate::{
    game::{cursor::takes_king, meant::WrittenMove},
    notation::{AnySan, origin, sign_of},
    pgn::MoveNumber,
    rules::{AnyMove, AnyPosition, Bitboard, Color, Move, MoveSpec, Position, Role},
};

/// How often the moves of a replay disagree with what is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Disagreements {
    /// Move numbers that belong to another ply.
    pub(super) numbers: u32,
    /// Signs for check and mate.
    pub(super) signs: u32,
    /// Capture signs.
    pub(super) captures: u32,
    /// Origins that are not needed, or are needed and not written.
    pub(super) origins: u32,
}

impl Disagreements {
    /// Compares a move with how it is written. `position` is the one before it and becomes the one after it.
    pub(super) fn play(&mut self, position: &mut AnyPosition, mv: AnyMove, san: Option<&AnySan>) {
        if let Some(san) = san {
            let spec = san.spec();
            let names_square = spec.target().is_some();
            self.captures += u32::from(names_square && spec.is_capture() != mv.is_capture());
            self.origins += u32::from(!has_right_origin(position, mv, san));
        }
        position.play_unchecked(mv);
        self.signs += u32::from(san.is_some_and(|san| sign_of(position) != san.sign()));
    }

    /// Compares the number before a move with the position.
    pub(super) fn number(&mut self, number: Option<MoveNumber<'_>>, position: &AnyPosition) {
        self.numbers += u32::from(number.is_some_and(|number| !fits(number, position)));
    }
}

/// Whether a move of chess is written with as much of its origin as it needs.
fn has_right_origin(position: &AnyPosition, mv: AnyMove, san: &AnySan) -> bool {
    match (position, mv, san.chess().map(|san| san.spec)) {
        (AnyPosition::Chess(position), AnyMove::Chess(mv), Some(MoveSpec::Piece(spec))) => {
            let Move { role, .. } = mv;
            let is_short = role == Role::Pawn || spec.from == Bitboard::FULL;
            is_short || origin(position, mv) == spec.from
        }
        _ => true,
    }
}

/// Whether a number belongs before a move of this position.
pub(super) fn fits(number: MoveNumber<'_>, position: &AnyPosition) -> bool {
    let has_right_dots = match position.turn() {
        Color::White => number.dots <= 1,
        Color::Black => number.dots > 1,
    };
    number.value == position.fullmoves() && has_right_dots
}

/// The move of a word in a position.
pub(super) fn resolved(position: &AnyPosition, word: &WrittenMove<'_>) -> Option<AnyMove> {
    word.san?.resolve(position).filter(|mv| !takes_king(*mv))
}

/// How many of these words can be played from a position.
pub(in crate::game) fn playable(mut position: AnyPosition, words: &[WrittenMove<'_>]) -> usize {
    let plays = |word: &WrittenMove<'_>| match resolved(&position, word) {
        Some(mv) => {
            position.play_unchecked(mv);
            true
        }
        None => false,
    };
    words.iter().map(plays).take_while(|is_played| *is_played).count()
}
