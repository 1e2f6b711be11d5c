//! The position in the tag `FEN`: whether it can be played, how it is written, and by which rules.

use crate::{
    audit::{Known, Notes, Tags},
    diagnostics::{Code, Diagnostic, Safety, Severity},
    notation::fen,
    rules::{Chess, Position},
    text::Span,
};

/// Says why the position of a game cannot be played; `findings` are those of the reader.
pub(crate) fn unplayable(tags: &Tags<'_>, findings: &[Diagnostic], notes: &mut Notes<'_>) {
    let worst = findings.iter().find(|finding| finding.severity == Severity::Error);
    let why = worst.map_or("it cannot be played", |finding| &finding.message);
    tell(tags, why, Severity::Error, notes);
}

/// Judges how a position that can be played is written down.
pub(crate) fn judge(tags: &Tags<'_>, position: &Chess, notes: &mut Notes<'_>) {
    let Some(&tag) = tags.get(Known::Fen) else { return };
    let [board] = position.boards() else { return };
    if tags.get(Known::Variant).is_none() && position.castling().is_chess960(board) {
        let end = notes.source().span_of(tag.text).end;
        let message = "castling as in Chess960, but no `Variant` says so";
        let finding = notes.about_value(Code::VariantTag, &tag, message);
        let place = Span { start: end, end };
        notes.add(finding.with_fix(place, "\n[Variant \"Chess960\"]", Safety::Guess));
    }
    if notes.wants_as(Code::BadFenTag, Severity::Info) {
        let findings = fen::read(tag.value).findings;
        let mut forgiven = findings.iter().filter(|finding| is_about_writing(finding));
        if let Some(fault) = forgiven.next() {
            tell(tags, &fault.message, Severity::Info, notes);
        }
    }
}

/// Whether a finding is about the text of a FEN, not about what it describes.
fn is_about_writing(finding: &Diagnostic) -> bool {
    finding.severity == Severity::Warning && finding.code < Code::KingCount
}

fn tell(tags: &Tags<'_>, why: &str, severity: Severity, notes: &mut Notes<'_>) {
    let Some(tag) = tags.get(Known::Fen) else { return };
    let finding = notes.about_value(Code::BadFenTag, tag, why).with_severity(severity);
    let finding = match fen::read(tag.value).fixed {
        Some(fixed) => {
            let span = finding.span;
            finding.with_fix(span, fixed, Safety::Guess)
        }
        None => finding,
    };
    notes.add(finding);
}
