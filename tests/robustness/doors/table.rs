//! Tables and lists of positions.

use std::error::Error;

use super::{Told, told, written};
use crate::{Outcome, must};

/// Input up to this length is read in one piece, so that the rows can be counted beforehand.
const ONE_PIECE: usize = 1 << 16;

pub(super) fn enter(text: &[u8]) -> Outcome {
    reported("any.csv", text)?;
    reported("any.txt", text)
}

/// As many rows come out as go in, all of them with as many fields, numbered in order, and the same in every format.
fn reported(name: &str, text: &[u8]) -> Outcome {
    let path = written(name, text)?;
    let told = told(&["report", "-j", "1", "--format", "csv", &path])?;
    let complaint = String::from_utf8_lossy(&told.err).into_owned();
    if name.ends_with("csv") && complaint.contains("no column is called `fen`") {
        return must(told.exit.status() == 2, || complaint);
    }
    let rows = rows(&run("csv", &path)?)?;
    let [header, rows @ ..] = &rows[..] else { return Err("no header".into()) };
    // A row of nonsense has many findings, but not more than so many.
    let most = 100_000 * (rows.len() + 1);
    for (n, row) in (1..).zip(rows) {
        must(row.len() == header.len(), || format!("{} fields of {}", row.len(), header.len()))?;
        must(row[0] == n.to_string(), || format!("row {n} has the number {}", &row[0]))?;
    }
    let objects = run("json", &path)?.out;
    must(objects.len() < most, || format!("{} bytes", objects.len()))?;
    let objects: Vec<serde_json::Value> = objects
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(serde_json::from_slice)
        .collect::<Result<_, _>>()?;
    must(objects.len() == rows.len(), || {
        format!("{} objects, {} rows", objects.len(), rows.len())
    })?;
    if let Some(expected) = expected(text).filter(|_| text.len() < ONE_PIECE) {
        must(expected == rows.len(), || {
            format!("{expected} lines, {} rows of {name}", rows.len())
        })?;
    }
    run("text", &path).map(drop)
}

fn run(format: &str, path: &str) -> Result<Told, Box<dyn Error>> {
    let told = told(&["report", "-j", "1", "--format", format, path])?;
    must(told.exit.status() <= 1, || {
        format!("{:?}: {}", told.exit, String::from_utf8_lossy(&told.err))
    })?;
    Ok(told)
}

fn rows(told: &Told) -> Result<Vec<csv::StringRecord>, csv::Error> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(&*told.out)
        .into_records()
        .collect()
}

/// How many lines of a list are not blank; `None` for what may be a table, whose rows may have several lines.
fn expected(text: &[u8]) -> Option<usize> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut lines = text.split(|byte| b"\r\n".contains(byte));
    let is_table = lines.clone().next()?.to_ascii_lowercase().windows(3).any(|word| word == b"fen");
    (!is_table).then(|| lines.by_ref().filter(|line| !line.trim_ascii().is_empty()).count())
}
