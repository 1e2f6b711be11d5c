//! The encoding of a text that is not UTF-8: UTF-16 and UTF-32 by the first bytes, a code page as its letters suggest.

use std::ops::RangeInclusive;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Encoding, KOI8_R, KOI8_U, MACINTOSH, UTF_16BE, UTF_16LE, WINDOWS_1252};

use crate::text::is_invisible;

/// How much text decides about the code page.
pub const SAMPLE: usize = 64 << 10;

/// From this number of letters on, the decision is certain.
const MANY: usize = 8;

/// The code page of a text that is not UTF-8.
///
/// ```
/// use arbiter::text::CodePage;
///
/// let text = b"[White \"\xca\xe0\xf0\xef\xee\xe2, \xc0\xed\xe0\xf2\xee\xeb\xe8\xe9\"]";
/// let page = CodePage::of(text).ok_or("UTF-8")?;
/// assert_eq!(page.name(), "Windows-1251");
/// assert_eq!(page.decode(&text[8..14]).as_deref(), Some("Карпов"));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CodePage {
    encoding: &'static Encoding,
    /// Whether enough letters were seen.
    pub is_certain: bool,
}

impl CodePage {
    /// The usual one of Western Europe, unchecked.
    pub const WESTERN: Self = Self { encoding: WINDOWS_1252, is_certain: false };

    /// Decides by the first [`SAMPLE`] bytes from the line on that contains the first byte that is not UTF-8; `None` if all is
    /// UTF-8.
    pub fn of(text: &[u8]) -> Option<Self> {
        let start = first_strange(text)?;
        let line = memchr::memrchr2(b'\n', b'\r', &text[..start]).map_or(0, |at| at + 1);
        let sample = &text[line..];
        Some(Self::of_sample(&without_invisible(&sample[..sample.len().min(SAMPLE)])))
    }

    fn of_sample(sample: &[u8]) -> Self {
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
        detector.feed(sample, true);
        let guess = detector.guess(None, Utf8Detection::Deny);
        // Browsers need no Mac Roman, so the detector does not know it.
        let encoding = if guess == KOI8_U && !sample.iter().any(|byte| UKRAINIAN.contains(byte)) {
            KOI8_R
        } else if oddities(MACINTOSH, sample) < oddities(guess, sample) {
            MACINTOSH
        } else {
            guess
        };
        let letters = sample.iter().filter(|byte| !byte.is_ascii()).count();
        Self { encoding, is_certain: encoding == WINDOWS_1252 || letters >= MANY }
    }

    /// Its usual name.
    pub fn name(self) -> String {
        match self.encoding.name() {
            "macintosh" => "Mac Roman".to_owned(),
            name => name.replace("windows", "Windows"),
        }
    }

    /// Its name for programs.
    pub fn label(self) -> String {
        self.encoding.name().to_uppercase()
    }

    /// The characters of some bytes; `None` if the code page leaves one of them undefined.
    pub fn decode(self, bytes: &[u8]) -> Option<String> {
        let text = self.encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
        (!text.contains(char::is_control)).then(|| text.into_owned())
    }
}

/// A text without the invisible characters that are UTF-8: whether they are corrected must not decide about the code page.
fn without_invisible(text: &[u8]) -> Vec<u8> {
    let mut visible = Vec::with_capacity(text.len());
    for chunk in text.utf8_chunks() {
        let is_seen = |character: &char| !is_invisible(*character) && !character.is_control();
        let is_kept = |character: &char| character.is_ascii() || is_seen(character);
        let mut buffer = [0; 4];
        for character in chunk.valid().chars().filter(is_kept) {
            visible.extend_from_slice(character.encode_utf8(&mut buffer).as_bytes());
        }
        visible.extend_from_slice(chunk.invalid());
    }
    visible
}

/// An encoding with more than one byte for each letter of ASCII.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WideEncoding {
    /// Two bytes, the lower one first.
    Utf16Le,
    /// Two bytes, the higher one first.
    Utf16Be,
    /// Four bytes.
    Utf32,
}

impl WideEncoding {
    /// The encoding of a file that begins with a byte order mark, or with letters that have zeros beside them.
    pub fn of(head: &[u8]) -> Option<Self> {
        let is_text = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
        let are_text = |first: u8, second: u8| is_text(first) && is_text(second);
        match *head {
            [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some(Self::Utf32),
            [0xff, 0xfe, ..] => Some(Self::Utf16Le),
            [0xfe, 0xff, ..] => Some(Self::Utf16Be),
            [0, 0, 0, sign, ..] | [sign, 0, 0, 0, ..] if is_text(sign) => Some(Self::Utf32),
            [first, 0, second, 0, ..] if are_text(first, second) => Some(Self::Utf16Le),
            [0, first, 0, second, ..] if are_text(first, second) => Some(Self::Utf16Be),
            _ => None,
        }
    }

    /// Its usual name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Utf16Le | Self::Utf16Be => "UTF-16",
            Self::Utf32 => "UTF-32",
        }
    }

    /// How to decode it, if that is known.
    pub fn encoding(self) -> Option<&'static Encoding> {
        match self {
            Self::Utf16Le => Some(UTF_16LE),
            Self::Utf16Be => Some(UTF_16BE),
            Self::Utf32 => None,
        }
    }
}

