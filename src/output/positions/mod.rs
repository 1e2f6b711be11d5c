//! Positions, one record each: how the text was read, what the rules say about it, and how it is printed. Many records are printed
//! together on a page, so that several threads can print at the same time.

mod column;
mod facts;
mod html;
mod record;
mod row;
mod text;

use std::{
    collections::{HashMap, VecDeque},
    io::{self, Write},
    ops::Range,
};

use clap::ValueEnum;

use crate::rules::{Position, Variant};
pub use column::{Column, Extra};
pub use facts::{Facts, MoveCounts};
pub use record::{Origin, PositionRecord};

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
}

impl Layout {
    /// The text before the first record.
    pub fn opening(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self.format {
            PositionFormat::Csv => row::csv_header(self, &mut out),
            PositionFormat::Html => html::opening(&mut out),
            PositionFormat::Text | PositionFormat::Line | PositionFormat::Json => {}
        }
        out
    }

    /// The text after the last record.
    pub fn closing(&self, counts: PositionCounts) -> Vec<u8> {
        let mut out = Vec::new();
        if self.format == PositionFormat::Html {
            html::closing(counts, &mut out);
        }
        out
    }

    /// Whether a column was requested beside the usual ones.
    fn has_extra(&self, column: Column) -> bool {
        self.extras.iter().any(|extra| extra.columns().contains(&column))
    }

    /// The length of the move paths to count: one ply unless `perft:N` says otherwise.
    fn perft_depth(&self) -> u32 {
        let depth = |extra: &Extra| match extra {
            Extra::Perft(depth) => Some(*depth),
            Extra::Moves | Extra::Board | Extra::Pieces | Extra::Svg | Extra::Eval => None,
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
                html::record(record, out);
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
}

impl PositionCounts {
    fn add(&mut self, record: &PositionRecord<'_>) {
        match (record.is_valid(), record.is_legal()) {
            (true, true) => self.valid += 1,
            (true, false) => self.unplayable += 1,
            (false, _) => self.invalid += 1,
        }
        self.with_errors += u64::from(record.has_error());
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            valid: self.valid + other.valid,
            invalid: self.invalid + other.invalid,
            unplayable: self.unplayable + other.unplayable,
            with_errors: self.with_errors + other.with_errors,
        }
    }

    /// The number of all records.
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
