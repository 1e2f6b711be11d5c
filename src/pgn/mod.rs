//! The file format. Knows no legality: a move is a slice of the text, and a slice is its own place.
//!
//! [`Reader::read`] walks over a block of text and tells a [`Visitor`] what it meets, in the order of
//! the text, without allocating anything for a sound game:
//!
//! ```
//! use arbiter::{pgn::{MoveNumber, Reader, TagPair, Visitor}, text::Source};
//!
//! #[derive(Default)]
//! struct Count { games: u32, moves: u32, findings: u32 }
//!
//! impl<'a> Visitor<'a> for Count {
//!     fn begin_game(&mut self, _: &'a [u8]) { self.games += 1 }
//!     fn mv(&mut self, _: &'a [u8]) { self.moves += 1 }
//!     fn finding(&mut self, _: arbiter::diagnostics::Finding) { self.findings += 1 }
//! }
//!
//! let mut count = Count::default();
//! Reader::new(Source::new("two.pgn", b"1. e4 e5 1-0\n\n1. d4 *\n")).read(&mut count);
//! assert_eq!((count.games, count.moves, count.findings), (2, 3, 0));
//! ```
//!
//! The order of calls in one game: `begin_game`, `tag`*, `begin_moves`, then any of `number`, `mv`, `glyph`,
//! `comment` (followed by a `command` for each `[%…]` in it), `open_variation`, `close_variation` and `result`, at last
//! `end_game`. Variations that are open are always closed before `end_game`. `finding` may come at any
//! time, also outside a game.
//!
//! What the reader reports itself: the codes of bytes (B), of the syntax of tags (T101-T104, T111-T114), of brackets,
//! glyphs and commands (C601-C613, C620), of results as tokens (R701, R703-R705) and the form of numbers
//! (N507, S410 where a bracket is glued to a move). Whether a word is a move at all (M311), what a number,
//! a tag value or a clock says, and whether the result fits, is for those who visit. Two moves written as one word come as
//! one `mv`; [`glued_moves`] takes them apart.

mod between;
mod bracket;
mod bytes;
mod command;
mod due;
mod ending;
mod glyph;
mod grammar;
mod marker;
mod movetext;
mod oddity;
mod plain;
mod plain_tag;
mod quotation;
mod reader;
mod remarks;
mod tag_writing;
mod tags;
mod tree;
mod usual;
mod visitor;
mod writer;

pub use bytes::Encodings;
pub use command::{Command, Drawing, Evaluation, Value, commands};
pub use due::DueNumber;
pub use glyph::{Glyph, Shape, glyph_name};
pub use grammar::{Parsed, Stuck, is_tag_name};
pub use marker::{GameResult, Marker, Spelling};
pub use movetext::glued_moves;
pub use reader::{End, Position, Reader, Summary};
pub use tree::{Game, Line, Node};
pub use visitor::{Comment, Enclosure, MoveNumber, TagPair, Visitor};
pub use writer::ROSTER;
