//! `arbiter report` as a user sees it: one record per position, in order, at once, in little memory.

mod support;

use std::{
    error::Error,
    fs,
    io::{BufRead, BufReader, Read, Write},
    process::{Child, Command, Output, Stdio},
};

use serde_json::Value;
use support::Folder;

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
fn a_row_of_a_table_has_the_number_of_its_line() -> Outcome {
    for end in ["\n", "\r\n", "\r"] {
        let lines = ["name,fen", &format!("a,{DEAD}"), "", &format!("b,{DEAD}"), ""];
        let arguments = ["--format", "csv", "--columns", "line"];
        let rows = rows(&reported(&arguments, lines.join(end).as_bytes())?)?;
        assert_eq!(rows, [["line", "name"], ["2", "a"], ["4", "b"]], "{end:?}");
    }
    Ok(())
}

#[test]
fn a_finding_in_a_table_points_at_the_line() -> Outcome {
    let bad = "4k3/8/8/8/8/8/8/4K3 x - - 0 1";
    let table = format!("name,fen\nEk Änn,{bad}\n\"a,\"\"b\",\"{bad}\"\n\"two\nlines\",{bad}\n");
    let output = reported(&["--format", "line"], table.as_bytes())?;
    let said = String::from_utf8(output.stdout)?;
    let places: Vec<_> = said.lines().map(|line| line.split(": error").next()).collect();
    assert_eq!(places, [Some("-:2:28"), Some("-:3:30"), Some("-:5:28")]);
    Ok(())
}

#[test]
fn an_overlong_line_is_reported() -> Outcome {
    let long = "x".repeat(70_000);
    let table = format!("fen,name\n{DEAD},a\n{DEAD},{long}\n{DEAD},b\n");
    for input in [format!("{DEAD}\n{DEAD}{long}\n{DEAD}\n"), table] {
        let output =
            reported(&["--format", "csv", "--columns", "codes,message"], input.as_bytes())?;
        let rows = rows(&output)?;
        assert_eq!(rows.len(), 4);
        assert_eq!(rows[2][0], "B010");
        assert_eq!(rows[2][1], "the line has more than 65536 bytes and was not read");
        assert_eq!((rows[1][0].as_str(), rows[3][0].as_str()), ("", ""));
        assert_eq!(output.status.code(), Some(1));
    }
    Ok(())
}

#[test]
fn columns_of_one_name_are_distinguished() -> Outcome {
    let input = format!("a,a,fen,a_2,findings\n1,2,{DEAD},3,4\n");
    let output = reported(&["--format", "csv", "--columns", "n"], input.as_bytes())?;
    let expected = [["n", "a", "a_2", "a_2_2", "input_findings"], ["1", "1", "2", "3", "4"]];
    assert_eq!(rows(&output)?, expected);
    Ok(())
}

#[test]
fn inputs_of_several_kinds_share_their_columns() -> Outcome {
    let folder = Folder::new()?;
    let first = folder.file("first.csv", format!("name,fen,x\na,{DEAD},p\n"))?;
    let second = folder.file("second.csv", format!("name,fen,y\nb,{DEAD},q\n"))?;
    let games = folder.file("games.pgn", "1. e4 *\n")?;
    let csv = ["--format", "csv", "--columns", "n"];
    let tables = reported(&[[first.as_str(), &second].as_slice(), &csv].concat(), b"")?;
    let expected = [["n", "name", "x", "y"], ["1", "a", "p", ""], ["2", "b", "", "q"]];
    assert_eq!(rows(&tables)?, expected);
    let mixed = [[DEAD, "--pgn", &games, "--at", "end"].as_slice(), &csv].concat();
    let expected = [["n", "game", "ply", "move"], ["1", "", "", ""], ["2", "1", "1", "e4"]];
    assert_eq!(rows(&reported(&mixed, b"")?)?, expected);
    let json = ["--format", "json", "--columns", "n"];
    let mixed = [[DEAD, "--pgn", &games, "--at", "end"].as_slice(), &json].concat();
    let values = |object: &Value| ["game", "ply", "move"].map(|name| object[name].clone());
    let values: Vec<_> = objects(&reported(&mixed, b"")?)?.iter().map(values).collect();
    assert_eq!(values[0], [Value::Null, Value::Null, Value::Null]);
    assert_eq!(values[1], [Value::from(1), 1.into(), "e4".into()]);
    let piped = format!("name,fen,y\nb,{DEAD},q\n");
    let late = reported(&[[first.as_str(), "-"].as_slice(), &csv].concat(), piped.as_bytes())?;
    let complaint = String::from_utf8_lossy(&late.stderr).into_owned();
    assert!(complaint.starts_with("error: '-': the header has no columns for y\n"), "{complaint}");
    assert_eq!(late.status.code(), Some(2));
    Ok(())
}

