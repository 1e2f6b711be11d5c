//! Moves of variants as UCI writes them: `e2e4`, `a9a10q`, `N@f3`, `e7f8+` for a piece that promotes by itself.

use crate::notation::uci::CastlingStyle;
use crate::rules::variant::{VariantMove, VariantMoveKind, VariantPosition};

/// Writes a move. Castling is a move of the king to its new square, unless that could also be an ordinary move or the
/// variant shuffles its pieces: then it is the king's move onto the rook.
pub fn write(position: &VariantPosition, mv: VariantMove) -> String {
    let style = if position.rules().settings().chess960 {
        CastlingStyle::KingTakesRook
    } else {
        CastlingStyle::KingMoves
    };
    write_in(position, mv, style)
}

/// Writes a move with castling in a style, and with its board where pieces of several boards could make it: `g1f3/B`.
pub fn write_in(position: &VariantPosition, mv: VariantMove, style: CastlingStyle) -> String {
    let text = without_board(position, mv, style);
    let Some(from) = mv.from.filter(|_| position.rules().is_alice()) else { return text };
    let geometry = position.rules().geometry();
    let is_twin = |other: &VariantMove| {
        let board = other.from.map(|from| geometry.board(from));
        board != Some(geometry.board(from)) && without_board(position, *other, style) == text
    };
    if position.legal_moves().iter().any(is_twin) {
        format!("{text}/{}", geometry.board_letter(from))
    } else {
        text
    }
}

fn without_board(position: &VariantPosition, mv: VariantMove, style: CastlingStyle) -> String {
    let rules = position.rules();
    let geometry = rules.geometry();
    let from = match mv.from {
        Some(from) => geometry.name(from),
        None => drop_text(position, mv),
    };
    let by_king = style == CastlingStyle::KingMoves;
    let to = match mv.castling_targets(rules, position.turn()) {
        Some((king, _)) if by_king && !is_king_step(position, mv) => king,
        _ => mv.to,
    };
    let mut text = from + &geometry.name(to);
    match (mv.kind, mv.promotion) {
        (VariantMoveKind::PiecePromotion, _) => text.push('+'),
        (VariantMoveKind::Demotion, _) => text.push('-'),
        (VariantMoveKind::Normal, Some(kind)) => text.push(rules.letter(kind).to_ascii_lowercase()),
        _ => {}
    }
    text
}

fn drop_text(position: &VariantPosition, mv: VariantMove) -> String {
    let plus = if mv.promotion.is_some() { "+" } else { "" };
    format!("{plus}{}@", position.rules().letter(mv.piece))
}

/// Whether the king can also go to its castling square by an ordinary move.
fn is_king_step(position: &VariantPosition, mv: VariantMove) -> bool {
    let Some((king, _)) = mv.castling_targets(position.rules(), position.turn()) else {
        return false;
    };
    let step = VariantMove { kind: VariantMoveKind::Normal, to: king, ..mv };
    position.is_candidate(step)
}

/// The legal move with this text, which names its board where pieces of several boards could make it. Castling may also be written as the king's move onto the rook.
pub fn read(position: &VariantPosition, text: &str) -> Option<VariantMove> {
    let moves = position.legal_moves();
    let written = moves.iter().find(|mv| {
        write(position, **mv) == text || with_board(position, **mv).is_some_and(|own| own == text)
    });
    written
        .or_else(|| {
            let onto_rook = |mv: &&VariantMove| {
                let geometry = position.rules().geometry();
                let from = mv.from.map_or_else(String::new, |from| geometry.name(from));
                mv.kind == VariantMoveKind::Castle && from + &geometry.name(mv.to) == text
            };
            moves.iter().find(onto_rook)
        })
        .copied()
}

/// A move with its board, where there are several.
fn with_board(position: &VariantPosition, mv: VariantMove) -> Option<String> {
    let rules = position.rules();
    let from = mv.from.filter(|_| rules.is_alice())?;
    let text = without_board(position, mv, CastlingStyle::KingMoves);
    Some(format!("{text}/{}", rules.geometry().board_letter(from)))
}
