//! `arbiter report` as a user sees it: one record per position, in order, at once, in little memory.

use std::{
    error::Error,
    fs,
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Output, Stdio},
};

use serde_json::Value;

type Outcome = Result<(), Box<dyn Error>>;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const DEAD: &str = "8/8/8/3k4/8/8/8/3K4 w - - 0 60";

fn spawned(arguments: &[&str]) -> std::io::Result<Child> {
    Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .arg("report")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
}

fn reported(arguments: &[&str], input: &[u8]) -> Result<Output, Box<dyn Error>> {
    let mut child = spawned(arguments)?;
    let mut stdin = child.stdin.take().ok_or("a pipe")?;
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output()?;
    writer.join().map_err(|_| "the writer")??;
    Ok(output)
}

fn objects(output: &Output) -> Result<Vec<Value>, Box<dyn Error>> {
    let text = String::from_utf8(output.stdout.clone())?;
    Ok(text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

fn rows(output: &Output) -> Result<Vec<Vec<String>>, Box<dyn Error>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(&*output.stdout);
    let rows = reader.records().collect::<Result<Vec<_>, _>>()?;
    Ok(rows.iter().map(|row| row.iter().map(str::to_owned).collect()).collect())
}

#[test]
fn every_line_that_is_not_blank_is_a_record() -> Outcome {
    let input = format!("{START}\n\nnot a position\n  \n\u{265c}\t\n{DEAD}\r\n");
    let mut bytes = input.into_bytes();
    bytes.extend_from_slice(b"\xff\xfe\x00\n\"quoted, with comma\"");
    let output = reported(&["--format", "json"], &bytes)?;
    let objects = objects(&output)?;
    let lines: Vec<_> = objects.iter().filter_map(|object| object["line"].as_u64()).collect();
    assert_eq!(lines, [1, 3, 5, 6, 7, 8]);
    let statuses: Vec<_> = objects.iter().filter_map(|object| object["status"].as_str()).collect();
    assert_eq!(statuses, ["ongoing", "invalid", "invalid", "dead-position", "invalid", "invalid"]);
    assert_eq!(output.status.code(), Some(1));
    Ok(())
}

#[test]
fn the_bytes_do_not_depend_on_the_number_of_threads() -> Outcome {
    let lines: Vec<&str> = (0..3_000).map(|n| if n % 7 == 3 { DEAD } else { START }).collect();
    let lines = lines.join("\n");
    for format in ["text", "csv", "json", "html"] {
        let one = reported(&["--format", format, "-j", "1"], lines.as_bytes())?;
        let four = reported(&["--format", format, "-j", "4"], lines.as_bytes())?;
        assert!(one.stdout == four.stdout, "{format}");
    }
    Ok(())
}

#[test]
fn an_equal_position_names_the_first() -> Outcome {
    let input = format!("{START}\n{DEAD}\n{START}\nx\n{DEAD}\n");
    let output = reported(&["--format", "csv", "--columns", "n,dup_of,valid"], input.as_bytes())?;
    let rows = rows(&output)?;
    let expected = [
        ["n", "dup_of", "valid"],
        ["1", "", "true"],
        ["2", "", "true"],
        ["3", "1", "true"],
        ["4", "", "false"],
        ["5", "2", "true"],
    ];
    assert_eq!(rows, expected);
    Ok(())
}

#[test]
fn a_table_keeps_its_other_columns() -> Outcome {
    let input = format!("name,position,n\n\"Ek, Anna\",{START},7\n\"two\nlines\",{DEAD},8\n");
    let arguments = ["--format", "csv", "--fen-column", "position", "--columns", "n,line,status"];
    let rows = rows(&reported(&arguments, input.as_bytes())?)?;
    let expected = [
        ["n", "line", "status", "name", "input_n"],
        ["1", "2", "ongoing", "Ek, Anna", "7"],
        ["2", "3", "dead-position", "two\nlines", "8"],
    ];
    assert_eq!(rows, expected);
    Ok(())
}

#[test]
fn every_row_of_a_table_has_as_many_fields() -> Outcome {
    let input = format!("{START}\na,b,\"c\n{DEAD}\n8/8/8/8 w - -\n");
    let output = reported(
        &["--format", "csv", "--with", "moves,board,pieces,perft:1,svg"],
        input.as_bytes(),
    )?;
    let rows = rows(&output)?;
    assert_eq!(rows.len(), 5);
    assert!(rows.iter().all(|row| row.len() == 47));
    Ok(())
}

#[test]
fn output_starts_while_the_pipe_is_open() -> Outcome {
    let mut child = spawned(&["--format", "csv", "--columns", "status"])?;
    let mut stdin = child.stdin.take().ok_or("a pipe")?;
    writeln!(stdin, "{START}")?;
    stdin.flush()?;
    let mut answers = BufReader::new(child.stdout.take().ok_or("a pipe")?).lines();
    assert_eq!(answers.next().transpose()?.as_deref(), Some("status"));
    assert_eq!(answers.next().transpose()?.as_deref(), Some("ongoing"));
    writeln!(stdin, "{DEAD}")?;
    assert_eq!(answers.next().transpose()?.as_deref(), Some("dead-position"));
    drop(stdin);
    assert_eq!(child.wait()?.code(), Some(0));
    Ok(())
}

#[test]
fn an_output_file_is_whole_and_never_an_input() -> Outcome {
    let folder = std::env::temp_dir().join(format!("arbiter-report-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let (list, table) = (folder.join("list.txt"), folder.join("table.csv"));
    fs::write(&list, format!("{START}\n"))?;
    let (list, table) = (list.to_str().ok_or("a name")?, table.to_str().ok_or("a name")?);
    let over_input = reported(&[list, "-o", list], b"")?;
    assert_eq!(over_input.status.code(), Some(2));
    assert_eq!(fs::read_to_string(list)?, format!("{START}\n"));
    let written = reported(&[list, "--format", "csv", "--columns", "fen", "-o", table], b"")?;
    assert_eq!(written.status.code(), Some(0));
    assert_eq!(fs::read_to_string(table)?, format!("fen\n{START}\n"));
    let unreadable = reported(&["nope.txt", "-o", table], b"")?;
    assert_eq!(unreadable.status.code(), Some(2));
    assert_eq!(fs::read_to_string(table)?, format!("fen\n{START}\n"), "it is left alone");
    assert_eq!(fs::read_dir(&folder)?.count(), 2, "nothing else is left behind");
    fs::remove_dir_all(&folder)?;
    Ok(())
}

#[test]
fn games_give_their_positions() -> Outcome {
    let folder = std::env::temp_dir().join(format!("arbiter-report-pgn-{}", std::process::id()));
    fs::create_dir_all(&folder)?;
    let file = folder.join("games.pgn");
    fs::write(
        &file,
        "[White \"A\"]\n\n1. e4 (1. d4) e5 2. Nf3 *\n\n[White \"B\"]\n\n1. e4 Ke6 *\n",
    )?;
    let name = file.to_str().ok_or("a name")?;
    let columns = ["--format", "csv", "--columns", "valid,fullmove,turn"];
    let every = rows(&reported(&[&["--pgn", name], columns.as_slice()].concat(), b"")?)?;
    let plies: Vec<_> = every
        .iter()
        .skip(1)
        .map(|row| (row[3].as_str(), row[4].as_str(), row[5].as_str()))
        .collect();
    let expected = [
        ("1", "0", ""),
        ("1", "1", "e4"),
        ("1", "2", "e5"),
        ("1", "3", "Nf3"),
        ("2", "0", ""),
        ("2", "1", "e4"),
        ("2", "2", ""),
    ];
    assert_eq!(plies, expected);
    assert_eq!(every[7][0], "false", "the second game cannot be played on");
    let end =
        rows(&reported(&[&["--pgn", name, "--at", "end"], columns.as_slice()].concat(), b"")?)?;
    assert_eq!(end[1], ["true", "2", "black", "1", "3", "Nf3"]);
    assert_eq!(end[2][0], "false");
    assert_eq!(end.len(), 3);
    fs::remove_dir_all(&folder)?;
    Ok(())
}

/// The most memory a process has had, in kilobytes.
#[cfg(target_os = "linux")]
fn most_memory(process: u32) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

#[cfg(target_os = "linux")]
#[test]
#[ignore = "a million lines: for the deep step of .ci/run"]
fn a_million_lines_need_little_memory() -> Outcome {
    const LINES: u64 = 1_000_000;
    let mut child = spawned(&["--format", "csv"])?;
    let mut stdin = child.stdin.take().ok_or("a pipe")?;
    let writer = std::thread::spawn(move || -> std::io::Result<std::process::ChildStdin> {
        for n in 0..LINES {
            writeln!(stdin, "8/8/8/3k4/8/8/{}K{}/R7 w - - {} 300", n % 4 + 1, 6 - n % 4, n % 90)?;
        }
        stdin.flush()?;
        Ok(stdin)
    });
    let mut lines = BufReader::new(child.stdout.take().ok_or("a pipe")?).lines();
    for _ in 0..=LINES {
        lines.next().ok_or("a row for every line")??;
    }
    let most = most_memory(child.id()).ok_or("a process")?;
    drop(writer.join().map_err(|_| "the writer")??);
    assert_eq!(child.wait()?.code(), Some(0));
    assert!(most < 40_000, "{most} kB");
    Ok(())
}

#[test]
fn a_reader_that_goes_away_is_no_trouble() -> Outcome {
    let mut child = spawned(&["--format", "text"])?;
    let mut stdin = child.stdin.take().ok_or("a pipe")?;
    drop(child.stdout.take());
    // The child may have left before all is written.
    for _ in 0..1_000 {
        if writeln!(stdin, "{START}").is_err() {
            break;
        }
    }
    drop(stdin);
    let mut complaint = String::new();
    child.stderr.take().ok_or("a pipe")?.read_to_string(&mut complaint)?;
    assert_eq!((child.wait()?.code(), complaint.as_str()), (Some(0), ""));
    Ok(())
}
