//! Positions as EPD: the first four fields of a FEN, then operations that each end with a semicolon.
//!
//! ```text
//! epd       = placement side castling en-passant { operation }
//! operation = opcode { operand } ";"
//! opcode    = letter { letter | digit | "_" }
//! operand   = '"' text '"' | word
//! ```

use std::ops::RangeInclusive;

use nom::{
    Parser,
    branch::alt,
    bytes::complete::{tag, take, take_while, take_while1},
    character::complete::multispace0,
    combinator::{recognize, verify},
    error::Error,
    multi::many0,
    sequence::{delimited, pair, terminated},
};

use super::Production;

use crate::{
    diagnostics::{Code, Finding},
    notation::{
        San,
        fen::{self, FenDraft, FenFindings, MOST_COUNTED, quoted},
    },
    rules::{Chess, Move, Position, Unresolved, Variant},
};

/// The result of reading an EPD line.
#[derive(Debug, Clone, PartialEq)]
pub struct Epd<'a> {
    /// The position.
    pub reading: fen::FenReading,
    /// The operations, in the order of the text.
    pub operations: Vec<Operation<'a>>,
}

impl Epd<'_> {
    /// The name of the position, from the operation `id`.
    pub fn id(&self) -> Option<String> {
        let operation = self.operations.iter().find(|operation| operation.opcode == b"id")?;
        let text = operation.operands.first()?;
        Some(String::from_utf8_lossy(text).into_owned())
    }
}

/// Whether a line has operations, so that it is not a FEN.
pub fn has_operations(text: &[u8]) -> bool {
    let after = |count: usize| {
        let mut rest = text.trim_ascii();
        for _ in 0..count {
            let end = rest.iter().position(u8::is_ascii_whitespace).unwrap_or(rest.len());
            rest = rest[end..].trim_ascii_start();
        }
        rest
    };
    fen::is_operations(after(4)) || text.contains(&b';') && after(6).contains(&b';')
}

/// Reads a line of an EPD file.
pub fn read(text: &[u8]) -> Epd<'_> {
    read_of(None, text)
}

/// Reads a line of an EPD file, of a known variant on one board.
pub fn read_of(variant: Option<Variant>, text: &[u8]) -> Epd<'_> {
    let mut found = FenFindings::on(text);
    let mut draft = FenDraft::of(variant);
    let tail = draft.four_fields(text.trim_ascii(), &mut found);
    if draft.is_incomplete() {
        draft.counters(tail, &mut found);
        return Epd { reading: draft.finish(found), operations: Vec::new() };
    }
    let mut findings = FenFindings::on(text);
    let (tail, counters) = fen_counters(tail, &mut findings);
    let operations = operations(tail, &mut findings);
    check_values(text.trim_ascii(), &operations, &mut findings);
    let counter = |opcode: &[u8]| {
        let operation = operations.iter().find(|operation| operation.opcode == opcode)?;
        counted(operation.operands.first()?)
    };
    let [halfmoves, fullmoves] = counters;
    draft.take_counters([
        counter(b"hmvc").or(halfmoves),
        counter(b"fmvn").or(fullmoves).filter(|&(_, number)| number > 0),
    ]);
    let mut reading = draft.finish(found);
    if let Some(position) = reading.position() {
        check_moves(&position, &operations, &mut findings);
    }
    findings.findings.sort_by_key(|finding| finding.span.start);
    reading.findings.append(&mut findings.findings);
    Epd { reading, operations }
}

/// A counter as it is written, and its value.
type Counter<'a> = (&'a [u8], u32);

/// A number that a counter of a FEN can have.
fn counted(text: &[u8]) -> Option<Counter<'_>> {
    fen::number(text).map(|count| (text, count))
}

/// Two numbers after the fourth field are the counters of a FEN; operations can follow them.
fn fen_counters<'a>(
    tail: &'a [u8],
    findings: &mut FenFindings<'_>,
) -> (&'a [u8], [Option<Counter<'a>>; 2]) {
    let mut words = tail.splitn(3, u8::is_ascii_whitespace);
    let mut number = || counted(words.next()?);
    let found @ [Some(_), Some(_)] = [number(), number()] else { return (tail, [None, None]) };
    let rest = words.next().unwrap_or(&tail[tail.len()..]);
    let counters = &tail[..tail.len() - rest.len()];
    let message = format!(
        "expected an operation, found the counters {} of a FEN",
        quoted(counters.trim_ascii_end())
    );
    report(Code::FenInEpd, counters.trim_ascii_end(), message, findings);
    (rest, found)
}

fn report(code: Code, at: &[u8], message: impl Into<String>, findings: &mut FenFindings<'_>) {
    let finding = Finding::new(code, findings.source.span_of(at), message);
    findings.findings.push(finding.with_path("operations"));
}

