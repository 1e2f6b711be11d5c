//! The clocks of `arbiter play`.

use std::io::{BufRead, BufReader, Read, Write};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::Outcome;
use crate::room::{PEOPLE, Room, patiently, piped, wait};

/// Plays with a clock and open input; returns the output up to the flag fall, and its time.
fn until_the_flag(more: &[&str], lines: &str) -> std::io::Result<(String, Duration)> {
    let room = Room::new()?;
    let args: Vec<&str> = PEOPLE.iter().chain(more).copied().collect();
    let mut child = piped(&mut room.play(&args)).spawn()?;
    let begun = Instant::now();
    let mut stdin = child.stdin.take().ok_or_else(|| std::io::Error::other("no input"))?;
    stdin.write_all(lines.as_bytes())?;
    let out = child.stdout.take().ok_or_else(|| std::io::Error::other("no output"))?;
    let mut said = String::new();
    let mut took = Duration::ZERO;
    for line in BufReader::new(out).lines() {
        let line = line?;
        let over = line.starts_with("Game over:");
        said.push_str(&line);
        said.push('\n');
        if over {
            took = begun.elapsed();
            break;
        }
    }
    drop(stdin);
    wait(&mut child, Duration::from_secs(5))?;
    Ok((said, took))
}

#[test]
fn the_flag_falls_without_any_input() -> Outcome {
    let (said, took) = until_the_flag(&["--clock", "1"], "")?;
    assert!(said.ends_with("Game over: 0-1, White loses on time.\n"), "{said}");
    assert!((900..1800).contains(&took.as_millis()), "{took:?}");
    let (said, _) = until_the_flag(&["--clock", "1"], "e4\n")?;
    assert!(said.ends_with("Game over: 1-0, Black loses on time.\n"), "{said}");
    Ok(())
}

#[test]
fn a_flag_against_a_bare_king_is_a_draw() -> Outcome {
    let fen = "4k3/8/8/8/8/8/8/R3K3 w - - 0 60";
    let (said, _) = until_the_flag(&["--clock", "1", "--fen", fen], "")?;
    assert!(
        said.contains("Game over: 1/2-1/2, White's time is up, but Black cannot mate."),
        "{said}"
    );
    Ok(())
}

#[test]
fn unused_time_is_carried_into_the_second_period() -> Outcome {
    let (_, took) = until_the_flag(&["--clock", "1/1:1"], "e4\ne5\n")?;
    assert!((1500..3500).contains(&took.as_millis()), "{took:?}");
    Ok(())
}

#[test]
fn a_warning_comes_once() -> Outcome {
    let (said, _) = until_the_flag(&["--clock", "6"], "")?;
    assert_eq!(said.matches("White has 5 seconds left.").count(), 1, "{said}");
    Ok(())
}

#[test]
fn the_clock_tells_time_moves_and_increment() -> Outcome {
    let said = patiently(&["--clock", "40/5400+30:1800+30"], &["e4", "clock"])?;
    assert!(said.out.contains("White 1:30:"), "{}", said.out);
    assert!(said.out.contains(", 39 moves to go, +30s"), "{}", said.out);
    let short = patiently(&["--clock", "40/90m+30s"], &["clock"])?;
    assert!(short.out.contains(", 40 moves to go, +30s"), "{}", short.out);
    Ok(())
}

#[test]
fn periods_change_after_their_moves_and_increments_are_added() -> Outcome {
    let lines = ["clock", "e4", "e5", "clock", "Nf3", "Nc6", "clock"];
    let said = patiently(&["--clock", "2/200+0:100+3"], &lines)?;
    let shown: Vec<&str> = said.out.lines().filter(|line| line.contains(" to go")).collect();
    let [first, _, second, _, third, _] = shown.as_slice() else { panic!("{}", said.out) };
    assert!(first.starts_with("White 3:") && first.ends_with("2 moves to go"), "{first}");
    assert!(second.starts_with("White 3:") && second.ends_with("1 move to go"), "{second}");
    assert!(third.starts_with("White 4:5") && third.ends_with("0 moves to go, +3s"), "{third}");
    let added = patiently(&["--clock", "60+30"], &["e4", "e5", "clock"])?;
    assert!(added.out.contains("White 1:29, +30s"), "{}", added.out);
    let (said, took) = until_the_flag(&["--clock", "2/2+0:1+0"], "")?;
    assert!(said.ends_with("Game over: 0-1, White loses on time.\n"), "{said}");
    assert!((1800..2600).contains(&took.as_millis()), "{took:?}");
    Ok(())
}

