//! The reasons of the rules as data: a stable word, the article of the Laws, and the part each square plays.

use crate::rules::{
    Bitboard, Role, Square, attacks,
    legality::{CastlingFault, Fault, LayeredReason, Lost, PawnFault, Reason},
};

/// The stable word for a reason.
pub fn kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::GameOver(_) => "game-over",
        Reason::NoSuchMan { .. } => "no-such-piece",
        Reason::NotThere { .. } | Reason::OtherMan(..) => "not-there",
        Reason::EmptySquare(_) => "empty-square",
        Reason::OpponentsMan(..) => "opponents-piece",
        Reason::Man { fault, .. } => fault_kind(fault),
        Reason::NoneReaches { .. } => "cannot-reach",
        Reason::Castling { .. } | Reason::NoCastlingHere => "castling",
        Reason::PromotionMissing(_) => "promotion-missing",
        Reason::PromotionImpossible { .. } => "promotion-impossible",
        Reason::Ambiguous { .. } => "ambiguous",
        Reason::NextBoardTaken { .. } => "next-board-taken",
        Reason::Layered(reason) => match reason {
            LayeredReason::OnBoard(_, reason) => kind(reason),
            LayeredReason::KingAttacked { .. } => "king-attacked",
            LayeredReason::AnsweredTooLate { .. } => "in-check",
            LayeredReason::Ambiguous { .. } => "ambiguous",
        },
    }
}

fn fault_kind(fault: &Fault) -> &'static str {
    match fault {
        Fault::OffItsLines | Fault::OtherColour => "cannot-reach",
        Fault::Blocked { .. } => "blocked",
        Fault::AlreadyThere | Fault::OwnMan(_) => "own-piece",
        Fault::TakesKing => "takes-king",
        Fault::Pawn(fault) => pawn_kind(*fault),
        Fault::Pinned { .. } => "pinned",
        Fault::CheckUnanswered { .. } => "in-check",
        Fault::KingAttacked(_) => "king-attacked",
    }
}

fn pawn_kind(fault: PawnFault) -> &'static str {
    match fault {
        PawnFault::Blocked { .. } => "pawn-blocked",
        PawnFault::TakesNothing => "pawn-takes-nothing",
        PawnFault::DoubleStepNotFromHome => "double-step",
        PawnFault::NoPawnMove => "cannot-reach",
        PawnFault::PassingTooLate { .. } | PawnFault::PassingWithoutDoubleStep { .. } => {
            "en-passant"
        }
    }
}

/// The article of the Laws that is broken.
pub fn rule(reason: &Reason) -> &'static str {
    match reason {
        Reason::GameOver(_) => "FIDE 5.1-5.2",
        Reason::OpponentsMan(..) => "FIDE 1.1",
        Reason::NoSuchMan { .. }
        | Reason::NotThere { .. }
        | Reason::OtherMan(..)
        | Reason::EmptySquare(_)
        | Reason::Ambiguous { .. } => "FIDE C.2-C.10",
        Reason::Man { role, fault, .. } => match fault {
            Fault::AlreadyThere | Fault::OwnMan(_) => "FIDE 3.1",
            Fault::TakesKing => "FIDE 1.4.1",
            Fault::Pinned { .. } | Fault::CheckUnanswered { .. } | Fault::KingAttacked(_) => {
                "FIDE 3.9.2"
            }
            Fault::Blocked { .. } => "FIDE 3.5",
            Fault::Pawn(
                PawnFault::PassingTooLate { .. } | PawnFault::PassingWithoutDoubleStep { .. },
            ) => "FIDE 3.7.3.1",
            _ => way_rule(*role),
        },
        Reason::NoneReaches { role, .. } => way_rule(*role),
        Reason::Castling { .. } => "FIDE 3.8.2",
        Reason::PromotionMissing(_) | Reason::PromotionImpossible { .. } => "FIDE 3.7.3.3",
        Reason::Layered(LayeredReason::OnBoard(_, reason)) => rule(reason),
        Reason::NextBoardTaken { .. } | Reason::NoCastlingHere | Reason::Layered(_) => {
            "Alice chess"
        }
    }
}

fn way_rule(role: Role) -> &'static str {
    match role {
        Role::Pawn => "FIDE 3.7",
        Role::Knight => "FIDE 3.6",
        Role::Bishop => "FIDE 3.2",
        Role::Rook => "FIDE 3.3",
        Role::Queen => "FIDE 3.4",
        Role::King => "FIDE 3.8.1",
    }
}

