//! Records as one page for a browser: diagrams and verdicts, for screens of any size and for print.

use std::io::Write;

use super::{
    Column, Facts, Layout, MostPerSheet, PositionCounts, PositionRecord, text,
    worksheet::{self, caption},
};
use crate::{
    output::{
        board::{Diagram, Diagrams, Style, bare_svg},
        page::{self, code_spans, escaped},
    },
    rules::{Position, perft},
};

pub(super) const STYLE: &str = include_str!("positions.css");

/// The head of the page and the shapes all diagrams share.
pub(super) fn opening(layout: &Layout, out: &mut Vec<u8>) {
    let title = layout.title();
    let kind = if layout.page.worksheet.is_some() { " class=\"worksheet\"" } else { "" };
    // Writing to memory does not fail.
    let _ =
        write!(out, "{}<h1>{}</h1>\n<main{kind}>\n", page::opening(title, STYLE), escaped(title));
}

/// The foot of the page.
pub(super) fn closing(layout: &Layout, counts: PositionCounts, out: &mut Vec<u8>) {
    let per_sheet = layout.page.per_sheet;
    if per_sheet.is_some_and(|per_sheet| !counts.all().is_multiple_of(per_sheet.get())) {
        out.extend_from_slice(b"</section>\n");
    }
    out.extend_from_slice(b"</main>\n");
}

/// A card: diagram, verdict, findings. Sheets of paper begin and end between cards.
pub(super) fn record(record: &PositionRecord<'_>, layout: &Layout, out: &mut Vec<u8>) {
    let (n, per_sheet) = (record.origin.n, layout.page.per_sheet.map(MostPerSheet::get));
    if let Some(per_sheet) = per_sheet.filter(|per_sheet| (n - 1).is_multiple_of(*per_sheet)) {
        let _ = writeln!(out, "<section class=\"sheet per-{per_sheet}\">");
    }
    if layout.page.worksheet.is_some() && record.is_legal() {
        worksheet::exercise(record, layout, out);
    } else {
        card(record, layout, out);
    }
    if per_sheet.is_some_and(|per_sheet| n.is_multiple_of(per_sheet)) {
        let _ = writeln!(out, "</section>");
    }
}

fn card(record: &PositionRecord<'_>, layout: &Layout, out: &mut Vec<u8>) {
    let kind = if record.is_legal() { "card" } else { "card refused" };
    let n = record.origin.n;
    let _ = writeln!(out, "<article class=\"{kind}\" id=\"p{n}\">");
    diagram(record, layout, out);
    let _ = writeln!(out, "<div class=\"words\">");
    heading(record, layout, out);
    verdict(record, layout, out);
    findings(record, out);
    let _ = writeln!(out, "</div>\n</article>");
}

pub(super) fn diagram(record: &PositionRecord<'_>, layout: &Layout, out: &mut Vec<u8>) {
    let diagrams = layout.page.diagrams(record);
    if diagrams.is_empty() {
        let _ = writeln!(out, "<div class=\"diagram missing\">no diagram</div>");
    }
    for diagram in &diagrams {
        drawn(diagram, out);
    }
}

fn drawn(diagram: &Diagram, out: &mut Vec<u8>) {
    let mut svg = String::new();
    let _ = bare_svg(diagram, &mut svg);
    let _ = writeln!(out, "<div class=\"diagram\">{svg}</div>");
}

fn heading(record: &PositionRecord<'_>, layout: &Layout, out: &mut Vec<u8>) {
    let n = record.origin.n;
    let name = caption(record, layout).map(|it| escaped(&it)).unwrap_or_default();
    let place = match (record.origin.file, record.origin.line) {
        (Some(file), Some(line)) => format!("{}:{line}", escaped(file)),
        _ => String::new(),
    };
    let _ = writeln!(
        out,
        "<h2><span class=\"n\">{n}</span> <span>{name}</span> <span class=\"place\">{place}</span></h2>"
    );
}

fn verdict(record: &PositionRecord<'_>, layout: &Layout, out: &mut Vec<u8>) {
    if !record.is_legal() {
        let kind = if record.is_valid() { "Cannot be played" } else { "Cannot be read" };
        let _ = writeln!(out, "<p class=\"verdict error\">{kind}</p>");
    }
    if let Some(facts) = &record.facts {
        let status = record.status();
        let _ = writeln!(out, "<p class=\"verdict {status}\">{}</p>", text::sentences(facts));
        extras(facts, layout, out);
    }
    let fen = record.canonical_fen().unwrap_or_else(|| escaped(&record.input()).into());
    let _ = writeln!(out, "<p class=\"fen\"><code>{fen}</code></p>");
}

/// What `--with` adds. The drawing is there already.
fn extras(facts: &Facts, layout: &Layout, out: &mut Vec<u8>) {
    let mut line = |name: &str, text: &str| {
        let _ = writeln!(out, "<p class=\"extra\">{name}: <b>{}</b></p>", escaped(text));
    };
    let has = |column| layout.has_extra(column);
    if let Some(evaluation) = has(Column::Eval).then(|| facts.evaluation()).flatten() {
        line("Evaluation for White", &evaluation);
    }
    if let Some(best) = has(Column::Best).then(|| facts.best_move()).flatten() {
        line("Best move", &best);
    }
    if layout.has_extra(Column::Perft) {
        let depth = layout.perft_depth();
        line(&format!("Perft {depth}"), &perft(&facts.position, depth).to_string());
    }
    if layout.has_extra(Column::Pieces) {
        let _ = writeln!(out, "<p class=\"extra\">{}</p>", escaped(&facts.pieces()));
    }
    if layout.has_extra(Column::Board) {
        let board = Diagrams::of(&facts.position).draw(Style::Ascii, 0);
        let _ = writeln!(out, "<pre class=\"extra\">{}</pre>", board.replace('<', "&lt;"));
    }
    if facts.moves.legal > 0 {
        let moves = text::move_list(facts, &facts.position.legal_moves());
        let open = if layout.has_extra(Column::San) { " open" } else { "" };
        let _ =
            writeln!(out, "<details{open}><summary>All moves</summary><p>{moves}</p></details>");
    }
}

fn findings(record: &PositionRecord<'_>, out: &mut Vec<u8>) {
    if record.reading.findings.is_empty() && record.reading.fixed.is_none() {
        return;
    }
    let _ = writeln!(out, "<ul class=\"findings\">");
    for finding in &record.reading.findings {
        let _ = writeln!(
            out,
            "<li class=\"{}\"><span class=\"mark\">{}</span> <b>{}</b> {} \
             <span class=\"place\">column {}</span></li>",
            finding.severity.as_str(),
            finding.severity.sign(),
            finding.code.id(),
            code_spans(&finding.message),
            record.column(finding)
        );
    }
    if let Some(fixed) = &record.reading.fixed {
        let _ = writeln!(out, "<li class=\"fix\">corrected: <code>{}</code></li>", escaped(fixed));
    }
    let _ = writeln!(out, "</ul>");
}
