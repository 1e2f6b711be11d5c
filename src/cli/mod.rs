//! One file per subcommand: its flags, its help, its `run`. Beside them what all commands share: how a run
//! ends and where it writes.

pub mod arguments;
pub mod completions;
pub mod config;
pub mod exit;
pub mod explain;
pub mod format;
pub mod game;
pub mod man;
pub mod output;
pub mod perft;
pub mod play;
pub mod position;
pub mod progress;
pub mod report;
pub mod show;
pub mod streams;
pub mod uci;
pub mod validate;

pub use arguments::Cli;
pub use exit::{Exit, Trouble};
pub use streams::{Streams, Unheeded};

/// How a command ends.
pub type Run = Result<Exit, Trouble>;
