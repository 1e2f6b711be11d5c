//! The words that sentences about moves are made of.

use crate::rules::{Color, Outcome, Role, Side, Square};

pub(super) fn way_of_moving(role: Role) -> &'static str {
    match role {
        Role::Pawn => "a pawn goes one square straight forward, or two from its first square",
        Role::Knight => "a knight moves two squares one way and one to the side",
        Role::Bishop => "a bishop moves along diagonals",
        Role::Rook => "a rook moves along ranks and files",
        Role::Queen => "a queen moves along ranks, files and diagonals",
        Role::King => "a king moves one square",
    }
}

/// The same with a capital letter first, unless a square comes first: `e4 is empty`.
pub fn capitalised(sentence: &str) -> String {
    let first_word = sentence.split(' ').next().unwrap_or_default();
    if Square::from_name(first_word.as_bytes()).is_some() {
        return sentence.to_owned();
    }
    let mut letters = sentence.chars();
    let first = letters.next().map(char::to_uppercase);
    first.into_iter().flatten().chain(letters).collect()
}

/// `king side` or `queen side`
pub fn wing(side: Side) -> &'static str {
    match side {
        Side::King => "king side",
        Side::Queen => "queen side",
    }
}

/// `white` or `black`
pub fn adjective(color: Color) -> &'static str {
    match color {
        Color::White => "white",
        Color::Black => "black",
    }
}

pub(super) fn ended(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Checkmate { winner: Color::White } => "Black is checkmated",
        Outcome::Checkmate { winner: Color::Black } => "White is checkmated",
        Outcome::Stalemate => "stalemate",
        Outcome::DeadPosition => "neither side can mate",
        Outcome::Fivefold => "the position has occurred five times",
        Outcome::SeventyFiveMoves => "75 moves by each side without capture or pawn move",
    }
}

pub(super) fn men_on(men: &[(Square, Role)]) -> String {
    list(men.iter().map(|(square, role)| format!("the {} on {square}", role.name())))
}

/// `a`, `a and b`, `a, b and c`
pub fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match items.as_slice() {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
