//! Slips planted in sound games: how often the first suggestion is right, and whether it is as sure of it as it says.

mod measure;
mod plant;

use std::{error::Error, fmt::Write, fs};

use measure::{Calibration, Counts, edited, findings, judge};
use plant::{Kind, games, planted};

/// Games that the built-in engine played against itself.
const GAMES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/games/self-play.pgn");

#[test]
fn suggestions_are_mostly_right_and_say_how_sure_they_are() -> Result<(), Box<dyn Error>> {
    let text = fs::read(GAMES)?;
    let games = games(&text);
    assert!(games.iter().all(|game| findings(game).is_empty()));
    let (mut all, mut calibration) = (Counts::default(), Calibration::default());
    let mut report = String::new();
    for kind in Kind::ALL {
        let mut counts = Counts::default();
        for game in &games {
            let Some(slip) = planted(game, kind) else { continue };
            let found = judge(game, &slip);
            counts.add(found);
            if let Some(found) = found {
                calibration.add(found);
            }
        }
        all = all.plus(counts);
        writeln!(report, "{kind:?} {counts}")?;
    }
    let counts = all;
    writeln!(report, "all {counts}\n{calibration}")?;
    let share = |part: u32, whole: u32| f64::from(part) / f64::from(whole.max(1));
    assert!(counts.planted > 300, "{report}");
    assert!(share(counts.at_once.1, counts.at_once.0) > 0.9, "{report}");
    assert!(share(counts.later.1, counts.later.0) > 0.7, "{report}");
    let detected = counts.at_once.0 + counts.later.0;
    assert!(share(counts.listed, detected) > 0.95, "{report}");
    assert!(share(counts.root, detected) > 0.95, "{report}");
    let [.., (likely, right, _)] = calibration.classes;
    assert!(likely > 200 && share(right, likely) > 0.95, "{report}");
    for (slips, right, confidence) in calibration.classes {
        let (slips, right) = (f64::from(slips), f64::from(right));
        // Three times the deviation of so many throws of a coin.
        let margin = 1.5 * slips.sqrt() + 0.05 * slips;
        assert!((right - confidence).abs() <= margin, "{right} of {slips}: {report}");
    }
    Ok(())
}

#[test]
fn slips_are_planted_where_they_belong() -> Result<(), Box<dyn Error>> {
    let text = fs::read(GAMES)?;
    let games = games(&text);
    for kind in Kind::ALL.into_iter().chain([Kind::TwoCharacters]) {
        for game in &games {
            let Some(slip) = planted(game, kind) else { continue };
            let same_before = slip.text[..slip.place.start] == game[..slip.place.start];
            let after = slip.text.len() - slip.place.end;
            let same_after = slip.text[slip.place.end..] == game[game.len() - after..];
            assert!(same_before && same_after && slip.text != *game, "{kind:?}");
            assert_eq!(planted(game, kind).map(|again| again.text), Some(slip.text), "{kind:?}");
        }
    }
    Ok(())
}

const SPANISH: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8 \
    10. d4 Nbd7 *\n";

#[test]
fn each_kind_of_slip_is_explained() {
    for (meant, written, codes) in [
        ("3. Bb5", "3. Bd5", &["M301"][..]),
        ("7. Bb3", "7. Bb8", &["M301"]),
        ("7. Bb3 d6", "7. Bb3 6", &["M311"]),
        ("10. d4 Nbd7", "10. d4 Nad7", &["M301"]),
        ("9. h3", "9. h9", &["M311"]),
        ("9. h3", "9. hj3", &["M311"]),
        ("5. O-O", "5. O-O O-O", &["M315"]),
        ("6. Re1 b5", "6. b5 Re1", &["M308"]),
        // The slip is legal, and castling is the first move that is not.
        ("2. Nf3", "2. Nc3", &["M306"]),
    ] {
        let text = SPANISH.replacen(meant, written, 1);
        let found = findings(text.as_bytes());
        let told: Vec<_> = found.iter().map(|one| one.code.to_string()).collect();
        assert_eq!(told, codes, "{written}: {found:?}");
        let restored = edited(text.as_bytes(), &found[0].edits);
        assert_eq!(String::from_utf8_lossy(&restored), SPANISH, "{written}");
    }
}

#[test]
fn a_start_position_that_is_missing_is_noticed() {
    let elsewhere = "23. Qe4 Rd8 24. Rad1 Nf6 25. Qe2 h6 26. h3 Rxd1 *\n";
    let help = findings(elsewhere.as_bytes()).into_iter().find_map(|one| one.help);
    let start = "the moves begin with number 23, so that a `FEN` tag may be missing";
    assert!(help.as_ref().is_some_and(|help| help.starts_with(start)), "{help:?}");
    let slip = SPANISH.replacen("1. e4", "23. e4", 1).replacen("Bb5", "Bd5", 1);
    let found = findings(slip.as_bytes());
    let says_start = |help: &String| help.contains("FEN");
    assert!(!found.iter().filter_map(|one| one.help.as_ref()).any(says_start), "{found:?}");
}

#[test]
fn a_game_is_read_on_behind_a_fault() {
    let text = SPANISH.replacen("Bb5", "Bd5", 1).replacen("9. h3", "9. h9", 1);
    let found = findings(text.as_bytes());
    let told: Vec<_> = found.iter().map(|one| (one.code.to_string(), one.assumed)).collect();
    assert_eq!(told, [("M301".into(), false), ("M311".into(), true)]);
}

#[test]
fn an_illegal_move_that_stood_is_not_corrected() {
    // The knight on c3 is pinned by the bishop on b4.
    let text = "1. d4 e6 2. Nc3 Bb4 3. Nf3 Nf6 4. Ne4 Nxe4+ 5. c3 Ba5 6. Qd3 Nf6 7. g3 d5 8. Bg2 O-O 9. O-O Nc6 *\n";
    let found = findings(text.as_bytes());
    let [finding] = found.as_slice() else { panic!("one finding: {found:?}") };
    assert_eq!(finding.code.to_string(), "M303");
    assert!(finding.suggestions.is_empty() && finding.edits.is_empty());
    let help = "the rest of the game follows from the illegal move as played";
    assert_eq!(finding.help.as_deref(), Some(help));
}

#[test]
fn a_second_fault_does_not_hide_the_first() {
    let game = SPANISH.replacen(
        "9. h3 Nb8 10. d4 Nbd7 *",
        "9. h3 Na5 10. Bc2 c5 11. d4 Qc7 12. Nbd2 cxd4 13. cxd4 Nc6 14. Nb3 a5 15. Be3 a4 16. Nbd2 Bd7 17. Rc1 Rfc8 18. Bb1 Nb4 *",
        1,
    );
    let written = game.replacen("8. c3", "8. c4", 1).replacen("Nb4 *", "Nb5 *", 1);
    let found = findings(written.as_bytes());
    let told: Vec<_> = found.iter().map(|one| (one.code.to_string(), one.assumed)).collect();
    assert_eq!(told, [("M308".into(), false), ("M301".into(), true)]);
    let corrected = edited(written.as_bytes(), &found[0].edits);
    assert_eq!(String::from_utf8_lossy(&corrected), game.replacen("Nb4 *", "Nb5 *", 1));
}
