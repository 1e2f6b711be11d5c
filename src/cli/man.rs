//! `arbiter man`: the manual page, all commands in one.

use std::io;

use clap::{Args, Command};
use clap_mangen::Man;

use crate::cli::{Exit, Run, Streams};

const EXAMPLES: &str = "Examples:
  arbiter man > arbiter.1
  arbiter man | gzip > arbiter.1.gz
  mkdir -p ~/.local/share/man/man1 && arbiter man > ~/.local/share/man/man1/arbiter.1";

/// The flags of `arbiter man`.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct Arguments {}

/// Prints the manual in the format of `man`.
///
/// # Errors
/// When the output cannot be written.
pub fn run(mut cli: Command, streams: &mut Streams<'_>) -> Run {
    cli.build();
    let man = Man::new(cli.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    page.extend(sections(&man)?.into_bytes());
    for command in cli.get_subcommands() {
        page.extend(chapter(command)?.into_bytes());
    }
    streams.out.write_all(&page)?;
    Ok(Exit::Clean)
}

/// A command of ours is a section of the page, and its own sections are parts of that.
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
    // Examples are to be copied: their lines are neither filled nor hyphenated.
    Ok(match String::from_utf8_lossy(&text).split_once(".SH EXTRA\nExamples:\n") {
        Some((before, examples)) => format!("{before}.SH EXAMPLES\n.nf\n{examples}.fi\n"),
        None => String::from_utf8_lossy(&text).into_owned(),
    })
}
