//! FEN of any variant. A text with bars between boards is Alice chess in any case.

use std::{fmt, str::FromStr, sync::Arc};

use super::{FenFindings, Field, word};
use crate::{
    diagnostics::{Finding, Severity},
    notation::variant::{self, built_in},
    rules::{
        AnyPosition, Chess, Setup, Variant,
        variant::{Rules, TransferRule, VariantPosition},
    },
    text::Source,
};

/// The sign between two boards.
const BAR: u8 = b'|';

/// Reads a position of a variant. A text with bars is Alice chess in any case.
///
/// # Errors
/// All findings, if the text cannot be read or the position cannot be played.
pub fn position_of(variant: Variant, text: &[u8]) -> Result<AnyPosition, Vec<Finding>> {
    match (variant, boards_written(text)) {
        (Variant::Rules(rules), _) => of_rules(rules, text),
        (_, Some(boards)) => match built_in::alice(boards, TransferRule::Classical) {
            Some(rules) => of_rules(rules, text),
            None => super::position(text).map(AnyPosition::from),
        },
        (Variant::Standard, None) => super::position(text).map(AnyPosition::from),
        (Variant::Chess960 { .. }, None) => {
            let reading = super::read_of(Some(variant), text);
            reading.position().map(AnyPosition::from).ok_or(reading.findings)
        }
    }
}

/// Reads a position of a game whose rules are data.
fn of_rules(rules: &Arc<Rules>, text: &[u8]) -> Result<AnyPosition, Vec<Finding>> {
    let faults = match variant::fen::read(rules, text) {
        Ok(position) => return Ok(position.into()),
        Err(faults) => faults,
    };
    let source = Source::new("", text);
    let mut found = FenFindings::on(text);
    for fault in faults {
        let at = fault.at.min(text.len());
        let length = text[at..].iter().take(1).len();
        let field = field_at(text, at);
        found.add(fault.code, field, &source.bytes[at..at + length], fault.message);
    }
    for finding in &mut found.findings {
        finding.severity = Severity::Error;
    }
    Err(found.findings)
}

/// A setup of chess by the plain rules, which follow its moves even where the side that has just moved is in check.
pub fn followed(setup: &Setup) -> Option<VariantPosition> {
    let rules = built_in::find(built_in::CHESS)?;
    variant::fen::read_unchecked(rules, super::write_setup(setup).as_bytes())
}

/// What a FEN of a game whose rules are data leaves out.
pub fn missing_fields(text: &[u8]) -> Vec<Finding> {
    let words = text.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    // Counted checks are a field of their own.
    let given = words.filter(|word| !word.contains(&b'+') || word.contains(&b'/')).count();
    let mut found = FenFindings::on(text);
    super::report_missing(given, &mut found);
    found.findings
}

/// The field of a FEN in which a byte is.
fn field_at(text: &[u8], at: usize) -> Field {
    let before = text.get(..at).unwrap_or(text);
    let words = before.split(|byte| *byte == b' ').filter(|word| !word.is_empty()).count();
    let is_inside = before.last().is_some_and(|byte| *byte != b' ');
    match words.saturating_sub(usize::from(is_inside)) {
        0 => Field::Board,
        1 => Field::Turn,
        2 => Field::Castling,
        3 => Field::EnPassant,
        4 => Field::Halfmove,
        _ => Field::Fullmove,
    }
}

/// The findings about a FEN that cannot be played.
#[derive(Debug, Clone, PartialEq)]
pub struct BadFen(pub Vec<Finding>);

impl fmt::Display for BadFen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let errors = self.0.iter().filter(|finding| finding.severity == Severity::Error);
        let messages: Vec<&str> = errors.map(|finding| finding.message.as_str()).collect();
        f.write_str(&messages.join("; "))
    }
}

impl std::error::Error for BadFen {}

/// A playable FEN of standard chess or Chess960.
impl FromStr for Chess {
    type Err = BadFen;

    fn from_str(text: &str) -> Result<Self, BadFen> {
        super::position(text.as_bytes()).map_err(BadFen)
    }
}

/// How many boards the first field describes, if there are from two to eight.
pub fn boards_written(text: &[u8]) -> Option<u8> {
    memchr::memchr(BAR, text)?;
    let (_, field) = word(text.trim_ascii_start()).ok()?;
    let boards = field.split(|&byte| byte == BAR).count();
    u8::try_from(boards).ok().filter(|boards| (2..=8).contains(boards))
}
