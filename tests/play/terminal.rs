//! Features of a terminal: prompts, line editing, Ctrl-C and Ctrl-D.

use std::fs::File;
use std::io::{Read, Write};
use std::process::Stdio;
use std::time::{Duration, Instant};

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::pty::openpty;
use nix::sys::signal::Signal;

use crate::Outcome;
use crate::pty::Terminal;
use crate::room::{Room, wait};

const ADA_AND_BO: &[&str] = &["--white", "human:Ada", "--black", "human:Bo"];

#[test]
fn a_dumb_terminal_gets_prompts_and_no_escape_bytes() -> Outcome {
    let mut terminal = Terminal::open("dumb", ADA_AND_BO)?;
    terminal.shows("Your move (e4, Nf3, e2e4), \"board\" to see the board, or \"help\".")?;
    terminal.types_at("1. Ada > ", "e4\n")?;
    terminal.shows("1. e4")?;
    terminal.types_at("1... Bo > ", "quit\n")?;
    terminal.shows("Saved: ")?;
    assert_eq!(terminal.ends()?, Some(0));
    assert!(!terminal.seen.contains('\u{1b}'));
    Ok(())
}

#[test]
fn a_real_terminal_draws_the_board_after_every_move() -> Outcome {
    let mut terminal = Terminal::open("xterm", ADA_AND_BO)?;
    terminal.types_at("1. Ada > ", "e4\r")?;
    terminal.shows("[♟")?;
    terminal.types_at("1... Bo > ", "quit\r")?;
    assert_eq!(terminal.ends()?, Some(0));
    Ok(())
}

#[test]
fn tab_completes_moves_and_commands() -> Outcome {
    let mut terminal = Terminal::open("xterm", &[ADA_AND_BO, &["--board", "on-request"]].concat())?;
    terminal.types_at("1. Ada > ", "Nf\t\r")?;
    terminal.shows("1. Nf3")?;
    terminal.types_at("1... Bo > ", "capt\t\r")?;
    terminal.shows("Captured by White")?;
    terminal.types_at("Bo > ", "\u{1b}[A\r")?;
    terminal.shows("Captured by White")?;
    Ok(())
}

#[test]
fn ctrl_d_saves_and_quits() -> Outcome {
    for term in ["dumb", "xterm"] {
        let mut terminal = Terminal::open(term, ADA_AND_BO)?;
        terminal.types_at("1. Ada > ", if term == "dumb" { "e4\n" } else { "e4\r" })?;
        terminal.types_at("1... Bo > ", "\u{4}")?;
        terminal.shows("Saved: ")?;
        assert_eq!(terminal.ends()?, Some(0), "{term}");
    }
    Ok(())
}

#[test]
fn only_the_second_ctrl_c_quits() -> Outcome {
    let mut terminal = Terminal::open("xterm", ADA_AND_BO)?;
    terminal.types_at("1. Ada > ", "e4\r")?;
    terminal.types_at("1... Bo > ", "half a line\u{3}")?;
    terminal.shows("Press Ctrl-C again")?;
    terminal.types_at("1... Bo > ", "\u{3}")?;
    assert_eq!(terminal.ends()?, Some(130));
    Ok(())
}

#[test]
fn sigterm_in_a_half_typed_line_restores_the_terminal() -> Outcome {
    let mut terminal = Terminal::open("xterm", ADA_AND_BO)?;
    terminal.types_at("1. Ada > ", "e4")?;
    terminal.shows("e4")?;
    terminal.signal(Signal::SIGTERM)?;
    assert_eq!(terminal.ends()?, Some(143));
    let mode = nix::sys::termios::tcgetattr(&terminal.keys)?;
    assert!(mode.local_flags.contains(nix::sys::termios::LocalFlags::ICANON));
    Ok(())
}

