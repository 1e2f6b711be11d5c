//! `arbiter help`: the help of a command, the fields of all formats, or the page of a finding code.

use clap::{Args, Command};

use crate::{
    cli::{CommandError, CommandResult, Exit, GROUPS, Streams, explain, streams::AnswerFormat},
    diagnostics::Code,
    output::formats,
    rules::Variant,
    text::nearest,
};

const EXAMPLES: &str = "Examples:
  arbiter help validate
  arbiter help shards plan
  arbiter help formats
  arbiter help M303
  arbiter help M3  # all codes that begin so";

/// The word for the page about formats.
const FORMATS: &str = "formats";

/// The flags of `arbiter help`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct HelpArguments {
    /// A command, `formats` for the fields of JSON and CSV, or the code of a finding or its beginning
    #[arg(value_name = "COMMAND|formats|CODE")]
    words: Vec<String>,
}

/// The words there is help about, but for the commands below a command.
pub(super) fn words() -> Vec<&'static str> {
    let commands = GROUPS.iter().flat_map(|(_, names)| *names).copied();
    commands.chain([FORMATS]).chain(Code::ALL.iter().map(|code| code.id())).collect()
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
    let words: Vec<&str> = arguments.words.iter().map(String::as_str).collect();
    match words[..] {
        [FORMATS] => streams.out.write_all(formats::page().as_bytes())?,
        [word] if explain::looks_like_code(word) => {
            return explain::code_page(word, AnswerFormat::Text, streams);
        }
        [word] if explain::begins_codes(word) => {
            explain::write_codes(&word.to_uppercase(), AnswerFormat::Text, streams)?;
        }
        _ => write_help(&mut command(&cli, &words)?, streams)?,
    }
    Ok(Exit::Clean)
}

/// The command that some words name.
fn command(cli: &Command, words: &[&str]) -> Result<Command, CommandError> {
    let mut command = cli.clone();
    for word in words {
        let next = command.find_subcommand(word).cloned();
        command = next.ok_or_else(|| unknown_word(word, cli))?;
    }
    Ok(command)
}

fn write_help(command: &mut Command, streams: &mut Streams<'_>) -> Result<(), CommandError> {
    let help = command.render_long_help();
    let text = if streams.color { help.ansi().to_string() } else { help.to_string() };
    Ok(streams.out.write_all(text.as_bytes())?)
}

fn unknown_word(word: &str, cli: &Command) -> CommandError {
    let commands = || cli.get_subcommands();
    let below = commands().find(|command| command.find_subcommand(word).is_some());
    let known = || commands().map(Command::get_name).chain([FORMATS]);
    let begins = || known().find(|known| word.len() > 1 && known.starts_with(word));
    let meant = nearest(word, known()).or_else(begins);
    let tip = match (below, meant) {
        _ if word.parse::<Variant>().is_ok() => {
            format!("`arbiter variants show {word}` describes the variant")
        }
        (Some(command), _) => {
            format!("did you mean `arbiter help {} {word}`?", command.get_name())
        }
        (None, Some(meant)) => format!("did you mean `arbiter help {meant}`?"),
        (None, None) => {
            "`arbiter help` lists all commands, `arbiter explain --all` all codes".to_owned()
        }
    };
    CommandError::new(format!("there is no help about '{word}'")).with_tip(tip)
}
