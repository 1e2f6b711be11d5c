//! Why castling is not allowed, in a sentence.

use super::{Teller, men_on, wing};
use crate::rules::{
    Position, Role, Side, Square,
    legality::{CastlingFault, LostRight},
};

impl<P: Position> Teller<'_, P> {
    pub(super) fn castling(&self, side: Side, fault: &CastlingFault) -> String {
        let wing = wing(side);
        match fault {
            CastlingFault::RightLost(lost) => {
                format!("the right to castle {wing} {}", self.lost(*lost))
            }
            CastlingFault::Occupied(pieces) => {
                format!(
                    "castling {wing}: {} {} between king and rook",
                    men_on(pieces),
                    stand(pieces)
                )
            }
            CastlingFault::NoRoom { mover, arrives, pieces } => {
                let place = if *arrives { "where" } else { "on the way that" };
                let goes = if *arrives { "must arrive" } else { "must go" };
                let (mover, verb) = (mover.name(), stand(pieces));
                format!("castling {wing}: {} {verb} {place} the {mover} {goes}", men_on(pieces))
            }
            CastlingFault::InCheck(checkers) => {
                format!("castling {wing}: the king is in check from {}", men_on(checkers))
            }
            CastlingFault::Attacked { square, arrives, attackers } => {
                let kind = if *arrives { "arrive on" } else { "pass over" };
                format!(
                    "castling {wing}: the king would {kind} {square}, which is attacked by {}",
                    men_on(attackers)
                )
            }
            CastlingFault::Uncovered { attackers } => format!(
                "castling {wing}: without its rook the king would be attacked by {}",
                men_on(attackers)
            ),
        }
    }

    fn lost(&self, lost: LostRight) -> String {
        let at = |ply| self.numbered(ply).map_or_else(String::new, |mv| format!(" ({mv})"));
        match lost {
            LostRight::KingMoved(ply, mv) => {
                format!("was lost when the king left {}{}", mv.from, at(ply))
            }
            LostRight::RookMoved(ply, mv) => {
                format!("was lost when the rook left {}{}", mv.from, at(ply))
            }
            LostRight::RookCaptured(ply, mv) => {
                format!("was lost when the rook on {} was captured{}", mv.to, at(ply))
            }
            LostRight::KingElsewhere(king) => {
                format!("is lost: the king stands on {king}, it has moved")
            }
            LostRight::NoRook(corner) => format!("is lost: there is no rook on {corner}"),
            LostRight::NotGranted => "is lost: king or rook has moved".to_owned(),
        }
    }
}

fn stand(pieces: &[(Square, Role)]) -> &'static str {
    if pieces.len() == 1 { "stands" } else { "stand" }
}
