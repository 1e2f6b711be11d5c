//! Positions, one record each: how the text was read, what the rules say about it, and how it is printed. Many records are printed
//! together on a page, so that several threads can print at the same time.

mod column;
mod facts;
mod html;
mod material;
mod record;
mod row;
mod style;
mod text;
mod worksheet;

use std::{
    collections::{HashMap, VecDeque},
    io::{self, Write},
    ops::Range,
};

use clap::ValueEnum;

use crate::{
    diagnostics::{Selection, Severity},
    output::{
        board::{Diagrams, Style},
        page,
    },
    rules::{Position, Variant},
    text::counted,
};
pub use column::{Column, Extra};
pub use facts::{Facts, MoveCounts};
pub use record::{Origin, PositionRecord};
pub use style::{MostPerSheet, Orientation, PageStyle, SolutionPlace};

/// How records are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum PositionFormat {
    /// For people
    Text,
    /// One line per finding
    Line,
    /// One object per line
    Json,
    /// A table with a header
    Csv,
    /// A page of diagrams
    Html,
    /// One picture for each position, in a directory
    Svg,
}

/// A cell of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cell {
    /// One of ours.
    Own(Column),
    /// One of the input, by its place among those that are carried through.
    Carried(usize),
}

/// What the records of a run hold, and how they are printed.
#[derive(Debug, Clone)]
pub struct Layout {
    /// How they are printed.
    pub format: PositionFormat,
    /// The variant of all positions, if it is given.
    pub variant: Option<Variant>,
    /// The columns, in order.
    pub columns: Vec<Column>,
    /// Whether JSON objects list all findings.
    pub has_findings: bool,
    /// Requested additions to the usual columns.
    pub extras: Vec<Extra>,
    /// The names of the columns carried through from the input.
    pub carried: Vec<String>,
    /// The chosen columns by name, if some are of the input; then no others of the input are printed.
    pub chosen: Option<Vec<String>>,
    /// The findings that are reported.
    pub selection: Selection,
    /// How a page looks.
    pub page: PageStyle,
}

