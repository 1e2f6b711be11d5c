//! `arbiter config`: the settings and their file.

use clap::Args;

use crate::cli::{CommandError, CommandResult, Exit, Streams};
use crate::play::{Folders, Settings};
use crate::text::{printable, printable_line};

const EXAMPLES: &str = "Examples:
  arbiter config
  arbiter config --path
  XDG_CONFIG_HOME=/tmp/elsewhere arbiter config";

/// The flags of `arbiter config`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct ConfigArguments {
    /// Print only the path of the settings file
    #[arg(long)]
    path: bool,
}

/// Prints the current settings as a settings file, with its path as a comment.
///
/// # Errors
/// When the user has no home folder, or the output cannot be written.
pub fn run(arguments: &ConfigArguments, streams: &mut Streams<'_>) -> CommandResult {
    let path = Folders::of_user().settings().ok_or_else(|| {
        CommandError::new("there is no folder for settings: set XDG_CONFIG_HOME or HOME")
    })?;
    if arguments.path {
        writeln!(streams.out, "{}", printable_line(&path.display().to_string()))?;
        return Ok(Exit::Clean);
    }
    let (settings, warnings) = Settings::look(&path);
    for warning in warnings {
        writeln!(streams.err, "warning: {warning}")?;
    }
    let state = if path.exists() { "" } else { " (does not exist: these are the defaults)" };
    let (path, settings) = (path.display().to_string(), settings.to_toml());
    let (path, settings) = (printable_line(&path), printable(settings.trim_end()));
    writeln!(streams.out, "# {path}{state}\n\n{settings}")?;
    Ok(Exit::Clean)
}