#[test]
fn a_table_without_the_column_is_not_read() -> Outcome {
    let folder = Folder::new()?;
    let table = folder.file("table.csv", format!("name,position\na,{DEAD}\n"))?;
    for (arguments, column) in
        [(vec![table.as_str()], "fen"), (vec![&table, "--fen-column", "nope"], "nope")]
    {
        let output = reported(&arguments, b"")?;
        let complaint = String::from_utf8_lossy(&output.stderr).into_owned();
        let expected = format!("there is no column `{column}`; the columns are name, position");
        assert!(complaint.contains(&expected), "{complaint}");
        assert_eq!((output.stdout.len(), output.status.code()), (0, Some(2)));
    }
    let list = folder.file("list.csv", format!("{DEAD}\n"))?;
    assert_eq!(reported(&[&list], b"")?.status.code(), Some(0), "a list under the name of a table");
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
    assert!(rows.iter().all(|row| row.len() == 48));
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
    let folder = Folder::new()?;
    let (list, table) =
        (&folder.file("list.txt", format!("{START}\n"))?, &folder.name("table.csv"));
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
    Ok(())
}

#[test]
fn games_give_their_positions() -> Outcome {
    let folder = Folder::new()?;
    let games = "[White \"A\"]\n\n1. e4 (1. d4) e5 2. Nf3 *\n\n[White \"B\"]\n\n1. e4 Ke6 *\n";
    let name = &folder.file("games.pgn", games)?;
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
    let folder = reported(&[&["--pgn", &folder.name("")], columns.as_slice()].concat(), b"")?;
    assert_eq!(rows(&folder)?, every, "a directory is searched");
    Ok(())
}

#[test]
fn a_truncated_game_is_reported_at_its_file() -> Outcome {
    let folder = Folder::new()?;
    let games = folder.file("games.pgn", "[White \"A\"]\n\n1. e4\nKe6 2. Nf3 *\n")?;
    let line = format!("{games}:4:1: error[M301]");
    for (ply, valid) in [
        ("0", Some("true")),
        ("1", Some("true")),
        ("2", Some("false")),
        ("3", Some("false")),
        ("4", None),
    ] {
        let output = reported(
            &["--pgn", &games, "--at", ply, "--format", "csv", "--columns", "valid"],
            b"",
        )?;
        let rows = rows(&output)?;
        assert_eq!(rows.get(1).map(|row| row[0].as_str()), valid, "ply {ply}");
        assert_eq!(rows.len(), 1 + usize::from(valid.is_some()), "ply {ply}");
    }
    let output = reported(&["--pgn", &games, "--format", "line"], b"")?;
    let said = String::from_utf8(output.stdout)?;
    assert!(said.starts_with(&line), "{said}");
    let output = reported(&["--pgn", &games], b"")?;
    let said = String::from_utf8(output.stdout)?;
    assert!(said.contains("\n3: the game breaks off at line 4, column 1: "), "{said}");
    let bad =
        folder.file("bad.pgn", "[White \"A\"]\n[FEN \"8/8/8/8/8/8/8/9 w - - 0 1\"]\n\n*\n")?;
    let said = String::from_utf8(reported(&["--pgn", &bad, "--format", "line"], b"")?.stdout)?;
    assert!(said.starts_with(&format!("{bad}:2:21: error[F006]")), "{said}");
    let other =
        folder.file("other.pgn", "[White \"A\"]\n[Variant \"Bughouse\"]\n\n1. Nf3 f6 *\n")?;
    let output = reported(&["--pgn", &other, "--format", "line"], b"")?;
    let said = String::from_utf8(output.stdout)?;
    let expected = "2:11: warning[V224] `Bughouse` is not among the games known here\n";
    assert_eq!(said, format!("{other}:{expected}"));
    assert_eq!(output.status.code(), Some(1));
    let objects = objects(&reported(&["--pgn", &other, "--format", "json"], b"")?)?;
    let codes: Vec<_> = objects.iter().map(|object| &object["codes"]).collect();
    assert_eq!(codes, [&serde_json::json!(["V224"])]);
    Ok(())
}

