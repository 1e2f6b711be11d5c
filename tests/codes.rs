//! Every code has an example that fires it and one that keeps quiet.

use std::{error::Error, fs, path::PathBuf};

use arbiter::{
    audit::Audit,
    diagnostics::{Code, Diagnostic, Profile, Selection},
    pgn::Reader,
    replay::Ending,
    rules::ByColor,
    text::Source,
};

/// Codes that cannot be found without a board.
fn needs_board(id: &str) -> bool {
    let family = matches!(&id[..1], "M" | "S" | "F" | "P" | "X" | "R");
    let by_tokens = matches!(id, "R701" | "R702" | "R703" | "R704" | "R705" | "S409" | "M316");
    family && !by_tokens || matches!(id, "V222" | "V225" | "B005")
}

fn examples(code: Code) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let folder = format!("fixtures/codes/{}", code.id());
    let entries = fs::read_dir(&folder).map_err(|error| format!("{folder}: {error}"))?;
    let mut paths =
        entries.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    paths.sort();
    Ok(paths)
}

/// The findings about a text, as far as they need no board.
fn findings(name: &str, bytes: &[u8], profile: Profile) -> Vec<Diagnostic> {
    let selection = Selection::new(profile);
    let source = Source::new(name, bytes);
    let mut audit = Audit::new(source, &selection);
    Reader::new(source).read(&mut audit);
    let can_mate = ByColor { white: true, black: true };
    audit.conclude(&Ending { whole: true, plies: 10, can_mate, ..Ending::default() });
    audit.notes.take()
}

fn ids(findings: &[Diagnostic]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.code.id()).collect()
}

#[test]
fn every_code_fires_on_its_bad_examples_and_not_on_its_good_ones() -> Result<(), Box<dyn Error>> {
    for &code in Code::ALL.iter().filter(|code| !needs_board(code.id())) {
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
