//! The productions of the fields, as the standard writes them. The other files explain texts that they refuse.
//!
//! ```text
//! fen        = placement " " side " " castling " " en-passant " " halfmoves " " fullmoves
//! placement  = rank "/" rank "/" … "/" rank        eight ranks, from the eighth to the first
//! rank       = { [ gap ] piece } [ gap ]           eight squares
//! piece      = "K" | "Q" | "R" | "B" | "N" | "P" | "k" | "q" | "r" | "b" | "n" | "p"
//! gap        = "1" … "8"
//! side       = "w" | "b"
//! castling   = "-" | [ "K" ] [ "Q" ] [ "k" ] [ "q" ]
//! en-passant = "-" | file ( "3" | "6" )
//! halfmoves  = digit { digit }
//! fullmoves  = digit { digit }
//! ```

// PGN 16.1.3

use nom::{
    Parser,
    branch::alt,
    bytes::complete::{tag, take, take_till1, take_while1},
    character::complete::digit1,
    combinator::{all_consuming, map, map_opt, not, opt, recognize, value, verify},
    multi::{fold_many0, many1_count},
    number::complete::u8,
    sequence::{pair, preceded},
};

use super::MOST_COUNTED;
use crate::{
    notation::Production,
    rules::{Board, Color, File, Piece, Rank, Square},
    text::wide_character,
};

/// The value of a text that is nothing but this production.
pub(super) fn whole<'a, T>(
    production: impl FnMut(&'a [u8]) -> Production<'a, T>,
    text: &'a [u8],
) -> Option<T> {
    all_consuming(production).parse(text).ok().map(|(_, value)| value)
}

pub(super) fn placement(input: &[u8]) -> Production<'_, Board> {
    let mut board = Board::empty();
    let mut rest = squares(Rank::Eight, &mut board, input)?.0;
    for rank in Rank::ALL.into_iter().rev().skip(1) {
        let (row, _) = tag("/").parse(rest)?;
        rest = squares(rank, &mut board, row)?.0;
    }
    Ok((rest, board))
}

/// Puts the pieces of a rank on the board.
fn squares<'a>(rank: Rank, board: &mut Board, input: &'a [u8]) -> Production<'a, usize> {
    let mut pieces = fold_many0(pair(opt(gap), piece), usize::default, |width, (gap, piece)| {
        let width = width + gap.unwrap_or(0);
        if let Some(file) = file_at(width) {
            board.toggle(Square::new(file, rank), piece);
        }
        width + 1
    });
    let (rest, width) = pieces.parse(input)?;
    verify(map(opt(gap), |gap| width + gap.unwrap_or(0)), |&width| width == 8).parse(rest)
}

/// The file of a square after this many others.
pub(super) fn file_at(width: usize) -> Option<File> {
    File::from_index(u8::try_from(width).ok()?)
}

pub(super) fn piece(input: &[u8]) -> Production<'_, Piece> {
    map_opt(u8, Piece::from_letter).parse(input)
}

pub(super) fn gap(input: &[u8]) -> Production<'_, usize> {
    map_opt(u8, |digit| matches!(digit, b'1'..=b'8').then(|| usize::from(digit - b'0')))
        .parse(input)
}

pub(super) fn side(input: &[u8]) -> Production<'_, Color> {
    alt((value(Color::White, tag("w")), value(Color::Black, tag("b")))).parse(input)
}

/// The letters of the rights; none for `-`.
pub(super) fn castling(input: &[u8]) -> Production<'_, &[u8]> {
    let letters = (opt(tag("K")), opt(tag("Q")), opt(tag("k")), opt(tag("q")));
    let some = verify(recognize(letters), |letters: &[u8]| !letters.is_empty());
    alt((value(&b""[..], tag("-")), some)).parse(input)
}

pub(super) fn en_passant(input: &[u8]) -> Production<'_, Option<Square>> {
    let is_behind_pawn = |square: &Square| matches!(square.rank(), Rank::Three | Rank::Six);
    let square = verify(map_opt(take(2_usize), Square::from_name), is_behind_pawn);
    alt((value(None, tag("-")), map(square, Some))).parse(input)
}

/// A number that a game can reach.
pub(super) fn counter(input: &[u8]) -> Production<'_, u32> {
    let number = |digits: &[u8]| str::from_utf8(digits).ok()?.parse().ok();
    verify(map_opt(digit1, number), |&count| count <= MOST_COUNTED).parse(input)
}

/// Anything up to the next separator.
pub(super) fn word(input: &[u8]) -> Production<'_, &[u8]> {
    let plain = take_till1(|byte| matches!(byte, b' ' | b'\t' | b'_' | 0xc2));
    let other = preceded(not(blank), take(1_usize));
    recognize(many1_count(alt((plain, other)))).parse(input)
}

