//! Positions on their way through the run, some hundred at a time.

use std::{ops::Range, sync::Arc};

use super::lines::LONGEST;
use crate::{
    diagnostics::{Code, Finding, Severity},
    output::positions::{Layout, Origin, Page, PositionRecord},
    rules::{AnyPosition, Variant},
    text::Span,
};

/// Positions of one input.
#[derive(Debug)]
pub(super) struct Batch {
    /// The file, if it is one.
    pub(super) file: Option<Arc<str>>,
    /// How they are printed.
    pub(super) layout: Arc<Layout>,
    /// The text they were read from.
    pub(super) text: Vec<u8>,
    /// Each of them.
    pub(super) entries: Vec<Entry>,
    /// How many bytes of the input have been read for them.
    pub(super) bytes: u64,
}

/// One position.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) n: u64,
    pub(super) line: Option<u64>,
    /// How many characters of the line stand before it.
    pub(super) indent: u64,
    /// Where it stands in the text of the batch.
    pub(super) input: Range<usize>,
    /// What is carried through beside it.
    pub(super) carried: Vec<String>,
    pub(super) form: Form,
}

/// What an entry is.
#[derive(Debug)]
pub(super) enum Form {
    /// A FEN, or an EPD that shows itself by its operations; and by which rules, if its table says so.
    Fen(Option<Variant>),
    /// A line of an EPD file.
    Epd,
    /// A position that was reached in a game by these rules.
    Reached(Box<AnyPosition>, Variant),
    /// A game that could not be played out.
    Stuck(Vec<Finding>),
    /// A line that was not read.
    TooLong,
}

impl Batch {
    pub(super) fn new(file: Option<Arc<str>>, layout: Arc<Layout>) -> Self {
        Self { file, layout, text: Vec::new(), entries: Vec::new(), bytes: 0 }
    }

    /// Describes every position.
    pub(super) fn printed(self) -> Page {
        let mut page = Page::default();
        for entry in self.entries {
            let origin = Origin {
                n: entry.n,
                file: self.file.as_deref(),
                line: entry.line,
                indent: entry.indent,
                input: &self.text[entry.input],
                carried: &entry.carried,
            };
            let record = match entry.form {
                Form::Fen(own) => PositionRecord::read(origin, self.layout.variant.or(own)),
                Form::Epd => PositionRecord::read_epd(origin, self.layout.variant),
                Form::Reached(position, variant) => {
                    PositionRecord::reached(origin, *position, variant)
                }
                Form::Stuck(findings) => PositionRecord::missing(origin, findings),
                Form::TooLong => PositionRecord::missing(origin, vec![too_long()]),
            };
            self.layout.print(&record, &mut page);
        }
        page
    }
}

fn too_long() -> Finding {
    let message = format!("the line has more than {LONGEST} bytes and was not read");
    let finding = Finding::new(Code::LineOver255, Span { start: 0, end: 0 }, message);
    Finding { severity: Severity::Error, ..finding }
}
