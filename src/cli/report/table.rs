//! Tables of positions: a header with a column of FENs; the other columns are carried through.

use std::{
    io::{self, Read},
    iter,
    ops::ControlFlow,
    sync::Arc,
};

use super::{
    lines::{Lines, MAX_LINE},
    source::{Batch, CarriedColumns, EntryKind, Message, PositionEntry, Producer},
};
use crate::{
    notation::variant_name::from_tags,
    output::positions::{Column, PositionFormat},
    rules::Variant,
    text::{Place, Source, count_line_ends},
};

/// The header of a table.
#[derive(Debug, Clone, Default)]
pub(super) struct TableHeader {
    delimiter: u8,
    /// The column of the positions.
    fen: usize,
    /// The column of the variant, if there is one.
    variant: Option<usize>,
    /// The names of all columns.
    names: Vec<String>,
}

impl TableHeader {
    /// The header, if the text begins with one that has a column of positions.
    ///
    /// # Errors
    /// When the text must be a table, but no column has the name.
    pub(super) fn recognise(
        text: &[u8],
        is_csv: bool,
        fen_column: Option<&str>,
    ) -> io::Result<Option<Self>> {
        let header = text.split(|byte| b"\r\n".contains(byte)).next().unwrap_or_default();
        let delimiter = [b',', b'\t', b';'].into_iter().find(|byte| header.contains(byte));
        let delimiter = delimiter.unwrap_or(b',');
        let Some(names) = fields(header, delimiter) else { return Ok(None) };
        let wanted = fen_column.unwrap_or("fen");
        let column =
            |wanted: &str| names.iter().position(|name| name.trim().eq_ignore_ascii_case(wanted));
        let (fen, variant) = (column(wanted), column("variant"));
        // Any file may be called a table, even a list of positions; only a header consists of names.
        let has_names = names.iter().all(|name| is_name(name));
        let must_be_table = fen_column.is_some() || is_csv && has_names;
        match fen {
            None if must_be_table => Err(no_column(wanted, &names)),
            Some(fen) if is_csv || must_be_table || names.len() > 1 || header.len() < 8 => {
                Ok(Some(Self { delimiter, fen, variant, names }))
            }
            _ => Ok(None),
        }
    }

    /// The names of the carried columns; the name of a report column gets a prefix, a repeated name a number.
    pub(super) fn carried(&self) -> Vec<String> {
        let others = self.names.iter().enumerate().filter(|(index, _)| *index != self.fen);
        let mut carried: Vec<String> = Vec::new();
        for (_, name) in others {
            let is_ours = Column::from_name(name).is_some() || name == "findings";
            let name = if is_ours { format!("input_{name}") } else { name.clone() };
            let numbered = (2..).map(|number| format!("{name}_{number}"));
            let free =
                iter::once(name.clone()).chain(numbered).find(|name| !carried.contains(name));
            carried.extend(free);
        }
        carried
    }

    /// The place of the position in the text of a row.
    fn place_in(&self, row: &[u8]) -> Place {
        let row = row.trim_ascii_end();
        let (mut field, mut is_quoted) = (0, false);
        let start = row.iter().position(|&byte| {
            let is_there = field == self.fen && !byte.is_ascii_whitespace() && byte != b'"';
            match byte {
                b'"' => is_quoted = !is_quoted,
                _ if byte == self.delimiter && !is_quoted => field += 1,
                _ => {}
            }
            is_there
        });
        Source::new("", row).place_of(start.unwrap_or(row.len()) as u64)
    }

    /// The variant of a row, if it names a known one.
    fn variant_of(&self, row: &csv::ByteRecord) -> Option<Variant> {
        let name = str::from_utf8(row.get(self.variant?)?).ok().filter(|name| !name.is_empty())?;
        from_tags(name, None).ok()
    }

    fn rows<'a>(&self, text: &'a [u8]) -> csv::Reader<&'a [u8]> {
        let mut builder = csv::ReaderBuilder::new();
        builder.delimiter(self.delimiter).has_headers(false).flexible(true);
        builder.from_reader(text)
    }
}

/// Whether a text may be the name of a column: a few words, without the slashes of a board.
fn is_name(text: &str) -> bool {
    const LONGEST: usize = 64;
    let text = text.trim();
    let is_part = |part: char| !part.is_control() && part != '/';
    text.len() <= LONGEST && text.starts_with(char::is_alphabetic) && text.chars().all(is_part)
}

