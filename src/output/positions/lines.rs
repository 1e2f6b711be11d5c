//! A line per finding, for editors and grep.

use std::io::Write;

use super::Record;

/// `file:line:column: severity[CODE] message` for each finding.
pub(super) fn record(record: &Record<'_>, out: &mut Vec<u8>) {
    let file = record.origin.file.unwrap_or("argument");
    let line = record.origin.line.unwrap_or(record.origin.n);
    for finding in &record.reading.findings {
        let (severity, code) = (finding.severity.as_str(), finding.code.id());
        let column = record.origin.indent + record.column(finding);
        // Writing to memory does not fail.
        let _ = writeln!(out, "{file}:{line}:{column}: {severity}[{code}] {}", finding.message);
    }
}
