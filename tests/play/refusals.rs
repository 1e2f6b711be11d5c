//! The refusals of illegal moves: each names its rule and its squares, and no move is played.

use crate::Outcome;
use crate::room::{START, from, patiently, strictly};

/// A position, moves before, the refused move, and words of the reason.
type Row = (&'static str, &'static [&'static str], &'static str, &'static [&'static str]);

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - - 0 40";

#[rustfmt::skip]
const CATALOGUE: &[Row] = &[
    // squares and pieces
    (START, &[], "e9", &["no square e9"]),
    (START, &[], "e4e5", &["e4 is empty"]),
    (START, &[], "e7e5", &["opponent's"]),
    (START, &[], "Qd5", &["queen on d1", "blocked", "pawn on d2"]),
    (START, &[], "Ra3", &["rook", "a1", "blocked", "pawn on a2"]),
    (START, &[], "Bd2", &["bishop on c1", "own pawn"]),
    (START, &[], "Ke2", &["king on e1", "own pawn"]),
    // The reason is not a piece of the same side if the piece could not go there anyway.
    (START, &[], "Nd2", &["knight on b1", "own pawn"]),
    (START, &[], "Na2", &["knight moves two squares"]),
    (START, &[], "Kd8", &["king moves one square"]),
    (START, &["e4", "e5", "Nf3", "Nc6"], "Nf3", &["knight on f3", "is already there"]),
    (START, &["e4", "e5"], "Bd4", &["light squares", "d4 is dark"]),
    (START, &[], "Nd4", &["knight", "d4"]),
    (KINGS, &[], "Qd1", &["no queen"]),
    (KINGS, &[], "Ke3", &["king on e1", "one square"]),
    // pawns
    ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 40", &[], "e4", &["blocked", "e3"]),
    ("4k3/8/8/8/4n3/8/4P3/4K3 w - - 0 40", &[], "e4", &["blocked", "e4"]),
    ("4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 40", &[], "e3", &["blocked", "e3"]),
    ("4k3/4p3/4N3/8/8/8/8/4K3 b - - 0 40", &[], "e5", &["blocked", "e6"]),
    ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 40", &[], "e5", &["two", "first"]),
    ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 40", &[], "exd4", &["diagonally", "capture"]),
    ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 40", &[], "e3e2", &["forward"]),
    ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 40", &[], "e3d3", &["forward"]),
    ("8/P6k/8/8/8/8/8/4K3 w - - 0 40", &[], "a8=K", &["cannot become a king"]),
    (START, &[], "e4=Q", &["no promotion on e4", "last rank"]),
    // en passant
    (START, &["e4", "a6", "e5", "d5", "a3", "a5"], "exd6", &["only directly after", "d5"]),
    (START, &["e4", "d6", "e5", "d5"], "exd6", &["not made a double step"]),
    // castling
    (START, &["e4", "e5"], "O-O", &["bishop on f1", "knight on g1", "between"]),
    ("4k3/8/8/8/8/8/8/RN2K3 w Q - 0 40", &[], "O-O-O", &["b1", "between"]),
    ("4k3/8/8/8/8/8/4r3/R3K2R w KQ - 0 40", &[], "O-O", &["in check", "e2"]),
    ("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 40", &[], "O-O", &["f1", "attacked", "f8"]),
    ("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 40", &[], "O-O", &["g1", "attacked", "g8"]),
    ("3rk3/8/8/8/8/8/8/R3K2R w KQ - 0 40", &[], "e1c1", &["d1", "attacked", "d8"]),
    (START, &["e4", "e5", "Ke2", "a6", "Ke1", "a5", "Nf3", "a4", "Be2", "a3"], "O-O", &["king left e1", "2. Ke2"]),
    (START, &["Nf3", "a6", "Rg1", "a5", "Rh1", "a4", "g3", "a3", "Bh3", "h6"], "O-O", &["rook left h1", "2. Rg1"]),
    // the king's safety
    ("rnbqk1nr/pppp1ppp/4p3/8/1b1P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 2 3", &[], "Ne4", &["knight on c3 is pinned", "b4", "e1"]),
    ("8/8/8/KPp4r/8/8/8/4k3 w - c6 0 40", &[], "b5c6", &["en passant exposes the king on a5", "h5"]),
    ("3kr3/8/8/3pP3/8/8/8/4K3 w - d6 0 40", &[], "exd6", &["pawn on e5 is pinned", "e8"]),
    ("4k3/8/8/8/8/8/5r2/4K3 w - - 0 40", &[], "Kd2", &["attacked there", "rook on f2"]),
    ("4k3/8/8/8/8/8/4r3/R3K3 w - - 0 40", &[], "Ra8", &["in check", "e2"]),
    ("4k3/4r3/8/8/8/5n2/6P1/4K3 w - - 0 40", &[], "gxf3", &["double check", "f3", "e7", "king on e1 must move"]),
    // several pieces, game over
    ("k7/8/8/8/8/8/P7/1N1NK3 w - - 0 40", &[], "Nc3", &["fits 2 moves", "1) Nbc3", "2) Ndc3"]),
    (START, &["f3", "e5", "g4", "Qh4"], "a3", &["game is over"]),
];

