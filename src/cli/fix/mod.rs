//! `arbiter fix`: corrects PGN files, touching only the faulty bytes.

mod interactive;
mod run;
mod target;

use std::{num::NonZeroUsize, path::PathBuf};

use clap::{Args, ValueEnum};

use self::run::Run;
use crate::{
    archive::{Expansion, Input, expand},
    cli::{
        CommandError, CommandResult, Exit, Streams,
        checks::Checks,
        numbers,
        paths::{Paths, report_expansion},
        streams::{refuse_same_outputs, stdin_is_terminal},
    },
    diagnostics::Class,
    fix::Policy,
    lint::Options,
};

const EXAMPLES: &str = "Examples:
  arbiter fix games.pgn -o clean.pgn
  arbiter fix games.pgn -o clean.pgn --apply likely --rejects bad.pgn
  arbiter fix --diff --profile export games.pgn
  arbiter fix --in-place --backup .orig games.pgn
  arbiter fix --check --select S,N archive/

A correction is safe if the game means the same afterwards, likely if its confidence is at least 0.95, otherwise a guess.
Exit status: 0 if nothing is left at or above --fail-on, 1 if something is left, 2 if a file could not be corrected.";

/// The flags of `arbiter fix`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub struct FixArguments {
    #[command(flatten)]
    paths: Paths,

    /// Which corrections to apply
    #[arg(long, value_name = "CLASS", default_value = "safe")]
    apply: Apply,

    /// With `--apply likely` or `all`: only corrections of at least this confidence, from 0.50 to 1.00
    #[arg(long, value_name = "P", value_parser = confidence, hide_short_help = true)]
    min_confidence: Option<f32>,

    #[command(flatten)]
    checks: Checks,

    /// Write the corrected copy to this file
    ///
    /// It is compressed as its ending says.
    #[arg(short, long, value_name = "FILE", conflicts_with_all = ["in_place", "diff", "check"])]
    output: Option<PathBuf>,

    /// Rewrite each file
    #[arg(long, conflicts_with_all = ["diff", "check"])]
    in_place: bool,

    /// With `--in-place`: keep the old file under its name and this suffix
    #[arg(long, value_name = "SUFFIX", requires = "in_place", conflicts_with_all = ["output", "diff", "check"], hide_short_help = true)]
    #[arg(value_parser = suffix)]
    backup: Option<String>,

    /// Print a unified diff instead
    #[arg(long, conflicts_with = "check")]
    diff: bool,

    /// Print nothing; status 1 if anything would change
    #[arg(long)]
    check: bool,

    /// Write games that still have errors to this file
    ///
    /// They are written unchanged, and not to the output.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["diff", "check"])]
    rejects: Option<PathBuf>,

    /// Ask about every correction that is not safe
    #[arg(long, conflicts_with_all = ["diff", "check"])]
    interactive: bool,

    /// Write every edit as a line of JSON to this file
    #[arg(long, value_name = "FILE", hide_short_help = true)]
    log: Option<PathBuf>,

    /// Number of threads [default: all cores]
    #[arg(short, long, value_name = "N", value_parser = numbers::from_one::<NonZeroUsize>, hide_short_help = true)]
    jobs: Option<NonZeroUsize>,

    /// Print no summary
    #[arg(short, long)]
    quiet: bool,
}

/// Which corrections are applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Apply {
    /// Those after which the game means the same
    Safe,
    /// Also those with a confidence of at least 0.95
    Likely,
    /// All
    All,
}

fn confidence(text: &str) -> Result<f32, String> {
    let number = text.parse().ok().filter(|number| (0.5..=1.0).contains(number));
    number.ok_or_else(|| "expected a number from 0.50 to 1.00".to_owned())
}

/// A suffix with which a name is another name in the same folder.
fn suffix(text: &str) -> Result<String, String> {
    let is_name = !text.is_empty() && !text.contains(std::path::is_separator);
    is_name.then(|| text.to_owned()).ok_or_else(|| "expected the end of a file name".to_owned())
}

/// Corrects every input.
///
/// # Errors
/// When the flags make no sense or the output cannot be written.
pub fn run(arguments: &FixArguments, streams: &mut Streams<'_>) -> CommandResult {
    let paths = arguments.paths.read("fix")?;
    let Expansion { inputs, errors, skipped } = expand(&paths);
    arguments.refuse_several(&inputs)?;
    arguments.refuse_questions(&inputs, streams.is_terminal)?;
    let outputs = [&arguments.output, &arguments.rejects, &arguments.log];
    refuse_same_outputs(outputs.into_iter().filter_map(|path| path.as_deref()))?;
    let policy = arguments.policy()?;
    let options = Options::new(arguments.checks.selection()?);
    let unread = report_expansion(&errors, &skipped, arguments.is_silent(), streams.err)?;
    let mut run = Run::new(arguments, &options, policy, &paths, inputs.len())?;
    let mut exit = unread;
    for input in &inputs {
        exit = exit.and(run.input(input, streams)?);
        if matches!(exit, Exit::Signal(_)) {
            break;
        }
    }
    run.finish(exit, streams.err)
}

impl FixArguments {
    /// Several files cannot share one output.
    fn refuse_several(&self, inputs: &[Input]) -> Result<(), CommandError> {
        let has_one_output = !(self.in_place || self.diff || self.check);
        if has_one_output && inputs.len() > 1 {
            let message = format!("{} files cannot be written to one output", inputs.len());
            let tip = "use `--in-place`, `--diff` or `--check`, or name one file";
            return Err(CommandError::new(message).with_tip(tip));
        }
        Ok(())
    }

    /// Questions need a terminal for the answers, and another place for the games.
    fn refuse_questions(&self, inputs: &[Input], is_terminal: bool) -> Result<(), CommandError> {
        if !self.interactive {
            return Ok(());
        }
        let is_stdin = inputs.iter().any(|input| matches!(input, Input::Stdin));
        if is_stdin || !stdin_is_terminal() {
            let message = "`--interactive` reads answers from a terminal, and games from files";
            return Err(CommandError::new(message));
        }
        if is_terminal && !self.in_place && self.output.is_none() {
            let message = "`--interactive` needs a file for the corrected games";
            return Err(CommandError::new(message).with_tip("use `-o FILE` or `--in-place`"));
        }
        Ok(())
    }

    fn policy(&self) -> Result<Policy, CommandError> {
        let class = match self.apply {
            Apply::Safe if self.min_confidence.is_some() => {
                let message = "`--min-confidence` is for `--apply likely` and `--apply all`";
                return Err(CommandError::new(message));
            }
            Apply::Safe => Class::Safe,
            Apply::Likely => Class::Likely,
            Apply::All => Class::Guess,
        };
        Ok(Policy { class, min_confidence: self.min_confidence.unwrap_or(0.0) })
    }

    /// Whether a progress bar would disturb.
    fn hides_progress(&self) -> bool {
        self.is_silent() || self.interactive
    }

    /// Whether nothing but errors is printed.
    fn is_silent(&self) -> bool {
        self.quiet || self.check
    }
}
