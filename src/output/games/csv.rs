//! One row per game, always with the same columns.

use std::io::{self, Write};

use crate::{diagnostics::Severity, output::games::Sheet};

const COLUMNS: [&str; 20] = [
    "file",
    "game",
    "line",
    "byte",
    "length",
    "event",
    "site",
    "date",
    "round",
    "white",
    "black",
    "result",
    "plies",
    "outcome",
    "ended_by",
    "threefold",
    "fifty_moves",
    "errors",
    "warnings",
    "codes",
];

pub(super) fn header(out: &mut impl Write) -> io::Result<()> {
    row(out, COLUMNS.map(str::to_owned))
}

pub(super) fn game(out: &mut impl Write, sheet: &mut Sheet<'_, '_>) -> io::Result<()> {
    let (Some(span), Some(game)) = (sheet.report.game, sheet.game()) else { return Ok(()) };
    let ending = sheet.report.ending.unwrap_or_default();
    let line = sheet.places.place_of(span.start).line;
    let tag = |at| sheet.roster(at).unwrap_or_default();
    let ply = |ply: Option<u32>| ply.map_or_else(String::new, |ply| ply.to_string());
    let mut codes: Vec<&str> =
        sheet.report.findings.iter().map(|finding| finding.code.id()).collect();
    codes.dedup();
    row(
        out,
        [
            sheet.file(),
            game.to_string(),
            line.to_string(),
            span.start.to_string(),
            span.len().to_string(),
            tag(0),
            tag(1),
            tag(2),
            tag(3),
            tag(4),
            tag(5),
            sheet.result().unwrap_or_default(),
            ending.plies.to_string(),
            sheet.outcome().to_owned(),
            sheet.ended_by(),
            ply(ending.draws.threefold),
            ply(ending.draws.fifty),
            sheet.report.count(Severity::Error).to_string(),
            sheet.report.count(Severity::Warning).to_string(),
            codes.join(" "),
        ],
    )
}

fn row(out: &mut impl Write, fields: [String; COLUMNS.len()]) -> io::Result<()> {
    let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
    writer.write_record(fields)?;
    let bytes = writer.into_inner().map_err(|error| io::Error::other(error.to_string()))?;
    out.write_all(&bytes)
}
