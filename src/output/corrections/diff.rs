//! Corrections as a unified diff that `patch` and `git apply` accept, written while the file is read. Lines end with a line feed,
//! whatever else the bytes are.

use std::{
    collections::VecDeque,
    io::{self, Seek, Write},
    mem,
};

use anstyle::{AnsiColor, Style};
use tempfile::SpooledTempFile;

use crate::text::PrintableWriter;

/// How many unchanged lines surround a change.
const CONTEXT: usize = 3;

/// A larger hunk is kept in a temporary file.
const LARGEST_HUNK: usize = 1 << 20;

/// How a diff is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiffStyle {
    /// For programs: the bytes as they are.
    Plain,
    /// For a terminal, with or without colour: control characters are replaced.
    Terminal {
        /// Whether lines are coloured.
        color: bool,
    },
}

/// Writes the diff of one file.
#[derive(Debug)]
pub struct DiffWriter<W> {
    out: W,
    style: DiffStyle,
    name: Vec<u8>,
    has_header: bool,
    /// The next line of the old and of the new file.
    lines: [u64; 2],
    /// The bytes of the line that is not complete, in the old and in the new file.
    open: [Vec<u8>; 2],
    is_changed: bool,
    /// The last unchanged lines.
    context: VecDeque<Vec<u8>>,
    hunk: Option<Hunk>,
}

/// Changes that are close to each other.
#[derive(Debug)]
struct Hunk {
    /// Its first line in the old and in the new file, and how many lines it has there.
    first: [u64; 2],
    count: [u64; 2],
    body: SpooledTempFile,
    /// Unchanged lines after the last change.
    after: VecDeque<Vec<u8>>,
}

impl<W: Write> DiffWriter<W> {
    /// A writer of the diff of the file with this name.
    pub fn new(out: W, name: &[u8], style: DiffStyle) -> Self {
        Self {
            out,
            style,
            name: name.to_owned(),
            has_header: false,
            lines: [1; 2],
            open: [Vec::new(), Vec::new()],
            is_changed: false,
            context: VecDeque::new(),
            hunk: None,
        }
    }

    /// Passes bytes that stay the same.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn same(&mut self, mut bytes: &[u8]) -> io::Result<()> {
        while !bytes.is_empty() {
            let end = memchr::memchr(b'\n', bytes).map(|at| at + 1);
            let (line, rest) = bytes.split_at(end.unwrap_or(bytes.len()));
            bytes = rest;
            self.open[0].extend_from_slice(line);
            if self.is_changed {
                self.open[1].extend_from_slice(line);
            }
            if end.is_some() {
                self.end_line()?;
            }
        }
        Ok(())
    }

    /// Replaces bytes.
    pub fn replace(&mut self, old: &[u8], new: &[u8]) {
        if !mem::replace(&mut self.is_changed, true) {
            let [before, same] = &mut self.open;
            same.clone_from(before);
        }
        self.open[0].extend_from_slice(old);
        self.open[1].extend_from_slice(new);
    }

    /// Ends the file.
    ///
    /// # Errors
    /// When the output cannot be written.
    pub fn finish(mut self) -> io::Result<()> {
        if !self.open.iter().all(Vec::is_empty) {
            self.end_line()?;
        }
        self.end_hunk()
    }

    /// Both files are at the end of a line, or at their end.
    fn end_line(&mut self) -> io::Result<()> {
        let [old, new] = self.open.each_mut().map(mem::take);
        if mem::take(&mut self.is_changed) && old != new {
            self.begin_change()?;
            self.lines_of(&old, 0)?;
            return self.lines_of(&new, 1);
        }
        for line in old.split_inclusive(|&byte| byte == b'\n') {
            self.unchanged(line.to_owned())?;
        }
        Ok(())
    }

    fn unchanged(&mut self, line: Vec<u8>) -> io::Result<()> {
        self.lines = self.lines.map(|line| line + 1);
        let Some(hunk) = &mut self.hunk else {
            self.context.push_back(line);
            if self.context.len() > CONTEXT {
                self.context.pop_front();
            }
            return Ok(());
        };
        hunk.after.push_back(line);
        if hunk.after.len() > 2 * CONTEXT {
            self.end_hunk()?;
        }
        Ok(())
    }

    /// Opens a hunk, or goes on with the one that is open.
    fn begin_change(&mut self) -> io::Result<()> {
        let (style, lines) = (self.style, self.lines);
        let context = mem::take(&mut self.context);
        let hunk = self.hunk.get_or_insert_with(|| Hunk {
            first: lines.map(|line| line - context.len() as u64),
            count: [0; 2],
            body: SpooledTempFile::new(LARGEST_HUNK),
            after: context,
        });
        for line in mem::take(&mut hunk.after) {
            hunk.add(b' ', &line, style)?;
        }
        Ok(())
    }

    /// Removes lines of the old file, or adds lines of the new one.
    fn lines_of(&mut self, text: &[u8], side: usize) -> io::Result<()> {
        let style = self.style;
        for line in text.split_inclusive(|&byte| byte == b'\n') {
            self.lines[side] += 1;
            if let Some(hunk) = &mut self.hunk {
                hunk.add(b"-+"[side], line, style)?;
            }
        }
        Ok(())
    }

    fn end_hunk(&mut self) -> io::Result<()> {
        let Some(mut hunk) = self.hunk.take() else { return Ok(()) };
        for _ in 0..CONTEXT {
            if let Some(line) = hunk.after.pop_front() {
                hunk.add(b' ', &line, self.style)?;
            }
        }
        let skipped = hunk.after.len().saturating_sub(CONTEXT);
        self.context = hunk.after.split_off(skipped);
        if !mem::replace(&mut self.has_header, true) {
            for (mark, folder) in [("---", "a/"), ("+++", "b/")] {
                let line = [mark.as_bytes(), b" ", &file_name(folder, &self.name)].concat();
                put(&mut self.out, &line, Style::new().bold(), self.style)?;
            }
        }
        let [old, new] = [0, 1].map(|side| {
            let (first, count) = (hunk.first[side], hunk.count[side]);
            // Where a side has no lines, the line before is named.
            if count == 0 { format!("{},0", first - 1) } else { format!("{first},{count}") }
        });
        let header = format!("@@ -{old} +{new} @@\n");
        put(&mut self.out, header.as_bytes(), AnsiColor::Cyan.on_default(), self.style)?;
        hunk.body.rewind()?;
        io::copy(&mut hunk.body, &mut self.out)?;
        Ok(())
    }
}

