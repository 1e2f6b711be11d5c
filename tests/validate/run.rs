//! Runs the built binary, with a directory of its own for files.

use std::{
    error::Error,
    process::{self, Command, Stdio},
};

use crate::piped::piped;
pub(crate) use crate::support::Folder;

pub(crate) type Outcome = Result<(), Box<dyn Error>>;

/// The output and exit status of a run.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) out: String,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

/// `arbiter validate` without arguments.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    command.arg("validate").current_dir(env!("CARGO_MANIFEST_DIR")).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `arbiter validate` on files.
pub(crate) fn validate(arguments: &[&str]) -> Result<Ran, Box<dyn Error>> {
    ran(command().args(arguments).output()?)
}

/// Runs `arbiter validate` on piped input.
pub(crate) fn pipe(arguments: &[&str], input: &[u8]) -> Result<Ran, Box<dyn Error>> {
    ran(piped(command().args(arguments), input)?)
}

fn ran(output: process::Output) -> Result<Ran, Box<dyn Error>> {
    Ok(Ran {
        out: String::from_utf8(output.stdout)?,
        err: String::from_utf8(output.stderr)?,
        code: output.status.code(),
    })
}

/// The codes of the findings written with `--format line`, in their order.
pub(crate) fn codes(lines: &str) -> Vec<&str> {
    lines.lines().filter_map(|line| line.split('[').nth(1)?.split(']').next()).collect()
}

/// The seven required tags, with this result.
pub(crate) fn tags(result: &str) -> String {
    format!(
        "[Event \"Club evening\"]\n[Site \"Uppsala SWE\"]\n[Date \"2023.03.04\"]\n[Round \"1\"]\n\
         [White \"Ek, Anna\"]\n[Black \"Ask, Bo\"]\n[Result \"{result}\"]\n\n"
    )
}

/// A valid game.
pub(crate) fn sound() -> String {
    tags("1-0") + "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0\n\n"
}

/// A game with an illegal move, an error in column 7 of line 9.
pub(crate) fn illegal() -> String {
    tags("1-0") + "1. e4 e4 1-0\n\n"
}

/// A game with castling written with zeros, a warning.
pub(crate) fn careless() -> String {
    tags("*") + "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. 0-0 *\n\n"
}
