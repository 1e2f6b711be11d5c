//! The door: the words on the command line, and which command they call.

use clap::{CommandFactory, Parser, Subcommand};

use crate::cli::{
    Run, Streams, completions, config, explain, man, perft, play, report, show, streams::Color,
    uci, validate,
};

const EXAMPLES: &str = "Examples:
  arbiter validate games.pgn
  arbiter explain Nf3
  arbiter show games.pgn --at 12w
  arbiter play --vs ai

`arbiter COMMAND --help` has more.";

/// Knows the rules of chess exactly: validates PGN archives, describes positions, plays in a plain shell.
#[derive(Debug, Parser)]
#[command(name = "arbiter", version, about, arg_required_else_help = true)]
#[command(disable_help_subcommand = true, infer_subcommands = false)]
#[command(after_long_help = EXAMPLES)]
pub struct Cli {
    /// When to use colour
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true
    )]
    pub color: Color,

    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Replay every game of PGN files and say what is wrong, where and why
    Validate(validate::Arguments),
    /// Describe positions given as FEN or EPD, one record each
    Report(report::Arguments),
    /// Play: two people, the built-in opponent, or any UCI or XBoard engine
    Play(Box<play::Arguments>),
    /// Say why a move is legal or not; describe a finding code
    Explain(explain::Arguments),
    /// Draw a position, or a moment of a game
    Show(show::Arguments),
    /// Count move paths
    Perft(perft::Arguments),
    /// Be the built-in opponent for a chess program that speaks UCI
    Uci(uci::Arguments),
    /// Show the settings and where they are
    Config(config::Arguments),
    /// Print what a shell needs to complete our words
    Completions(completions::Arguments),
    /// Print the manual page
    Man(man::Arguments),
}

impl Cli {
    /// Runs the command.
    ///
    /// # Errors
    /// When it cannot be carried out.
    pub fn run(&self, streams: &mut Streams<'_>) -> Run {
        match &self.command {
            Command::Validate(arguments) => validate::run(arguments, streams),
            Command::Report(arguments) => report::run(arguments, streams),
            Command::Play(arguments) => play::run(arguments, streams),
            Command::Explain(arguments) => explain::run(arguments, streams),
            Command::Show(arguments) => show::run(arguments, streams),
            Command::Perft(arguments) => perft::run(arguments, streams),
            Command::Uci(arguments) => uci::run(arguments, streams),
            Command::Config(arguments) => config::run(arguments, streams),
            Command::Completions(arguments) => {
                completions::run(arguments, Self::command(), streams)
            }
            Command::Man(_) => man::run(Self::command(), streams),
        }
    }
}
