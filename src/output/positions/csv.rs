//! A record as a row of a table.

use super::{Layout, Record, sink::Sink, value};

/// The names of the columns.
pub(super) fn header(layout: &Layout, out: &mut Vec<u8>) {
    let mut row = Row::new(out);
    for column in &layout.columns {
        row.text(column.name());
    }
    for name in &layout.carried {
        row.text(name);
    }
    row.end();
}

/// The values, in the order of the header; the answer is where a later value belongs.
pub(super) fn record(record: &Record<'_>, layout: &Layout, out: &mut Vec<u8>) -> Option<usize> {
    let mut row = Row::new(out);
    for &column in &layout.columns {
        value::write(record, column, layout, &mut row);
    }
    for text in record.origin.carried {
        row.text(text);
    }
    row.end()
}

struct Row<'a> {
    out: &'a mut Vec<u8>,
    is_first: bool,
    hole: Option<usize>,
}

impl<'a> Row<'a> {
    fn new(out: &'a mut Vec<u8>) -> Self {
        Self { out, is_first: true, hole: None }
    }

    fn next(&mut self) {
        if !self.is_first {
            self.out.push(b',');
        }
        self.is_first = false;
    }

    fn push(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn end(self) -> Option<usize> {
        self.out.push(b'\n');
        self.hole
    }
}

impl Sink for Row<'_> {
    fn nothing(&mut self) {
        self.next();
    }

    fn flag(&mut self, flag: bool) {
        self.next();
        // Two texts of known length are copied without asking how long they are.
        if flag {
            self.push("true");
        } else {
            self.push("false");
        }
    }

    fn number(&mut self, number: u64) {
        self.next();
        match u8::try_from(number) {
            Ok(digit @ 0..10) => self.out.push(b'0' + digit),
            _ => self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes()),
        }
    }

    fn word(&mut self, word: &str) {
        self.next();
        self.push(word);
    }

    fn text(&mut self, text: &str) {
        self.next();
        if !needs_quotes(text.as_bytes()) {
            self.push(text);
            return;
        }
        self.out.push(b'"');
        for byte in text.bytes() {
            if byte == b'"' {
                self.out.push(b'"');
            }
            self.out.push(byte);
        }
        self.out.push(b'"');
    }

    fn words(&mut self, words: impl Iterator<Item: AsRef<str>>) {
        self.next();
        for (index, word) in words.enumerate() {
            if index > 0 {
                self.out.push(b' ');
            }
            self.push(word.as_ref());
        }
    }

    fn hole(&mut self) {
        self.next();
        self.hole = Some(self.out.len());
    }
}

fn needs_quotes(text: &[u8]) -> bool {
    memchr::memchr3(b',', b'"', b'\n', text).is_some() || memchr::memchr(b'\r', text).is_some()
}
