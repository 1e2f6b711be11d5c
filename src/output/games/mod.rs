//! Findings and games, one file per format.

mod archive;
mod csv;
mod digest;
mod examples;
mod json;
mod summary;
mod text;

use std::{
    collections::BTreeMap,
    io::{self, Write},
};

use clap::ValueEnum;

use crate::{
    diagnostics::{Code, Finding},
    lint::{GameReport, Statistics},
    pgn::{ROSTER_TAGS, unescaped},
    rules::Outcome,
    text::{Place, Places, Span, grouped},
};
use archive::ArchivePage;
pub use digest::Digest;
pub use examples::{Example, Examples};
pub use summary::RunSummary;

/// How findings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FindingFormat {
    /// The source line with carets, for people
    Text,
    /// One line per finding, for editors and grep
    Line,
    /// One JSON object per line
    Json,
    /// One row per game
    Csv,
    /// A page with plots and every fault on its board
    Html,
}

/// A game with its findings and its text.
#[derive(Debug)]
pub struct ReportedGame<'s, 'a> {
    /// The text, with lines and columns.
    pub places: &'s mut Places<'a>,
    /// The number of the game in its file, counted from one. For findings between games, that of the last game.
    pub number: u64,
    /// The findings.
    pub report: &'s GameReport,
}

impl ReportedGame<'_, '_> {
    fn file(&self) -> String {
        self.places.source().name.to_owned()
    }

    fn place(&mut self, finding: &Finding) -> Place {
        self.places.place_of(finding.span.start)
    }

    /// The number, if there is a game.
    fn number(&self) -> Option<u64> {
        self.report.game.map(|_| self.number)
    }

    /// The text of a span.
    fn text(&self, span: Option<Span>) -> Option<String> {
        let source = self.places.source();
        Some(source.text(source.slice(span?)).into_owned())
    }

    /// The value of a tag without escaping backslashes.
    fn tag_value(&self, span: Span) -> String {
        self.text(Some(span)).map(unescaped).unwrap_or_default()
    }

    /// The value of a roster tag, by its place in the roster.
    fn roster(&self, index: usize) -> Option<String> {
        Some(self.tag_value(self.report.headings.as_ref()?.roster[index]?))
    }

    /// The tags by their names. Of several with one name the first counts, as it does for the checks.
    fn tags(&self) -> BTreeMap<String, String> {
        let Some(headings) = &self.report.headings else { return BTreeMap::new() };
        let roster = ROSTER_TAGS.iter().zip(headings.roster);
        let roster = roster.filter_map(|((_, name), value)| Some(((*name).to_owned(), value?)));
        let others = headings
            .tags
            .iter()
            .filter_map(|(name, value)| Some((self.text(Some(*name))?, *value)));
        let mut tags = BTreeMap::new();
        for (name, value) in roster.chain(others) {
            tags.entry(name).or_insert_with(|| self.tag_value(value));
        }
        tags
    }

    /// The result as written.
    fn result(&self) -> Option<String> {
        self.text(self.report.headings.as_ref()?.result)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.report.ending.and_then(|ending| ending.outcome)
    }

    /// How the game ended on the board, in a word.
    fn outcome_name(&self) -> &'static str {
        self.outcome().map_or("none", Outcome::name)
    }

    /// What ended the game: the board, a word of the Termination tag, or something that is not on the board.
    fn ended_by(&self) -> &'static str {
        let result = self.result();
        let is_won = matches!(result.as_deref(), Some("1-0" | "0-1"));
        // A draw on the board does not explain a win.
        let outcome = self.outcome().filter(|outcome| outcome.winner().is_some() || !is_won);
        let headings = self.report.headings.as_ref();
        let termination = self.text(headings.and_then(|headings| headings.termination));
        let termination = termination.unwrap_or_default().to_ascii_lowercase();
        let reason = TERMINATIONS.iter().find(|(word, _)| termination.contains(word));
        match (outcome, reason, result.as_deref()) {
            (Some(outcome), _, _) => outcome.name(),
            (None, Some((_, reason)), _) => reason,
            (None, None, None | Some("*")) => "unterminated",
            (None, None, Some(_)) => "not-on-board",
        }
    }
}

/// Words in the Termination tags of the standard and of servers, and what they say about the end of a game.
const TERMINATIONS: [(&str, &str); 7] = [
    ("abandon", "abandoned"),
    ("adjudicat", "adjudication"),
    ("infraction", "rules-infraction"),
    ("illegal", "rules-infraction"),
    ("unterminated", "unterminated"),
    ("time", "time-forfeit"),
    ("flag", "time-forfeit"),
];

