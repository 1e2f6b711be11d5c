//! What `show`, `report`, `explain`, `perft` and `variants` say about games whose rules are data, those of the user included.

mod support;

#[path = "support/run.rs"]
mod run;

use std::error::Error;

use run::ran;
use support::Folder;

type Outcome = Result<(), Box<dyn Error>>;

/// Crazyhouse with pieces in both hands; White to move.
const HANDS: &str = "r1bq~kb1r/pppp1ppp/2n2n2/8/8/2N5/PPP2PPP/R1BQKB1R[QPPnn] w KQkq - 0 7";

/// Three definitions: one with a piece of its own, one of another shape, one with a fault.
const DEFINITIONS: &str = "\
[hoplite:chess]
customPiece1 = h:mFcWimfnA
pawnTypes = ph
startFen = rnbqkbnr/hhhhpppp/8/8/8/8/HHHHPPPP/RNBQKBNR w KQkq - 0 1

[holes:chess]
maxFile = l
maxRank = 11
castling = false
startFen = k11/12/12/12/5**5/5**5/5**5/12/12/12/K11 w - - 0 1
";

#[test]
fn a_position_of_any_variant_is_shown() -> Outcome {
    let capablanca = "1  R  N  A  B  Q  K  B  C  N  R  1\n   a  b  c  d  e  f  g  h  i  j\n";
    let table: [(&[&str], &str); 6] = [
        (&["show", "--variant", "capablanca"], capablanca),
        (&["show", "--variant", "cross"], "10        r  n  b  a  k  r        10\n"),
        (&["show", "--variant", "crazyhouse", HANDS], "Black in hand: 2n\nWhite in hand: Q 2P\n"),
        (
            &["show", "--variant", "crazyhouse", HANDS, "--moves", "c3"],
            "\n5  .  *  .  *  .  .  .  .  5",
        ),
        (
            &["show", "--variant", "grand", "--moves", "b2", "--format", "json"],
            r#""moves":["Na4","Nc4","Nd1"]"#,
        ),
        (
            &["show", "--variant", "kingofthehill", "8/8/8/8/4K3/8/8/k7 b - - 0 1"],
            "Black to move. Over: the goal is reached.",
        ),
    ];
    for (arguments, expected) in table {
        let (said, code) = ran(arguments, "")?;
        assert!(said.contains(expected), "{arguments:?}\n{said}");
        assert_eq!(code, Some(0), "{arguments:?}\n{said}");
    }
    let (said, code) = ran(&["show", "--variant", "cross", "--moves", "z9"], "")?;
    assert!(said.contains("expected a square such as `e4`, found `z9`"), "{said}");
    assert_eq!(code, Some(2));
    Ok(())
}

#[test]
fn a_position_of_any_variant_is_reported() -> Outcome {
    let columns = "--columns=fen,castling,ep,variant,polyglot,material_key,in_check,checkers,\
                   legal_moves,status,winner,white_points,black_points,codes";
    let atomic = "rnbq1bnr/ppppp2p/5p2/8/8/8/PPPPPPPP/RNBQKBNR b KQ - 0 1";
    let table = [
        (
            "capablanca",
            "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
            "\"castling\":\"KQkq\",\"ep\":null,\"variant\":\"capablanca\",\"polyglot\":null,\
             \"material_key\":\"KCAQRRBBNNPPPPPPPPPPvKCAQRRBBNNPPPPPPPPPP\",\"in_check\":false,\
             \"checkers\":[],\"legal_moves\":28,\"status\":\"ongoing\",\"winner\":null,\
             \"white_points\":null,\"black_points\":null,\"codes\":[]}",
        ),
        (
            "crazyhouse",
            HANDS,
            "\"material_key\":\"KQQRRBBNPPPPPPPPvKQRRBBNNNNPPPPPPP\",\"in_check\":false,\"checkers\":[],\
             \"legal_moves\":108,\"status\":\"ongoing\",\"winner\":null,\"white_points\":45,\
             \"black_points\":44,\"codes\":[]}",
        ),
        (
            "atomic",
            atomic,
            "\"legal_moves\":0,\"status\":\"extinction\",\"winner\":\"white\",\"white_points\":39,\
             \"black_points\":38,\"codes\":[]}",
        ),
        ("gardner", "rnbqk/ppppp/5/PPPPP/RNBQ w - - 0 1", "\"status\":\"invalid\",\"winner\":null"),
        ("gardner", "rnbqk/ppppp/5/PPPPP/RNBQ w - - 0 1", "\"codes\":[\"F005\"]}"),
    ];
    for (variant, fen, expected) in table {
        let arguments = ["report", "--variant", variant, "--format", "json", columns, fen];
        let (said, _) = ran(&arguments, "")?;
        assert!(said.contains(expected), "{variant} {fen}\n{said}");
    }
    Ok(())
}

