//! Findings about results, draws and positions, and their corrections.

use serde_json::Value;

use crate::{
    raw_files::{findings, severity},
    run::{Outcome, codes, pipe, tags},
};

/// The findings of one code, as records.
fn records(code: &str, text: &str) -> Result<Vec<Value>, Box<dyn std::error::Error>> {
    let ran = pipe(&["--format", "json", "--select", code], text.as_bytes())?;
    let lines = ran.out.lines().map(serde_json::from_str::<Value>);
    let records = lines.collect::<Result<Vec<_>, _>>()?;
    Ok(records.into_iter().filter(|record| record["code"] == code).collect())
}

/// A game from a position.
fn from(fen: &str, result: &str, moves: &str) -> String {
    let further = format!("\n[FEN \"{fen}\"]\n[SetUp \"1\"]\n\n");
    tags(result).replace("\n\n", &further) + moves + "\n"
}

/// Knights that go out and come back: the first position occurs again after every two moves.
fn knights(times: u32) -> String {
    let turn = |number| format!("{}. Nf3 Nf6 {}. Ng1 Ng8 ", 2 * number + 1, 2 * number + 2);
    (0..times).map(turn).collect()
}

/// A position with a mate in one by a rook and this halfmove clock.
fn rook_ending(counter: u32, result: &str, moves: &str) -> String {
    from(&format!("k7/8/1K6/8/8/8/8/7R w - - {counter} 100"), result, moves)
}

fn says(code: &str, text: &str, expected: &[&str]) -> Outcome {
    let found = records(code, text)?;
    let messages: Vec<_> = found.iter().filter_map(|record| record["message"].as_str()).collect();
    assert_eq!(messages, expected, "{code}: {text}");
    Ok(())
}

/// FIDE 9.2, 9.3: the side to move claims, or the side about to make the move.
#[test]
fn a_claim_names_the_sides_that_could_make_it() -> Outcome {
    let third = "White could claim a draw after 4...Ng8, or Black by writing down that move: \
                 threefold repetition";
    says("R711", &(tags("*") + &knights(2) + "*\n"), &[third])?;
    let fifty = "Black could claim a draw after 100. Rh7, or White by writing down that move: \
                 fifty moves without a capture or pawn move";
    says("R711", &rook_ending(99, "*", "100. Rh7 Kb8 101. Rh1 *"), &[fifty])
}

/// FIDE 9.6.2: mate takes precedence over the counters; stalemate also ends the game at once.
#[test]
fn nothing_is_counted_when_the_board_has_decided() -> Outcome {
    says("R711", &rook_ending(99, "1-0", "100. Rh8# 1-0"), &[])?;
    says("R709", &rook_ending(149, "1-0", "100. Rh8# 1-0"), &[])?;
    let stalemate = from("k7/8/K7/8/8/8/8/7R w - - 99 100", "1/2-1/2", "100. Rb1 1/2-1/2");
    says("R711", &stalemate, &[])
}

#[test]
fn a_game_that_was_drawn_went_on_or_has_another_result() -> Outcome {
    let seventy_five =
        "the 75-move limit, reached after 100. Rh7, ended the game, but the result is `1-0`";
    says("R709", &rook_ending(149, "1-0", "100. Rh7 1-0"), &[seventy_five])?;
    let fifth = "fivefold repetition after 8...Ng8";
    let won = tags("1-0") + &knights(4) + "1-0\n";
    for (text, what) in [
        (won.clone(), "ended the game, but the result is `1-0`"),
        (
            won.replace("2023.", "1999."),
            "would since July 2014 end the game, but the result is `1-0`",
        ),
        (won.replace("Ng8 1-0", "Ng8 9. e4 1-0"), "ended the game, but 1 more move follows"),
    ] {
        says("R708", &text, &[&format!("{fifth} {what}")])?;
    }
    let bare_kings = from("k7/8/8/8/8/8/8/7K w - - 0 1", "1/2-1/2", "1. Kg2 1/2-1/2");
    let dead = "the game was already drawn (dead position) at the start, but 1 more move follows";
    says("R710", &bare_kings, &[dead])
}

