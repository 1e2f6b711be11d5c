//! text, line, json and csv: the same bytes for any number of threads, with the fields that scripts rely on.

use serde_json::Value;

use crate::run::{Folder, Outcome, Ran, careless, illegal, pipe, sound, tags, validate};

/// An archive of several blocks with many kinds of findings.
fn archive() -> String {
    let mut text = String::new();
    for number in 0..3000 {
        text += &match number % 7 {
            0 => illegal(),
            1 => careless(),
            2 => tags("*") + "1. e4 {never closed e5 *\n\n",
            3 => tags("*") + "1. e4 e5\n\nNot a game at all\n\n",
            4 => tags("*") + "1. e4 {see\n\n[Event \"Club evening\"]\n\nthere} e5 (1... Kd4) *\n\n",
            _ => sound(),
        };
        text += &"% an escaped line, to make the archive larger\n".repeat(10);
        text.push('\n');
    }
    text
}

#[test]
fn the_output_does_not_depend_on_the_number_of_threads() -> Outcome {
    let folder = Folder::new()?;
    let name = folder.file("archive.pgn", archive().as_bytes())?;
    for format in ["text", "line", "json", "csv"] {
        let run = |jobs| {
            validate(&[
                "-j",
                jobs,
                "--profile=pedantic",
                "--max-per-code=0",
                "--format",
                format,
                &name,
            ])
        };
        let one = run("1")?;
        assert!(one.out.len() > 100_000, "{format}: {}", one.err);
        for jobs in ["2", "7"] {
            assert!(run(jobs)? == one, "{format} with {jobs} threads differs");
        }
    }
    Ok(())
}

#[test]
fn text_shows_the_line_with_a_caret() -> Outcome {
    let text = tags("1-0")
        + "1. d4 Nf6 2. c4 e6 3. Nc3 Bb4 4. e3 O-O\n5. Bd2 a6 6. Bc1 a5 7. Ne4 d5 1-0\n";
    let Ran { out, err, code } = pipe(&[], text.as_bytes())?;
    let expected = "\
error[M303]: the knight on c3 is pinned: without it the bishop on b4 attacks the king on e1
   --> -:10:24  game 1 (Ek, Anna - Ask, Bo), move 7, White
    |
 10 | 5. Bd2 a6 6. Bc1 a5 7. Ne4 d5 1-0
    |                        ^^^
    = help: legal moves to e4: e4; did you mean ";
    assert!(out.starts_with(expected), "{out}");
    assert_eq!(err, "1 game: 0 clean, 1 with errors (1 error, 0 warnings)\n");
    assert_eq!(code, Some(1));
    Ok(())
}

#[test]
fn line_has_one_line_for_each_finding() -> Outcome {
    let ran = pipe(&["--format", "line"], (careless() + &illegal()).as_bytes())?;
    let starts = ["-:9:35: warning[S401] ", "-:19:7: error[M308] "];
    assert_eq!(ran.out.lines().count(), starts.len(), "{}", ran.out);
    for (line, start) in ran.out.lines().zip(starts) {
        assert!(line.starts_with(start), "{line}");
    }
    Ok(())
}

#[test]
fn json_has_the_fields_scripts_rely_on() -> Outcome {
    let ran = pipe(&["--format", "json"], illegal().as_bytes())?;
    let records: Vec<Value> =
        ran.out.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let [finding, game, summary] = records.as_slice() else { return Err(ran.out.into()) };
    for field in
        ["code", "severity", "message", "reason", "fen", "suggestions", "fix", "edits", "path"]
    {
        assert!(finding.get(field).is_some(), "{field}: {finding}");
    }
    let place = ["game", "line", "column", "byte", "length", "ply"].map(|field| &finding[field]);
    let byte = tags("1-0").len() as u64 + 6;
    assert_eq!(place.map(Value::as_u64), [1, 9, 7, byte, 2, 2].map(Some), "{finding}");
    assert_eq!((&finding["type"], &finding["file"]), (&"finding".into(), &"-".into()));
    assert_eq!(game["type"], "game");
    assert_eq!(game["tags"]["White"], "Ek, Anna");
    assert_eq!((game["plies"].as_u64(), game["errors"].as_u64()), (Some(1), Some(1)));
    for field in ["file", "line", "byte", "length", "ended_by", "claims", "final_fen", "warnings"] {
        assert!(game.get(field).is_some(), "{field}: {game}");
    }
    assert_eq!((&summary["type"], summary["games"].as_u64()), (&"summary".into(), Some(1)));
    Ok(())
}

