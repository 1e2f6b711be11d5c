//! Data to text: one file a format. Takes a writer, and makes no decision.

pub mod board;
pub mod corrections;
pub mod formats;
pub mod game_page;
pub mod games;
pub mod page;
pub mod positions;
pub mod shards;
pub mod variants;
