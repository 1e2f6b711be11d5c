//! The faults of a setup as findings about its text.

use super::{FenFindings, Field, board::letter_of};
use crate::{
    diagnostics::Code,
    notation::reason::list,
    rules::{Bitboard, Color, EnPassantFault, SetupFault as Fault, Square, outcome},
    text::counted,
};

/// The texts of the six fields; those of missing fields are empty.
#[derive(Debug, Clone, Copy)]
pub(super) struct Texts<'a>(pub(super) [&'a [u8]; 6]);

impl<'a> Texts<'a> {
    pub(super) fn of(&self, field: Field) -> &'a [u8] {
        self.0[field as usize]
    }

    /// The text of a fault: its first piece, or the whole field.
    fn place(&self, field: Field, squares: Bitboard) -> &'a [u8] {
        let whole = self.of(field);
        if field != Field::Board {
            return whole;
        }
        squares.first().and_then(|square| letter_of(whole, square)).unwrap_or(whole)
    }
}

/// Reports a fault at its text.
pub(super) fn report(fault: Fault, texts: &Texts<'_>, found: &mut FenFindings<'_>) {
    let (code, field, squares) = about(fault);
    found.add(code, field, texts.place(field, squares), message(fault));
}

/// The code of a fault, its field, and its pieces.
fn about(fault: Fault) -> (Code, Field, Bitboard) {
    let none = Bitboard::EMPTY;
    match fault {
        Fault::KingCount { kings, .. } => (Code::KingCount, Field::Board, kings),
        Fault::KingsAdjacent { kings } => (Code::KingsAdjacent, Field::Board, kings),
        Fault::PawnOnEdge { pawns } => (Code::PawnOnEdge, Field::Board, pawns),
        Fault::TooManyPieces { .. } => (Code::TooManyPieces, Field::Board, none),
        Fault::TooManyPromoted { .. } => (Code::TooManyPromoted, Field::Board, none),
        Fault::TooFewCaptures { .. } => (Code::TooFewCaptures, Field::Board, none),
        Fault::BishopLockedIn { bishops, .. } => (Code::BishopLockedIn, Field::Board, bishops),
        Fault::CastlingRightImpossible { .. } => {
            (Code::CastlingRightImpossible, Field::Castling, none)
        }
        Fault::EnPassantImpossible { .. } => (Code::EnPassantImpossible, Field::EnPassant, none),
        Fault::OpponentInCheck { .. } => (Code::OpponentInCheck, Field::Turn, none),
        Fault::EnPassantUnused { .. } => (Code::EnPassantUnused, Field::EnPassant, none),
        Fault::EnPassantPinned { .. } => (Code::EnPassantPinned, Field::EnPassant, none),
        Fault::EnPassantCounter { .. } => (Code::EnPassantCounter, Field::Halfmove, none),
        Fault::ManyCheckers { checkers } => (Code::ManyCheckers, Field::Board, checkers),
        Fault::TwoLeapersCheck { checkers } => (Code::TwoLeapersCheck, Field::Board, checkers),
        Fault::CheckersOnOneLine { checkers } => (Code::CheckersOnOneLine, Field::Board, checkers),
        Fault::DoubleCheckImpossible { checkers } => {
            (Code::DoubleCheckImpossible, Field::Board, checkers)
        }
        Fault::CheckAgainstEnPassant { .. } => {
            (Code::CheckAgainstEnPassant, Field::EnPassant, none)
        }
        Fault::NoLastMove => (Code::NoLastMove, Field::Board, none),
        Fault::FullmoveTooSmall { .. } => (Code::FullmoveTooSmall, Field::Fullmove, none),
        Fault::OddTempo => (Code::OddTempo, Field::Turn, none),
        Fault::HalfmoveTooLarge { .. } => (Code::HalfmoveTooLarge, Field::Halfmove, none),
        Fault::MoveRuleReached { .. } => (Code::MoveRuleReached, Field::Halfmove, none),
    }
}

