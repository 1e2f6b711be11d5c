//! Anyone asked for a move. Knows no screen; answers from a thread of its own.

mod player;
mod random;

pub use player::{Allowance, Choice, Player, Request, Stop, Trouble};
pub use random::{Chance, Random};
