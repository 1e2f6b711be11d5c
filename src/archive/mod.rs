//! Many games: where they come from, how a stream is cut into blocks of whole games, and how several workers read them.
//!
//! ```no_run
//! use std::ops::ControlFlow;
//! use arbiter::{archive::{Input, Work, read_blocks}, pgn::{End, Reader, Visitor}};
//!
//! struct Nobody;
//! impl Visitor<'_> for Nobody {}
//!
//! let input = Input::File("games.pgn".into());
//! let count = |block: &arbiter::archive::Block| {
//!     let summary = Reader::of_part(block.source("games.pgn"), block.position).read(&mut Nobody);
//!     Work { end: summary.end, fruit: summary.games }
//! };
//! let mut games = 0;
//! let blocks = input.blocks()?;
//! read_blocks(blocks, 4, &count, |_block, block_games| {
//!     games += block_games;
//!     ControlFlow::Continue(())
//! })?;
//! # Ok::<(), arbiter::archive::InputError>(())
//! ```
//!
//! The third argument is called for every block; a block that ends inside a comment ([`End::Open`](crate::pgn::End)) is joined with
//! its successor and read again, so what the fourth is given is always right, and always in the order of the file.

mod bench;
mod blocks;
mod boundary;
mod input;
mod parallel;

pub use bench::in_order;
pub use blocks::{Block, Blocks, LARGEST_GAME};
pub use input::{Input, InputError, expand, reason};
pub use parallel::{Work, read_blocks};
