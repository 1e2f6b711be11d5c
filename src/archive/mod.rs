//! Many games: where they come from, how a stream is cut into blocks of whole games, and how several threads read them.
//!
//! ```
//! use std::ops::ControlFlow;
//! use arbiter::{
//!     archive::{Block, BlockResult, Blocks, read_blocks},
//!     pgn::{Parser, Tags},
//! };
//!
//! let count = |block: &Block| {
//!     let mut parser = Parser::of_part(block.source("two.pgn"), block.part);
//!     while parser.next_game(&mut Tags::default()) {}
//!     let summary = parser.finish();
//!     BlockResult { end: summary.end, value: summary.games }
//! };
//! // `Input::File(path).blocks(4)` gives the blocks of a file.
//! let blocks = Blocks::new("two.pgn".into(), &b"1. e4 e5 1-0\n\n1. d4 *\n"[..]);
//! let mut games = 0;
//! read_blocks(blocks, 4, &count, |_block, block_games| {
//!     games += block_games;
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(games, 2);
//! # Ok::<(), arbiter::archive::InputError>(())
//! ```
//!
//! `count` is called for every block, on any thread. A block that does not end between two games ([`End::Open`](crate::pgn::End)) is joined
//! with its successor and read again, so the values that the last function receives are always right, and in the order of the file.

mod block;
mod blocks;
mod boundary;
mod decode;
mod encode;
mod input;
mod interrupt;
mod pool;
mod read_blocks;
mod shards;
mod spare;
mod zip_file;

pub use block::{Block, Extent};
pub use blocks::{Blocks, LARGEST_GAME};
pub use decode::Format;
pub use encode::Encoder;
pub use input::{Expansion, Input, InputError, expand};
pub use interrupt::{Interrupt, InterruptibleStream};
pub use pool::OrderedPool;
pub use read_blocks::{BlockResult, read_blocks};
pub use shards::{Shard, ShardBlocks, ShardKind};
pub use zip_file::ZipMember;
