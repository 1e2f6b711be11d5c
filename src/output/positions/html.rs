//! Records as one page for a browser: diagrams and verdicts, for screens of any size and for print.

use std::io::Write;

use super::{PositionCounts, PositionRecord, text};
use crate::{
    diagnostics::Severity,
    output::board::{Diagram, PieceShapes, bare_svg},
    rules::{BoardIndex, Position},
    text::printable_line,
};

const STYLE: &str = include_str!("page.css");

/// The head of the page and the shapes all diagrams share.
pub(super) fn opening(out: &mut Vec<u8>) {
    // Writing to memory does not fail.
    let _ = write!(
        out,
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>Positions</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" class=\"shapes\" aria-hidden=\"true\">{}</svg>\n\
         <h1>Positions</h1>\n<main>\n",
        PieceShapes::all()
    );
}

/// The foot of the page.
pub(super) fn closing(counts: PositionCounts, out: &mut Vec<u8>) {
    let _ = write!(out, "</main>\n<footer>{}</footer>\n</body>\n</html>\n", counts.sentence());
}

/// A card: diagram, verdict, findings.
pub(super) fn record(record: &PositionRecord<'_>, out: &mut Vec<u8>) {
    let kind = if record.is_legal() { "card" } else { "card refused" };
    let n = record.origin.n;
    let _ = writeln!(out, "<article class=\"{kind}\" id=\"p{n}\">");
    diagram(record, out);
    let _ = writeln!(out, "<div class=\"words\">");
    heading(record, out);
    verdict(record, out);
    findings(record, out);
    let _ = writeln!(out, "</div>\n</article>");
}

fn diagram(record: &PositionRecord<'_>, out: &mut Vec<u8>) {
    let drawing = match (&record.facts, record.setup()) {
        (Some(facts), _) => Diagram::of(&facts.position, BoardIndex::FIRST),
        (None, Some(setup)) => Diagram::new(setup.board),
        (None, None) => {
            let _ = writeln!(out, "<div class=\"diagram missing\">no diagram</div>");
            return;
        }
    };
    drawn(&drawing, out);
    if let Some(facts) = &record.facts {
        for (board_index, _) in (0..).map(BoardIndex).zip(record.boards()).skip(1) {
            drawn(&Diagram::of(&facts.position, board_index), out);
        }
    }
}

fn drawn(diagram: &Diagram, out: &mut Vec<u8>) {
    let mut svg = String::new();
    let _ = bare_svg(diagram, &mut svg);
    let _ = writeln!(out, "<div class=\"diagram\">{svg}</div>");
}

fn heading(record: &PositionRecord<'_>, out: &mut Vec<u8>) {
    let n = record.origin.n;
    let name = record.id.as_deref().map(escaped).unwrap_or_default();
    let place = match (record.origin.file, record.origin.line) {
        (Some(file), Some(line)) => format!("{}:{line}", escaped(file)),
        _ => String::new(),
    };
    let _ = writeln!(
        out,
        "<h2><span class=\"n\">{n}</span> {name} <span class=\"place\">{place}</span></h2>"
    );
}

fn verdict(record: &PositionRecord<'_>, out: &mut Vec<u8>) {
    if !record.is_legal() {
        let kind = if record.is_valid() { "Cannot be played" } else { "Cannot be read" };
        let _ = writeln!(out, "<p class=\"verdict error\">{kind}</p>");
    }
    if let Some(facts) = &record.facts {
        let status = record.status();
        let _ = writeln!(out, "<p class=\"verdict {status}\">{}</p>", text::sentences(facts));
        if facts.moves.legal > 0 {
            let moves = text::move_list(facts, &facts.position.legal_moves());
            let _ = writeln!(out, "<details><summary>All moves</summary><p>{moves}</p></details>");
        }
    }
    let fen = record.canonical_fen().unwrap_or_else(|| escaped(&record.input()).into());
    let _ = writeln!(out, "<p class=\"fen\"><code>{fen}</code></p>");
}

fn findings(record: &PositionRecord<'_>, out: &mut Vec<u8>) {
    if record.reading.findings.is_empty() && record.reading.fixed.is_none() {
        return;
    }
    let _ = writeln!(out, "<ul class=\"findings\">");
    for finding in &record.reading.findings {
        let mark = match finding.severity {
            Severity::Error => "✗",
            Severity::Warning => "!",
            Severity::Info => "i",
        };
        let _ = writeln!(
            out,
            "<li class=\"{}\"><span class=\"mark\">{mark}</span> <b>{}</b> {} \
             <span class=\"place\">column {}</span></li>",
            finding.severity.as_str(),
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

/// Sets what is between backticks as code.
fn code_spans(message: &str) -> String {
    let parts = message.split('`').enumerate().map(|(index, part)| match index % 2 {
        0 => escaped(part),
        _ => ["<code>", &escaped(part), "</code>"].concat(),
    });
    parts.collect()
}

/// Text for a page: no markup, and only characters that XML may hold.
fn escaped(text: &str) -> String {
    let text = printable_line(text).replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}");
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
