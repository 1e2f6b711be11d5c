//! The position that `arbiter show` and `arbiter explain` are about.

#[path = "support/run.rs"]
mod support;

use std::{error::Error, fs, path::Path};

use support::ran;

type Outcome = Result<(), Box<dyn Error>>;

/// White's tenth move is the first.
const LATE: &str = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 10\"]\n\n10. e4 Kd7 11. e5 Ke6 *\n";

#[test]
fn a_position_is_shown_with_its_turn_or_its_outcome() -> Outcome {
    for (fen, caption) in [
        ("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1", "Black to move"),
        ("4k3/8/8/8/8/8/4R3/4K3 b - - 0 1", "Black to move. Check!"),
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
            "White to move. Checkmate!",
        ),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Black to move. Stalemate!"),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "White to move. Neither side can mate."),
    ] {
        let (said, code) = ran(&["show", fen], "")?;
        assert_eq!((said.lines().last(), code), (Some(caption), Some(0)), "{said}");
    }
    Ok(())
}

#[test]
fn moves_have_the_numbers_of_their_game() -> Outcome {
    let table = [
        ("10w", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 10", 0),
        ("10b", "8/3k4/8/8/4P3/8/8/4K3 w - - 1 11", 0),
        ("11w", "8/3k4/8/4P3/8/8/8/4K3 b - - 0 11", 0),
        ("9b", "error: the game begins with move 10 of White", 2),
        ("12w", "error: the game has 4 plies; there is no such moment", 2),
    ];
    for (mv, expected, code) in table {
        let (said, ended) = ran(&["show", "-", "--at", mv, "--format", "json"], LATE)?;
        assert!(said.contains(expected), "{mv}: {said}");
        assert_eq!(ended, Some(code), "{mv}");
    }
    Ok(())
}

#[test]
fn a_flag_without_effect_is_refused() -> Outcome {
    const FEN: &str = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let table: [(&[&str], &str); 12] = [
        (&["show", FEN, "--at", "3"], "`--game` and `--at` choose a position of a game"),
        (&["show", FEN, "--game", "2"], "tip: name a file of games"),
        (&["show", FEN, "--format", "html"], "`--format html` shows a game of a file"),
        (&["show", "-", "--variant", "atomic"], "`--variant` is for a position"),
        (
            &["show", "-", "--format", "html", "--moves", "e2"],
            "`--moves` has no meaning for a page",
        ),
        (&["show", FEN, FEN], "tip: put a FEN in quotes"),
        (&["explain", "--fen", FEN, "--game", "2", "e4"], "'--game <N>'"),
        (&["explain", "--variant", "atomic", "--at", "2", "e4"], "'--at <MOMENT>'"),
        (&["play", "--fen", FEN, "--game", "2"], "'--game <N>'"),
        (&["play", "--resume", "--at", "2"], "'--at <MOMENT>'"),
        (&["play", "--white", "random", "--as", "black"], "'--as <SIDE>'"),
        (&["fix", "-o", "clean.pgn", "--backup", "~"], "'--backup <SUFFIX>'"),
    ];
    for (arguments, expected) in table {
        let (said, code) = ran(arguments, LATE)?;
        assert!(said.starts_with("error: ") && said.contains(expected), "{arguments:?}: {said}");
        assert_eq!(code, Some(2), "{arguments:?}");
    }
    Ok(())
}

#[test]
fn a_fen_that_a_shell_has_split_is_read_together() -> Outcome {
    let (said, code) = ran(&["show", "4k3/8/8/8/8/8/4P3/4K3", "b", "-", "-", "0", "1"], "")?;
    assert!(said.contains("4K3 b - - 0 1' is not quoted; its fields are read together"), "{said}");
    assert!(said.contains("Black to move\n"), "{said}");
    assert_eq!(code, Some(0));
    Ok(())
}

#[test]
fn a_negative_number_is_refused_in_words() -> Outcome {
    for arguments in
        [["perft", "-1", "--divide"], ["perft", "2", "--jobs=-1"], ["match", "--games", "-1"]]
    {
        let (said, code) = ran(&arguments, "")?;
        assert!(said.contains(": expected a whole number from "), "{arguments:?}: {said}");
        assert_eq!(code, Some(2));
    }
    Ok(())
}

#[test]
fn games_that_are_piped_in_are_shown() -> Outcome {
    let games = format!("1. d4 *\n\n{LATE}");
    let (second, _) = ran(&["show", "--game", "2", "--format", "json"], &games)?;
    assert!(second.contains("8/8/4k3/4P3/8/8/8/4K3 w - - 1 12"), "{second}");
    let (nothing, code) = ran(&["show", "--format", "json"], "")?;
    assert!(nothing.contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"), "{nothing}");
    assert_eq!(code, Some(0));
    Ok(())
}

#[test]
fn a_file_with_spaces_and_slashes_in_its_name_is_a_file() -> Outcome {
    let folder = tempfile::tempdir()?;
    let name = |file: &str| format!("{}/my games/{file}", folder.path().display());
    fs::create_dir(name(""))?;
    fs::write(name("club evening.pgn"), LATE)?;
    fs::write(name("two positions.txt"), "4k3/8/8/8/8/8/4P3/4K3 w - - 0 10\n")?;
    for (arguments, expected) in [
        (["show", "club evening.pgn"], "White to move"),
        (["report", "two positions.txt"], "1 position: 1 valid"),
        (["show", "no such file.pgn"], "error: cannot read"),
        (["report", "no such file.txt"], "error: cannot read"),
    ] {
        let (said, _) = ran(&[arguments[0], &name(arguments[1])], "")?;
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
    // What only resembles a position is one, so that its faults are told.
    for fen in ["4k3/8 w - - 0 1", "8/8/8/8/8/8/8/8 x - - 0 1"] {
        let (said, _) = ran(&["report", fen], "")?;
        assert!(said.contains("invalid FEN"), "{said}");
    }
    Ok(())
}

#[test]
fn a_position_must_be_one_of_the_chosen_variant() -> Outcome {
    let elsewhere = "4k3/8/8/8/8/8/8/R4K1R w KQ - 0 40";
    let files = "4k3/8/8/8/8/8/8/R4K1R w HA - 0 40";
    let classical = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 40";
    let boards = "4k3/8/8/8/8/8/8/4K2R|8/8/8/8/8/8/8/8 w K - 0 1";
    let table = [
        ("standard", files, "the castling rights are those of Chess960", 2),
        ("standard", elsewhere, "Illegal: O-O", 1),
        ("standard", boards, "standard chess has only one board", 2),
        ("chess960:5", classical, "`chess960:5` is a start position and contradicts the FEN", 2),
        ("chess960", elsewhere, "Legal: O-O", 0),
        ("chess960", classical, "Legal: O-O", 0),
        ("standard", classical, "Legal: O-O", 0),
        ("alice", boards, "Legal: O-O", 0),
    ];
    for (variant, fen, expected, code) in table {
        let (said, ended) = ran(&["explain", "--variant", variant, "--fen", fen, "O-O"], "")?;
        assert!(said.contains(expected), "{variant}, {fen}: {said}");
        assert_eq!(ended, Some(code), "{variant}, {fen}");
    }
    Ok(())
}

#[test]
fn a_null_move_passes_the_turn() -> Outcome {
    let null = "1. e4 -- 2. Nf3 Z0 3. Bc4 Nf6 *\n";
    let table = [
        ("2", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - ", "\"last_move\":\"--\""),
        ("3", "rnbqkbnr/pppppppp/8/8/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - ", "\"g1f3\""),
        ("6", "rnbqkb1r/pppppppp/5n2/8/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - ", "\"g8f6\""),
    ];
    for (ply, fen, last) in table {
        let (said, code) = ran(&["show", "-", "--ply", ply, "--format", "json"], null)?;
        assert!(said.contains(fen) && said.contains(last), "{ply}: {said}");
        assert_eq!(code, Some(0), "{ply}");
    }
    let castles = ["explain", "--pgn", "-", "O-O"];
    assert_eq!(ran(&castles, null)?.1, Some(0));
    assert_eq!(ran(&[&castles[..], &["--ply", "4"]].concat(), null)?.1, Some(1));
    Ok(())
}

#[test]
fn a_null_move_in_check_is_refused() -> Outcome {
    let check = "1. e4 f6 2. Qh5+ -- 3. d4 *\n";
    for arguments in [&["show", "-"][..], &["explain", "--pgn", "-", "g6"]] {
        let (said, code) = ran(arguments, check)?;
        assert!(said.contains("error: cannot play 2... -- (ply 4)"), "{said}");
        assert_eq!(code, Some(2));
    }
    let (said, _) = ran(&["validate"], check)?;
    assert!(said.contains("Black is in check and must move"), "{said}");
    Ok(())
}

#[test]
fn the_games_of_a_directory_are_counted_in_the_order_of_their_names() -> Outcome {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("chosen-position-in-a-directory");
    fs::create_dir_all(folder.join("c"))?;
    for (name, games) in [("b.pgn", "1. d4 *\n"), ("a.pgn", "1. e4 *\n\n1. c4 *\n")] {
        fs::write(folder.join(name), games)?;
    }
    fs::write(folder.join("c/d.pgn"), "1. f4 *\n")?;
    let path = folder.to_str().ok_or("a path")?;
    let table = [("1", "e2e4"), ("2", "c2c4"), ("3", "d2d4"), ("4", "f2f4")];
    for (number, last) in table {
        let (said, code) = ran(&["show", path, "--game", number, "--format", "json"], "")?;
        assert!(said.contains(&format!("\"last_move\":\"{last}\"")), "{number}: {said}");
        assert_eq!(code, Some(0), "{number}");
    }
    let (said, code) = ran(&["show", path, "--game", "5"], "")?;
    assert!(said.contains("has 4 games; there is no game 5"), "{said}");
    assert_eq!(code, Some(2));
    let explained = ["explain", "--pgn", path, "--game", "3", "d5"];
    assert_eq!(ran(&explained, "")?.1, Some(0));
    Ok(())
}

#[test]
fn what_is_no_move_is_unknown_and_what_fits_several_is_ambiguous() -> Outcome {
    let knights = "4k3/8/8/8/8/8/8/1N1NK3 w - - 0 1";
    for (fen, text, expected) in [
        (knights, "Nc3", "Ambiguous: Nc3"),
        (knights, "hello", "Unknown: hello"),
        (knights, "Ne9", "Illegal: Ne9"),
        (knights, "Ke3", "Illegal: Ke3"),
    ] {
        let (said, ended) = ran(&["explain", "--fen", fen, text], "")?;
        assert!(said.starts_with(expected), "{text}: {said}");
        assert_eq!(ended, Some(1), "{text}");
    }
    Ok(())
}
