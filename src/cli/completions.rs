//! `arbiter completions`: what a shell needs to complete our words.

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::cli::{Exit, Run, Streams};

const EXAMPLES: &str = "Examples:
  arbiter completions bash > arbiter.bash  # to be sourced by ~/.bashrc
  arbiter completions zsh > _arbiter  # into a directory of $fpath
  arbiter completions fish > arbiter.fish  # into ~/.config/fish/completions";

/// The flags of `arbiter completions`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    /// For which shell
    shell: Shell,
}

/// Prints the script for the shell.
///
/// # Errors
/// When the output cannot be written.
pub fn run(arguments: &Arguments, mut cli: Command, streams: &mut Streams<'_>) -> Run {
    let mut script = Vec::new();
    generate(arguments.shell, &mut cli, "arbiter", &mut script);
    streams.out.write_all(&script)?;
    Ok(Exit::Clean)
}
