//! Every code has an example that fires it and one that keeps quiet.

use std::{error::Error, fs, path::PathBuf};

use arbiter::{
    audit::{Detail, Examination, Examiner, Laws},
    diagnostics::{Code, Diagnostic, Profile, Selection},
    notation::{epd, fen},
    pgn::{Encodings, Reader},
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
fn findings(name: &str, bytes: &[u8], profile: Profile) -> Vec<Diagnostic> {
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

fn examined(name: &str, bytes: &[u8], selection: Selection) -> Vec<Diagnostic> {
    let examination = Examination {
        selection,
        variations: true,
        laws: Laws::OfTheDay,
        detail: Detail::Ending,
        cross_check: name.contains(Code::SecondOpinion.id()),
    };
    let source = Source::new(name, bytes);
    let mut examiner = Examiner::new(source, &examination);
    let summary = Reader::new(source).read(&mut examiner);
    let mixed = Encodings::default().merge(summary.encodings);
    let in_games = examiner.finish().into_iter().flat_map(|examined| examined.findings);
    in_games.chain(mixed).collect()
}

fn ids(findings: &[Diagnostic]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.code.id()).collect()
}

#[test]
fn every_code_fires_on_its_bad_examples_and_not_on_its_good_ones() -> Result<(), Box<dyn Error>> {
    for &code in Code::ALL {
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
        assert!(good > 0 && bad > 0, "{}: a good and a bad example, please", code.id());
    }
    Ok(())
}
