//! The bytes themselves, before any grammar: character sets, control characters, invisible spaces, files that
//! are something else.

use crate::{
    diagnostics::{Code, Edit, Finding, Safety},
    text::{Source, Span, is_invisible},
};

/// This number of letters beyond ASCII in a row is rare in Latin-1: `Määttä` has two, a Cyrillic name has nothing else.
const FEW_IN_A_ROW: usize = 3;

/// The largest number of bytes that are not UTF-8 in one finding.
const MOST_AT_ONCE: usize = 80;

/// Where a text shows its character set: the first place of each kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Encodings {
    /// The first character beyond ASCII that is UTF-8.
    pub utf8: Option<Span>,
    /// The first bytes that are not UTF-8, and what they should be.
    pub other: Option<Edit>,
}

impl Encodings {
    /// Adds the places of a later text of the same file; returns a finding once, where the second character set appears.
    pub fn merge(&mut self, later: Self) -> Option<Finding> {
        let known = self.utf8.is_some() && self.other.is_some();
        self.utf8 = self.utf8.or(later.utf8);
        self.other = self.other.take().or(later.other);
        let (utf8, other) = self.utf8.zip(self.other.as_ref()).filter(|_| !known)?;
        let message = if utf8 < other.span {
            "the text is not UTF-8 here, but it is elsewhere in the file"
        } else {
            "the text is UTF-8 here, but it is not elsewhere in the file"
        };
        let finding = Finding::new(Code::MixedEncodings, utf8.max(other.span), message);
        Some(finding.with_edit(other.span, other.replacement.as_str(), other.safety))
    }
}

/// A quick look: whether there is anything but printable ASCII, line ends and tabs. It is written so that the compiler can
/// look at many bytes at once: first for anything but printable ASCII and the usual line end, which is rare.
pub(crate) fn is_unusual(text: &[u8]) -> bool {
    let (chunks, _) = text.as_chunks::<64>();
    let is_odd = |chunk: &[u8; 64]| !is_plain(chunk) && has_odd_byte(chunk);
    // The bytes after the last whole chunk are checked together with those before them.
    text.last_chunk().map_or_else(|| has_odd_byte(text), is_odd) || chunks.iter().any(is_odd)
}

fn is_plain(bytes: &[u8; 64]) -> bool {
    // Seen as signed numbers, all bytes beyond ASCII come before the blank.
    let odd = |byte: u8| {
        u8::from(byte.cast_signed() < 0x20) & u8::from(byte != b'\n') | u8::from(byte == 0x7f)
    };
    bytes.iter().fold(0, |any, &byte| any | odd(byte)) == 0
}

fn has_odd_byte(bytes: &[u8]) -> bool {
    let odd =
        |byte: u8| u8::from(byte.wrapping_sub(0x20) > 0x5e) & u8::from(byte.wrapping_sub(9) > 4);
    bytes.iter().fold(0, |any, &byte| any | odd(byte)) != 0
}

/// Whether a line was left by a merge (`<<<<<<<`) or a mail (`> `).
pub(crate) fn is_foreign_mark(line: &[u8]) -> bool {
    let merge: [&[u8]; 3] = [b"<<<<<<<", b"=======", b">>>>>>>"];
    merge.iter().any(|mark| line.starts_with(mark)) || line.starts_with(b"> ")
}

/// Why a file cannot be read at all, from its first bytes.
pub(crate) fn unreadable(source: &Source<'_>) -> Option<Finding> {
    let head = &source.bytes[..source.bytes.len().min(1024)];
    let (code, message) = if let Some(name) = wide_encoding(head) {
        (Code::WideEncoding, format!("the file is encoded in {name}; convert it to UTF-8"))
    } else {
        (Code::NotPgn, format!("the file is {}, not a collection of games", other_kind(head)?))
    };
    let first = head.len().min(1);
    Some(Finding::new(code, source.span_of(&head[..first]), message))
}

/// The character set of a text with zeros beside the letters, or with a byte order mark.
fn wide_encoding(head: &[u8]) -> Option<&'static str> {
    let is_text = |byte: u8| byte.is_ascii_graphic() || byte.is_ascii_whitespace();
    match head {
        [0xff, 0xfe, 0, 0, ..] | [0, 0, 0xfe, 0xff, ..] => Some("UTF-32"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => Some("UTF-16"),
        [0, 0, 0, sign, ..] | [sign, 0, 0, 0, ..] if is_text(*sign) => Some("UTF-32"),
        [0, first, 0, second, ..] | [first, 0, second, 0, ..]
            if is_text(*first) && is_text(*second) =>
        {
            Some("UTF-16")
        }
        _ => None,
    }
}

fn other_kind(head: &[u8]) -> Option<&'static str> {
    let start = head.trim_ascii_start();
    let begins =
        |mark: &[u8]| start.len() >= mark.len() && start[..mark.len()].eq_ignore_ascii_case(mark);
    let control = head.iter().filter(|&&byte| byte < 9 || (14..32).contains(&byte)).count();
    let is = |test: bool, name| test.then_some(name);
    is(begins(b"<!doctype") || begins(b"<html") || begins(b"<?xml"), "a web page")
        .or(is(begins(b"%PDF"), "a PDF document"))
        .or(is(begins(b"PK\x03\x04"), "a ZIP archive"))
        .or(is(begins(b"\x7fELF") || begins(b"MZ\x90"), "a program"))
        .or(is(control * 10 > head.len(), "binary data"))
}

