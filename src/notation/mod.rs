//! Values as text: positions, moves, variants, dates, time controls, clocks. Each notation has one reader,
//! which every command uses.
//!
//! ```
//! use arbiter::{notation::{San, fen, write_san}, rules::{Chess, Position}};
//!
//! let mut position: Chess = "4k3/8/8/8/8/8/4P3/R3K3 w Q - 0 1".parse()?;
//! let san: San = "0-0-0+".parse()?;
//! let castling = san.resolve(&position).expect("a legal move");
//! assert_eq!(write_san(&position, castling), "O-O-O");
//! position.play_unchecked(castling);
//! assert_eq!(fen::write(&position), "4k3/8/8/8/8/8/4P3/2KR4 b - - 1 1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod any_san;
pub mod clock;
pub mod date;
pub mod epd;
pub mod fen;
mod language;
mod moment;
pub mod move_text;
pub mod reason;
pub mod san;
mod san_forms;
mod san_write;
pub mod time_control;
pub mod uci;
pub mod variant;
pub mod variant_name;
mod written;

pub use any_san::{AnySan, AnySpec};
pub use date::{BadDate, Date};
pub use language::Language;
pub use moment::{BadMoment, Moment, NoSuchMoment};
pub use move_text::MoveText;
pub(crate) use san::PlainMove;
pub use san::{San, Sign};
pub use san_forms::{Form, Forms, NoMove};
pub(crate) use san_write::distinction;
pub use san_write::{
    description, numbered, origin, sign, sign_of, write as write_san, write_without_sign,
};
pub use time_control::{BadTimeControl, Bonus, Period, TimeControl};
pub use variant_name::BadVariant;
pub use written::Written;

/// What a production of nom returns.
type Production<'a, T> = nom::IResult<&'a [u8], T>;
