//! Variants as text: definitions in the format of `variants.ini`, Betza's notation, and the FEN, SAN and UCI moves of
//! games on boards of any size.

pub mod betza;
pub mod built_in;
mod draft;
pub mod fen;
pub mod ini;
mod keys;
mod pieces;
pub mod san;
pub mod uci;
mod value;
