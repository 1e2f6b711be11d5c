//! Where a game begins, from its tags.

use crate::{
    diagnostics::Diagnostic,
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
    /// In a position that cannot be played.
    Unplayable(Vec<Diagnostic>),
    /// By rules that are not ours: the game is not looked at.
    OtherRules,
}

/// What the tags `Variant`, `Boards` and `FEN` say.
pub fn beginning(variant: Option<&str>, boards: Option<&str>, fen: Option<&[u8]>) -> Beginning {
    let variant = match variant.map(str::trim).filter(|name| !name.is_empty() && *name != "?") {
        None => Variant::Standard,
        Some(name) => match variant_from_tags(name, boards) {
            Ok(variant) => variant,
            Err(_) => return Beginning::OtherRules,
        },
    };
    match (variant, fen) {
        (Variant::Standard | Variant::Chess960 { .. }, None) => Beginning::Usual,
        (variant, None) => Beginning::From(variant.start()),
        (variant, Some(fen)) => match fen::position_of(variant, fen) {
            Ok(position) => Beginning::From(position),
            Err(findings) => Beginning::Unplayable(findings),
        },
    }
}

impl Beginning {
    /// The position, if there is one that can be played.
    pub fn position(&self) -> Option<AnyPosition> {
        match self {
            Self::Usual => Some(Chess::start().into()),
            Self::From(position) => Some(position.clone()),
            Self::Unplayable(_) | Self::OtherRules => None,
        }
    }
}
