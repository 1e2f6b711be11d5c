//! Validates a PGN file and prints one line per finding: `cargo run --example validate -- games.pgn`.

use std::{
    env,
    error::Error,
    fs,
    io::{self, Write},
};

use arbiter::{
    diagnostics::{Profile, Selection},
    lint::{Options, lint_block},
    pgn::Part,
    text::{Places, Source},
};

fn main() -> Result<(), Box<dyn Error>> {
    let path = env::args().nth(1).ok_or("usage: validate FILE")?;
    let bytes = fs::read(&path)?;
    let source = Source::new(&path, &bytes);
    let options = Options::new(Selection::new(Profile::Import));
    let (games, _) = lint_block(source, Part::Whole, &options);
    let mut places = Places::new(source);
    let mut out = io::stdout().lock();
    for finding in games.iter().flat_map(|game| &game.findings) {
        let place = places.place_of(finding.span.start);
        let (line, column) = (place.line, place.column);
        let (severity, code, message) = (finding.severity, finding.code, &finding.message);
        writeln!(out, "{path}:{line}:{column}: {severity}[{code}] {message}")?;
    }
    Ok(())
}
