//! A written move of any variant, before a position resolves it.

use crate::{
    notation::{Forms, San, Sign, variant::san::VariantSan},
    rules::{
        AnyMove, AnyPosition, MoveSpec,
        variant::{Place, VariantSpec},
    },
};

/// A move as written in a game of any variant, with its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnySan {
    /// In standard chess or Chess960.
    Chess(San),
    /// In a game whose rules are data.
    Variant(VariantSan),
}

/// What a written move says, without its sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnySpec {
    /// In standard chess or Chess960.
    Chess(MoveSpec),
    /// In a game whose rules are data.
    Variant(VariantSpec),
}

impl AnySan {
    /// Reads a move in any form that fits the game of a position; `None` for any other text.
    pub fn read(position: &AnyPosition, text: &[u8]) -> Option<Self> {
        match position {
            AnyPosition::Chess(_) => San::read(text).map(Self::Chess),
            AnyPosition::Variant(position) => {
                VariantSan::read(position.rules(), text).map(Self::Variant)
            }
        }
    }

    /// The legal move in this position, if there is exactly one.
    #[inline]
    pub fn resolve(&self, position: &AnyPosition) -> Option<AnyMove> {
        self.spec().resolve(position)
    }

    /// What is written, without the sign.
    #[inline]
    pub const fn spec(&self) -> AnySpec {
        match self {
            Self::Chess(san) => AnySpec::Chess(san.spec),
            Self::Variant(san) => AnySpec::Variant(san.spec),
        }
    }

    /// The sign at the end.
    #[inline]
    pub const fn sign(&self) -> Sign {
        match self {
            Self::Chess(san) => san.sign,
            Self::Variant(san) => san.sign,
        }
    }

    /// The departures from the standard.
    #[inline]
    pub const fn forms(&self) -> Forms {
        match self {
            Self::Chess(san) => san.forms,
            Self::Variant(san) => san.forms,
        }
    }

    /// The move of ordinary chess, if it is one.
    #[inline]
    pub const fn chess(&self) -> Option<&San> {
        match self {
            Self::Chess(san) => Some(san),
            Self::Variant(_) => None,
        }
    }
}

impl AnySpec {
    /// The legal move in this position, if there is exactly one.
    #[inline]
    pub fn resolve(&self, position: &AnyPosition) -> Option<AnyMove> {
        match (self, position) {
            (Self::Chess(spec), AnyPosition::Chess(position)) => {
                spec.resolve(position).ok().map(AnyMove::Chess)
            }
            (Self::Variant(spec), AnyPosition::Variant(position)) => {
                spec.resolve(position).ok().map(AnyMove::Variant)
            }
            _ => None,
        }
    }

    /// Whether a legal move fits: without a written promotion, all promotions of the piece do.
    pub fn fits(&self, position: &AnyPosition, mv: AnyMove) -> bool {
        match (self, position, mv) {
            (Self::Chess(spec), _, AnyMove::Chess(mv)) => spec.fits(mv),
            (Self::Variant(spec), AnyPosition::Variant(position), AnyMove::Variant(mv)) => {
                spec.fits(position, mv)
            }
            _ => false,
        }
    }

    /// Whether a capture is written.
    pub const fn is_capture(&self) -> bool {
        match self {
            Self::Chess(MoveSpec::Piece(spec)) => spec.capture,
            Self::Variant(VariantSpec::Piece(spec)) => spec.capture,
            Self::Chess(MoveSpec::Castle(_)) | Self::Variant(_) => false,
        }
    }

    /// The square that the move names as its target; none for castling.
    pub fn target(&self) -> Option<Place> {
        match self {
            Self::Chess(MoveSpec::Piece(spec)) => Some(spec.to.into()),
            Self::Variant(VariantSpec::Piece(spec)) => Some(spec.to),
            Self::Variant(VariantSpec::Drop { to, .. }) => Some(*to),
            Self::Chess(MoveSpec::Castle(_)) | Self::Variant(VariantSpec::Castle(_)) => None,
        }
    }

    /// The move of ordinary chess, if it is one.
    pub const fn chess(&self) -> Option<&MoveSpec> {
        match self {
            Self::Chess(spec) => Some(spec),
            Self::Variant(_) => None,
        }
    }
}