#[test]
fn an_interrupt_stops_a_search() -> Outcome {
    for term in ["dumb", "xterm"] {
        let args = ["--white", "human:Ada", "--black", "ai:depth=60", "--no-autosave"];
        let mut terminal = Terminal::open(term, &args)?;
        terminal.types_at("1. Ada > ", if term == "dumb" { "e4\n" } else { "e4\r" })?;
        terminal.shows("1. e4")?;
        std::thread::sleep(Duration::from_millis(300));
        terminal.signal(Signal::SIGINT)?;
        let begun = Instant::now();
        terminal.shows("Stopped")?;
        assert!(begun.elapsed() < Duration::from_millis(500), "{term}: {:?}", begun.elapsed());
        terminal.types(if term == "dumb" { "fen\n" } else { "fen\r" })?;
        terminal.shows("/4P3/8/PPPP1PPP/RNBQKBNR b KQkq")?;
    }
    Ok(())
}

#[test]
fn stop_works_during_a_search() -> Outcome {
    for term in ["dumb", "xterm"] {
        let mut terminal = Terminal::open(term, &["--white", "ai:depth=60", "--no-autosave"])?;
        terminal.shows("Type \"help\"")?;
        std::thread::sleep(Duration::from_millis(300));
        terminal.types("stop\n")?;
        terminal.shows("Stopped")?;
        terminal.shows(" > ")?;
    }
    Ok(())
}

#[test]
fn a_move_waits_during_a_search_but_the_user_may_resign() -> Outcome {
    let args = ["--white", "ai:depth=60", "--black", "human:Bo", "--no-autosave"];
    let mut terminal = Terminal::open("dumb", &args)?;
    terminal.types_at("Type \"help\"", "e4\n")?;
    terminal.types_at(
        "White is thinking; e4 will be played next. Type \"stop\"",
        "stop\nresign\nyes\n",
    )?;
    terminal.shows("Game over: 1-0, Black resigns.")?;
    Ok(())
}

#[test]
fn the_flag_falls_above_the_prompt() -> Outcome {
    let mut terminal = Terminal::open("xterm", &[ADA_AND_BO, &["--clock", "1"]].concat())?;
    terminal.shows("1. Ada ")?;
    terminal.types_at("Game over: 0-1, White loses on time.", "e4\r")?;
    terminal.shows("The game is over.")?;
    Ok(())
}

#[test]
fn prompts_go_to_the_error_stream_when_the_output_is_redirected() -> Outcome {
    let room = Room::new()?;
    let pty = openpty(None, None)?;
    let mut command = room.play(&["--white", "human:Ada", "--no-autosave"]);
    command.stdin(Stdio::from(pty.slave)).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command.spawn()?;
    drop(command);
    File::from(pty.master.try_clone()?).write_all(b"e4\nquit\n")?;
    let output = child.wait_with_output()?;
    let (out, err) = (String::from_utf8(output.stdout)?, String::from_utf8(output.stderr)?);
    assert!(out.contains("1. e4") && !out.contains(" > "), "{out}");
    assert!(err.contains("1. Ada > "), "{err}");
    Ok(())
}

#[test]
fn resigning_is_asked_twice_at_a_terminal() -> Outcome {
    let mut terminal = Terminal::open("dumb", ADA_AND_BO)?;
    terminal.types_at("1. Ada > ", "resign\n")?;
    terminal.types_at("are you sure?", "no\n")?;
    terminal.types_at("The game goes on.", "resign\nyes\n")?;
    terminal.shows("Game over: 0-1, White resigns.")?;
    Ok(())
}

#[test]
fn lines_are_as_wide_as_the_terminal() -> Outcome {
    let mut terminal = Terminal::in_room(Room::new()?, "dumb", ADA_AND_BO, Some(40))?;
    terminal.types_at("1. Ada > ", "Bd4\n")?;
    let said = terminal.shows("White to move.")?;
    let refusal = said.split("Illegal move: Bd4").nth(1).ok_or("a refusal")?;
    assert!(refusal.lines().all(|line| line.chars().count() <= 40), "{refusal}");
    assert!(refusal.lines().any(|line| line.chars().count() > 28), "{refusal}");
    Ok(())
}

