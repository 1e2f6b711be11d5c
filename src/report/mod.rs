//! Data to text: games and positions in the formats that people and programs read. Takes a writer, decides nothing.

pub mod games;
pub mod positions;
