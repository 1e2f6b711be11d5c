//! Tables of positions: a header with a column of FENs, whose other columns are carried through.

use std::{
    io::{self, Read},
    ops::ControlFlow,
    sync::Arc,
};

use super::{
    batch::{Batch, Entry, Form},
    lines::Lines,
    source::{Message, Producer},
};
use crate::report::positions::Column;

/// The header of a table.
#[derive(Debug, Clone, Default)]
pub(super) struct Table {
    delimiter: u8,
    /// Which column holds the positions.
    fen: usize,
    /// The names of all columns.
    names: Vec<String>,
}

impl Table {
    /// The header, if the text begins with one that has a column of positions.
    pub(super) fn recognised(text: &[u8], is_csv: bool, fen_column: Option<&str>) -> Option<Self> {
        let header = text.split(|&byte| byte == b'\n').next()?;
        let delimiter = [b',', b'\t', b';'].into_iter().find(|byte| header.contains(byte));
        let delimiter = delimiter.unwrap_or(b',');
        let names = fields(header, delimiter)?;
        let wanted = fen_column.unwrap_or("fen");
        let fen = names.iter().position(|name| name.trim().eq_ignore_ascii_case(wanted))?;
        let is_table = is_csv || fen_column.is_some() || names.len() > 1 || header.len() < 8;
        is_table.then_some(Self { delimiter, fen, names })
    }

    /// What the carried columns are called; a name of ours gets a mark.
    fn carried(&self) -> Vec<String> {
        let others = self.names.iter().enumerate().filter(|(index, _)| *index != self.fen);
        others
            .map(|(_, name)| match Column::from_name(name) {
                Some(_) => format!("input_{name}"),
                None => name.clone(),
            })
            .collect()
    }

    fn rows<'a>(&self, text: &'a [u8]) -> csv::Reader<&'a [u8]> {
        let mut builder = csv::ReaderBuilder::new();
        builder.delimiter(self.delimiter).has_headers(false).flexible(true);
        builder.from_reader(text)
    }
}

fn fields(line: &[u8], delimiter: u8) -> Option<Vec<String>> {
    let mut builder = csv::ReaderBuilder::new();
    let mut reader = builder.delimiter(delimiter).has_headers(false).from_reader(line);
    let mut record = csv::ByteRecord::new();
    reader.read_byte_record(&mut record).ok().filter(|found| *found)?;
    Some(record.iter().map(|field| String::from_utf8_lossy(field).into_owned()).collect())
}

impl<F: FnMut(Message) -> ControlFlow<()> + Send> Producer<'_, F> {
    /// Hands on the rows of a table.
    pub(super) fn table(
        &mut self,
        name: &Arc<str>,
        mut lines: Lines<impl Read>,
        table: &Table,
    ) -> io::Result<ControlFlow<()>> {
        let carried = table.carried();
        let layout = self.settle(&carried);
        // Where another input has settled what is carried, columns are found by their names.
        let places: Vec<Option<usize>> = layout
            .carried
            .iter()
            .map(|name| carried.iter().position(|other| other == name))
            .collect();
        let mut line = 1;
        let mut is_header = true;
        while let Some(block) = lines.next_block()? {
            let mut batch = Batch::new(Some(Arc::clone(name)), Arc::clone(&layout));
            batch.bytes = block.len() as u64;
            self.rows(table, &block, &places, line, is_header, &mut batch);
            line += memchr::memchr_iter(b'\n', &block).count() as u64;
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
        table: &Table,
        block: &[u8],
        places: &[Option<usize>],
        first_line: u64,
        has_header: bool,
        batch: &mut Batch,
    ) {
        let mut rows = table.rows(block);
        let mut row = csv::ByteRecord::new();
        let mut is_header = has_header;
        while rows.read_byte_record(&mut row).unwrap_or(false) {
            if std::mem::take(&mut is_header) {
                continue;
            }
            let line = row.position().map(|place| first_line + place.line() - 1);
            let start = batch.text.len();
            batch.text.extend_from_slice(row.get(table.fen).unwrap_or_default().trim_ascii());
            let others: Vec<String> = row
                .iter()
                .enumerate()
                .filter(|(index, _)| *index != table.fen)
                .map(|(_, field)| String::from_utf8_lossy(field).into_owned())
                .collect();
            let carry = |place: &Option<usize>| {
                place.and_then(|place| others.get(place)).cloned().unwrap_or_default()
            };
            batch.entries.push(Entry {
                n: self.next_n(),
                line,
                input: start..batch.text.len(),
                carried: places.iter().map(carry).collect(),
                form: Form::Fen,
            });
        }
    }
}
