//! Where positions come from: arguments, lists, tables and games.

use std::{
    io::{self, Read},
    ops::{ControlFlow, Range},
    path::Path,
    sync::Arc,
};

use super::{
    batch::{Batch, Entry, Form},
    games,
    lines::{LONGEST, Lines, Quoting},
    options::Plan,
    table::Table,
};
use crate::{
    archive::{Input, InputError},
    notation::Moment,
    output::positions::Layout,
};

/// What a run looks at, in this order.
#[derive(Debug, Clone)]
pub(super) enum Given {
    /// A position on the command line.
    Fen(String),
    /// A list or a table of positions.
    List(Input),
    /// Games.
    Games(Input),
}

/// Something the producer says.
#[derive(Debug)]
pub(super) enum Message {
    Batch(Batch),
    /// An input, or part of it, could not be read.
    CommandError(String),
}

/// Reads all inputs and hands batches on.
pub(super) struct Producer<'a, F> {
    pub(super) layout: Layout,
    /// The wanted moment of each game; every position if there is none.
    pub(super) at: Option<Moment>,
    pub(super) fen_column: Option<&'a str>,
    /// How many positions have been handed on.
    pub(super) n: u64,
    /// What is known to be carried through before anything is handed on.
    pub(super) foreseen: Vec<String>,
    /// The layout, once a record has been seen and nothing can be added to it.
    pub(super) settled: Option<Arc<Layout>>,
    /// How many bytes have been read that no batch has told of.
    pub(super) bytes: u64,
    pub(super) send: F,
}

impl<'a, F> Producer<'a, F> {
    /// Reads what the plan says.
    pub(super) fn new(plan: &'a Plan, send: F) -> Self {
        Self {
            layout: plan.layout.clone(),
            at: plan.at,
            fen_column: plan.fen_column.as_deref(),
            n: 0,
            foreseen: Vec::new(),
            settled: None,
            bytes: 0,
            send,
        }
    }
}

