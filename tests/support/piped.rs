//! A command with piped input.

use std::{
    io::{self, Write},
    process::{Command, Output, Stdio},
    thread,
};

/// Runs a command whose output is piped; the input is written while it runs.
pub(crate) fn piped(command: &mut Command, input: &[u8]) -> io::Result<Output> {
    let mut child = command.stdin(Stdio::piped()).spawn()?;
    let stdin = child.stdin.take();
    thread::scope(|scope| {
        scope.spawn(move || {
            // The program may close the pipe early.
            let _ = stdin.map(|mut stdin| stdin.write_all(input));
        });
        child.wait_with_output()
    })
}
