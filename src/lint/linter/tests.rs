//! The walk and the plain tokens give the same reports.

use std::{fs, path::Path};

use super::*;
use crate::diagnostics::{Profile, Selection};

fn reports(text: &[u8], profile: Profile, walks: bool) -> String {
    let options =
        Options { detail: Detail::FinalPosition, ..Options::new(Selection::new(profile)) };
    let source = Source::new("any.pgn", text);
    format!("{:?}", Linter { walks, ..Linter::new(source, &options) }.lint(Parser::new(source)))
}

fn assert_same(text: &[u8]) {
    for profile in [Profile::Read, Profile::Import, Profile::Export, Profile::Pedantic] {
        let (walked, read) = (reports(text, profile, true), reports(text, profile, false));
        assert_eq!(walked, read, "{profile:?}\n{}", String::from_utf8_lossy(text));
    }
}

fn fixtures(folder: &Path, found: &mut Vec<Vec<u8>>) {
    let entries = fs::read_dir(folder).expect("a folder");
    for path in entries.map(|entry| entry.expect("an entry").path()) {
        if path.is_dir() {
            fixtures(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "pgn") {
            found.push(fs::read(&path).expect("a file"));
        }
    }
}

const SERVER: &[u8] = b"[Site \"https://example.org/x\"]\n[TimeControl \"300+3\"]\n\n\
    1. e4 { [%eval 0.31] [%clk 0:04:59] } 1... e5 { [%eval 0.25] [%clk 0:05:01] } \
    2. Nf3 { [%clk 0:04:50.3] } 2... Nc6 {[%eval #-3]} 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7\n\
    6.Re1 b5 7.Bb3 d6 (7... O-O 8. c3 d5 9. exd5 Nxd5) 8. c3 O-O 9. h3 Nb8 10. d4 Nbd7 1-0\n";

#[test]
fn a_walk_says_what_the_tokens_say() {
    let mut texts = vec![SERVER.to_vec()];
    fixtures(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures")), &mut texts);
    assert!(texts.len() > 100);
    for text in &texts {
        assert_same(text);
    }
}

/// Bytes that mean something in movetext.
#[rustfmt::skip]
const PIECES: [&[u8]; 24] = [
    b" ", b"\n", b"\r\n", b"\n\n", b"x", b"+", b"#", b"=Q", b"1.", b"12...", b"2", b"{", b"}", b"(", b")",
    b";", b"[", b"!?", b"$1", b"O-O", b"N", b"e4", b"\xff", b"{ [%clk 0:00:01] }",
];

#[test]
fn a_walk_over_mutated_games_says_what_the_tokens_say() {
    let mut texts = vec![SERVER.to_vec(), SERVER.to_vec()];
    fixtures(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games")), &mut texts);
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = |below: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        usize::try_from(seed >> 33).unwrap_or(0) % below.max(1)
    };
    for round in 0..600 {
        let mut text = texts[round % texts.len()].clone();
        for _ in 0..=random(3) {
            let at = random(text.len());
            let end = (at + random(3)).min(text.len());
            text.splice(at..end, PIECES[random(PIECES.len())].iter().copied());
        }
        assert_same(&text);
    }
}
