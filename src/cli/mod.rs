//! The command line: one file per subcommand, with its flags, its help and its `run`, and beside them what the commands share.

pub mod checks;
pub mod config;
pub mod exit;
pub mod explain;
pub mod fix;
pub mod generate;
pub mod help;
pub mod match_command;
pub mod paths;
pub mod perft;
pub mod play;
pub mod position;
pub mod report;
pub mod shards;
pub mod show;
pub mod streams;
pub mod uci;
pub mod validate;

use clap::{CommandFactory, Parser};

pub use exit::{CommandError, CommandResult, Exit};
pub use streams::{IgnoreErrors, Streams};

use streams::ColorChoice;

const EXAMPLES: &str = "Examples:
  arbiter validate games.pgn
  arbiter explain Nf3
  arbiter show games.pgn --game 3 --at 12w
  arbiter play --vs ai

Run `arbiter COMMAND --help` for the flags of a command, `arbiter help formats` for the fields of JSON and CSV.";

/// Validates PGN archives, describes positions and plays chess in a plain shell
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
    pub color: ColorChoice,

    /// The subcommand.
    #[command(subcommand)]
    pub command: Subcommand,
}

/// The subcommands.
#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// Replay every game of PGN files and report what is wrong, where and why
    Validate(validate::ValidateArguments),
    /// Correct PGN files, touching only the faulty bytes
    Fix(Box<fix::FixArguments>),
    /// Describe positions given as FEN or EPD, one record each
    Report(report::ReportArguments),
    /// Play against another person, the built-in engine, or any UCI or XBoard engine
    Play(Box<play::PlayArguments>),
    /// Let two engines play a match
    Match(Box<match_command::MatchArguments>),
    /// Explain why a move is legal or not, or what a finding code means
    Explain(explain::ExplainArguments),
    /// Draw a position, or a moment of a game
    Show(show::ShowArguments),
    /// Cut an archive into shards, validate them one by one, and merge what was found
    Shards(shards::ShardsArguments),
    /// Count move paths
    Perft(perft::PerftArguments),
    /// Run the built-in engine over UCI
    Uci(uci::UciArguments),
    /// Show the settings and their file
    Config(config::ConfigArguments),
    /// Generate shell completions
    Completions(generate::CompletionsArguments),
    /// Print the manual page
    Man(generate::ManArguments),
    /// Show the help of a command, the fields of all formats, or the page of a finding code
    Help(help::HelpArguments),
}

impl Cli {
    /// Runs the command.
    ///
    /// # Errors
    /// When the command fails.
    pub fn run(&self, streams: &mut Streams<'_>) -> CommandResult {
        match &self.command {
            Subcommand::Validate(arguments) => validate::run(arguments, streams),
            Subcommand::Fix(arguments) => fix::run(arguments, streams),
            Subcommand::Report(arguments) => report::run(arguments, streams),
            Subcommand::Play(arguments) => play::run(arguments, streams),
            Subcommand::Match(arguments) => match_command::run(arguments, streams),
            Subcommand::Explain(arguments) => explain::run(arguments, streams),
            Subcommand::Show(arguments) => show::run(arguments, streams),
            Subcommand::Shards(arguments) => shards::run(arguments, streams),
            Subcommand::Perft(arguments) => perft::run(arguments, streams),
            Subcommand::Uci(arguments) => uci::run(arguments, streams),
            Subcommand::Config(arguments) => config::run(arguments, streams),
            Subcommand::Completions(arguments) => {
                generate::completions(arguments, Self::command(), streams)
            }
            Subcommand::Man(_) => generate::man(Self::command(), streams),
            Subcommand::Help(arguments) => help::run(arguments, Self::command(), streams),
        }
    }
}
