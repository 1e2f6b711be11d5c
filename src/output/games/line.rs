//! One finding, one line: `file:line:column: severity[CODE] message`.

use std::io::{self, Write};

use crate::{diagnostics::Finding, output::games::Sheet};

pub(super) fn finding(
    out: &mut impl Write,
    sheet: &mut Sheet<'_, '_>,
    finding: &Finding,
) -> io::Result<()> {
    let place = sheet.place(finding);
    let name = sheet.places.source().name;
    let (severity, code) = (finding.severity.as_str(), finding.code.id());
    writeln!(out, "{name}:{}:{}: {severity}[{code}] {}", place.line, place.column, finding.message)
}
