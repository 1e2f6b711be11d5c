//! The input of `arbiter play` and the answers to it.

use crate::Outcome;
use crate::room::{PEOPLE, Room, START, feed, patiently, strictly};

#[test]
fn moves_are_understood_in_many_forms() -> Outcome {
    let knight = "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1";
    for line in [
        "Nf3", "nf3", "NF3", "Ng1f3", "Ng1-f3", "g1f3", "g1-f3", "g1 f3", "1. Nf3", "Nf3!?", "Ngf3",
    ] {
        assert_eq!(strictly(&[line, "fen"])?.fen(), knight, "{line}");
    }
    let said = strictly(&["e4", "d5", "ed", "c6", "dc"])?;
    assert!(said.out.contains("\"ed\" fits one move: exd5.\n2. exd5"), "{}", said.out);
    Ok(())
}

#[test]
fn an_ambiguous_move_is_chosen_by_number() -> Outcome {
    let fen = "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 40";
    let said = patiently(&["--fen", fen], &["bc4", "fen"])?;
    assert_eq!(said.fen(), fen);
    assert!(said.out.contains("bxc4") && said.out.contains("Bxc4"), "{}", said.out);
    let chosen = patiently(&["--fen", fen], &["bc4", "2", "fen"])?;
    assert_ne!(chosen.fen(), fen);
    let exact = patiently(&["--fen", fen], &["bxc4", "fen"])?;
    assert_eq!(exact.fen(), "4k3/8/8/8/2P5/8/8/4KB2 b - - 0 40");
    Ok(())
}

#[test]
fn french_letters_are_read_and_shown_but_not_saved() -> Outcome {
    let room = Room::new()?;
    let args: Vec<&str> = PEOPLE.iter().copied().chain(["--lang", "fr"]).collect();
    let said = room.talk(&args, &["Cf3", "g8f6", "Rg1", "save f.pgn"])?;
    assert!(said.out.contains("1. Cf3") && said.out.contains("1... Cf6"), "{}", said.out);
    // R is the king.
    assert!(said.out.contains("Illegal move: Rg1"), "{}", said.out);
    assert!(room.read("f.pgn")?.contains("1. Nf3 Nf6 *"));
    assert_eq!(room.talk(&["--lang", "tlh"], &[])?.code, Some(2));
    Ok(())
}

#[test]
fn unknown_words_suggest_the_nearest_command() -> Outcome {
    let said = patiently(&[], &["bord"])?;
    assert!(said.out.contains("Did you mean \"board\"?"), "{}", said.out);
    assert!(patiently(&[], &["Nf33"])?.out.contains("Did you mean \"Nf3\"?"));
    Ok(())
}

#[test]
fn help_is_twelve_lines_and_knows_its_topics() -> Outcome {
    let said = patiently(&[], &["help"])?;
    assert_eq!(said.out.lines().count(), 13, "and one line for the turn: {}", said.out);
    assert!(patiently(&[], &["help undo"])?.out.contains("undo [N]: take back"));
    Ok(())
}

#[test]
fn the_board_is_drawn_with_marks_and_never_too_wide() -> Outcome {
    let room = Room::new()?;
    let mut command = room.play(PEOPLE);
    command.env("COLUMNS", "40");
    let said = feed(&mut command, b"e4\nboard\ncaptured\nBd4\nhelp\nset\nmoves\npieces\n")?;
    assert!(
        said.out.contains(" 4  .  .  .  . [P] .  .  .  4")
            || said.out.contains("4  .  .  .  . [P] .  .  .  4")
    );
    assert!(said.out.contains("(.)"), "{}", said.out);
    assert!(said.out.lines().all(|line| line.chars().count() <= 40), "{}", said.out);
    let check = strictly(&["e4", "e5", "Qh5", "Nc6", "Qxf7", "board"])?;
    assert!(check.out.contains("<k>"), "{}", check.out);
    Ok(())
}

#[test]
fn captured_pieces_are_listed() -> Outcome {
    let said = strictly(&["e4", "d5", "exd5", "Qxd5", "captured"])?;
    assert!(said.out.contains("Captured by White: p   by Black: P\n"), "{}", said.out);
    let ahead = strictly(&["e4", "d5", "exd5", "c6", "dxc6", "captured"])?;
    assert!(ahead.out.contains("Captured by White: p p   by Black: -   White +2"), "{}", ahead.out);
    Ok(())
}

#[test]
fn the_position_is_described_in_words() -> Outcome {
    let lines =
        ["pieces", "pieces knights", "square e2", "rank 1", "file e", "attackers f3", "square z9"];
    let said = patiently(&[], &lines)?;
    for words in [
        "White: king e1, queen d1, rooks a1 h1,",
        "White's knights: b1 g1.",
        "e2: white pawn (light square).",
        "Rank 1: white rook a1,",
        "File e: white king e1,",
        "White attackers of f3: knight g1, pawn e2, pawn g2.",
        "Expected a square from a1 to h8, found `z9`.",
    ] {
        assert!(said.out.contains(words), "{words}: {}", said.out);
    }
    Ok(())
}

