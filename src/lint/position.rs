//! The position in the `FEN` tag: whether it is playable, how it is written, and by which rules.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    lint::{Known, Notes, Tags, tags::has_slip_of},
    notation::fen,
    rules::{Chess, Position},
    text::Span,
};

/// Reports why the start position is not playable; `findings` are those of the FEN reader.
pub(crate) fn unplayable(tags: &Tags<'_>, findings: &[Finding], notes: &mut Notes<'_>) {
    let worst = findings.iter().find(|finding| finding.severity == Severity::Error);
    let why = worst.map_or("the position is not playable", |finding| &finding.message);
    if let Some(tag) = tags.get(Known::Fen) {
        let finding = notes.about_value(Code::BadFenTag, tag, why);
        notes.add(with_fixed_fen(finding, fen::read(tag.value).fixed));
    }
}

/// Checks how a playable position is written.
pub(crate) fn check(tags: &Tags<'_>, position: &Chess, notes: &mut Notes<'_>) {
    let Some(tag) = tags.get(Known::Fen) else { return };
    let [board] = position.boards() else { return };
    let is_classical = !position.castling().is_chess960(board);
    if !is_classical && tags.get(Known::Variant).is_none() && !has_slip_of(tags, "Variant") {
        let end = notes.source().span_of(tag.text).end;
        let message = "the castling rights are those of Chess960, but there is no `Variant` tag";
        let finding = notes.about_value(Code::VariantTag, tag, message);
        let place = Span { start: end, end };
        let line = format!("{}[Variant \"Chess960\"]", notes.source().line_end_around(end));
        notes.add(finding.with_edit(place, line, Safety::Guess));
    }
    if notes.shows_as(Code::BadFenTag, Severity::Info) {
        let reading = fen::read(tag.value);
        if let Some(fault) = reading.findings.into_iter().find(is_about_writing) {
            let finding = notes.about_value(Code::BadFenTag, tag, fault.message);
            notes.add(with_fixed_fen(finding.with_severity(Severity::Info), reading.fixed));
        }
    }
}

/// Whether a finding is about the text of a FEN, not about what it describes.
fn is_about_writing(finding: &Finding) -> bool {
    finding.severity == Severity::Warning && finding.code < Code::KingCount
}

/// Adds an edit with the corrected FEN, if there is one.
fn with_fixed_fen(finding: Finding, fixed: Option<String>) -> Finding {
    match fixed {
        Some(fixed) => finding.with_replacement(fixed, Safety::Guess),
        None => finding,
    }
}
