//! Perft of the fast rules, the plain rules and shakmaty against the published tables.

use std::error::Error;
use std::fs;

use arbiter::{notation::variant::fen as variant_fen, rules::perft};

use crate::{agreement::chess960_rules, position, shakmaty_position};

/// The limit of a normal run; larger rows are for the deep step of .ci/run.
const EVERYDAY_NODES: u64 = 100_000;
/// The limit for the plain rules and shakmaty.
const DEEP_NODES: u64 = 20_000_000;

const TABLES: [&str; 2] = ["fixtures/perft/classic.epd", "fixtures/perft/chess960.epd"];

struct Row {
    fen: String,
    depth: u32,
    nodes: u64,
}

/// The rows of a table: a FEN, and after each semicolon `D`, a depth and a number.
fn rows(path: &str) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut rows = Vec::new();
    for line in fs::read_to_string(path)?.lines() {
        let mut parts = line.split(" ;D");
        let fen = parts.next().ok_or("no position")?;
        for part in parts {
            let (depth, nodes) = part.split_once(' ').ok_or("no number")?;
            rows.push(Row { fen: fen.to_owned(), depth: depth.parse()?, nodes: nodes.parse()? });
        }
    }
    Ok(rows)
}

fn fast_count_agrees(row: &Row) -> Result<(), Box<dyn Error>> {
    let Row { fen, depth, nodes } = row;
    assert_eq!(perft(&position(fen)?, *depth), *nodes, "{fen} to depth {depth}");
    Ok(())
}

fn other_counts_agree(row: &Row) -> Result<(), Box<dyn Error>> {
    let Row { fen, depth, nodes } = row;
    let plain = variant_fen::read(&chess960_rules()?, fen.as_bytes());
    let plain = plain.map_err(|faults| format!("{fen}: {faults:?}"))?;
    assert_eq!(perft(&plain, *depth), *nodes, "{fen} to depth {depth}, the plain way");
    assert_eq!(
        shakmaty::perft(&shakmaty_position(fen)?, *depth),
        *nodes,
        "{fen} to depth {depth}, by shakmaty"
    );
    Ok(())
}

#[test]
fn counts_agree_with_the_tables() -> Result<(), Box<dyn Error>> {
    for path in TABLES {
        for row in rows(path)?.iter().filter(|row| row.nodes <= EVERYDAY_NODES) {
            fast_count_agrees(row)?;
            other_counts_agree(row)?;
        }
    }
    Ok(())
}

#[test]
#[ignore = "deep; run by the deep step of .ci/run"]
fn deep_counts_agree_with_the_tables() -> Result<(), Box<dyn Error>> {
    for path in TABLES {
        for row in rows(path)?.iter().filter(|row| row.nodes > EVERYDAY_NODES) {
            fast_count_agrees(row)?;
            if row.nodes <= DEEP_NODES {
                other_counts_agree(row)?;
            }
        }
    }
    Ok(())
}
