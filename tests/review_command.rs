//! `arbiter review` as a user runs it: the report, the game with its marks, the page.

use std::error::Error;
use std::fs;

#[path = "support/run.rs"]
mod run;
#[path = "support/mod.rs"]
mod support;

use run::ran;
use support::Folder;

type Outcome = Result<(), Box<dyn Error>>;

const FAMOUS: &str = "fixtures/games/famous.pgn";

const SHORT: &str = "fixtures/games/club-evening.pgn";

/// The review of a famous game, at a depth that gives the same marks everywhere.
fn review(game: &str, more: &[&str]) -> Result<(String, Option<i32>), Box<dyn Error>> {
    let args = [&["review", FAMOUS, "--game", game, "--depth", "4"], more].concat();
    ran(&args, "")
}

#[test]
fn the_report_counts_marks_and_draws_the_turning_point() -> Outcome {
    let (text, status) = ran(&["review", SHORT, "--depth", "3"], "")?;
    assert_eq!(status, Some(0), "{text}");
    for part in [
        "Ek, Anna - Ask, Bo, 0-1, 2 moves, reviewed by arbiter depth 3",
        "2. g4??  blunder: loses ",
        "inaccuracies  mistakes  blunders  accuracy",
        "Accuracy is the mean over the moves of a side",
        "Turning point: 2. g4??",
        "   a  b  c  d  e  f  g  h",
        "; better: ",
    ] {
        assert!(text.contains(part), "{part}: {text}");
    }
    Ok(())
}

#[test]
fn reviewed_games_are_clean_and_have_marks_evaluations_and_better_lines() -> Outcome {
    let folder = Folder::new()?;
    for game in ["1", "2", "3"] {
        let pgn = folder.name(&format!("{game}.pgn"));
        let (text, status) = review(game, &["--format", "pgn", "-o", &pgn])?;
        assert_eq!(status, Some(0), "{text}");
        let (report, status) = ran(&["validate", "--profile", "export", &pgn], "")?;
        assert_eq!(status, Some(0), "{report}");
        assert!(report.starts_with("1 game: 1 clean"), "{report}");
        let text = fs::read_to_string(&pgn)?;
        let has_mark = [" $2", " $4", " $6"].iter().any(|mark| text.contains(mark));
        assert!(has_mark && text.contains("[%eval ") && text.contains('('), "{text}");
    }
    Ok(())
}

#[test]
fn the_page_has_the_evaluation_as_a_plot() -> Outcome {
    let (page, status) = review("3", &["--format", "html"])?;
    assert_eq!(status, Some(0));
    assert!(page.starts_with("<!DOCTYPE html>"));
    assert!(page.contains("<figcaption>Evaluation</figcaption>") && page.contains("<svg"));
    Ok(())
}

#[test]
fn a_game_is_reviewed_up_to_a_move_that_cannot_be_played() -> Outcome {
    let game = "fixtures/games/club-evening.pgn";
    let (text, status) = ran(&["review", game, "--game", "2", "--depth", "1"], "")?;
    let note = "note: 6. Ne4 cannot be played; the game is reviewed up to there\n";
    assert!(text.contains(note), "{text}");
    assert_eq!(status, Some(1));
    Ok(())
}

#[test]
fn what_cannot_be_reviewed_is_refused() -> Outcome {
    for (args, status) in [
        (&["review", "fixtures/games/none.pgn"][..], 2),
        (&["review", FAMOUS, "--game", "4"], 2),
        (&["review", FAMOUS, "--engine", "random"], 2),
        (&["review", FAMOUS, "--engine", "uci:no-such-engine"], 3),
        (&["review", FAMOUS, "--engine", "no-such-engine"], 2),
        (&["review", FAMOUS, "--depth", "0"], 2),
    ] {
        let (text, found) = ran(args, "")?;
        assert_eq!(found, Some(status), "{args:?}: {text}");
    }
    Ok(())
}

#[test]
fn a_review_is_never_written_over_the_game_it_is_about() -> Outcome {
    let folder = Folder::new()?;
    let text = fs::read_to_string(SHORT)?;
    let pgn = folder.file("game.pgn", &text)?;
    let args = ["review", &pgn, "--depth", "1", "--format", "pgn", "-o", &pgn];
    let (said, status) = ran(&args, "")?;
    assert_eq!(status, Some(2), "{said}");
    assert_eq!(fs::read_to_string(&pgn)?, text);
    Ok(())
}
