//! Moves and positions as text, read with nom over bytes and written again.

pub mod clock;
pub mod date;
mod description;
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
pub mod variant_name;

pub use date::{BadDate, Date};
pub use description::description;
pub use language::Language;
pub use moment::{BadMoment, Moment, NoSuchMoment};
pub use move_text::{MoveText, NoMove};
pub use san::{San, Sign};
pub use san_forms::{Form, Forms};
pub use san_write::{NumberedMove, origin, sign, sign_of, write as write_san, write_without_sign};
pub use time_control::{BadTimeControl, Bonus, Period, TimeControl};
pub use variant_name::BadVariant;
