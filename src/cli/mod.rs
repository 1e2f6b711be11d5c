//! One file per subcommand: its flags, its help, its `run`. Beside them what all commands share: how a run
//! ends and where it writes.

pub mod arguments;
pub mod config;
pub mod exit;
pub mod explain;
pub mod game;
pub mod generate;
pub mod perft;
pub mod play;
pub mod position;
pub mod report;
pub mod show;
pub mod streams;
pub mod uci;
pub mod validate;

pub use arguments::Cli;
pub use exit::{Exit, Trouble};
pub use streams::{IgnoreErrors, Streams};

/// How a command ends.
pub type Run = Result<Exit, Trouble>;