#[test]
fn the_state_of_a_game_is_told_in_sentences() -> Outcome {
    let table = [
        (
            "atomic",
            "rnbq1bnr/ppppp2p/5p2/8/8/8/PPPPPPPP/RNBQKBNR b KQ - 0 1",
            "Game over: White wins (1-0). Black has lost the king.",
        ),
        (
            "kingofthehill",
            "8/8/8/8/4K3/8/8/k7 b - - 0 1",
            "Game over: White wins (1-0). The goal is reached.",
        ),
        ("3check", "4k3/8/8/8/8/8/4P3/4K3 w - - 2+1 0 1", "Checks to give: White 2, Black 1."),
        (
            "3check",
            "4k3/8/8/8/8/8/4P3/4K3 w - - 2+1 0 1 a caption",
            "Checks to give: White 2, Black 1.",
        ),
        (
            "antichess",
            "8/8/8/8/8/8/8/k7 w - - 0 1",
            "Game over: White wins (1-0). White has lost too many pieces.",
        ),
        ("shatranj", "3rk3/8/8/8/8/8/8/R3K3 w - - 9 30", "Plies without progress 9/140."),
        (
            "crazyhouse",
            "4k3/4Q3/4K3/8/8/8/8/8[] b - - 0 1",
            "Checkmate: White wins (1-0). Black king e8 attacked by e7.",
        ),
        ("capablanca", "5k4/5q4/10/10/10/10/10/5K4 w - - 0 1", "White to move, in check from f7."),
    ];
    for (variant, fen, expected) in table {
        let (said, _) = ran(&["report", "--variant", variant, "-"], &format!("{fen}\n"))?;
        assert!(said.contains(expected), "{variant} {fen}\n{said}");
    }
    Ok(())
}

#[test]
fn an_epd_of_a_variant_keeps_its_operations() -> Outcome {
    let line = "4k3/8/8/8/8/8/8/4K3[N] w - - bm N@f6+; id \"drop\";";
    let columns = "--columns=id,legal,fen";
    let (said, code) =
        ran(&["report", "--variant", "crazyhouse", "--format", "csv", columns, "-"], line)?;
    assert!(said.contains("drop,true,4k3/8/8/8/8/8/8/4K3[N] w - - 0 1\n"), "{said}");
    assert_eq!(code, Some(0));
    Ok(())
}

/// A game of crazyhouse, one of Capablanca's chess, and one by a definition of the user.
const GAMES: &str = "\
[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qa5 4. P@d5 *\n\n\
[Variant \"Capablanca\"]\n\n1. Ab3 Ab6 2. Axf7 *\n\n\
[Variant \"hoplite\"]\n\n1. Hc4 Hc5 *\n";

#[test]
fn games_of_variants_give_their_positions() -> Outcome {
    let folder = Folder::new()?;
    let (games, definitions) =
        (folder.file("games.pgn", GAMES)?, folder.file("my.ini", DEFINITIONS)?);
    let columns = ["--format", "csv", "--columns", "variant,status", "--at", "end", "-q"];
    let known = ["report", "--pgn", &games, "--variants", &definitions];
    let (said, code) = ran(&[known.as_slice(), &columns].concat(), "")?;
    let rows: Vec<&str> = said.lines().skip(1).collect();
    let expected =
        ["crazyhouse,ongoing,1,7,P@d5", "capablanca,ongoing,2,3,Axf7", "hoplite,ongoing,3,2,Hc5"];
    assert_eq!((rows, code), (expected.to_vec(), Some(0)), "{said}");
    let (said, code) = ran(&["report", "--pgn", &games, "--at", "end"], "")?;
    assert!(said.contains("`hoplite` is not among the games known here"), "{said}");
    assert_eq!(code, Some(1));
    let (said, _) = ran(&["show", &games, "--game", "1", "--format", "json"], "")?;
    assert!(said.contains("\"last_move\":\"d5\""), "{said}");
    let (said, code) = ran(&["show", &games, "--game", "3", "--variants", &definitions], "")?;
    assert!(said.contains("\n5  .  . [h] .  .  .  .  .  5\n"), "{said}");
    assert_eq!(code, Some(0));
    let explained = ["explain", "--pgn", &games, "--game", "3", "--variants", &definitions, "Hxc5"];
    let (said, code) = ran(&explained, "")?;
    assert!(said.contains("Legal: Hxc5"), "{said}");
    assert_eq!(code, Some(0));
    Ok(())
}

