//! The productions of the format, smallest first. Each takes what it names from the front of the input;
//! the parser decides what to do when none fits.
//!
//! ```text
//! game        = { tag-pair } movetext result
//! tag-pair    = "[" name string "]"
//! string      = `"` { character | `\` character } `"`
//! movetext    = { move-number | move | glyph | comment | "(" movetext ")" }
//! move-number = digits { "." }
//! move        = symbol
//! glyph       = "$" digits | { "!" | "?" }
//! comment     = "{" text "}" | ";" text line-end
//! command     = "[%" name argument "]"             in the text of a comment
//! result      = "1-0" | "0-1" | "1/2-1/2" | "*"
//! ```

use nom::{
    Err, IResult, Parser,
    branch::alt,
    bytes::complete::{tag, take, take_while, take_while1},
    combinator::{opt, recognize},
    error::{ErrorKind, ParseError},
    multi::many0_count,
    sequence::{delimited, preceded, terminated},
};

use crate::{
    diagnostics::Code,
    pgn::{
        Comment, Enclosure, Glyph, Marker, MoveNumber, Shape, TagPair, tags::LONGEST_VALUE,
        words::LONGEST_SIGN,
    },
    text::{SIGHT, is_invisible, wide_character},
};

/// What every production returns.
pub type Parsed<'a, T> = IResult<&'a [u8], T, Stuck<'a>>;

/// Where the grammar got stuck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stuck<'a> {
    /// The input that could not be read, to its end.
    pub at: &'a [u8],
    /// The finding to report, or `None` while another production may still fit.
    pub code: Option<Code>,
}

impl<'a> ParseError<&'a [u8]> for Stuck<'a> {
    fn from_error_kind(at: &'a [u8], _: ErrorKind) -> Self {
        Self { at, code: None }
    }

    fn append(_: &'a [u8], _: ErrorKind, inner: Self) -> Self {
        inner
    }
}

/// Commits to `production`: from here on, anything else is the finding `code`.
fn expect<'a, T>(
    code: Code,
    mut production: impl Parser<&'a [u8], Output = T, Error = Stuck<'a>>,
) -> impl FnMut(&'a [u8]) -> Parsed<'a, T> {
    move |input| {
        production.parse(input).map_err(|stuck| match stuck {
            Err::Error(stuck) => Err::Failure(Stuck { code: Some(code), ..stuck }),
            already_named => already_named,
        })
    }
}

/// White space of any kind, also none.
fn space(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|byte: u8| byte.is_ascii_whitespace())(input)
}

/// `production`, with any white space before it.
fn lexeme<'a, T>(
    production: impl Parser<&'a [u8], Output = T, Error = Stuck<'a>>,
) -> impl Parser<&'a [u8], Output = T, Error = Stuck<'a>> {
    preceded(space, production)
}

/// Letters, digits and underscores.
// PGN 8.1.1
pub(crate) fn tag_name(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while1(in_name)(input)
}

/// Whether every reader accepts a text as the name of a tag: a letter, then letters, digits and underscores.
pub fn is_tag_name(text: &str) -> bool {
    text.starts_with(|first: char| first.is_ascii_alphabetic()) && text.bytes().all(in_name)
}

pub(crate) const fn in_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// A string on one line; a backslash takes the next byte as it is.
fn quoted(input: &[u8]) -> Parsed<'_, &[u8]> {
    let plain = take_while1(|byte| !matches!(byte, b'"' | b'\\' | b'\r' | b'\n'));
    let escape = preceded(tag(&b"\\"[..]), take(1_usize));
    let text = recognize(many0_count(alt((plain, escape))));
    delimited(tag(&b"\""[..]), text, tag(&b"\""[..])).parse(input)
}

