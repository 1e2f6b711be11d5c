//! `arbiter completions` and `arbiter man`: files for the shell, generated from the command line itself.

use std::io;

use clap::{
    Arg, Args, Command, Id, ValueHint,
    builder::{PossibleValue, PossibleValuesParser, Resettable},
};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::{
    cli::{CommandResult, Exit, Streams, help},
    diagnostics::Code,
    notation::variant::built_in,
    output::formats,
};

const COMPLETIONS_EXAMPLES: &str = "Examples:
  arbiter completions bash > arbiter.bash  # to be sourced by ~/.bashrc
  arbiter completions zsh > _arbiter  # into a directory of $fpath
  arbiter completions fish > arbiter.fish  # into ~/.config/fish/completions";

const MAN_EXAMPLES: &str = "Examples:
  arbiter man > arbiter.1
  arbiter man | gzip > arbiter.1.gz
  mkdir -p man/man1 && arbiter man > man/man1/arbiter.1";

/// The flags of `arbiter completions`.
#[derive(Debug, Args)]
#[command(after_long_help = COMPLETIONS_EXAMPLES)]
pub struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// What the exit status of every command means.
const EXIT_STATUS: [(&str, &str); 5] = [
    ("0", "Everything is fine."),
    ("1", "There are findings: an invalid game, an invalid position, an illegal move."),
    ("2", "The command failed: wrong usage, unreadable input, output that cannot be written."),
    (
        "3",
        "An external engine failed. A match counts the crashes during its games instead, and ends with 0.",
    ),
    (
        "129, 130, 143",
        "SIGHUP, SIGINT or SIGTERM ended the command; a game that was played is saved.",
    ),
];

/// The flags of `arbiter man`: none.
#[derive(Debug, Args)]
#[command(after_long_help = MAN_EXAMPLES)]
pub struct ManArguments {}

/// Prints the completion script of a shell.
///
/// # Errors
/// When the output cannot be written.
pub fn completions(
    arguments: &CompletionsArguments,
    cli: &Command,
    streams: &mut Streams<'_>,
) -> CommandResult {
    let codes = Code::ALL.iter().map(|code| PossibleValue::new(code.id()).help(code.summary()));
    let mut cli = with_variants(without_files(without_hidden(cli)))
        .mut_subcommand("help", |help| {
            help.mut_arg("words", |word| word.value_parser(help::words()))
        })
        .mut_subcommand("explain", |explain| {
            explain.mut_arg("subject", |subject| subject.value_parser(codes.collect::<Vec<_>>()))
        });
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut cli, "arbiter", &mut script);
    if arguments.shell == Shell::Fish {
        for command in cli.get_subcommands() {
            script.extend(fish_positionals(command, command.get_name()).into_bytes());
        }
    }
    streams.out.write_all(&script)?;
    Ok(Exit::Clean)
}

/// What fish completes for arguments without a name, which the generator leaves out; `words` lead to the command.
fn fish_positionals(command: &Command, words: &str) -> String {
    let line = |argument: &Arg| {
        let values: Vec<String> = argument.get_possible_values().iter().map(fish_value).collect();
        let values = (!values.is_empty()).then(|| values.join("\n"))?;
        let condition = format!("__fish_arbiter_using_subcommand {words}");
        Some(format!("complete -c arbiter -n \"{condition}\" -f -a \"{values}\"\n"))
    };
    let below = command.get_subcommands().map(|below| {
        let name = below.get_name();
        fish_positionals(below, &format!("{words}; and __fish_seen_subcommand_from {name}"))
    });
    command.get_positionals().filter_map(line).chain(below).collect()
}

/// A value and what it means; quotes keep fish from expanding the text.
fn fish_value(value: &PossibleValue) -> String {
    let help = value.get_help().map(ToString::to_string).unwrap_or_default();
    let help = help.replace('\\', r"\\").replace('\'', r"\'").replace('"', "\\\"");
    format!("{}\\t'{help}'", value.get_name())
}

/// The command line without its hidden options, which completions would offer.
fn without_hidden(command: &Command) -> Command {
    let is_shown = |argument: &&Arg| !argument.is_hide_set();
    let argument = |argument: &Arg| {
        let others = command.get_arg_conflicts_with(argument).into_iter().filter(is_shown);
        let others: Vec<Id> = others.map(|other| other.get_id().clone()).collect();
        argument.clone().conflicts_with(Resettable::<Id>::Reset).conflicts_with_all(others)
    };
    Command::new(command.get_name().to_owned())
        .about(command.get_about().cloned().unwrap_or_default())
        .version(command.get_version().unwrap_or_default().to_owned())
        .disable_version_flag(true)
        .disable_help_subcommand(true)
        .args(command.get_arguments().filter(is_shown).map(argument))
        .subcommands(command.get_subcommands().map(without_hidden))
}

