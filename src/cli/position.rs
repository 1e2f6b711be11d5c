//! The position a command was asked about, from `--fen` and `--variant`.

use crate::{
    cli::Trouble,
    diagnostics::{Finding, Severity},
    notation::fen,
    rules::{AnyPosition, Position, Variant},
    text::Source,
};

/// The position of a FEN, or the start of a variant.
///
/// # Errors
/// When the FEN cannot be played from, and says every reason; when it is of another variant than was asked for.
pub fn given(fen: Option<&str>, asked: Option<Variant>) -> Result<AnyPosition, Trouble> {
    let variant = asked.unwrap_or_default();
    let Some(text) = fen else { return Ok(variant.start()) };
    let position = fen::position_of(variant, text.as_bytes())
        .map_err(|findings| unplayable(text, &findings))?;
    match asked.and_then(|asked| disagreement(asked, &position)) {
        Some(why) => Err(Trouble::new(format!("cannot play from '{text}': {why}"))),
        None => Ok(position),
    }
}

/// Why a position is not one of the variant that was asked for.
fn disagreement(asked: Variant, position: &AnyPosition) -> Option<String> {
    let is_layered = position.as_layered().is_some();
    let is_chess960 = || position.castling().is_chess960(&position.boards()[0]);
    match asked {
        Variant::Chess960 { start: Some(number) } => {
            Some(format!("`chess960:{number}` is a beginning of its own, a FEN is another"))
        }
        Variant::Standard | Variant::Chess960 { .. } if is_layered => {
            Some(format!("several boards are no {} chess", asked.name()))
        }
        Variant::Standard if is_chess960() => {
            Some("the rights to castle are those of Chess960".to_owned())
        }
        _ => None,
    }
}

/// One line that says what is wrong with a FEN, the errors alone.
pub fn unplayable(text: &str, findings: &[Finding]) -> Trouble {
    let errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    let source = Source::new("", text.as_bytes());
    let reasons: Vec<String> = errors
        .map(|finding| {
            let column = source.place_of(finding.span.start).column;
            format!("{} (column {column}, {})", finding.message, finding.code.id())
        })
        .collect();
    Trouble::new(format!("cannot play from '{text}': {}", reasons.join("; ")))
        .with_tip("`arbiter report FEN` tells all about a position")
}
