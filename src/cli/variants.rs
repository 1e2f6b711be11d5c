//! `arbiter variants`: the built-in variants, one of them in detail, and the faults of a file of definitions.

use std::{path::Path, sync::Arc};

use clap::{Args, Subcommand};

use crate::{
    cli::{
        CommandError, CommandResult, Exit, Streams,
        variant::{named, read_file},
    },
    notation::variant::{built_in, ini::UnknownKeys},
    output::variants,
    rules::{Variant, variant::Rules},
    text::printable_line,
};

const EXAMPLES: &str = "Examples:
  arbiter variants
  arbiter variants show atomic
  arbiter variants show capablanca";

const LIST_EXAMPLES: &str = "Examples:
  arbiter variants list
  arbiter variants list | grep 10x8
  arbiter variants list | grep -i lichess";

const SHOW_EXAMPLES: &str = "Examples:
  arbiter variants show atomic
  arbiter variants show capablanca
  arbiter variants show my.ini:amazons";

const CHECK_EXAMPLES: &str = "Examples:
  arbiter variants check my.ini
  arbiter variants check --ignore-unknown my.ini
  arbiter variants check my.ini && arbiter perft 2 --variant my.ini:amazons";

/// The flags of `arbiter variants`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct VariantsArguments {
    /// What to do; without it the built-in variants are listed.
    #[command(subcommand)]
    action: Option<VariantsAction>,
}

/// What `arbiter variants` can do.
#[derive(Debug, Subcommand)]
enum VariantsAction {
    /// List the built-in variants, as without a command
    #[command(after_long_help = LIST_EXAMPLES)]
    List,
    /// Print a definition, the start position and how each piece moves
    #[command(after_long_help = SHOW_EXAMPLES)]
    Show {
        /// Name of a built-in variant, or a file, a colon and a name
        #[arg(id = "variant", value_name = "NAME")]
        name: String,
    },
    /// Report every fault of a file of definitions
    #[command(after_long_help = CHECK_EXAMPLES)]
    Check {
        /// File of definitions in the format of variants.ini
        file: String,
        /// Accept keys that the format does not have
        #[arg(long)]
        ignore_unknown: bool,
    },
}

/// Lists, shows or checks variants.
///
/// # Errors
/// When a file cannot be read, a name is unknown, or the output cannot be written.
pub fn run(arguments: &VariantsArguments, streams: &mut Streams<'_>) -> CommandResult {
    match &arguments.action {
        None | Some(VariantsAction::List) => {
            variants::write_list(built_in::all(), &mut streams.out)?;
            Ok(Exit::Clean)
        }
        Some(VariantsAction::Show { name }) => {
            let (rules, definition) = find(name)?;
            variants::write_details(&rules, definition, &mut streams.out)?;
            Ok(Exit::Clean)
        }
        Some(VariantsAction::Check { file, ignore_unknown }) => {
            check(file, *ignore_unknown, streams)
        }
    }
}

/// A built-in variant with its definition, or a variant of a file, which has the definition already.
fn find(name: &str) -> Result<(Arc<Rules>, &'static str), CommandError> {
    if let Some(rules) = built_in::find(name) {
        return Ok((Arc::clone(rules), built_in::definition(name).unwrap_or_default()));
    }
    let Variant::Rules(rules) = named(name).map_err(CommandError::new)? else {
        let message = format!("the rules of `{}` are built in", printable_line(name));
        return Err(CommandError::new(message)
            .with_tip("`arbiter variants show chess` has the rules of chess"));
    };
    let definition = built_in::find(rules.name()).filter(|known| *known == rules);
    let definition = definition.and_then(|_| built_in::definition(rules.name()));
    Ok((Arc::clone(rules), definition.unwrap_or_default()))
}

fn check(path: &str, ignore_unknown: bool, streams: &mut Streams<'_>) -> CommandResult {
    let unknown = if ignore_unknown { UnknownKeys::Ignore } else { UnknownKeys::Report };
    let file = read_file(Path::new(path), unknown).map_err(CommandError::new)?;
    let path = printable_line(path);
    for fault in &file.faults {
        writeln!(streams.out, "{path}:{}", printable_line(&fault.to_string()))?;
    }
    let names: Vec<&str> = file.variants.iter().map(|rules| rules.name()).collect();
    let names = printable_line(&names.join(", ")).into_owned();
    if file.faults.is_empty() && names.is_empty() {
        writeln!(
            streams.out,
            "{path}: no variant is defined; a definition begins with `[name:chess]`"
        )?;
        return Ok(Exit::Findings);
    }
    if file.faults.is_empty() {
        writeln!(streams.out, "no faults: {names}")?;
        return Ok(Exit::Clean);
    }
    Ok(Exit::Findings)
}
