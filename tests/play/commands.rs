//! The commands at the prompt, the first words of events, and the sample session of the manual.

use crate::Outcome;
use crate::room::{Room, feed, patiently};

/// The input before, the command, and the answer.
#[rustfmt::skip]
const COMMANDS: &[(&[&str], &str, &str)] = &[
    (&[], "moves", "Na3 Nc3 Nf3 Nh3 a3 a4"),
    (&[], "moves e2", "e3 e4"),
    (&[], "moves N", "Na3 Nc3 Nf3 Nh3"),
    (&[], "board", "8  r  n  b  q  k  b  n  r  8"),
    (&[], "flip", "h  g  f  e  d  c  b  a"),
    (&["style plain"], "board", "White: king e1"),
    (&[], "fen", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
    (&["e4"], "pgn", "1. e4 *"),
    (&["e4", "e5"], "last 2", "1. e4"),
    (&["e4", "d5", "exd5"], "captured", "Captured by White: p"),
    (&[], "clock", "without a clock"),
    (&[], "pieces white", "White: king e1, queen d1"),
    (&["e4"], "square e4", "e4: white pawn"),
    (&["e4"], "rank 4", "white pawn e4"),
    (&["e4"], "file e", "white pawn e4"),
    (&["e4"], "attackers d5", "pawn e4"),
    (&["e4"], "undo", "Taken back: 1. e4."),
    (&["e4", "undo"], "redo", "1. e4"),
    (&["e4"], "new", "White to move."),
    (&["e4", "e5", "goto 1"], "next", "1... e5"),
    (&["e4", "e5"], "prev", "Black to move."),
    (&["e4", "e5"], "first", "White to move."),
    (&["e4", "e5", "first"], "goto 1b", "1... e5"),
    (&["e4", "e5", "prev"], "take white", "You play White from here."),
    (&[], "draw", "White offers a draw"),
    (&["draw", "e4"], "decline", "declines"),
    (&[], "claim", "Claim refused:"),
    (&[], "resign", "Game over: 0-1, White resigns."),
    (&["level 1"], "hint", "Hint: 1) "),
    (&[], "eval", "Evaluation: +0.00"),
    (&[], "level 2", "plays at level 2 (beginner), about "),
    (&[], "go", "White is a human player"),
    (&[], "stop", "Stopped. Type \"go\" to continue."),
    (&[], "engine", "No engine plays in this game"),
    (&["e4"], "save a.pgn", "Saved: a.pgn (1 ply, result *)"),
    (&[], "load nowhere.pgn", "Cannot read 'nowhere.pgn'"),
    (&["save a.pgn"], "games", "a.pgn"),
    (&[], "tag Event Club", "Tag set: Event \"Club\""),
    (&["e4"], "comment good", "Comment added."),
    (&[], "set level 3", "Level: 3"),
    (&[], "pause", "no clock to stop"),
    (&["set blindfold on"], "peek", "8  r  n  b  q  k  b  n  r  8"),
    (&[], "help claim", "claim [with MOVE]"),
];

#[test]
fn every_command_is_answered() -> Outcome {
    for (before, command, answer) in COMMANDS {
        let lines: Vec<&str> = before.iter().copied().chain(["--", command]).collect();
        let said = patiently(&[], &lines)?;
        assert_eq!(said.code, Some(0), "{command}");
        // The answer follows the refusal of the dashes.
        let (_, after) = said.out.split_once("move: \"--\"").ok_or("a mark")?;
        assert!(after.contains(answer), "`{answer}` to `{command}`: {after}");
    }
    Ok(())
}

#[test]
fn commands_are_shortened_but_not_those_that_lose_something() -> Outcome {
    for (short, answer) in [("capt", "Captured by"), ("eva", "Evaluation"), ("und", "no move")] {
        assert!(patiently(&[], &[short])?.out.contains(answer), "{short}");
    }
    for short in ["resig", "qui", "ne", "loa x"] {
        let said = patiently(&[], &[short, "fen"])?;
        let refusal = format!("Unknown command or move: \"{short}\"");
        assert!(said.out.contains(&refusal), "{short}: {}", said.out);
        assert_eq!(said.plies(), Some(0), "{short}");
    }
    Ok(())
}

#[rustfmt::skip]
const SESSION: &[&str] = &[
    "e4", "d5", "Bd4", "exd5", "c6", "dc", "nf6", "0-0", "cb7",
    "e5", "bxa8", "king", "q", "board", "Ng4", "Nf3", "Nf6", "Ng1",
    "Ng4", "claim", "Nf3", "Nf6", "Ng1", "Ng4", "claim", "save ada-bo.pgn", "quit",
];

/// In this order.
const ANSWERS: &[&str] = &[
    "> e4\n1. e4\n",
    "> d5\n1... d5\n",
    "Illegal move: Bd4\n",
    "f1 stands on light squares, d4 is dark",
    "Bishop moves: 1) Be2  2) Bd3  3) Bc4  4) Bb5+  5) Ba6.   To d4: 6) d4",
    "2. exd5\n",
    "\"dc\" fits one move: dxc6.\n3. dxc6\n",
    "> nf6\n3... Nf6\n",
    "Castling king side: the bishop on f1 and the knight on g1 stand between king and rook.",
    "> cb7\n4. cxb7\n",
    "Promote to (q)ueen, (r)ook, (b)ishop or k(n)ight?\n",
    "A pawn cannot become a king.",
    "5. bxa8=Q\n",
    "8 [Q] n  b  q  k  b  .  r  8\n7  p (.) .  .  .  p  p  p  7\n",
    "Captured by White: r p p p   by Black: -",
    "This position has now occurred twice.",
    "Claim refused: this position has occurred 2 times, 3 are needed (FIDE 9.2). The game goes on.",
    "Third occurrence: White may claim a draw (type \"claim\").",
    "Game over: 1/2-1/2, draw by threefold repetition (claimed by White; after 5... 7... and 9...).",
    "Saved: ada-bo.pgn (18 plies, result 1/2-1/2)\n",
];

#[test]
fn the_sample_session_of_the_manual_runs() -> Outcome {
    let room = Room::new()?;
    let players = ["--white", "human:Ada", "--black", "human:Bo", "--draws", "fide", "--echo"];
    let said = room.talk(&players, SESSION)?;
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    let mut rest = said.out.as_str();
    for answer in ANSWERS {
        (_, rest) = rest.split_once(answer).ok_or_else(|| format!("{answer}: {}", said.out))?;
    }
    let report = feed(&mut room.arbiter(&["validate", "--profile", "export", "ada-bo.pgn"]), b"")?;
    assert_eq!(report.code, Some(0), "{}", report.out);
    Ok(())
}