#[test]
fn moves_are_shown_in_words_on_request() -> Outcome {
    let words = patiently(&[], &["set words on", "e4", "set phonetic on", "nf6"])?;
    assert!(words.out.contains("White: pawn e2 to e4"), "{}", words.out);
    assert!(words.out.contains("Black: knight golf 8 to foxtrot 6"), "{}", words.out);
    Ok(())
}

#[test]
fn a_blindfold_game_shows_the_board_only_by_peek() -> Outcome {
    let said = patiently(&["--blindfold"], &["board", "pieces", "square e2"])?;
    assert!(!said.out.contains("a  b  c") && !said.out.contains("king e1"), "{}", said.out);
    assert!(patiently(&["--blindfold"], &["peek"])?.out.contains("a  b  c"));
    Ok(())
}

#[test]
fn styles_and_sizes_change_the_board() -> Outcome {
    assert!(patiently(&["--style", "plain"], &["board"])?.out.contains("White: king e1"));
    assert!(patiently(&["--style", "unicode"], &["board"])?.out.contains("♔\u{fe0e}"));
    assert!(patiently(&["--size", "large"], &["board"])?.out.contains("1   R    N    B  "));
    assert!(patiently(&["--flip", "black"], &["board"])?.out.contains("   h  g  f  e  d  c  b  a"));
    let players = ["--white", "random", "--black", "human", "--seed", "1"];
    let said = Room::new()?.talk(&[&players[..], &["--no-autosave"]].concat(), &["board"])?;
    assert!(said.out.contains("   h  g  f  e  d  c  b  a"), "the only person sits below");
    assert!(patiently(&["--board", "never"], &["board"])?.out.contains("never shown"));
    let always = patiently(&["--board", "always"], &["e4"])?;
    assert!(always.out.contains("[P]"), "{}", always.out);
    Ok(())
}

#[test]
fn lines_are_echoed_on_request_without_prompts() -> Outcome {
    let said = patiently(&["--echo"], &["e4", "nf6"])?;
    assert!(
        said.out.contains("> e4\n1. e4\n") && said.out.contains("> nf6\n1... Nf6\n"),
        "{}",
        said.out
    );
    assert!(!said.out.contains(" > ") && !said.out.contains('\u{1b}'), "{}", said.out);
    Ok(())
}

#[test]
fn the_last_line_needs_no_end() -> Outcome {
    let room = Room::new()?;
    assert_eq!(feed(&mut room.play(PEOPLE), b"e4\nfen")?.plies(), Some(1));
    Ok(())
}

#[test]
fn input_and_output_are_logged() -> Outcome {
    let room = Room::new()?;
    let args: Vec<&str> = PEOPLE.iter().copied().chain(["--log", "log.txt"]).collect();
    let said = room.talk(&args, &["e4", "save /dev/full", "nf6"])?;
    let shown = "White to move.\n> e4\n1. e4\nBlack to move.\n> save /dev/full\n";
    let log = room.read("log.txt")?;
    assert_eq!(log, format!("{shown}{}> nf6\n1... Nf6\nWhite to move.\n", said.err));
    assert!(said.err.starts_with("warning: cannot save the game to '/dev/full'"), "{}", said.err);
    let echoed = room.talk(&[&args[..], &["--echo"]].concat(), &["e4"])?;
    assert_eq!(room.read("log.txt")?, log + &echoed.out, "the log of the game before is kept");
    let nowhere = room.talk(&["--log", "no/where"], &["e4"])?;
    assert_eq!(nowhere.code, Some(2));
    assert!(nowhere.err.starts_with("error: cannot write 'no/where'"), "{}", nowhere.err);
    Ok(())
}

#[test]
fn a_start_that_makes_no_sense_is_a_usage_error() -> Outcome {
    for args in [
        ["--fen", "8/8/8/8/8/8/8/8 w - - 0 1"],
        ["--variant", "chess960:960"],
        ["--tag", "no value"],
        ["--delay", "soon"],
        ["--at", "sometime"],
    ] {
        let said = patiently(&args, &["e4"])?;
        assert_eq!(said.code, Some(2), "{args:?}");
        assert!(!said.err.is_empty() && said.out.is_empty(), "{args:?}: {}", said.out);
    }
    Ok(())
}

#[test]
fn chess960_starts_by_its_number() -> Outcome {
    assert!(patiently(&["--variant", "chess960:518"], &["fen"])?.fen().starts_with(&START[..43]));
    let zero = patiently(&["--variant", "chess960:0"], &["fen"])?;
    assert!(zero.fen().starts_with("bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR "));
    Ok(())
}
