//! One game: its start, the cursor that plays it, its moves as a tree; for a move that cannot be played, the reason and likely
//! corrections.

mod cross_check;
mod cursor;
mod ending;
mod events;
mod illegal_move;
mod meant;
mod start;
mod tree;
mod walk;
mod write;

pub use cross_check::cross_check;
pub(crate) use cursor::takes_king;
pub use cursor::{Cursor, Played, is_null_move};
pub use ending::{Draws, Ending};
pub use events::{GameEvent, game_events};
pub use illegal_move::IllegalMove;
pub use meant::{Change, Continuation, Explanation, HABIT_COUNT, HabitScene, LastMoves};
pub use start::Start;
pub use start::Word;
pub(crate) use start::main_line;
pub use tree::{Game, Line, Node, PlyKind, prose};
pub use walk::{Ahead, CommentReader, Walked};
