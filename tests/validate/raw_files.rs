//! Files as programs and people really write them: what is wrong is said once, and what is only unusual is information.

use serde_json::Value;

use crate::{
    corrections::corrected,
    run::{Folder, Outcome, codes, pipe, tags, validate},
};

/// The findings in all profiles, as records.
pub(crate) fn findings(text: &str) -> Result<Vec<Value>, Box<dyn std::error::Error>> {
    let ran = pipe(&["--format", "json", "--profile", "pedantic"], text.as_bytes())?;
    let records = ran.out.lines().map(serde_json::from_str).collect::<Result<Vec<Value>, _>>()?;
    Ok(records.into_iter().filter(|record| record["type"] == "finding").collect())
}

/// The severity of the first finding of a code, or nothing.
pub(crate) fn severity(code: &str, text: &str) -> Result<String, Box<dyn std::error::Error>> {
    let found = findings(text)?;
    let one = found.iter().find(|finding| finding["code"] == code);
    Ok(one.and_then(|finding| finding["severity"].as_str()).unwrap_or_default().to_owned())
}

/// A sound game with one more tag, or with another value for one of the seven.
fn with_tag(name: &str, value: &str) -> String {
    let line = format!("[{name} \"{value}\"]\n");
    let tags = tags("1-0");
    let replaced: Vec<_> = tags
        .split_inclusive('\n')
        .map(|old| if old.starts_with(&format!("[{name} ")) { line.as_str() } else { old })
        .collect();
    let tags = match replaced.concat() {
        same if same == tags => tags.replace("]\n\n", &format!("]\n{line}\n")),
        other => other,
    };
    tags + "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n"
}

#[test]
fn unusual_values_are_information_and_wrong_ones_are_not() -> Outcome {
    for (code, name, value, expected) in [
        ("V211", "WhiteElo", "", "info"),
        ("V211", "WhiteElo", "0", "info"),
        ("V211", "WhiteElo", "?", "info"),
        ("V211", "WhiteElo", "1500?", "info"),
        ("V211", "WhiteElo", "unrated", "warning"),
        ("V211", "WhiteElo", "21000", "warning"),
        ("V218", "TimeControl", "1+0.08", "info"),
        ("V218", "TimeControl", "inf", "info"),
        ("V218", "TimeControl", "movetime 2000ms", "info"),
        ("V218", "TimeControl", "5m", "info"),
        ("V217", "TimeControl", "1+0.08", ""),
        ("V217", "TimeControl", "90 min", "info"),
        ("V217", "TimeControl", "300+", "warning"),
        ("V217", "TimeControl", "quick", "warning"),
        ("V214", "ECO", "B33d", "info"),
        ("V214", "ECO", "B33d1", "info"),
        ("V214", "ECO", "F33", "warning"),
        ("V214", "ECO", "Spanish", "warning"),
        ("T115", "Event", "", "info"),
        ("T115", "Site", "", "info"),
        ("T115", "Round", "", "info"),
        ("T115", "White", "", "warning"),
        ("T115", "Date", "", "warning"),
        ("V201", "Date", "?", "info"),
        ("V201", "Date", "????", "info"),
        ("V201", "Date", "4.3.2023", "warning"),
        ("V201", "Date", "March 08, 2015", "warning"),
        ("V206", "UTCDate", "2023.03.09", "info"),
        ("V206", "UTCDate", "9.3.2023", "warning"),
        ("V208", "Result", "1:0", "warning"),
        ("V208", "Result", "White won", "error"),
        ("V209", "Black", "Ek, Anna", "warning"),
        ("V221", "SetUp", "1", "error"),
        ("V221", "SetUp", "2", "warning"),
    ] {
        assert_eq!(severity(code, &with_tag(name, value))?, expected, "{code} {name} `{value}`");
    }
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_eq!(
        severity("V221", &with_tag("FEN", fen).replace("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6", "1. e4"))?,
        "info"
    );
    Ok(())
}

