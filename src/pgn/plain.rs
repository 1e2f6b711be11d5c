//! What nearly all archives are made of, read a few bytes at a time: tag pairs without anything to protect, and the move number
//! that is due. Each gives exactly what the grammar gives, or nothing: then the grammar reads it.

use crate::{
    pgn::TagPair,
    text::{HIGH_BITS, ONES},
};

/// A tag pair exactly as the standard writes it, with a name of letters and a value of ASCII with nothing to protect; and what
/// follows.
#[inline(always)]
pub(crate) fn plain_tag_pair(input: &[u8]) -> Option<(&[u8], TagPair<'_>)> {
    let inner = input.strip_prefix(b"[")?;
    let (name, after) = inner.split_at(length_before(inner, no_letter)?);
    let after = after.strip_prefix(b" \"").filter(|_| !name.is_empty())?;
    let (value, after) = after.split_at(length_before(after, ends_value)?);
    let rest = after.strip_prefix(b"\"]")?;
    // The brackets, the quotes and the blank.
    let length = name.len() + value.len() + 5;
    Some((rest, TagPair { text: &input[..length], name, value }))
}

/// How many bytes stand before the first of a kind; the lowest high bit in what `is_found` answers marks it.
#[inline(always)]
fn length_before(text: &[u8], is_found: impl Fn(u64) -> u64) -> Option<usize> {
    let mut passed = 0;
    loop {
        let window = u64::from_le_bytes(*text.get(passed..)?.first_chunk()?);
        let found = is_found(window) & HIGH_BITS;
        if found != 0 {
            return Some(passed + found.trailing_zeros() as usize / 8);
        }
        passed += 8;
    }
}

/// Marks the bytes that are no letters.
#[inline]
fn no_letter(window: u64) -> u64 {
    let small = (window | (ONES * 0x20)) & !HIGH_BITS;
    let from_a = small + ONES * u64::from(0x80 - b'a');
    let after_z = small + ONES * u64::from(0x7f - b'z');
    !from_a | after_z | window
}

/// Marks quotes, backslashes and what is not printable ASCII; perhaps others after the first of them. Two ways of finding a byte
/// are used, so that the compiler does not think of doing both at once in registers that are far away.
#[inline]
fn ends_value(window: u64) -> u64 {
    // With this bit changed, a quote is a blank, and both it and the control characters come before all others.
    let changed = window ^ (ONES * 2);
    let is_quote_or_control = changed.wrapping_sub(ONES * u64::from(b'!')) & !changed;
    let backslashes = window ^ (ONES * u64::from(b'\\'));
    let is_backslash = !(((backslashes & !HIGH_BITS) + !HIGH_BITS) | backslashes);
    let is_delete = window.wrapping_add(ONES);
    is_quote_or_control | is_backslash | is_delete | window
}

/// A move number as nearly all are written: `12.` before White's move, `12...` before Black's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DueNumber {
    /// Digits, dots and a blank, the first lowest; in the highest byte, how many bits follow them.
    packed: u64,
}

/// The number of plies with a prepared number. Few games are longer, and their numbers are read in the normal way.
const PLIES: usize = 512;

static NUMBERS: [DueNumber; PLIES] = {
    let mut numbers = [DueNumber { packed: 0 }; PLIES];
    let mut ply = 0;
    while ply < PLIES {
        numbers[ply] = DueNumber::written(ply);
        ply += 1;
    }
    numbers
};

impl DueNumber {
    /// The number before a ply, where White's first move is ply 0.
    #[inline]
    pub(crate) fn before(ply: u32) -> Option<Self> {
        NUMBERS.get(ply as usize).copied()
    }

    const fn written(ply: usize) -> Self {
        let dots = if ply.is_multiple_of(2) { 1 } else { 3 };
        let (mut packed, mut length) = (b' ' as u64, 1);
        while length <= dots {
            packed = packed << 8 | b'.' as u64;
            length += 1;
        }
        let mut number = ply as u64 / 2 + 1;
        while number > 0 {
            packed = packed << 8 | (b'0' as u64 + number % 10);
            number /= 10;
            length += 1;
        }
        Self { packed: packed | (64 - 8 * length) << 56 }
    }

