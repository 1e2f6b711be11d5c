//! Makes inputs: random bytes, random words, and mutated samples.

use arbiter::players::SplitMix64;

/// The longest input.
const LONGEST: usize = 1 << 17;

/// Numbers at which counters overflow.
const NUMBERS: [&str; 9] = [
    "0",
    "-1",
    "255",
    "65536",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "18446744073709551616",
    "1e308",
];

/// Bytes with a special meaning in some format.
const SIGNS: [&[u8]; 18] = [
    b"\n",
    b"\r\n",
    b"\r",
    b"\0",
    b"\t",
    b" ",
    b"\"",
    b"\\",
    b"{",
    b"}",
    b"/",
    b"|",
    b"\xff",
    b"\xc2",
    b"\xef\xbb\xbf",
    "\u{a0}".as_bytes(),
    "\u{265e}".as_bytes(),
    "\u{202e}".as_bytes(),
];

/// Makes inputs, the same for the same seed.
pub(crate) struct Mutator<'a> {
    chance: SplitMix64,
    samples: &'a [Vec<u8>],
    words: &'a [&'a str],
}

impl<'a> Mutator<'a> {
    const EDITS: [fn(&mut Self, &mut Vec<u8>); 11] = [
        Self::change_byte,
        Self::insert_byte,
        Self::insert_sign,
        Self::insert_word,
        Self::insert_number,
        Self::delete,
        Self::truncate,
        Self::repeat,
        Self::swap,
        Self::splice,
        Self::change_case,
    ];

    pub(crate) fn new(seed: u64, samples: &'a [Vec<u8>], words: &'a [&'a str]) -> Self {
        Self { chance: SplitMix64::new(seed), samples, words }
    }

    /// The next input.
    pub(crate) fn input(&mut self) -> Vec<u8> {
        let mut input = match self.below(12) {
            0 => self.noise(),
            1 | 2 => self.random_words(),
            _ => self.mutated(),
        };
        input.truncate(LONGEST);
        input
    }

    fn below(&mut self, sides: usize) -> usize {
        usize::try_from(self.chance.next_u64() >> 33).unwrap_or(0) % sides.max(1)
    }

    fn byte(&mut self) -> u8 {
        self.chance.next_u64().to_le_bytes()[3]
    }

    fn noise(&mut self) -> Vec<u8> {
        let length = self.below(300);
        (0..length).map(|_| self.byte()).collect()
    }

    /// Words of the target in random order.
    fn random_words(&mut self) -> Vec<u8> {
        let mut text = Vec::new();
        for _ in 0..self.below(30) {
            self.insert_word(&mut text);
            let between = [" ", " ", " ", "\n", ""][self.below(5)];
            text.extend_from_slice(between.as_bytes());
        }
        text
    }

    fn mutated(&mut self) -> Vec<u8> {
        let mut input = self.sample();
        for _ in 0..self.below(7) {
            let edit = Self::EDITS[self.below(Self::EDITS.len())];
            edit(self, &mut input);
        }
        input
    }

    fn sample(&mut self) -> Vec<u8> {
        self.chance.pick(self.samples).cloned().unwrap_or_default()
    }

    /// An index into the input, its end included.
    fn place(&mut self, input: &[u8]) -> usize {
        self.below(input.len() + 1)
    }

    /// A range of the input, usually a short one.
    fn stretch(&mut self, input: &[u8]) -> std::ops::Range<usize> {
        let start = self.place(input);
        let most = if self.below(4) == 0 { input.len() } else { 12 };
        start..(start + self.below(most + 1)).min(input.len())
    }

    fn insert(&mut self, input: &mut Vec<u8>, piece: &[u8]) {
        let at = self.place(input);
        input.splice(at..at, piece.iter().copied());
    }

    fn change_byte(&mut self, input: &mut Vec<u8>) {
        let at = self.place(input);
        let byte = self.byte();
        input.splice(at..(at + 1).min(input.len()), [byte]);
    }

    fn insert_byte(&mut self, input: &mut Vec<u8>) {
        let byte = self.byte();
        self.insert(input, &[byte]);
    }

    fn insert_sign(&mut self, input: &mut Vec<u8>) {
        let sign = SIGNS[self.below(SIGNS.len())];
        self.insert(input, sign);
    }

    fn insert_word(&mut self, input: &mut Vec<u8>) {
        let word = self.chance.pick(self.words).copied().unwrap_or_default();
        self.insert(input, word.as_bytes());
    }

    /// Replaces a number with a large one, or inserts one anywhere.
    fn insert_number(&mut self, input: &mut Vec<u8>) {
        let number = NUMBERS[self.below(NUMBERS.len())];
        let start = self.place(input);
        let digit = input[start..].iter().position(u8::is_ascii_digit).map(|at| start + at);
        let at = digit.unwrap_or(start);
        let digits = input[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        input.splice(at..at + digits, number.bytes());
    }

    fn delete(&mut self, input: &mut Vec<u8>) {
        let stretch = self.stretch(input);
        input.drain(stretch);
    }

    fn truncate(&mut self, input: &mut Vec<u8>) {
        let at = self.place(input);
        input.truncate(at);
    }

    /// Repeats a range, once or very often.
    fn repeat(&mut self, input: &mut Vec<u8>) {
        let piece = input[self.stretch(input)].to_vec();
        let times = if self.below(30) == 0 { 2000 } else { 1 + self.below(4) };
        let times = times.min(LONGEST / piece.len().max(1));
        self.insert(input, &piece.repeat(times));
    }

    fn swap(&mut self, input: &mut Vec<u8>) {
        let piece: Vec<u8> = input.drain(self.stretch(input)).collect();
        self.insert(input, &piece);
    }

    /// Replaces a range with a part of another sample.
    fn splice(&mut self, input: &mut Vec<u8>) {
        let other = self.sample();
        let piece = other[self.stretch(&other)].to_vec();
        let stretch = self.stretch(input);
        input.splice(stretch, piece);
    }

    fn change_case(&mut self, input: &mut Vec<u8>) {
        let stretch = self.stretch(input);
        let turned = |byte: &u8| if byte.is_ascii_alphabetic() { byte ^ 0x20 } else { *byte };
        let piece: Vec<u8> = input[stretch.clone()].iter().map(turned).collect();
        input.splice(stretch, piece);
    }
}