#[test]
fn a_game_of_a_variant_is_a_page() -> Outcome {
    let folder = Folder::new()?;
    let games = folder.file("games.pgn", GAMES)?;
    for (number, figures, view) in [("1", 8, "0 0 985 868"), ("2", 4, "0 0 1068 868")] {
        let (page, code) = ran(&["show", &games, "--game", number, "--format", "html"], "")?;
        assert_eq!(code, Some(0), "{page}");
        assert_eq!(page.matches("<figure id").count(), figures);
        assert_eq!(page.matches(&format!("viewBox=\"{view}\"")).count(), figures);
    }
    let bad = "[Variant \"Capablanca\"]\n\n1. Ah3 *\n\n[Variant \"Crazyhouse\"]\n\n1. N@f3 *\n";
    let (page, _) = ran(&["validate", &folder.file("bad.pgn", bad)?, "--format", "html"], "")?;
    assert!(
        page.contains("viewBox=\"0 0 1068 868\"") && page.contains("class=\"written\""),
        "{page}"
    );
    Ok(())
}

#[test]
fn moves_of_variants_are_explained() -> Outcome {
    let crazyhouse = ["--variant", "crazyhouse", "--fen", HANDS];
    let table: [(&[&str], &str, &str, i32); 10] = [
        (&crazyhouse, "N@f3", "There is no knight in hand.\nTo f3 you can play: ", 1),
        (&crazyhouse, "P@e1", "e1 is occupied by the white king.", 1),
        (&crazyhouse, "P@d8", "d8 is occupied by the black queen.", 1),
        (&crazyhouse, "Q@e4", "Legal: Q@e4+ (`Q@e4`)\nA queen is dropped on e4, with check.", 0),
        (&["--variant", "capablanca"], "Ac5", "With an archbishop you can play: Ab3, Ad3.", 1),
        (&["--variant", "capablanca"], "a1c1", "The rook on a1 is blocked by the knight on b1.", 1),
        (&["--variant", "cross"], "Kb1", "The square b1 does not exist.", 1),
        (&["--variant", "antichess"], "e4 d5 a3", "A capture is available and must be made.", 1),
        (
            &["--variant", "racingkings"],
            "Kg4",
            "Illegal: Kg4\nThe king on h2 cannot reach that square: a king moves one square.",
            1,
        ),
        (
            &["--variant", "alice"],
            "a1a5",
            "On board A the rook on a1 is blocked by the pawn on a2.",
            1,
        ),
    ];
    for (flags, mv, expected, code) in table {
        let (said, found) = ran(&[&["explain"], flags, &[mv]].concat(), "")?;
        assert!(said.contains(expected), "{mv}\n{said}");
        assert_eq!(found, Some(code), "{mv}\n{said}");
    }
    let json = ["explain", "--variant", "capablanca", "--format", "json", "Ac5"];
    let expected = "{\"legal\":false,\"move\":\"Ac5\",\"reason\":\"cannot-reach\",\
                    \"message\":\"the archbishop on c1 cannot reach that square: an archbishop moves as `BN` in Betza notation\",\"squares\":{\"candidate\":[\"c1\"],\"to\":[\"c5\"]},\
                    \"rule\":\"Capablanca\",\"alternatives\":[\"Ab3\",\"Ad3\"]}\n";
    assert_eq!(ran(&json, "")?.0, expected);
    Ok(())
}

#[test]
fn perft_counts_every_variant() -> Outcome {
    let folder = Folder::new()?;
    let definitions = folder.file("my.ini", DEFINITIONS)?;
    let hoplite = format!("{definitions}:hoplite");
    // Published numbers: chessprogramming.org and the tests of Fairy-Stockfish.
    let table = [
        ("atomic", "3", "8902"),
        ("antichess", "3", "8067"),
        ("crazyhouse", "3", "8902"),
        ("horde", "3", "1274"),
        ("racingkings", "3", "11264"),
        ("capablanca", "2", "784"),
        ("standard", "3", "8902"),
        ("chess", "3", "8902"),
        (hoplite.as_str(), "1", "25"),
    ];
    for (variant, depth, nodes) in table {
        let (said, code) = ran(&["perft", depth, "--variant", variant], "")?;
        assert_eq!((said.trim(), code), (nodes, Some(0)), "{variant}");
        let (said, _) = ran(&["perft", depth, "--variant", variant, "--divide", "-j", "1"], "")?;
        let counts = said.lines().skip(1).filter_map(|line| line.split(": ").nth(1));
        let sum: u64 = counts.filter_map(|count| count.parse::<u64>().ok()).sum();
        assert_eq!(sum.to_string(), nodes, "{variant}\n{said}");
    }
    let (said, _) =
        ran(&["perft", "1", "--divide", "--variant", "crazyhouse", "--fen", HANDS], "")?;
    assert!(said.contains("\nQ@e4: 1\n"), "{said}");
    Ok(())
}

