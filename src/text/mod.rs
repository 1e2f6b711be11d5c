//! Bytes and places. Knows no chess.

mod atomic_file;
mod decimal;
mod harmless;
mod hidden;
mod nearest;
mod places;
mod source;
mod span;
mod word;

pub use atomic_file::AtomicFile;
pub use decimal::Decimal;
pub use harmless::harmless;
pub use hidden::{hidden_length, without_hidden};
pub use nearest::nearest;
pub use places::Places;
pub use source::{Place, Source, count_line_ends};
pub use span::Span;
pub use word::{HIGH_BITS, ONES, Word};
