//! Data to text: one file a format. Takes a writer, and makes no decision.

pub mod board;
pub mod corrections;
pub mod formats;
pub mod games;
pub mod positions;
