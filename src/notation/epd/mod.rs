//! Positions as EPD: the first four fields of a FEN, then operations that each end with a semicolon.

mod moves;
mod operation;
mod values;

use crate::{
    diagnostics::{Code, Finding},
    notation::fen::{self, Draft, Notes},
    rules::Variant,
};
pub use operation::Operation;

/// What a line turned out to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Epd<'a> {
    /// The position.
    pub reading: fen::Reading,
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

/// Whether a line carries operations, so that it is no FEN.
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

/// Reads a line of an EPD file, from a game on one board by the rules that were asked for.
pub fn read_of(variant: Option<Variant>, text: &[u8]) -> Epd<'_> {
    let mut notes = Notes::on(text);
    let mut draft = Draft::of(variant);
    let tail = draft.four_fields(text.trim_ascii(), &mut notes);
    if draft.is_incomplete() {
        draft.counters(tail, &mut notes);
        return Epd { reading: draft.finish(notes), operations: Vec::new() };
    }
    let mut remarks = Notes::on(text);
    let (tail, counters) = fen_counters(tail, &mut remarks);
    let operations = operation::operations(tail, &mut remarks);
    values::examine(text.trim_ascii(), &operations, &mut remarks);
    let counter = |opcode: &[u8]| {
        let found = operations.iter().find(|operation| operation.opcode == opcode)?;
        counted(found.operands.first()?)
    };
    let [halfmoves, fullmoves] = counters;
    draft.take_counters([
        counter(b"hmvc").or(halfmoves),
        counter(b"fmvn").or(fullmoves).filter(|&(_, number)| number > 0),
    ]);
    let mut reading = draft.finish(notes);
    if let Some(position) = reading.position() {
        moves::examine(&position, &operations, &mut remarks);
    }
    remarks.findings.sort_by_key(|finding| finding.span.start);
    reading.findings.append(&mut remarks.findings);
    Epd { reading, operations }
}

/// A counter as it is written, and its value.
type Counter<'a> = (&'a [u8], u32);

/// A number that a counter of a FEN can have.
fn counted(text: &[u8]) -> Option<Counter<'_>> {
    fen::number(text).map(|count| (text, count))
}

/// Two numbers after the fourth field make it a FEN; the rest may still be operations.
fn fen_counters<'a>(
    tail: &'a [u8],
    remarks: &mut Notes<'_>,
) -> (&'a [u8], [Option<Counter<'a>>; 2]) {
    let mut words = tail.splitn(3, u8::is_ascii_whitespace);
    let mut number = || counted(words.next()?);
    let found @ [Some(_), Some(_)] = [number(), number()] else { return (tail, [None, None]) };
    let rest = words.next().unwrap_or(&tail[tail.len()..]);
    let counters = &tail[..tail.len() - rest.len()];
    let message = format!(
        "expected an operation, found the counters {} of a FEN",
        fen::quoted(counters.trim_ascii_end())
    );
    remark(Code::FenInEpd, counters.trim_ascii_end(), message, remarks);
    (rest, found)
}

fn remark(code: Code, at: &[u8], message: impl Into<String>, remarks: &mut Notes<'_>) {
    let finding = Finding::new(code, remarks.source.span_of(at), message);
    remarks.findings.push(finding.with_path("operations"));
}
