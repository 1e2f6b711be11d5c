//! Arguments in, exit code out. Only this file knows standard output.

use std::{
    io::{self, BufWriter, IsTerminal, Write},
    process::ExitCode,
};

use arbiter::cli::{Cli, CommandError, Exit, IgnoreErrors, Streams};
use clap::Parser;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return print_usage(&error),
    };
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
    let mut err = IgnoreErrors(io::stderr());
    let color = cli.color.applies(io::stdout().is_terminal());
    let mut streams = Streams { out: &mut out, err: &mut err, color };
    let ended = cli.run(&mut streams);
    let flushed = out.flush().map_err(CommandError::from);
    let exit = match (ended, flushed) {
        // When the terminal has gone away, the output is lost with it.
        (Ok(exit), Ok(())) | (Ok(exit @ Exit::Signal(_)), Err(_)) => exit,
        (Ok(_), Err(error)) | (Err(error), _) => report(&error),
    };
    ExitCode::from(exit.status())
}

/// Prints usage errors and help, which clap has worded.
fn print_usage(error: &clap::Error) -> ExitCode {
    // If the terminal is gone, there is nothing to do about it.
    let _ = error.print();
    let exit = if error.use_stderr() { Exit::Failed } else { Exit::Clean };
    ExitCode::from(exit.status())
}

fn report(error: &CommandError) -> Exit {
    if !error.is_silent() {
        let _ = writeln!(io::stderr(), "{error}");
    }
    error.exit()
}
