//! Runs the built binary.

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
    pub(crate) out: Vec<u8>,
    pub(crate) err: String,
    pub(crate) code: Option<i32>,
}

/// `arbiter fix` with arguments.
pub(crate) fn command(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    command.arg("fix").args(arguments).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// Runs `arbiter fix` on files.
pub(crate) fn fix(arguments: &[&str]) -> Result<Ran, Box<dyn Error>> {
    ran(command(arguments).output()?)
}

/// Runs `arbiter fix` on piped input.
pub(crate) fn pipe(arguments: &[&str], input: &[u8]) -> Result<Ran, Box<dyn Error>> {
    ran(piped(&mut command(arguments), input)?)
}

fn ran(output: process::Output) -> Result<Ran, Box<dyn Error>> {
    let err = String::from_utf8(output.stderr)?;
    Ok(Ran { out: output.stdout, err, code: output.status.code() })
}

/// A game of the seven required tags with these moves and this result.
pub(crate) fn game(moves: &str, result: &str) -> String {
    format!(
        "[Event \"Club evening\"]\n[Site \"Uppsala SWE\"]\n[Date \"2023.03.04\"]\n[Round \"1\"]\n\
         [White \"Ek, Anna\"]\n[Black \"Ask, Bo\"]\n[Result \"{result}\"]\n\n{moves} {result}\n\n"
    )
}

/// A valid game.
pub(crate) fn sound() -> String {
    game("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#", "1-0")
}

/// Castling written with zeros, and as it should be.
pub(crate) fn careless() -> [String; 2] {
    ["0-0", "O-O"].map(|castling| {
        game(&format!("1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. {castling} d6"), "1/2-1/2")
    })
}

/// A game with an illegal move that nothing explains.
pub(crate) fn illegal() -> String {
    game("1. e4 e5 2. Kh8 Nc6", "0-1")
}