/// The letters that KOI8-U has and KOI8-R lacks.
const UKRAINIAN: [u8; 8] = [0xa4, 0xa6, 0xa7, 0xad, 0xb4, 0xb6, 0xb7, 0xbd];

/// Accents without a letter.
const ACCENTS: RangeInclusive<char> = '\u{2b0}'..='\u{2ff}';

/// Where the first byte is that is not UTF-8. A character that is cut off at the end counts.
fn first_strange(text: &[u8]) -> Option<usize> {
    str::from_utf8(text).err().map(|error| error.valid_up_to())
}

/// How many characters beyond ASCII stand where none of their kind should be: a sign inside a word, or a capital letter after
/// a small one.
fn oddities(encoding: &'static Encoding, sample: &[u8]) -> usize {
    let (text, _) = encoding.decode_without_bom_handling(sample);
    let mut before = ' ';
    let mut odd = 0;
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        let is_inside =
            before.is_alphabetic() && characters.peek().is_some_and(|c| c.is_alphabetic());
        let is_letter = character.is_alphabetic() && !ACCENTS.contains(&character);
        let is_sign = !is_letter && !matches!(character, '’' | '–');
        let is_odd_capital = character.is_uppercase() && before.is_lowercase();
        odd += usize::from(!character.is_ascii() && (is_inside && is_sign || is_odd_capital));
        before = character;
    }
    odd
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Names as the players write them, in the code pages of their languages.
    #[test]
    fn names_show_their_code_page() {
        for (page, names) in [
            ("Windows-1252", "Müller, Jörg; Núñez, José; Ström, Åsa; Lévy, François"),
            ("Windows-1250", "Šimůnek, Jiří; Błaszczyk, Zdzisław; Źrałek, Łukasz; Dvořák, Ondřej"),
            ("Windows-1251", "Карпов, Анатолий; Каспаров, Гарри; Крамник, Владимир"),
            ("KOI8-R", "Карпов, Анатолий; Каспаров, Гарри; Крамник, Владимир"),
            ("KOI8-U", "Іванчук, Василь; Пономарьов, Руслан; Ельянов, Павло Їжак"),
            ("Windows-1253", "Γρίβας, Ευστράτιος; Κοτρωνιάς, Βασίλειος"),
            ("Windows-1254", "Yılmaz, Mustafa; Şanal, Vahap; İpatov, Güneş; Ağdağ, Çelik"),
            ("Mac Roman", "Müller, Jörg; Núñez, José; Lévy, François; Hübner, Köln"),
        ] {
            let label = page.replace("Mac Roman", "macintosh");
            let encoding = Encoding::for_label(label.as_bytes()).expect("a code page");
            let (bytes, _, _) = encoding.encode(names);
            let found = CodePage::of(&bytes).expect("not UTF-8");
            assert_eq!(found.name(), page, "{names}");
            assert_eq!(found.decode(&bytes).as_deref(), Some(names), "{page}");
            assert!(found.is_certain, "{page}");
        }
    }

    #[test]
    fn one_letter_is_western() {
        for (text, meant) in
            [(&b"M\xfcller"[..], "Müller"), (b"sch\xf6n", "schön"), (b"Andr\xe9", "André")]
        {
            let page = CodePage::of(text).expect("not UTF-8");
            assert_eq!((page.name().as_str(), page.is_certain), ("Windows-1252", true));
            assert_eq!(page.decode(text).as_deref(), Some(meant));
        }
    }

    #[test]
    fn an_undefined_byte_has_no_character() {
        let page = CodePage::of(b"M\xfcller").expect("not UTF-8");
        assert_eq!(page.decode(b"\x81"), None);
        assert_eq!(page.decode(b"\x93"), Some("“".into()));
    }

    #[test]
    fn utf_8_has_no_code_page() {
        assert_eq!(CodePage::of("Müller, Карпов".as_bytes()), None);
        assert_eq!(CodePage::of(b""), None);
    }

    /// Names far apart, with the first in the last line of plain text.
    #[test]
    fn only_the_sample_decides() {
        let mut text = b"plain\n".repeat(100_000);
        text.extend_from_slice(b"M\xfcller\n");
        text.extend(b"plain\n".repeat(SAMPLE / 6));
        text.extend(b"\xca\xe0\xf0\xef\xee\xe2\n".repeat(100));
        assert_eq!(CodePage::of(&text).map(CodePage::name).as_deref(), Some("Windows-1252"));
    }
}
