//! One question, one answer: commands that read the same notation agree about it.

#[path = "support/run.rs"]
mod support;

use std::error::Error;

use support::ran;

type Outcome = Result<(), Box<dyn Error>>;

/// What a run printed, and its exit status.
struct Answer {
    text: String,
    code: Option<i32>,
}

fn run(arguments: &[&str], input: &str) -> Result<Answer, Box<dyn Error>> {
    let (text, code) = ran(arguments, input)?;
    Ok(Answer { text, code })
}

fn play(arguments: &[&str], input: &str) -> Result<Answer, Box<dyn Error>> {
    let fixed = ["play", "--white", "human", "--black", "human", "--no-autosave"];
    run(&[&fixed, arguments].concat(), input)
}

/// A game with these tags beside the seven of the roster.
fn game(tags: &str, date: &str, moves: &str) -> String {
    let roster = ["Event", "Site", "Round", "White", "Black"].map(|name| format!("[{name} \"?\"]"));
    let [event, site, round, white, black] = roster;
    format!(
        "{event}\n{site}\n[Date \"{date}\"]\n{round}\n{white}\n{black}\n[Result \"*\"]\n{tags}\n\n{moves} *\n"
    )
}

#[test]
fn a_variant_that_is_played_is_known() -> Outcome {
    let start = "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w KQkq - 0 1";
    for name in ["FRC", "Chess960", "Fischer Random", "fischerandom", "freestyle"] {
        let tags = format!("[SetUp \"1\"]\n[FEN \"{start}\"]\n[Variant \"{name}\"]");
        let pgn = game(&tags, "????.??.??", "1. e4");
        let checked = run(&["validate", "-"], &pgn)?;
        assert!(
            !checked.text.contains("V213") && !checked.text.contains("variant"),
            "{}",
            checked.text
        );
        let shown = run(&["show", "-", "--format", "json"], &pgn)?;
        assert!(shown.text.contains("BQNBRNKR b HEhe"), "{name}: {}", shown.text);
        let counted = run(&["perft", "--variant", &format!("{name}:518"), "1"], "")?;
        assert_eq!(counted.code, Some(0), "{name}: {}", counted.text);
    }
    let unknown = game("[Variant \"checkers\"]", "????.??.??", "1. e4");
    assert!(run(&["validate", "-"], &unknown)?.text.contains("checkers"));
    assert_eq!(run(&["perft", "--variant", "checkers", "1"], "")?.code, Some(2));
    Ok(())
}

