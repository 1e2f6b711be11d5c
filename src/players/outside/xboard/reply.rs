//! What an `XBoard` engine's words mean at the table.

use crate::notation::San;
use crate::notation::coordinate::resolve;
use crate::players::Choice;
use crate::players::outside::question::Question;
use crate::players::xboard::{Answer, Claim};

/// The end of the game as the engine sees it, as far as it is the engine's to decide: whoever says
/// that the opponent has won gives up; a draw must be there to be claimed.
pub(super) fn ended(answer: &Answer, question: &Question<'_>) -> Option<Choice> {
    match answer {
        Answer::Resign => Some(Choice::Resign { mate: false }),
        Answer::Result { claim: Claim::Won(color), .. } if *color != question.side() => {
            Some(Choice::Resign { mate: false })
        }
        Answer::Result { claim: Claim::Drawn, .. } if question.request.draw_claimable => {
            Some(Choice::ClaimDraw)
        }
        _ => None,
    }
}

/// The move that the engine has written: by its squares, or as people write it.
pub(super) fn played(text: &str, offers: bool, question: &Question<'_>) -> Choice {
    let position = &question.request.position;
    let san = || San::read(text.as_bytes())?.resolve(position).ok();
    match resolve(text, position).or_else(san) {
        Some(mv) if offers => Choice::PlayAndOffer(mv),
        Some(mv) => Choice::Play(mv),
        None => Choice::Illegal(text.to_owned()),
    }
}
