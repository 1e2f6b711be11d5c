//! Many records printed together, so that several threads can print side by side.

use std::io::{self, Write};

use super::{Column, Extras, Record, Seen, csv, html, json, lines, text};
use crate::rules::{Position, Variant};

/// How records are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people.
    Text,
    /// A line per finding.
    Line,
    /// An object per line.
    Json,
    /// A table.
    Csv,
    /// A page for a browser.
    Html,
}

/// What every record of a run holds, and how it is printed.
#[derive(Debug, Clone)]
pub struct Layout {
    /// How it is printed.
    pub format: Format,
    /// The rules that every position must be of, if somebody says so.
    pub variant: Option<Variant>,
    /// The columns, in order.
    pub columns: Vec<Column>,
    /// Whether objects list all findings.
    pub has_findings: bool,
    /// What was asked for beside the usual.
    pub extras: Extras,
    /// The names of what is carried through from the input.
    pub carried: Vec<String>,
}

impl Layout {
    /// What is printed before the first record.
    pub fn opening(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self.format {
            Format::Csv => csv::header(self, &mut out),
            Format::Html => html::opening(&mut out),
            Format::Text | Format::Line | Format::Json => {}
        }
        out
    }

    /// What is printed after the last record.
    pub fn closing(&self, tally: Tally) -> Vec<u8> {
        let mut out = Vec::new();
        if self.format == Format::Html {
            html::closing(tally, &mut out);
        }
        out
    }

    /// Prints a record at the end of a page.
    pub fn print(&self, record: &Record<'_>, page: &mut Page) {
        page.tally.count(record);
        let out = &mut page.bytes;
        let hole = match self.format {
            Format::Csv => csv::record(record, self, out),
            Format::Json => json::record(record, self, out),
            Format::Text => {
                text::record(record, self, out);
                None
            }
            Format::Line => {
                lines::record(record, out);
                None
            }
            Format::Html => {
                html::record(record, out);
                None
            }
        };
        if let Some(at) = hole {
            let key = record.facts.as_ref().map(|facts| facts.position.repetition_key());
            page.holes.push(Hole { at, key, n: record.origin.n });
        }
    }
}

/// A place in a page for what is known only when all pages are in order.
#[derive(Debug, Clone, Copy)]
struct Hole {
    at: usize,
    key: Option<u64>,
    n: u64,
}

/// Printed records.
#[derive(Debug, Default)]
pub struct Page {
    bytes: Vec<u8>,
    holes: Vec<Hole>,
    /// How many there are of each kind.
    pub tally: Tally,
}

impl Page {
    /// Writes the page, and fills in which records repeat an earlier one.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn write(&self, format: Format, seen: &mut Seen, out: &mut dyn Write) -> io::Result<()> {
        let mut written = 0;
        for hole in &self.holes {
            out.write_all(&self.bytes[written..hole.at])?;
            written = hole.at;
            match hole.key.and_then(|key| seen.note(key, hole.n)) {
                Some(first) => write!(out, "{first}")?,
                None if format == Format::Json => out.write_all(b"null")?,
                None => {}
            }
        }
        out.write_all(&self.bytes[written..])
    }
}

/// How many records there are of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Tally {
    /// Those that can be read and played.
    pub valid: u64,
    /// Those that cannot be read.
    pub invalid: u64,
    /// Those that can be read but not played.
    pub unplayable: u64,
    /// Those with an error of any kind.
    pub with_errors: u64,
}

impl Tally {
    fn count(&mut self, record: &Record<'_>) {
        match (record.is_valid(), record.is_legal()) {
            (true, true) => self.valid += 1,
            (true, false) => self.unplayable += 1,
            (false, _) => self.invalid += 1,
        }
        self.with_errors += u64::from(record.has_error());
    }

    /// Both together.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            valid: self.valid + other.valid,
            invalid: self.invalid + other.invalid,
            unplayable: self.unplayable + other.unplayable,
            with_errors: self.with_errors + other.with_errors,
        }
    }

    /// How many there are.
    pub fn all(self) -> u64 {
        self.valid + self.invalid + self.unplayable
    }

    /// `3 positions: 2 valid, 1 invalid`.
    pub fn sentence(self) -> String {
        let all = self.all();
        let positions = if all == 1 { "position" } else { "positions" };
        let unplayable = match self.unplayable {
            0 => String::new(),
            count => format!(", {count} not playable"),
        };
        format!("{all} {positions}: {} valid, {} invalid{unplayable}", self.valid, self.invalid)
    }
}
