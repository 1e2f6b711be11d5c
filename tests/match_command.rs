//! `arbiter match` as a user runs it: its table, its games, and a match that was killed.

use std::error::Error;
use std::fs;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

#[expect(dead_code, reason = "real engines are not needed here")]
#[path = "engines/fake.rs"]
mod fake;
#[path = "support/run.rs"]
mod run;
#[path = "support/mod.rs"]
mod support;

use fake::{fake, left_behind};
use run::ran;
use support::Folder;

type Outcome = Result<(), Box<dyn Error>>;

/// The games of a file are clean, down to the form of the standard.
fn assert_clean(path: &str, games: usize) -> Outcome {
    let (report, status) = ran(&["validate", "--profile", "export", path], "")?;
    assert_eq!(status, Some(0), "{report}");
    assert!(report.starts_with(&format!("{games} games: {games} clean")), "{report}");
    Ok(())
}

/// The rounds of the games of a file, in their order.
fn rounds(text: &str) -> Vec<&str> {
    text.lines().filter_map(|line| line.strip_prefix("[Round \"")?.strip_suffix("\"]")).collect()
}

#[test]
fn the_stronger_side_wins_and_the_games_are_clean() -> Outcome {
    let folder = Folder::new()?;
    let pgn = folder.name("match.pgn");
    let (text, status) = ran(
        &["match", "ai:depth=3", "random", "--games", "6", "--concurrency", "2", "--pgn", &pgn],
        "",
    )?;
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("1  arbiter depth 3       -    6.0     6.0      6  100.0 %"), "{text}");
    assert!(text.contains("time losses 0 and 0, crashes 0 and 0, illegal moves 0 and 0"), "{text}");
    assert_clean(&pgn, 6)?;
    let games = fs::read_to_string(&pgn)?;
    assert_eq!(rounds(&games), ["1", "2", "3", "4", "5", "6"]);
    // Both sides of each opening.
    assert_eq!(games.matches("[White \"random\"]").count(), 3);
    assert_eq!(games.matches("\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6").count(), 2);
    Ok(())
}

#[test]
fn variants_begin_with_random_moves_or_with_positions_of_their_own() -> Outcome {
    let folder = Folder::new()?;
    let pgn = folder.name("match.pgn");
    let args = ["match", "ai:nodes=40", "random", "--games", "4", "--variant"];
    let (text, status) = ran(&[&args[..], &["atomic", "--pgn", &pgn]].concat(), "")?;
    assert_eq!(status, Some(0), "{text}");
    assert_clean(&pgn, 4)?;
    let games = fs::read_to_string(&pgn)?;
    assert_eq!(games.matches("[Variant \"Atomic\"]").count(), 4, "{games}");
    let epd = folder
        .file("start.epd", "rnbqkbnr/ppp1pppp/8/8/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3\n")?;
    let pgn = folder.name("drops.pgn");
    let more = ["crazyhouse", "--openings", &epd, "--pgn", &pgn];
    let (text, status) = ran(&[&args[..], &more].concat(), "")?;
    assert_eq!(status, Some(0), "{text}");
    assert_clean(&pgn, 4)?;
    assert_eq!(
        fs::read_to_string(&pgn)?.matches("PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3\"]").count(),
        4
    );
    let (text, status) = ran(&[&args[..], &["nope"]].concat(), "")?;
    assert_eq!(status, Some(2), "{text}");
    Ok(())
}

#[test]
fn a_match_with_clocks_from_positions_is_clean() -> Outcome {
    let folder = Folder::new()?;
    let pgn = folder.name("match.pgn");
    let epd = folder.file("start.epd", "4k3/8/8/8/8/8/4P3/4K2R w K - id \"one\";\n")?;
    let arguments = [
        "match",
        "ai",
        "random",
        "--games",
        "2",
        "--clock",
        "5+1",
        "--openings",
        &epd,
        "--pgn",
        &pgn,
    ];
    let (text, status) = ran(&arguments, "")?;
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("1  arbiter "), "{text}");
    assert_clean(&pgn, 2)?;
    let games = fs::read_to_string(&pgn)?;
    assert_eq!(games.matches("[FEN \"4k3/8/8/8/8/8/4P3/4K2R w K - 0 1\"]").count(), 2, "{games}");
    assert!(games.contains("[TimeControl \"5+1\"]") && games.contains("{[%clk 0:00:0"), "{games}");
    Ok(())
}

