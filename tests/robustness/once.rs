//! One run of the corrections is enough: it leaves no safe correction.

use arbiter::{
    diagnostics::{Class, Finding, Profile, Selection},
    fix::lint_block_tried,
    lint::Options,
};

use crate::targets::{
    Outcome,
    correction::{LONGEST, fixed},
    ensure,
    game::reports,
};

pub(crate) fn check(text: &[u8]) -> Outcome {
    let options = Options::new(Selection::new(Profile::Pedantic));
    let once = fixed(text, 2 * LONGEST, &options)?;
    let twice = fixed(&once.text, 2 * LONGEST, &options)?;
    ensure(twice.corrections.is_empty(), || {
        format!("corrected again: {:?}\nin {}", twice.corrections, once.text.escape_ascii())
    })?;
    let reports = reports(&once.text, 2 * LONGEST, &options, lint_block_tried)?;
    let findings = reports.iter().flat_map(|report| &report.findings);
    let is_safe = |finding: &&Finding| finding.class() == Some(Class::Safe) && !finding.assumed;
    let left: Vec<_> = findings.filter(is_safe).map(|finding| finding.code.id()).collect();
    ensure(left.is_empty(), || format!("{left:?} left in {}", once.text.escape_ascii()))
}
