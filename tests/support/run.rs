//! One run of the program.

use std::{
    error::Error,
    io::Write,
    process::{Command, Stdio},
};

/// Runs the program with piped input; returns its output and exit status.
pub(crate) fn ran(
    arguments: &[&str],
    input: &str,
) -> Result<(String, Option<i32>), Box<dyn Error>> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // A program that does not read its input may end before all of it is written.
    let _ = child.stdin.take().ok_or("a pipe")?.write_all(input.as_bytes());
    let output = child.wait_with_output()?;
    let text = [output.stdout, output.stderr].concat();
    Ok((String::from_utf8(text)?, output.status.code()))
}
