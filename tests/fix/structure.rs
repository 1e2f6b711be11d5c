//! Safe corrections leave games, moves, comments and variations as they are, but for those that are about one of them.

use std::{collections::BTreeSet, ffi::OsStr, fs, path::Path};

use arbiter::{
    diagnostics::{Profile, Selection},
    fix::{Policy, apply, fix_block},
    lint::Options,
    pgn::{Parser, Part, Tags, Token},
    text::Source,
};
use walkdir::WalkDir;

use crate::run::Outcome;

/// Empty variations are removed, stray text and neighbouring comments become one comment, and glued moves are parted.
const STRUCTURAL: [&str; 5] = ["C607", "C608", "C612", "C627", "S410"];

/// How many games, moves, comments and variations a text has.
fn structure(text: &[u8]) -> [usize; 4] {
    let mut parser = Parser::new(Source::new("any.pgn", text));
    let (mut tags, mut counts) = (Tags::default(), [0; 4]);
    while parser.next_game(&mut tags) {
        counts[0] += 1;
        while let Some(token) = parser.next_token() {
            match token {
                Token::Move(_) => counts[1] += 1,
                Token::Comment(_) => counts[2] += 1,
                Token::Open(_) => counts[3] += 1,
                _ => {}
            }
        }
    }
    counts
}

#[test]
fn safe_corrections_keep_the_structure_of_games() -> Outcome {
    let options = Options::new(Selection::new(Profile::Pedantic));
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut structural: BTreeSet<&str> = BTreeSet::new();
    for entry in WalkDir::new(fixtures) {
        let path = entry?.into_path();
        if path.extension() != Some(OsStr::new("pgn")) {
            continue;
        }
        let text = fs::read(&path)?;
        let source = Source::new("any.pgn", &text);
        let (fixed, _) = fix_block(source, Part::Whole, &options, Policy::default());
        let corrections: Vec<_> = fixed.games.iter().flat_map(|game| &game.corrections).collect();
        let causes = corrections.iter().flat_map(|one| &one.causes);
        let codes: BTreeSet<_> = causes.map(|cause| cause.code.id()).collect();
        let (before, after) = (structure(&text), structure(&apply(source, corrections)));
        let cause = STRUCTURAL.iter().find(|code| codes.contains(*code));
        assert!(before == after || cause.is_some(), "{}: {codes:?}", path.display());
        structural.extend(cause.filter(|_| before != after).copied());
    }
    assert!(structural.len() > 2, "hardly any structural correction: {structural:?}");
    Ok(())
}