    /// How many bytes it takes with the blank or the end of a line after it, if a text begins with it; `window` are its first
    /// bytes. What follows is not looked at.
    #[inline(always)]
    pub(crate) fn length_in(self, window: u64) -> Option<usize> {
        let unused = self.packed >> 56;
        let differs = (window ^ self.packed) << unused;
        // Eight bytes less those that are unused; it is never all eight.
        let length = (unused as usize / 8).wrapping_neg() & 7;
        if differs == 0 { Some(length) } else { Self::length_without_blank(differs, length) }
    }

    /// The same without a blank: the highest byte of the difference shows which byte stands there.
    fn length_without_blank(differs: u64, length: usize) -> Option<usize> {
        let is_line_end = differs >> 56 == u64::from(b' ' ^ b'\n');
        (differs << 8 == 0).then_some(length - usize::from(!is_line_end))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pgn::grammar::tag_pair;

    #[test]
    fn a_plain_tag_is_what_the_grammar_reads() {
        for text in [
            "[Event \"Club evening\"]\n[Site \"?\"]",
            "[ECO \"C65\"]\n[Opening",
            "[WhiteRatingDiff \"+5\"]\n\n1. e4 e5",
            "[Result \"\"]\n[White \"A\"]",
            "[Site \"https://example.org/abcdefgh\"]\n[Date",
            "[Z \"{}[]~\"]",
        ] {
            let text = format!("{text}\n{}", ".".repeat(16));
            let (rest, tag) = plain_tag_pair(text.as_bytes()).unwrap();
            assert_eq!(tag_pair(text.as_bytes()).unwrap(), (rest, tag), "{text}");
        }
    }

    #[test]
    fn every_byte_ends_a_name_or_a_value_where_it_should() {
        for byte in 0..=u8::MAX {
            for at in 0..20 {
                let mut text = [b'x'; 32];
                text[at] = byte;
                let ends_name = !byte.is_ascii_alphabetic();
                assert_eq!(length_before(&text, no_letter), ends_name.then_some(at), "{byte}");
                let ends = !matches!(byte, b' '..=b'~') || matches!(byte, b'"' | b'\\');
                assert_eq!(length_before(&text, ends_value), ends.then_some(at), "{byte}");
            }
        }
    }

    #[test]
    fn what_is_written_otherwise_is_left_to_the_grammar() {
        for text in [
            "[Event  \"Club\"]",
            "[Event \"Cl\\\"ub\"]",
            "[Event \"Club\" ]",
            "[ \"Club\"]",
            "[Event \"Club",
            "[Event1 \"Club\"]",
            "[White \"M\u{fc}ller\"]\n[Black \"?\"]",
        ] {
            let text = format!("{text}\n{}", ".".repeat(16));
            assert!(plain_tag_pair(text.as_bytes()).is_none(), "{text}");
        }
        assert!(plain_tag_pair(b"[Event \"C\"]\n").is_none());
    }

    #[test]
    fn a_number_is_found_where_it_is_due() {
        for (ply, text, length) in [
            (0, "1. e4 e5", Some(3)),
            (0, "1.e4 e5 2", Some(2)),
            (1, "1... e5 2. Nf3", Some(5)),
            (1, "1...e5 2. Nf3", Some(4)),
            (18, "10.\nNf3 Nc6", Some(4)),
            (199, "100... Nf3", Some(7)),
            (511, "256... Nf3", Some(7)),
            (512, "257. Nf3 a6", None),
            (0, "1... e5 2. Nf3", Some(2)),
            (1, "1. e5 2. Nf3", None),
            (2, "12. e4 e5", None),
            (20, "1. e4 e5", None),
        ] {
            let window = u64::from_le_bytes(*text.as_bytes().first_chunk().unwrap());
            let due = DueNumber::before(ply);
            let found = due.and_then(|due| due.length_in(window));
            assert_eq!(found, length, "{ply} {text}");
        }
    }
}
