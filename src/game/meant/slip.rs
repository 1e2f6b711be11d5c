//! Slips of the pen or the keyboard: how a written word differs from the move that may be meant.

use strsim::osa_distance;

use crate::{
    notation::San,
    rules::{Move, MoveSpec},
};

/// No move has more letters; longer words are not compared with moves.
const LONGEST: usize = 16;

/// The kinds of slips in a word, each with a weight of its own: they are the first features of an explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Slip {
    /// A character in place of one that looks like it: `3` for `8`, `b` for `d`.
    LookAlike,
    /// Another file.
    File,
    /// Another rank.
    Rank,
    /// Another piece letter.
    Piece,
    /// A character is missing.
    LeftOut,
    /// A character is written twice.
    Doubled,
    /// Two neighbouring characters have changed places.
    Swapped,
    /// The right piece and target, but not the right origin.
    Origin,
    /// The piece of a promotion is missing.
    Promotion,
    /// Another character is wrong or too many.
    Other,
    /// Two characters are wrong.
    Two,
}

/// Characters that are easily taken for each other.
const LOOK_ALIKES: [&[u8; 2]; 9] = [b"38", b"17", b"56", b"bd", b"ce", b"gq", b"NK", b"BR", b"OQ"];

/// A move without the signs that do not say where it goes, each byte as one character.
pub(super) fn bare(text: &[u8]) -> String {
    let says_where = |byte: &u8| !matches!(byte, b'+' | b'#' | b'x' | b'=' | b'!' | b'?');
    text.iter().copied().filter(says_where).take(LONGEST + 1).map(char::from).collect()
}

/// The slip that made `written` of `meant`, both bare; `None` if they are too different.
pub(super) fn slip(written: &str, meant: &str) -> Option<Slip> {
    if written.len() > LONGEST {
        return None;
    }
    match osa_distance(written, meant) {
        0 => Some(Slip::Origin),
        1 => Some(single(written.as_bytes(), meant.as_bytes())),
        2 => Some(Slip::Two),
        _ => None,
    }
}

/// The slip in a word that has one.
fn single(written: &[u8], meant: &[u8]) -> Slip {
    let same = written.iter().zip(meant).take_while(|(one, other)| one == other).count();
    if written.len() < meant.len() {
        return Slip::LeftOut;
    }
    if written.len() > meant.len() {
        let is_twice = same > 0 && written[same] == written[same - 1];
        return if is_twice { Slip::Doubled } else { Slip::Other };
    }
    if written[same + 1..] != meant[same + 1..] {
        return Slip::Swapped;
    }
    replaced(written[same], meant[same])
}

fn replaced(written: u8, meant: u8) -> Slip {
    let both = |set: &[u8]| set.contains(&written) && set.contains(&meant);
    if LOOK_ALIKES.iter().any(|pair| both(*pair)) {
        Slip::LookAlike
    } else if both(b"abcdefgh") {
        Slip::File
    } else if both(b"12345678") {
        Slip::Rank
    } else if both(b"KQRBN") {
        Slip::Piece
    } else {
        Slip::Other
    }
}

/// The slip of a word that can be read as a move: what the characters say, or what they mean.
pub(super) fn slip_of_move(written: &San, mv: Move, by_text: Slip) -> Slip {
    let MoveSpec::Piece(spec) = written.spec else { return by_text };
    if (spec.role, spec.to) != (Some(mv.role), mv.to) {
        return by_text;
    }
    if spec.promotion.is_none() && mv.promotion.is_some() { Slip::Promotion } else { Slip::Origin }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_told_apart() {
        for (written, meant, expected) in [
            ("Nf8", "Nf3", Some(Slip::LookAlike)),
            ("Kf3", "Nf3", Some(Slip::LookAlike)),
            ("Nf3", "Nd3", Some(Slip::File)),
            ("Nf3", "Nf5", Some(Slip::Rank)),
            ("Qd3", "Bd3", Some(Slip::Piece)),
            ("N3", "Nf3", Some(Slip::LeftOut)),
            ("Nff3", "Nf3", Some(Slip::Doubled)),
            ("N3f", "Nf3", Some(Slip::Swapped)),
            ("Nf3", "N3f", Some(Slip::Swapped)),
            ("Nf9", "Nf3", Some(Slip::Other)),
            ("Nf3y", "Nf3", Some(Slip::Other)),
            ("Ng5", "Nf3", Some(Slip::Two)),
            ("Ra1d1", "Nf3", None),
        ] {
            assert_eq!(slip(written, meant), expected, "{written} for {meant}");
        }
    }
}
