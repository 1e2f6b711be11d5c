//! The bytes themselves, before any grammar: character sets, control characters, invisible spaces.

use crate::{
    diagnostics::{Code, Edit, Finding, Safety},
    text::{CodePage, Source, Span, is_invisible},
};

/// The largest number of bytes that are not UTF-8 in one finding.
const MOST_AT_ONCE: usize = 80;

/// Where a text shows its character set: the first place of each kind.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Encodings {
    /// The first character beyond ASCII that is UTF-8.
    pub utf8: Option<Span>,
    /// The first bytes that are not UTF-8, and what they should be.
    pub other: Option<(Span, Vec<Edit>)>,
    /// How many lines are not UTF-8.
    pub lines: u64,
    /// The code page of the text, if it was needed.
    page: Option<CodePage>,
}

impl Encodings {
    /// Adds the places of a later text of the same file; returns a finding once, where the second character set appears.
    pub fn merge(&mut self, later: Self) -> Option<Finding> {
        let known = self.utf8.is_some() && self.other.is_some();
        self.lines += later.lines;
        self.utf8 = self.utf8.or(later.utf8);
        self.other = self.other.take().or(later.other);
        let (utf8, other) = self.utf8.zip(self.other.as_ref()).filter(|_| !known)?;
        let (other, edits) = other;
        let message = if utf8 < *other {
            "the text is not UTF-8 here, but it is elsewhere in the file"
        } else {
            "the text is UTF-8 here, but it is not elsewhere in the file"
        };
        let finding = Finding::new(Code::MixedEncodings, utf8.max(*other), message);
        Some(Finding { edits: edits.clone(), ..finding })
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

/// Looks at every character of a text and reports what is wrong with it.
pub(crate) fn inspect(
    source: &Source<'_>,
    text: &[u8],
    encodings: &mut Encodings,
    mut report: impl FnMut(Finding),
) {
    let mut rest = text;
    // What follows the last bytes that are not UTF-8.
    let mut after_strange = None;
    while !rest.is_empty() {
        let strange = strange_length(rest);
        if strange > 0 {
            let (bytes, after) = rest.split_at(strange);
            let between = after_strange.map(|since: &[u8]| &since[..since.len() - rest.len()]);
            let is_same_line =
                between.is_some_and(|text| memchr::memchr2(b'\n', b'\r', text).is_none());
            encodings.lines += u64::from(!is_same_line);
            encodings.page =
                encodings.page.or(source.code_page).or_else(|| CodePage::of(source.bytes));
            let finding = not_utf8(source, bytes, encodings.page);
            encodings.other.get_or_insert_with(|| (finding.span, finding.edits.clone()));
            report(finding);
            rest = after;
            after_strange = Some(after);
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

fn first_beyond_ascii(text: &[u8]) -> Option<&[u8]> {
    text.iter().position(|byte| !byte.is_ascii()).map(|at| &text[at..at + 2])
}

/// What bytes that are not UTF-8 mean in the code page.
fn not_utf8(source: &Source<'_>, bytes: &[u8], page: Option<CodePage>) -> Finding {
    let what = match bytes {
        [byte] => format!("byte {byte:#04x} is not UTF-8"),
        _ => format!("{} bytes are not UTF-8", bytes.len()),
    };
    let finding = |message| Finding::new(Code::NotUtf8, source.span_of(bytes), message);
    let Some(page) = page else { return finding(what) };
    let (name, label) = (page.name(), page.label());
    let help =
        format!("the whole file is probably in {name}: `iconv -f {label} -t UTF-8` converts it");
    match page.decode(bytes) {
        Some(meant) => {
            let safety = if page.is_certain { Safety::Safe } else { Safety::Guess };
            finding(format!("{what}; in {name}: `{meant}`")).with_replacement(meant, safety)
        }
        None => finding(format!("{what}, and has no meaning in {name}")),
    }
    .with_help(help)
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
