//! `arbiter help formats` is true: every field that the commands write is on the page with its type, and every field on the page is
//! written. The fields come from real runs over the fixtures.

use std::{
    collections::{BTreeMap, BTreeSet},
    error::Error,
    fs,
    process::{Command, Stdio},
};

use arbiter::{cli::Cli, diagnostics::Code};
use clap::CommandFactory;
use serde_json::Value;

type Outcome = Result<(), Box<dyn Error>>;

/// The types of the fields of a record, by their paths.
type Fields = BTreeMap<String, BTreeSet<String>>;

fn output(arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    command.args(arguments).current_dir(env!("CARGO_MANIFEST_DIR")).stdin(Stdio::null());
    Ok(String::from_utf8(command.output()?.stdout)?)
}

/// The fields on the page, by the titles of the records. An indented field belongs to the object above it.
fn documented() -> Result<BTreeMap<String, Fields>, Box<dyn Error>> {
    let page = output(&["help", "formats"])?;
    let mut records: BTreeMap<String, Fields> = BTreeMap::new();
    let (mut title, mut parents) = (String::new(), Vec::new());
    for line in page.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        let words: Vec<&str> = line.split_whitespace().collect();
        let indent = line.len() - line.trim_start().len();
        let is_type = |word: &str| {
            word.split('|').all(|one| {
                ["string", "number", "boolean", "array", "object", "null"].contains(&one)
            })
        };
        match words[..] {
            [_, ..] if indent == 0 => line.clone_into(&mut title),
            [name, kind, ..]
                if is_type(kind) && line.get(24..).is_some_and(|rest| rest.starts_with(kind)) =>
            {
                parents.truncate(indent / 2 - 1);
                let parent: String = parents.concat();
                let kinds = kind.split('|').map(str::to_owned).collect();
                records.entry(title.clone()).or_default().insert(format!("{parent}{name}"), kinds);
                let link = if kind.contains("array") { "[]." } else { "." };
                parents.push(format!("{name}{link}"));
            }
            _ => {}
        }
    }
    Ok(records)
}

/// Objects with any names, which the page shows in capital letters.
const OPEN: [(&str, &str); 5] = [
    ("tags.", "NAME"),
    ("reason.squares.", "PART"),
    ("squares.", "PART"),
    ("codes.", "CODE"),
    ("examples.", "CODE"),
];

/// Adds the types of all fields of an object.
fn add(fields: &mut Fields, parent: &str, object: &Value) {
    for (name, value) in object.as_object().into_iter().flatten() {
        let name = OPEN.iter().find(|(open, _)| *open == parent).map_or(name.as_str(), |it| it.1);
        let path = format!("{parent}{name}");
        let kind = match value {
            Value::Null => "null",
            Value::Bool(_) => "boolean",
            Value::Number(_) => "number",
            Value::String(_) => "string",
            Value::Array(elements) => {
                for element in elements {
                    assert!(element.is_object() || element.is_string(), "{path}: {element}");
                    add(fields, &format!("{path}[]."), element);
                }
                "array"
            }
            Value::Object(_) => {
                add(fields, &format!("{path}."), value);
                "object"
            }
        };
        fields.entry(path).or_default().insert(kind.to_owned());
    }
}

fn seen_in(lines: &str, is_record: impl Fn(&Value) -> bool) -> Result<Fields, Box<dyn Error>> {
    let mut fields = Fields::new();
    for line in lines.lines() {
        let record: Value = serde_json::from_str(line)?;
        if is_record(&record) {
            add(&mut fields, "", &record);
        }
    }
    Ok(fields)
}

