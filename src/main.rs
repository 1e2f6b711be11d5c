//! Arguments in, exit code out. Only this file knows standard output.

use std::{
    env,
    io::{self, BufWriter, IsTerminal, Write},
    process::ExitCode,
};

use arbiter::{
    cli::{Cli, CommandError, Exit, IgnoreErrors, Streams},
    text::{PrintableWriter, printable},
};

fn main() -> ExitCode {
    let cli = match Cli::try_parse_grouped() {
        Ok(cli) => cli,
        Err(error) => return print_usage(&error),
    };
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
    let mut err = PrintableWriter(IgnoreErrors(io::stderr()));
    let is_terminal = io::stdout().is_terminal();
    let color = cli.color.applies(is_terminal);
    let mut streams = Streams { out: &mut out, err: &mut err, color, is_terminal };
    let ended = cli.run(&mut streams);
    let flushed = out.flush().map_err(CommandError::from);
    let exit = match (ended, flushed) {
        // When the terminal has gone away, the output is lost with it.
        (Ok(exit), Ok(())) | (Ok(exit @ Exit::Signal(_)), Err(_)) => exit,
        (Ok(_), Err(error)) | (Err(error), _) => report(&error),
    };
    ExitCode::from(exit.status())
}

/// Prints usage errors and help, which clap has worded. An error quotes arguments: if they contain a control character, it is printed
/// without colour.
fn print_usage(error: &clap::Error) -> ExitCode {
    let is_plain = env::args_os()
        .all(|argument| argument.to_str().is_some_and(|argument| printable(argument) == argument));
    // If the terminal is gone, there is nothing to do about it.
    let _ = if is_plain {
        error.print()
    } else {
        write!(PrintableWriter(io::stderr()), "{}", error.render())
    };
    let exit = if error.use_stderr() { Exit::Failed } else { Exit::Clean };
    ExitCode::from(exit.status())
}

fn report(error: &CommandError) -> Exit {
    if !error.is_silent() {
        let _ = writeln!(PrintableWriter(io::stderr()), "{error}");
    }
    error.exit()
}