#[test]
fn the_clock_may_wait_for_the_first_move() -> Outcome {
    let room = Room::new()?;
    let kept = room.talk(PEOPLE, &["set clockstart move", "set control 1", "set save"])?;
    assert_eq!(kept.code, Some(0));
    let timed: Vec<&str> = PEOPLE.iter().copied().chain(["--clock", "1"]).collect();
    let mut child = piped(&mut room.play(&timed)).spawn()?;
    let mut stdin = child.stdin.take().ok_or("an input")?;
    std::thread::sleep(Duration::from_millis(1500));
    stdin.write_all(b"e4\nfen\n")?;
    drop(stdin);
    wait(&mut child, Duration::from_secs(5))?;
    let mut said = String::new();
    child.stdout.take().ok_or("output")?.read_to_string(&mut said)?;
    assert!(said.contains("1. e4") && !said.contains("Game over"), "{said}");
    let untimed = room.talk(PEOPLE, &["clock"])?;
    assert!(untimed.out.contains("without a clock"), "in a pipe only --clock counts");
    Ok(())
}

#[test]
fn the_file_keeps_control_and_clocks() -> Outcome {
    let room = Room::new()?;
    let timed: Vec<&str> = PEOPLE.iter().copied().chain(["--clock", "300+2"]).collect();
    room.talk(&timed, &["e4", "e5", "save c.pgn"])?;
    let pgn = room.read("c.pgn")?;
    assert!(pgn.contains("[TimeControl \"300+2\"]"), "{pgn}");
    assert!(pgn.contains("1. e4 {[%clk 0:05:0"), "{pgn}");
    room.talk(PEOPLE, &["e4", "save n.pgn"])?;
    assert!(!room.read("n.pgn")?.contains("%clk"), "no clock in a pipe unless asked for");
    Ok(())
}

#[test]
fn undo_gives_the_time_back_and_new_gives_all_of_it() -> Outcome {
    let said =
        patiently(&["--clock", "40/5400"], &["e4", "e5", "undo 2", "clock", "e4", "new", "clock"])?;
    let clocks: Vec<&str> = said.out.lines().filter(|line| line.contains("moves to go")).collect();
    assert_eq!(clocks.len(), 4, "{}", said.out);
    assert!(clocks.iter().all(|line| line.contains("40 moves to go")), "{clocks:?}");
    Ok(())
}

#[test]
fn a_wrong_claim_gives_the_opponent_two_minutes() -> Outcome {
    let said = patiently(&["--clock", "600", "--draws", "fide"], &["claim", "clock"])?;
    assert!(said.out.contains("Black 12:00"), "{}", said.out);
    Ok(())
}

#[test]
fn a_clock_that_makes_no_sense_is_a_usage_error() -> Outcome {
    for control in ["soon", "0", "300:60", "-5"] {
        let flag = format!("--clock={control}");
        assert_eq!(patiently(&[&flag], &["e4"])?.code, Some(2), "{control}");
    }
    Ok(())
}

#[test]
fn no_time_passes_while_the_program_is_suspended() -> Outcome {
    let room = Room::new()?;
    let args: Vec<&str> = PEOPLE.iter().copied().chain(["--clock", "1"]).collect();
    let mut child = piped(&mut room.play(&args)).spawn()?;
    let stdin = child.stdin.take();
    let pid = Pid::from_raw(i32::try_from(child.id())?);
    std::thread::sleep(Duration::from_millis(300));
    kill(pid, Signal::SIGTSTP)?;
    std::thread::sleep(Duration::from_millis(1500));
    kill(pid, Signal::SIGCONT)?;
    let mut lines = BufReader::new(child.stdout.take().ok_or("output")?).lines();
    let notice = lines.nth(1).ok_or("a second line")??;
    assert_eq!(notice, "The clock was stopped while the program was suspended.");
    drop(stdin);
    wait(&mut child, Duration::from_secs(5))?;
    Ok(())
}

#[test]
fn a_pause_stops_the_flag() -> Outcome {
    let room = Room::new()?;
    let args: Vec<&str> = PEOPLE.iter().copied().chain(["--clock", "1"]).collect();
    let mut child = piped(&mut room.play(&args)).spawn()?;
    if let Some(mut stdin) = child.stdin.take() {
        stdin.write_all(b"pause\n")?;
        std::thread::sleep(Duration::from_millis(1500));
    }
    wait(&mut child, Duration::from_secs(5))?;
    let mut said = String::new();
    child.stdout.take().ok_or("output")?.read_to_string(&mut said)?;
    assert!(!said.contains("Game over"), "{said}");
    Ok(())
}
