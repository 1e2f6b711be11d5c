//! What is said about the moves, clocks and results of raw games.

use serde_json::Value;

use crate::{
    corrections::corrected,
    raw_files::findings,
    run::{Outcome, codes, pipe, tags},
};

#[test]
fn checks_after_a_start_in_check_are_seen() -> Outcome {
    let fen = "4k3/8/8/8/8/8/8/K3R3 w - - 0 1";
    let start = tags("*").replace("]\n\n", &format!("]\n[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n"));
    // The rook gives check all the time: only a move of the king, or of the rook on its file, leaves it so.
    for (moves, expected) in [
        ("1. Ka2+ Kd7 2. Rd1+", &["V222"][..]),
        ("1. Ka2 Kd7 2. Rd1+", &["V222", "S402"]),
        ("1. Rd1 Kf7", &["V222"]),
        ("1. Ka2+ (1. Kb2+ Kd8) (1. Rd1+ Ke7) 1... Kd7", &["V222", "S402"]),
        ("1. Rxe8", &["V222", "M307"]),
    ] {
        let ran = pipe(&["--format", "line"], format!("{start}{moves} *\n").as_bytes())?;
        assert_eq!(codes(&ran.out), expected, "{}", ran.out);
    }
    Ok(())
}

#[test]
fn a_habit_of_the_writer_is_one_finding_with_all_edits() -> Outcome {
    let long = "1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 3. Bf1-b5 a7-a6 4. Bb5xc6 d7xc6 *\n";
    let short = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 *\n";
    let found = findings(&(tags("*") + long))?;
    let [finding] = found.as_slice() else { return Err(format!("{found:?}").into()) };
    assert_eq!(
        finding["message"],
        "`e2-e4` should be `e4`: the standard has short algebraic notation (8 times in this game)"
    );
    let text = tags("*") + long;
    let mended = String::from_utf8(corrected(text.as_bytes(), &found))?;
    assert_eq!(mended, tags("*") + short);
    // A few slips are no habit: each has its place.
    let slips = tags("*") + "1. e4 d5 2. ed5 Qd5 3. Nc3 Qa5 *\n";
    assert_eq!(codes(&pipe(&["--format", "line"], slips.as_bytes())?.out), ["S406", "S406"]);
    Ok(())
}

#[test]
fn clocks_in_minutes_are_a_matter_of_the_tag() -> Outcome {
    let text = include_str!("../../fixtures/codes/V217/bad-minutes-on-clocks.pgn");
    assert_eq!(pipe(&["--format", "line"], text.as_bytes())?.out, "");
    let found = findings(text)?;
    let said: Vec<_> = found
        .iter()
        .map(|one| (&one["code"], &one["path"], &one["severity"], &one["fix"]["replacement"]))
        .collect();
    let right = ["V217", "TimeControl", "info", "5400+30"].map(Value::from);
    assert_eq!(said, [(&right[0], &right[1], &right[2], &right[3])]);
    Ok(())
}

#[test]
fn a_drop_shows_another_variant() -> Outcome {
    let game =
        tags("*") + "1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P@d5 Nxd4 (4... N@e4 5. Kxe8) *\n\n";
    let other = tags("*") + "1. e4 d5 2. exd5 Qxd5 3. @d4 1/2 *\n\n";
    let slip = tags("*") + "1. e4 e5 2. P@z9 *\n";
    let ran = pipe(&["--format", "line"], (game.clone() + &game).as_bytes())?;
    assert_eq!(
        ran.out,
        "-:9:37: warning[V224] `P@d5` is a drop, but no `Variant` tag names a game with drops; \
         2 games not checked\n"
    );
    assert_eq!(ran.err, "2 games: 0 clean, 2 not checked (0 errors, 1 warning)\n");
    assert!(codes(&pipe(&["--format", "line"], slip.as_bytes())?.out).contains(&"M311"));
    // Errors count, whether or not the moves are checked.
    let ran = pipe(&[], other.replace("[Round \"1\"]", "[Round \"1\"").as_bytes())?;
    assert!(ran.err.starts_with("1 game: 0 clean, 1 with errors ("), "{}", ran.err);
    Ok(())
}

#[test]
fn two_results_follow_the_board_or_the_one_that_is_known() -> Outcome {
    let mate = "1. f3 e5 2. g4 Qh4# 0-1\n";
    let open = "1. e4 e5 0-1\n";
    for (tag, moves, replacement, safety) in [
        ("*", mate, "0-1", "safe"),
        ("1-0", mate, "0-1", "safe"),
        ("*", open, "0-1", "guess"),
        ("1-0", open, "1-0", "guess"),
    ] {
        let found = findings(&(tags(tag) + moves))?;
        let found = found.iter().find(|one| one["code"] == "R702").ok_or("R702")?;
        let fix = (&found["fix"]["replacement"], &found["fix"]["safety"]);
        assert_eq!(fix, (&replacement.into(), &safety.into()), "{tag} {moves}");
    }
    let twice = tags("*").replace("]\n\n", "]\n[Result \"0-1\"]\n\n") + mate;
    let found = findings(&twice)?;
    assert_eq!(found.iter().map(|one| &one["code"]).collect::<Vec<_>>(), ["T107"]);
    let fix = &found[0]["fix"];
    let start = twice.find("[Result \"*\"]\n").ok_or("a tag")?;
    assert_eq!((&fix["byte"], &fix["safety"]), (&start.into(), &"guess".into()));
    let half = tags("\u{bd}-\u{bd}") + "1. e4 e5 \u{bd}-\u{bd}\n";
    assert_eq!(codes(&pipe(&["--format", "line"], half.as_bytes())?.out), ["V208", "R704"]);
    Ok(())
}

#[test]
fn a_win_by_mate_has_a_mate() -> Outcome {
    let text = include_str!("../../fixtures/codes/V220/bad-no-mate.pgn");
    let found = findings(text)?;
    let said = found.iter().find(|one| one["code"] == "V220").ok_or("V220")?;
    assert_eq!(
        said["message"],
        "`Anna won by checkmate` does not fit the board: there is no mate after 3...Nf6"
    );
    Ok(())
}

#[test]
fn findings_about_moves_have_the_position_before_them() -> Outcome {
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for (moves, code) in [("1. e4 e5!? 2. d4 *\n", "S409"), ("1. e4 e5(1... c5) 2. d4 *\n", "S410")]
    {
        let found = findings(&(tags("*") + moves))?;
        let found = found.iter().find(|one| one["code"] == code).ok_or(code)?;
        assert_eq!(found["fen"], after_e4, "{code}");
    }
    Ok(())
}
