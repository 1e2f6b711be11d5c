//! The operations that hold a number, and how much a line may hold.

use std::ops::RangeInclusive;

use super::{Operation, remark};
use crate::{
    diagnostics::Code,
    notation::fen::{MOST_COUNTED, Notes, quoted},
};

/// The longest record of the standard, in bytes.
const RECORD: usize = 1024;

/// Looks whether numbers are within their limits, and the line within its own.
pub(super) fn examine(line: &[u8], operations: &[Operation<'_>], remarks: &mut Notes<'_>) {
    for operation in operations {
        if let Some((code, limits)) = limits(operation.opcode) {
            number(operation, code, &limits, remarks);
        }
    }
    if line.len() > RECORD {
        let message = format!("the line has {} bytes, the standard allows {RECORD}", line.len());
        remark(Code::EpdLineLength, &line[RECORD..], message, remarks);
    }
}

/// What the number of an operation may be, and what it is otherwise.
fn limits(opcode: &[u8]) -> Option<(Code, RangeInclusive<i64>)> {
    let most = i64::from(MOST_COUNTED);
    match opcode {
        b"ce" => Some((Code::EvaluationRange, -32_767..=32_766)),
        b"fmvn" => Some((Code::EpdCounter, 1..=most)),
        b"hmvc" => Some((Code::EpdCounter, 0..=most)),
        _ => None,
    }
}

fn number(
    operation: &Operation<'_>,
    code: Code,
    limits: &RangeInclusive<i64>,
    remarks: &mut Notes<'_>,
) {
    let text = operation.operands.first().copied();
    // What counts has no sign.
    let is_signed = |text: &[u8]| text.starts_with(b"+") && *limits.start() >= 0;
    let number = text.filter(|text| !is_signed(text)).and_then(|text| str::from_utf8(text).ok());
    let number = number.and_then(|text| text.parse().ok());
    if !number.is_some_and(|number| limits.contains(&number)) {
        let (least, most, name) = (limits.start(), limits.end(), quoted(operation.opcode));
        let found = text.map_or("nothing".to_owned(), quoted);
        let message =
            format!("expected a number from {least} to {most} after {name}, found {found}");
        remark(code, text.unwrap_or(operation.opcode), message, remarks);
    }
}