#[test]
fn tab_completes_the_names_of_files() -> Outcome {
    let room = Room::new()?;
    room.write("first-of-may.pgn", "1. d4 d5 2. c4 *\n")?;
    let mut terminal = Terminal::in_room(room, "xterm", ADA_AND_BO, None)?;
    terminal.types_at("1. Ada > ", "load first\t at end\r")?;
    terminal.shows("2. c4")?;
    Ok(())
}

#[test]
fn an_unfinished_game_is_mentioned_at_the_start() -> Outcome {
    let room = Room::new()?;
    room.talk(&[], &["e4", "e5"])?;
    let mut terminal = Terminal::in_room(room, "dumb", &[], None)?;
    terminal.shows("There is an unfinished game; to continue it: arbiter play --resume")?;
    terminal.shows("1. > ")?;
    Ok(())
}

#[test]
fn a_resumed_game_is_not_mentioned_again() -> Outcome {
    let room = Room::new()?;
    room.talk(&[], &["e4", "e5"])?;
    let mut terminal = Terminal::in_room(room, "dumb", &["--resume"], None)?;
    let said = terminal.shows("2. White > ")?;
    assert!(!said.contains("unfinished"), "{said}");
    Ok(())
}

#[test]
fn dark_squares_are_shown_in_reverse_video_on_request() -> Outcome {
    let mut terminal = Terminal::open("xterm", &[ADA_AND_BO, &["--chequered"]].concat())?;
    terminal.types_at("1. Ada > ", "board\r")?;
    terminal.types_at("\u{1b}[7m", "quit\r")?;
    assert_eq!(terminal.ends()?, Some(0));
    Ok(())
}

#[test]
fn the_clock_is_shown_during_a_search() -> Outcome {
    let args = ["--white", "ai:depth=60", "--clock", "600", "--no-autosave"];
    let mut terminal = Terminal::open("dumb", &args)?;
    terminal.types_at("Type \"help\"", "clock\n")?;
    terminal.types_at("White 9:5", "quit\n")?;
    assert_eq!(terminal.ends()?, Some(0));
    Ok(())
}

#[test]
fn a_paste_is_read_line_by_line() -> Outcome {
    let mut terminal = Terminal::open("xterm", ADA_AND_BO)?;
    let asked = terminal.shows("1. Ada > ")?;
    assert!(!asked.contains("\u{1b}[?2004h"), "brackets around a paste are asked for");
    terminal.types("e4\re5\rNf3\r")?;
    terminal.types_at("2... Bo > ", "quit\r")?;
    assert_eq!(terminal.ends()?, Some(0));
    Ok(())
}

const RUY_LOPEZ: [&str; 9] = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O"];
const AFTER_RUY_LOPEZ: &str = "r1bqkb1r/1ppp1ppp/p1n2n2/4p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 3 5";

#[test]
fn lines_typed_ahead_are_read_in_order() -> Outcome {
    for (term, prompt) in [("dumb", "1. Ada > "), ("xterm", "1. Ada > "), ("xterm", "")] {
        for end in ["\n", "\r"] {
            let mut terminal = Terminal::open(term, ADA_AND_BO)?;
            terminal.shows(prompt)?;
            let typed = RUY_LOPEZ.map(|mv| format!("{mv}{end}")).concat();
            // The rest of a line may come later than its beginning.
            terminal.types(&format!("{typed}fe"))?;
            terminal.types(&format!("n{end}quit{end}"))?;
            terminal.shows(AFTER_RUY_LOPEZ).map_err(|error| format!("{term} {end:?}: {error}"))?;
            assert_eq!(terminal.ends()?, Some(0), "{term} {end:?}");
        }
    }
    Ok(())
}

#[test]
fn a_burst_longer_than_any_buffer_is_read_to_its_end() -> Outcome {
    let mut terminal = Terminal::open("xterm", &[ADA_AND_BO, &["--board", "never"]].concat())?;
    terminal.types_at("1. Ada > ", &"square a1\r".repeat(350))?;
    terminal.types("e4\rquit\r")?;
    let shown = terminal.shows("1. e4")?;
    assert_eq!(shown.matches("white rook").count(), 350);
    assert_eq!(terminal.ends()?, Some(0));
    Ok(())
}

