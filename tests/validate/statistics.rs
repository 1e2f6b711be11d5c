//! What is counted instead of shown: the table of codes, repeats, and safe corrections.

use serde_json::Value;

use crate::run::{Folder, Outcome, careless, illegal, pipe, sound, validate};

#[test]
fn the_table_counts_findings_games_and_files() -> Outcome {
    let folder = Folder::new()?;
    let first = folder.file("a.pgn", careless().repeat(3) + &illegal() + &sound().repeat(16))?;
    let second =
        folder.file("b.pgn", careless() + "text between games\n\n" + &sound().repeat(3))?;
    let ran = validate(&["--statistics", "--max-findings", "0", &first, &second])?;
    assert_eq!(
        ran.out,
        "code    findings      games    files   share  meaning\n\
         S401           4          4        2  16.7 %  Castling is not written with capital letters O and hyphens.\n\
         B015           1          0        1       -  There is text between two games that belongs to neither.\n\
         M308           1          1        1   4.2 %  A pawn cannot move like this.\n"
    );
    // Where every line of the output is a record, the table is beside the summary.
    let line =
        validate(&["--statistics", "--max-findings", "0", "--format", "line", &first, &second])?;
    assert_eq!((line.out.as_str(), line.err), ("", ran.out + &ran.err));
    let quiet = validate(&["--statistics", "-q", &first])?;
    assert_eq!((quiet.out.as_str(), quiet.err.as_str()), ("", ""));
    Ok(())
}

#[test]
fn the_summary_object_counts_by_code() -> Outcome {
    let text = careless().repeat(3) + &illegal();
    let ran = pipe(&["--format", "json"], text.as_bytes())?;
    let summary: Value = serde_json::from_str(ran.out.lines().last().ok_or("a summary")?)?;
    assert_eq!(summary["safe_corrections"], 3);
    let castling = serde_json::json!(
        {"findings": 3, "safe_corrections": 3, "games": 3, "files": 1}
    );
    assert_eq!(summary["codes"]["S401"], castling);
    assert_eq!(summary["codes"]["M308"]["findings"], 1);
    assert_eq!(summary["codes"].as_object().map(serde_json::Map::len), Some(2));
    assert_eq!(ran.err.lines().count(), 1);
    Ok(())
}

#[test]
fn repeats_are_folded_for_people_only() -> Outcome {
    let shown = |out: &str| out.matches("[S401]").count();
    let text = careless().repeat(1500) + &illegal();
    let ran = pipe(&[], text.as_bytes())?;
    assert_eq!((shown(&ran.out), ran.out.matches("[M308]").count()), (20, 1));
    assert_eq!(ran.out.lines().last(), Some("… and 1,480 more S401; --max-per-code 0 shows all"));
    assert_eq!(ran, pipe(&["-j", "3"], text.as_bytes())?);

    let all = pipe(&["--max-per-code", "0"], text.as_bytes())?;
    assert_eq!((shown(&all.out), all.out.contains('…')), (1500, false));
    let few = pipe(&["--max-per-code", "1"], text.as_bytes())?;
    assert_eq!((shown(&few.out), few.out.contains("… and 1,499 more S401")), (1, true));
    // The total ends the output, so that nothing can be said about the rest.
    let total = pipe(&["--max-findings", "5"], text.as_bytes())?;
    assert_eq!((shown(&total.out), total.out.contains('…')), (5, false));
    for format in ["line", "json"] {
        let ran = pipe(&["--format", format], text.as_bytes())?;
        assert_eq!((ran.out.matches("S401").count() >= 1500, ran.out.contains('…')), (true, false));
    }
    Ok(())
}

#[test]
fn each_file_has_its_own_repeats() -> Outcome {
    let folder = Folder::new()?;
    let first = folder.file("a.pgn", careless().repeat(21))?;
    let second = folder.file("b.pgn", careless().repeat(20))?;
    let ran = validate(&[&first, &second])?;
    assert_eq!(ran.out.matches("[S401]").count(), 40);
    assert_eq!(ran.out.matches("… and 1 more S401").count(), 1);
    Ok(())
}

#[test]
fn the_last_line_says_what_can_be_corrected() -> Outcome {
    let advice = |ran: &crate::run::Ran| ran.err.lines().nth(1).map(str::to_owned);
    let end = "a safe correction: arbiter fix - -o clean.pgn";
    let ran = pipe(&[], (careless() + &careless() + &illegal()).as_bytes())?;
    assert_eq!(advice(&ran), Some(format!("2 of 3 findings have {end}")));
    let ran = pipe(&["--max-findings", "0"], careless().as_bytes())?;
    assert_eq!(advice(&ran), Some(format!("1 of 1 finding has {end}")));
    assert_eq!(advice(&pipe(&[], illegal().as_bytes())?), None);
    Ok(())
}