/// A fix that leaves the tag and the marker different is not safe; the board decides if it can.
#[test]
fn results_are_corrected_so_that_tag_and_marker_agree() -> Outcome {
    let mate = "1. f3 e5 2. g4 Qh4#";
    for (tag, moves, marker, code, mends_tag, right, safety) in [
        ("1-0", mate, "0-1", "R702", true, "0-1", "safe"),
        ("0-1", mate, "1-0", "R702", false, "0-1", "safe"),
        ("1-0", mate, "*", "R702", true, "0-1", "guess"),
        ("1-0", "1. e4", "0-1", "R702", false, "1-0", "guess"),
        ("0-1", mate, "1-0", "R706", false, "0-1", "guess"),
        ("1-0", mate, "1-0", "R706", false, "0-1", "guess"),
        ("0-1", mate, "*", "R714", false, "0-1", "safe"),
        ("*", mate, "*", "R714", false, "0-1", "guess"),
    ] {
        let text = tags(tag) + moves + " " + marker + "\n";
        let place =
            if mends_tag { text.find("[Result \"").map(|at| at + 9) } else { text.rfind(marker) };
        let found = records(code, &text)?;
        let fix = &found.first().ok_or(code)?["fix"];
        assert_eq!(fix["byte"].as_u64(), place.map(|at| at as u64), "{code}: {text}");
        assert_eq!(
            (&fix["replacement"], &fix["safety"]),
            (&right.into(), &safety.into()),
            "{code}: {text}"
        );
    }
    Ok(())
}

#[test]
fn the_notation_of_a_position_is_checked() -> Outcome {
    let chess960 = "bnrqnkrb/pppppppp/8/8/8/8/PPPPPPPP/BNRQNKRB w GCgc - 0 1";
    let text = from(chess960, "*", "1. O-O *");
    assert_eq!(codes(&pipe(&["--format", "line"], text.as_bytes())?.out), ["V224"]);
    let text = text.replace("[SetUp", "[Variant \"Chess960\"]\n[SetUp");
    assert_eq!(codes(&pipe(&["--format", "line"], text.as_bytes())?.out), [""; 0]);
    let text = text.replace("[Variant", "[Varient");
    assert_eq!(codes(&pipe(&["--format", "line"], text.as_bytes())?.out), ["T106"]);

    let sound = "4k3/8/8/8/8/8/4P3/4K2R w K - 0 1";
    for written in [
        "4k3/8/8/8/8/8/4P3/4K2R w K -",
        "4k3/8/8/8/8/8/4P3/4K2R  w K - 0 1",
        "4k3/8/8/8/8/8/4P3/4K2R w KK - 0 1",
        "4k3/8/8/8/8/8/22P3/4K2R w K - 0 1",
        "4k3/8/8/8/8/8/4P3/4K2R w K - 0 0",
    ] {
        let text = from(written, "*", "1. O-O *");
        assert_eq!(codes(&pipe(&["--format", "line"], text.as_bytes())?.out), [""; 0], "{written}");
        let found = records("V222", &text)?;
        let [finding] = found.as_slice() else { return Err(written.into()) };
        assert_eq!(
            (&finding["severity"], &finding["fix"]["replacement"]),
            (&"info".into(), &sound.into()),
            "{written}"
        );
    }
    assert!(records("V222", &from(sound, "*", "1. O-O *"))?.is_empty());
    Ok(())
}

#[test]
fn a_misspelt_tag_is_not_missing() -> Outcome {
    let text = from("4k3/8/8/8/8/8/4P3/4K2R w K - 0 1", "*", "1. O-O *").replace("SetUp", "Setup");
    assert_eq!(codes(&pipe(&["--format", "line"], text.as_bytes())?.out), ["T106"]);
    Ok(())
}

#[test]
fn further_tags_have_an_order_of_their_own() -> Outcome {
    let text =
        tags("*").replace("\n\n", "\n[WhiteElo \"2000\"]\n[BlackElo \"2000\"]\n\n") + "1. e4 *\n";
    assert_eq!(records("T110", &text)?.len(), 1);
    Ok(())
}

