//! `arbiter help`: the help of a command, the fields of all formats, or the page of a finding code.

use clap::{Args, Command};

use crate::{
    cli::{CommandError, CommandResult, Exit, Streams, explain, streams::AnswerFormat},
    output::formats,
    text::nearest,
};

const EXAMPLES: &str = "Examples:
  arbiter help validate
  arbiter help formats
  arbiter help M303";

/// The word for the page about formats.
const FORMATS: &str = "formats";

/// The flags of `arbiter help`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct HelpArguments {
    /// A command, `formats` for the fields of JSON and CSV, or the code of a finding
    #[arg(value_name = "COMMAND|formats|CODE")]
    word: Option<String>,
}

/// Prints help.
///
/// # Errors
/// When there is no help about the word, or the output cannot be written.
pub fn run(
    arguments: &HelpArguments,
    mut cli: Command,
    streams: &mut Streams<'_>,
) -> CommandResult {
    cli.build();
    match arguments.word.as_deref() {
        None => write_help(&mut cli, streams)?,
        Some(FORMATS) => streams.out.write_all(formats::page().as_bytes())?,
        Some(word) if explain::looks_like_code(word) => {
            return explain::code_page(word, AnswerFormat::Text, streams);
        }
        Some(word) => match cli.find_subcommand_mut(word) {
            Some(command) => write_help(command, streams)?,
            None => return Err(unknown_word(word, &cli)),
        },
    }
    Ok(Exit::Clean)
}

fn write_help(command: &mut Command, streams: &mut Streams<'_>) -> Result<(), CommandError> {
    let help = command.render_long_help();
    let text = if streams.color { help.ansi().to_string() } else { help.to_string() };
    Ok(streams.out.write_all(text.as_bytes())?)
}

fn unknown_word(word: &str, cli: &Command) -> CommandError {
    let commands = cli.get_subcommands().map(Command::get_name);
    let tip = match nearest(word, commands.chain([FORMATS])) {
        Some(meant) => format!("did you mean `arbiter help {meant}`?"),
        None => "`arbiter help` lists all commands, `arbiter explain --all` all codes".to_owned(),
    };
    CommandError::new(format!("there is no help about '{word}'")).with_tip(tip)
}