/// The longest opcode and the longest operand of the standard.
const OPCODE: usize = 15;
const OPERAND: usize = 255;

/// One operation: `bm Bb5;`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Operation<'a> {
    /// The name.
    pub opcode: &'a [u8],
    /// The operands, without quotes.
    pub operands: Vec<&'a [u8]>,
}

/// The place and the code of a broken operation.
#[derive(Debug, Clone, Copy)]
struct BadOperation<'a> {
    at: &'a [u8],
    code: Code,
}

/// Reads operations to the end of the line, and reports each fault.
fn operations<'a>(tail: &'a [u8], findings: &mut FenFindings<'_>) -> Vec<Operation<'a>> {
    let mut operations = Vec::new();
    let mut rest = tail.trim_ascii();
    while !rest.is_empty() {
        match operation(rest) {
            Ok((after, operation)) => {
                report_neighbours(&operation, &operations, findings);
                operations.push(operation);
                rest = after;
            }
            Err(BadOperation { at, code }) => {
                report(code, at, refusal(code, at), findings);
                // An operation that ends with the line instead of a semicolon still counts.
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
fn operation(input: &[u8]) -> Result<(&[u8], Operation<'_>), BadOperation<'_>> {
    let stuck = |code, at| BadOperation { at, code };
    let (rest, operation) = without_end(input).map_err(|_| stuck(Code::OpcodeForm, input))?;
    if rest.starts_with(b"\"") {
        return Err(stuck(Code::OperandUnclosed, rest));
    }
    match lexeme(tag(";")).parse(rest) {
        Ok((rest, _)) => Ok((rest, operation)),
        Err(_) => Err(stuck(Code::SemicolonMissing, rest)),
    }
}

/// Opcode and operands.
fn without_end(input: &[u8]) -> Production<'_, Operation<'_>> {
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
fn opcode(input: &[u8]) -> Production<'_, &[u8]> {
    let first = verify(take(1_usize), |byte: &[u8]| byte[0].is_ascii_alphabetic());
    let rest = take_while(|byte: u8| byte.is_ascii_alphanumeric() || byte == b'_');
    verify(recognize(pair(first, rest)), |name: &[u8]| name.len() <= OPCODE).parse(input)
}

/// A string in quotes, or anything without white space.
fn operand(input: &[u8]) -> Production<'_, &[u8]> {
    let word = take_while1(|byte: u8| !byte.is_ascii_whitespace() && !b";\"".contains(&byte));
    alt((string, word)).parse(input)
}

fn string(input: &[u8]) -> Production<'_, &[u8]> {
    let inside = verify(take_while(|byte| byte != b'"'), |text: &[u8]| text.len() <= OPERAND);
    delimited(tag("\""), inside, tag("\"")).parse(input)
}

fn after_semicolon(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|&byte| byte == b';').map_or(text.len(), |at| at + 1);
    text[end..].trim_ascii_start()
}

fn report_neighbours(
    operation: &Operation<'_>,
    before: &[Operation<'_>],
    findings: &mut FenFindings<'_>,
) {
    let name = quoted(operation.opcode);
    if before.iter().any(|other| other.opcode == operation.opcode) {
        let message = format!("the operation {name} is given twice");
        report(Code::OpcodeRepeated, operation.opcode, message, findings);
    } else if before.last().is_some_and(|last| last.opcode > operation.opcode) {
        let message = format!("the operation {name} stands after a later one in the alphabet");
        report(Code::OpcodeOrder, operation.opcode, message, findings);
    }
}

/// The longest record of the standard, in bytes.
const RECORD: usize = 1024;

/// Checks the limits of numbers and of the line.
fn check_values(line: &[u8], operations: &[Operation<'_>], findings: &mut FenFindings<'_>) {
    for operation in operations {
        if let Some((code, limits)) = limits(operation.opcode) {
            check_number(operation, code, &limits, findings);
        }
    }
    if line.len() > RECORD {
        let message = format!("the line has {} bytes, the standard allows {RECORD}", line.len());
        report(Code::EpdLineLength, &line[RECORD..], message, findings);
    }
}

/// The limits of the number of an operation, and the code for another number.
fn limits(opcode: &[u8]) -> Option<(Code, RangeInclusive<i64>)> {
    let most = i64::from(MOST_COUNTED);
    match opcode {
        b"ce" => Some((Code::EvaluationRange, -32_767..=32_766)),
        b"fmvn" => Some((Code::EpdCounter, 1..=most)),
        b"hmvc" => Some((Code::EpdCounter, 0..=most)),
        _ => None,
    }
}

fn check_number(
    operation: &Operation<'_>,
    code: Code,
    limits: &RangeInclusive<i64>,
    findings: &mut FenFindings<'_>,
) {
    let text = operation.operands.first().copied();
    // A counter has no sign.
    let is_signed = |text: &[u8]| text.starts_with(b"+") && *limits.start() >= 0;
    let number = text.filter(|text| !is_signed(text)).and_then(|text| str::from_utf8(text).ok());
    let number = number.and_then(|text| text.parse().ok());
    if !number.is_some_and(|number| limits.contains(&number)) {
        let (least, most, name) = (limits.start(), limits.end(), quoted(operation.opcode));
        let found = text.map_or("nothing".to_owned(), quoted);
        let message =
            format!("expected a number from {least} to {most} after {name}, found {found}");
        report(code, text.unwrap_or(operation.opcode), message, findings);
    }
}

/// Checks that every move is legal, and that no operation contradicts another or the position.
fn check_moves(position: &Chess, operations: &[Operation<'_>], findings: &mut FenFindings<'_>) {
    let (mut best, mut avoided) = (Vec::new(), Vec::new());
    let (mut predicted, mut line) = (Vec::new(), Vec::new());
    for operation in operations {
        match operation.opcode {
            b"bm" => {
                best.extend(alternatives(position, operation, findings));
                report_best(position, operation, findings);
            }
            b"am" => avoided.extend(alternatives(position, operation, findings)),
            b"pm" => predicted.extend(alternatives(position, operation, findings)),
            b"sm" => drop(alternatives(position, operation, findings)),
            b"pv" => line.extend(first_of_line(position, operation, findings)),
            _ => {}
        }
    }
    if let ([(predicted, text), ..], [first, ..]) = (&predicted[..], &line[..])
        && predicted != first
    {
        let message =
            format!("{} is predicted, but the line begins with another move", quoted(text));
        report(Code::PredictionDiffers, text, message, findings);
    }
    for (_, text) in best.iter().filter(|(mv, _)| avoided.iter().any(|(other, _)| other == mv)) {
        let message = format!("{} is both a best move and a move to avoid", quoted(text));
        report(Code::BestAndAvoided, text, message, findings);
    }
}

/// The legal moves of an operation.
fn alternatives<'a>(
    position: &Chess,
    operation: &Operation<'a>,
    findings: &mut FenFindings<'_>,
) -> Vec<(Move, &'a [u8])> {
    let resolved = |&text: &&'a [u8]| Some((resolve(position, text, findings)?, text));
    operation.operands.iter().filter_map(resolved).collect()
}

/// Reports best moves after the end of the game, or out of order.
fn report_best(position: &Chess, operation: &Operation<'_>, findings: &mut FenFindings<'_>) {
    if let Some(outcome) = position.board_outcome() {
        let message = format!("a best move is given, but the game is over: {}", outcome.name());
        report(Code::BestMoveAfterEnd, operation.opcode, message, findings);
    }
    let is_late = |pair: &&[&[u8]]| pair[0] > pair[1];
    if let Some(&[before, text]) = operation.operands.windows(2).find(is_late) {
        let message = format!("{} stands after {}", quoted(text), quoted(before));
        report(Code::BestMoveOrder, text, message, findings);
    }
}

/// Plays the moves of an operation one after the other, and returns the first.
fn first_of_line(
    position: &Chess,
    operation: &Operation<'_>,
    findings: &mut FenFindings<'_>,
) -> Option<Move> {
    let mut first = None;
    let mut position = position.clone();
    for text in &operation.operands {
        let Some(mv) = resolve(&position, text, findings) else { break };
        first.get_or_insert(mv);
        position.play_unchecked(mv);
    }
    first
}

fn resolve(position: &Chess, text: &[u8], findings: &mut FenFindings<'_>) -> Option<Move> {
    let found = quoted(text);
    let Some(san) = San::read(text) else {
        report(Code::EpdMove, text, format!("expected a move, found {found}"), findings);
        return None;
    };
    if !san.forms.is_standard() {
        let message = format!("expected a move in the standard notation, found {found}");
        report(Code::EpdMove, text, message, findings);
    }
    san.resolve(position)
        .map_err(|why| report(Code::EpdMove, text, unresolved_message(why, &found), findings))
        .ok()
}

fn unresolved_message(why: Unresolved, found: &str) -> String {
    match why {
        Unresolved::NoLegalMove => format!("no legal move is {found}"),
        Unresolved::Ambiguous(origins) => {
            let from: Vec<String> = origins.map(|square| square.to_string()).collect();
            format!("{found} can be played from {}", from.join(" and "))
        }
        Unresolved::PromotionMissing => format!("{found} does not say what the pawn becomes"),
        Unresolved::PromotionImpossible => format!("{found} names an impossible promotion"),
    }
}
