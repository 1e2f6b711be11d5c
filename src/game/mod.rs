//! One game: how it begins, where it stands, its moves as a tree; where a move cannot be played, why, and what was probably
//! meant.

mod cross_check;
mod cursor;
mod illegal_move;
pub mod load;
mod moments;
mod repetition;
mod start;
mod suggest;

pub use cross_check::cross_check;
pub use cursor::{Cursor, Draws, Ending, Played, is_null_move};
pub use illegal_move::IllegalMove;
pub use moments::{Moment, moments};
pub use start::Start;