/// `[` name `"` value `"` `]`, with any white space between.
///
/// # Errors
/// [`Err::Error`] where no bracket opens; [`Err::Failure`] with a code after one did.
pub(crate) fn tag_pair(input: &[u8]) -> Parsed<'_, TagPair<'_>> {
    let (rest, _) = tag(&b"["[..]).parse(input)?;
    let (rest, name) = expect(Code::BadTagName, lexeme(tag_name)).parse(rest)?;
    let (rest, value) = expect(Code::TagUnclosed, lexeme(quoted)).parse(rest)?;
    let (rest, _) = expect(Code::QuoteInValue, lexeme(tag(&b"]"[..]))).parse(rest)?;
    Ok((rest, TagPair { text: &input[..input.len() - rest.len()], name, value }))
}

/// `"` value `"` `]`, with any white space between: the rest of a tag after its name.
pub(crate) fn closed_value(input: &[u8]) -> Parsed<'_, &[u8]> {
    terminated(quoted, lexeme(tag(&b"]"[..]))).parse(input)
}

/// `$` and its digits, of which there should be one to three.
pub(crate) fn numeric_glyph(input: &[u8]) -> Parsed<'_, Glyph<'_>> {
    let digits = take_while(|byte: u8| byte.is_ascii_digit());
    let (rest, digits) = preceded(tag(&b"$"[..]), digits).parse(input)?;
    let text = &input[..=digits.len()];
    let number = if digits.is_empty() { None } else { u16::try_from(number(digits)).ok() };
    Ok((rest, Glyph { text, number, shape: Shape::Number }))
}

/// Exclamation and question marks.
pub(crate) fn marks(input: &[u8]) -> Parsed<'_, Glyph<'_>> {
    let (rest, text) = take_while1(|byte| matches!(byte, b'!' | b'?'))(input)?;
    Ok((rest, Glyph::marks(text)))
}

/// Digits and the dots that follow them at once.
pub(crate) fn move_number(input: &[u8]) -> Parsed<'_, MoveNumber<'_>> {
    let (rest, digits) = take_while1(|byte: u8| byte.is_ascii_digit())(input)?;
    let (rest, dots) = take_while(|byte| byte == b'.')(rest)?;
    let text = &input[..digits.len() + dots.len()];
    let dots = u8::try_from(dots.len()).unwrap_or(u8::MAX);
    Ok((rest, MoveNumber { text, value: number(digits), dots }))
}

/// The number of a row of digits; [`u32::MAX`] where it is larger.
pub(crate) fn number(digits: &[u8]) -> u32 {
    digits
        .iter()
        .fold(0_u32, |sum, digit| sum.saturating_mul(10).saturating_add(u32::from(digit - b'0')))
}

/// `{` and all up to the first closing brace: comments do not nest.
// PGN 5
pub(crate) fn brace_comment(input: &[u8]) -> Parsed<'_, Comment<'_>> {
    let text = take_while(|byte| byte != b'}');
    let (rest, inner) = delimited(tag(&b"{"[..]), text, tag(&b"}"[..])).parse(input)?;
    let text = &input[..inner.len() + 2];
    Ok((rest, Comment { text, inner, enclosure: Enclosure::Braces }))
}

/// `;` and the rest of its line.
// PGN 5
pub(crate) fn line_comment(input: &[u8]) -> Parsed<'_, Comment<'_>> {
    let text = take_while(|byte| !matches!(byte, b'\n' | b'\r'));
    let (rest, inner) = preceded(tag(&b";"[..]), text).parse(input)?;
    Ok((rest, Comment { text: &input[..=inner.len()], inner, enclosure: Enclosure::Line }))
}

/// The rest of a line, without its end.
pub(crate) fn line(input: &[u8]) -> &[u8] {
    &input[..memchr::memchr2(b'\n', b'\r', input).unwrap_or(input.len())]
}

/// What follows the end of the line: LF, CRLF or a lone CR.
pub(crate) fn after_line_end(input: &[u8]) -> &[u8] {
    let end = alt((tag(&b"\r\n"[..]), tag(&b"\n"[..]), tag(&b"\r"[..])));
    let ended: Parsed<'_, _> = terminated(space_in_line, opt(end)).parse(input);
    ended.map_or(input, |(rest, _)| rest)
}

/// Blanks and tabs.
pub(crate) fn space_in_line(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(|byte| matches!(byte, b' ' | b'\t'))(input)
}