#[test]
fn kings_in_the_centre_suggest_an_electronic_board() -> Outcome {
    let game = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7";
    for (tail, fixed) in [
        (" 6. Ke4", Some("Ke4")),
        (" 6. Ke4 Ke5", Some("Ke4 Ke5")),
        (" 6. Re1 Ke5 7. Kd4", Some("Ke5 7. Kd4")),
        (" 6. Ke4 Ke5 7. Kd4", None),
        (" 6. Nd8 Ke5", None),
    ] {
        let text = tags("1-0") + game + tail + " 1-0\n";
        let found = records("M314", &text)?;
        let fix = found.first().map(|finding| &finding["fix"]);
        let length = fix.and_then(|fix| fix["length"].as_u64());
        assert_eq!(length, fixed.map(|fixed| fixed.len() as u64), "{tail}");
        let place = fix.and_then(|fix| fix["byte"].as_u64());
        assert_eq!(place, fixed.and_then(|fixed| text.find(fixed)).map(|at| at as u64), "{tail}");
    }
    Ok(())
}

/// Knights that go out and come back: the fifth time after 8...Ng8.
const FIVEFOLD: &str =
    "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8";

#[test]
fn the_move_that_drew_the_game_is_named_and_pointed_at() -> Outcome {
    let dead = tags("1/2-1/2")
        .replace("]\n\n", "]\n[FEN \"8/8/8/8/8/5k2/5P2/K7 b - - 0 130\"]\n[SetUp \"1\"]\n\n");
    for (code, text, at, message) in [
        (
            "R710",
            dead + "130... Kxf2 131. Kb2 Kf3 132. Kb3 1/2-1/2\n",
            "Kxf2",
            "the game was already drawn (dead position) after 130...Kxf2, but 3 more moves follow",
        ),
        (
            "R708",
            tags("1-0") + FIVEFOLD + " 9. e4 e5 10. d4 1-0\n",
            "Ng8 9.",
            "fivefold repetition after 8...Ng8 ended the game, but 3 more moves follow",
        ),
    ] {
        let found = findings(&text)?;
        let finding = found.iter().find(|one| one["code"] == code).ok_or("a finding")?;
        assert_eq!(finding["message"], message);
        assert_eq!(finding["byte"].as_u64(), text.find(at).map(|at| at as u64), "{text}");
        assert_eq!(finding["severity"], "warning");
    }
    Ok(())
}

#[test]
fn a_draw_that_is_agreed_at_once_or_before_the_rule_is_information() -> Outcome {
    let game = |date: &str, result: &str, tail: &str| {
        tags(result).replace("2023.03.04", date) + FIVEFOLD + tail + " " + result + "\n"
    };
    for (text, expected) in [
        (game("2023.03.04", "1/2-1/2", " 9. e4"), "info"),
        (game("2023.03.04", "1/2-1/2", " 9. e4 e5"), "info"),
        (game("2023.03.04", "1/2-1/2", " 9. e4 e5 10. d4"), "warning"),
        (game("2023.03.04", "1-0", " 9. e4"), "warning"),
        (game("2010.03.04", "1-0", " 9. e4"), "info"),
        (game("March 04, 2023", "1-0", " 9. e4"), "warning"),
        (game("04.03.2023", "1-0", " 9. e4"), "info"),
        (game("2023.03.04", "1/2-1/2", ""), ""),
    ] {
        assert_eq!(severity("R708", &text)?, expected, "{text}");
    }
    let kings = "]\n[FEN \"8/8/8/8/8/5k2/5P2/K7 b - - 0 130\"]\n[SetUp \"1\"]\n\n";
    let moves = "130... Kxf2 131. Kb2 Kf3 132. Kb3 1/2-1/2\n";
    for (date, expected) in [("1972.07.11", "info"), ("2023.03.04", "warning")] {
        let tags = tags("1/2-1/2").replace("2023.03.04", date).replace("]\n\n", kings);
        assert_eq!(severity("R710", &(tags + moves))?, expected, "{date}");
    }
    Ok(())
}
