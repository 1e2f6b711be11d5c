//! Data to text: findings about games in the formats that people and programs read. Takes a writer, decides nothing.

pub mod games;
