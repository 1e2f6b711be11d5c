//! Corrections of games: what is safe to apply is applied, and the result is read again.

use arbiter::{
    diagnostics::{Code, Edit, Finding, Profile, Safety, Selection, Severity},
    lint::{GameReport, Options, lint_block},
};

use super::{Outcome, ensure, game::reports};

/// Longer texts may have more findings than are kept.
const LONGEST: usize = 1 << 12;

/// How often corrections may uncover others: a language is known to the next move only when the one before is corrected.
const ROUNDS: usize = 64;

/// Safe corrections remove their findings, cause no error, and lose no game.
pub(super) fn check(text: &[u8]) -> Outcome {
    if text.len() > LONGEST {
        return Ok(());
    }
    let options = Options::new(Selection::new(Profile::Pedantic));
    let before = reports(text, 2 * LONGEST, &options, lint_block)?;
    let (mut text, mut now) = (text.to_vec(), before.clone());
    for round in 0.. {
        let edits = safe_edits(&now);
        if edits.is_empty() {
            break;
        }
        ensure(round < ROUNDS, || format!("still to correct after {round} rounds: {edits:?}"))?;
        text = corrected(&text, &edits);
        now = reports(&text, 2 * LONGEST, &options, lint_block)?;
    }
    let games = (games(&before), games(&now));
    ensure(games.0 <= games.1, || format!("{games:?} games in {}", text.escape_ascii()))?;
    let (old, mut new) = (errors(&before), errors(&now));
    // A value is checked only when the name of its tag is right.
    if findings(&before).any(|finding| finding.code == Code::TagMisspelt) {
        new.retain(|code| !code.starts_with('V'));
    }
    ensure(new.len() <= old.len(), || format!("{old:?}, then {new:?} in {}", text.escape_ascii()))
}

fn findings(reports: &[GameReport]) -> impl Iterator<Item = &Finding> {
    reports.iter().flat_map(|report| &report.findings)
}

fn games(reports: &[GameReport]) -> usize {
    reports.iter().filter(|report| report.game.is_some()).count()
}

/// The codes of all errors.
fn errors(reports: &[GameReport]) -> Vec<&'static str> {
    let is_error = |finding: &&Finding| finding.severity == Severity::Error;
    findings(reports).filter(is_error).map(|finding| finding.code.id()).collect()
}

/// The safe edits in the order of the text; of those that overlap only the smaller one.
fn safe_edits(reports: &[GameReport]) -> Vec<&Edit> {
    let edits = findings(reports).flat_map(|finding| &finding.edits);
    let mut edits: Vec<&Edit> = edits.filter(|edit| edit.safety == Safety::Safe).collect();
    edits.sort_by_key(|edit| (edit.span.len(), edit.span));
    let mut chosen: Vec<&Edit> = Vec::new();
    for edit in edits {
        let touches = |other: &&Edit| {
            let (one, other) = (edit.span, other.span);
            (one == other && !one.is_empty()) || (one.start < other.end && other.start < one.end)
        };
        if !chosen.contains(&edit) && !chosen.iter().any(touches) {
            chosen.push(edit);
        }
    }
    chosen.sort_by_key(|edit| edit.span);
    chosen
}

/// The text with the edits applied, the last first, so that the places of the others stay right.
fn corrected(text: &[u8], edits: &[&Edit]) -> Vec<u8> {
    let mut text = text.to_vec();
    for edit in edits.iter().rev() {
        let at = |byte: u64| usize::try_from(byte).unwrap_or(usize::MAX);
        text.splice(at(edit.span.start)..at(edit.span.end), edit.replacement.bytes());
    }
    text
}
