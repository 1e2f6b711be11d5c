//! One fault in a valid game is exactly one finding, at its place.

use crate::run::{Outcome, codes, pipe, tags};

/// A game with both castlings, captures and checks.
const GAME: &str = "1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 6. Be3 e5 7. Nb3 Be6
8. f3 Be7 9. Qd2 O-O 10. O-O-O Nbd7 11. g4 b5 12. g5 b4 13. Ne2 Ne8 14. f4 a5
15. f5 a4 16. Nbd4 exd4 17. Nxd4 b3 18. Kb1 bxc2+ 19. Nxc2 Bb3 20. axb3 axb3
21. Na3 Ne5 22. h4 Ra5 23. Qc3 Qa8 24. Bg2 Rc5 25. Qxb3 Qb8 26. h5 Rb5 27. Qd5
Rxb2+ 28. Ka1 Qb3 29. Qxb3 Rxb3 30. Ka2 *
";

/// The text, its replacement, and the findings.
#[rustfmt::skip]
const FAULTS: &[(&str, &str, &[&str])] = &[
    ("9. Qd2 O-O ", "9. Qd2 0-0 ", &["S401"]),
    ("9. Qd2 O-O ", "9. Qd2 0-O ", &["S401"]),
    ("9. Qd2 O-O ", "9. Qd2 0-0+- ", &["S401", "C612"]),
    ("10. O-O-O ", "10. 0–0–0 ", &["S401"]),
    ("exd4", "eXd4", &["S408"]),
    ("Nxd4", "N×d4", &["S408"]),
    ("6. Be3", "6. be3", &["S408"]),
    ("5. Nc3", "5. 3c", &["M311"]),
    ("5. Nc3", "5. Nc", &["M311"]),
    ("5. Nc3", "5. N", &["M311"]),
    ("5. Nc3", "5. N\u{200b}c3", &["B007"]),
    ("5. Nc3", "5. Nc\u{1}3", &["B006"]),
    ("5. Nc3", "5. Nc3+-", &["C612"]),
    ("5. Nc3", "5. Nc3=/+", &["C612"]),
    ("10. O-O-O", "10. O-O-O=", &["C612"]),
    ("5. Nc3 a6 6. Be3", "5. Nc3 {good) a6 6. Be3 {too}", &["C602"]),
    ("5. Nc3 a6 6. Be3", "5. {good) Nc3 a6 6. Be3 {too}", &["C602"]),
    ("3. d4 cxd4 4. Nxd4", "3. d4 4. Nxd4", &["M315"]),
    ("5. Nc3", "5. Nc3 novelty", &["M311"]),
    ("a6 6.", "a6 {see {there} too} 6.", &["C604"]),
    ("a6 6.", "a6 [sic] 6.", &["T113"]),
    ("a6 6.", "a6 *x 6.", &["M311"]),
    ("a6 6.", "a6 0:12 6.", &["M311"]),
    ("a6 6.", "a6 [%clk 0:05:00] } 6.", &["C603"]),
    ("5. Nc3 a6", "5. Nc3 {[%clk 0:05:00] 5... a6 {good}", &["C601"]),
    ("5. Nc3 a6 6. Be3", "5. Nc3 {as usual a6 6. Be3 {good}", &["C601"]),
    ("a6 6.", "a6 6,", &[]),
    ("5. Nc3", "5. Nc3†", &["S402"]),
    ("5. Nc3 a6", "5. Nc3 (5. f3 a6", &["C607"]),
    ("5. Nc3 a6", "5. Nc3 (5... g6 6. Be3) 5... a6", &["C607", "M320"]),
    ("30. Ka2 *", "30. Ka2 *\n\n\u{1a}", &[]),
    ("8. f3 Be7", "<<<<<<< HEAD\n8. f3 Be7", &["B018"]),
    ("1. e4", "> 1. e4", &["B018"]),
    ("20. axb3 ", "20. axb3 axb3 ", &["M315"]),
    ("30. Ka2 *", "30. Ka2 O-1", &["R702", "R704"]),
    ("30. Ka2 *", "30. Ka2 -/-", &["R705"]),
    ("30. Ka2 *\n", "30. K", &["B016"]),
    ("30. Ka2 *\n", "30. Kx", &["B016"]),
    ("30. Ka2 *\n", "3", &["B016"]),
    ("9. Qd2 O-O ", "9. Qd2 O - O ", &["S401"]),
    ("10. O-O-O ", "10. O - O - O ", &["S401"]),
    ("bxc2+", "bxc2 ch", &["S402"]),
    ("bxc2+", "bxc2 (ch)", &["S402"]),
    ("bxc2+", "bxc2+ ch.", &["S402"]),
    ("30. Ka2 *", "30. Ka2 draw agreed *", &["C612"]),
    ("5. Nc3 a6", "5. Nc3 (12 34 0 Nc3 g6) 5... a6", &["C612"]),
    ("5. Nc3 a6", "5. Nc3<br />5... a6<br>", &["C613"]),
    ("5. Nc3 a6", "5. Nc3 (5. f3 <> 9. g4 <> 14. Qh8) 5... a6", &["C613"]),
];