#[test]
fn a_program_a_book_or_an_unknown_player_may_play_both_sides() -> Outcome {
    for (name, expected) in [
        ("?", ""),
        ("N.N.", ""),
        ("NN", ""),
        ("Unknown", ""),
        ("Anonymous", ""),
        ("Stockfish_10_x64", ""),
        ("Stockfish", ""),
        ("Komodo 14", ""),
        ("Opening book", ""),
        ("Ek, Anna", "warning"),
        ("Anna Ek", "warning"),
        ("annaek", "warning"),
    ] {
        let text = with_tag("White", name).replace("Ask, Bo", name);
        assert_eq!(severity("V209", &text)?, expected, "{name}");
    }
    Ok(())
}

#[test]
fn missing_tags_are_one_finding() -> Outcome {
    let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
    let game = with_tag("ECO", "C65");
    for (missing, message, expected) in [
        (&["Round"][..], "the required tag `Round` is missing", "info"),
        (&["Site"], "the required tag `Site` is missing", "warning"),
        (&["Date", "Round"], "the required tags `Date` and `Round` are missing", "warning"),
        (
            &["Site", "Date", "Result"],
            "the required tags `Site`, `Date` and `Result` are missing",
            "warning",
        ),
        (
            &["Event", "Site", "Date", "Round"],
            "the required tags `Event`, `Site`, `Date` and `Round` are missing",
            "info",
        ),
        (
            &["Site", "Date", "Round", "White", "Black"],
            "the required tags `Site`, `Date`, `Round`, `White` and `Black` are missing",
            "info",
        ),
    ] {
        let is_kept =
            |line: &&str| !missing.iter().any(|tag| line.starts_with(&format!("[{tag} ")));
        let text: String = game.split_inclusive('\n').filter(is_kept).collect();
        let found = findings(&text)?;
        let [finding] = found.as_slice() else { return Err(format!("{found:?}").into()) };
        assert_eq!((&finding["code"], &finding["severity"]), (&"T108".into(), &expected.into()));
        assert_eq!(finding["message"], message);
        let corrected = String::from_utf8(corrected(text.as_bytes(), &found))?;
        let names = corrected.lines().filter_map(|line| line.strip_prefix('[')?.split(' ').next());
        assert_eq!(names.take(7).collect::<Vec<_>>(), roster, "{missing:?}");
    }
    Ok(())
}

#[test]
fn tags_that_matter_are_read_in_any_letter_case() -> Outcome {
    let fen = "3q1rk1/5ppp/8/8/8/8/5PPP/3Q1RK1 w - - 0 20";
    let game = tags("1-0").replace("]\n\n", &format!("]\n[fen \"{fen}\"]\n[setup \"1\"]\n\n"));
    let game = game.replace("[Result", "[result") + "20. Qxd8 Rxd8 1-0\n";
    let ran = pipe(&["--format", "line"], game.as_bytes())?;
    assert_eq!(codes(&ran.out), ["T106"], "{}", ran.out);
    assert!(ran.out.contains("`result` is usually written `Result`, and 2 more"), "{}", ran.out);
    let found = findings(&game)?;
    let finding = found.iter().find(|one| one["code"] == "T106").ok_or("a finding")?;
    let edits = finding["edits"].as_array().ok_or("edits")?;
    let right: Vec<_> = edits.iter().map(|edit| (&edit["replacement"], &edit["safety"])).collect();
    let names = ["Result", "FEN", "SetUp"].map(Value::from);
    assert_eq!(right, names.each_ref().map(|name| (name, &edits[0]["safety"])));
    assert_eq!((&finding["fix"], &edits[0]["safety"]), (&edits[0], &"safe".into()));
    let other = tags("*").replace("]\n\n", "]\n[variant \"Bughouse\"]\n\n") + "1. Nf3 f6 *\n";
    assert!(pipe(&[], other.as_bytes())?.out.contains("1 game not checked"));
    Ok(())
}