impl Hunk {
    fn add(&mut self, mark: u8, line: &[u8], style: DiffStyle) -> io::Result<()> {
        let color = match mark {
            b'-' => AnsiColor::Red.on_default(),
            b'+' => AnsiColor::Green.on_default(),
            _ => Style::new(),
        };
        self.count[0] += u64::from(mark != b'+');
        self.count[1] += u64::from(mark != b'-');
        let end: &[u8] =
            if line.ends_with(b"\n") { b"" } else { b"\n\\ No newline at end of file\n" };
        put(&mut self.body, &[&[mark], line, end].concat(), color, style)
    }
}

/// Writes whole lines.
fn put(out: &mut impl Write, lines: &[u8], color: Style, style: DiffStyle) -> io::Result<()> {
    match style {
        DiffStyle::Plain => out.write_all(lines),
        DiffStyle::Terminal { color: false } => PrintableWriter(out).write_all(lines),
        DiffStyle::Terminal { color: true } => {
            let line = lines.strip_suffix(b"\n").unwrap_or(lines);
            write!(out, "{color}")?;
            PrintableWriter(&mut *out).write_all(line)?;
            writeln!(out, "{color:#}")
        }
    }
}

/// A file name as git writes it: quoted if it has unusual bytes, and ended by a tab if it has a space.
fn file_name(folder: &str, name: &[u8]) -> Vec<u8> {
    let name = name.strip_prefix(b"/").unwrap_or(name);
    let name = name.strip_prefix(b"./").unwrap_or(name);
    let mut line = folder.as_bytes().to_owned();
    let is_plain = |byte: &u8| !byte.is_ascii_control() && !matches!(byte, b'"' | b'\\');
    if name.iter().all(is_plain) {
        line.extend_from_slice(name);
        line.extend_from_slice(if name.contains(&b' ') { b"\t" } else { b"" });
    } else {
        line.insert(0, b'"');
        for &byte in name {
            match byte {
                b'"' | b'\\' => line.extend([b'\\', byte]),
                byte if byte.is_ascii_control() => line.extend(format!("\\{byte:03o}").bytes()),
                byte => line.push(byte),
            }
        }
        line.push(b'"');
    }
    line.push(b'\n');
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn diff(parts: &[(&str, Option<&str>)]) -> String {
        let mut out = Vec::new();
        let mut writer = DiffWriter::new(&mut out, b"club.pgn", DiffStyle::Plain);
        for (old, new) in parts {
            match new {
                None => writer.same(old.as_bytes()).expect("memory"),
                Some(new) => writer.replace(old.as_bytes(), new.as_bytes()),
            }
        }
        writer.finish().expect("memory");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn a_change_has_three_lines_around_it() {
        let text = diff(&[
            ("1\n2\n3\n4\n5", None),
            ("x", Some("y")),
            ("z\n6\n7\n8\n9\n10\n11\n12\n", None),
        ]);
        let expected = "--- a/club.pgn\n+++ b/club.pgn\n\
            @@ -2,7 +2,7 @@\n 2\n 3\n 4\n-5xz\n+5yz\n 6\n 7\n 8\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn close_changes_share_a_hunk_and_others_do_not() {
        let near = diff(&[("a", Some("b")), ("\n1\n2\n3\n4\n5\n6\n", None), ("c", Some("d\n"))]);
        assert_eq!(near.matches("@@ -").count(), 1, "{near}");
        let far = diff(&[("a", Some("b")), ("\n1\n2\n3\n4\n5\n6\n7\n", None), ("c", Some("d\n"))]);
        assert_eq!(far.matches("@@ -").count(), 2, "{far}");
        assert!(
            far.contains("@@ -6,4 +6,4 @@\n 5\n 6\n 7\n-c\n\\ No newline at end of file\n+d\n"),
            "{far}"
        );
    }

    #[test]
    fn a_file_without_changes_has_no_diff() {
        assert_eq!(diff(&[("1\n2\n3", None)]), "");
    }

    #[test]
    fn unusual_names_are_quoted() {
        assert_eq!(file_name("a/", b"/tmp/x.pgn"), b"a/tmp/x.pgn\n");
        assert_eq!(file_name("a/", b"club night.pgn"), b"a/club night.pgn\t\n");
        assert_eq!(file_name("b/", b"a\nb\".pgn"), b"\"b/a\\012b\\\".pgn\"\n");
    }
}
