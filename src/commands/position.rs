//! The position a command was asked about, from `--fen` and `--variant`.

use crate::{
    commands::Trouble,
    diagnostics::{Diagnostic, Severity},
    notation::fen,
    rules::{AnyPosition, Variant},
};

/// The position of a FEN, or the start of a variant.
///
/// # Errors
/// When the FEN cannot be played from; says every reason.
pub fn given(fen: Option<&str>, variant: Option<Variant>) -> Result<AnyPosition, Trouble> {
    let variant = variant.unwrap_or_default();
    match fen {
        None => Ok(variant.start()),
        Some(text) => fen::position_of(variant, text.as_bytes())
            .map_err(|findings| unplayable(text, &findings)),
    }
}

/// One line that says what is wrong with a FEN, the errors alone.
pub fn unplayable(text: &str, findings: &[Diagnostic]) -> Trouble {
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    let reasons: Vec<String> = errors
        .map(|finding| {
            format!(
                "{} (column {}, {})",
                finding.message,
                finding.span.start + 1,
                finding.code.id()
            )
        })
        .collect();
    Trouble::new(format!("cannot play from '{text}': {}", reasons.join("; ")))
        .with_tip("`arbiter report FEN` tells all about a position")
}