#[test]
fn games_of_chess960_are_called_so() -> Outcome {
    let folder = Folder::new()?;
    let start = "rqnnkbbr/pppppppp/8/8/8/8/PPPPPPPP/RQNNKBBR w KQkq - 0 1";
    let later = "rqnnkbbr/pppppp1p/8/6p1/8/5P2/PPPPPBPP/RQNNKB1R b KQkq - 1 2";
    let game = format!("[Variant \"Chess960\"]\n[FEN \"{start}\"]\n\n1. f3 g5 2. Bf2 *\n");
    let games = folder.file("games.pgn", &game)?;
    let columns = ["--format", "csv", "--columns", "fen,reachable,variant"];
    let played = reported(&[["--pgn", &games, "--at", "end"].as_slice(), &columns].concat(), b"")?;
    assert_eq!(rows(&played)?[1][..3], [later, "unknown", "chess960"]);
    let read = reported(&[[later, "--variant", "chess960"].as_slice(), &columns].concat(), b"")?;
    assert_eq!(rows(&read)?[1], [later, "unknown", "chess960"]);
    let read = reported(&[[start].as_slice(), &columns].concat(), b"")?;
    assert_eq!(rows(&read)?[1], [start, "unknown", "chess960"]);
    Ok(())
}

#[test]
fn mate_and_stalemate_leave_nothing_to_claim() -> Outcome {
    let table = [
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 150 100", "checkmate", "false"),
        ("7k/8/6QK/8/8/8/8/8 b - - 120 100", "stalemate", "false"),
        ("7k/8/5Q1K/8/8/8/8/8 b - - 120 100", "ongoing", "true"),
    ];
    for (fen, status, claim) in table {
        let output = reported(&[fen, "--format", "csv", "--columns", "status,claim_50"], b"")?;
        assert_eq!(rows(&output)?[1], [status, claim], "{fen}");
    }
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
fn a_closed_reader_is_not_an_error() -> Outcome {
    let mut child = spawned(&["--format", "text"])?;
    let mut stdin = child.stdin.take().ok_or("a pipe")?;
    drop(child.stdout.take());
    // The program may end before all input is written.
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

#[test]
fn positions_must_be_of_the_variant_that_is_asked_for() -> Outcome {
    let elsewhere = "4k3/8/8/8/8/8/8/R4K1R w KQ - 0 40";
    let boards = "4k3/8/8/8/8/8/8/4K2R|8/8/8/8/8/8/8/8 w K - 0 40";
    let table = [
        (None, elsewhere, "true,true,standard,F108"),
        (None, "4k3/8/8/8/8/8/8/R4K1R w HA - 0 40", "true,true,chess960,F012"),
        (Some("chess960"), elsewhere, "true,true,chess960,"),
        (Some("standard"), elsewhere, "true,true,standard,F108"),
        (Some("standard"), "4k3/8/8/8/8/8/8/R4K1R w HA - 0 40", "true,false,chess960,F012"),
        (Some("standard"), "4k3/8/8/8/8/8/8/R3K2R w HA - 0 40", "true,true,standard,F012"),
        (Some("standard"), "4k3/8/8/8/8/8/8/R4K1R w - - 0 40", "true,true,standard,"),
        (None, boards, "true,true,alice,"),
        (Some("standard"), boards, "false,false,,F017"),
        (Some("chess960"), boards, "false,false,,F017"),
        (Some("alice-ksparov"), "4k3/8/8/8/8/8/8/4K3 w - -", "true,true,alice-ksparov,F001"),
    ];
    for (variant, fen, expected) in table {
        let mut arguments = vec![fen, "--format", "csv", "--columns", "valid,legal,variant,codes"];
        arguments.extend(variant.into_iter().flat_map(|variant| ["--variant", variant]));
        let output = reported(&arguments, b"")?;
        let text = String::from_utf8(output.stdout)?;
        assert_eq!(text.lines().nth(1), Some(expected), "{variant:?}, {fen}");
        let is_sound = expected.starts_with("true,true");
        assert_eq!(output.status.code(), Some(i32::from(!is_sound)), "{variant:?}, {fen}");
    }
    let output = reported(&["--variant", "chess960:518", START], b"")?;
    assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0));
    Ok(())
}

