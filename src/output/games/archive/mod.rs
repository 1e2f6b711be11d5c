//! A run as one page for a browser: a sentence, plots, the faults on their boards, the files. However many games there are, it keeps
//! counts and a limited number of faults.

mod counts;
mod fault;
mod marks;

use std::{
    cmp::Reverse,
    collections::BTreeMap,
    io::{self, Write},
};

use super::{ReportedGame, RunSummary, summary::most_frequent};
use crate::{
    diagnostics::{Code, Severity},
    lint::{CodeCount, Statistics},
    output::page::{self, escaped},
    text::grouped,
};
use counts::GameCounts;

const STYLE: &str = include_str!("archive.css");

/// How many faults are drawn unless another number is chosen.
const MOST_FAULTS: u64 = 1000;
/// How many files the table has.
const MOST_FILES: usize = 500;

/// What a page needs to know about a run.
#[derive(Debug, Default)]
pub(super) struct ArchivePage {
    counts: GameCounts,
    /// The faults that are shown, printed.
    faults: BTreeMap<Code, Vec<String>>,
    files: Vec<FileRow>,
    /// How many files have no row.
    other_files: u64,
    /// The counts of the present file.
    present: FileRow,
    max_per_code: u64,
    /// How many more faults may be shown.
    remaining: u64,
}

/// A row of the table of files.
#[derive(Debug, Default)]
struct FileRow {
    name: String,
    games: u64,
    with_errors: u64,
    with_warnings: u64,
    findings: u64,
    safe: u64,
}

/// The codes that occur: errors first, then the most frequent.
fn worst_first(summary: &RunSummary) -> Vec<(Code, CodeCount)> {
    let mut codes = most_frequent(&summary.statistics);
    codes.sort_by_key(|(code, _)| Reverse(code.severity()));
    codes
}

impl ArchivePage {
    pub(super) fn new(max: Option<u64>, max_per_code: u64) -> Self {
        Self { max_per_code, remaining: max.unwrap_or(MOST_FAULTS), ..Self::default() }
    }

    pub(super) fn with_max_per_code(self, max_per_code: u64) -> Self {
        Self { max_per_code, ..self }
    }

    /// Adds a game and its findings, or findings between games.
    pub(super) fn add(&mut self, game: &mut ReportedGame<'_, '_>) {
        let report = game.report;
        if report.game.is_some() {
            self.counts.add(game);
            let has_errors = report.count(Severity::Error) > 0;
            let has_warnings = report.count(Severity::Warning) > 0 && !has_errors;
            self.present.games += 1;
            self.present.with_errors += u64::from(has_errors);
            self.present.with_warnings += u64::from(has_warnings);
        }
        for finding in &report.findings {
            let shown = self.faults.entry(finding.code).or_default();
            if self.remaining > 0 && (shown.len() as u64) < self.max_per_code {
                shown.push(fault::printed(game, finding));
                self.remaining -= 1;
            }
        }
    }

    /// Ends a file.
    pub(super) fn end_file(&mut self, name: &str, statistics: &Statistics) {
        let mut row = std::mem::take(&mut self.present);
        for (_, count) in statistics.iter() {
            row.findings += count.findings;
            row.safe += count.safe;
        }
        if self.files.len() < MOST_FILES {
            self.files.push(FileRow { name: name.to_owned(), ..row });
        } else {
            self.other_files += 1;
        }
    }

    /// Writes the page.
    pub(super) fn write(
        &self,
        summary: &RunSummary,
        out: &mut (impl Write + ?Sized),
    ) -> io::Result<()> {
        let title = match self.files.as_slice() {
            [file] if self.other_files == 0 => format!("Archive: {}", file.name),
            _ => "Archive".to_owned(),
        };
        out.write_all(page::opening(&title, STYLE).as_bytes())?;
        writeln!(out, "<header>\n<h1>{}</h1>\n{}", escaped(&title), self.sentences(summary))?;
        Self::links(summary, out)?;
        writeln!(out, "</header>\n<section id=\"plots\" class=\"plots\">")?;
        out.write_all(counts::by_code(summary).as_bytes())?;
        out.write_all(self.counts.plots(summary).as_bytes())?;
        writeln!(out, "</section>")?;
        self.write_faults(summary, out)?;
        self.write_files(out)?;
        out.write_all(page::closing(&self.limits(summary)).as_bytes())
    }