#[test]
fn json_has_the_outcome_on_the_board() -> Outcome {
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 1/2-1/2\n";
    let text = sound() + &tags("1/2-1/2") + shuffle;
    let ran = pipe(&["--format", "json"], text.as_bytes())?;
    let games: Vec<Value> = ran
        .out
        .lines()
        .filter(|line| line.contains(r#""type":"game""#))
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    assert_eq!((&games[0]["outcome"], &games[0]["result"]), (&"checkmate".into(), &"1-0".into()));
    assert_eq!(games[1]["outcome"], "none");
    assert_eq!(games[1]["claims"], serde_json::json!([{"kind": "threefold", "ply": 8}]));
    assert_eq!(ran.code, Some(0));
    Ok(())
}

#[test]
fn csv_has_one_row_for_each_game_under_a_header() -> Outcome {
    let ran = pipe(&["--format", "csv"], (sound() + &illegal()).as_bytes())?;
    let mut table = csv::Reader::from_reader(ran.out.as_bytes());
    let header = table.headers()?.clone();
    let column = |name: &str| header.iter().position(|title| title == name).ok_or(name.to_owned());
    let rows: Vec<csv::StringRecord> = table.records().collect::<Result<_, _>>()?;
    assert_eq!(rows.len(), 2);
    assert_eq!(&rows[0][column("white")?], "Ek, Anna");
    assert_eq!(&rows[0][column("outcome")?], "checkmate");
    assert_eq!(&rows[1][column("errors")?], "1");
    Ok(())
}

#[test]
fn ended_by_is_the_board_the_termination_tag_or_the_result() -> Outcome {
    let game = |tags: &str, result: &str, moves: &str| {
        format!("[Event \"a\"]\n[Result \"{result}\"]\n{tags}\n{moves} {result}\n\n")
    };
    let from = |fen: &str| format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n");
    let termination = |word: &str| format!("[Termination \"{word}\"]\n");
    let knights = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    let cases = [
        (game("", "1-0", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#"), "checkmate"),
        (game(&from("7k/8/5K2/8/8/8/8/6Q1 w - - 0 60"), "1/2-1/2", "Qg6"), "stalemate"),
        (game(&from("8/8/8/3k4/8/8/4p3/4K3 w - - 0 60"), "1/2-1/2", "Kxe2"), "dead-position"),
        (game("", "1/2-1/2", &knights), "fivefold"),
        (
            game(&from("4k2r/8/8/8/8/8/8/R3K3 w - - 149 120"), "1/2-1/2", "Ra2"),
            "seventy-five-moves",
        ),
        // What the board says comes before the tag.
        (
            game(&termination("normal"), "1-0", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#"),
            "checkmate",
        ),
        (game(&termination("Time forfeit"), "0-1", "1. e4 e5"), "time-forfeit"),
        (game(&termination("annaek77 won on time"), "1-0", "1. e4 e5"), "time-forfeit"),
        (game(&termination("annaek77 won - game abandoned"), "1-0", "1. e4 e5"), "abandoned"),
        (game(&termination("adjudication"), "1-0", "1. e4 e5"), "adjudication"),
        (game(&termination("Rules infraction"), "1-0", "1. e4 e5"), "rules-infraction"),
        (game(&termination("annaek77 won by resignation"), "1-0", "1. e4 e5"), "not-on-board"),
        (game("", "1-0", &knights), "not-on-board"),
        (game(&termination(""), "*", "1. e4 e5"), "unterminated"),
        (game("", "*", "1. e4 e5"), "unterminated"),
        (game("", "1/2-1/2", "1. e4 e5"), "not-on-board"),
        (game("", "1-0", "1. e4 e5"), "not-on-board"),
        ("[Event \"a\"]\n\n1. e4 e5\n\n".to_owned(), "unterminated"),
    ];
    let text: String = cases.iter().map(|(text, _)| text.as_str()).collect();
    let ran = pipe(&["--format", "csv", "--exit-zero"], text.as_bytes())?;
    let mut table = csv::Reader::from_reader(ran.out.as_bytes());
    let column = table.headers()?.iter().position(|name| name == "ended_by").ok_or("a column")?;
    let rows: Vec<csv::StringRecord> = table.records().collect::<Result<_, _>>()?;
    assert_eq!(rows.len(), cases.len(), "{}", ran.out);
    for (row, (text, expected)) in rows.iter().zip(&cases) {
        assert_eq!(&row[column], *expected, "{text}");
    }
    Ok(())
}
