//! Counts the checkmates in files and directories of games, plain or compressed, on all cores:
//! `cargo run --example count_mates -- archive/`.

use std::{
    env,
    error::Error,
    io::{self, Write},
    ops::ControlFlow,
    path::PathBuf,
    thread,
};

use arbiter::{
    archive::{Block, BlockResult, expand, read_blocks},
    diagnostics::{Profile, Selection},
    lint::{Options, lint_block},
    rules::Outcome,
};

fn main() -> Result<(), Box<dyn Error>> {
    let paths: Vec<PathBuf> = env::args_os().skip(1).map(PathBuf::from).collect();
    let options = Options::new(Selection::new(Profile::Read));
    let jobs = thread::available_parallelism()?.get();
    let found = expand(&paths);
    if let Some(error) = found.errors.into_iter().next() {
        return Err(error.into());
    }
    let (mut games, mut mates) = (0, 0);
    for input in found.inputs {
        let name = input.name();
        let count = |block: &Block| {
            let (reports, summary) = lint_block(block.source(&name), block.part, &options);
            let endings = reports.iter().filter_map(|report| report.ending?.outcome);
            let mates = endings.filter(|end| matches!(end, Outcome::Checkmate { .. })).count();
            BlockResult { end: summary.end, value: (summary.games, mates) }
        };
        read_blocks(input.blocks(jobs)?, jobs, &count, |_, (block_games, block_mates)| {
            games += block_games;
            mates += block_mates;
            ControlFlow::Continue(())
        })?;
    }
    writeln!(io::stdout(), "{mates} of {games} games ended by checkmate")?;
    Ok(())
}
