//! Where a game begins, from its tags.

use crate::{
    diagnostics::{Code, Finding, Severity},
    notation::{fen, variant::variant_from_tags},
    rules::{AnyPosition, Chess, Variant},
};

/// Where a game begins.
#[derive(Debug, Clone)]
pub enum Beginning {
    /// With the men as everybody knows them.
    Usual,
    /// In this position.
    From(AnyPosition),
    /// In a position that cannot be played; if only the wrong side is in check, the moves can be followed all the same.
    Unplayable(Vec<Finding>, Option<Chess>),
    /// By rules that are not ours: the game is not looked at.
    OtherRules,
}

/// What the tags `Variant`, `Boards` and `FEN` say.
pub fn beginning(variant: Option<&str>, boards: Option<&str>, fen: Option<&[u8]>) -> Beginning {
    let Some(variant) = rules(variant, boards) else { return Beginning::OtherRules };
    match (variant, fen) {
        (Variant::Standard | Variant::Chess960 { .. }, None) => Beginning::Usual,
        (variant, None) => Beginning::From(variant.start()),
        (variant, Some(fen)) => match fen::position_of(variant, fen) {
            Ok(position) => Beginning::From(position),
            Err(findings) => {
                let followed = followed_anyway(fen, &findings);
                Beginning::Unplayable(findings, followed)
            }
        },
    }
}

/// The rules that the tags `Variant` and `Boards` name, if they are known.
pub(super) fn rules(variant: Option<&str>, boards: Option<&str>) -> Option<Variant> {
    match variant.map(str::trim).filter(|name| !name.is_empty() && *name != "?") {
        None => Some(Variant::Standard),
        Some(name) => variant_from_tags(name, boards).ok(),
    }
}

/// The position of a FEN whose only fault is that the side that has just moved is in check.
fn followed_anyway(fen: &[u8], findings: &[Finding]) -> Option<Chess> {
    let mut errors = findings.iter().filter(|finding| finding.severity == Severity::Error);
    let forgivable = errors.all(|finding| finding.code == Code::OpponentInCheck);
    let setup = fen::read(fen).setup.filter(|_| forgivable)?;
    Some(Chess::from_setup_unchecked(&setup))
}

impl Beginning {
    /// The position, if there is one that can be played.
    pub fn position(&self) -> Option<AnyPosition> {
        match self {
            Self::Usual => Some(Chess::start().into()),
            Self::From(position) => Some(position.clone()),
            Self::Unplayable(..) | Self::OtherRules => None,
        }
    }
}
