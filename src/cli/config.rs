//! `arbiter config`: where the settings are, and what they say.

use clap::Args;

use crate::cli::{CommandError, CommandResult, Exit, Streams};
use crate::play::{Homes, settings_file};

const EXAMPLES: &str = "Examples:
  arbiter config
  arbiter config --path
  XDG_CONFIG_HOME=/tmp/elsewhere arbiter config";

/// The flags of `arbiter config`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {
    /// Print only where the settings file is
    #[arg(long)]
    path: bool,
}

/// Prints the settings in force as a settings file, with its place as a comment.
///
/// # Errors
/// When there is no home to keep settings in, or the output cannot be written.
pub fn run(arguments: &Arguments, streams: &mut Streams<'_>) -> CommandResult {
    let path = Homes::from_environment().settings().ok_or_else(|| {
        CommandError::new(
            "there is no folder for settings: neither XDG_CONFIG_HOME nor HOME is set",
        )
    })?;
    if arguments.path {
        writeln!(streams.out, "{}", path.display())?;
        return Ok(Exit::Clean);
    }
    let (settings, warning) = settings_file::load(&path);
    if let Some(warning) = warning {
        writeln!(streams.err, "warning: {warning}")?;
    }
    let state = if path.exists() { "" } else { " (not there: these are the defaults)" };
    writeln!(streams.out, "# {}{state}\n\n{}", path.display(), settings.to_toml().trim_end())?;
    Ok(Exit::Clean)
}
