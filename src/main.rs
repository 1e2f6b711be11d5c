//! Arguments in, exit code out. The only place that knows standard output.

use std::{
    io::{self, BufWriter, IsTerminal, Write},
    process::ExitCode,
};

use arbiter::{
    cli::Cli,
    cli::{CommandError, Exit, IgnoreErrors, Streams},
};
use clap::Parser;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(refusal) => return refuse(&refusal),
    };
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout());
    let mut err = IgnoreErrors(io::stderr());
    let color = cli.color.applies(io::stdout().is_terminal());
    let mut streams = Streams { out: &mut out, err: &mut err, color };
    let ended = cli.run(&mut streams);
    let flushed = out.flush().map_err(CommandError::from);
    let exit = match (ended, flushed) {
        // A terminal that has gone away takes the output with it.
        (Ok(exit), Ok(())) | (Ok(exit @ Exit::Signal(_)), Err(_)) => exit,
        (Ok(_), Err(trouble)) | (Err(trouble), _) => complain(&trouble),
    };
    ExitCode::from(exit.status())
}

/// Usage errors and requests for help, both of which clap words.
fn refuse(refusal: &clap::Error) -> ExitCode {
    // Nobody to tell, should the terminal be gone.
    let _ = refusal.print();
    let exit = if refusal.use_stderr() { Exit::Failed } else { Exit::Clean };
    ExitCode::from(exit.status())
}

fn complain(trouble: &CommandError) -> Exit {
    if !trouble.is_silent() {
        let _ = writeln!(io::stderr(), "{trouble}");
    }
    trouble.exit()
}
