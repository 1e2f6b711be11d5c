//! Bytes and places. Knows no chess.

mod decimal;
mod harmless;
mod hidden;
mod places;
mod source;
mod span;
mod whole_file;
mod word;

pub use decimal::Decimal;
pub use harmless::harmless;
pub use hidden::{hidden_length, without_hidden};
pub use places::Places;
pub use source::{Place, Source, count_line_ends};
pub use span::Span;
pub use whole_file::WholeFile;
pub use word::{HIGH_BITS, ONES, Word};