    /// How many games and players there are, and how many games have errors or warnings.
    fn sentences(&self, summary: &RunSummary) -> String {
        let mut about = format!(
            "<b>{}</b> in {}",
            plural(summary.games, "game"),
            plural(summary.files, "file")
        );
        about += &self.counts.span_and_players();
        let mut parts = vec![format!("<b class=\"good\">{}</b> clean", grouped(summary.clean))];
        let others = [
            (summary.with_errors, "error", "with errors"),
            (summary.with_warnings, "warning", "with warnings"),
            (summary.not_checked, "info", "not checked"),
        ];
        for (count, class, what) in others.into_iter().filter(|(count, ..)| *count > 0) {
            parts.push(format!("<b class=\"{class}\">{}</b> {what}", grouped(count)));
        }
        let all = summary.errors + summary.warnings + summary.infos;
        let safe = Some(summary.safe_corrections).filter(|safe| *safe > 0);
        let found = if all > 0 {
            let safe = safe.map_or_else(|| "none".to_owned(), grouped);
            format!("{}, {safe} with a safe correction.", plural(all, "finding"))
        } else {
            "Nothing is wrong.".to_owned()
        };
        format!("<p class=\"lead\">{about}: {}. {found}</p>", parts.join(", "))
    }

    fn links(summary: &RunSummary, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        write!(out, "<nav><a href=\"#plots\">Plots</a>")?;
        for (code, _) in worst_first(summary) {
            write!(out, " <a href=\"#{0}\">{0}</a>", code.id())?;
        }
        writeln!(out, " <a href=\"#files\">Files</a></nav>")
    }

    fn write_faults(
        &self,
        summary: &RunSummary,
        out: &mut (impl Write + ?Sized),
    ) -> io::Result<()> {
        for (code, count) in worst_first(summary) {
            let (id, severity) = (code.id(), code.severity().as_str());
            writeln!(
                out,
                "<section class=\"code\" id=\"{id}\">\n<h2><span class=\"n {severity}\">{id}</span> {} \
                 <span class=\"place\">{} in {}</span></h2>",
                page::code_spans(code.summary()),
                grouped(count.findings),
                plural(count.games, "game")
            )?;
            let shown = self.faults.get(&code).map_or(&[][..], Vec::as_slice);
            for fault in shown {
                out.write_all(fault.as_bytes())?;
            }
            let more = count.findings.saturating_sub(shown.len() as u64);
            if more > 0 {
                writeln!(out, "<p class=\"more\">… and {} more {id}.</p>", grouped(more))?;
            }
            writeln!(out, "</section>")?;
        }
        Ok(())
    }

    fn write_files(&self, out: &mut (impl Write + ?Sized)) -> io::Result<()> {
        writeln!(
            out,
            "<section id=\"files\">\n<h2>Files</h2>\n<div class=\"wide\"><table>\n<thead><tr>\
             <th scope=\"col\">File</th><th scope=\"col\">Games</th><th scope=\"col\">With errors</th>\
             <th scope=\"col\">With warnings</th><th scope=\"col\">Findings</th>\
             <th scope=\"col\">Safe corrections</th></tr></thead>\n<tbody>"
        )?;
        for file in &self.files {
            write!(out, "<tr><th scope=\"row\">{}</th>", escaped(&file.name))?;
            let FileRow { games, with_errors, with_warnings, findings, safe, .. } = file;
            for count in [games, with_errors, with_warnings, findings, safe] {
                write!(out, "<td>{}</td>", grouped(*count))?;
            }
            writeln!(out, "</tr>")?;
        }
        writeln!(out, "</tbody></table></div>")?;
        if self.other_files > 0 {
            writeln!(out, "<p class=\"more\">… and {} more files.</p>", grouped(self.other_files))?;
        }
        writeln!(out, "</section>")
    }

    /// How much of all there is to see is on the page.
    fn limits(&self, summary: &RunSummary) -> String {
        let all = summary.errors + summary.warnings + summary.infos;
        let shown: usize = self.faults.values().map(Vec::len).sum();
        let per_code = match self.max_per_code {
            u64::MAX => String::new(),
            most => format!("at most {most} of a code, "),
        };
        let plot = self.counts.limits();
        format!(
            "This page shows {} of {} findings ({per_code}at most {MOST_FAULTS} in all unless \
             <code>--max-findings</code> says otherwise) and at most {MOST_FILES} files, so its size \
             does not grow with the archive. {plot}",
            grouped(shown as u64),
            grouped(all)
        )
    }
}

/// A number of things, its digits in groups.
fn plural(count: u64, noun: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{} {noun}{ending}", grouped(count))
}
