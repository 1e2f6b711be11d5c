//! Annotation glyphs: numbers (`$14`), the six suffixes, and the signs printed books use.

/// A glyph as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Glyph<'a> {
    /// The text.
    pub text: &'a [u8],
    /// Its number, if it has one that can be written with `$`.
    pub number: Option<u16>,
    /// How it is written.
    pub shape: Shape,
}

/// How a glyph is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// `$14`
    Number,
    /// One of `!`, `?`, `!!`, `??`, `!?`, `?!`.
    Suffix,
    /// Any other sign: `+-`, `±`, `!!!`.
    Symbol,
}

impl<'a> Glyph<'a> {
    /// `!` and `?` in any number.
    pub(crate) fn marks(text: &'a [u8]) -> Self {
        // PGN 8.2.3.8
        let number = match text {
            b"!" => Some(1),
            b"?" => Some(2),
            b"!!" => Some(3),
            b"??" => Some(4),
            b"!?" => Some(5),
            b"?!" => Some(6),
            _ => None,
        };
        Self { text, number, shape: if number.is_some() { Shape::Suffix } else { Shape::Symbol } }
    }

    /// A sign of the printed books, if `text` is one.
    pub(crate) fn symbol(text: &'a [u8]) -> Option<Self> {
        let (_, number) = SYMBOLS.iter().find(|(sign, _)| sign.as_bytes() == text)?;
        Some(Self { text, number: Some(*number), shape: Shape::Symbol })
    }
}

/// Signs and the numbers they stand for. PGN 10 has the first 139, the rest is custom.
const SYMBOLS: &[(&str, u16)] = &[
    ("‼", 3),
    ("⁇", 4),
    ("⁉", 5),
    ("⁈", 6),
    ("□", 7),
    ("[]", 7),
    ("=", 10),
    ("∞", 13),
    ("~", 13),
    ("+=", 14),
    ("+/=", 14),
    ("⩲", 14),
    ("=+", 15),
    ("=/+", 15),
    ("⩱", 15),
    ("+/-", 16),
    ("±", 16),
    ("-/+", 17),
    ("∓", 17),
    ("+-", 18),
    ("+--", 18),
    ("+−", 18),
    ("+–", 18),
    ("-+", 19),
    ("--+", 19),
    ("−+", 19),
    ("–+", 19),
    ("⨀", 22),
    ("⊙", 22),
    ("○", 26),
    ("⟳", 32),
    ("↑", 36),
    ("→", 40),
    ("=/∞", 44),
    ("⇆", 132),
    ("⨁", 138),
    ("∆", 140),
    ("Δ", 140),
    ("∇", 141),
    ("⌓", 142),
    ("N", 146),
    ("D", 220),
];

/// The glyph with this number as it is printed: a suffix, a sign of the printed books after a blank, or its number.
pub fn glyph_sign(number: u16) -> String {
    const SUFFIXES: [&str; 7] = ["", "!", "?", "!!", "??", "!?", "?!"];
    if let Some(suffix) = SUFFIXES.get(usize::from(number)) {
        return (*suffix).to_owned();
    }
    match SYMBOLS.iter().find(|(_, symbol)| *symbol == number) {
        Some((sign, _)) => format!(" {sign}"),
        None => format!(" ${number}"),
    }
}

/// The meaning of the glyph with this number; `None` for an unassigned number.
pub const fn glyph_name(number: u16) -> Option<&'static str> {
    Some(match number {
        0 => "no annotation",
        1 => "good move",
        2 => "poor move",
        3 => "very good move",
        4 => "very poor move",
        5 => "speculative move",
        6 => "questionable move",
        7 => "forced move",
        8 => "singular move",
        9 => "worst move",
        10 => "drawish position",
        11 => "equal chances, quiet position",
        12 => "equal chances, active position",
        13 => "unclear position",
        14 => "White has a slight advantage",
        15 => "Black has a slight advantage",
        16 => "White has a moderate advantage",
        17 => "Black has a moderate advantage",
        18 => "White has a decisive advantage",
        19 => "Black has a decisive advantage",
        20 => "White has a crushing advantage",
        21 => "Black has a crushing advantage",
        22 | 23 => "zugzwang",
        24..=29 => "space advantage",
        30..=35 => "time (development) advantage",
        36..=39 => "initiative",
        40 | 41 => "attack",
        42..=47 => "compensation for material",
        48..=65 => "control of a part of the board",
        66..=101 => "condition of the first rank, the king or the pieces",
        102..=129 => "pawn structure or coordination",
        130..=135 => "counterplay",
        136..=139 => "time control pressure",
        140 => "with the idea",
        141 => "aimed against",
        142 => "better is",
        143 => "worse is",
        145 => "editorial comment",
        146 => "novelty",
        220 | 221 => "diagram",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_have_the_numbers_of_the_standard() {
        for (sign, number) in [("±", 16), ("+-", 18), ("-+", 19), ("∞", 13), ("=", 10), ("□", 7)]
        {
            assert_eq!(Glyph::symbol(sign.as_bytes()).and_then(|glyph| glyph.number), Some(number));
        }
        assert_eq!(Glyph::symbol(b"e4"), None);
    }

    #[test]
    fn the_six_suffixes_are_the_first_six_numbers() {
        for (marks, number) in [("!", 1), ("?", 2), ("!!", 3), ("??", 4), ("!?", 5), ("?!", 6)] {
            let glyph = Glyph::marks(marks.as_bytes());
            assert_eq!((glyph.number, glyph.shape), (Some(number), Shape::Suffix));
        }
        assert_eq!(Glyph::marks(b"!!!").shape, Shape::Symbol);
    }
}
