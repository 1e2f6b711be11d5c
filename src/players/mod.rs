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

pub use crate::engine::TimeLeft;
pub use built_in::{BuiltInPlayer, Strength, balance};
pub use command::{CommandError, Effort, EngineCommand, Protocol};
pub use kind::{PlayerSpec, PlayerSpecError};
pub use lines::each_line;
pub use outside::ExternalEngine;
pub use player::{Choice, EngineError, MoveRequest, Player, Stop};
pub use random::{RandomPlayer, SplitMix64};
pub use seconds::seconds;
pub use transcript::Listener;