/// The command line in which the names of variants are completed.
fn with_variants(command: Command) -> Command {
    let names = || {
        let built_in = built_in::all().iter().map(|rules| rules.name());
        PossibleValuesParser::new(built_in.chain(["standard", "chess960"]))
    };
    let named = |argument: Arg| match argument.get_id().as_str() {
        "variant" => argument.value_parser(names()),
        _ => argument,
    };
    command.mut_args(named).mut_subcommands(with_variants)
}

/// What the values of options are called that are files.
const FILE_NAMES: [&str; 5] = ["FILE", "DIR", "INPUT", "SUMMARY", "FEN"];

/// The command line in which no other value is completed with the names of files.
fn without_files(command: Command) -> Command {
    let stays = |argument: &Arg| {
        let names = argument.get_value_names().unwrap_or_default();
        !argument.get_action().takes_values()
            || names.iter().any(|name| FILE_NAMES.iter().any(|file| name.contains(file)))
    };
    let hinted = |argument: Arg| {
        if stays(&argument) { argument } else { argument.value_hint(ValueHint::Other) }
    };
    command.mut_args(hinted).mut_subcommands(without_files)
}

/// Prints the manual page: all commands on one page.
///
/// # Errors
/// When the output cannot be written.
pub fn man(cli: Command, streams: &mut Streams<'_>) -> CommandResult {
    let mut cli = complete(cli);
    cli.build();
    let man = Man::new(cli.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    page.extend(sections(&man)?.into_bytes());
    page.extend(chapters(&cli)?.into_bytes());
    page.extend(exit_status_section().into_bytes());
    page.extend(formats_section().into_bytes());
    streams.out.write_all(&page)?;
    Ok(Exit::Clean)
}

/// The command line with nothing kept for the long help alone: the manual describes every option.
fn complete(command: Command) -> Command {
    command.mut_args(|argument| argument.hide_short_help(false)).mut_subcommands(complete)
}

fn exit_status_section() -> String {
    let entry = |(status, meaning)| format!(".TP\n\\fB{status}\\fR\n{meaning}\n");
    format!(".SH \"EXIT STATUS\"\n{}", EXIT_STATUS.map(entry).concat())
}

/// The fields of all formats, as `arbiter help formats` prints them.
fn formats_section() -> String {
    let lines = formats::page().replace('\\', r"\e").replace('-', r"\-");
    // No line is a request, even if it begins with a dot.
    format!(".SH FORMATS\n.nf\n\\&{}\n.fi\n", lines.trim_end().replace('\n', "\n\\&"))
}

/// The commands below a command, and those below them.
fn chapters(cli: &Command) -> io::Result<String> {
    let mut text = String::new();
    for command in cli.get_subcommands() {
        text += &chapter(command)?;
        text += &chapters(command)?;
    }
    Ok(text)
}

/// A command is a section of the page, and its own sections are subsections.
fn chapter(command: &Command) -> io::Result<String> {
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_uppercase();
    let parts = sections(&Man::new(command.clone()))?.replace(".SH ", ".SS ");
    Ok(format!(".SH \"{name}\"\n{parts}"))
}

fn sections(man: &Man) -> io::Result<String> {
    let mut text = Vec::new();
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    man.render_extra_section(&mut text)?;
    let text = String::from_utf8_lossy(&text);
    Ok(match text.split_once(".SH EXTRA\nExamples:\n") {
        Some((before, extra)) => before.to_owned() + &examples_section(extra),
        None => text.strip_suffix(".SH EXTRA\n").unwrap_or(&text).to_owned(),
    })
}

/// The examples, whose lines are neither filled nor hyphenated since readers copy them, and the paragraphs after them.
fn examples_section(extra: &str) -> String {
    let (examples, paragraphs) = extra.split_once("\n\n").unwrap_or((extra.trim_end(), ""));
    let paragraphs = paragraphs.lines().map(|line| format!(".PP\n{line}\n"));
    format!(".SH EXAMPLES\n.nf\n{examples}\n.fi\n{}", paragraphs.collect::<String>())
}
