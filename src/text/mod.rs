//! Bytes and places. Knows no chess.

mod places;
mod source;
mod span;
mod word;

pub use places::Places;
pub use source::{Place, Source, count_line_ends};
pub use span::Span;
pub use word::Word;
