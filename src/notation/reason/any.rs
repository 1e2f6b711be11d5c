//! Why a written move cannot be played, in a game of any variant.

use crate::{
    diagnostics::ReasonData,
    notation::{
        AnySpec,
        reason::{Explainer, kind, pin_line, rule, variant},
    },
    rules::{
        AnyMove, AnyPosition, History,
        legality::{self, Alternatives, Reason},
        variant::VariantReason,
    },
};

/// Why a written move cannot be played.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnyReason {
    /// In standard chess or Chess960.
    Chess(Reason),
    /// In a game whose rules are data.
    Variant(VariantReason),
}

/// A reason with its sentence and its data, as findings and messages show it.
#[derive(Debug, Clone)]
pub struct Refusal {
    /// The reason.
    pub reason: AnyReason,
    /// The reason as a sentence: one line, small letter first, no full stop.
    pub sentence: String,
    /// The reason as data.
    pub data: ReasonData,
    /// The article of the Laws that is broken, or the variant whose rule it is.
    pub rule: String,
    /// The squares of the line of a pin, from the pinning piece to the king: `b4-c3-d2-e1`.
    pub pin_line: Option<String>,
}

/// Why a written move cannot be played, or `None` if it can. The game so far, if given, shows which move ended a right.
pub fn refusal(
    position: &AnyPosition,
    spec: &AnySpec,
    past: Option<&History<AnyPosition>>,
) -> Option<Refusal> {
    match (position, spec) {
        (AnyPosition::Chess(position), AnySpec::Chess(spec)) => {
            let past = past.and_then(History::chess);
            let reason = legality::reason(position, spec, past.as_ref())?;
            let explainer = Explainer { position, past: past.as_ref() };
            Some(Refusal {
                sentence: explainer.sentence(&reason),
                data: explainer.data(&reason),
                rule: rule(&reason).to_owned(),
                pin_line: pin_line(&reason),
                reason: AnyReason::Chess(reason),
            })
        }
        (AnyPosition::Variant(position), AnySpec::Variant(spec)) => {
            let reason = position.why_not(spec)?;
            let rules = position.rules();
            Some(Refusal {
                sentence: variant::sentence(position, &reason),
                data: variant::data(rules, &reason),
                rule: rules.title(),
                pin_line: variant::pin_line(rules, &reason),
                reason: AnyReason::Variant(reason),
            })
        }
        _ => None,
    }
}

/// The legal moves that come near a written move: those to its square, and those of its piece.
pub fn alternatives(position: &AnyPosition, spec: &AnySpec) -> Alternatives<AnyMove> {
    match (position, spec) {
        (AnyPosition::Chess(position), AnySpec::Chess(spec)) => {
            let near = legality::alternatives(position, spec);
            Alternatives {
                to_square: near.to_square.into_iter().map(AnyMove::Chess).collect(),
                of_piece: near.of_piece.into_iter().map(AnyMove::Chess).collect(),
            }
        }
        (AnyPosition::Variant(position), AnySpec::Variant(spec)) => {
            let near = position.alternatives(spec);
            Alternatives {
                to_square: near.to_square.into_iter().map(AnyMove::Variant).collect(),
                of_piece: near.of_piece.into_iter().map(AnyMove::Variant).collect(),
            }
        }
        _ => Alternatives { to_square: Vec::new(), of_piece: Vec::new() },
    }
}

impl AnyReason {
    /// The stable word for the reason.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Chess(reason) => kind(reason),
            Self::Variant(reason) => variant::kind(reason),
        }
    }
}
