//! The rules of chess in `arbiter play`.

use crate::Outcome;
use crate::room::{START, from, patiently, strictly};

const PROMOTE: &str = "8/P6k/8/8/8/8/8/4K3 w - - 0 40";

#[test]
fn the_turn_alternates_and_is_announced() -> Outcome {
    assert_eq!(strictly(&["e4"])?.status(), "Black to move.");
    let said = strictly(&["e4", "e5"])?;
    assert_eq!((said.code, said.status()), (Some(0), "White to move."));
    Ok(())
}

#[test]
fn every_spelling_leads_to_the_same_position() -> Outcome {
    let castled = "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 40";
    for line in ["O-O", "0-0", "o-o", "OO", "e1g1"] {
        assert_eq!(from("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 40", &[line, "fen"])?.fen(), castled);
    }
    let after_e4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    for line in ["e4", "e2e4", "e2 e4", "e2-e4", "1. e4", "e4!"] {
        assert_eq!(strictly(&[line, "fen"])?.fen(), after_e4, "{line}");
    }
    let passed = "rnbqkbnr/1pp1pppp/p2P4/8/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 3";
    for line in ["exd6", "e5d6", "exd6 e.p."] {
        assert_eq!(strictly(&["e4", "a6", "e5", "d5", line, "fen"])?.fen(), passed, "{line}");
    }
    Ok(())
}

#[test]
fn the_question_of_promotion_is_repeated() -> Outcome {
    let said = patiently(&["--fen", PROMOTE], &["a8", "x", "n", "fen"])?;
    assert_eq!(said.out.matches("Promote to (q)ueen, (r)ook, (b)ishop or k(n)ight?").count(), 2);
    assert!(said.out.contains("40. a8=N"), "{}", said.out);
    assert_eq!(said.fen(), "N7/7k/8/8/8/8/8/4K3 b - - 0 40");
    Ok(())
}

#[test]
fn the_question_of_promotion_can_be_cancelled() -> Outcome {
    let cancelled = patiently(&["--fen", PROMOTE], &["a8", "cancel", "fen"])?;
    assert_eq!(cancelled.fen(), PROMOTE);
    let ended = patiently(&["--fen", PROMOTE], &["a8"])?;
    assert_eq!(ended.code, Some(0));
    assert!(!ended.out.contains("a8="), "{}", ended.out);
    for (line, says) in [("save q.pgn", "Saved: q.pgn"), ("new", "White to move."), ("quit", "")] {
        let said = patiently(&["--fen", PROMOTE], &["a8", line])?;
        assert_eq!(said.code, Some(0), "{line}");
        let (_, after) = said.out.split_once("k(n)ight?").ok_or("a question")?;
        assert!(after.contains(says) && !after.contains("a8="), "{line}: {}", said.out);
    }
    let asked_on = patiently(&["--fen", PROMOTE], &["a8", "captured", "fen", "q", "fen"])?;
    assert!(asked_on.out.contains("Captured by White: -"), "{}", asked_on.out);
    assert_eq!(asked_on.fen(), "Q7/7k/8/8/8/8/8/4K3 b - - 0 40");
    Ok(())
}

#[test]
fn a_letter_or_a_setting_answers_the_question_of_promotion() -> Outcome {
    for line in ["a8=R", "a7a8r", "a8R"] {
        let said = from(PROMOTE, &[line, "fen"])?;
        assert!(!said.out.contains("Promote to"));
        assert_eq!(said.fen(), "R7/7k/8/8/8/8/8/4K3 b - - 0 40");
    }
    let said = patiently(&["--fen", PROMOTE], &["set autoqueen on", "a8", "fen"])?;
    assert!(!said.out.contains("Promote to"));
    assert!(said.fen().starts_with("Q7/"));
    let taking = patiently(&["--fen", "1n5k/P7/8/8/8/8/8/4K3 w - - 0 40"], &["axb8", "r", "fen"])?;
    assert!(taking.out.contains("Promote to") && taking.fen().starts_with("1R5k/"));
    let check = from("k7/7P/8/8/8/8/8/4K3 w - - 0 40", &["h8=Q"])?;
    assert!(check.status().ends_with("Check!"), "{}", check.out);
    Ok(())
}

