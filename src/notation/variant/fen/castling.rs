//! Castling rights in a FEN, read and written.

use super::{BoardShape, FenResult, boards::color_of, fault};
use crate::{
    diagnostics::Code,
    rules::{
        Color, Side,
        variant::{Place, VariantPiece, VariantPosition, VariantSetup},
    },
};

/// Castling rights as `KQkq` or by the files of the rooks.
pub(super) fn read_castling(
    shape: &BoardShape<'_>,
    at: usize,
    text: &str,
    setup: &mut VariantSetup,
) -> FenResult<()> {
    if text == "-" {
        return Ok(());
    }
    for (byte, letter) in text.char_indices() {
        let color = color_of(letter);
        let rook = match letter.to_ascii_uppercase() {
            'K' => outermost_rook(shape, color, Side::King, setup),
            'Q' => outermost_rook(shape, color, Side::Queen, setup),
            file => u8::try_from(file).ok().and_then(|file| {
                shape.geometry.place(0, file.checked_sub(b'A')?, castling_rank(shape, color))
            }),
        };
        let Some(rook) = rook else {
            return fault(
                Code::FenCastlingLetter,
                at + byte,
                format!("expected castling rights such as `KQkq`, found `{letter}`"),
            );
        };
        setup.castling.push((color, rook));
    }
    Ok(())
}

fn castling_rank(shape: &BoardShape<'_>, color: Color) -> u8 {
    shape.geometry.relative_rank(color, shape.settings.castling_rank)
}

/// The first castling rook from a side's edge; the corner if there is none.
fn outermost_rook(
    shape: &BoardShape<'_>,
    color: Color,
    side: Side,
    setup: &VariantSetup,
) -> Option<Place> {
    let (geometry, settings) = (&shape.geometry, shape.settings);
    let rank = castling_rank(shape, color);
    let last = geometry.width() - 1;
    let is_rook = |place: &Place| {
        let piece = setup.pieces.iter().find(|(at, _)| at == place).map(|(_, piece)| piece);
        piece.is_some_and(|piece| {
            piece.color == color && settings.castling_rooks[color].has(piece.kind)
        })
    };
    let files: Vec<u8> = match side {
        Side::King => (0..=settings.castling_rook_kingside_file.min(last)).rev().collect(),
        Side::Queen => (settings.castling_rook_queenside_file.min(last)..=last).collect(),
    };
    let places = files.iter().filter_map(|file| geometry.place(0, *file, rank));
    let corner = geometry.place(0, *files.first()?, rank);
    places.into_iter().find(is_rook).or(corner)
}

/// Whether no other rook of the side is between a rook and the edge.
fn is_outermost(position: &VariantPosition, color: Color, rook: Place) -> bool {
    let rules = position.rules();
    let geometry = rules.geometry();
    let Some(king) = position.castling().king(color) else { return true };
    let is_right = geometry.file(rook) > geometry.file(king);
    let is_beyond = |place: &Place| {
        let file = geometry.file(*place);
        let is_nearer_edge =
            if is_right { file > geometry.file(rook) } else { file < geometry.file(rook) };
        is_nearer_edge && geometry.rank(*place) == geometry.rank(rook)
    };
    let is_rook = |piece: VariantPiece| {
        piece.color == color && rules.settings().castling_rooks[color].has(piece.kind)
    };
    let mut others =
        position.pieces().filter(|(place, _)| geometry.board(*place) == geometry.board(rook));
    !others.any(|(place, piece)| is_beyond(&place) && is_rook(piece))
}

pub(super) fn castling_text(position: &VariantPosition) -> String {
    let (rules, castling) = (position.rules(), position.castling());
    let mut text = String::new();
    for color in Color::ALL {
        for (side, usual) in [(Side::King, b'K'), (Side::Queen, b'Q')] {
            let Some(rook) = castling.rook(color, side) else { continue };
            let by_file = b'A' + rules.geometry().file(rook);
            let is_usual = !rules.settings().chess960 && is_outermost(position, color, rook);
            let sign = if is_usual { usual } else { by_file };
            let sign = char::from(sign);
            text.push(if color == Color::White { sign } else { sign.to_ascii_lowercase() });
        }
    }
    if text.is_empty() { "-".to_owned() } else { text }
}