impl Layout {
    /// The cells of a row, in order.
    pub fn cells(&self) -> Vec<Cell> {
        let carried = |name: &String| self.carried.iter().position(|other| other == name);
        let by_name = |name: &String| {
            Column::from_name(name).map(Cell::Own).or_else(|| carried(name).map(Cell::Carried))
        };
        let Some(names) = &self.chosen else {
            let own = self.columns.iter().copied().map(Cell::Own);
            return own.chain((0..self.carried.len()).map(Cell::Carried)).collect();
        };
        let mut cells: Vec<Cell> = names.iter().filter_map(by_name).collect();
        let extras = self.extras.iter().flat_map(|extra| extra.columns());
        for cell in extras.map(|column| Cell::Own(*column)) {
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        cells
    }

    /// The value of a column of the input.
    fn carried_value<'r>(&self, record: &'r PositionRecord<'_>, name: &str) -> Option<&'r str> {
        let at = self.carried.iter().position(|other| other.eq_ignore_ascii_case(name))?;
        record.origin.carried.get(at)?.as_deref()
    }

    /// Whether positions are called by names: on a page, or in a column.
    pub fn has_captions(&self) -> bool {
        self.format == PositionFormat::Html || self.columns.contains(&Column::Caption)
    }

    /// The title of a page.
    fn title(&self) -> &str {
        let usual = if self.page.worksheet.is_some() { "Worksheet" } else { "Positions" };
        self.page.title.as_deref().unwrap_or(usual)
    }

    /// The text before the answers in a file of their own.
    pub fn solutions_opening(&self) -> Vec<u8> {
        worksheet::solutions_opening(self.title()).into_bytes()
    }

    /// The text after the answers in a file of their own.
    pub fn solutions_closing(&self) -> Vec<u8> {
        [worksheet::SOLUTIONS_END, &page::closing("")].concat().into_bytes()
    }

    /// The text around the answers at the end of the page.
    pub fn solutions_frame(&self) -> (&'static str, &'static str) {
        (worksheet::SOLUTIONS, worksheet::SOLUTIONS_END)
    }

    /// The text before the first record.
    pub fn opening(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self.format {
            PositionFormat::Csv => row::csv_header(self, &mut out),
            PositionFormat::Html => html::opening(self, &mut out),
            _ => {}
        }
        out
    }

    /// The text after the last record, before the answers of a worksheet.
    pub fn closing(&self, counts: PositionCounts) -> Vec<u8> {
        let mut out = Vec::new();
        if self.format == PositionFormat::Html {
            html::closing(self, counts, &mut out);
        }
        out
    }

    /// The end of the output.
    pub fn ending(&self, counts: PositionCounts) -> Vec<u8> {
        match self.format {
            PositionFormat::Html => page::closing(&counts.sentence()).into_bytes(),
            _ => Vec::new(),
        }
    }

    /// Whether a column was requested beside the usual ones.
    fn has_extra(&self, column: Column) -> bool {
        self.extras.iter().any(|extra| extra.columns().contains(&column))
    }

    /// The length of the move paths to count: one ply unless `perft:N` says otherwise.
    fn perft_depth(&self) -> u32 {
        let depth = |extra: &Extra| match extra {
            Extra::Perft(depth) => Some(*depth),
            _ => None,
        };
        self.extras.iter().find_map(depth).unwrap_or(1)
    }

    /// Prints a record at the end of a page.
    pub fn print(&self, record: &PositionRecord<'_>, page: &mut Page) {
        page.counts.add(record);
        let out = &mut page.bytes;
        let dup_of = match self.format {
            PositionFormat::Csv => row::csv(record, self, out),
            PositionFormat::Json => row::json(record, self, out),
            PositionFormat::Text => {
                text::record(record, self, out);
                None
            }
            PositionFormat::Line => {
                text::finding_lines(record, out);
                None
            }
            PositionFormat::Html => {
                html::record(record, self, out);
                if matches!(self.page.worksheet, Some(SolutionPlace::End | SolutionPlace::Separate))
                {
                    worksheet::solution(record, self, &mut page.solutions);
                }
                None
            }
            PositionFormat::Svg => {
                let drawn = self.page.diagrams(record);
                if !drawn.is_empty() {
                    let picture = Diagrams::from(drawn).draw(Style::Svg, 0);
                    page.pictures.push((record.origin.n, picture));
                }
                None
            }
        };
        if let (Some(place), Some(facts)) = (dup_of, &record.facts) {
            let key = facts.position.repetition_key();
            page.possible_duplicates.push(PossibleDuplicate { place, key, n: record.origin.n });
        }
    }
}

/// A record that may repeat an earlier one, which is known only when the pages are in order.
#[derive(Debug)]
struct PossibleDuplicate {
    /// The place of the value of `dup_of` in the page.
    place: Range<usize>,
    key: u64,
    n: u64,
}

/// Printed records, in a buffer of their own.
#[derive(Debug, Default)]
pub struct Page {
    bytes: Vec<u8>,
    possible_duplicates: Vec<PossibleDuplicate>,
    /// The answers of a worksheet.
    pub solutions: Vec<u8>,
    /// The drawings, with the numbers of their positions.
    pub pictures: Vec<(u64, String)>,
    /// How many records there are of each kind.
    pub counts: PositionCounts,
}

impl Page {
    /// Writes the page, and fills in which earlier record each one repeats.
    ///
    /// # Errors
    /// When the writer fails.
    pub fn write(&self, seen: &mut SeenPositions, out: &mut dyn Write) -> io::Result<()> {
        let mut written = 0;
        for PossibleDuplicate { place, key, n } in &self.possible_duplicates {
            if let Some(first) = seen.first_of(*key, *n) {
                out.write_all(&self.bytes[written..place.start])?;
                write!(out, "{first}")?;
                written = place.end;
            }
        }
        out.write_all(&self.bytes[written..])
    }
}

/// How many records there are of each kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PositionCounts {
    /// Records that can be read and played.
    pub valid: u64,
    /// Records that cannot be read.
    pub invalid: u64,
    /// Records that can be read but not played.
    pub unplayable: u64,
    /// Records with an error of any kind.
    pub with_errors: u64,
    /// Records that can be played, with an error.
    pub flawed: u64,
    /// Records that can be played, with a warning and no error.
    pub with_warnings: u64,
    /// Records that can be played, with information only.
    pub with_infos: u64,
}

