//! Bytes and places. Knows no chess.

mod source;
mod span;

pub use source::{Place, Source};
pub use span::Span;
