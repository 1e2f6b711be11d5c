//! What an examination of games found, one file a format.

mod csv;
mod json;
mod line;
mod summary;
mod text;

use std::io::{self, Write};

use crate::{
    diagnostics::Finding,
    lint::GameReport,
    pgn::TagPair,
    text::{Place, Places, Span},
};
pub use summary::Summary;

/// How findings are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// The source line with a caret, for people.
    Text {
        /// With colours.
        color: bool,
    },
    /// One line each, for editors and `grep`.
    Line,
    /// One object per line.
    Json,
    /// One row per game.
    Csv,
}

/// What was found in a game, and where the game stands.
#[derive(Debug)]
pub struct Sheet<'s, 'a> {
    /// The text it was found in.
    pub places: &'s mut Places<'a>,
    /// The number of the game in its file, counted from one; of the next game for findings between games.
    pub number: u64,
    /// What was found.
    pub report: &'s GameReport,
}

impl Sheet<'_, '_> {
    fn file(&self) -> String {
        self.places.source().name.to_owned()
    }

    fn place(&mut self, finding: &Finding) -> Place {
        self.places.place_of(finding.span.start)
    }

    /// The number, if there is a game.
    fn game(&self) -> Option<u64> {
        self.report.game.map(|_| self.number)
    }

    /// The text of a span; Latin-1 where it is not UTF-8.
    fn words(&self, span: Option<Span>) -> Option<String> {
        let bytes = self.places.source().slice(span?);
        Some(match str::from_utf8(bytes) {
            Ok(text) => text.to_owned(),
            Err(_) => bytes.iter().copied().map(char::from).collect(),
        })
    }

    /// A tag of the roster, by its place there, without protecting backslashes.
    fn roster(&self, index: usize) -> Option<String> {
        let value = self.places.source().slice(self.report.headings.as_ref()?.roster[index]?);
        Some(TagPair { text: value, name: b"", value }.plain_value().into_owned())
    }

    /// The result, as it is written.
    fn result(&self) -> Option<String> {
        self.words(self.report.headings.as_ref()?.result)
    }

    /// What the board says.
    fn outcome(&self) -> &'static str {
        let outcome = self.report.ending.and_then(|ending| ending.outcome);
        outcome.map_or("none", |outcome| outcome.name())
    }

    /// Who or what ended the game.
    fn ended_by(&self) -> String {
        let headings = self.report.headings.as_ref();
        let termination = self.words(headings.and_then(|headings| headings.termination));
        match (self.outcome(), termination, self.result().as_deref()) {
            ("none", Some(words), _) if !words.is_empty() => words.to_ascii_lowercase(),
            ("none", _, Some("*")) => "unterminated".to_owned(),
            ("none", _, Some(_)) => "agreement".to_owned(),
            ("none", _, None) => "unknown".to_owned(),
            (outcome, _, _) => outcome.to_owned(),
        }
    }
}

/// Writes what was found, game by game.
pub struct Report<W> {
    out: W,
    format: Format,
    /// How many more findings may be written.
    room: u64,
}

impl<W> std::fmt::Debug for Report<W> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Report").field("format", &self.format).finish_non_exhaustive()
    }
}

impl<W: Write> Report<W> {
    /// A report in a format, with at most so many findings.
    pub fn new(out: W, format: Format, most: Option<u64>) -> Self {
        Self { out, format, room: most.unwrap_or(u64::MAX) }
    }

    /// Writes what stands before everything else.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn begin(&mut self) -> io::Result<()> {
        match self.format {
            Format::Csv => csv::header(&mut self.out),
            Format::Text { .. } | Format::Line | Format::Json => Ok(()),
        }
    }

    /// Writes what was found in a game, or between games.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn sheet(&mut self, sheet: &mut Sheet<'_, '_>) -> io::Result<()> {
        for finding in &sheet.report.findings {
            if self.room == 0 {
                break;
            }
            self.room -= 1;
            match self.format {
                Format::Text { color } => text::finding(&mut self.out, sheet, finding, color)?,
                Format::Line => line::finding(&mut self.out, sheet, finding)?,
                Format::Json => json::finding(&mut self.out, sheet, finding)?,
                Format::Csv => {}
            }
        }
        match self.format {
            Format::Json => json::game(&mut self.out, sheet),
            Format::Csv => csv::game(&mut self.out, sheet),
            Format::Text { .. } | Format::Line => Ok(()),
        }
    }

    /// Writes what stands behind everything else.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn end(&mut self, summary: &Summary) -> io::Result<()> {
        if self.format == Format::Json {
            json::summary(&mut self.out, summary)?;
        }
        self.out.flush()
    }

    /// The writer.
    pub fn into_inner(self) -> W {
        self.out
    }
}
