//! The number that should stand before a move, ready to be compared with what stands there: that is quicker than reading it.

/// A move number as nearly all are written: `12.` before White's move, `12...` before Black's.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DueNumber {
    /// Digits and dots, the first lowest; in the highest byte, how many bits follow them.
    packed: u64,
}

/// How many half-moves have a number here. Few games are longer, and those may be read as others are.
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
    /// The number that stands before a half-move, White's first counting as zero.
    #[inline]
    pub fn before(ply: u32) -> Option<Self> {
        NUMBERS.get(ply as usize).copied()
    }

    const fn written(ply: usize) -> Self {
        let dots = if ply.is_multiple_of(2) { 1 } else { 3 };
        let (mut packed, mut length) = (0, 0);
        while length < dots {
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

    /// How many bytes it has, if a text begins with it and a blank or the end of a line follows, but no more dots.
    #[inline]
    pub fn length_in(self, text: &[u8]) -> Option<usize> {
        let window = u64::from_le_bytes(*text.first_chunk()?);
        let unused = self.packed >> 56;
        if (window ^ self.packed) << unused != 0 {
            return None;
        }
        let length = 8 - unused as usize / 8;
        match text[length..] {
            [b' ', next, ..] if next != b'.' => Some(length),
            [b'\n', ..] => Some(length),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_found_where_it_is_due() {
        for (ply, text, length) in [
            (0, "1. e4 e5", Some(2)),
            (1, "1... e5 2. Nf3", Some(4)),
            (18, "10.\nNf3 Nc6", Some(3)),
            (199, "100... Nf3", Some(6)),
            (511, "256... Nf3", Some(6)),
            (512, "257. Nf3 a6", None),
            (0, "1... e5 2. Nf3", None),
            (1, "1. e5 2. Nf3", None),
            (1, "1. ... e5 2. Nf3", None),
            (0, "1. ... e5 2. Nf3", None),
            (0, "1.e4 e5 2. Nf3", None),
            (2, "12. e4 e5", None),
            (20, "1. e4 e5", None),
            (0, "1. e4", None),
        ] {
            let found = DueNumber::before(ply).and_then(|due| due.length_in(text.as_bytes()));
            assert_eq!(found, length, "{ply} {text}");
        }
    }
}
