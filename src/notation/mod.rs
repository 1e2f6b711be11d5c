//! Moves and positions as text, read with nom over bytes and written again.

pub mod coordinate;
mod description;
pub mod epd;
pub mod fen;
mod language;
mod no_move;
pub mod reason;
pub mod san;
mod san_forms;
mod san_write;
pub mod variant;

pub use description::description;
pub use language::Language;
pub use no_move::NoMove;
pub use san::{San, Sign};
pub use san_forms::{Form, Forms};
pub use san_write::{NumberedMove, origin, sign, sign_of, write as write_san, write_without_sign};
