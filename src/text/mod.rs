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
mod nearest;
mod printable;
mod source;
mod word;

pub use atomic_file::AtomicFile;
pub use nearest::nearest;
pub use printable::{hidden_length, io_message, printable, without_hidden};
pub use source::{Place, Places, Source, Span, count_line_ends};
pub use word::{HIGH_BITS, ONES, Word};
