//! A short word in one number, so that a few instructions look at all of its bytes.

/// A word of at most seven bytes.
#[derive(Debug, Clone, Copy)]
pub struct Word<'a> {
    /// The word.
    pub text: &'a [u8],
    /// Its bytes, the first one lowest, and whatever follows them: to cut that off would take longer than to leave it alone.
    window: u64,
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
        let window = u64::from_le_bytes(*text.first_chunk()?);
        // A byte below `!` borrows from its high bit; bytes after the first such one do not matter.
        let blanks = window.wrapping_sub(ONES * u64::from(b'!')) & !window & HIGH_BITS;
        if blanks == 0 || blanks & 0xff != 0 {
            return None;
        }
        let length = (blanks.trailing_zeros() / 8) as usize;
        Some(Self { text: &text[..length], window })
    }

    /// A text that is one word.
    #[inline]
    pub fn whole(text: &'a [u8]) -> Option<Self> {
        if text.is_empty() || text.len() > LONGEST {
            return None;
        }
        let window = text.iter().rev().fold(0, |window, &byte| window << 8 | u64::from(byte));
        Some(Self { text, window })
    }

    /// Its bytes, and after them any others.
    #[inline]
    pub fn bytes(self) -> [u8; 8] {
        self.window.to_le_bytes()
    }

    /// Two of its bytes, the first of them at this place; any others if it is not so long.
    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "two bytes are wanted")]
    pub fn pair(self, at: usize) -> [u8; 2] {
        ((self.window >> (8 * (at & LONGEST))) as u16).to_le_bytes()
    }

    /// One of its bytes, counted from zero; any other if it is not so long.
    #[inline]
    pub fn byte(self, at: usize) -> u8 {
        (self.window >> (8 * (at & LONGEST)) & 0xff) as u8
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
            (b"Nf3\nNc6 ", b"Nf3"),
            (b"\xff\x80\x00\x01\xff\xff\xff\xff", b"\xff\x80"),
        ] {
            let (found, whole) = (Word::before_blank(text).unwrap(), Word::whole(word).unwrap());
            assert_eq!((found.text, whole.text), (word, word));
            assert_eq!(found.bytes()[..word.len()], whole.bytes()[..word.len()]);
        }
        for text in [&b"e4 e5"[..], b"", b" e4 e5 2", b"Qa1xb2+! ", b"\xa0\xa1\xff\x7f!!!!"] {
            assert!(Word::before_blank(text).is_none());
        }
        assert!(Word::whole(b"").is_none());
    }

    #[test]
    fn bytes_are_found_at_their_places() {
        let word = Word::whole(b"exd8=Q+").unwrap();
        assert_eq!(word.bytes(), *b"exd8=Q+\0");
        assert_eq!((word.byte(0), word.byte(6), word.byte(7)), (b'e', b'+', 0));
    }
}
