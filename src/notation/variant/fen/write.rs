//! Positions of variants as FEN.

use super::castling::castling_text;
use crate::rules::{
    Color,
    variant::{PieceType, Place, Rules, VariantPosition},
};

/// Writes a position.
pub fn write(position: &VariantPosition) -> String {
    let rules = position.rules();
    let geometry = rules.geometry();
    let boards = (0..geometry.boards()).map(|board| board_text(position, board));
    let mut text = boards.collect::<Vec<_>>().join("|");
    if rules.settings().drops {
        text.push('[');
        text.push_str(&hands_text(position));
        text.push(']');
    }
    let turn = if position.turn() == Color::White { 'w' } else { 'b' };
    let castling = castling_text(position);
    let passed = position.en_passant().map_or_else(|| "-".to_owned(), |place| geometry.name(place));
    let checks = Color::ALL.map(|color| position.checks_left(color));
    let checks = match checks {
        [Some(white), Some(black)] => format!(" {white}+{black}"),
        _ => String::new(),
    };
    let (halfmoves, fullmoves) = (position.halfmoves(), position.fullmoves());
    format!("{text} {turn} {castling} {passed}{checks} {halfmoves} {fullmoves}")
}

/// One board, the last rank first.
fn board_text(position: &VariantPosition, board: u8) -> String {
    let geometry = position.rules().geometry();
    let rank_text = |rank: u8| {
        let (mut text, mut empty) = (String::new(), 0);
        for place in (0..geometry.width()).filter_map(|file| geometry.place(board, file, rank)) {
            let square = square_text(position, place);
            if square.is_empty() {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            text.push_str(&square);
        }
        if empty > 0 {
            text.push_str(&empty.to_string());
        }
        text
    };
    (0..geometry.height()).rev().map(rank_text).collect::<Vec<_>>().join("/")
}

/// A square with its piece; nothing if it is empty.
fn square_text(position: &VariantPosition, place: Place) -> String {
    let rules = position.rules();
    let Some(piece) = position.piece_at(place) else {
        return if rules.geometry().exists(place) { String::new() } else { "*".to_owned() };
    };
    if let Some(former) = piece.former {
        return format!("+{}", letter(rules, former, piece.color));
    }
    let settings = rules.settings();
    let marked = piece.promoted && settings.captures_to_hand && !settings.drop_loop;
    let mark = if marked { "~" } else { "" };
    format!("{}{mark}", letter(rules, piece.kind, piece.color))
}

/// The letter of a piece, in upper case for White.
fn letter(rules: &Rules, kind: PieceType, color: Color) -> char {
    let letter = rules.letter(kind);
    if color == Color::White { letter } else { letter.to_ascii_lowercase() }
}

fn hands_text(position: &VariantPosition) -> String {
    let rules = position.rules();
    let hand = |color: Color| {
        rules.pieces().iter().rev().flat_map(move |piece| {
            let count = usize::from(position.hand(color, piece.kind));
            std::iter::repeat_n(letter(rules, piece.kind, color), count)
        })
    };
    hand(Color::White).chain(hand(Color::Black)).collect()
}
