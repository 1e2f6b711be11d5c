//! Moves and positions as text.

pub mod coordinate;
pub mod fen;
pub mod variant;