impl PositionCounts {
    fn add(&mut self, record: &PositionRecord<'_>) {
        match (record.is_valid(), record.is_legal()) {
            (true, true) => self.valid += 1,
            (true, false) => self.unplayable += 1,
            (false, _) => self.invalid += 1,
        }
        self.with_errors += u64::from(record.has_error());
        let worst = record.worst().filter(|_| record.is_legal()).map(|worst| worst.severity);
        self.flawed += u64::from(worst == Some(Severity::Error));
        self.with_warnings += u64::from(worst == Some(Severity::Warning));
        self.with_infos += u64::from(worst == Some(Severity::Info));
    }

    /// Whether there is a record with a finding at least this bad; one that cannot be played is bad enough.
    pub fn reaches(self, severity: Severity) -> bool {
        let more = match severity {
            Severity::Error => 0,
            Severity::Warning => self.with_warnings,
            Severity::Info => self.with_warnings + self.with_infos,
        };
        self.with_errors + more > 0
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            valid: self.valid + other.valid,
            invalid: self.invalid + other.invalid,
            unplayable: self.unplayable + other.unplayable,
            with_errors: self.with_errors + other.with_errors,
            flawed: self.flawed + other.flawed,
            with_warnings: self.with_warnings + other.with_warnings,
            with_infos: self.with_infos + other.with_infos,
        }
    }

    /// The number of all records.
    pub fn all(self) -> u64 {
        self.valid + self.invalid + self.unplayable
    }

    /// The same, with the findings that cause exit status 1 at this severity.
    pub fn sentence_at(self, severity: Severity) -> String {
        let mut sentence = self.sentence();
        let counts = [
            (Severity::Warning, self.with_warnings, "with warnings"),
            (Severity::Info, self.with_infos, "with remarks"),
        ];
        for (_, count, what) in counts.iter().filter(|it| it.0 >= severity && it.1 > 0) {
            sentence = format!("{sentence}, {count} {what}");
        }
        sentence
    }

    /// `3 positions: 2 valid, 1 invalid`.
    pub fn sentence(self) -> String {
        let positions = counted(self.all(), "position");
        let unplayable = match self.unplayable {
            0 => String::new(),
            count => format!(", {count} not playable"),
        };
        let flawed = match self.flawed {
            0 => String::new(),
            count => format!(" ({count} with errors)"),
        };
        let (valid, invalid) = (self.valid, self.invalid);
        format!("{positions}: {valid} valid{flawed}, {invalid} invalid{unplayable}")
    }
}

/// How many positions are remembered, so that a run of any length needs the same memory.
const WINDOW: usize = 1 << 17;

/// The latest positions of the run, by their keys.
#[derive(Debug, Default)]
pub struct SeenPositions {
    first: HashMap<u64, u64>,
    order: VecDeque<u64>,
}

impl SeenPositions {
    /// The number of the first record with this key; `None` if this one, number `n`, is the first.
    fn first_of(&mut self, key: u64, n: u64) -> Option<u64> {
        if let Some(&first) = self.first.get(&key) {
            return Some(first);
        }
        if self.order.len() == WINDOW
            && let Some(oldest) = self.order.pop_front()
        {
            self.first.remove(&oldest);
        }
        self.first.insert(key, n);
        self.order.push_back(key);
        None
    }
}