#[test]
fn check_is_announced_again_after_a_refusal() -> Outcome {
    let said = patiently(&[], &["e4", "e5", "Qh5", "Nc6", "Qxf7", "a6"])?;
    let (before, after) = said.out.split_once("Illegal move:").ok_or("a refusal")?;
    assert!(before.contains("Check!") && after.contains("Black to move. Check!"), "{}", said.out);
    Ok(())
}

#[test]
fn the_game_ends_when_the_rules_say_so() -> Outcome {
    let rook = |clock: u32| format!("8/5k2/8/8/8/3R4/8/4K3 w - - {clock} 90");
    let shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"].repeat(2);
    let table: Vec<(String, Vec<&str>, &str)> = vec![
        (START.into(), vec!["f3", "e5", "g4", "Qh4"], "0-1, Black wins by checkmate."),
        ("k7/8/1K6/8/8/8/8/2Q5 w - - 0 40".into(), vec!["Qc7"], "1/2-1/2, draw by stalemate."),
        (
            "8/8/8/3k4/8/8/3p4/3K4 w - - 0 60".into(),
            vec!["Kxd2"],
            "1/2-1/2, draw: neither side can mate.",
        ),
        (
            "8/8/8/3k4/8/5N2/3p4/3K4 w - - 0 60".into(),
            vec!["Nxd2"],
            "1/2-1/2, draw: neither side can mate.",
        ),
        (
            "5b2/8/8/3k4/8/8/3p4/2BK4 w - - 0 60".into(),
            vec!["Bxd2"],
            "1/2-1/2, draw: neither side can mate.",
        ),
        (rook(99), vec!["Rd4"], "1/2-1/2, draw by the fifty-move rule."),
        ("k7/8/1K6/8/8/8/8/2Q5 w - - 99 90".into(), vec!["Qc8"], "1-0, White wins by checkmate."),
        (START.into(), shuffle, "1/2-1/2, draw by threefold repetition."),
        (
            START.into(),
            vec!["e4", "Nf6", "Nf3", "Ng8", "Ng1", "Nf6", "Nf3", "Ng8", "Ng1"],
            "1/2-1/2, draw by threefold repetition.",
        ),
    ];
    for (fen, lines, ending) in table {
        let said = from(&fen, &lines)?;
        assert_eq!(said.code, Some(0), "{fen}: {}", said.out);
        assert_eq!(said.over(), [format!("Game over: {ending}")], "{fen}");
    }
    Ok(())
}

#[test]
fn the_game_goes_on_when_the_rules_do_not_end_it() -> Outcome {
    let table: &[(&str, &[&str])] = &[
        ("2b5/8/8/3k4/8/8/3p4/2BK4 w - - 0 60", &["Bxd2"]),
        ("8/8/8/3k4/8/5N2/3p3N/3K4 w - - 0 60", &["Nxd2"]),
        ("6n1/8/8/3k4/8/5N2/3p4/3K4 w - - 0 60", &["Nxd2"]),
        ("8/5k2/8/8/8/3R4/8/4K3 w - - 98 90", &["Rd4"]),
        ("8/5k2/8/8/8/3R4/P7/4K3 w - - 99 90", &["a3"]),
        ("8/5k2/8/8/3n4/3R4/P7/4K3 w - - 99 90", &["Rxd4"]),
        (
            START,
            &["e4", "e5", "Nf3", "Nf6", "Rg1", "Rg8", "Rh1", "Rh8", "Rg1", "Rg8", "Rh1", "Rh8"],
        ),
        (START, &["e4", "a6", "e5", "d5", "Nf3", "Nf6", "Ng1", "Ng8", "Nf3", "Nf6", "Ng1", "Ng8"]),
    ];
    for (fen, lines) in table {
        let said = from(fen, lines)?;
        assert_eq!((said.code, said.over().len()), (Some(0), 0), "{fen}: {}", said.out);
    }
    Ok(())
}