type Part = (&'static str, String);

/// The part each square plays.
pub(super) fn squares(reason: &Reason) -> Vec<Part> {
    match reason {
        Reason::EmptySquare(square) => vec![("from", square.to_string())],
        Reason::OpponentsMan(square, _) | Reason::OtherMan(square, _) => {
            vec![("from", square.to_string())]
        }
        Reason::NotThere { men, .. } => men.map(|at| ("candidate", at.to_string())).collect(),
        Reason::Man { from, fault, .. } => {
            let mut parts = vec![("from", from.to_string())];
            parts.extend(fault_squares(fault));
            parts
        }
        Reason::NoneReaches { to, men, .. } => {
            let mut parts = vec![("to", to.to_string())];
            for (from, fault) in men {
                parts.push(("candidate", from.to_string()));
                parts.extend(fault_squares(fault));
            }
            parts
        }
        Reason::Castling { fault, .. } => castling_squares(fault),
        Reason::PromotionMissing(to) | Reason::PromotionImpossible { to, .. } => {
            vec![("to", to.to_string())]
        }
        Reason::Ambiguous { men, .. } => men.map(|at| ("candidate", at.to_string())).collect(),
        Reason::NextBoardTaken { to, .. } => vec![("to", to.to_string())],
        Reason::Layered(reason) => layered_squares(reason),
        Reason::GameOver(_) | Reason::NoSuchMan { .. } | Reason::NoCastlingHere => vec![],
    }
}

fn layered_squares(reason: &LayeredReason) -> Vec<Part> {
    match reason {
        LayeredReason::OnBoard(_, reason) => squares(reason),
        LayeredReason::KingAttacked { king, attackers, .. } => {
            let mut parts = each("attacker", attackers);
            parts.push(("king", king.to_string()));
            parts
        }
        LayeredReason::AnsweredTooLate { checkers, .. } => each("checker", checkers),
        LayeredReason::Ambiguous { men, .. } => {
            men.iter().map(|(_, at)| ("candidate", at.to_string())).collect()
        }
    }
}

fn each(part: &'static str, men: &[(Square, Role)]) -> Vec<Part> {
    men.iter().map(|(square, _)| (part, square.to_string())).collect()
}

fn fault_squares(fault: &Fault) -> Vec<Part> {
    match fault {
        Fault::Blocked { at, .. } | Fault::Pawn(PawnFault::Blocked { at, .. }) => {
            vec![("blocker", at.to_string())]
        }
        Fault::Pinned { at, king, .. } => {
            vec![("pinner", at.to_string()), ("king", king.to_string())]
        }
        Fault::CheckUnanswered { checkers, king } => {
            let mut parts = each("checker", checkers);
            parts.push(("king", king.to_string()));
            parts
        }
        Fault::KingAttacked(attackers) => each("attacker", attackers),
        Fault::Pawn(
            PawnFault::PassingTooLate { pawn, .. } | PawnFault::PassingWithoutDoubleStep { pawn },
        ) => vec![("pawn", pawn.to_string())],
        _ => vec![],
    }
}

fn castling_squares(fault: &CastlingFault) -> Vec<Part> {
    match fault {
        CastlingFault::RightLost(Lost::KingElsewhere(square)) => vec![("king", square.to_string())],
        CastlingFault::RightLost(Lost::NoRook(square)) => vec![("rook", square.to_string())],
        CastlingFault::RightLost(_) => vec![],
        CastlingFault::Occupied(men) | CastlingFault::NoRoom { men, .. } => each("blocker", men),
        CastlingFault::InCheck(men) => each("checker", men),
        CastlingFault::Attacked { square, attackers, .. } => {
            let mut parts = vec![("attacked", square.to_string())];
            parts.extend(each("attacker", attackers));
            parts
        }
        CastlingFault::Uncovered { attackers } => each("attacker", attackers),
    }
}

/// The squares of the line of a pin, from the man that pins to the king: `b4-c3-d2-e1`.
pub fn pin_line(reason: &Reason) -> Option<String> {
    let (at, king) = match reason {
        Reason::Man { fault: Fault::Pinned { at, king, .. }, .. } => (*at, *king),
        Reason::Layered(LayeredReason::OnBoard(_, reason)) => return pin_line(reason),
        _ => return None,
    };
    let line = attacks::between(at, king) | Bitboard::of(at) | Bitboard::of(king);
    let mut names: Vec<String> = line.map(|square| square.to_string()).collect();
    if at > king {
        names.reverse();
    }
    Some(names.join("-"))
}