#[test]
fn nothing_is_said_about_sides_and_numbers_after_an_unknown_start() -> Outcome {
    let moves = "1... Ng4 2... Nh6 3... a6 9. h4 *\n";
    for (tag, expected) in [
        ("[FEN \"8/8/8/8/8/8/4P3/4K3 b - - 0 1\"]\n[SetUp \"1\"]", "V222"),
        ("[Variant \"Seirawan\"]", "V224"),
    ] {
        let text = tags("*").replace("]\n\n", &format!("]\n{tag}\n\n")) + moves;
        let found = findings(&text)?;
        let codes: Vec<_> = found.iter().filter_map(|finding| finding["code"].as_str()).collect();
        assert_eq!(codes, [expected], "{tag}");
    }
    Ok(())
}

#[test]
fn a_castling_right_without_king_or_rook_is_ignored() -> Outcome {
    let game = |fen: &str, moves: &str| {
        let tags = tags("*").replace("]\n\n", &format!("]\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n"));
        format!("{tags}{moves} *\n")
    };
    for (fen, moves, expected) in [
        ("4kb1r/5ppp/8/8/8/8/5PPP/3Q2K1 w kq - 0 20", "20. Qd2 f6", &["V222"][..]),
        ("r6r/4k3/8/8/8/8/8/4K3 w kq - 0 20", "20. Kd2 Kd6", &["V222"]),
        ("1r2k3/8/8/8/8/8/8/4K3 b q - 0 20", "20... Rb1+", &["V222"]),
        // The game castles as in Chess960.
        ("1r2k3/8/8/8/8/8/8/4K3 b q - 0 20", "20... O-O-O", &["V224"]),
        ("1r2k3/8/8/8/8/8/8/4K3 b b - 0 20", "20... Rb1+", &["V224"]),
        ("r3k3/8/8/8/8/8/8/4K3 b q - 0 20", "20... O-O-O", &[]),
    ] {
        let ran = pipe(&["--format", "line"], game(fen, moves).as_bytes())?;
        assert_eq!(codes(&ran.out), expected, "{fen} {moves}: {}", ran.out);
    }
    let text = game("4kb1r/5ppp/8/8/8/8/5PPP/3Q2K1 w kq - 0 20", "20. Qd2");
    let found = findings(&text)?;
    assert_eq!(
        (&found[0]["message"], &found[0]["severity"], &found[0]["fix"]["replacement"]),
        (
            &"no rook on a8: right ignored".into(),
            &"warning".into(),
            &"4kb1r/5ppp/8/8/8/8/5PPP/3Q2K1 w k - 0 20".into()
        )
    );
    Ok(())
}

#[test]
fn a_date_that_can_be_read_in_one_way_has_a_safe_correction() -> Outcome {
    for (date, right, safety) in [
        ("March 08, 2015", "2015.03.08", "safe"),
        ("3 Feb 2019", "2019.02.03", "safe"),
        ("2019-02-26", "2019.02.26", "safe"),
        ("1886", "1886.??.??", "safe"),
        ("03.02.2019", "2019.02.03", "guess"),
    ] {
        let found = findings(&with_tag("Date", date))?;
        let fix = &found.iter().find(|one| one["code"] == "V201").ok_or("a finding")?["fix"];
        assert_eq!(
            (&fix["replacement"], &fix["safety"]),
            (&right.into(), &safety.into()),
            "{date}"
        );
    }
    Ok(())
}

#[test]
fn clear_times_without_zeros_are_information() -> Outcome {
    for (command, expected) in [
        ("[%emt 0:6:15]", "info"),
        ("[%emt 3.210]", "info"),
        ("[%clk 0:6:15]", "info"),
        ("[%clk 3.210]", "warning"),
        ("[%clk 0:75:00]", "warning"),
    ] {
        let text = tags("*") + "1. e4 {" + command + "} *\n";
        assert_eq!(severity("C621", &text)?, expected, "{command}");
    }
    Ok(())
}