#[test]
fn a_single_fault_is_found_once_and_nothing_else_is() -> Outcome {
    for (instead_of, written, expected) in FAULTS {
        assert!(GAME.contains(instead_of), "{instead_of}");
        let text = tags("*") + &GAME.replacen(instead_of, written, 1);
        let ran = pipe(&["--format", "line"], text.as_bytes())?;
        assert_eq!(codes(&ran.out), *expected, "{written}: {}", ran.out);
        assert!(ran.err.starts_with("1 game:"), "{written}: {}", ran.err);
    }
    Ok(())
}

#[test]
fn a_broken_roster_is_one_finding() -> Outcome {
    for (instead_of, written, expected) in [
        ("[Event", "Event", &["T101"][..]),
        ("[White \"Ek, Anna\"]", "[White Ek, Anna]", &["T101"]),
        ("[White ", "[Whiet ", &["T106"]),
        ("[Result ", "[result ", &["T106"]),
        ("[Date \"", "[Date \"\"", &["T102"]),
        ("[Result \"*\"]", "[Result “*”]", &["T101"]),
        ("[Result \"*\"]", "[Result '*']", &["T101"]),
        ("[White \"", "[White Name \"", &["T108", "T104"]),
        ("[White \"Ek, Anna\"]", "[White \"Ek, Anna\"] captain", &["T111"]),
        ("[White \"Ek, Anna\"]", "[White \"Ek, Anna\"] ; captain", &[]),
    ] {
        let text = (tags("*") + "1. e4 e5 *\n").replacen(instead_of, written, 1);
        assert!(text.contains(written), "{written}: {text}");
        for games in 1..3 {
            let before = (tags("*") + "1. d4 *\n\n").repeat(games - 1);
            let ran = pipe(&["--format", "line"], (before + &text).as_bytes())?;
            assert_eq!(codes(&ran.out), expected, "{written}: {}", ran.out);
            assert!(ran.err.starts_with(&format!("{games} game")), "{written}: {}", ran.err);
        }
    }
    Ok(())
}

#[test]
fn a_game_in_another_language_is_replayed_to_its_end() -> Outcome {
    // King, queen, rook, bishop, knight.
    for letters in ["KDTLS", "RDTFC", "RDTAC", "KDTLP", "KHWGS", "KDVSJ", "KVBFH", "RDTBC"] {
        let translated: String = GAME
            .chars()
            .map(|letter| match "KQRBN".find(letter) {
                Some(role) => char::from(letters.as_bytes()[role]),
                None => letter,
            })
            .collect();
        let text = tags("*") + &translated;
        let ran = pipe(&["--format", "json"], text.as_bytes())?;
        let found = ran.out.matches("\"code\":").count();
        assert!(ran.out.contains("\"code\":\"M317\"") && found == 1, "{letters}: {}", ran.out);
        assert!(ran.out.contains("\"plies\":59,"), "{letters}: {}", ran.out);
    }
    Ok(())
}

#[test]
fn findings_beyond_the_thousandth_are_counted() -> Outcome {
    let text = tags("*") + "1. e4 " + &"} ".repeat(1500) + "*\n";
    let ran = pipe(&["--format", "json"], text.as_bytes())?;
    assert_eq!(ran.out.matches("\"code\":\"C603\"").count(), 1000);
    assert_eq!(ran.out.matches("findings of this severity not shown: 500").count(), 1);
    assert_eq!(ran.err, "1 game: 0 clean, 1 with errors (1500 errors, 0 warnings)\n");
    Ok(())
}

#[test]
fn a_null_move_counts_as_a_ply() -> Outcome {
    let ran =
        pipe(&["--select", "M301"], (tags("*") + "1. e4 -- 2. d4 Nf6 3. Nh5 *\n").as_bytes())?;
    assert!(ran.out.contains("move 3, White"), "{}", ran.out);
    assert!(ran.out.contains("did you mean 3. Nh3"), "{}", ran.out);
    Ok(())
}

#[test]
fn a_finding_names_its_variation() -> Outcome {
    let moves =
        "1. e4 e5 (1... c5 2. Nf3+ (2. c3) (2. f4 $300) 2... d6 $301) (1... e6 $302) 2. Nf3+ *\n";
    let ran = pipe(&["--format", "json"], (tags("*") + moves).as_bytes())?;
    let paths: Vec<_> = ran
        .out
        .split("\"path\":\"")
        .skip(1)
        .map(|rest| &rest[..rest.find('"').unwrap_or(0)])
        .collect();
    assert_eq!(
        paths,
        [
            "main/ply 2/rav 1/ply 2",
            "main/ply 2/rav 1/ply 2/rav 2/ply 1",
            "main/ply 2/rav 1/ply 3",
            "main/ply 2/rav 2/ply 1",
            "main/ply 3",
        ]
    );
    Ok(())
}
