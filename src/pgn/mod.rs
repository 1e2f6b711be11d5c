//! The file format. Knows no legality: a move is a slice of the text, and a slice is its own place.
//!
//! A [`Parser`] reads the games of a block of text, token by token, without allocating anything for a sound game:
//!
//! ```
//! use arbiter::{pgn::{Parser, Tags, Token}, text::Source};
//!
//! let mut parser = Parser::new(Source::new("two.pgn", b"1. e4 e5 1-0\n\n1. d4 *\n"));
//! let (mut tags, mut games, mut moves) = (Tags::default(), 0, 0);
//! while parser.next_game(&mut tags) {
//!     games += 1;
//!     while let Some(token) = parser.next_token() {
//!         moves += u32::from(matches!(token, Token::Move(_)));
//!     }
//! }
//! assert_eq!((games, moves), (2, 3));
//! ```
//!
//! Variations that are open are always closed before the end of the game. The parser itself reports the codes of bytes
//! (B), of the syntax of tags (T101-T104, T111-T114), of brackets, glyphs and commands (C601-C613, C620), of results as
//! tokens (R701, R703-R705) and the form of numbers (N507, S410 where a bracket is glued to a move). Whether a word is
//! a move at all (M311), what a number, a tag value or a clock says, and whether the result fits, is decided by the
//! consumers of the tokens. Two moves written as one word come as one [`Token::Move`]; [`glued_moves`] takes them apart.

mod between;
mod bytes;
mod command;
mod comment;
mod foreign;
mod glyph;
mod grammar;
mod mail;
mod marker;
mod movetext;
mod parser;
mod plain;
mod server_comment;
mod tag_set;
mod tags;
mod token;
mod variation;
mod words;

pub use bytes::Encodings;
pub use command::{Command, Drawing, Evaluation, Value, commands};
pub(crate) use foreign::{HEAD, is_unreadable, wide_encoding};
pub use glyph::{Glyph, Shape, glyph_name, glyph_sign};
pub use grammar::{Parsed, Stuck, glued_moves, is_tag_name};
pub(crate) use grammar::{
    after_tags, is_move_like, last_line, last_word, starts_game, starts_moves, tag_pair,
};
pub(crate) use mail::{blank_marks, is_quoted_mail};
pub use marker::{GameResult, Marker, Spelling};
pub use parser::{End, Parser, Part, Summary};
pub(crate) use plain::DueNumber;
pub(crate) use server_comment::ServerComment;
pub(crate) use tag_set::{NAMES, known};
pub use tag_set::{ROSTER_TAGS, TagName, Tags};
pub(crate) use token::unescaped;
pub use token::{Comment, Enclosure, MoveNumber, TagPair, Token};
