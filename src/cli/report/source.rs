//! Where positions come from: arguments, lists, tables and games. A producer reads them and sends them on in batches.

use std::{
    io::{self, Read},
    ops::{ControlFlow, Range},
    path::Path,
    sync::Arc,
};

use clap::ValueEnum;

use super::{
    games,
    lines::{Lines, MAX_LINE, Quoting},
    options::Plan,
    table::TableHeader,
};
use crate::{
    archive::{Input, InputError},
    diagnostics::{Code, Finding, Severity},
    output::positions::{Column, Layout, Origin, Page, PositionRecord},
    rules::{AnyMove, AnyPosition, Variant},
    text::{Span, nearest, readable},
};

/// An input of positions.
#[derive(Debug, Clone)]
pub(super) enum PositionInput {
    /// A position on the command line.
    Fen(String),
    /// A list or a table of positions.
    List(Input),
    /// Games.
    Games(Input),
}

/// What the producer sends: a batch, or why an input or part of it cannot be read.
pub(super) type Message = Result<Batch, String>;

/// Some hundred positions of one input, on their way through the run.
#[derive(Debug)]
pub(super) struct Batch {
    /// The file, if they are from one.
    pub(super) file: Option<Arc<str>>,
    /// How they are printed.
    pub(super) layout: Arc<Layout>,
    /// The text they were read from.
    pub(super) text: Vec<u8>,
    /// One entry for each position.
    pub(super) entries: Vec<PositionEntry>,
    /// The bytes read from the input for them.
    pub(super) bytes: u64,
}

/// One position of a batch.
#[derive(Debug)]
pub(super) struct PositionEntry {
    pub(super) n: u64,
    pub(super) line: Option<u64>,
    /// How many characters of the line precede it.
    pub(super) indent: u64,
    /// Its place in the text of the batch.
    pub(super) input: Range<usize>,
    /// The values carried through from the input; `None` if it has no such column.
    pub(super) carried: Vec<Option<String>>,
    /// What it is called, if the input says so.
    pub(super) caption: Option<String>,
    /// The move that led to it.
    pub(super) last: Option<AnyMove>,
    pub(super) kind: EntryKind,
}

/// What an entry holds.
#[derive(Debug)]
pub(super) enum EntryKind {
    /// A FEN, or an EPD record recognised by its operations, with the variant that its table gives.
    Fen(Option<Variant>),
    /// A line of an EPD file.
    Epd,
    /// A position reached in a game of this variant.
    Reached(Box<AnyPosition>, Variant),
    /// A game that cannot be played to its end.
    Broken(Vec<Finding>),
    /// A line that was not read.
    TooLong,
}

impl Batch {
    pub(super) fn new(file: Option<Arc<str>>, layout: Arc<Layout>) -> Self {
        Self { file, layout, text: Vec::new(), entries: Vec::new(), bytes: 0 }
    }

    /// Prints the records of all positions.
    pub(super) fn print(self) -> Page {
        let mut page = Page::default();
        for entry in self.entries {
            let origin = Origin {
                n: entry.n,
                file: self.file.as_deref(),
                line: entry.line,
                indent: entry.indent,
                input: &self.text[entry.input],
                carried: &entry.carried,
                is_of_game: matches!(entry.kind, EntryKind::Reached(..) | EntryKind::Broken(_)),
                caption: entry.caption.as_deref(),
                last: entry.last,
            };
            let mut record = match entry.kind {
                EntryKind::Fen(own) => PositionRecord::read(origin, self.layout.variant.or(own)),
                EntryKind::Epd => PositionRecord::read_epd(origin, self.layout.variant),
                EntryKind::Reached(position, variant) => {
                    PositionRecord::reached(origin, *position, variant)
                }
                EntryKind::Broken(findings) => PositionRecord::missing(origin, findings),
                EntryKind::TooLong => PositionRecord::missing(origin, vec![too_long()]),
            };
            record.select(&self.layout.selection);
            self.layout.print(&record, &mut page);
        }
        page
    }
}

fn too_long() -> Finding {
    let message = format!("the line has more than {MAX_LINE} bytes and was not read");
    let finding = Finding::new(Code::LineOver255, Span { start: 0, end: 0 }, message);
    Finding { severity: Severity::Error, ..finding }
}

/// Reads all inputs and sends batches.
pub(super) struct Producer<'a, F> {
    pub(super) plan: &'a Plan,
    /// How many positions have been sent.
    pub(super) n: u64,
    /// The carried columns of later inputs, as far as they are known in advance.
    pub(super) expected_columns: Vec<String>,
    /// The layout with all carried columns; fixed by the first record.
    pub(super) final_layout: Option<Arc<Layout>>,
    /// The bytes read that no batch counts yet.
    pub(super) bytes: u64,
    /// Whether the chosen columns are known to be there.
    is_checked: bool,
    pub(super) send: F,
}

impl<'a, F> Producer<'a, F> {
    /// A producer for the inputs of a plan.
    pub(super) fn new(plan: &'a Plan, send: F) -> Self {
        let (expected_columns, final_layout) = (Vec::new(), None);
        Self { plan, n: 0, expected_columns, final_layout, bytes: 0, is_checked: false, send }
    }
}

