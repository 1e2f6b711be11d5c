//! Operations: an opcode, its operands, a semicolon.

use nom::{
    Err, IResult, Parser,
    branch::alt,
    bytes::complete::{tag, take_while, take_while1},
    character::complete::multispace0,
    combinator::{recognize, verify},
    error::{ErrorKind, ParseError},
    multi::many0,
    sequence::{delimited, pair, terminated},
};

use super::remark;
use crate::{
    diagnostics::Code,
    notation::fen::{Notes, quoted},
};

/// The longest opcode and the longest operand of the standard.
const OPCODE: usize = 15;
const OPERAND: usize = 255;

/// One operation: `bm Bb5;`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation<'a> {
    /// Its name.
    pub opcode: &'a [u8],
    /// What follows the name, without quotes.
    pub operands: Vec<&'a [u8]>,
}

/// Where the grammar got stuck, with a code once it knew what it was reading.
#[derive(Debug, Clone, Copy)]
struct Stuck<'a> {
    at: &'a [u8],
    code: Option<Code>,
}

impl<'a> ParseError<&'a [u8]> for Stuck<'a> {
    fn from_error_kind(at: &'a [u8], _: ErrorKind) -> Self {
        Self { at, code: None }
    }

    fn append(_: &'a [u8], _: ErrorKind, inner: Self) -> Self {
        inner
    }
}

type Parsed<'a, T> = IResult<&'a [u8], T, Stuck<'a>>;

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

/// Reads operations to the end of the line, whatever is wrong with them.
pub(super) fn operations<'a>(tail: &'a [u8], remarks: &mut Notes<'_>) -> Vec<Operation<'a>> {
    let mut operations = Vec::new();
    let mut rest = tail.trim_ascii();
    while !rest.is_empty() {
        match operation(rest) {
            Ok((after, operation)) => {
                note_neighbours(&operation, &operations, remarks);
                operations.push(operation);
                rest = after;
            }
            Err(Err::Failure(Stuck { at, code: Some(Code::SemicolonMissing) })) => {
                let message = "expected `;` at the end of the operation";
                remark(Code::SemicolonMissing, at, message, remarks);
                operations.extend(without_end(rest));
                rest = &rest[rest.len()..];
            }
            Err(Err::Failure(Stuck { at, code: Some(code) })) => {
                remark(code, at, refusal(code, at), remarks);
                rest = after_semicolon(at);
            }
            Err(_) => break,
        }
    }
    operations
}

fn refusal(code: Code, at: &[u8]) -> String {
    let word = at.split(|byte| b" \t;".contains(byte)).next().unwrap_or_default();
    match code {
        Code::OpcodeForm => {
            format!("expected an opcode of 1 to {OPCODE} letters, found {}", quoted(word))
        }
        _ => format!("expected a closing quote within {OPERAND} bytes, found {}", quoted(at)),
    }
}

/// Opcode, operands, semicolon.
fn operation(input: &[u8]) -> Parsed<'_, Operation<'_>> {
    let (input, opcode) = expect(Code::OpcodeForm, lexeme(opcode)).parse(input)?;
    let (input, operands) = many0(lexeme(operand)).parse(input)?;
    let (input, _) = expect(Code::SemicolonMissing, lexeme(tag(";"))).parse(input)?;
    Ok((input, Operation { opcode, operands }))
}

/// The operation that ends with the line instead of a semicolon.
fn without_end(input: &[u8]) -> Option<Operation<'_>> {
    let (rest, opcode) = lexeme(opcode).parse(input).ok()?;
    let (_, operands) = many0(lexeme(operand)).parse(rest).ok()?;
    Some(Operation { opcode, operands })
}

/// A production and the white space after it.
fn lexeme<'a, T>(
    production: impl Parser<&'a [u8], Output = T, Error = Stuck<'a>>,
) -> impl Parser<&'a [u8], Output = T, Error = Stuck<'a>> {
    terminated(production, multispace0)
}

/// A letter, then letters, digits and underscores.
fn opcode(input: &[u8]) -> Parsed<'_, &[u8]> {
    let first =
        verify(nom::bytes::complete::take(1_usize), |byte: &[u8]| byte[0].is_ascii_alphabetic());
    let rest = take_while(|byte: u8| byte.is_ascii_alphanumeric() || byte == b'_');
    verify(recognize(pair(first, rest)), |name: &[u8]| name.len() <= OPCODE).parse(input)
}

/// A string in quotes, or anything without white space.
fn operand(input: &[u8]) -> Parsed<'_, &[u8]> {
    let word = take_while1(|byte: u8| !byte.is_ascii_whitespace() && !b";\"".contains(&byte));
    alt((string, word)).parse(input)
}

fn string(input: &[u8]) -> Parsed<'_, &[u8]> {
    let (_, _) = tag("\"").parse(input)?;
    let inside = verify(take_while(|byte| byte != b'"'), |text: &[u8]| text.len() <= OPERAND);
    let whole = delimited(tag("\""), inside, tag("\"")).parse(input);
    // The quote that opens, not the end of the line, is what the reader must look at.
    whole.map_err(|_: Err<Stuck<'_>>| {
        Err::Failure(Stuck { at: input, code: Some(Code::OperandUnclosed) })
    })
}

fn after_semicolon(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|&byte| byte == b';').map_or(text.len(), |at| at + 1);
    text[end..].trim_ascii_start()
}

fn note_neighbours(operation: &Operation<'_>, before: &[Operation<'_>], remarks: &mut Notes<'_>) {
    let name = quoted(operation.opcode);
    if before.iter().any(|other| other.opcode == operation.opcode) {
        let message = format!("the operation {name} is given twice");
        remark(Code::OpcodeRepeated, operation.opcode, message, remarks);
    } else if before.last().is_some_and(|last| last.opcode > operation.opcode) {
        let message = format!("the operation {name} stands after a later one in the alphabet");
        remark(Code::OpcodeOrder, operation.opcode, message, remarks);
    }
}