#[test]
fn claims_follow_the_laws() -> Outcome {
    let once = ["Nf3", "Nf6", "Ng1", "Ng8"];
    let twice = once.repeat(2);
    let claim = |moves: &[&'static str], last: &'static str| -> Vec<&'static str> {
        moves.iter().copied().chain([last]).collect()
    };
    let fide = ["--draws", "fide"];
    let granted = patiently(&fide, &claim(&twice, "claim"))?;
    assert_eq!(
        granted.over(),
        [
            "Game over: 1/2-1/2, draw by threefold repetition (claimed by White; after the start 2... and 4...)."
        ]
    );
    assert!(granted.out.contains("Third occurrence: White may claim a draw"), "{}", granted.out);
    let ahead = patiently(&fide, &claim(&twice[..7], "claim with Ng8"))?;
    assert_eq!(ahead.over().len(), 1, "{}", ahead.out);
    let early = patiently(&fide, &["Nf3", "Nf6", "Ng1", "Ng8", "claim", "e4", "fen"])?;
    assert!(early.out.contains("Claim refused: this position has occurred 2 times, 3 are needed"));
    assert_eq!((early.over().len(), early.plies()), (0, Some(5)));
    let played = patiently(&fide, &["claim with e4", "fen"])?;
    assert_eq!(played.plies(), Some(1), "a wrong claim's move is played: {}", played.out);
    assert!(patiently(&fide, &once.repeat(4))?.over()[0].contains("fivefold"));
    Ok(())
}

#[test]
fn counters_end_or_allow_a_draw_under_fide_rules() -> Outcome {
    let fide = |clock: &str, lines: &[&str]| {
        let fen = format!("8/5k2/8/8/8/3R4/8/4K3 w - - {clock} 90");
        patiently(&["--draws", "fide", "--fen", &fen], lines)
    };
    assert_eq!(fide("99", &["Rd4"])?.over().len(), 0);
    assert!(
        fide("99", &["Rd4", "claim"])?.over()[0].contains("fifty-move rule (claimed by Black)")
    );
    assert!(fide("149", &["Rd4"])?.over()[0].contains("seventy-five-move rule"));
    let mate = "k7/8/1K6/8/8/8/8/2Q5 w - - 149 120";
    let said = patiently(&["--draws", "fide", "--fen", mate], &["Qc8"])?;
    assert_eq!(said.over(), ["Game over: 1-0, White wins by checkmate."], "FIDE 9.6.2");
    Ok(())
}

#[test]
fn a_refusal_changes_nothing_and_suggests_legal_moves() -> Outcome {
    assert_eq!(patiently(&[], &["e5", "Bd4", "xyzzy", "fen"])?.fen(), START);
    let said = patiently(&[], &["e4", "d5", "Bd4", "5", "fen"])?;
    let refusal = said.out.split("Illegal move: Bd4").nth(1).ok_or("a refusal")?;
    assert!(refusal.contains("light squares") && refusal.contains("4) Bb5+"), "{refusal}");
    assert!(said.out.contains("2. Ba6"), "the fifth suggestion was chosen: {}", said.out);
    Ok(())
}

#[test]
fn a_square_lists_its_moves_and_a_second_one_completes_the_move() -> Outcome {
    assert!(strictly(&["moves e2"])?.out.contains("e3 e4"));
    let said = patiently(&["--fen", "4k3/8/8/8/8/8/8/R3K3 w - - 0 40"], &["a1", "a5", "fen"])?;
    assert_eq!(said.fen(), "4k3/8/8/R7/8/8/8/4K3 b - - 1 40");
    Ok(())
}

