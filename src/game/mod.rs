//! One game: how it begins, where it stands, its moves as a tree; where a move cannot be played, why, and what was probably
//! meant.

mod cross_check;
mod cursor;
mod ending;
mod illegal_move;
mod moments;
mod start;
mod suggest;
mod tree;
mod walk;
mod write;

pub use cross_check::cross_check;
pub use cursor::{Cursor, Played, is_null_move};
pub use ending::{Draws, Ending};
pub use illegal_move::IllegalMove;
pub use moments::{Moment, moments};
pub use start::Start;
pub use tree::{Game, Line, Node, PlyKind, numbered, prose};
pub use walk::{Ahead, CommentReader, SkipComments, Walked};
