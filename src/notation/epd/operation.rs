//! Operations: an opcode, its operands, a semicolon.

use nom::{
    IResult, Parser,
    branch::alt,
    bytes::complete::{tag, take_while, take_while1},
    character::complete::multispace0,
    combinator::{recognize, verify},
    error::Error,
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

type Parsed<'a, T> = IResult<&'a [u8], T>;

/// Where an operation breaks off, and which finding that is.
#[derive(Debug, Clone, Copy)]
struct Stuck<'a> {
    at: &'a [u8],
    code: Code,
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
            Err(Stuck { at, code }) => {
                remark(code, at, refusal(code, at), remarks);
                // What ends with the line instead of a semicolon still says what it says.
                if let Ok((_, operation)) = without_end(rest)
                    && code == Code::SemicolonMissing
                {
                    operations.push(operation);
                }
                rest = after_semicolon(at);
            }
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
        Code::SemicolonMissing => "expected `;` at the end of the operation".into(),
        _ => format!("expected a closing quote within {OPERAND} bytes, found {}", quoted(at)),
    }
}

/// Opcode, operands, semicolon.
fn operation(input: &[u8]) -> Result<(&[u8], Operation<'_>), Stuck<'_>> {
    let stuck = |code, at| Stuck { at, code };
    let (rest, operation) = without_end(input).map_err(|_| stuck(Code::OpcodeForm, input))?;
    if rest.starts_with(b"\"") {
        return Err(stuck(Code::OperandUnclosed, rest));
    }
    match lexeme(tag(";")).parse(rest) {
        Ok((rest, _)) => Ok((rest, operation)),
        Err(_) => Err(stuck(Code::SemicolonMissing, rest)),
    }
}

/// Opcode and operands, as far as they go.
fn without_end(input: &[u8]) -> Parsed<'_, Operation<'_>> {
    let (input, opcode) = lexeme(opcode).parse(input)?;
    let (input, operands) = many0(lexeme(operand)).parse(input)?;
    Ok((input, Operation { opcode, operands }))
}

/// A production and the white space after it.
fn lexeme<'a, T>(
    production: impl Parser<&'a [u8], Output = T, Error = Error<&'a [u8]>>,
) -> impl Parser<&'a [u8], Output = T, Error = Error<&'a [u8]>> {
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
    let inside = verify(take_while(|byte| byte != b'"'), |text: &[u8]| text.len() <= OPERAND);
    delimited(tag("\""), inside, tag("\"")).parse(input)
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
