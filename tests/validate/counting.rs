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
    ("no-blank-lines-two-games",         2, &[]),
    ("no-moves-two-games",               2, &[]),
    ("no-numbers-blank-line",            2, &["R701"]),
    ("no-result-then-a-game",            2, &["R701"]),
    ("no-results-blank-lines",           5, &[]),
    ("no-results-numbers-from-one",      3, &[]),
    ("no-tags-no-numbers-three-games",   3, &[]),
    ("no-tags-one-game-a-line",          4, &["S408", "S408"]),
    ("no-tags-three-games",              3, &[]),
    ("numbers-from-one-on-the-next-line", 1, &["N501"]),
    ("old-macintosh-two-games",          2, &[]),
    ("one-move-and-a-comment",           1, &[]),
    ("one-move-and-two-comments",        1, &[]),
    ("only-tags",                        1, &["B016"]),
    ("second-result-then-a-game",        2, &["R703"]),
    ("tag-among-moves-then-a-game",      2, &["T113"]),
    ("tag-and-moves-on-each-line",       3, &[]),
    ("tags-only-three-games",            3, &[]),
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

/// Games of every style that is found in the wild, each followed by another of its kind.
const STYLES: [&str; 12] = [
    "[Round \"1\"]\n[White \"Ek, Anna\"]\n\n",
    "[Event \"Club\"]\n[White \"Ek, Anna\"]\n\n",
    "[Result \"1-0\"] e4 *\n",
    "e4 e5 Nf3 *\n",
    "e2e4 e7e5 g1f3 1-0\r\n",
    "e4 {The most popular first move.} *\n\n",
    "b3 {Larsen} $1 {and Fischer} *\n",
    "d4 d5\n\n\n",
    "1. e4 e5\n2. Nf3 Nc6\n\n",
    "1 e4 e5 2 Nf3 1-0\n",
    "1. e4 e5 1-0 ",
    "[White \"Ek, Anna\"]\n1. e4 e5 *\n",
];

#[test]
fn games_of_every_style_are_counted_in_blocks() -> Outcome {
    for game in STYLES {
        // More than two blocks of 128 KiB.
        let count = 300_000 / game.len() + 1;
        let text = game.repeat(count);
        for jobs in ["1", "3"] {
            let ran = pipe(&["--select", "B014", "-j", jobs], text.as_bytes())?;
            assert_eq!(ran.err, format!("{count} games: {count} clean\n"), "{game:?}");
        }
    }
    Ok(())
}

#[test]
fn a_game_that_seems_to_begin_is_never_cut_off() -> Outcome {
    let moves = "1. f3 e5 2. g4 Qh4#\n1. d4 d5 *\n";
    let ran = pipe(&["--format", "json"], moves.as_bytes())?;
    assert_eq!(ran.out.matches("\"code\":\"M313\"").count(), 1);
    assert!(ran.out.contains("is checkmated; a new game seems to begin here"), "{}", ran.out);
    assert!(ran.out.contains("\"fix\":null"), "{}", ran.out);
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

/// A block may end where one game without a result ends and the next begins without a number.
#[test]
fn the_size_of_blocks_does_not_decide_about_a_doubtful_division() -> Outcome {
    for game in
        ["e4 e5\n\n\n", "1. e4 e5\n2. Nf3 Nc6\n\n", "[White \"Ek\"]\n\n1. d4 d5\n\nd4 d5\n\n"]
    {
        let text = game.repeat(300);
        for format in ["text", "json"] {
            let how = ["--format", format, "--max-per-code", "0", "--profile", "pedantic"];
            let whole = pipe(&how, text.as_bytes())?;
            assert!(whole.out.contains("a new game seems to begin"), "{}", whole.out);
            for size in ["530", "600", "641", "2000"] {
                let cut = pipe(&[&how[..], &["--block-size", size]].concat(), text.as_bytes())?;
                assert!(cut == whole, "{game:?} in blocks of {size}");
            }
        }
    }
    Ok(())
}