#[test]
fn a_clock_with_a_point_for_a_colon_is_guessed() -> Outcome {
    let found = findings(&(tags("*") + "1. e4 {[%clk 0:15.16]} *\n"))?;
    let fix = &found.iter().find(|one| one["code"] == "C621").ok_or("a finding")?["fix"];
    assert_eq!((&fix["replacement"], &fix["safety"]), (&"0:15:16".into(), &"guess".into()));
    Ok(())
}

#[test]
fn a_pawn_captures_nothing_on_an_empty_square() -> Outcome {
    for moves in ["1. c4 b5 2. c5 b4 3. cxb7 *\n", "1. c4 b5 2. d4 b4 3. b3 a6 4. bxc3 bxc3 *\n"] {
        let ran = pipe(&["--format", "line"], (tags("*") + moves).as_bytes())?;
        assert_eq!(codes(&ran.out), ["M308"], "{moves}: {}", ran.out);
        let square = if moves.contains("cxb7") { "b7" } else { "c3" };
        assert!(ran.out.contains(&format!("nothing to capture on {square}")), "{}", ran.out);
    }
    // Two pawns on the file.
    let doubled = "1. c4 d5 2. cxd5 c6 3. d4 a6 4. d6 b5 5. dxe5 *\n";
    let ran = pipe(&["--format", "line"], (tags("*") + doubled).as_bytes())?;
    assert_eq!(codes(&ran.out), ["M308"], "{}", ran.out);
    Ok(())
}

#[test]
fn kings_in_the_centre_with_signs_are_recorded_by_the_board() -> Outcome {
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. ";
    for tail in ["Ke4+", "Kxe5", "Re1 Kxd5", "Re1 Kd4#"] {
        let text = tags("1-0") + game + tail + " 1-0\n";
        let ran = pipe(&["--format", "line"], text.as_bytes())?;
        assert_eq!(codes(&ran.out), ["M314"], "{tail}: {}", ran.out);
        // Where that finding is not shown, the illegal move is.
        let ran = pipe(&["--format", "line", "--profile", "read"], text.as_bytes())?;
        let shown = codes(&ran.out);
        assert!(shown.len() == 1 && shown[0].starts_with("M30"), "{tail}: {}", ran.out);
    }
    // A legal move with a wrong sign is no slip of the pen either; where that is not shown, the sign is.
    let ending =
        "[SetUp \"1\"]\n[FEN \"8/8/4k3/8/8/4K3/4P3/8 w - - 0 85\"]\n\n85. Kd3 Kd6 86. Ke4+";
    let text = tags("1/2-1/2").replace("]\n\n", &format!("]\n{ending} 1/2-1/2\n"));
    for (how, code) in
        [(&["--format", "line"][..], "M314"), (&["--format", "line", "--ignore", "M314"], "S402")]
    {
        let ran = pipe(how, text.as_bytes())?;
        assert_eq!(codes(&ran.out), [code], "{}", ran.out);
    }
    Ok(())
}

#[test]
fn lists_of_tags_or_moves_need_no_results() -> Outcome {
    for (text, expected) in [
        (tags("1-0") + &tags("0-1"), "info"),
        ("1. e4 e5\n".to_owned(), "info"),
        (tags("1-0") + "1. e4 e5\n\n" + &with_tag("ECO", "C65"), "warning"),
    ] {
        assert_eq!(severity("R701", &text)?, expected, "{text}");
    }
    Ok(())
}

#[test]
fn a_game_that_is_divided_in_doubt_is_a_warning() -> Outcome {
    let divided = "a new game seems to begin here; the one before it has no result";
    for (text, severity, message) in [
        // 3. Nf3 is legal after the first line, and may also begin a game.
        ("e4 e5 d4 exd4\n\nNf3 Nc6 Nxd4\n", "warning", divided),
        // White cannot play d4 twice, and White is to move after the second line.
        ("d4 d5\n\nd4 Nf6\n", "info", ""),
        ("1. e4 e5\n\n1. d4 d5\n", "info", ""),
    ] {
        let found = findings(text)?;
        let finding = found.iter().find(|one| one["code"] == "R701").ok_or("a finding")?;
        assert_eq!(finding["severity"], severity, "{text}");
        assert_eq!(finding["message"] == divided, message == divided, "{text}");
        if message == divided {
            assert_eq!((&finding["line"], &finding["column"]), (&3.into(), &1.into()), "{text}");
        }
    }
    Ok(())
}

