//! What `report` recognises in its inputs, which columns can be named, and what the exit status says.

#[path = "support/run.rs"]
mod run;

use std::{
    error::Error,
    fs,
    os::unix::process::ExitStatusExt,
    process::{Command, Stdio},
    thread,
    time::{Duration, Instant},
};

use nix::{
    sys::signal::{Signal, kill},
    unistd::Pid,
};
use run::ran;

type Outcome = Result<(), Box<dyn Error>>;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn comments_are_skipped_and_text_after_a_fen_is_a_caption() -> Outcome {
    let list = format!("# openings\n{START} The first move\n\n  # more\n{START}\n{START} 7\n");
    let columns = ["report", "--quiet", "--format", "csv", "--columns", "line,caption,codes"];
    let (out, status) = ran(&columns, &list)?;
    // A number after the sixth field is no caption: F002.
    assert_eq!(out, "line,caption,codes\n2,The first move,\n5,,\n6,,F002\n");
    assert_eq!(status, Some(1));
    Ok(())
}

#[test]
fn an_unquoted_fen_and_games_without_their_flag_are_recognised() -> Outcome {
    let fields: Vec<&str> = START.split(' ').collect();
    let flags = ["report", "--format", "csv", "--columns", "n,legal_moves"];
    let (out, status) = ran(&[&flags[..], &fields].concat(), "")?;
    assert!(out.starts_with("n,legal_moves\n1,20\n") && out.contains("is not quoted"), "{out}");
    assert_eq!(status, Some(0));
    let games = ["report", "fixtures/pages/games.pgn", "--at", "end", "--format", "json"];
    let (out, status) = ran(&[&games[..], &["--columns", "ply,game,move"]].concat(), "")?;
    // The game of three games that ends with the fool's mate has four plies.
    assert!(out.contains("{\"ply\":4,\"game\":2,\"move\":\"Qh4#\"}"), "{out}");
    assert!(out.contains("holds games"), "{out}");
    assert_eq!(status, Some(0));
    let pgn = fs::read_to_string("fixtures/pages/games.pgn")?;
    let (out, status) = ran(&["report", "-"], &pgn)?;
    assert!(out.contains("`--pgn`"), "{out}");
    assert_eq!(status, Some(2));
    Ok(())
}

#[test]
fn several_moments_of_a_game_are_reported_in_order() -> Outcome {
    let game = "1. f3 e5 2. g4 Qh4# 0-1\n";
    let flags = ["report", "-q", "--pgn", "-", "--format", "csv", "--columns", "ply,status"];
    for (at, plies) in [
        ("mate", "3,ongoing\n"),
        ("end,1w,mate", "1,ongoing\n3,ongoing\n4,checkmate\n"),
        ("every:2", "2,ongoing\n4,checkmate\n"),
        ("start,9", "0,ongoing\n"),
    ] {
        let (out, status) = ran(&[&flags[..], &["--at", at]].concat(), game)?;
        assert_eq!((out, status), (format!("ply,status\n{plies}"), Some(0)), "{at}");
    }
    Ok(())
}

#[test]
fn the_summary_and_the_exit_status_agree() -> Outcome {
    let (short, bad) = ("4k3/8/8/8/8/8/4P3/4K3 w - -", "4k3/8/8/8/8/8/4P3/4K3 w - - bm Qa8;");
    for (flags, position, words, status) in [
        (&[][..], short, "1 valid, 0 invalid\n", 0),
        (&["--fail-on", "warning"], short, "1 valid, 0 invalid, 1 with warnings\n", 1),
        (&["--fail-on", "warning", "--ignore", "F001"], short, "1 valid, 0 invalid\n", 0),
        (&[], bad, "1 valid (1 with errors), 0 invalid\n", 1),
        (&["--ignore", "P207"], bad, "1 valid, 0 invalid\n", 0),
    ] {
        let (out, code) = ran(&[&["report", position][..], flags].concat(), "")?;
        assert!(out.ends_with(words), "{flags:?}: {out}");
        assert_eq!(code, Some(status), "{flags:?}: {out}");
    }
    Ok(())
}

#[test]
fn answers_and_exercises_are_two_files() -> Outcome {
    let folder = tempfile::tempdir()?;
    let page = format!("{}/page.html", folder.path().display());
    let separate = format!("separate={page}");
    let flags = ["report", START, "--worksheet", "--solutions", &separate, "-o", &page];
    let (said, status) = ran(&flags, "")?;
    assert!(said.contains("cannot be two outputs at once"), "{said}");
    assert_eq!(status, Some(2));
    Ok(())
}

#[test]
fn a_signal_leaves_nothing_behind() -> Outcome {
    let folder = tempfile::tempdir()?;
    for (signal, number) in [(Signal::SIGINT, 2), (Signal::SIGTERM, 15)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
            .args(["report", "-", "--format", "csv", "-o", "rows.csv"])
            .current_dir(folder.path())
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()?;
        // The input stays open: the program waits for more of it.
        let input = child.stdin.take();
        let started = Instant::now();
        while fs::read_dir(folder.path())?.count() == 0 {
            assert!(started.elapsed() < Duration::from_secs(30), "no file is written");
            thread::sleep(Duration::from_millis(5));
        }
        // The file is there just before the signals are watched.
        thread::sleep(Duration::from_millis(100));
        kill(Pid::from_raw(i32::try_from(child.id())?), signal)?;
        let output = child.wait_with_output()?;
        drop(input);
        assert_eq!(output.status.signal(), Some(number));
        assert_eq!(String::from_utf8(output.stderr)?, "note: interrupted; no file is written\n");
        assert_eq!(fs::read_dir(folder.path())?.count(), 0);
    }
    Ok(())
}

#[test]
fn what_has_no_place_on_a_page_is_refused() -> Outcome {
    for flags in [
        &["--format", "html", "--columns", "fen"][..],
        &["--format", "svg"],
        &["--format", "svg", "-o", "x", "--with", "eval"],
        &["--worksheet", "--with", "eval"],
        &["--title", "x"],
        &["--per-page", "5", "--format", "html"],
        &["--at", "end"],
        &["--columns", "fne"],
    ] {
        let (out, status) = ran(&[&["report", START][..], flags].concat(), "")?;
        assert_eq!(status, Some(2), "{flags:?}: {out}");
        assert!(out.contains("error:"), "{flags:?}: {out}");
    }
    Ok(())
}
