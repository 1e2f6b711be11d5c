//! The result as a token: the standard's four, and everything people write instead.

/// What a result says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum GameResult {
    /// `1-0`
    White,
    /// `0-1`
    Black,
    /// `1/2-1/2`
    Draw,
    /// `*`
    Unknown,
}

impl GameResult {
    /// How the standard writes it.
    pub const fn text(self) -> &'static str {
        match self {
            Self::White => "1-0",
            Self::Black => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

/// How a result is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spelling {
    /// As the standard has it.
    Standard,
    /// In another way that means the same: `1:0`, `½-½`.
    Variant,
    /// A result the standard does not know: `0-0`, `+/-`, `1/2-0`.
    Unusual,
}

/// A result as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Marker<'a> {
    /// The text.
    pub text: &'a [u8],
    /// What it means; `None` where the standard has no word for it.
    pub result: Option<GameResult>,
    /// How it is written.
    pub spelling: Spelling,
}

impl<'a> Marker<'a> {
    /// The result that `text` spells, if it is one at all. White space around it is not allowed.
    pub fn read(text: &'a [u8]) -> Option<Self> {
        let standard = |result| Self { text, result: Some(result), spelling: Spelling::Standard };
        match text {
            b"1-0" => Some(standard(GameResult::White)),
            b"0-1" => Some(standard(GameResult::Black)),
            b"1/2-1/2" => Some(standard(GameResult::Draw)),
            b"*" => Some(standard(GameResult::Unknown)),
            _ => Self::other_spelling(text),
        }
    }

    fn other_spelling(text: &'a [u8]) -> Option<Self> {
        if matches!(text, b"O-O" | b"o-o") {
            return None;
        }
        let (white, black) = match halves(text) {
            Some((white, black)) => (points(white)?, points(black)?),
            None if points(text)? == Points::Half && text != b"=" => (Points::Half, Points::Half),
            None => return None,
        };
        let result = match (white, black) {
            (Points::One, Points::Zero) => Some(GameResult::White),
            (Points::Zero, Points::One) => Some(GameResult::Black),
            (Points::Half, Points::Half) => Some(GameResult::Draw),
            _ => None,
        };
        let spelling = if result.is_some() { Spelling::Variant } else { Spelling::Unusual };
        Some(Self { text, result, spelling })
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Points {
    Zero,
    Half,
    One,
    Forfeit,
}

/// Games that were not played.
const FORFEITS: [&[u8]; 7] = [b"+/-", b"-/+", b"-/-", b"+:-", b"-:+", b"+--", b"--+"];

/// The hyphen, the colon, and the dashes and minus signs of printers.
const SEPARATORS: [&[u8]; 6] =
    [b"-", b":", b"\xe2\x80\x93", b"\xe2\x80\x94", b"\xe2\x88\x92", b"\xe2\x80\x90"];

/// The texts before and after the dash or colon.
fn halves(text: &[u8]) -> Option<(&[u8], &[u8])> {
    if FORFEITS.contains(&text) {
        return Some((b"+", b"+"));
    }
    SEPARATORS.iter().find_map(|separator| {
        let at = memchr::memmem::find(text, separator)?;
        Some((&text[..at], &text[at + separator.len()..]))
    })
}

fn points(text: &[u8]) -> Option<Points> {
    match text.trim_ascii() {
        b"0" | b"O" | b"o" => Some(Points::Zero),
        b"1" => Some(Points::One),
        b"1/2" | b"\xc2\xbd" | b"\xbd" | b"0.5" | b".5" | b"0,5" => Some(Points::Half),
        b"+" => Some(Points::Forfeit),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_all_their_spellings() {
        use GameResult::{Black, Draw, Unknown, White};
        use Spelling::{Standard, Unusual, Variant};
        for (text, result, spelling) in [
            ("1-0", Some(White), Standard),
            ("0-1", Some(Black), Standard),
            ("1/2-1/2", Some(Draw), Standard),
            ("*", Some(Unknown), Standard),
            ("1/2", Some(Draw), Variant),
            ("½-½", Some(Draw), Variant),
            ("½", Some(Draw), Variant),
            ("0.5-0.5", Some(Draw), Variant),
            ("1:0", Some(White), Variant),
            ("0–1", Some(Black), Variant),
            ("1-O", Some(White), Variant),
            ("0-0", None, Unusual),
            ("1/2-0", None, Unusual),
            ("+/-", None, Unusual),
            ("-/+", None, Unusual),
        ] {
            let read = Marker::read(text.as_bytes());
            let expected = Marker { text: text.as_bytes(), result, spelling };
            assert_eq!(read, Some(expected), "{text}");
        }
    }

    #[test]
    fn other_words_are_no_results() {
        for text in ["", "1", "12-0", "O-O", "O-O-O", "e4", "1-2", "=", "White won", "-"] {
            assert_eq!(Marker::read(text.as_bytes()), None, "{text}");
        }
    }
}
