//! `arbiter uci`: the built-in engine over the Universal Chess Interface.

use std::io;

use clap::Args;

use crate::cli::{CommandResult, Exit, Streams, streams::stdin_is_terminal};
use crate::uci::serve;

const EXAMPLES: &str = "Examples:
  arbiter uci
  printf 'position startpos moves e2e4\\ngo depth 6\\n' | arbiter uci
  printf 'position fen k7/8/K7/8/8/8/8/1R6 w - -\\ngo mate 1\\n' | arbiter uci";

/// The flags of `arbiter uci`: none, because a client sets options through the protocol.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct UciArguments {}

/// Serves a client until it sends `quit` or its lines end.
///
/// # Errors
/// When the output cannot be written.
pub fn run(_: &UciArguments, streams: &mut Streams<'_>) -> CommandResult {
    if stdin_is_terminal() {
        writeln!(streams.err, "note: a chess program sends commands here; `quit` ends it")?;
    }
    serve(io::stdin(), streams.out)?;
    Ok(Exit::Clean)
}