#[test]
fn undo_restores_everything() -> Outcome {
    let table = [
        (START, vec!["e4", "undo"]),
        (START, vec!["e4", "e5", "Nf3", "undo 3"]),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 40", vec!["O-O", "undo"]),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 40", vec!["exd6", "undo"]),
        (PROMOTE, vec!["a8=Q", "undo"]),
        (START, vec!["e4", "e5", "Nf3", "new"]),
        (START, vec!["f3", "e5", "g4", "Qh4", "undo 4"]),
    ];
    for (fen, lines) in table {
        let lines: Vec<&str> = lines.into_iter().chain(["fen"]).collect();
        assert_eq!(from(fen, &lines)?.fen(), fen, "{lines:?}");
    }
    let redone = strictly(&["e4", "undo", "redo", "fen"])?;
    assert!(redone.fen().starts_with("rnbqkbnr/pppppppp/8/8/4P3/"));
    let nothing = patiently(&[], &["undo", "undo", "redo", "fen"])?;
    assert_eq!((nothing.code, nothing.fen()), (Some(0), START));
    Ok(())
}

#[test]
fn draws_are_offered_accepted_and_declined() -> Outcome {
    let agreed = patiently(&[], &["draw", "e4", "draw"])?;
    assert_eq!(agreed.over(), ["Game over: 1/2-1/2, draw by agreement."]);
    let declined = patiently(&[], &["draw", "e4", "decline", "draw", "e5", "fen"])?;
    assert_eq!((declined.over().len(), declined.plies()), (0, Some(2)));
    let lapsed = patiently(&[], &["draw", "e4", "e5", "draw", "fen"])?;
    assert_eq!(lapsed.over().len(), 0, "an offer lapses when the opponent moves: {}", lapsed.out);
    Ok(())
}

#[test]
fn resigning_loses_unless_the_opponent_cannot_mate() -> Outcome {
    assert_eq!(patiently(&[], &["e4", "resign"])?.over(), ["Game over: 1-0, Black resigns."]);
    let bare = patiently(&["--fen", "4k3/8/8/8/8/8/8/R3K3 w - - 0 60"], &["resign"])?;
    assert_eq!(bare.over(), ["Game over: 1/2-1/2, White resigns, but Black cannot mate."]);
    Ok(())
}

#[test]
fn the_board_marks_the_moves_of_a_piece() -> Outcome {
    let fen = "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 40";
    let said = patiently(&["--fen", fen, "--board", "always"], &["moves e4"])?;
    assert!(said.out.contains("5  .  .  . {p} *  .  .  .  5"), "{}", said.out);
    Ok(())
}

#[test]
fn alice_chess_is_played_on_several_boards() -> Outcome {
    let said = patiently(&["--variant", "alice"], &["e4", "e5", "board"])?;
    assert!(said.out.contains("Board A") && said.out.contains("Board B"), "{}", said.out);
    let taken = patiently(&["--variant", "alice", "--strict"], &["Nf3", "a6", "f3"])?;
    assert_eq!(taken.code, Some(1));
    assert!(taken.out.contains("board B"), "{}", taken.out);
    let castle = ["e4", "a6", "Be2", "b6", "Nh3", "c6", "O-O"];
    assert_eq!(patiently(&["--variant", "alice", "--strict"], &castle)?.code, Some(0));
    assert_eq!(patiently(&["--variant", "alice-ksparov", "--strict"], &castle)?.code, Some(1));
    let board_b = said.out.split("Board B").nth(1).ok_or("board B")?;
    assert!(board_b.contains("4  .  .  .  .  P"), "e4 lands on board B: {}", said.out);
    for (lines, code) in [(["e4", "d5", "exd5"], Some(0)), (["e3", "b5", "Bxb5"], Some(1))] {
        let said = patiently(&["--variant", "alice", "--strict"], &lines)?;
        assert_eq!(said.code, code, "a piece captures only on its own board: {}", said.out);
    }
    for variant in ["alice:1", "alice:9", "alice:x"] {
        assert_eq!(patiently(&["--variant", variant], &["e4"])?.code, Some(2), "{variant}");
    }
    Ok(())
}
