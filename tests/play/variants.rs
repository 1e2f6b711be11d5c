//! Variants at the table: their boards, their pieces, their ends, their files.

use std::fs;

use crate::Outcome;
use crate::room::{PEOPLE, Room, patiently};

#[test]
fn games_end_as_the_rules_of_the_variant_say() -> Outcome {
    for (variant, moves, over) in [
        ("atomic", "Nf3 f6 Nd4 Nc6 Ne6 Nb4 Nxd8", "1-0, White wins: Black has lost the king."),
        (
            "kingofthehill",
            "e4 a6 Ke2 b6 Ke3 c6 d4 h6 Kf3 h5 e5 h4 Ke4",
            "1-0, White wins: the goal is reached.",
        ),
        (
            "3check",
            "e4 e5 Bc4 d6 Bxf7 Kxf7 Qh5 g6 Qxg6",
            "1-0, White wins: the last check is given.",
        ),
        ("alice", "e4 d5 Be2 dxe4 Bb5", "1-0, White wins by checkmate."),
        ("standard", "f3 e5 g4 Qh4", "0-1, Black wins by checkmate."),
        ("nocastle", "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8", "1/2-1/2, draw by threefold repetition."),
    ] {
        let lines: Vec<&str> = moves.split(' ').collect();
        let said = patiently(&["--variant", variant], &lines)?;
        let over = format!("Game over: {over}");
        assert_eq!(said.over(), [over.as_str()], "{variant}: {}", said.out);
    }
    Ok(())
}

#[test]
fn positions_are_won_by_goals_and_by_stalemate() -> Outcome {
    for (variant, fen, mv, over) in [
        (
            "kingofthehill",
            "7k/8/8/8/8/4K3/8/8 w - - 0 1",
            "Kd4",
            "1-0, White wins: the goal is reached.",
        ),
        (
            "racingkings",
            "8/6K1/8/8/8/8/k7/8 w - - 0 1",
            "Kg8",
            "1-0, White wins: the goal is reached.",
        ),
        ("chaturanga", "k7/8/K7/8/8/8/8/2R5 w - - 0 1", "Rb1", "1-0, White wins: stalemate."),
    ] {
        let said = patiently(&["--variant", variant, "--fen", fen], &[mv])?;
        assert_eq!(said.over(), [format!("Game over: {over}")], "{variant}: {}", said.out);
    }
    Ok(())
}