/// Whether a byte goes on a move that has begun.
pub(crate) const fn continues_move(byte: u8) -> bool {
    matches!(byte, b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'+' | b'#' | b'=' | b'-' | b':' | b'/' | b'@' | b'\'')
}

/// Letters, digits and the signs of the notation.
pub(crate) fn symbol(input: &[u8]) -> Parsed<'_, &[u8]> {
    take_while(continues_move)(input)
}

/// A line up to its first closing bracket, if it has one.
pub(crate) fn bracketed(text: &[u8]) -> &[u8] {
    match memchr::memchr3(b']', b'\n', b'\r', text) {
        Some(at) if text[at] == b']' => &text[..=at],
        end => text[..end.unwrap_or(text.len())].trim_ascii_end(),
    }
}

/// Everything up to white space or a bracket.
pub(crate) fn word(text: &[u8]) -> &[u8] {
    let ends = |&byte: &u8| {
        byte <= b' '
            || matches!(byte, b'{' | b'}' | b'(' | b')' | b'[' | b']' | b';' | b'!' | b'?' | b'$')
    };
    &text[..text.iter().position(ends).unwrap_or(text.len())]
}

/// Whether a word has the look of a move: a target square, or castling.
pub(crate) fn is_move_like(word: &[u8]) -> bool {
    let end = word
        .iter()
        .rposition(|byte| !matches!(byte, b'+' | b'#' | b'!' | b'?'))
        .map_or(0, |at| at + 1);
    let word = &word[..end];
    let castles =
        matches!(word, b"O-O" | b"O-O-O" | b"0-0" | b"0-0-0" | b"o-o" | b"o-o-o" | b"--" | b"Z0");
    let target = match word {
        [target @ .., b'=', b'Q' | b'R' | b'B' | b'N'] => target,
        _ => word,
    };
    castles || (target.len() < 8 && matches!(target, [.., b'a'..=b'h', b'1'..=b'8']))
}

/// Takes two moves apart that are written as one word: `e4e5` or `Nf3Nc6`. Either half may still be no move.
pub fn glued_moves(word: &[u8]) -> Option<(&[u8], &[u8])> {
    (2..word.len().saturating_sub(1)).map(|at| word.split_at(at)).find(|(first, second)| {
        let starts_move =
            matches!(second[0], b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' | b'a'..=b'h');
        starts_move && is_move_like(first) && is_move_like(second)
    })
}

/// The bytes of a text that decide how a game or its tags begin: all of them are in sight where the next block begins.
fn ahead(text: &[u8]) -> &[u8] {
    &text[..text.len().min(SIGHT)]
}

/// Whether a tag pair, sound or broken, begins here.
pub(crate) fn is_tag_start(text: &[u8]) -> bool {
    match ahead(text) {
        [b'[', rest @ ..] => rest
            .iter()
            .find(|&&byte| byte > b' ')
            .is_some_and(|&byte| byte.is_ascii_alphabetic() || byte == b'"'),
        _ => false,
    }
}

/// Whether moves or a result begin here, and not a sentence.
pub(crate) fn starts_moves(text: &[u8]) -> bool {
    let text = ahead(text);
    let first = word(&text[..text.len().min(LONGEST_SIGN)]);
    if Marker::read(first).is_some() {
        return true;
    }
    if let Ok((after, _)) = move_number(text) {
        return words(after).take(3).any(is_move_like);
    }
    let marks = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'!' | b'?');
    let after = &text[first.len()..];
    let after = &after[after.iter().take_while(|byte| marks(byte)).count()..];
    is_move_like(first)
        && match after.first() {
            None | Some(b'{' | b'(' | b'[' | b'$' | b';') => true,
            Some(_) => {
                let next = word(&after[..after.len().min(LONGEST_SIGN)]);
                is_move_like(next)
                    || Marker::read(next).is_some()
                    || move_number(next).is_ok_and(|(_, number)| number.dots > 0)
            }
        }
}

/// The rest of a line of tags and moves after its tags.
pub(crate) fn after_tags(line: &[u8]) -> &[u8] {
    let mut rest = line;
    while let Ok((after, _)) = tag_pair(rest) {
        rest = after.trim_ascii_start();
    }
    rest
}

