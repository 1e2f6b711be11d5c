//! The number of games is right, even if the games are not.

use crate::run::{Outcome, codes, pipe, validate};

/// Files, the number of their games, and the findings in the default profile.
#[rustfmt::skip]
const FILES: &[(&str, u64, &[&str])] = &[
    ("bad-token-then-a-game",            2, &["M311"]),
    ("comment-before-a-game",            1, &[]),
    ("comment-not-closed-then-a-game",   2, &["C601"]),
    ("comment-not-closed-then-a-stray-brace", 2, &["C601", "C603"]),
    ("comment-not-closed-then-no-event", 2, &["C601", "T108", "C603"]),
    ("comment-quotes-a-game",            2, &[]),
    ("comment-quotes-a-tag",             2, &[]),
    ("empty",                            0, &[]),
    ("ends-inside-a-tag",                2, &["B016"]),
    ("first-tag-without-bracket",        2, &["T101"]),
    ("mark-between-two-games",           2, &["B007"]),
    ("no-blank-lines-two-games",         2, &["T112", "T112"]),
    ("no-moves-two-games",               2, &["R701", "R701"]),
    ("no-result-then-a-game",            2, &["R701"]),
    ("no-tags-no-numbers-three-games",   3, &[]),
    ("no-tags-three-games",              3, &[]),
    ("old-macintosh-two-games",          2, &[]),
    ("only-tags",                        1, &["R701"]),
    ("second-result-then-a-game",        2, &["R703"]),
    ("tag-among-moves-then-a-game",      2, &["T113"]),
    ("text-between-games",               2, &["B015"]),
    ("two-games-on-a-line",              2, &[]),
    ("two-sound-games",                  2, &[]),
    ("variation-not-closed-then-a-game", 2, &["C607"]),
    ("web-page",                         0, &["B014"]),
    ("windows-two-games",                2, &[]),
    ("word-without-a-result-then-a-game", 2, &["M311", "T113", "R701"]),
];

/// The number of games a summary begins with. Only files that are empty are mentioned before it.
fn games(err: &str) -> Option<u64> {
    let summary = err.lines().find(|line| !line.ends_with(" is empty"))?;
    summary.split(' ').next()?.parse().ok()
}

#[test]
fn games_are_counted_and_faults_named() -> Outcome {
    for (name, count, expected) in FILES {
        let ran = validate(&["--format", "line", &format!("fixtures/pgn/{name}.pgn")])?;
        assert_eq!(games(&ran.err), Some(*count), "{name}: {}", ran.err);
        assert_eq!(codes(&ran.out), *expected, "{name}: {}", ran.out);
        assert_eq!(ran.code, Some(i32::from(!expected.is_empty())), "{name}");
    }
    Ok(())
}

#[test]
fn every_file_of_the_table_is_there_and_no_other() -> Outcome {
    let mut names = Vec::new();
    for entry in std::fs::read_dir("fixtures/pgn")? {
        let path = entry?.path();
        names.push(path.file_stem().ok_or("a name")?.to_string_lossy().into_owned());
    }
    names.sort();
    let table: Vec<_> = FILES.iter().map(|(name, ..)| *name).collect();
    assert_eq!(names, table);
    Ok(())
}

#[test]
fn files_in_a_row_keep_their_games_apart() -> Outcome {
    let files: Vec<_> = FILES.iter().map(|(name, ..)| format!("fixtures/pgn/{name}.pgn")).collect();
    let names: Vec<_> = files.iter().map(String::as_str).collect();
    let ran = validate(&names)?;
    let all = FILES.iter().map(|(_, count, _)| count).sum();
    assert_eq!(games(&ran.err), Some(all));
    Ok(())
}

#[test]
fn archives_larger_than_the_largest_game_are_cut_only_between_games() -> Outcome {
    let game = "e4 e5 1-0\n\n";
    let count = (17 << 20) / game.len();
    let ran = pipe(&["--select", "M,R"], game.repeat(count).as_bytes())?;
    assert_eq!(ran.err, format!("{count} games: {count} clean\n"));
    Ok(())
}