#[test]
fn a_list_of_tags_is_not_cut_off() -> Outcome {
    let sparse = |round: u8| format!("[Round \"{round}\"]\n[White \"Ek\"]\n[Result \"1-0\"]\n\n");
    let three: String = (1..=3).map(sparse).collect();
    let seven = tags("1-0").replace("[Site \"Uppsala SWE\"]\n", "");
    for (text, expected) in [
        (three, &[][..]),
        (seven.repeat(2), &[]),
        (tags("1-0"), &["B016"]),
        (with_tag("ECO", "C65") + "\n" + &tags("1-0"), &["B016"]),
        (tags("1-0").replace("]\n\n", "]\n[PlyCount \"109\"]\n\n"), &["B016"]),
    ] {
        let ran = pipe(&["--format", "line"], text.as_bytes())?;
        assert_eq!(codes(&ran.out), expected, "{text}{}", ran.out);
    }
    Ok(())
}

#[test]
fn what_a_whole_game_has_is_said_once() -> Outcome {
    for (moves, code, count) in [
        ("1. e4 {a\u{4} b\u{4}} 1... e5 {c\u{4}}", "B006", 1),
        // In the moves it is an error, so that it is said as well.
        ("1. e4 {a\u{4}} 1... e5 \u{4} 2. Nf3 {\u{4}}", "B006", 2),
        ("1. e4 <br> e5<br/>2. Nf3<br />", "C613", 1),
        ("1. e4 e5 (1... c5 <> 3. d4) 2. Nf3 (2. f4 <> 3. f5)", "C613", 1),
        ("1. e4 (11 20 0 e4 e5) 1... e5 (12 -3 1 e5 Nf3)", "C612", 1),
    ] {
        let found = findings(&(tags("1-0") + moves + " 1-0\n"))?;
        let of_code = found.iter().filter(|one| one["code"] == code);
        assert_eq!(of_code.count(), count, "{moves}: {found:?}");
        assert!(found.iter().all(|one| one["code"] != "N501" && one["code"] != "N502"), "{moves}");
    }
    Ok(())
}

#[test]
fn typography_in_prose_is_information() -> Outcome {
    for (moves, expected) in [
        ("1. e4 {by\u{a0}Anna} 1... e5 1-0\n", "info"),
        ("1. e4 ; by\u{a0}Anna\n1... e5 1-0\n", "info"),
        ("1. e4\u{a0}e5 1-0\n", "warning"),
    ] {
        assert_eq!(severity("B007", &(tags("1-0") + moves))?, expected, "{moves}");
    }
    Ok(())
}

#[test]
fn words_for_signs_and_endings_have_safe_corrections() -> Outcome {
    for (moves, code, corrected) in [
        ("1. f3 e5 2. g4 Qh4 mate", "S403", "Qh4#"),
        ("1. e4 e5 2. Qh5 Ke7 3. Qxe5 mate", "S403", "Qxe5#"),
        ("1. e4 d5 2. Bb5 ch c6", "S402", "Bb5+"),
        ("1. e4 d5 2. Bb5 (ch) c6", "S402", "Bb5+"),
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O - O d6", "S401", "O-O"),
        ("1. f3 e5 White resigns", "C612", "{White resigns}"),
    ] {
        let found = findings(&(tags("0-1") + moves + " 0-1\n"))?;
        let finding = found.iter().find(|one| one["code"] == code).ok_or(moves)?;
        let fix = &finding["fix"];
        assert_eq!((&fix["replacement"], &fix["safety"]), (&corrected.into(), &"safe".into()));
    }
    Ok(())
}