#[test]
fn pieces_are_dropped_from_the_hand() -> Outcome {
    let opening = ["e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5"];
    let lines = [
        "P@e8",
        "P@e9",
        "N@f6",
        "moves P",
        "board",
        "pieces white",
        "p@e5",
        "captured",
        "undo",
        "fen",
    ];
    let said = patiently(&["--variant", "crazyhouse"], &[&opening[..], &lines].concat())?;
    for part in [
        "Illegal move: P@e8\n  e8 is occupied by the black king.",
        "Illegal move: P@e9\n  There is no square e9.",
        "Illegal move: N@f6\n  There is no knight in hand.",
        "P@a3",
        "Black in hand: p\nWhite in hand: P\n",
        "White in hand: pawn.",
        "4. P@e5",
        "Captured by White: p   by Black: P\n",
        "Taken back: 4. P@e5.",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    assert_eq!(said.fen(), "rnb1kbnr/ppp1pppp/8/q7/8/2N5/PPPP1PPP/R1BQKBNR[Pp] w KQkq - 2 4");
    Ok(())
}

#[test]
fn every_command_knows_the_squares_and_pieces_of_its_board() -> Outcome {
    for (line, answer) in [
        ("square j10", "j10: black rook (dark square)."),
        ("rank 10", "Rank 10: black rook a10, black rook j10."),
        ("file j", "File j: white rook j1, white pawn j3, black pawn j8, black rook j10."),
        ("attackers c4", "White attackers of c4: knight b2, pawn b3, pawn d3."),
        ("pieces chancellor", "White's chancellors: f2."),
        ("moves C", "Cf1"),
        ("moves e3", "The pawn on e3: e4 e5"),
        ("moves e4", "e4 is empty."),
        ("moves e8", "The pawn on e8 is Black's."),
        ("e11", "There is no square e11."),
        ("square k1", "Expected a square from a1 to j10, found `k1`."),
        ("rank 11", "Expected a rank from 1 to 10, found `11`."),
        ("file k", "Expected a file from a to j, found `k`."),
    ] {
        let said = patiently(&["--variant", "grand"], &[line])?;
        assert!(said.out.contains(answer), "{line}: {}", said.out);
    }
    Ok(())
}

#[test]
fn the_question_of_a_promotion_has_the_pieces_of_the_game() -> Outcome {
    let early = "1k8/10/3P6/10/10/10/10/10/10/K7AR w - - 0 1";
    let question = "Promote to (q)ueen, (c)hancellor, (r)ook, (b)ishop, k(n)ight or stay a (p)awn?";
    for (answer, board) in [
        ("c", "1k8/3C6/"),
        ("chancellor", "1k8/3C6/"),
        ("stay", "1k8/3P6/"),
        ("p", "1k8/3P6/"),
        ("N", "1k8/3N6/"),
    ] {
        let args = ["--variant", "grand", "--fen", early];
        let said = patiently(&args, &["d9", answer, "fen"])?;
        assert!(said.out.contains(question), "{}", said.out);
        assert!(said.out.contains(board), "{answer}: {}", said.out);
    }
    let late = ["--variant", "grand", "--fen", "1k8/3P6/10/10/10/10/10/10/10/K7AR w - - 0 1"];
    let said = patiently(&late, &["d10", "stay", "cancel"])?;
    assert!(said.out.contains("(b)ishop or k(n)ight?\n"), "{}", said.out);
    let refusal = "A pawn becomes a queen, chancellor, rook, bishop or knight.";
    assert!(said.out.contains(refusal), "{}", said.out);
    Ok(())
}

#[test]
fn moves_are_spoken_and_letters_are_translated_where_the_pieces_are_those_of_chess() -> Outcome {
    let words = ["set words on", "e4", "d5", "exd5", "Qxd5", "Nc3", "Qa5", "P@e5"];
    let said = patiently(&["--variant", "crazyhouse"], &words)?;
    assert!(said.out.contains("White: drops pawn on e5"), "{}", said.out);
    let phonetic = patiently(&["--variant", "grand"], &["set phonetic on", "j5"])?;
    assert!(phonetic.out.contains("White: pawn juliett 3 to juliett 5"), "{}", phonetic.out);
    let french = patiently(&["--variant", "crazyhouse", "--lang", "fr"], &["Cf3"])?;
    assert!(french.out.contains("1. Cf3"), "{}", french.out);
    let other = patiently(&["--variant", "capablanca", "--lang", "fr"], &["Nh3", "Cg6"])?;
    assert!(other.out.contains("1. Nh3") && other.out.contains("1... Cg6"), "{}", other.out);
    Ok(())
}

#[test]
fn a_game_of_a_variant_is_saved_loaded_and_resumed() -> Outcome {
    let room = Room::new()?;
    let people = ["--white", "human", "--black", "human", "--variant", "crazyhouse"];
    room.talk(&people, &["e4", "d5", "exd5", "Qxd5", "save game.pgn"])?;
    let text = room.read("game.pgn")?;
    assert!(text.contains("[Variant \"Crazyhouse\"]") && !text.contains("[FEN"), "{text}");
    let loaded = room.talk(&["game.pgn"], &["goto end", "fen"])?;
    assert!(loaded.fen().contains("[Pp] w"), "{}", loaded.out);
    let from = ["--variant", "atomic", "--fen", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"];
    let set_up = patiently(&from, &["pgn"])?;
    for tag in
        ["[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]", "[SetUp \"1\"]", "[Variant \"Atomic\"]"]
    {
        assert!(set_up.out.contains(tag), "{tag}: {}", set_up.out);
    }
    Ok(())
}

#[test]
fn an_unfinished_game_of_a_variant_goes_on() -> Outcome {
    let room = Room::new()?;
    let people = ["--white", "human", "--black", "human", "--variant", "crazyhouse"];
    room.talk(&people, &["e4", "d5", "exd5", "Qxd5"])?;
    let resumed = room.talk(&["--resume"], &["Nc3", "P@e4", "fen"])?;
    assert!(resumed.fen().contains("[P] w"), "{}", resumed.out);
    Ok(())
}

const HOPLITE: &str = "[hoplite:chess]\ncustomPiece1 = h:mFcW\npawnTypes = ph\n\
    startFen = rnbqkbnr/hhhhhhhh/8/8/8/8/HHHHHHHH/RNBQKBNR w KQkq - 0 1\n";

#[test]
fn definitions_of_the_user_are_played_by_file_and_name() -> Outcome {
    let room = Room::new()?;
    room.write("my.ini", HOPLITE)?;
    let lines = ["variant my.ini:hoplite", "moves H", "Hed3", "hint", "save h.pgn"];
    let said = room.talk(PEOPLE, &lines)?;
    assert!(said.out.contains("Hab3") && said.out.contains("1. Hed3"), "{}", said.out);
    assert!(said.out.contains("Hint: 1) "), "{}", said.out);
    let unknown = room.talk(&["h.pgn"], &["fen"])?;
    assert_eq!(unknown.code, Some(2), "{}", unknown.err);
    let known = room.talk(&["h.pgn", "--variants", "my.ini", "--at", "end"], &["fen"])?;
    assert!(known.fen().starts_with("rnbqkbnr/hhhhhhhh/8/8/8/3H4/"), "{}", known.out);
    room.talk(PEOPLE, &["set variant my.ini:hoplite", "set save"])?;
    let settings = fs::read_to_string(room.path("config/arbiter/config.toml"))?;
    assert!(settings.contains("variant = \"my.ini:hoplite\""), "{settings}");
    assert!(room.talk(PEOPLE, &["fen"])?.fen().starts_with("rnbqkbnr/hhhhhhhh/"));
    Ok(())
}

#[test]
fn a_name_that_is_no_variant_is_refused_with_the_reason() -> Outcome {
    for (name, message) in [
        ("nope.ini:x", "Cannot read 'nope.ini'"),
        ("atomc", "No variant is called `atomc`; did you mean `atomic`?\n"),
        ("bughouse", "No variant is called `bughouse`; `arbiter variants` lists them."),
    ] {
        let said = patiently(&[], &[&format!("variant {name}")])?;
        assert!(said.out.contains(message), "{name}: {}", said.out);
        assert_eq!(patiently(&["--variant", name], &[])?.code, Some(2), "{name}");
    }
    Ok(())
}

#[test]
fn the_built_in_engine_plays_hints_and_evaluates() -> Outcome {
    for variant in ["atomic", "antichess", "horde", "cross", "courier", "micro", "alice-ksparov:3"]
    {
        let players = ["--white", "ai:level=2", "--black", "ai:nodes=50", "--no-autosave"];
        let game = ["--seed", "1", "--variant", variant, "--max-plies", "6"];
        let said = Room::new()?.talk(&[&players[..], &game].concat(), &[])?;
        assert_eq!(said.code, Some(0), "{variant}: {}", said.err);
        assert!(said.out.contains("Stopped after 6 plies."), "{variant}: {}", said.out);
        let asked = patiently(&["--variant", variant], &["hint 2", "eval"])?;
        assert!(asked.out.contains("Hint: 1) ") && asked.out.contains("  2) "), "{}", asked.out);
        assert!(asked.out.contains("Evaluation: "), "{}", asked.out);
    }
    Ok(())
}

#[test]
fn draws_are_counted_as_the_variant_says() -> Outcome {
    let fen = "4k3/8/8/8/8/4p3/4P3/R3K3 w - - 139 90";
    let said = patiently(&["--variant", "shatranj", "--fen", fen], &["Ra2"])?;
    assert_eq!(said.over(), ["Game over: 1/2-1/2, draw by the 70-move rule."], "{}", said.out);
    let early = ["--variant", "shatranj", "--draws", "fide", "--fen", fen];
    let said = patiently(&early, &["claim", "Ra2", "claim"])?;
    for part in [
        "69 moves have been made without a capture or a pawn move, 70 are needed. The game goes on.",
        "70 moves without a capture or a pawn move: Black may claim a draw",
    ] {
        assert!(said.out.contains(part), "{part}: {}", said.out);
    }
    let over = "Game over: 1/2-1/2, draw by the 70-move rule (claimed by Black).";
    assert_eq!(said.over(), [over], "{}", said.out);
    Ok(())
}
