//! One row per game, always with the same columns.

use std::io::{self, Write};

use crate::{
    diagnostics::Severity,
    output::{formats::SCHEMA, games::ReportedGame},
};

#[rustfmt::skip]
const COLUMNS: [&str; 21] = [
    "file", "game", "line", "byte", "length", "event", "site", "date", "round", "white",
    "black", "result", "plies", "outcome", "ended_by", "threefold", "fifty_moves", "errors", "warnings", "codes",
    "schema",
];

pub(super) fn header(out: &mut impl Write) -> io::Result<()> {
    row(out, COLUMNS.map(str::to_owned))
}

pub(super) fn game(out: &mut impl Write, game: &mut ReportedGame<'_, '_>) -> io::Result<()> {
    let (Some(span), Some(number)) = (game.report.game, game.number()) else { return Ok(()) };
    let ending = game.report.ending.unwrap_or_default();
    let line = game.places.place_of(span.start).line;
    let tag = |at| game.roster(at).unwrap_or_default();
    let ply = |ply: Option<u32>| ply.map_or_else(String::new, |ply| ply.to_string());
    let mut codes: Vec<&str> =
        game.report.findings.iter().map(|finding| finding.code.id()).collect();
    codes.dedup();
    row(
        out,
        [
            game.file(),
            number.to_string(),
            line.to_string(),
            span.start.to_string(),
            span.len().to_string(),
            tag(0),
            tag(1),
            tag(2),
            tag(3),
            tag(4),
            tag(5),
            game.result().unwrap_or_default(),
            ending.plies.to_string(),
            game.outcome_name().to_owned(),
            game.ended_by().to_owned(),
            ply(ending.draws.threefold),
            ply(ending.draws.fifty),
            game.report.count(Severity::Error).to_string(),
            game.report.count(Severity::Warning).to_string(),
            codes.join(" "),
            SCHEMA.to_string(),
        ],
    )
}

fn row(out: &mut impl Write, fields: [String; COLUMNS.len()]) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(out);
    writer.write_record(fields)?;
    writer.flush()
}