#[test]
fn a_capture_is_not_taken_for_a_quiet_move() -> Outcome {
    // Qh3, Qh4, Qh5 and Qg6 differ in one letter, but capture nothing.
    let found = findings(&(tags("1-0") + "1. e4 e5 2. Qg4 d6 3. Qxh6+ 1-0\n"))?;
    let finding = found.iter().find(|one| one["code"] == "M301").ok_or("a finding")?;
    let meant = finding["suggestions"].as_array().ok_or("a list")?;
    assert!(meant.iter().all(|one| one.to_string().contains('x')), "{meant:?}");
    assert!(finding["fix"]["replacement"].as_str().is_none_or(|one| one.contains('x')));
    Ok(())
}

#[test]
fn a_game_that_is_cut_off_keeps_its_number_of_plies() -> Outcome {
    for (end, corrected) in [(" 1-0\n", true), ("\n", false)] {
        let text = with_tag("PlyCount", "109").replace(" 1-0\n", end);
        let found = findings(&text)?;
        let finding = found.iter().find(|one| one["code"] == "V225").ok_or("a finding")?;
        assert_eq!(finding["fix"].is_object(), corrected, "{end:?}");
        assert_eq!(finding["message"], "the game has 6 plies, not `109`");
    }
    Ok(())
}

#[test]
fn a_study_or_a_position_needs_no_result() -> Outcome {
    let mate = "1. f3 e5 2. g4 Qh4# *\n";
    let fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
    for (extra, moves, expected) in [
        (String::new(), mate, "warning"),
        ("[StudyName \"Mates\"]\n[ChapterName \"The fool\"]\n".into(), mate, "info"),
        (format!("[FEN \"{fen}\"]\n[SetUp \"1\"]\n"), "1. Rh8# *\n", "info"),
    ] {
        let text = tags("*").replace("]\n\n", &format!("]\n{extra}\n")) + moves;
        assert_eq!(severity("R714", &text)?, expected, "{extra}");
    }
    Ok(())
}

#[test]
fn spelling_is_reported_with_its_position() -> Outcome {
    let found = findings(&(tags("*") + "1. e4 e5 2. Nf3+ Nc6 3. 0-0 *\n"))?;
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    let check = found.iter().find(|finding| finding["code"] == "S402").ok_or("a finding")?;
    assert_eq!(check["fen"], fen);
    Ok(())
}

#[test]
fn games_of_other_variants_are_counted_apart() -> Outcome {
    let game = |variant: &str| {
        tags("*").replace("]\n\n", &format!("]\n[Variant \"{variant}\"]\n\n")) + "1. e4 e5 *\n\n"
    };
    let text = [game("Seirawan"), game("Standard"), game("Bughouse"), game("Seirawan")].concat();
    let ran = pipe(&["--format", "line"], text.as_bytes())?;
    assert_eq!(
        ran.out,
        "-:8:11: warning[V224] `Seirawan` is not among the games known here; 2 games not checked\n\
         -:30:11: warning[V224] `Bughouse` is not among the games known here; 1 game not checked\n"
    );
    assert_eq!(ran.err, "4 games: 1 clean, 3 not checked (0 errors, 2 warnings)\n");
    let text = text.repeat(3000);
    let folder = Folder::new()?;
    let path = folder.file("many.pgn", &text)?;
    for format in ["line", "text", "json", "csv"] {
        let runs: Vec<_> = ["1", "3"]
            .into_iter()
            .map(|jobs| validate(&["--format", format, "-j", jobs, &path]))
            .collect::<Result<_, _>>()?;
        assert_eq!(runs[0], runs[1], "{format}");
        let piped = pipe(&["--format", format], text.as_bytes())?;
        let named =
            piped.out.replace("-:", &format!("{path}:")).replace("\"-\"", &format!("\"{path}\""));
        if format == "line" {
            assert_eq!(named, runs[0].out, "{format}");
            assert!(named.contains("`Seirawan` is not among the games known here; 6000 games"));
        }
        assert_eq!(piped.err, runs[0].err, "{format}");
    }
    Ok(())
}
