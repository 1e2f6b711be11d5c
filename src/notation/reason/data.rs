//! The reasons as data: a stable word, the article of the Laws, and the part each square plays.

use crate::rules::{
    Bitboard, Role, Square, attacks,
    legality::{CastlingFault, LostRight, PawnFault, PieceFault, Reason},
};

/// The stable word for a reason.
pub fn kind(reason: &Reason) -> &'static str {
    match reason {
        Reason::GameOver(_) => "game-over",
        Reason::NoSuchPiece { .. } => "no-such-piece",
        Reason::NotThere { .. } | Reason::OtherPiece(..) => "not-there",
        Reason::EmptySquare(_) => "empty-square",
        Reason::OpponentsPiece(..) => "opponents-piece",
        Reason::Piece { fault, .. } => fault_kind(fault),
        Reason::NoneReaches { .. } => "cannot-reach",
        Reason::Castling { .. } => "castling",
        Reason::PromotionMissing(_) => "promotion-missing",
        Reason::PromotionImpossible { .. } => "promotion-impossible",
        Reason::Ambiguous { .. } => "ambiguous",
    }
}

fn fault_kind(fault: &PieceFault) -> &'static str {
    match fault {
        PieceFault::WrongMovement | PieceFault::WrongSquareColor => "cannot-reach",
        PieceFault::Blocked { .. } => "blocked",
        PieceFault::AlreadyThere | PieceFault::OwnPiece(_) => "own-piece",
        PieceFault::CapturesKing => "takes-king",
        PieceFault::Pawn(fault) => pawn_kind(*fault),
        PieceFault::Pinned { .. } => "pinned",
        PieceFault::CheckUnanswered { .. } => "in-check",
        PieceFault::KingAttacked(_) => "king-attacked",
    }
}

fn pawn_kind(fault: PawnFault) -> &'static str {
    match fault {
        PawnFault::Blocked { .. } => "pawn-blocked",
        PawnFault::NothingToCapture { .. } => "pawn-takes-nothing",
        PawnFault::DoubleStepNotFromHome => "double-step",
        PawnFault::NotAPawnMove => "cannot-reach",
        PawnFault::EnPassantTooLate { .. } | PawnFault::EnPassantWithoutDoubleStep { .. } => {
            "en-passant"
        }
    }
}

