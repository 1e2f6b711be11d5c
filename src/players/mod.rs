//! Anyone asked for a move. Knows no screen; answers from a thread of its own.

mod nearest;
mod player;
mod random;
pub mod uci;

pub use nearest::nearest;
pub use player::{Allowance, Choice, Player, Request, Stop, Trouble};
pub use random::{Chance, Random};