#[test]
fn every_reason_of_the_catalogue_is_given() -> Outcome {
    for (fen, before, line, words) in CATALOGUE {
        let lines: Vec<&str> = before.iter().chain([line]).copied().collect();
        let said = from(fen, &lines)?;
        assert_eq!(said.code, Some(1), "{line} in {fen}: {}", said.out);
        let headings = [format!("Illegal move: {line}\n"), format!("Which move is \"{line}\"?\n")];
        let refusal = headings.iter().find_map(|heading| said.out.split(heading).nth(1));
        let refusal = refusal.ok_or_else(|| format!("{line} in {fen}: {}", said.out))?;
        for word in *words {
            assert!(refusal.contains(word), "`{word}` for {line} in {fen}: {refusal}");
        }
    }
    Ok(())
}

#[test]
fn unusual_legal_moves_are_played() -> Outcome {
    for (case, fen, line) in [
        ("the rook is attacked", "4k2r/8/8/8/8/8/8/R3K2R w KQ - 0 40", "O-O"),
        ("b1 is attacked", "1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 40", "O-O-O"),
        ("a knight jumps", START, "Nf3"),
        ("a pinned rook goes along its line", "3rk3/8/8/8/3R4/8/8/3K4 w - - 0 40", "Rd6"),
        (
            "the king captures the piece that gives check",
            "4k3/8/8/8/8/8/4r3/4K3 w - - 0 40",
            "Kxe2",
        ),
        ("a pawn takes and becomes a queen", "1n5k/P7/8/8/8/8/8/4K3 w - - 0 40", "axb8=Q"),
    ] {
        let said = from(fen, &[line, "fen"])?;
        assert_eq!(said.code, Some(0), "{case}: {}", said.out);
        assert_ne!(said.fen(), fen, "{case}");
    }
    Ok(())
}

#[test]
fn a_refusal_shows_the_line_the_reason_legal_moves_and_the_turn() -> Outcome {
    let said = patiently(&[], &["e4", "d5", "Bd4"])?;
    let lines: Vec<&str> =
        said.out.lines().skip_while(|line| !line.starts_with("Illegal")).collect();
    assert_eq!(lines.first(), Some(&"Illegal move: Bd4"));
    assert!(lines[1].starts_with("  ") && lines[2].starts_with("  "), "{lines:?}");
    assert!(lines[2].contains("1) Be2  2) Bd3  3) Bc4  4) Bb5+  5) Ba6"), "{lines:?}");
    assert_eq!(lines.last(), Some(&"White to move."));
    let offered = patiently(&["--fen", "k7/8/8/8/8/8/8/K2Q4 w - - 0 40"], &["Qh3"])?;
    assert!(offered.out.contains("8) ") && !offered.out.contains("9) "), "{}", offered.out);
    Ok(())
}

#[test]
fn a_letter_alone_is_neither_a_move_nor_a_command() -> Outcome {
    for line in ["x", "Q", "r"] {
        let said = strictly(&[line])?;
        assert_eq!(said.code, Some(1), "{line}");
        assert!(said.out.contains("Unknown command or move: "), "{}", said.out);
    }
    Ok(())
}