impl<F: FnMut(Message) -> ControlFlow<()> + Send> Producer<'_, F> {
    /// Reads one input after the other.
    pub(super) fn run(&mut self) -> ControlFlow<()> {
        self.expect_columns();
        for given in &self.plan.given {
            let read = match given {
                PositionInput::Fen(text) => Ok(self.argument(text)),
                PositionInput::List(input) => self.list(input),
                PositionInput::Games(input) => self.games(input),
            };
            read.unwrap_or_else(|error| self.report_error(error.to_string()))?;
        }
        ControlFlow::Continue(())
    }

    /// Looks for the carried columns of all inputs, because the header is written before the first record.
    fn expect_columns(&mut self) {
        if self.plan.given.len() < 2 {
            return;
        }
        for given in &self.plan.given {
            let carried = match given {
                PositionInput::Games(_) => games::carried(),
                PositionInput::List(input) if input.is_rereadable() => {
                    // An input that cannot be read is reported when its turn comes.
                    let first = self.open(input).ok().flatten();
                    first.and_then(|(_, table)| table).map_or(Vec::new(), |table| table.carried())
                }
                PositionInput::Fen(_) | PositionInput::List(_) => Vec::new(),
            };
            add_names(&mut self.expected_columns, &carried);
        }
    }

    /// The layout for a batch; the first batch fixes the carried columns.
    pub(super) fn layout_with(&mut self, carried: &[String]) -> Arc<Layout> {
        let (layout, expected_columns) = (&self.plan.layout, &self.expected_columns);
        let with_columns = || {
            let mut names = expected_columns.clone();
            add_names(&mut names, carried);
            Arc::new(Layout { carried: names, ..layout.clone() })
        };
        Arc::clone(self.final_layout.get_or_insert_with(with_columns))
    }

    /// Refuses columns that the input does not have.
    fn check_columns(&mut self, layout: &Layout) -> ControlFlow<()> {
        let is_missing = |name: &&String| !layout.carried.contains(name);
        let Some(name) = self.plan.wanted_columns.iter().find(is_missing) else {
            return ControlFlow::Continue(());
        };
        let own: Vec<String> = Column::value_variants().iter().map(|it| it.name()).collect();
        let known = own.iter().chain(&layout.carried).map(String::as_str);
        let tip = match nearest(name, known) {
            Some(meant) => format!("; did you mean `{meant}`?"),
            None => "; `arbiter help formats` lists the columns".to_owned(),
        };
        self.report_error(format!("there is no column `{name}`{tip}"))?;
        ControlFlow::Break(())
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
        if !std::mem::replace(&mut self.is_checked, true) {
            let layout = Arc::clone(&batch.layout);
            self.check_columns(&layout)?;
        }
        (self.send)(Ok(batch))
    }

    pub(super) fn report_error(&mut self, message: String) -> ControlFlow<()> {
        (self.send)(Err(message))
    }

    fn argument(&mut self, text: &str) -> ControlFlow<()> {
        let mut batch = Batch::new(None, self.layout_with(&[]));
        batch.text = text.as_bytes().to_vec();
        let input = 0..batch.text.len();
        batch.entries.push(self.entry(input, None, EntryKind::Fen(None)));
        self.send(batch)
    }

    fn entry(&mut self, input: Range<usize>, line: Option<u64>, kind: EntryKind) -> PositionEntry {
        let columns = self.final_layout.as_ref().map_or(0, |layout| layout.carried.len());
        let carried = vec![None; columns];
        let (caption, last) = (None, None);
        PositionEntry { n: self.next_n(), line, indent: 0, input, carried, caption, last, kind }
    }

    /// A file of lines, or a table that has a column of positions.
    fn list(&mut self, input: &Input) -> Result<ControlFlow<()>, InputError> {
        let name: Arc<str> = input.name().into();
        let Some((mut lines, table)) = self.open(input)? else {
            return Ok(ControlFlow::Continue(()));
        };
        match table {
            Some(table) => {
                lines.set_quoting(Quoting::Quotes);
                self.table(&name, lines, &table)
            }
            None => self.plain_list(&name, lines),
        }
        .map_err(|cause| InputError::Unreadable { name: input.name(), cause })
    }

    /// The lines of a file that is not empty, and its header if it is a table.
    fn open(&self, input: &Input) -> Result<Option<Opened>, InputError> {
        let broken = |cause| InputError::Unreadable { name: input.name(), cause };
        let mut lines = Lines::new(input.open(1)?);
        let Some(first) = lines.next_block().map_err(broken)? else { return Ok(None) };
        if begins_a_game(&first) {
            let cause = "it holds games, not positions; name it with `--pgn`";
            return Err(broken(io::Error::other(cause)));
        }
        let is_csv = has_extension(&input.name(), "csv");
        let fen_column = self.plan.fen_column.as_deref();
        let table = TableHeader::recognise(&first, is_csv, fen_column).map_err(broken)?;
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

    /// Sends the lines of a block that are not blank; returns the number of the next line.
    fn plain_lines(
        &mut self,
        name: &Arc<str>,
        text: Vec<u8>,
        first: u64,
    ) -> (u64, ControlFlow<()>) {
        let is_epd = has_extension(name, "epd");
        let mut batch = Batch::new(Some(Arc::clone(name)), self.layout_with(&[]));
        batch.bytes = text.len() as u64;
        let (mut start, mut line) = (0, first);
        while start < text.len() {
            let end = memchr::memchr2(b'\n', b'\r', &text[start..]);
            let end = end.map_or(text.len(), |at| start + at);
            let content = text[start..end].trim_ascii_end();
            if end - start > MAX_LINE {
                batch.entries.push(self.entry(start..start, Some(line), EntryKind::TooLong));
            } else if !matches!(content.trim_ascii_start(), [] | [b'#', ..]) {
                let kind = if is_epd { EntryKind::Epd } else { EntryKind::Fen(None) };
                let length = if is_epd { content.len() } else { fen_length(content) };
                let mut entry = self.entry(start..start + length, Some(line), kind);
                let caption = content[length..].trim_ascii();
                entry.caption = (!caption.is_empty()).then(|| readable(caption).into_owned());
                batch.entries.push(entry);
            }
            let length = if text[end..].starts_with(b"\r\n") { 2 } else { 1 };
            (start, line) = (end + length, line + 1);
        }
        batch.text = text;
        (line, self.send(batch))
    }
}

