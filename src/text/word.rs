//! A short word in one number, so that a few instructions look at all of its bytes.

/// A word of at most seven bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a [u8],
    /// Its bytes, the first one lowest, and zeros after the last.
    packed: u64,
}

/// The most bytes that a word may have.
const LONGEST: usize = 7;

/// A one in each of eight bytes: times a byte, it is that byte eight times.
pub const ONES: u64 = u64::from_ne_bytes([1; 8]);
/// The highest bit of each of eight bytes.
pub const HIGH_BITS: u64 = ONES << 7;

impl<'a> Word<'a> {
    /// The word with which a text begins, if it is short and a blank or the end of a line follows it.
    #[inline]
    pub fn before_blank(text: &'a [u8]) -> Option<Self> {
        let packed = u64::from_le_bytes(*text.first_chunk()?);
        // A byte below `!` borrows from its high bit; bytes after the first such one do not matter.
        let blanks = packed.wrapping_sub(ONES * u64::from(b'!')) & !packed & HIGH_BITS;
        if blanks == 0 {
            return None;
        }
        let below_blank = blanks & blanks.wrapping_neg();
        let length = (below_blank.trailing_zeros() / 8) as usize;
        Some(Self { text: &text[..length], packed: packed & (below_blank >> 7).wrapping_sub(1) })
    }

    /// A text that is one word.
    #[inline]
    pub fn whole(text: &'a [u8]) -> Option<Self> {
        if text.len() > LONGEST {
            return None;
        }
        let packed = text.iter().rev().fold(0, |packed, &byte| packed << 8 | u64::from(byte));
        Some(Self { text, packed })
    }

    /// Its bytes, and zeros after them.
    #[inline]
    pub fn bytes(self) -> [u8; 8] {
        self.packed.to_le_bytes()
    }

    /// Two of its bytes, the first of them at this place.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "two bytes are wanted")]
    pub fn pair(self, at: usize) -> [u8; 2] {
        ((self.packed >> (8 * (at & LONGEST))) as u16).to_le_bytes()
    }

    /// One of its bytes, counted from zero; zero if it is not so long.
    #[inline]
    pub fn byte(self, at: usize) -> u8 {
        (self.packed >> (8 * (at & LONGEST)) & 0xff) as u8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_ends_at_the_first_blank() {
        for (text, word) in [
            (&b"e4 e5 Nf"[..], &b"e4"[..]),
            (b"Qa1xb2+ ", b"Qa1xb2+"),
            (b" e4 e5 2", b""),
            (b"Nf3\nNc6 ", b"Nf3"),
            (b"\xff\x80\x00\x01\xff\xff\xff\xff", b"\xff\x80"),
        ] {
            let found = Word::before_blank(text);
            assert_eq!(found, Word::whole(word));
            assert_eq!(found.map(|found| found.text), Some(word));
        }
        for text in [&b"e4 e5"[..], b"", b"Qa1xb2+! ", b"\xa0\xa1\xff\x7f!!!!"] {
            assert_eq!(Word::before_blank(text), None);
        }
    }

    #[test]
    fn bytes_are_found_at_their_places() {
        let word = Word::whole(b"exd8=Q+").unwrap();
        assert_eq!(word.bytes(), *b"exd8=Q+\0");
        assert_eq!((word.byte(0), word.byte(6), word.byte(7)), (b'e', b'+', 0));
    }
}
