//! Explains why a move is legal or not: `cargo run --example explain_move -- FEN MOVE`.

use std::{
    env,
    error::Error,
    io::{self, Write},
};

use arbiter::{
    notation::{San, description, fen, reason::Explainer},
    rules::legality,
};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [fen, text] = arguments.as_slice() else {
        return Err("usage: explain_move FEN MOVE".into());
    };
    let position = fen::position(fen.as_bytes()).map_err(|findings| {
        let reasons: Vec<String> = findings.into_iter().map(|finding| finding.message).collect();
        reasons.join("; ")
    })?;
    let san = San::read(text.as_bytes()).ok_or("not a move")?;
    let mut out = io::stdout().lock();
    match legality::reason(&position, &san.spec, None) {
        None => {
            let mv = san.resolve(&position).map_err(|_| "the move is ambiguous")?;
            writeln!(out, "legal: {}", description(&position, mv))?;
        }
        Some(reason) => {
            let sentence = Explainer { position: &position, past: None }.sentence(&reason);
            writeln!(out, "illegal: {sentence}")?;
        }
    }
    Ok(())
}