/// Writes findings and games.
#[derive(Debug)]
pub struct FindingWriter<W> {
    out: W,
    format: FindingFormat,
    color: bool,
    /// How many more findings may be written.
    remaining: u64,
    /// How many findings of one code are written for each file, in the format for people.
    max_per_code: u64,
    /// How many findings of each code have been written for this file.
    shown: BTreeMap<Code, u64>,
    /// What a page needs to know about the run.
    page: Option<Box<ArchivePage>>,
    /// Whether games are left out.
    without_games: bool,
}

impl<W: Write> FindingWriter<W> {
    /// A writer of at most `max` findings; `color` is for people only.
    pub fn new(out: W, format: FindingFormat, color: bool, max: Option<u64>) -> Self {
        let (remaining, max_per_code) = (max.unwrap_or(u64::MAX), u64::MAX);
        let page =
            (format == FindingFormat::Html).then(|| Box::new(ArchivePage::new(max, max_per_code)));
        Self {
            out,
            format,
            color,
            remaining,
            max_per_code,
            shown: BTreeMap::new(),
            page,
            without_games: false,
        }
    }

    /// The same with at most `max` findings of one code in each file, or on a page, if the format is for people.
    #[must_use]
    pub fn with_max_per_code(self, max: u64) -> Self {
        let max_per_code = if self.format == FindingFormat::Text { max } else { u64::MAX };
        let page = self.page.map(|page| Box::new(page.with_max_per_code(max)));
        Self { max_per_code, page, ..self }
    }

    /// The same without a record for each game.
    #[must_use]
    pub fn without_games(self) -> Self {
        Self { without_games: true, ..self }
    }

    /// Writes the header.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn begin(&mut self) -> io::Result<()> {
        match self.format {
            FindingFormat::Csv => csv::header(&mut self.out),
            _ => Ok(()),
        }
    }

    /// Writes a game and its findings, or findings between games.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn game(&mut self, game: &mut ReportedGame<'_, '_>) -> io::Result<()> {
        if let Some(page) = &mut self.page {
            page.add(game);
            return Ok(());
        }
        for finding in &game.report.findings {
            if self.remaining == 0 {
                break;
            }
            if !self.shows_another(finding.code) {
                continue;
            }
            self.remaining -= 1;
            match self.format {
                FindingFormat::Text => text::finding(&mut self.out, game, finding, self.color)?,
                FindingFormat::Line => text::finding_line(&mut self.out, game, finding)?,
                FindingFormat::Json => json::finding(&mut self.out, game, finding)?,
                FindingFormat::Csv | FindingFormat::Html => {}
            }
        }
        match self.format {
            FindingFormat::Json if self.without_games => Ok(()),
            FindingFormat::Json => json::game(&mut self.out, game),
            FindingFormat::Csv => csv::game(&mut self.out, game),
            _ => Ok(()),
        }
    }

    /// Whether another finding of a code is written for this file.
    fn shows_another(&mut self, code: Code) -> bool {
        if self.max_per_code == u64::MAX {
            return true;
        }
        let shown = self.shown.entry(code).or_default();
        let shows = *shown < self.max_per_code;
        *shown += u64::from(shows);
        shows
    }

    /// Ends a file: writes how many findings were not shown because their code is frequent.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn end_file(&mut self, name: &str, statistics: &Statistics) -> io::Result<()> {
        if let Some(page) = &mut self.page {
            page.end_file(name, statistics);
        }
        for (code, shown) in std::mem::take(&mut self.shown) {
            let more = statistics.get(code).findings.saturating_sub(shown);
            if more > 0 && shown == self.max_per_code && self.remaining > 0 {
                let (more, code) = (grouped(more), code.id());
                writeln!(self.out, "… and {more} more {code}; --max-per-code 0 shows all")?;
            }
        }
        Ok(())
    }

    /// Writes the table of codes, where the format has none of its own.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn table(&mut self, summary: &RunSummary) -> io::Result<()> {
        match self.format {
            FindingFormat::Text => summary.write_table(&mut self.out),
            _ => Ok(()),
        }
    }

    /// Writes the summary, where the format has one, and flushes.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn end(&mut self, summary: &RunSummary) -> io::Result<()> {
        if self.format == FindingFormat::Json {
            json::summary(&mut self.out, summary)?;
        }
        if let Some(page) = &self.page {
            page.write(summary, &mut self.out)?;
        }
        self.out.flush()
    }
}
