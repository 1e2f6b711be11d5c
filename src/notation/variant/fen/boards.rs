//! The first field of a FEN: boards, holes and pieces in hand.

use super::{BoardShape, FenResult, fault};
use crate::{
    diagnostics::Code,
    rules::{
        Color,
        variant::{Place, VariantPiece, VariantSetup},
    },
    text::counted,
};

/// The first field: boards with bars between them, and the pieces in hand.
pub(super) fn read_boards(
    shape: &BoardShape<'_>,
    at: usize,
    field: &str,
    setup: &mut VariantSetup,
) -> FenResult<()> {
    let (boards, hands) = match field.split_once('[') {
        Some((boards, hands)) => (boards, Some(hands)),
        None => (field, None),
    };
    let mut start = at;
    for (count, board) in (0..).zip(boards.split('|')) {
        if count == shape.geometry.boards() {
            let message = format!("expected {}, found more", counted(count, "board"));
            return fault(Code::FenExtraField, start, message);
        }
        read_board(shape, start, board, count, setup)?;
        start += board.len() + 1;
    }
    if let Some(hands) = hands {
        let at = at + boards.len() + 1;
        let Some(letters) = hands.strip_suffix(']') else {
            return fault(
                Code::FenExtraField,
                at + hands.len(),
                "expected `]` after the pieces in hand",
            );
        };
        read_hands(shape, at, letters, setup)?;
    }
    Ok(())
}

fn read_hands(
    shape: &BoardShape<'_>,
    at: usize,
    letters: &str,
    setup: &mut VariantSetup,
) -> FenResult<()> {
    if letters == "-" {
        return Ok(());
    }
    for (byte, letter) in letters.char_indices() {
        let Some(kind) = (shape.kind_of)(letter) else {
            return fault(
                Code::FenLetter,
                at + byte,
                format!("no piece has the letter `{}`", letter.escape_default()),
            );
        };
        setup.hands.push((color_of(letter), kind));
    }
    Ok(())
}

pub(super) fn color_of(letter: char) -> Color {
    if letter.is_ascii_uppercase() { Color::White } else { Color::Black }
}

/// One board, the last rank first. A rank too many holds the pieces in hand, as some servers write them.
fn read_board(
    shape: &BoardShape<'_>,
    at: usize,
    text: &str,
    board: u8,
    setup: &mut VariantSetup,
) -> FenResult<()> {
    let height = usize::from(shape.geometry.height());
    let mut start = at;
    for (row, rank) in text.split('/').enumerate() {
        if row == height && shape.settings.drops {
            return read_hands(shape, start, rank, setup);
        }
        let Some(number) = height.checked_sub(row + 1).and_then(|rank| u8::try_from(rank).ok())
        else {
            return fault(Code::FenRanks, start, format!("expected {height} ranks, found more"));
        };
        read_rank(shape, start, rank, (board, number), setup)?;
        start += rank.len() + 1;
    }
    let found = text.split('/').count();
    if found < height {
        return fault(
            Code::FenRanks,
            at + text.len(),
            format!("expected {height} ranks, found {found}"),
        );
    }
    Ok(())
}

/// One rank: pieces, holes, and counts of empty squares.
fn read_rank(
    shape: &BoardShape<'_>,
    at: usize,
    text: &str,
    (board, rank): (u8, u8),
    setup: &mut VariantSetup,
) -> FenResult<()> {
    let width = usize::from(shape.geometry.width());
    let (mut file, mut byte) = (0_usize, 0);
    while let Some(letter) = text[byte..].chars().next() {
        if letter.is_ascii_digit() {
            let digits = text[byte..].bytes().take_while(u8::is_ascii_digit).count();
            let count = text[byte..byte + digits].parse::<usize>().unwrap_or(usize::MAX);
            file = file.saturating_add(count);
            byte += digits;
        } else {
            let place =
                u8::try_from(file).ok().and_then(|file| shape.geometry.place(board, file, rank));
            let Some(place) = place else {
                return fault(
                    Code::FenRankWidth,
                    at + byte,
                    format!("rank {} has more than {width} squares", rank + 1),
                );
            };
            byte += read_square(shape, at + byte, &text[byte..], place, setup)?;
            file += 1;
        }
    }
    if file == width {
        Ok(())
    } else {
        fault(
            Code::FenRankWidth,
            at + text.len(),
            format!("expected {width} squares in rank {}, found {file}", rank + 1),
        )
    }
}

/// A piece or a hole; returns how many bytes it takes.
fn read_square(
    shape: &BoardShape<'_>,
    at: usize,
    text: &str,
    place: Place,
    setup: &mut VariantSetup,
) -> FenResult<usize> {
    if text.starts_with('*') {
        setup.holes.push(place);
        return Ok(1);
    }
    let plus = usize::from(text.starts_with('+'));
    let letter = text[plus..].chars().next().unwrap_or(' ');
    let Some(kind) = (shape.kind_of)(letter).filter(|_| letter.is_ascii_alphabetic()) else {
        return fault(
            Code::FenLetter,
            at,
            format!("no piece has the letter `{}`", letter.escape_default()),
        );
    };
    let color = color_of(letter);
    let marked = text[plus + 1..].starts_with('~');
    let mut piece = VariantPiece { kind, color, promoted: marked, former: None };
    if plus > 0 {
        let promoted = shape.settings.promoted.iter().find(|(from, _)| *from == kind);
        let Some((_, promoted)) = promoted else {
            return fault(Code::FenLetter, at, format!("`{letter}` has no promoted form"));
        };
        piece = VariantPiece { kind: *promoted, color, promoted: true, former: Some(kind) };
    }
    setup.pieces.push((place, piece));
    Ok(plus + 1 + usize::from(marked))
}