/// The article of the Laws that is broken.
pub fn rule(reason: &Reason) -> &'static str {
    match reason {
        Reason::GameOver(_) => "FIDE 5.1-5.2",
        Reason::OpponentsPiece(..) => "FIDE 1.1",
        Reason::NoSuchPiece { .. }
        | Reason::NotThere { .. }
        | Reason::OtherPiece(..)
        | Reason::EmptySquare(_)
        | Reason::Ambiguous { .. } => "FIDE C.2-C.10",
        Reason::Piece { role, fault, .. } => match fault {
            PieceFault::AlreadyThere | PieceFault::OwnPiece(_) => "FIDE 3.1",
            PieceFault::CapturesKing => "FIDE 1.4.1",
            PieceFault::Pinned { .. }
            | PieceFault::CheckUnanswered { .. }
            | PieceFault::KingAttacked(_) => "FIDE 3.9.2",
            PieceFault::Blocked { .. } => "FIDE 3.5",
            PieceFault::Pawn(
                PawnFault::EnPassantTooLate { .. } | PawnFault::EnPassantWithoutDoubleStep { .. },
            ) => "FIDE 3.7.3.1",
            PieceFault::WrongMovement
            | PieceFault::WrongSquareColor
            | PieceFault::Pawn(
                PawnFault::Blocked { .. }
                | PawnFault::NothingToCapture { .. }
                | PawnFault::DoubleStepNotFromHome
                | PawnFault::NotAPawnMove,
            ) => way_rule(*role),
        },
        Reason::NoneReaches { role, .. } => way_rule(*role),
        Reason::Castling { .. } => "FIDE 3.8.2",
        Reason::PromotionMissing(_) | Reason::PromotionImpossible { .. } => "FIDE 3.7.3.3",
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

type SquareRole = (&'static str, String);

/// The part each square plays.
pub(super) fn squares(reason: &Reason) -> Vec<SquareRole> {
    match reason {
        Reason::EmptySquare(square)
        | Reason::OpponentsPiece(square, _)
        | Reason::OtherPiece(square, _) => vec![("from", square.to_string())],
        Reason::NotThere { pieces, .. } => pieces.map(|at| ("candidate", at.to_string())).collect(),
        Reason::Ambiguous { pieces, .. } => {
            pieces.map(|at| ("candidate", at.to_string())).collect()
        }
        Reason::Piece { from, fault, .. } => {
            let mut parts = vec![("from", from.to_string())];
            parts.extend(fault_squares(fault));
            parts
        }
        Reason::NoneReaches { to, pieces, .. } => {
            let mut parts = vec![("to", to.to_string())];
            for (from, fault) in pieces {
                parts.push(("candidate", from.to_string()));
                parts.extend(fault_squares(fault));
            }
            parts
        }
        Reason::Castling { fault, .. } => castling_squares(fault),
        Reason::PromotionMissing(to) | Reason::PromotionImpossible { to, .. } => {
            vec![("to", to.to_string())]
        }
        Reason::GameOver(_) | Reason::NoSuchPiece { .. } => vec![],
    }
}

fn each(part: &'static str, pieces: &[(Square, Role)]) -> Vec<SquareRole> {
    pieces.iter().map(|(square, _)| (part, square.to_string())).collect()
}

fn fault_squares(fault: &PieceFault) -> Vec<SquareRole> {
    match fault {
        PieceFault::Blocked { at, .. } | PieceFault::Pawn(PawnFault::Blocked { at, .. }) => {
            vec![("blocker", at.to_string())]
        }
        PieceFault::Pinned { at, king, .. } => {
            vec![("pinner", at.to_string()), ("king", king.to_string())]
        }
        PieceFault::CheckUnanswered { checkers, king } => {
            let mut parts = each("checker", checkers);
            parts.push(("king", king.to_string()));
            parts
        }
        PieceFault::KingAttacked(attackers) => each("attacker", attackers),
        PieceFault::Pawn(
            PawnFault::EnPassantTooLate { pawn, .. }
            | PawnFault::EnPassantWithoutDoubleStep { pawn },
        ) => vec![("pawn", pawn.to_string())],
        PieceFault::WrongMovement
        | PieceFault::WrongSquareColor
        | PieceFault::AlreadyThere
        | PieceFault::OwnPiece(_)
        | PieceFault::CapturesKing
        | PieceFault::Pawn(
            PawnFault::NothingToCapture { .. }
            | PawnFault::DoubleStepNotFromHome
            | PawnFault::NotAPawnMove,
        ) => vec![],
    }
}

fn castling_squares(fault: &CastlingFault) -> Vec<SquareRole> {
    match fault {
        CastlingFault::RightLost(LostRight::KingElsewhere(square)) => {
            vec![("king", square.to_string())]
        }
        CastlingFault::RightLost(LostRight::NoRook(square)) => vec![("rook", square.to_string())],
        CastlingFault::RightLost(_) => vec![],
        CastlingFault::Occupied(pieces) | CastlingFault::NoRoom { pieces, .. } => {
            each("blocker", pieces)
        }
        CastlingFault::InCheck(pieces) => each("checker", pieces),
        CastlingFault::Attacked { square, attackers, .. } => {
            let mut parts = vec![("attacked", square.to_string())];
            parts.extend(each("attacker", attackers));
            parts
        }
        CastlingFault::Uncovered { attackers } => each("attacker", attackers),
    }
}

/// The squares of the line of a pin, from the pinning piece to the king: `b4-c3-d2-e1`.
pub fn pin_line(reason: &Reason) -> Option<String> {
    let (at, king) = match reason {
        Reason::Piece { fault: PieceFault::Pinned { at, king, .. }, .. } => (*at, *king),
        _ => return None,
    };
    let line = attacks::between(at, king) | Bitboard::of(at) | Bitboard::of(king);
    let mut names: Vec<String> = line.map(|square| square.to_string()).collect();
    if at > king {
        names.reverse();
    }
    Some(names.join("-"))
}