#[test]
fn a_typed_move_is_the_same_move_everywhere() -> Outcome {
    for (text, fen) in [
        ("Pe4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("e2 to e4", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"),
        ("♘f3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"),
        ("Nf3ch", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"),
        ("1. Nf3!", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"),
        ("nf3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"),
        ("knight f3", "rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1"),
    ] {
        let explained = run(&["explain", text], "")?;
        assert_eq!(explained.code, Some(0), "{text}: {}", explained.text);
        let played = play(&[], &format!("{text}\nfen\n"))?;
        assert!(played.text.contains(fen), "{text}: {}", played.text);
    }
    for text in ["Ke3", "O-O", "xyzzy", "castle"] {
        assert_eq!(run(&["explain", text], "")?.code, Some(1), "{text}");
        let played = play(&["--strict"], &format!("{text}\n"))?;
        assert_eq!(played.code, Some(1), "{text}: {}", played.text);
    }
    Ok(())
}

/// A move that is almost right and fits only one legal move is accepted with its right spelling; any other is refused
/// for one reason.
#[test]
fn an_almost_right_move_has_one_answer() -> Outcome {
    // White can castle on both sides, capture on d5 with e4 or c4, and promote on h8.
    const FEN: &str = "4k3/7P/8/3p4/2B1P3/8/8/R3K2R w KQ - 0 1";
    for (text, san) in [
        ("d5", "exd5"),
        ("ed", "exd5"),
        ("ed5", "exd5"),
        ("Bxb3", "Bb3"),
        ("bxd5", "Bxd5"),
        ("Bd5", "Bxd5"),
        ("Ke1g1", "O-O"),
        ("castle long", "O-O-O"),
    ] {
        let explained = run(&["explain", "--fen", FEN, text], "")?;
        let legal = format!("Legal: {san} (`{text}`)\n");
        assert!(explained.text.starts_with(&legal), "{text}: {}", explained.text);
        let played = play(&["--fen", FEN], &format!("{text}\n"))?;
        assert!(played.text.contains(&format!("1. {san}\n")), "{text}: {}", played.text);
    }
    for (text, reason) in [
        ("exf5", "The pawn on e4 moves diagonally only to capture"),
        ("exf", "No pawn can capture like that."),
        ("Kg1", "The king on e1 cannot reach that square"),
        ("castle", "fits 2 moves"),
        ("Qd1", "White has no queen."),
        ("h8=K", "A pawn cannot become a king."),
    ] {
        let explained = run(&["explain", "--fen", FEN, text], "")?;
        assert_eq!(explained.code, Some(1), "{text}: {}", explained.text);
        assert!(explained.text.contains(reason), "{text}: {}", explained.text);
        let played = play(&["--strict", "--fen", FEN], &format!("{text}\n"))?;
        assert_eq!(played.code, Some(1), "{text}: {}", played.text);
        assert!(played.text.contains(reason), "{text}: {}", played.text);
    }
    Ok(())
}

#[test]
fn a_date_exists_or_not_for_all() -> Outcome {
    for (date, exists) in
        [("2020.02.29", true), ("2020.02.30", false), ("2020.??.??", true), ("2020.00.00", false)]
    {
        let tagged = play(&[], &format!("tag Date {date}\npgn\n"))?;
        assert_eq!(tagged.text.contains(&format!("[Date \"{date}\"]")), exists, "{}", tagged.text);
        let checked = run(&["validate", "-"], &game("", date, "1. e4"))?;
        assert_eq!(!checked.text.contains("V20"), exists, "{date}: {}", checked.text);
    }
    Ok(())
}

#[test]
fn a_time_control_is_valid_or_not_for_all() -> Outcome {
    for (control, is_valid) in [
        ("*180", true),
        ("300+2", true),
        ("300d3", true),
        ("40/5400+30:1800+30", true),
        ("300:60", false),
        ("soon", false),
        ("0/300", false),
    ] {
        let clocked = play(&["--clock", control], "pgn\n")?;
        let is_written = clocked.text.contains(&format!("[TimeControl \"{control}\"]"));
        assert_eq!(is_written, is_valid, "{control}: {}", clocked.text);
        let tag = format!("[TimeControl \"{control}\"]");
        let checked = run(&["validate", "-"], &game(&tag, "????.??.??", "1. e4"))?;
        assert_eq!(!checked.text.contains("V217"), is_valid, "{control}: {}", checked.text);
    }
    Ok(())
}

#[test]
fn a_moment_is_the_same_moment_everywhere() -> Outcome {
    const GAME: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 *\n";
    let directory = tempfile::tempdir()?;
    let path = directory.path().join("game.pgn");
    std::fs::write(&path, GAME)?;
    let file = path.to_str().ok_or("a path")?;
    for (at, board) in [
        ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"),
        ("2", "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w"),
        ("2w", "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b"),
        ("2b", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w"),
        ("end", "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b"),
    ] {
        let shown = run(&["show", file, "--at", at, "--format", "json"], "")?;
        assert!(shown.text.contains(board), "show {at}: {}", shown.text);
        let reported = run(&["report", "--pgn", file, "--at", at, "--format", "json"], "")?;
        assert!(reported.text.contains(board), "report {at}: {}", reported.text);
        let gone = play(&[file], &format!("goto {at}\nfen\n"))?;
        assert!(gone.text.contains(board), "goto {at}: {}", gone.text);
        let opened = play(&[file, "--at", at], "fen\n")?;
        assert!(opened.text.contains(board), "play {at}: {}", opened.text);
        let is_white = board.ends_with('w');
        let explained = run(&["explain", "--pgn", file, "--at", at, "h2h3"], "")?;
        assert_eq!(explained.code == Some(0), is_white, "explain {at}: {}", explained.text);
    }
    for (old, new) in [("--ply", "2"), ("--move", "1b")] {
        let shown = run(&["show", file, old, new], "")?;
        assert_eq!(shown.text, run(&["show", file, "--at", "2"], "")?.text, "{old}");
    }
    assert_eq!(run(&["show", file, "--end"], "")?.text, run(&["show", file], "")?.text);
    Ok(())
}