fn no_column(wanted: &str, names: &[String]) -> io::Error {
    const SHOWN: usize = 12;
    let names = names.iter().map(|name| name.trim()).filter(|name| is_name(name));
    let names: Vec<&str> = names.take(SHOWN).collect();
    io::Error::other(format!("there is no column `{wanted}`; the columns are {}", names.join(", ")))
}

fn fields(line: &[u8], delimiter: u8) -> Option<Vec<String>> {
    let mut builder = csv::ReaderBuilder::new();
    let mut reader = builder.delimiter(delimiter).has_headers(false).from_reader(line);
    let mut record = csv::ByteRecord::new();
    reader.read_byte_record(&mut record).ok().filter(|found| *found)?;
    Some(record.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect())
}

impl<F: FnMut(Message) -> ControlFlow<()> + Send> Producer<'_, F> {
    /// Sends the rows of a table.
    pub(super) fn table(
        &mut self,
        name: &Arc<str>,
        mut lines: Lines<impl Read>,
        table: &TableHeader,
    ) -> io::Result<ControlFlow<()>> {
        let names = table.carried();
        let layout = self.layout_with(&names);
        let is_missing = |name: &&String| !layout.carried.contains(name);
        let missing: Vec<String> = names.iter().filter(is_missing).cloned().collect();
        if !missing.is_empty() {
            let missing = missing.join(", ");
            let flow =
                self.report_error(format!("'{name}': the header has no columns for {missing}"));
            if flow.is_break() {
                return Ok(flow);
            }
        }
        let places = CarriedColumns::of(&names, &layout);
        let mut line = 1;
        let mut is_header = true;
        while let Some(block) = lines.next_block()? {
            let mut batch = Batch::new(Some(Arc::clone(name)), Arc::clone(&layout));
            batch.bytes = block.len() as u64;
            self.rows(table, &block, &places, line, is_header, &mut batch);
            line += count_line_ends(&block, None);
            is_header = false;
            let flow = self.send(batch);
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn rows(
        &mut self,
        table: &TableHeader,
        block: &[u8],
        places: &CarriedColumns,
        first_line: u64,
        has_header: bool,
        batch: &mut Batch,
    ) {
        let mut rows = table.rows(block);
        let mut row = csv::ByteRecord::new();
        let mut is_header = has_header;
        let (mut line, mut counted) = (first_line, 0);
        while rows.read_byte_record(&mut row).unwrap_or(false) {
            if std::mem::take(&mut is_header) {
                continue;
            }
            let start = row.position().map_or(counted, |place| row_start(block, place.byte()));
            line += count_line_ends(&block[counted..start], block.get(start));
            counted = start;
            let end = within(block, rows.position().byte()).max(start);
            let is_too_long = end > start + MAX_LINE;
            let place = match batch.layout.format {
                PositionFormat::Line if !is_too_long => table.place_in(&block[start..end]),
                _ => Place { line: 1, column: 1 },
            };
            let start = batch.text.len();
            batch.text.extend_from_slice(row.get(table.fen).unwrap_or_default().trim_ascii());
            let others: Vec<String> = row
                .iter()
                .enumerate()
                .filter(|(index, _)| *index != table.fen)
                .map(|(_, field)| String::from_utf8_lossy(field).into_owned())
                .collect();
            batch.entries.push(PositionEntry {
                n: self.next_n(),
                line: Some(line + place.line - 1),
                indent: place.column - 1,
                input: start..batch.text.len(),
                carried: places.arranged(&others),
                caption: None,
                last: None,
                kind: if is_too_long {
                    EntryKind::TooLong
                } else {
                    EntryKind::Fen(table.variant_of(&row))
                },
            });
        }
    }
}

/// Where the text of a row begins: the reader of rows includes the line end and blank lines before it.
fn row_start(block: &[u8], byte: u64) -> usize {
    let from = within(block, byte);
    let is_text = |byte: &u8| !matches!(byte, b'\r' | b'\n');
    block[from..].iter().position(is_text).map_or(block.len(), |at| from + at)
}

/// A place that the reader of rows has reached.
fn within(block: &[u8], byte: u64) -> usize {
    usize::try_from(byte).map_or(block.len(), |byte| byte.min(block.len()))
}
