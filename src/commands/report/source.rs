//! Where positions come from: arguments, lists, tables and games.

use std::{
    io::{self, Read},
    ops::{ControlFlow, Range},
    path::Path,
    sync::Arc,
};

use super::{
    batch::{Batch, Entry, Form},
    lines::{Lines, Quoting},
    table::Table,
};
use crate::{
    archive::{Input, InputError},
    report::positions::Layout,
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
    Trouble(String),
}

/// Which positions of a game are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum At {
    Every,
    End,
    Ply(u32),
}

/// Reads all inputs and hands batches on.
pub(super) struct Producer<'a, F> {
    pub(super) layout: Layout,
    pub(super) at: At,
    pub(super) fen_column: Option<&'a str>,
    /// How many positions have been handed on.
    pub(super) n: u64,
    /// The layout, once a record has been seen and nothing can be added to it.
    pub(super) settled: Option<Arc<Layout>>,
    /// How many bytes have been read that no batch has told of.
    pub(super) bytes: u64,
    pub(super) send: F,
}

impl<F: FnMut(Message) -> ControlFlow<()> + Send> Producer<'_, F> {
    /// Reads one input after the other.
    pub(super) fn run(&mut self, given: &[Given]) -> ControlFlow<()> {
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

    /// The layout for a batch; what is carried is settled by the first.
    pub(super) fn settle(&mut self, carried: &[String]) -> Arc<Layout> {
        let layout = &self.layout;
        let settle = || Arc::new(Layout { carried: carried.to_vec(), ..layout.clone() });
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

    fn complain(&mut self, trouble: &str) -> ControlFlow<()> {
        (self.send)(Message::Trouble(trouble.to_owned()))
    }

    fn argument(&mut self, text: &str) -> ControlFlow<()> {
        let mut batch = Batch::new(None, self.settle(&[]));
        batch.text = text.as_bytes().to_vec();
        let input = 0..batch.text.len();
        batch.entries.push(self.entry(input, None, Form::Fen));
        self.send(batch)
    }

    fn entry(&mut self, input: Range<usize>, line: Option<u64>, form: Form) -> Entry {
        let carried = vec![String::new(); self.settled.as_ref().map_or(0, |it| it.carried.len())];
        Entry { n: self.next_n(), line, input, carried, form }
    }

    /// A file of lines, or a table that has a column of positions.
    fn list(&mut self, input: &Input) -> Result<ControlFlow<()>, InputError> {
        let name: Arc<str> = input.name().into();
        let broken = |cause| InputError { name: input.name(), cause };
        let mut lines = Lines::new(input.open()?);
        let first = lines.next_block().map_err(broken)?;
        let Some(first) = first else { return Ok(ControlFlow::Continue(())) };
        lines.put_back(first.clone());
        match Table::recognised(&first, is_named(&name, "csv"), self.fen_column) {
            Some(table) => {
                lines.set_quoting(Quoting::Quotes);
                self.table(&name, lines, &table)
            }
            None => self.plain_list(&name, lines),
        }
        .map_err(broken)
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
            let end = memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |at| start + at);
            let content = text[start..end].trim_ascii_end();
            if !content.trim_ascii_start().is_empty() {
                let form = if is_epd { Form::Epd } else { Form::Fen };
                batch.entries.push(self.entry(start..start + content.len(), Some(line), form));
            }
            (start, line) = (end + 1, line + 1);
        }
        batch.text = text;
        (line, self.send(batch))
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