/// What is between two fields: one space, or what some write for it.
pub(super) fn separator(input: &[u8]) -> Production<'_, &[u8]> {
    recognize(many1_count(blank)).parse(input)
}

/// Blanks, tabs and underscores, or a non-breaking space.
fn blank(input: &[u8]) -> Production<'_, &[u8]> {
    alt((take_while1(|byte| matches!(byte, b' ' | b'\t' | b'_')), tag("\u{a0}"))).parse(input)
}

/// The counters of three-check chess, `3+3` or `+0+2`.
pub(super) fn check_counters(input: &[u8]) -> Production<'_, ()> {
    let digit = || verify(u8, u8::is_ascii_digit);
    value((), (opt(tag("+")), digit(), tag("+"), digit())).parse(input)
}

/// The characters of a text; a byte that is not UTF-8 is one.
pub(super) fn characters(mut text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let length = |text: &[u8]| wide_character(text).map_or(1, char::len_utf8);
    std::iter::from_fn(move || {
        let (character, rest) = text.split_at_checked(length(text))?;
        text = rest;
        Some(character)
    })
}

#[cfg(test)]
mod tests {
    use super::{
        castling, characters, check_counters, counter, en_passant, placement, separator, whole,
        word,
    };
    use crate::rules::{Bitboard, Square};

    #[test]
    fn a_placement_has_eight_ranks_of_eight_squares() {
        let board = whole(placement, b"k7/8/8/8/3p4/8/P6p/7K").expect("a board");
        let squares = ["a8", "d4", "a2", "h2", "h1"];
        let squares = squares.map(|name| Square::from_name(name.as_bytes()).expect(name));
        assert_eq!(board.occupied(), squares.into_iter().collect::<Bitboard>());
        for text in [
            "",
            "8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8/8",
            "8/8/8/8/8/8/8/8/",
            "8/8/8/8/8/8/8/7",
            "8/8/8/8/8/8/8/44",
            "8/8/8/8/8/8/8/8p",
            "8/8/8/8/8/8/8/pppppppp1",
            "8/8/8/8/8/8/8/9",
            "8/8/8/8/8/8/8/7x",
            "8/8/8/8//8/8/8",
        ] {
            assert_eq!(whole(placement, text.as_bytes()), None, "{text}");
        }
    }

    #[test]
    fn the_other_fields_are_as_the_standard_has_them() {
        for text in ["KQkq", "Kq", "Q"] {
            assert_eq!(whole(castling, text.as_bytes()), Some(text.as_bytes()));
        }
        assert_eq!(whole(castling, b"-"), Some(&b""[..]));
        for text in ["", "QK", "KK", "AH", "K-", "--"] {
            assert_eq!(whole(castling, text.as_bytes()), None, "{text}");
        }
        assert_eq!(whole(en_passant, b"-"), Some(None));
        assert_eq!(whole(en_passant, b"e3"), Some(Square::from_name(b"e3")));
        for text in ["", "e4", "E3", "e33", "i6"] {
            assert_eq!(whole(en_passant, text.as_bytes()), None, "{text}");
        }
        for (text, count) in [("0", Some(0)), ("007", Some(7)), ("9999", Some(9999))] {
            assert_eq!(whole(counter, text.as_bytes()), count, "{text}");
        }
        for text in ["", "-1", "+1", "10000", "1x", "99999999999999999999"] {
            assert_eq!(whole(counter, text.as_bytes()), None, "{text}");
        }
        assert!(
            whole(check_counters, b"3+3").is_some() && whole(check_counters, b"+0+2").is_some()
        );
        assert!(whole(check_counters, b"3+").is_none() && whole(check_counters, b"33").is_none());
    }

    #[test]
    fn a_byte_that_is_not_utf_8_is_a_character_too() {
        let found: Vec<&[u8]> = characters(b"K\x80\xe2\x99\x94\xe2").collect();
        assert_eq!(found, [&b"K"[..], b"\x80", b"\xe2\x99\x94", b"\xe2"]);
    }

    #[test]
    fn fields_end_at_any_blank() {
        for (text, first, between) in [
            ("8/8 w", "8/8", " "),
            ("8/8_\tw", "8/8", "_\t"),
            ("8/8\u{a0} w", "8/8", "\u{a0} "),
            ("8/8Â£ w", "8/8Â£", " "),
        ] {
            let (rest, found) = word(text.as_bytes()).expect(text);
            assert_eq!(found, first.as_bytes(), "{text}");
            assert_eq!(separator(rest).expect(text).1, between.as_bytes(), "{text}");
        }
        assert!(word(b" w").is_err() && separator(b"w").is_err());
    }
}
