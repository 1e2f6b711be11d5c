//! Bytes and places. Knows no chess.

mod source;
mod span;

pub use source::{Place, Source, count_line_ends};
pub use span::Span;