#[test]
fn definitions_of_a_file_are_named_after_a_colon() -> Outcome {
    let folder = Folder::new()?;
    let good = folder.file("my.ini", DEFINITIONS)?;
    let bad = folder.file("bad.ini", "[one:chess]\nmaxFile = zz\nflies = true\n\n[two:chess]\n")?;
    let (said, code) = ran(&["show", "--variant", &format!("{good}:holes")], "")?;
    assert!(said.contains("\n 6  .  .  .  .  .        .  .  .  .  .  6\n"), "{said}");
    assert_eq!(code, Some(0));
    let (said, code) = ran(&["variants", "show", &format!("{good}:hoplite")], "")?;
    assert!(said.contains("2  H  H  H  H  P  P  P  P  2") && said.contains("mFcWimfnA"), "{said}");
    assert_eq!(code, Some(0));
    for (name, expected) in [
        (format!("{bad}:one"), format!("{bad}:2:11: ")),
        (format!("{bad}:one"), format!("{bad}:3:1: unknown key `flies`")),
        (format!("{good}:hoplit"), "has no variant `hoplit`; did you mean `hoplite`?".to_owned()),
        (format!("{}:x", folder.name("no.ini")), "no.ini': No such file".to_owned()),
        ("atomc".to_owned(), "did you mean `atomic`?".to_owned()),
        ("bughouse".to_owned(), "no variant is called `bughouse`".to_owned()),
    ] {
        let commands: [&[&str]; 5] = [
            &["perft", "1"],
            &["show"],
            &["explain", "e4"],
            &["report", "-"],
            &["variants", "show"],
        ];
        for command in commands {
            let flag: &[&str] = if command[0] == "variants" { &[] } else { &["--variant"] };
            let (said, code) = ran(&[command, flag, &[&name]].concat(), "")?;
            assert!(said.contains(&expected), "{command:?} {name}\n{said}");
            assert_eq!(code, Some(2), "{command:?} {name}\n{said}");
        }
    }
    let (said, code) = ran(&["show", "--variant", &good], "")?;
    assert!(said.contains(&format!("name one of the variants of the file: `{good}:")), "{said}");
    assert_eq!(code, Some(2));
    let empty = folder.file("empty.ini", "")?;
    let (said, code) = ran(&["variants", "check", &empty], "")?;
    assert!(said.contains("no variant is defined"), "{said}");
    assert_eq!(code, Some(1));
    let (said, code) = ran(&["perft", "1", "--variant", &format!("{bad}:two")], "")?;
    assert_eq!((said.as_str(), code), ("20\n", Some(0)), "a fault elsewhere does no harm");
    for (file, expected) in
        [(bad.as_str(), "bad.ini:2:11: "), ("nope.ini", "cannot read 'nope.ini'")]
    {
        for command in [["show", "--variants"], ["report", "--variants"]] {
            let (said, code) = ran(&[command.as_slice(), &[file]].concat(), "")?;
            assert!(said.contains(expected), "{command:?}\n{said}");
            assert_eq!(code, Some(2), "{command:?}\n{said}");
        }
    }
    Ok(())
}

#[test]
fn one_cause_is_one_fault_of_a_file() -> Outcome {
    let folder = Folder::new()?;
    let lost = "[a:nope]\nx = 1\ny = 2\n[b:a]\nz = 3\n[c:b]\n";
    for (text, faults) in [
        (lost, "1:4: no variant is called `nope`\n"),
        ("[a:chess\nx = 1\ny = 2\n", "1:9: expected `]`\n"),
        ("x = 1\ny = 2\n[a:chess]\n", "1:1: expected a section such as `[name:chess]`\n"),
    ] {
        let file = folder.file("lost.ini", text)?;
        let (said, code) = ran(&["variants", "check", &file], "")?;
        assert_eq!((said, code), (format!("{file}:{faults}"), Some(1)), "one fault for one cause");
    }
    Ok(())
}

#[test]
fn variants_are_listed_with_and_without_a_word() -> Outcome {
    let (listed, code) = ran(&["variants", "list"], "")?;
    assert!(listed.contains("crazyhouse"), "{listed}");
    assert_eq!(ran(&["variants"], "")?, (listed, code));
    Ok(())
}
