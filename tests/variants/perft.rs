//! Perft of variants against published tables, and of those of Lichess against shakmaty, too.

use std::error::Error;

use arbiter::{
    notation::variant::{built_in, fen},
    rules::perft,
};
use shakmaty::{CastlingMode, fen::Fen, variant::VariantPosition};

use crate::shakmaty_games::VARIANTS;

/// A line each: a variant, a FEN, and after each semicolon `D`, a depth and a number.
const TABLE: &str =
    include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/perft/variants.epd"));

/// The limit of a normal run; larger numbers are for the deep step of .ci/run.
const EVERYDAY_NODES: u64 = 10_000;

fn counts_agree(most: u64) -> Result<(), Box<dyn Error>> {
    for line in TABLE.lines() {
        let (name, rest) = line.split_once(": ").ok_or("no variant")?;
        let mut parts = rest.split(" ;D");
        let text = parts.next().ok_or("no position")?;
        let rules = built_in::find(name).ok_or("no such variant")?;
        let ours = fen::read(rules, text.as_bytes()).map_err(|faults| format!("{faults:?}"))?;
        let variant = VARIANTS.iter().find(|(known, _)| *known == name);
        let theirs = variant.map(|(_, variant)| {
            let setup = text.parse::<Fen>()?.into_setup();
            Ok::<_, Box<dyn Error>>(VariantPosition::from_setup(
                *variant,
                setup,
                CastlingMode::Chess960,
            )?)
        });
        let theirs = theirs.transpose()?;
        for part in parts {
            let (depth, nodes) = part.split_once(' ').ok_or("no number")?;
            let (depth, nodes) = (depth.parse()?, nodes.parse::<u64>()?);
            if nodes > most {
                break;
            }
            assert_eq!(perft(&ours, depth), nodes, "{name}, {text}, depth {depth}");
            if let Some(theirs) = &theirs {
                let count = shakmaty::perft(theirs, depth);
                assert_eq!(count, nodes, "{name}, {text}, depth {depth}, by shakmaty");
            }
        }
    }
    Ok(())
}

#[test]
fn counts_agree_with_the_tables() -> Result<(), Box<dyn Error>> {
    counts_agree(EVERYDAY_NODES)
}

#[test]
#[ignore = "takes minutes without optimisation"]
fn large_counts_agree_with_the_tables() -> Result<(), Box<dyn Error>> {
    counts_agree(u64::MAX)
}