/// Looks at every character of a text and reports what is wrong with it.
pub(crate) fn inspect(
    source: &Source<'_>,
    text: &[u8],
    encodings: &mut Encodings,
    mut report: impl FnMut(Finding),
) {
    let mut is_doubtful = None;
    let mut rest = text;
    while !rest.is_empty() {
        let strange = strange_length(rest);
        if strange > 0 {
            let (bytes, after) = rest.split_at(strange);
            let is_doubtful = *is_doubtful.get_or_insert_with(|| is_other_page(rest));
            let finding = not_utf8(source, bytes, is_doubtful);
            if encodings.other.is_none() {
                encodings.other.clone_from(&finding.edit);
            }
            report(finding);
            rest = after;
        }
        let valid = rest.utf8_chunks().next().map_or("", |chunk| chunk.valid());
        let (bytes, after) = rest.split_at(valid.len());
        if let Some(first) = first_beyond_ascii(bytes) {
            encodings.utf8 = encodings.utf8.or(Some(source.span_of(first)));
        }
        inspect_characters(source, bytes, valid, &mut report);
        rest = after;
    }
}

/// How many bytes at the beginning are not UTF-8; of very many only the first.
fn strange_length(text: &[u8]) -> usize {
    let strange = text.utf8_chunks().take_while(|chunk| chunk.valid().is_empty());
    strange.take(MOST_AT_ONCE).map(|chunk| chunk.invalid().len()).sum()
}

/// Whether the letters of a text that is not UTF-8 follow each other as those of Latin-1 hardly ever do: then it is written in
/// another script.
fn is_other_page(text: &[u8]) -> bool {
    let mut in_row = 0;
    text.utf8_chunks().any(|chunk| {
        in_row = chunk.invalid().len() + if chunk.valid().is_empty() { in_row } else { 0 };
        in_row >= FEW_IN_A_ROW
    })
}

fn first_beyond_ascii(text: &[u8]) -> Option<&[u8]> {
    text.iter().position(|byte| !byte.is_ascii()).map(|at| &text[at..at + 2])
}

fn not_utf8(source: &Source<'_>, bytes: &[u8], is_doubtful: bool) -> Finding {
    let has_signs = bytes.iter().any(|byte| (0x80..0xa0).contains(byte));
    let page = if has_signs { "Windows-1252" } else { "Latin-1" };
    let meant: String = bytes.iter().map(|&byte| windows_1252(byte)).collect();
    let message = match bytes {
        [byte] => format!("byte {byte:#04x} is not UTF-8; in {page} it is `{meant}`"),
        _ => format!("{} bytes are not UTF-8; in {page} they are `{meant}`", bytes.len()),
    };
    let finding = Finding::new(Code::NotUtf8, source.span_of(bytes), message);
    if is_doubtful {
        let help = "so many in a row suggest another code page, perhaps Windows-1251";
        return finding.with_help(help).with_replacement(meant, Safety::Guess);
    }
    finding.with_replacement(meant, Safety::Safe)
}

/// The character of a byte in Windows-1252, which is Latin-1 with letters and signs where that has controls.
fn windows_1252(byte: u8) -> char {
    const SIGNS: [char; 32] = [
        '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž',
        '\u{8f}', '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}',
        'ž', 'Ÿ',
    ];
    match byte {
        0x80..0xa0 => SIGNS[usize::from(byte - 0x80)],
        _ => char::from(byte),
    }
}

fn inspect_characters(
    source: &Source<'_>,
    bytes: &[u8],
    text: &str,
    report: &mut impl FnMut(Finding),
) {
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        let here = |length: usize| source.span_of(&bytes[at..at + length]);
        if let Some(&(next, second)) = characters.peek()
            && let Some(meant) = encoded_twice(character, second)
        {
            let span = here(next - at + second.len_utf8());
            let message =
                format!("`{character}{second}` was encoded twice; it is probably `{meant}`");
            let finding = Finding::new(Code::DoubleEncoded, span, message);
            report(finding.with_replacement(meant, Safety::Guess));
            characters.next();
        } else if let Some(finding) = odd_character(character, here(character.len_utf8())) {
            report(finding);
        }
    }
}

/// The letter whose two bytes in UTF-8 were taken for these two characters of Latin-1.
fn encoded_twice(first: char, second: char) -> Option<char> {
    let (lead, trail) = (u32::from(first), u32::from(second));
    let doubled = (0xc3..=0xc5).contains(&lead) && (0x80..0xc0).contains(&trail);
    doubled.then(|| char::from_u32((lead & 0x1f) << 6 | trail & 0x3f)).flatten()
}

fn odd_character(character: char, span: Span) -> Option<Finding> {
    let number = u32::from(character);
    let (code, message, replacement) = match character {
        '\t'..='\r' => return None,
        '\0'..' ' | '\u{7f}'..'\u{a0}' => {
            let message = format!("the text contains the control character {number:#04x}");
            (Code::ControlByte, message, "")
        }
        invisible if is_invisible(invisible) => {
            let message = format!("the text contains the invisible character U+{number:04X}");
            (Code::InvisibleSpace, message, if character.is_whitespace() { " " } else { "" })
        }
        _ => return None,
    };
    Some(Finding::new(code, span, message).with_replacement(replacement, Safety::Safe))
}
