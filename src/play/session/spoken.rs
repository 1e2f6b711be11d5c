//! The parts of a move in words.

use crate::output::board::board_letter;
use crate::rules::{
    AnyMove, AnyPosition, MoveKind, Outcome, Position,
    variant::{VariantMoveKind, VariantPosition},
};

use super::SpokenMove;
use super::names::Kind;

impl SpokenMove {
    /// The parts of a legal move of a position.
    pub(super) fn of(position: &AnyPosition, mv: AnyMove) -> Self {
        let geometry = position.geometry();
        let name = |kind: Option<Kind>| kind.map(|kind| kind.name);
        let (castling, is_en_passant, is_pass) = match mv {
            AnyMove::Chess(mv) => (mv.castling_side(), mv.kind == MoveKind::EnPassant, false),
            AnyMove::Variant(mv) => (
                position.variant().and_then(|game| mv.castling_side(game.rules())),
                mv.kind == VariantMoveKind::EnPassant,
                mv.kind == VariantMoveKind::Pass,
            ),
        };
        let origin = mv.origin();
        let board = origin.filter(|_| geometry.boards() > 1).map(|from| geometry.board(from));
        Self {
            piece: name(Kind::that_moves(position, mv)).unwrap_or_default(),
            from: origin.map(|from| geometry.name(from)),
            to: geometry.name(mv.to()),
            castling,
            is_pass,
            board: board.map(board_letter),
            captured: name(Kind::captured(position, mv)),
            is_en_passant,
            promotion: name(Kind::promotion(position, mv)),
            sign: sign(&position.after(mv)),
        }
    }
}

/// What the sign behind the move that led to a position says.
fn sign(after: &AnyPosition) -> Option<&'static str> {
    let is_decided = |game: &VariantPosition| game.ending().is_some_and(|end| end.winner.is_some());
    match after.board_outcome() {
        Some(Outcome::Checkmate { .. }) => Some("checkmate"),
        _ if after.variant().is_some_and(is_decided) => Some("the game is decided"),
        _ => after.is_check().then_some("check"),
    }
}
