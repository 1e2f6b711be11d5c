//! Anyone asked for a move. Knows no screen; answers from a thread of its own.

mod built_in;
mod command;
mod kind;
mod lines;
mod location;
mod outside;
mod player;
mod process;
mod random;
mod seconds;
mod transcript;
pub mod uci;
pub mod xboard;

pub use built_in::{BuiltIn, Strength, balance};
pub use command::{CommandFault, Effort, EngineCommand, Protocol};
pub use kind::{Kind, NoPlayer};
pub use lines::each_line;
pub use outside::OutsideEngine;
pub use player::{Allowance, Choice, Player, Request, Stop, Trouble};
pub use random::{Chance, Random};
pub use seconds::seconds;
pub use transcript::Listener;
