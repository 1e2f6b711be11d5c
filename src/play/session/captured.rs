//! The pieces that each side has captured.

use std::collections::BTreeMap;

use crate::rules::{
    AnyMove, AnyPosition, Color, Position,
    variant::{VariantMove, VariantMoveKind, VariantPosition},
};

use super::names::Kind;
use super::{Captured, Session};

impl Session {
    /// The pieces that each side has captured, the most valuable first.
    pub(super) fn captured(&self) -> Captured {
        let board = self.game.board();
        let mut captured = Captured::default();
        let mut taken: Vec<(Color, Kind)> = Vec::new();
        for (ply, mv) in board.moves().iter().enumerate() {
            let (Some(before), Some(after)) = (board.position_at(ply), board.position_at(ply + 1))
            else {
                continue;
            };
            taken.extend(lost(before, *mv, after));
        }
        taken.sort_by_key(|(_, kind)| kind.descending());
        for color in Color::ALL {
            let own = taken.iter().filter(|(loser, _)| *loser == !color).map(|(_, kind)| kind);
            let sign = if color == Color::White { 1 } else { -1 };
            captured.lead += sign * own.clone().map(Kind::pawns).sum::<i32>();
            let letters: Vec<String> = own.map(|kind| shown(kind, !color)).collect();
            captured.pieces[color] = letters.join(" ");
        }
        let is_kept = |game: &VariantPosition| game.rules().settings().captures_to_hand;
        if self.position().variant().is_some_and(is_kept) {
            // What was captured is in the hands, or back on the board.
            captured.lead = 0;
        }
        captured
    }
}

/// The pieces that a move takes off the boards, with their sides.
fn lost(before: &AnyPosition, mv: AnyMove, after: &AnyPosition) -> Vec<(Color, Kind)> {
    match (before, mv, after) {
        (AnyPosition::Variant(position), AnyMove::Variant(mv), AnyPosition::Variant(after)) => {
            let vanished = vanished(position, mv, after);
            let kind = |(color, letter): (Color, char)| {
                Some((color, Kind::named(before, &letter.to_string())?))
            };
            vanished.into_iter().filter_map(kind).collect()
        }
        _ => Kind::captured(before, mv).map(|kind| (!before.turn(), kind)).into_iter().collect(),
    }
}

/// The letters of the pieces that are fewer after a move, apart from a piece that has become another one.
fn vanished(
    before: &VariantPosition,
    mv: VariantMove,
    after: &VariantPosition,
) -> Vec<(Color, char)> {
    let mut counts: BTreeMap<(bool, char), i32> = BTreeMap::new();
    let rules = before.rules();
    for (position, sign) in [(before, 1), (after, -1)] {
        for (_, piece) in position.pieces() {
            let is_white = piece.color == Color::White;
            *counts.entry((is_white, rules.letter(piece.kind))).or_default() += sign;
        }
    }
    let changes = mv.promotion.is_some()
        || matches!(mv.kind, VariantMoveKind::PiecePromotion | VariantMoveKind::Demotion);
    if changes {
        let mover = (before.turn() == Color::White, rules.letter(mv.piece));
        counts.entry(mover).and_modify(|count| *count -= 1);
    }
    let vanished = counts.into_iter().flat_map(|((is_white, letter), count)| {
        let color = if is_white { Color::White } else { Color::Black };
        (0..count).map(move |_| (color, letter))
    });
    vanished.collect()
}

fn shown(kind: &Kind, color: Color) -> String {
    match color {
        Color::White => kind.letter.to_string(),
        Color::Black => kind.letter.to_ascii_lowercase().to_string(),
    }
}

impl Captured {
    /// `Captured by White: r p p p   by Black: -   White +8`
    pub fn line(&self) -> String {
        let or_none = |pieces: &str| if pieces.is_empty() { "-" } else { pieces }.to_owned();
        let ahead = match self.lead {
            0 => String::new(),
            lead if lead > 0 => format!("   White +{lead}"),
            lead => format!("   Black +{}", -lead),
        };
        let (white, black) = (or_none(&self.pieces.white), or_none(&self.pieces.black));
        format!("Captured by White: {white}   by Black: {black}{ahead}")
    }

    /// Whether nothing has been captured.
    pub fn is_empty(&self) -> bool {
        self.pieces.white.is_empty() && self.pieces.black.is_empty()
    }
}