/// Whether the moves of a game begin here with White's first: with the number 1, or without numbers with a move
/// that White can begin with.
pub(crate) fn starts_game(text: &[u8]) -> bool {
    let text = ahead(text);
    let first = word(&text[..text.len().min(LONGEST_SIGN)]);
    match move_number(text) {
        Ok((after, MoveNumber { value: 1, dots: 1, .. })) => {
            !after.first().is_some_and(u8::is_ascii_digit)
        }
        Ok((_, number)) => {
            number.value == 1
                && number.dots == 0
                && Marker::read(first).is_none()
                && starts_moves(text)
        }
        Err(_) => is_first_move(first) && starts_moves(text),
    }
}

/// Whether White can begin a game with this move, in short, long or coordinate notation.
fn is_first_move(word: &[u8]) -> bool {
    let Some((from, [file, rank])) = word.split_last_chunk() else { return false };
    let from = from.strip_suffix(b"-").unwrap_or(from);
    match (from, rank) {
        (b"" | b"P", b'3' | b'4') => (b'a'..=b'h').contains(file),
        ([from, b'2'], b'3' | b'4') => from == file,
        // The knight, also in German and in Romance languages.
        (b"N" | b"S" | b"C" | b"Nb1" | b"b1", b'3') if matches!(file, b'a' | b'c') => true,
        (b"N" | b"S" | b"C" | b"Ng1" | b"g1", b'3') => matches!(file, b'f' | b'h'),
        _ => false,
    }
}

fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let text = &text[..text.len().min(64)];
    text.split(|byte| byte.is_ascii_whitespace() || *byte == b'.').filter(|word| !word.is_empty())
}

pub(crate) fn last_word(text: &[u8]) -> &[u8] {
    let start = text.iter().rposition(u8::is_ascii_whitespace).map_or(0, |at| at + 1);
    &text[start..]
}

pub(crate) fn last_line(text: &[u8]) -> &[u8] {
    &text[memchr::memrchr2(b'\n', b'\r', text).map_or(0, |at| at + 1)..]
}

/// Whether a comment, an escape or a tag may take the last line to its end.
pub(crate) fn takes_rest_of_line(text: &[u8]) -> bool {
    memchr::memchr3(b';', b'%', b'[', last_line(text)).is_some()
}

/// Whether the text begins with the tag `Event`, with which a game begins.
pub(crate) fn is_event(text: &[u8]) -> bool {
    text.strip_prefix(b"[Event")
        .and_then(<[u8]>::first)
        .is_some_and(|byte| !byte.is_ascii_alphanumeric())
}

/// `Site "Uppsala"]`
pub(crate) fn lacks_bracket(text: &[u8]) -> bool {
    let start = &text[..text.len().min(LONGEST_VALUE)];
    let name = start.iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    // The end of the line is looked for only after a name and a quote: many games may be on one line.
    name > 0
        && start[name..].trim_ascii_start().starts_with(b"\"")
        && line(ahead(text)).trim_ascii_end().ends_with(b"\"]")
}

/// The length of a line break of a web page: `<br>`, `<br/>` or `<br />`.
pub(crate) fn line_break_length(text: &[u8]) -> usize {
    let Some((name, rest)) = text.split_first_chunk::<3>() else { return 0 };
    let end = rest.iter().position(|byte| !matches!(byte, b' ' | b'/')).unwrap_or(rest.len());
    let is_break = name.eq_ignore_ascii_case(b"<br") && rest.get(end) == Some(&b'>');
    if is_break { name.len() + end + 1 } else { 0 }
}

/// How many bytes an invisible character at the beginning takes, or `…`, which some write for the dots of a number.
pub(crate) fn invisible_length(text: &[u8]) -> usize {
    match wide_character(text) {
        Some(character) if character == '…' || is_invisible(character) => character.len_utf8(),
        // A space of Latin-1.
        None if text.first() == Some(&0xa0) => 1,
        _ => 0,
    }
}