/// Positions of every kind: sound ones, mates, EPD with names, invalid and unplayable ones, several boards, a line that is too long.
fn report(options: &[&str]) -> Result<String, Box<dyn Error>> {
    let folder = tempfile::tempdir()?;
    let long = folder.path().join("long.txt");
    fs::write(&long, "x".repeat(70_000))?;
    let rows = fs::read_to_string("fixtures/positions/three.txt")?;
    let mut given: Vec<&str> = rows.lines().collect();
    given.extend([
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "rnbqkbnr/pppp1ppp/8/8/4p3/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 w",
        "4k3/8/8/8/8/8/4P3/4K3 w - - id \"one\";",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 3",
        "rnbqkbnr/1ppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R|8/8/p7/8/8/5N2/8/8 w KQkq - 0 2",
        "fixtures/positions/three.txt",
        long.to_str().ok_or("a path")?,
    ]);
    let with = ["report", "--with", "moves,board,pieces,perft:2,svg,eval,best"];
    output(&[&with, options, &given].concat())
}

/// The positions of games, whose columns `game`, `ply` and `move` the other position beside them leaves empty.
fn report_games(options: &[&str]) -> Result<String, Box<dyn Error>> {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    output(&[&["report", start, "--pgn", "fixtures/games"], options].concat())
}