/// Whether a text is a PGN file: it begins with a tag, after blank lines and escaped ones.
fn begins_a_game(text: &[u8]) -> bool {
    let mut lines = text.split(|byte| *byte == b'\n').map(<[u8]>::trim_ascii);
    let first = lines.find(|line| !matches!(line, [] | [b'%' | b';', ..]));
    first.is_some_and(|line| {
        let name = line.strip_prefix(b"[").unwrap_or_default();
        name.first().is_some_and(u8::is_ascii_alphabetic) && name.contains(&b'"')
    })
}

/// Whether an input is a PGN file, by what it begins with.
pub(super) fn holds_games(input: &Input) -> bool {
    let first =
        input.open(1).ok().and_then(|stream| Lines::new(stream).next_block().ok().flatten());
    first.is_some_and(|first| begins_a_game(&first))
}

/// How many bytes of a line are its FEN; words after the sixth field are a caption. Anything else there is a fault of the FEN.
fn fen_length(line: &[u8]) -> usize {
    let is_blank = |byte: &u8| byte.is_ascii_whitespace();
    let mut end = line.len() - line.trim_ascii_start().len();
    let (mut field, mut fields) = (0, 6);
    while field < fields {
        let length = line[end..].iter().position(is_blank);
        let Some(length) = length.filter(|length| *length > 0) else { return line.len() };
        let word = &line[end..end + length];
        // Where checks are counted, `3+3` precedes the numbers.
        let is_count = field == 4 && word.contains(&b'+');
        let is_part = |byte: &u8| byte.is_ascii_digit() || is_count && *byte == b'+';
        if field >= 4 && !word.iter().all(is_part) {
            return line.len();
        }
        fields += usize::from(is_count);
        field += 1;
        end += length;
        if field < fields {
            end += line[end..].iter().take_while(|byte| is_blank(byte)).count();
        }
    }
    let caption = line[end..].trim_ascii();
    let has_words = caption.len() > 1 && readable(caption).starts_with(char::is_alphabetic);
    let is_operations = memchr::memchr(b';', caption).is_some();
    if has_words && !is_operations { end } else { line.len() }
}

/// The lines of a file, and its header if it is a table.
type Opened = (Lines<Box<dyn Read + Send>>, Option<TableHeader>);

/// Adds the names that are not there yet.
fn add_names(names: &mut Vec<String>, more: &[String]) {
    for name in more {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
}

/// The places of the carried columns of a layout among those of an input, which need not have all.
#[derive(Debug)]
pub(super) struct CarriedColumns(Vec<Option<usize>>);

impl CarriedColumns {
    pub(super) fn of(names: &[String], layout: &Layout) -> Self {
        let place = |name: &String| names.iter().position(|other| other == name);
        Self(layout.carried.iter().map(place).collect())
    }

    /// The values of an input, in the order of the layout.
    pub(super) fn arranged(&self, values: &[impl AsRef<str>]) -> Vec<Option<String>> {
        // A row of a table may be shorter than its header.
        let value = |at: usize| values.get(at).map_or("", AsRef::as_ref).to_owned();
        self.0.iter().map(|place| place.map(value)).collect()
    }
}

/// Whether a file has this extension, before that of a compression.
fn has_extension(name: &str, ending: &str) -> bool {
    let mut path = Path::new(name);
    let ends = |path: &Path, with: &str| {
        path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(with))
    };
    if ["gz", "bz2", "zst", "xz"].iter().any(|compressed| ends(path, compressed)) {
        path = Path::new(path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default());
    }
    ends(path, ending)
}