fn message(fault: Fault) -> String {
    match fault {
        Fault::KingCount { color, kings } => king_count(color, kings),
        Fault::KingsAdjacent { kings } => {
            format!("the kings on {} stand next to each other", listed(kings))
        }
        Fault::PawnOnEdge { pawns } => {
            format!("no pawn can stand on the first or last rank: {}", listed(pawns))
        }
        Fault::TooManyPieces { color, pawns, pieces } => too_many_pieces(color, pawns, pieces),
        Fault::TooManyPromoted { color, promoted, missing } => {
            too_many_promoted(color, promoted, missing)
        }
        Fault::TooFewCaptures { color, needed, lost } => too_few_captures(color, needed, lost),
        Fault::BishopLockedIn { bishops, home } => format!(
            "the bishop on {} cannot have left {home}: the pawns beside it never moved",
            listed(bishops)
        ),
        Fault::CastlingRightImpossible { color, rook } => format!(
            "{} cannot castle with a rook on {rook}: king and rook must stand where they began",
            color.name()
        ),
        Fault::EnPassantImpossible { square, why } => en_passant(square, why),
        Fault::OpponentInCheck { king, checkers } => format!(
            "the king on {king} is attacked from {} although the other side is to move",
            listed(checkers)
        ),
        Fault::EnPassantUnused { square } => format!("no pawn can capture en passant on {square}"),
        Fault::EnPassantPinned { square } => {
            format!("capturing on {square} would leave the king attacked")
        }
        Fault::EnPassantCounter { halfmoves } => {
            format!("after a double step the halfmove clock is 0, not {halfmoves}")
        }
        Fault::ManyCheckers { checkers } => {
            format!("one move cannot give check from {}", listed(checkers))
        }
        Fault::TwoLeapersCheck { checkers } => {
            format!("two knights or pawns cannot give check at once: {}", listed(checkers))
        }
        Fault::CheckersOnOneLine { checkers } => {
            format!("two pieces cannot give check along one line: {}", listed(checkers))
        }
        Fault::DoubleCheckImpossible { checkers } => {
            format!("no last move gives check from {} at once", listed(checkers))
        }
        Fault::CheckAgainstEnPassant { checkers } => {
            format!("the king was attacked from {} before the double step", listed(checkers))
        }
        Fault::NoLastMove => "no move of the other side can have led to this position".into(),
        Fault::FullmoveTooSmall { color, needed, most } => format!(
            "{} must have made {needed} moves, but the move number allows only {most}",
            color.name()
        ),
        Fault::OddTempo => {
            "all pieces stand on their first squares, so White must be to move".into()
        }
        Fault::HalfmoveTooLarge { halfmoves, most } => halfmoves_too_large(halfmoves, most),
        Fault::MoveRuleReached { halfmoves } => move_rule(halfmoves),
    }
}

/// More than a side can have, on one board or on several.
pub(in crate::notation) fn too_many_pieces(color: Color, pawns: u32, pieces: u32) -> String {
    format!(
        "{} has {} and {pieces} pieces in all; at most 8 and 16 are possible",
        color.name(),
        counted(pawns, "pawn")
    )
}

fn too_many_promoted(color: Color, promoted: u32, missing: u32) -> String {
    let (name, promoted) = (color.name(), counted(promoted, "pawn"));
    format!("{name} must have promoted {promoted}, but only {missing} of 8 pawns are missing")
}

fn halfmoves_too_large(halfmoves: u32, most: u32) -> String {
    let most = counted(most, "ply");
    format!("the halfmove clock is {halfmoves}, but only {most} passed since the start")
}

fn move_rule(halfmoves: u32) -> String {
    let so = if halfmoves >= outcome::SEVENTY_FIVE_MOVES {
        "the game is drawn"
    } else {
        "a draw can be claimed"
    };
    format!("{halfmoves} plies without capture or pawn move: {so}")
}

fn king_count(color: Color, kings: Bitboard) -> String {
    match kings.count() {
        0 => format!("{} has no king", color.name()),
        count => format!("{} has {count} kings: {}", color.name(), listed(kings)),
    }
}

fn too_few_captures(color: Color, needed: Option<u32>, lost: u32) -> String {
    let (name, other) = (color.name(), (!color).name());
    match needed {
        None => {
            format!("{name}'s pawns cannot have reached their squares with any number of captures")
        }
        Some(needed) => {
            format!(
                "{name}'s pawns needed {}, but {other} has lost {}",
                counted(needed, "capture"),
                counted(lost, "piece")
            )
        }
    }
}

fn en_passant(square: Square, why: EnPassantFault) -> String {
    match why {
        EnPassantFault::Rank => {
            format!("the side to move cannot capture on {square}: it is on the wrong rank")
        }
        EnPassantFault::NoPawn(at) => {
            format!("{square} is given for en passant, but no pawn has just arrived on {at}")
        }
        EnPassantFault::Occupied(at) => {
            format!("{square} is given for en passant, but {at} is occupied")
        }
    }
}

fn listed(squares: Bitboard) -> String {
    list(squares.map(|square| square.to_string()))
}
