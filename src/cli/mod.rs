//! The command line: one file per subcommand, with its flags, its help and its `run`, and beside them what the commands share.

pub mod checks;
pub mod config;
pub mod exit;
pub mod explain;
mod file_validation;
pub mod fix;
pub mod generate;
pub mod help;
pub mod match_command;
pub mod numbers;
pub mod paths;
pub mod perft;
pub mod play;
pub mod position;
pub mod report;
pub mod review;
pub mod shards;
pub mod show;
pub mod streams;
pub mod uci;
pub mod validate;
pub mod variant;
pub mod variants;

use std::{env, ffi::OsString};

use clap::{Arg, ArgAction, Command, CommandFactory, FromArgMatches, Parser};

pub use exit::{CommandError, CommandResult, Exit};
pub use streams::{IgnoreErrors, Streams};

use streams::ColorChoice;

const EXAMPLES: &str = "Examples:
  arbiter validate games.pgn
  arbiter explain Nf3
  arbiter show games.pgn --game 3 --at 12w
  arbiter play --vs ai

Run `arbiter COMMAND --help` for the flags of a command, `arbiter help formats` for the fields of JSON and CSV.";

/// The commands as the help lists them.
pub const GROUPS: [(&str, &[&str]); 4] = [
    ("Archives", &["validate", "fix", "shards"]),
    ("Positions", &["report", "show", "explain", "perft"]),
    ("Play", &["play", "review", "match", "variants", "uci"]),
    ("Tools", &["config", "completions", "man", "help"]),
];

/// Validates PGN archives, describes positions and plays chess in a plain shell
#[derive(Debug, Parser)]
#[command(name = "arbiter", version, about, arg_required_else_help = true)]
#[command(disable_version_flag = true)]
#[command(disable_help_subcommand = true, infer_subcommands = false)]
#[command(after_long_help = EXAMPLES)]
pub struct Cli {
    /// When to use colour: auto, always or never
    #[arg(
        long,
        global = true,
        value_name = "WHEN",
        default_value = "auto",
        hide_possible_values = true,
        hide_short_help = true
    )]
    pub color: ColorChoice,

    /// Print version
    #[arg(short = 'V', long, action = ArgAction::Version, hide_short_help = true)]
    version: Option<bool>,

    /// The subcommand.
    #[command(subcommand)]
    pub command: Subcommand,
}

/// The subcommands.
#[derive(Debug, clap::Subcommand)]
pub enum Subcommand {
    /// Check PGN files: what is wrong, where and why
    Validate(validate::ValidateArguments),
    /// Correct PGN files, touching only the faulty bytes
    Fix(Box<fix::FixArguments>),
    /// Describe positions, one record each; make worksheets
    Report(report::ReportArguments),
    /// Play against the built-in engine, a person or another engine
    Play(Box<play::PlayArguments>),
    /// Judge every move of a game: mistakes, better lines, accuracy
    Review(Box<review::ReviewArguments>),
    /// Let two engines play each other
    Match(Box<match_command::MatchArguments>),
    /// Say why a move is legal or not, or what a code means
    Explain(explain::ExplainArguments),
    /// Draw a position, or a game as a page
    Show(show::ShowArguments),
    /// Validate an archive in parts, on one machine or many
    Shards(shards::ShardsArguments),
    /// Count the move paths of a position
    Perft(perft::PerftArguments),
    /// List the built-in variants, show one, or check a file of definitions
    Variants(variants::VariantsArguments),
    /// Run the built-in engine for a chess program that uses UCI
    Uci(uci::UciArguments),
    /// Show the settings and their file
    Config(config::ConfigArguments),
    /// Generate shell completions
    Completions(generate::CompletionsArguments),
    /// Print the manual page
    Man(generate::ManArguments),
    /// Show the help of a command, a code or the formats
    Help(help::HelpArguments),
}

/// When help and usage errors are coloured, which clap prints before it knows the value of `--color`.
fn help_color(arguments: impl Iterator<Item = OsString>) -> clap::ColorChoice {
    let arguments: Vec<String> =
        arguments.map(|argument| argument.to_string_lossy().into_owned()).collect();
    let joined = arguments.iter().find_map(|argument| argument.strip_prefix("--color="));
    let apart = arguments.windows(2).find(|pair| pair[0] == "--color").map(|pair| &*pair[1]);
    match joined.or(apart) {
        Some("always") => clap::ColorChoice::Always,
        Some("never") => clap::ColorChoice::Never,
        _ => clap::ColorChoice::Auto,
    }
}

/// The command line in which the value of an option may begin with a minus, so that the refusal of `-1` says what is expected.
fn with_negative_numbers(command: Command) -> Command {
    let allowed = |argument: Arg| {
        let takes_value = !argument.is_positional() && argument.get_action().takes_values();
        if takes_value { argument.allow_negative_numbers(true) } else { argument }
    };
    command.mut_args(allowed).mut_subcommands(with_negative_numbers)
}

impl Cli {
    /// The command line with its commands in groups, which clap has no words for.
    pub fn grouped() -> Command {
        let command = Self::command();
        let line = |name: &&str| {
            let about = command.find_subcommand(name).and_then(Command::get_about);
            format!("  {name:<12} {}\n", about.map(ToString::to_string).unwrap_or_default())
        };
        let group = |(title, names): (&str, &[&str])| {
            format!("{title}:\n{}", names.iter().map(line).collect::<String>())
        };
        // Without empty lines it fits on a screen of 24 lines.
        let groups: String = GROUPS.map(group).concat();
        with_negative_numbers(command).help_template(format!(
            "{{about}}\n{{usage-heading}} {{usage}}\n{groups}Options:\n{{options}}{{after-help}}"
        ))
    }

    /// The arguments of this process.
    ///
    /// # Errors
    /// When they cannot be understood, or ask for help.
    pub fn try_parse_grouped() -> Result<Self, clap::Error> {
        let command = Self::grouped().color(help_color(env::args_os()));
        Self::from_arg_matches(&command.try_get_matches()?)
    }

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
            Subcommand::Review(arguments) => review::run(arguments, streams),
            Subcommand::Match(arguments) => match_command::run(arguments, streams),
            Subcommand::Explain(arguments) => explain::run(arguments, streams),
            Subcommand::Show(arguments) => show::run(arguments, streams),
            Subcommand::Shards(arguments) => shards::run(arguments, streams),
            Subcommand::Perft(arguments) => perft::run(arguments, streams),
            Subcommand::Variants(arguments) => variants::run(arguments, streams),
            Subcommand::Uci(arguments) => uci::run(arguments, streams),
            Subcommand::Config(arguments) => config::run(arguments, streams),
            Subcommand::Completions(arguments) => {
                generate::completions(arguments, &Self::command(), streams)
            }
            Subcommand::Man(_) => generate::man(Self::command(), streams),
            Subcommand::Help(arguments) => help::run(arguments, Self::grouped(), streams),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cli, CommandFactory, GROUPS};

    #[test]
    fn every_command_is_in_one_group() {
        let mut grouped: Vec<&str> = GROUPS.iter().flat_map(|(_, names)| *names).copied().collect();
        let cli = Cli::command();
        let mut all: Vec<&str> = cli.get_subcommands().map(clap::Command::get_name).collect();
        grouped.sort_unstable();
        all.sort_unstable();
        assert_eq!(grouped, all);
    }
}
