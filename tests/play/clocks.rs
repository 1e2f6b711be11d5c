//! The clocks of `arbiter play`: what needs a process. Everything about times is tested in the session,
//! which takes its instants as arguments.

use std::fs;
use std::io::{self, BufRead, BufReader};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::Outcome;
use crate::room::{PEOPLE, Room, patiently, piped, wait};

#[test]
fn the_flag_falls_without_any_input() -> Outcome {
    let room = Room::new()?;
    let args: Vec<&str> = PEOPLE.iter().copied().chain(["--clock", "1"]).collect();
    let mut child = piped(&mut room.play(&args)).spawn()?;
    let open_input = child.stdin.take();
    let out = BufReader::new(child.stdout.take().ok_or("output")?);
    let over = out.lines().find(|line| line.as_ref().is_ok_and(|line| line.starts_with("Game")));
    assert_eq!(over.ok_or("an ending")??, "Game over: 0-1, White loses on time.");
    drop(open_input);
    wait(&mut child, Duration::from_secs(5))?;
    Ok(())
}

#[test]
fn only_a_flag_starts_a_clock_in_a_pipe() -> Outcome {
    let room = Room::new()?;
    assert_eq!(room.talk(PEOPLE, &["set control 1", "set save"])?.code, Some(0));
    let untimed = room.talk(PEOPLE, &["clock", "e4", "save n.pgn"])?;
    assert!(untimed.out.contains("without a clock"), "{}", untimed.out);
    assert!(!room.read("n.pgn")?.contains("%clk"));
    let timed: Vec<&str> = PEOPLE.iter().copied().chain(["--clock", "300+2"]).collect();
    room.talk(&timed, &["e4", "e5", "save c.pgn"])?;
    let pgn = room.read("c.pgn")?;
    assert!(pgn.contains("[TimeControl \"300+2\"]"), "{pgn}");
    assert!(pgn.contains("1. e4 {[%clk 0:0"), "{pgn}");
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

/// Waits until a process is stopped.
fn wait_until_stopped(pid: u32) -> io::Result<()> {
    let limit = Instant::now() + Duration::from_secs(20);
    while Instant::now() < limit {
        // The state follows the name of the program, which is in parentheses.
        if fs::read_to_string(format!("/proc/{pid}/stat"))?.contains(") T ") {
            return Ok(());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    Err(io::Error::other("still running"))
}

#[test]
fn a_suspended_program_stops_the_clock() -> Outcome {
    let room = Room::new()?;
    let args: Vec<&str> = PEOPLE.iter().copied().chain(["--clock", "600"]).collect();
    let mut child = piped(&mut room.play(&args)).spawn()?;
    let open_input = child.stdin.take();
    let mut lines = BufReader::new(child.stdout.take().ok_or("output")?).lines();
    assert_eq!(lines.next().ok_or("a first line")??, "White to move.");
    let pid = Pid::from_raw(i32::try_from(child.id())?);
    kill(pid, Signal::SIGTSTP)?;
    wait_until_stopped(child.id())?;
    kill(pid, Signal::SIGCONT)?;
    let notice = lines.next().ok_or("a second line")??;
    assert_eq!(notice, "The clock was stopped while the program was suspended.");
    drop(open_input);
    wait(&mut child, Duration::from_secs(5))?;
    Ok(())
}