#[test]
fn a_row_without_a_position_is_reported_at_its_line() -> Outcome {
    let table = format!("n;fen\r\n1;{START}\r\n2\r\n3;\r\n4;{DEAD}\r\n");
    let output = reported(&["-", "--format", "line"], table.as_bytes())?;
    let found = String::from_utf8(output.stdout)?;
    let expected = "-:3:2: error[F001] expected a position, found nothing\n\
                    -:4:3: error[F001] expected a position, found nothing\n";
    assert_eq!(found.replace("<stdin>", "-"), expected);
    Ok(())
}

#[test]
fn an_evaluation_depends_neither_on_the_threads_nor_on_what_came_before() -> Outcome {
    let other = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - 4 4";
    let arguments = ["--format", "csv", "--columns", "fen", "--with", "eval", "-q", "-j"];
    let lines = |threads, input: &str| -> Result<Vec<String>, Box<dyn Error>> {
        let output = reported(&[arguments.as_slice(), &[threads]].concat(), input.as_bytes())?;
        Ok(String::from_utf8(output.stdout)?.lines().map(str::to_owned).collect())
    };
    let both = lines("1", &format!("{START}\n{other}\n{DEAD}\n{START}\n"))?;
    assert_eq!(both, lines("4", &format!("{START}\n{other}\n{DEAD}\n{START}\n"))?);
    assert_eq!(both[1], both[4]);
    assert_eq!(both[2], format!("{other},#1"));
    assert_eq!(both[3], format!("{DEAD},"));
    Ok(())
}

#[test]
fn lines_end_as_on_any_system() -> Outcome {
    for end in ["\n", "\r\n", "\r"] {
        let list = [START, "", DEAD, ""].join(end);
        let table =
            [&format!("id;fen;note{end}a;{START};"), "", &format!("b;{DEAD};x{end}")].join(end);
        for (text, lines) in [(list, ["1", "3"]), (table, ["2", "4"])] {
            let arguments = ["-", "--format", "csv", "--columns", "line,status"];
            let rows = rows(&reported(&arguments, text.as_bytes())?)?;
            assert_eq!(rows.len(), 3, "{text:?}");
            for (row, expected) in
                rows[1..].iter().zip([[lines[0], "ongoing"], [lines[1], "dead-position"]])
            {
                assert_eq!(row[..2], expected, "{text:?}");
            }
        }
    }
    Ok(())
}

#[test]
fn a_table_may_say_by_which_rules_each_row_is_played() -> Outcome {
    let board = "4k3/8/8/8/8/8/8/R4K1R w KQ - 0 40";
    let table = format!(
        "fen,variant\n{board},\n{board},Standard\n{board},chess960:5\n{START},alice:3\n{START},atomic\n{START},bughouse\n"
    );
    let arguments = ["-", "--format", "csv", "--columns", "legal,variant"];
    let output = String::from_utf8(reported(&arguments, table.as_bytes())?.stdout)?;
    let expected = [
        "legal,variant,input_variant",
        "true,standard,",
        "true,standard,Standard",
        "true,chess960,chess960:5",
        "true,alice:3,alice:3",
        "true,atomic,atomic",
        "true,standard,bughouse",
    ];
    assert_eq!(output.lines().collect::<Vec<_>>(), expected);
    let asked = [arguments.as_slice(), &["--variant", "chess960"]].concat();
    let output = String::from_utf8(reported(&asked, table.as_bytes())?.stdout)?;
    assert!(output.lines().skip(1).all(|line| line.starts_with("true,chess960,")), "{output}");
    Ok(())
}