#[test]
fn a_killed_match_is_resumed() -> Outcome {
    let folder = Folder::new()?;
    let (pgn, whole) = (folder.name("killed.pgn"), folder.name("whole.pgn"));
    let plan = ["match", "ai:nodes=2000", "ai:nodes=300", "--games", "6", "--pgn"];
    let arguments = |path| [&plan[..], &[path]].concat();
    let (expected, _) = ran(&arguments(&whole), "")?;
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(arguments(&pgn))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()?;
    let begun = Instant::now();
    while fs::read_to_string(&pgn).map_or(0, |text| rounds(&text).len()) < 2 {
        assert!(begun.elapsed() < Duration::from_mins(1), "two games take longer");
        thread::sleep(Duration::from_millis(2));
    }
    // SIGKILL: it cannot tidy up.
    child.kill()?;
    child.wait()?;
    // A kill in the middle of a write leaves a part of a game.
    let kept = fs::read_to_string(&pgn)?;
    fs::write(&pgn, format!("{kept}[Event \"Engine match\"]\n[Round \"9\"]\n\n1. e4 e5 2. Nf3"))?;
    let (refused, status) = ran(&arguments(&pgn), "")?;
    assert_eq!(status, Some(2), "{refused}");
    let (resumed, status) = ran(&[&arguments(&pgn)[..], &["--resume"]].concat(), "")?;
    assert_eq!(status, Some(0), "{resumed}");
    // Limited by nodes, it is the same match.
    assert_eq!(fs::read_to_string(&pgn)?, fs::read_to_string(&whole)?);
    assert_eq!(table(&resumed), table(&expected));
    assert_clean(&pgn, 6)
}

/// The table without the progress.
fn table(text: &str) -> Vec<&str> {
    text.lines().filter(|line| !line.starts_with("game ")).collect()
}

#[test]
fn faults_of_engines_are_counted() -> Outcome {
    let folder = Folder::new()?;
    for (habit, counted) in
        [("illegal-move", "illegal moves 0 and 2"), ("crashes-at-go", "crashes 0 and 2")]
    {
        let fake = fake(habit)?;
        let pgn = folder.name(&format!("{habit}.pgn"));
        let arguments = ["match", "random", &fake.command, "--games", "2", "--pgn", &pgn];
        let (text, status) = ran(&arguments, "")?;
        assert_eq!(status, Some(0), "{text}");
        assert!(text.contains(counted) && text.contains("+2 =0 -0"), "{text}");
        assert_clean(&pgn, 2)?;
        assert_eq!(left_behind(&fake.mark), [""; 0].map(std::path::PathBuf::from), "{habit}");
    }
    Ok(())
}

#[test]
fn what_cannot_be_played_is_refused() -> Outcome {
    let folder = Folder::new()?;
    let other =
        folder.file("other.pgn", "[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n\n1. e4 1-0\n\n")?;
    let bad = folder.file("bad.epd", "4k3/8/8/8/8/8/8/4K3 w - -\nrubbish\n")?;
    let empty = folder.file("empty.pgn", "")?;
    for (rest, status, says) in [
        (vec!["human", "random"], 2, "expected random, ai["),
        (vec!["random", "uci:/nowhere/engine"], 3, "engine '/nowhere/engine' not found"),
        (vec!["random", "random", "--openings", &bad], 2, "bad.epd', line 2: not a legal position"),
        (vec!["random", "random", "--openings", &empty], 2, "no openings in '"),
        (vec!["random", "random", "--pgn", &other, "--resume"], 2, "game 1 of '"),
        (vec!["random", "random", "--pgn", &other], 2, "other.pgn' exists"),
        (vec!["random", "random", "--time", "1", "--depth", "2"], 2, "cannot be used with"),
    ] {
        let (text, found) = ran(&[&["match"], &rest[..]].concat(), "")?;
        assert_eq!(found, Some(status), "{rest:?}: {text}");
        assert!(text.contains(says), "{rest:?}: {text}");
    }
    Ok(())
}