#[test]
fn moves_typed_ahead_wait_for_the_computer_player() -> Outcome {
    for term in ["dumb", "xterm"] {
        let args =
            ["--white", "human:Ada", "--black", "ai:depth=1", "--no-autosave", "--seed", "1"];
        let mut terminal =
            Terminal::open(term, &[&args[..], &["--board", "never", "--delay", "300ms"]].concat())?;
        terminal.types_at("1. Ada > ", "a3\nh3\nfen\n")?;
        terminal.shows("Black is thinking; h3 will be played next.")?;
        terminal.shows("Black is thinking; \"fen\" will be carried out next.")?;
        terminal.shows("2. h3")?;
        terminal.types_at("/P6P/1PPPPPP1/RNBQKBNR w KQkq", "quit\n")?;
        assert_eq!(terminal.ends()?, Some(0), "{term}");
    }
    Ok(())
}

#[test]
fn a_hint_is_given_before_the_next_line_is_read() -> Outcome {
    for term in ["dumb", "xterm"] {
        let mut terminal = Terminal::open(term, &[ADA_AND_BO, &["--board", "never"]].concat())?;
        terminal.types_at("1. Ada > ", "hint\ne4\nquit\n")?;
        terminal.shows("Hint: ")?;
        terminal.shows("1. e4")?;
        assert_eq!(terminal.ends()?, Some(0), "{term}");
    }
    Ok(())
}

#[test]
fn every_enter_typed_ahead_is_one_step() -> Outcome {
    let players = ["--white", "random", "--black", "random", "--seed", "3", "--no-autosave"];
    for term in ["dumb", "xterm"] {
        let more = ["--step", "--delay", "50ms", "--board", "never"];
        let mut terminal = Terminal::open(term, &[&players[..], &more].concat())?;
        terminal.types_at("1. random > ", "\n\n\n\nfen\nquit\n")?;
        terminal.shows(" w KQkq - ")?;
        terminal.shows(" 3")?;
        assert_eq!(terminal.ends()?, Some(0), "{term}");
    }
    Ok(())
}

#[test]
fn stop_discards_lines_typed_ahead() -> Outcome {
    for (term, stop) in [("dumb", "stop\n"), ("xterm", "stop\n"), ("xterm", "\u{3}")] {
        let args = ["--white", "human:Ada", "--black", "ai:depth=60", "--no-autosave"];
        let mut terminal = Terminal::open(term, &args)?;
        terminal.types_at("1. Ada > ", &format!("e4\nd4\n{stop}"))?;
        terminal.shows("Discarded: d4")?;
        terminal.types_at("Stopped", "fen\n")?;
        terminal.shows("/4P3/8/PPPP1PPP/RNBQKBNR b KQkq")?;
    }
    Ok(())
}

#[test]
fn a_closed_terminal_sets_the_exit_status() -> Outcome {
    for term in ["xterm", "dumb"] {
        let room = Room::new()?;
        let pty = openpty(None, None)?;
        // The terminal stays open as long as the game holds its other end.
        fcntl(&pty.master, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC))?;
        let side = || pty.slave.try_clone().map(Stdio::from);
        let mut command = room.play(&["--white", "human:Ada"]);
        command.env("TERM", term).stdin(side()?).stdout(side()?).stderr(side()?);
        let mut child = command.spawn()?;
        drop(command);
        drop(pty.slave);
        let mut terminal = File::from(pty.master);
        let (mut shown, mut bytes) = (String::new(), [0; 4096]);
        while !shown.contains("1. Ada > ") {
            let count = terminal.read(&mut bytes)?;
            shown += &String::from_utf8_lossy(&bytes[..count]);
        }
        drop(terminal);
        assert_eq!(wait(&mut child, Duration::from_secs(5))?, Some(129), "{term}");
    }
    Ok(())
}
