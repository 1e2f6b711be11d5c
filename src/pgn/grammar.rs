//! The productions of the format, smallest first. Each takes what it names from the front of the input;
//! what to do when nothing fits is the reader's decision.

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
    pgn::{Glyph, MoveNumber, Shape, TagPair},
};

/// What every production returns.
pub type Parsed<'a, T> = IResult<&'a [u8], T, Stuck<'a>>;

/// Where the grammar got stuck.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stuck<'a> {
    /// The input nobody could read, to its end.
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

/// Whether a text can be the name of a tag that every reader takes for one: a letter, then more of what names are made of.
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

/// `$` and its digits, of which there should be one to three.
pub(crate) fn numeric_glyph(input: &[u8]) -> Parsed<'_, Glyph<'_>> {
    let digits = take_while(|byte: u8| byte.is_ascii_digit());
    let (rest, digits) = preceded(tag(&b"$"[..]), digits).parse(input)?;
    let text = &input[..=digits.len()];
    let number =
        if digits.is_empty() { None } else { u16::try_from(leading_number(digits).0).ok() };
    Ok((rest, Glyph { text, number, shape: Shape::Number }))
}

/// Exclamation and question marks.
pub(crate) fn marks(input: &[u8]) -> Parsed<'_, Glyph<'_>> {
    let (rest, text) = take_while1(|byte| matches!(byte, b'!' | b'?'))(input)?;
    Ok((rest, Glyph::marks(text)))
}

/// Digits and the dots that follow them at once.
#[inline]
pub(crate) fn move_number(input: &[u8]) -> Parsed<'_, MoveNumber<'_>> {
    let (value, digits) = leading_number(input);
    if digits == 0 {
        return Err(Err::Error(Stuck { at: input, code: None }));
    }
    let dots = input[digits..].iter().take_while(|&&byte| byte == b'.').count();
    let (text, rest) = input.split_at(digits + dots);
    Ok((rest, MoveNumber { text, value, dots: u8::try_from(dots).unwrap_or(u8::MAX) }))
}

/// The number with which a text begins, and how many digits it has.
fn leading_number(text: &[u8]) -> (u32, usize) {
    let mut value = 0_u64;
    let mut digits = 0;
    while let Some(&byte) = text.get(digits)
        && byte.is_ascii_digit()
    {
        value = (value * 10 + u64::from(byte - b'0')).min(u64::from(u32::MAX));
        digits += 1;
    }
    (u32::try_from(value).unwrap_or(u32::MAX), digits)
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
