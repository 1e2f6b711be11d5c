//! The findings about a text, for the tests of this room.

use crate::{
    diagnostics::{Code, Edit, Finding, Profile, Safety, Selection},
    lint::{Options, lint_block},
    pgn::Part,
    text::Source,
};

/// The seven required tags, without findings in any profile.
const ROSTER: &str = r#"[Event "Club evening"]
[Site "Uppsala SWE"]
[Date "2023.03.04"]
[Round "1"]
[White "Ek, Anna"]
[Black "Ask, Bo"]
[Result "*"]
"#;

/// All findings about a text.
pub(crate) fn findings(text: &str) -> Vec<Finding> {
    let options = Options::new(Selection::new(Profile::Pedantic));
    let (reports, _) = lint_block(Source::new("test.pgn", text.as_bytes()), Part::Whole, &options);
    reports.into_iter().flat_map(|report| report.findings).collect()
}

/// Applies the safe edits of one code.
pub(crate) fn safely_corrected(text: &str, code: Code) -> String {
    let found = findings(text).into_iter().filter(|finding| finding.code == code);
    let is_safe = |edit: &Edit| edit.safety == Safety::Safe;
    let mut edits: Vec<_> = found.flat_map(|finding| finding.edits).filter(is_safe).collect();
    edits.sort_by_key(|edit| edit.span);
    // Findings that are corrected together share one edit.
    edits.dedup();
    let mut corrected = String::new();
    let mut done = 0;
    for edit in edits {
        let [start, end] = [edit.span.start, edit.span.end].map(|at| usize::try_from(at).unwrap());
        corrected += &text[done..start];
        corrected += &edit.replacement;
        done = end;
    }
    corrected + &text[done..]
}

fn ids(findings: &[Finding]) -> Vec<&'static str> {
    findings.iter().map(|finding| finding.code.id()).collect()
}

/// The codes for a game with one more tag, or another value for one of the seven.
pub(crate) fn tag(name: &str, value: &str) -> Vec<&'static str> {
    let line = format!("[{name} \"{value}\"]\n");
    let mut lines: Vec<_> = ROSTER.split_inclusive('\n').collect();
    match lines.iter_mut().find(|old| old.starts_with(&format!("[{name} "))) {
        Some(old) => *old = &line,
        None => lines.push(&line),
    }
    ids(&findings(&format!("{}\n1. e4 *\n", lines.concat())))
}

/// The codes for a game with these moves.
pub(crate) fn moves(moves: &str) -> Vec<&'static str> {
    ids(&findings(&format!("{ROSTER}\n{moves} *\n")))
}

/// The codes for a game with this tag and these moves.
pub(crate) fn tag_and_moves(tag: &str, moves: &str) -> Vec<&'static str> {
    ids(&findings(&format!("{ROSTER}{tag}\n\n{moves} *\n")))
}
