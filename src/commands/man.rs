//! `arbiter man`: the manual page, all commands in one.

use std::io;

use clap::{Args, Command};
use clap_mangen::Man;

use crate::commands::{Exit, Run, Streams};

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
    let mut page = Vec::new();
    let man = Man::new(cli.clone());
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_options_section(&mut page)?;
    man.render_extra_section(&mut page)?;
    for command in cli.get_subcommands().filter(|command| command.get_name() != "help") {
        section(command, &mut page)?;
    }
    streams.out.write_all(&page)?;
    Ok(Exit::Clean)
}

/// A command of ours is a section of the page, and its own sections are parts of that.
fn section(command: &Command, page: &mut Vec<u8>) -> io::Result<()> {
    let man = Man::new(command.clone());
    let mut text = Vec::new();
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    man.render_extra_section(&mut text)?;
    let text = String::from_utf8_lossy(&text).replace(".SH EXTRA\n", "");
    let text = text.replace(".SH ", ".SS ");
    let name = command.get_bin_name().unwrap_or(command.get_name()).to_uppercase();
    page.extend_from_slice(format!(".SH \"{name}\"\n{text}").as_bytes());
    Ok(())
}
