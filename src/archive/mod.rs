//! Many games: where they come from, how a stream is cut into blocks of whole games, and how several threads read them.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use arbiter::{archive::{Block, BlockResult, Input, read_blocks}, pgn::{Reader, Visitor}};
//!
//! struct Ignore;
//! impl Visitor<'_> for Ignore {}
//!
//! let input = Input::File("games.pgn".into());
//! let count = |block: &Block| {
//!     let summary = Reader::of_part(block.source("games.pgn"), block.position).read(&mut Ignore);
//!     BlockResult { end: summary.end, value: summary.games }
//! };
//! let mut games = 0;
//! read_blocks(input.blocks()?, 4, &count, |_block, block_games| {
//!     games += block_games;
//!     ControlFlow::Continue(())
//! })?;
//! # Ok::<(), arbiter::archive::InputError>(())
//! ```
//!
//! `count` is called for every block, on any thread. A block that ends inside a comment ([`End::Open`](crate::pgn::End)) is joined with
//! its successor and read again, so the values that the last function receives are always right, and in the order of the file.

mod blocks;
mod input;
mod pool;
mod read_blocks;

pub use blocks::{Block, Blocks, LARGEST_GAME};
pub use input::{Input, InputError, expand, reason};
pub use pool::OrderedPool;
pub use read_blocks::{BlockResult, read_blocks};
