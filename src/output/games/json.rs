//! One JSON object per line: findings, games, a summary at the end. The names of the fields are stable.

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use serde::Serialize;

use crate::{
    diagnostics::{Class, Edit, Finding, Safety, Severity, Suggestion},
    output::{
        formats::SCHEMA,
        games::{ReportedGame, RunSummary},
    },
    rules::Claim,
};

#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "finding")]
struct FindingRecord<'r> {
    code: &'static str,
    severity: &'static str,
    file: &'r str,
    game: Option<u64>,
    line: u64,
    column: u64,
    byte: u64,
    length: u64,
    ply: Option<u32>,
    path: Option<&'r str>,
    message: &'r str,
    help: Option<&'r str>,
    reason: Option<ReasonRecord<'r>>,
    fen: Option<&'r str>,
    suggestions: Vec<SuggestionRecord<'r>>,
    class: Option<&'static str>,
    /// The first of the edits.
    fix: Option<EditRecord<'r>>,
    edits: Vec<EditRecord<'r>>,
    assumed: bool,
}

#[derive(Debug, Serialize)]
struct ReasonRecord<'r> {
    kind: &'static str,
    squares: BTreeMap<&'static str, Vec<&'r str>>,
}

#[derive(Debug, Serialize)]
struct SuggestionRecord<'r> {
    text: &'r str,
    confidence: f32,
    /// The former name of the confidence.
    score: f32,
}

impl<'r> SuggestionRecord<'r> {
    fn of(suggestion: &'r Suggestion) -> Self {
        let Suggestion { text, confidence, .. } = suggestion;
        Self { text, confidence: *confidence, score: *confidence }
    }
}

#[derive(Debug, Clone, Copy, Serialize)]
struct EditRecord<'r> {
    byte: u64,
    length: u64,
    replacement: &'r str,
    safety: &'static str,
}

impl<'r> EditRecord<'r> {
    fn of(edit: &'r Edit) -> Self {
        let safety = match edit.safety {
            Safety::Safe => "safe",
            Safety::Guess => "guess",
        };
        let (byte, length) = (edit.span.start, edit.span.len());
        Self { byte, length, replacement: &edit.replacement, safety }
    }
}

#[derive(Debug, Serialize)]
#[serde(tag = "type", rename = "game")]
struct GameRecord {
    file: String,
    game: u64,
    line: u64,
    byte: u64,
    length: u64,
    tags: BTreeMap<String, String>,
    plies: u32,
    outcome: &'static str,
    ended_by: &'static str,
    claims: Vec<ClaimRecord>,
    result: Option<String>,
    final_fen: Option<String>,
    checked: bool,
    errors: usize,
    warnings: usize,
}

#[derive(Debug, Serialize)]
struct ClaimRecord {
    kind: &'static str,
    ply: u32,
}

/// Writes a record on a line of its own.
fn put(out: &mut impl Write, record: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, record)?;
    out.write_all(b"\n")
}

/// The last object of a run.
#[derive(Debug, Serialize)]
struct SummaryRecord<'r> {
    #[serde(flatten)]
    summary: &'r RunSummary,
    schema: u32,
}

pub(super) fn summary(out: &mut impl Write, summary: &RunSummary) -> io::Result<()> {
    put(out, &SummaryRecord { summary, schema: SCHEMA })
}

pub(super) fn finding(
    out: &mut impl Write,
    game: &mut ReportedGame<'_, '_>,
    finding: &Finding,
) -> io::Result<()> {
    let place = game.place(finding);
    let edits: Vec<_> = finding.edits.iter().map(EditRecord::of).collect();
    let record = FindingRecord {
        code: finding.code.id(),
        severity: finding.severity.as_str(),
        file: game.places.source().name,
        game: game.number(),
        line: place.line,
        column: place.column,
        byte: finding.span.start,
        length: finding.span.len(),
        ply: finding.ply,
        path: finding.path.as_deref(),
        message: &finding.message,
        help: finding.help.as_deref(),
        reason: finding.reason.as_ref().map(|reason| {
            let mut squares: BTreeMap<&'static str, Vec<&str>> = BTreeMap::new();
            for (part, square) in &reason.squares {
                squares.entry(part).or_default().push(square);
            }
            ReasonRecord { kind: reason.kind, squares }
        }),
        fen: finding.fen.as_deref(),
        suggestions: finding.suggestions.iter().map(SuggestionRecord::of).collect(),
        class: finding.class().map(Class::as_str),
        fix: edits.first().copied(),
        edits,
        assumed: finding.assumed,
    };
    put(out, &record)
}

pub(super) fn game(out: &mut impl Write, game: &mut ReportedGame<'_, '_>) -> io::Result<()> {
    let (Some(span), Some(number)) = (game.report.game, game.number()) else { return Ok(()) };
    let ending = game.report.ending.unwrap_or_default();
    let claims =
        [(Claim::Threefold, ending.draws.threefold), (Claim::FiftyMoves, ending.draws.fifty)];
    let claim =
        |(kind, ply): (Claim, Option<u32>)| Some(ClaimRecord { kind: kind.name(), ply: ply? });
    let record = GameRecord {
        file: game.file(),
        game: number,
        line: game.places.place_of(span.start).line,
        byte: span.start,
        length: span.len(),
        tags: game.tags(),
        plies: ending.plies,
        outcome: game.outcome_name(),
        ended_by: game.ended_by(),
        claims: claims.into_iter().filter_map(claim).collect(),
        result: game.result(),
        final_fen: game.report.final_fen.clone(),
        checked: game.report.ending.is_some(),
        errors: game.report.count(Severity::Error),
        warnings: game.report.count(Severity::Warning),
    };
    put(out, &record)
}
