//! A score played out: each written move found on the board and played, variations included; what stands there at
//! the end; and where a move cannot be played, why, and what was probably meant.

mod beginning;
mod ending;
mod line;
pub mod load;
mod moments;
mod second_opinion;
mod stuck;
mod suggest;
mod traces;

pub use beginning::{Beginning, beginning};
pub use ending::Ending;
pub use line::{Line, Played, is_null_move};
pub use moments::{Moment, moments};
pub use second_opinion::second_opinion;
pub use stuck::Stuck;
