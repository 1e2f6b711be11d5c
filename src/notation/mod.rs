//! Moves and positions as text.

pub mod fen;
pub mod variant;
