//! A record as an object on one line.

use serde::Serialize;

use super::{Layout, Record, sink::Sink, value};

/// A finding, with its place.
#[derive(Debug, Serialize)]
struct FindingRow<'a> {
    code: &'static str,
    severity: &'static str,
    field: Option<&'a str>,
    column: u64,
    message: &'a str,
}

/// The object; the answer is where a later value belongs.
pub(super) fn record(record: &Record<'_>, layout: &Layout, out: &mut Vec<u8>) -> Option<usize> {
    let mut object = Object { out, key: "", is_first: true, hole: None };
    for &column in &layout.columns {
        object.key = column.name();
        value::write(record, column, layout, &mut object);
    }
    for (name, text) in layout.carried.iter().zip(record.origin.carried) {
        object.key = name;
        object.text(text);
    }
    if layout.has_findings {
        object.key = "findings";
        object.serialized(&findings(record));
    }
    let opening: &[u8] = if object.is_first { b"{}\n" } else { b"}\n" };
    object.out.extend_from_slice(opening);
    object.hole
}

fn findings<'a>(record: &'a Record<'_>) -> Vec<FindingRow<'a>> {
    let findings = record.reading.findings.iter();
    findings
        .map(|finding| FindingRow {
            code: finding.code.id(),
            severity: finding.severity.as_str(),
            field: finding.path.as_deref(),
            column: record.column(finding),
            message: &finding.message,
        })
        .collect()
}

struct Object<'a> {
    out: &'a mut Vec<u8>,
    key: &'a str,
    is_first: bool,
    hole: Option<usize>,
}

impl Object<'_> {
    fn next(&mut self) {
        self.out.push(if self.is_first { b'{' } else { b',' });
        self.is_first = false;
        self.string(self.key);
        self.out.push(b':');
    }

    fn string(&mut self, text: &str) {
        // Writing to memory does not fail.
        let _ = serde_json::to_writer(&mut *self.out, text);
    }

    fn push(&mut self, text: &str) {
        self.out.extend_from_slice(text.as_bytes());
    }

    fn quoted(&mut self, word: &str) {
        self.out.push(b'"');
        self.push(word);
        self.out.push(b'"');
    }

    fn serialized(&mut self, value: &impl Serialize) {
        self.next();
        let _ = serde_json::to_writer(&mut *self.out, value);
    }
}

impl Sink for Object<'_> {
    fn nothing(&mut self) {
        self.next();
        self.out.extend_from_slice(b"null");
    }

    fn flag(&mut self, flag: bool) {
        self.next();
        self.push(if flag { "true" } else { "false" });
    }

    fn number(&mut self, number: u64) {
        self.next();
        self.out.extend_from_slice(itoa::Buffer::new().format(number).as_bytes());
    }

    fn word(&mut self, word: &str) {
        self.next();
        self.quoted(word);
    }

    fn text(&mut self, text: &str) {
        self.next();
        self.string(text);
    }

    fn words(&mut self, words: impl Iterator<Item: AsRef<str>>) {
        self.next();
        self.out.push(b'[');
        for (index, word) in words.enumerate() {
            if index > 0 {
                self.out.push(b',');
            }
            self.quoted(word.as_ref());
        }
        self.out.push(b']');
    }

    fn hole(&mut self) {
        self.next();
        self.hole = Some(self.out.len());
    }
}
