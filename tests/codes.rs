//! Every code has a bad example that triggers it and a good one that does not.

use std::{error::Error, fs, path::PathBuf};

use arbiter::{
    diagnostics::{Code, Edit, Finding, Profile, Safety, Selection},
    lint::{Detail, Laws, Options, lint_block},
    notation::{epd, fen},
    pgn::{Encodings, Part},
    text::Source,
};

fn examples(code: Code) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let folder = format!("fixtures/codes/{}", code.id());
    let entries = fs::read_dir(&folder).map_err(|error| format!("{folder}: {error}"))?;
    let mut paths =
        entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    paths.sort();
    Ok(paths)
}

/// The findings about a text: games, a position, or an EPD record.
fn findings(name: &str, bytes: &[u8], profile: Profile) -> Vec<Finding> {
    let selection = Selection::new(profile);
    let is = |extension: &str| name.ends_with(extension);
    let found = if is(".fen") {
        fen::read(bytes).findings
    } else if is(".epd") {
        epd::read(bytes).reading.findings
    } else {
        return examined(name, bytes, selection);
    };
    found.into_iter().filter(|finding| selection.allows(finding)).collect()
}

fn examined(name: &str, bytes: &[u8], selection: Selection) -> Vec<Finding> {
    let examination = Options {
        selection,
        variations: true,
        laws: Laws::OfTheDay,
        detail: Detail::Ending,
        cross_check: name.contains(Code::SecondOpinion.id()),
    };
    let source = Source::new(name, bytes);
    let (reports, summary) = lint_block(source, Part::Whole, &examination);
    let mixed = Encodings::default().merge(summary.encodings);
    let in_games = reports.into_iter().flat_map(|examined| examined.findings);
    in_games.chain(mixed).collect()
}

fn ids(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.code.id()).collect()
}

/// Codes that no file is meant to trigger: a fault of the program that is known is corrected.
const WITHOUT_EXAMPLES: [Code; 1] = [Code::ProgramFault];

fn codes_with_examples() -> impl Iterator<Item = Code> {
    Code::ALL.iter().copied().filter(|code| !WITHOUT_EXAMPLES.contains(code))
}

#[test]
fn every_code_is_reported_for_its_bad_examples_only() -> Result<(), Box<dyn Error>> {
    for code in codes_with_examples() {
        let (mut good, mut bad) = (0, 0);
        for path in examples(code)? {
            let (name, bytes) = (path.display().to_string(), fs::read(&path)?);
            let everything = findings(&name, &bytes, Profile::Pedantic);
            let fires = everything.iter().any(|finding| finding.code == code);
            if name.contains("/bad") {
                bad += 1;
                assert!(fires, "{name}: found {:?}", ids(&everything));
            } else {
                good += 1;
                assert!(!fires, "{name}: found {:?}", ids(&everything));
                let usual = findings(&name, &bytes, Profile::Import);
                assert!(usual.is_empty(), "{name}: found {:?}", ids(&usual));
            }
        }
        assert!(good > 0 && bad > 0, "{}: add a good and a bad example", code.id());
    }
    Ok(())
}

/// Games as programs write them: `fixtures/good/export-…`.
#[test]
fn sound_exports_are_silent() -> Result<(), Box<dyn Error>> {
    let mut exports = 0;
    for entry in fs::read_dir("fixtures/good")? {
        let path = entry?.path();
        let (name, bytes) = (path.display().to_string(), fs::read(&path)?);
        let found = findings(&name, &bytes, Profile::Import);
        assert!(found.is_empty(), "{name}: {found:?}");
        exports += 1;
    }
    assert!(exports >= 16, "{exports} exports");
    Ok(())
}

/// Codes with a safe edit for every bad example.
const CORRECTED: [&str; 45] = [
    "B001", "B003", "B005", "B006", "B007", "B008", "B009", "B010", "B011", "B012", "B013", "B015",
    "T103", "T105", "T109", "T110", "T111", "T112", "T115", "V203", "V223", "V225", "M317", "M318",
    "S401", "S402", "S403", "S404", "S405", "S406", "S407", "S408", "S409", "S410", "N503", "N504",
    "N506", "N507", "C603", "C605", "C609", "C626", "C627", "R701", "R704",
];

#[test]
fn a_safe_edit_removes_its_finding_and_adds_none() -> Result<(), Box<dyn Error>> {
    for code in codes_with_examples() {
        let is_game = |path: &&PathBuf| path.extension().is_some_and(|end| end == "pgn");
        for path in examples(code)?.iter().filter(is_game) {
            let (name, bytes) = (path.display().to_string(), fs::read(path)?);
            let before = findings(&name, &bytes, Profile::Pedantic);
            let corrected = corrected(&name, bytes, code)?;
            let after = findings(&name, &corrected, Profile::Pedantic);
            let shown = corrected.escape_ascii();
            let count =
                |code, found: &[Finding]| found.iter().filter(|one| one.code == code).count();
            for &other in Code::ALL {
                let is_new = count(other, &after) > count(other, &before);
                assert!(!is_new, "{name}: {} is new in {shown}", other.id());
            }
            let is_left = CORRECTED.contains(&code.id()) && count(code, &after) > 0;
            assert!(!is_left, "{name}: {} is left in {shown}", code.id());
        }
    }
    Ok(())
}

/// Applies the safe edits of a code. A line that is broken may still be too long, so the text is checked again after each round
/// of edits.
fn corrected(name: &str, mut text: Vec<u8>, code: Code) -> Result<Vec<u8>, Box<dyn Error>> {
    for _ in 0..8 {
        let found = findings(name, &text, Profile::Pedantic).into_iter();
        let edits = found.filter(|finding| finding.code == code).flat_map(|finding| finding.edits);
        let mut edits: Vec<_> = edits.filter(|edit| edit.safety == Safety::Safe).collect();
        if edits.is_empty() {
            return Ok(text);
        }
        edits.sort_by_key(|edit| edit.span);
        // Findings that are corrected together share one edit.
        edits.dedup();
        for Edit { span, replacement, .. } in edits.into_iter().rev() {
            let (start, end) = (usize::try_from(span.start)?, usize::try_from(span.end)?);
            text.splice(start..end, replacement.into_bytes());
        }
    }
    Err(format!("{name}: the edits of {} never end", code.id()).into())
}