/// The column that is printed only if it is chosen.
fn report_captions(options: &[&str]) -> Result<String, Box<dyn Error>> {
    let rows = ["4k3/8/8/8/8/8/4P3/4K3 w - - id \"one\";", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"];
    output(&[&["report", "--columns", "caption"], options, &rows].concat())
}

#[test]
fn every_json_field_is_on_the_page_and_every_one_of_the_page_is_written() -> Outcome {
    let validated = output(&[
        "validate",
        "--profile",
        "pedantic",
        "--format",
        "json",
        "fixtures/codes",
        "fixtures/games",
    ])?;
    let of_type = |name: &'static str| move |record: &Value| record["type"] == name;
    let explained = [
        output(&["explain", "e4", "--format", "json"])?,
        output(&["explain", "Ke3", "--format", "json"])?,
    ];
    let shown = [
        output(&["show", "fixtures/games/club-evening.pgn", "--format", "json"])?,
        output(&["show", "8/8/8/8/8/k7/7R/K7 w - - 0 1", "--moves", "h2", "--format", "json"])?,
    ];
    let codes = [
        output(&["explain", "M303", "--format", "json"])?,
        output(&["explain", "--all", "--format", "json"])?,
    ];
    let folder = tempfile::tempdir()?;
    let log = folder.path().join("edits.jsonl");
    let log = log.to_str().ok_or("a path")?;
    output(&["fix", "--check", "--profile", "pedantic", "--log", log, "fixtures/codes"])?;
    let corrected = fs::read_to_string(log)?;
    let counted = output(&["perft", "2", "--divide", "--format", "json"])?;
    let (any, json) = (|_: &Value| true, ["--format", "json"]);
    let page = documented()?;
    for (title, seen) in [
        ("validate --format json: finding", seen_in(&validated, of_type("finding"))?),
        ("validate --format json: game", seen_in(&validated, of_type("game"))?),
        ("validate --format json: summary", seen_in(&validated, of_type("summary"))?),
        (
            "report --format json, report --format csv",
            seen_in(&(report(&json)? + &report_games(&json)? + &report_captions(&json)?), any)?,
        ),
        ("fix --log", seen_in(&corrected, any)?),
        ("explain MOVE --format json", seen_in(&explained.concat(), any)?),
        ("explain CODE --format json", seen_in(&codes.concat(), any)?),
        ("show --format json", seen_in(&shown.concat(), any)?),
        ("perft --format json", seen_in(&counted, any)?),
    ] {
        let expected = page.get(title).ok_or(title)?;
        for path in expected.keys().chain(seen.keys()) {
            assert_eq!(expected.get(path), seen.get(path), "{title}: {path} (page, output)");
        }
    }
    Ok(())
}

/// Compares the columns of a table with those on the page; some may be missing.
fn compare_table(title: &str, table: &str, missing: &[&str]) -> Outcome {
    let page = documented()?;
    let fields = page.get(title).ok_or(title)?;
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header: Vec<String> = reader.headers()?.iter().map(str::to_owned).collect();
    let is_column = |path: &&String| !path.contains('.') && !missing.contains(&path.as_str());
    let names: BTreeSet<_> = fields.keys().filter(is_column).collect();
    assert_eq!(header.iter().collect::<BTreeSet<_>>(), names, "{title}");
    for row in reader.records() {
        for (name, text) in header.iter().zip(&row?) {
            let fits = |kind: &String| match kind.as_str() {
                "null" => text.is_empty(),
                "number" => text.parse::<u64>().is_ok(),
                "boolean" => ["true", "false"].contains(&text),
                _ => true,
            };
            assert!(fields[name].iter().any(fits), "{title}: {name} is `{text}`");
        }
    }
    Ok(())
}

#[test]
fn every_csv_column_is_on_the_page() -> Outcome {
    let validated = output(&["validate", "--format", "csv", "fixtures/codes", "fixtures/games"])?;
    compare_table("validate --format csv", &validated, &[])?;
    let (title, csv) = ("report --format json, report --format csv", ["--format", "csv"]);
    compare_table(title, &report(&csv)?, &["findings", "game", "ply", "move", "caption"])?;
    let extra =
        ["findings", "san", "uci", "board", "pieces", "perft", "svg", "eval", "best", "caption"];
    compare_table(title, &report_games(&csv)?, &extra)
}

#[test]
fn every_command_with_records_is_on_the_page() -> Outcome {
    let page = documented()?;
    for command in Cli::command().get_subcommands() {
        let formats = command.get_arguments().find(|argument| argument.get_id() == "format");
        for value in formats.into_iter().flat_map(clap::Arg::get_possible_values) {
            let format = format!("--format {}", value.get_name());
            let is_record = ["json", "csv"].contains(&value.get_name());
            let has_page = page
                .keys()
                .any(|title| title.starts_with(command.get_name()) && title.contains(&format));
            assert_eq!(is_record, has_page, "{} {format}", command.get_name());
        }
    }
    let manual = output(&["man"])?.replace("\\-", "-").replace("\\&", "").replace("\\e", "\\");
    assert!(manual.contains(output(&["help", "formats"])?.trim_end()));
    Ok(())
}

#[test]
fn all_tags_of_a_game_are_listed_and_the_first_counts() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("tags.pgn");
    fs::write(
        &path,
        b"[Event \"E\"]\n[White \"Ek, \\\"A\\\"\"]\n[Opening \"R\xe9ti\"]\n[WhiteElo \"2000\"]\n\
          [WhiteElo \"1\"]\n[result \"1-0\"]\n[Empty \"\"]\n\n1. e4 1-0\n",
    )?;
    let out = output(&["validate", "--format", "json", path.to_str().ok_or("a path")?])?;
    let mut games = out.lines().filter(|line| line.contains("\"type\":\"game\""));
    let game: Value = serde_json::from_str(games.next_back().ok_or("a game")?)?;
    let expected = serde_json::json!({
        "Event": "E", "White": "Ek, \"A\"", "Opening": "R\u{e9}ti", "WhiteElo": "2000",
        "Result": "1-0", "result": "1-0", "Empty": "",
    });
    assert_eq!(game["tags"], expected);
    Ok(())
}

#[test]
fn help_knows_commands_formats_and_codes() -> Outcome {
    for command in Cli::command().get_subcommands().map(clap::Command::get_name) {
        assert_eq!(output(&["help", command])?, output(&[command, "--help"])?, "{command}");
    }
    assert_eq!(output(&["help"])?, output(&["--help"])?);
    let code: Code = "M301".parse()?;
    assert_eq!(output(&["help", "m301"])?.trim_end(), code.page().trim_end());
    for (word, tip) in
        [("valdiate", "help validate`"), ("fromats", "help formats`"), ("M399", "did you mean M3")]
    {
        let ran = Command::new(env!("CARGO_BIN_EXE_arbiter")).args(["help", word]).output()?;
        let err = String::from_utf8(ran.stderr)?;
        assert_eq!((ran.status.code(), ran.stdout.len()), (Some(2), 0), "{word}");
        assert!(err.contains(tip), "{err}");
    }
    Ok(())
}
