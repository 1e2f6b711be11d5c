//! The start of a game: its variant, the position in the `FEN` tag.

use crate::{
    diagnostics::{Code, Finding, Safety, Severity},
    lint::{Findings, file_findings, findings::shown, tags::has_slip_of},
    notation::{
        fen,
        variant_name::{BadVariant, Named, from_tags},
    },
    pgn::{TagName, Tags},
    rules::{Chess, Variant},
    text::Span,
};

/// Checks the variant.
pub(crate) fn check_variant(tags: &Tags<'_>, found: &mut Findings<'_>) {
    let Some(tag) = tags.get(TagName::Variant).filter(|tag| !tag.value.is_empty()) else { return };
    let name = shown(tag.value).trim().to_ascii_lowercase();
    let named = Named::find(&name);
    if matches!(named, None | Some(Named::Other)) {
        found.add(found.about_value(Code::VariantTag, tag, file_findings::message(tag.value, 1)));
    } else if named == Some(Named::Chess960) && tags.get(TagName::Fen).is_none() {
        let message = "Chess960 needs a `FEN` tag with the start position";
        found.add(found.about_value(Code::VariantTag, tag, message));
    }
    if let Some(boards) = tags.get(TagName::Boards)
        && let Err(no @ BadVariant::Boards(_)) = from_tags(&name, Some(&shown(boards.value)))
    {
        found.add(found.about_value(Code::VariantTag, boards, no.to_string()));
    }
}

/// Reports why the start position is not playable; `findings` are those of the FEN reader.
pub(crate) fn unplayable(tags: &Tags<'_>, findings: &[Finding], found: &mut Findings<'_>) {
    let worst = findings.iter().find(|finding| finding.severity == Severity::Error);
    let why = worst.map_or("the position is not playable", |finding| &finding.message);
    if let Some(tag) = tags.get(TagName::Fen) {
        let finding = found.about_value(Code::BadFenTag, tag, why);
        let variant = tags.get(TagName::Variant).and_then(|tag| Named::find(&shown(tag.value)));
        let is_chess = matches!(variant, None | Some(Named::Standard | Named::Chess960));
        let fixed = fen::read(tag.value).fixed.filter(|_| is_chess);
        found.add(finding.with_optional_replacement(fixed, Safety::Guess));
    }
}

/// Checks how a playable position is written.
pub(crate) fn check_position(
    tags: &Tags<'_>,
    variant: Variant,
    position: &Chess,
    found: &mut Findings<'_>,
) {
    let Some(tag) = tags.get(TagName::Fen) else { return };
    let is_classical = !position.castling().is_chess960(position.board());
    if !is_classical && tags.get(TagName::Variant).is_none() && !has_slip_of(tags, "Variant") {
        let end = found.source().span_of(tag.text).end;
        let message = "the castling rights are those of Chess960, but there is no `Variant` tag";
        let finding = found.about_value(Code::VariantTag, tag, message);
        let place = Span { start: end, end };
        let line = format!("{}[Variant \"Chess960\"]", found.source().line_end_around(end));
        found.add(finding.with_edit(place, line, Safety::Guess));
    }
    if found.shows_as(Code::BadFenTag, Severity::Info) || claims_more(tag.value, position) {
        let variant = (variant != Variant::Standard).then_some(variant);
        let reading = fen::read_of(variant, tag.value);
        let is_right = |finding: &&Finding| finding.code == Code::CastlingRightImpossible;
        let faults = &reading.findings;
        let fault = faults
            .iter()
            .find(is_right)
            .or_else(|| faults.iter().find(|one| is_about_writing(one)));
        if let Some(fault) = fault {
            let severity = if is_right(&fault) { Severity::Warning } else { Severity::Info };
            let finding = found.about_value(Code::BadFenTag, tag, fault.message.as_str());
            let finding = finding.with_severity(severity);
            found.add(finding.with_optional_replacement(reading.fixed, Safety::Guess));
        }
    }
}

/// Whether the castling field of a FEN has more letters than the position has rights.
fn claims_more(fen: &[u8], position: &Chess) -> bool {
    let mut fields = fen.split(u8::is_ascii_whitespace).filter(|field| !field.is_empty());
    let letters =
        fields.nth(2).unwrap_or_default().iter().filter(|byte| byte.is_ascii_alphabetic());
    letters.count() > position.castling().rooks().count() as usize
}

/// Whether a finding is about the text of a FEN, not about what it describes.
fn is_about_writing(finding: &Finding) -> bool {
    finding.severity == Severity::Warning && finding.code < Code::KingCount
}