impl<F: FnMut(Message) -> ControlFlow<()> + Send> Producer<'_, F> {
    /// Reads one input after the other.
    pub(super) fn run(&mut self, given: &[Given]) -> ControlFlow<()> {
        self.foresee(given);
        for given in given {
            match given {
                Given::Fen(text) => self.argument(text)?,
                Given::List(input) => match self.list(input) {
                    Ok(flow) => flow?,
                    Err(error) => self.complain(&error.to_string())?,
                },
                Given::Games(input) => match self.games(input) {
                    Ok(flow) => flow?,
                    Err(error) => self.complain(&error.to_string())?,
                },
            }
        }
        ControlFlow::Continue(())
    }

    /// Looks for what later inputs carry, since the names of all columns are written before the first record.
    fn foresee(&mut self, given: &[Given]) {
        if given.len() < 2 {
            return;
        }
        for given in given {
            let carried = match given {
                Given::Games(_) => games::carried(),
                Given::List(input) if input.is_rereadable() => {
                    // What cannot be read is told when its turn comes.
                    let first = self.opened(input).ok().flatten();
                    first.and_then(|(_, table)| table).map_or(Vec::new(), |table| table.carried())
                }
                Given::Fen(_) | Given::List(_) => Vec::new(),
            };
            add_names(&mut self.foreseen, &carried);
        }
    }

    /// The layout for a batch; what is carried is settled by the first.
    pub(super) fn settle(&mut self, carried: &[String]) -> Arc<Layout> {
        let (layout, foreseen) = (&self.layout, &self.foreseen);
        let settle = || {
            let mut names = foreseen.clone();
            add_names(&mut names, carried);
            Arc::new(Layout { carried: names, ..layout.clone() })
        };
        Arc::clone(self.settled.get_or_insert_with(settle))
    }

    pub(super) fn next_n(&mut self) -> u64 {
        self.n += 1;
        self.n
    }

    pub(super) fn send(&mut self, mut batch: Batch) -> ControlFlow<()> {
        batch.bytes += std::mem::take(&mut self.bytes);
        if batch.entries.is_empty() {
            return ControlFlow::Continue(());
        }
        (self.send)(Message::Batch(batch))
    }

    pub(super) fn complain(&mut self, trouble: &str) -> ControlFlow<()> {
        (self.send)(Message::CommandError(trouble.to_owned()))
    }

    fn argument(&mut self, text: &str) -> ControlFlow<()> {
        let mut batch = Batch::new(None, self.settle(&[]));
        batch.text = text.as_bytes().to_vec();
        let input = 0..batch.text.len();
        batch.entries.push(self.entry(input, None, Form::Fen(None)));
        self.send(batch)
    }

    fn entry(&mut self, input: Range<usize>, line: Option<u64>, form: Form) -> Entry {
        let carried = vec![String::new(); self.settled.as_ref().map_or(0, |it| it.carried.len())];
        Entry { n: self.next_n(), line, indent: 0, input, carried, form }
    }

    /// A file of lines, or a table that has a column of positions.
    fn list(&mut self, input: &Input) -> Result<ControlFlow<()>, InputError> {
        let name: Arc<str> = input.name().into();
        let Some((mut lines, table)) = self.opened(input)? else {
            return Ok(ControlFlow::Continue(()));
        };
        match table {
            Some(table) => {
                lines.set_quoting(Quoting::Quotes);
                self.table(&name, lines, &table)
            }
            None => self.plain_list(&name, lines),
        }
        .map_err(|cause| InputError { name: input.name(), cause })
    }

    /// The lines of a file that is not empty, and its header if it is a table.
    fn opened(&self, input: &Input) -> Result<Option<Opened>, InputError> {
        let broken = |cause| InputError { name: input.name(), cause };
        let mut lines = Lines::new(input.open()?);
        let Some(first) = lines.next_block().map_err(broken)? else { return Ok(None) };
        let is_csv = is_named(&input.name(), "csv");
        let table = Table::recognised(&first, is_csv, self.fen_column).map_err(broken)?;
        lines.put_back(first);
        Ok(Some((lines, table)))
    }

    fn plain_list(
        &mut self,
        name: &Arc<str>,
        mut lines: Lines<impl Read>,
    ) -> io::Result<ControlFlow<()>> {
        let mut line = 1;
        while let Some(block) = lines.next_block()? {
            let (next, flow) = self.plain_lines(name, block, line);
            if flow.is_break() {
                return Ok(flow);
            }
            line = next;
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Hands on the lines of a block that are not blank; says which line comes next.
    fn plain_lines(
        &mut self,
        name: &Arc<str>,
        text: Vec<u8>,
        first: u64,
    ) -> (u64, ControlFlow<()>) {
        let is_epd = is_named(name, "epd");
        let mut batch = Batch::new(Some(Arc::clone(name)), self.settle(&[]));
        batch.bytes = text.len() as u64;
        let (mut start, mut line) = (0, first);
        while start < text.len() {
            let end = memchr::memchr2(b'\n', b'\r', &text[start..]);
            let end = end.map_or(text.len(), |at| start + at);
            let content = text[start..end].trim_ascii_end();
            if end - start > LONGEST {
                batch.entries.push(self.entry(start..start, Some(line), Form::TooLong));
            } else if !content.trim_ascii_start().is_empty() {
                let form = if is_epd { Form::Epd } else { Form::Fen(None) };
                batch.entries.push(self.entry(start..start + content.len(), Some(line), form));
            }
            let length = if text[end..].starts_with(b"\r\n") { 2 } else { 1 };
            (start, line) = (end + length, line + 1);
        }
        batch.text = text;
        (line, self.send(batch))
    }
}

/// The lines of a file and its header.
type Opened = (Lines<Box<dyn Read + Send>>, Option<Table>);

/// Adds the names that are not there yet.
fn add_names(names: &mut Vec<String>, more: &[String]) {
    for name in more {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
}

/// Where an input has the columns that a layout carries; it need not have all.
#[derive(Debug)]
pub(super) struct Places(Vec<Option<usize>>);

impl Places {
    pub(super) fn of(names: &[String], layout: &Layout) -> Self {
        let place = |name: &String| names.iter().position(|other| other == name);
        Self(layout.carried.iter().map(place).collect())
    }

    /// The values of an input in the order of the layout.
    pub(super) fn arranged(&self, values: &[String]) -> Vec<String> {
        let value = |place: &Option<usize>| {
            place.and_then(|place| values.get(place)).cloned().unwrap_or_default()
        };
        self.0.iter().map(value).collect()
    }
}

/// Whether a file has this ending, the endings of compression apart.
fn is_named(name: &str, ending: &str) -> bool {
    let mut path = Path::new(name);
    let ends = |path: &Path, with: &str| {
        path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(with))
    };
    if ["gz", "bz2", "zst"].iter().any(|packed| ends(path, packed)) {
        path = Path::new(path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default());
    }
    ends(path, ending)
}
