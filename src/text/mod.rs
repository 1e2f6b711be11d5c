//! Bytes and places. Knows no chess.
//!
//! ```
//! use arbiter::text::{Source, Span};
//!
//! let source = Source::new("evening.pgn", b"[Event \"Club\"]\n[Site \"Lund\"]\n");
//! let value = &source.bytes[22..26];
//! assert_eq!(value, b"Lund");
//!
//! // A slice of the text knows its place.
//! let span = source.span_of(value);
//! assert_eq!(span, Span { start: 22, end: 26 });
//! let place = source.place_of(span.start);
//! assert_eq!((place.line, place.column), (2, 8));
//! assert_eq!(source.line_of(span.start), b"[Site \"Lund\"]");
//! ```

mod atomic_file;
mod code_page;
mod count;
mod line;
mod nearest;
mod printable;
mod source;

pub use atomic_file::{AtomicFile, ClosedFile};
pub use code_page::{CodePage, SAMPLE, WideEncoding};
pub use count::{counted, grouped};
pub use line::read_line;
pub use nearest::nearest;
pub use printable::{
    PrintableWriter, hidden_length, io_message, is_invisible, printable, printable_line, readable,
    shortened, wide_character, without_hidden,
};
pub use source::{BLANKED_MARK, Place, Places, Preceding, SIGHT, Source, Span, count_line_ends};

/// A one in each of eight bytes: times a byte, it is that byte eight times.
pub(crate) const ONES: u64 = u64::from_ne_bytes([1; 8]);
/// The highest bit of each of eight bytes.
pub(crate) const HIGH_BITS: u64 = ONES << 7;
