//! Tables and lists of positions.

use std::error::Error;

use super::{Outcome, Output, ensure, run_arbiter, written};

/// Input up to this length is read as one block, so that the rows can be counted beforehand.
const ONE_PIECE: usize = 1 << 16;

pub(super) fn check(text: &[u8]) -> Outcome {
    reported(".csv", text)?;
    reported(".txt", text)
}

/// The report has one numbered row of equal length for each input row, in every format.
fn reported(ending: &str, text: &[u8]) -> Outcome {
    let path = written(ending, text)?;
    let path = path.to_str().ok_or("a name")?;
    let output = run_arbiter(&["report", "-j", "1", "--format", "csv", path])?;
    let complaint = String::from_utf8_lossy(&output.err).into_owned();
    if ending == ".csv" && complaint.contains("there is no column `fen`") {
        return ensure(output.exit.status() == 2, || complaint);
    }
    let rows = rows(&run("csv", path)?)?;
    let [header, rows @ ..] = &rows[..] else { return Err("no header".into()) };
    // A nonsensical row has many findings, but a limited number.
    let most = 100_000 * (rows.len() + 1);
    for (n, row) in (1..).zip(rows) {
        ensure(row.len() == header.len(), || format!("{} fields of {}", row.len(), header.len()))?;
        ensure(row[0] == n.to_string(), || format!("row {n} has the number {}", &row[0]))?;
    }
    let objects = run("json", path)?.out;
    ensure(objects.len() < most, || format!("{} bytes", objects.len()))?;
    let objects: Vec<serde_json::Value> = objects
        .split(|&byte| byte == b'\n')
        .filter(|line| !line.is_empty())
        .map(serde_json::from_slice)
        .collect::<Result<_, _>>()?;
    ensure(objects.len() == rows.len(), || {
        format!("{} objects, {} rows", objects.len(), rows.len())
    })?;
    if let Some(expected) = expected(text).filter(|_| text.len() < ONE_PIECE) {
        ensure(expected == rows.len(), || {
            format!("{expected} lines, {} rows of a {ending}", rows.len())
        })?;
    }
    run("text", path).map(drop)
}

fn run(format: &str, path: &str) -> Result<Output, Box<dyn Error>> {
    let output = run_arbiter(&["report", "-j", "1", "--format", format, path])?;
    ensure(output.exit.status() <= 1, || {
        format!("{:?}: {}", output.exit, String::from_utf8_lossy(&output.err))
    })?;
    Ok(output)
}

fn rows(output: &Output) -> Result<Vec<csv::StringRecord>, csv::Error> {
    csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(&*output.out)
        .into_records()
        .collect()
}

/// The number of lines of a list that are neither blank nor a remark; `None` for a table, whose rows may have several lines.
fn expected(text: &[u8]) -> Option<usize> {
    let text = text.strip_prefix(b"\xef\xbb\xbf").unwrap_or(text);
    let mut lines = text.split(|byte| b"\r\n".contains(byte));
    // Quotes may stand anywhere in a name.
    let mut header = lines.clone().next()?.to_ascii_lowercase();
    header.retain(|&byte| byte != b'"');
    let is_table = header.windows(3).any(|word| word == b"fen");
    let is_row = |line: &&[u8]| !matches!(line.trim_ascii().first(), None | Some(b'#'));
    (!is_table).then(|| lines.by_ref().filter(is_row).count())
}
