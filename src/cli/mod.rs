//! The door: arguments shared by all commands, exit codes, colour.

mod arguments;
mod exit;
mod terminal;

pub use arguments::{Cli, Command};
pub use exit::{Exit, Trouble};
pub use terminal::{Color, Streams};
