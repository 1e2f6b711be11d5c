//! `arbiter uci` as a client sees it: lines in, lines out, in time.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use arbiter::notation::uci::resolve;
use arbiter::rules::Chess;

type Outcome = Result<(), Box<dyn Error>>;

/// A running engine and its output.
struct Engine {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Engine {
    fn start() -> Result<Self, Box<dyn Error>> {
        let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
        let mut child = command.arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take().ok_or("an output")?);
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines().map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Ok(Self { child, input, lines })
    }

    fn send(&mut self, lines: &[&str]) -> Outcome {
        let input = self.input.as_mut().ok_or("an open input")?;
        for line in lines {
            writeln!(input, "{line}")?;
        }
        Ok(())
    }

    /// The lines up to one with this beginning, and the time they took.
    fn read_until(&mut self, start: &str) -> Result<(Vec<String>, Duration), Box<dyn Error>> {
        let begun = Instant::now();
        let mut output = Vec::new();
        while begun.elapsed() < Duration::from_secs(20) {
            let line = self.lines.recv_timeout(Duration::from_secs(20));
            output.push(line.map_err(|_| format!("no `{start}` in {output:?}"))?);
            if output.last().is_some_and(|line| line.starts_with(start)) {
                return Ok((output, begun.elapsed()));
            }
        }
        Err(format!("no `{start}` in {output:?}").into())
    }

    /// The move that ends a search.
    fn best_move(&mut self) -> Result<(String, Vec<String>, Duration), Box<dyn Error>> {
        let (output, took) = self.read_until("bestmove ")?;
        let line = output.last().ok_or("a line")?;
        let mv = line.split(' ').nth(1).ok_or("a move")?.to_owned();
        Ok((mv, output, took))
    }

    /// Closes the input; returns the exit status and the time until the end.
    fn end(mut self) -> Result<(Option<i32>, Duration), Box<dyn Error>> {
        let begun = Instant::now();
        self.input = None;
        while begun.elapsed() < Duration::from_secs(20) {
            if let Some(status) = self.child.try_wait()? {
                return Ok((status.code(), begun.elapsed()));
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        Err("it does not end".into())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        // It has usually ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_engine_introduces_itself_and_is_ready() -> Outcome {
    let mut engine = Engine::start()?;
    engine.send(&["uci"])?;
    let (output, _) = engine.read_until("uciok")?;
    for start in ["id name arbiter ", "id author ", "option name Hash type spin"] {
        assert!(output.iter().any(|line| line.starts_with(start)), "{start}: {output:?}");
    }
    engine.send(&["isready"])?;
    engine.read_until("readyok")?;
    engine.send(&["quit"])?;
    assert_eq!(engine.end()?.0, Some(0));
    Ok(())
}

/// A `go`, and the least and most milliseconds it takes; a busy machine may take longer.
const GOES: &[(&str, u64, u64)] = &[
    ("go depth 4", 0, 5000),
    ("go nodes 5000", 0, 5000),
    ("go mate 2", 0, 10_000),
    ("go movetime 100", 60, 1000),
    ("go movetime 300", 200, 1200),
    ("go wtime 1000 btime 1000", 0, 1000),
    ("go wtime 1000 btime 60000 winc 10 binc 0", 0, 1000),
    ("go wtime 60000 btime 60000 winc 0 binc 0 movestogo 40", 100, 8000),
    ("go wtime 50 btime 50 movestogo 1", 0, 600),
    ("go wtime 1 btime 1", 0, 600),
    ("go wtime -50 btime -50", 0, 600),
    ("go depth 3 searchmoves a2a3 b2b3", 0, 5000),
];

#[test]
fn every_kind_of_go_is_answered_in_time_with_a_legal_move() -> Outcome {
    let mut engine = Engine::start()?;
    let start = Chess::start();
    for &(go, least, most) in GOES {
        engine.send(&["ucinewgame", "position startpos", "isready"])?;
        engine.read_until("readyok")?;
        engine.send(&[go])?;
        let (mv, output, took) = engine.best_move()?;
        assert!(resolve(&mv, &start).is_some(), "{go}: {output:?}");
        assert!(took >= Duration::from_millis(least), "{go} took {took:?}");
        assert!(took <= Duration::from_millis(most), "{go} took {took:?}");
        assert!(output.iter().any(|line| line.contains(" pv ")), "{go}: {output:?}");
        assert!(output.iter().any(|line| line.contains(" score cp ")), "{go}: {output:?}");
        if go.contains("searchmoves") {
            assert!(mv == "a2a3" || mv == "b2b3", "{mv}");
        }
    }
    Ok(())
}

#[test]
fn the_node_limit_is_kept() -> Outcome {
    let mut engine = Engine::start()?;
    engine.send(&["go nodes 3000"])?;
    let (_, output, _) = engine.best_move()?;
    let last = output.iter().rfind(|line| line.contains(" nodes ")).ok_or("nodes")?;
    let nodes: u64 = last
        .split(" nodes ")
        .nth(1)
        .and_then(|rest| rest.split(' ').next())
        .ok_or("a number")?
        .parse()?;
    assert!((1000..3200).contains(&nodes), "{last}");
    Ok(())
}

#[test]
fn isready_is_answered_during_a_search_and_stop_ends_it_at_once() -> Outcome {
    let mut engine = Engine::start()?;
    for go in ["go infinite", "go ponder wtime 100 btime 100", "go", "go depth x"] {
        engine.send(&["position startpos moves e2e4", go])?;
        std::thread::sleep(Duration::from_millis(300));
        engine.send(&["isready"])?;
        let (output, took) = engine.read_until("readyok")?;
        assert!(!output.iter().any(|line| line.starts_with("bestmove")), "{go}: {output:?}");
        assert!(took < Duration::from_millis(500), "{go}: {took:?}");
        engine.send(&["stop"])?;
        let (mv, _, took) = engine.best_move()?;
        assert!(took < Duration::from_millis(500), "{go}: {took:?}");
        assert_ne!(mv, "(none)");
    }
    engine.send(&["stop", "stop", "isready"])?;
    let (output, _) = engine.read_until("readyok")?;
    assert_eq!(output, ["readyok"], "nothing runs, so nothing is answered");
    Ok(())
}

#[test]
fn a_new_command_ends_the_running_search() -> Outcome {
    let mut engine = Engine::start()?;
    for order in ["go depth 2", "ucinewgame", "setoption name Hash value 2", "position startpos"] {
        engine.send(&["go infinite", order])?;
        engine.best_move()?;
        if order.starts_with("go") {
            engine.best_move()?;
        }
    }
    engine.send(&["isready"])?;
    assert_eq!(engine.read_until("readyok")?.0, ["readyok"]);
    Ok(())
}

#[test]
fn options_are_set_or_refused_with_a_message() -> Outcome {
    let mut engine = Engine::start()?;
    engine.send(&[
        "setoption name Hash value 1",
        "setoption name hash value 32",
        "setoption name Clear Hash",
        "setoption name UCI_Chess960 value true",
        "position fen 1r2k3/8/8/8/8/8/8/1R2K3 w Bb - 0 1",
        "go depth 1 searchmoves e1b1",
    ])?;
    assert_eq!(engine.best_move()?.0, "e1b1", "castling as Chess960 writes it");
    engine.send(&["setoption name Hash value 0", "setoption name Threads value 2", "isready"])?;
    let (output, _) = engine.read_until("readyok")?;
    assert!(output[0].starts_with("info string ") && output[0].contains("Hash"), "{output:?}");
    assert!(output[1].contains("has no option \"Threads\""), "{output:?}");
    Ok(())
}

#[test]
fn variants_are_chosen_by_the_option() -> Outcome {
    let mut engine = Engine::start()?;
    engine.send(&["uci"])?;
    let (output, _) = engine.read_until("uciok")?;
    let option = output.iter().find(|line| line.starts_with("option name UCI_Variant "));
    let option = option.ok_or("the option")?;
    assert!(option.contains(" type combo default chess var chess var "), "{option}");
    for name in ["crazyhouse", "3check", "kingofthehill", "racingkings", "grand", "alice"] {
        assert!(option.contains(&format!(" var {name}")), "{option}");
    }
    for (variant, position, go, mv) in [
        ("crazyhouse", "startpos moves e2e4 d7d5 e4d5 d8d5", "go depth 1 searchmoves P@e4", "P@e4"),
        (
            "grand",
            "fen 1k8/3P6/10/10/10/10/10/10/10/K7AR w - - 0 1",
            "go depth 1 searchmoves d9d10c",
            "d9d10c",
        ),
        ("3check", "startpos moves e2e4 f7f6 a2a3 g7g5", "go depth 1 searchmoves d1h5", "d1h5"),
        ("atomic", "startpos moves g1f3 f7f6 f3d4 b8c6 d4e6 c6b4", "go depth 1", "e6d8"),
        ("kingofthehill", "fen 7k/8/8/8/8/2K5/8/8 b - - 0 1 moves h8h7", "go depth 1", "c3d4"),
        ("chess", "startpos moves f2f3 e7e5 g2g4", "go depth 1", "d8h4"),
    ] {
        let option = format!("setoption name UCI_Variant value {variant}");
        let position = format!("position {position}");
        engine.send(&[&option, &position, go])?;
        let (found, output, _) = engine.best_move()?;
        assert_eq!(found, mv, "{variant}: {output:?}");
        let announced = format!("info string variant {variant} files ");
        assert!(output.iter().any(|line| line.starts_with(&announced)), "{output:?}");
    }
    Ok(())
}

#[test]
fn the_end_of_input_ends_the_engine_after_the_running_search() -> Outcome {
    let mut engine = Engine::start()?;
    engine.send(&["go movetime 300"])?;
    drop(engine.input.take());
    assert_ne!(engine.best_move()?.0, "(none)");
    assert_eq!(engine.end()?.0, Some(0));
    for last in ["go infinite", "position startpos", "rubbish"] {
        let mut engine = Engine::start()?;
        engine.send(&["isready", last])?;
        engine.read_until("readyok")?;
        let (status, took) = engine.end()?;
        assert_eq!(status, Some(0), "{last}");
        assert!(took < Duration::from_secs(1), "{last}: {took:?}");
    }
    let mut engine = Engine::start()?;
    engine.send(&["go infinite", "quit"])?;
    assert_eq!(engine.end()?.0, Some(0));
    Ok(())
}

#[test]
fn unreadable_lines_change_nothing() -> Outcome {
    let mut engine = Engine::start()?;
    let long = format!("position startpos moves {}", "e2e4 ".repeat(30_000));
    engine.send(&[
        "hello",
        "",
        "\u{0}\u{1}",
        "position",
        "position fen",
        "position fen rubbish",
        "position startpos moves e2e5",
        "position startpos moves e2e4 zz",
        "setoption",
        "setoption name",
        "go searchmoves",
        "stop",
        "ponderhit",
        "debug on",
        "register later",
        &long,
        "isready",
    ])?;
    let (output, _) = engine.read_until("readyok")?;
    assert!(
        output.iter().filter(|line| line.starts_with("info string")).count() >= 6,
        "{output:?}"
    );
    engine.send(&["position startpos moves f2f3 e7e5 g2g4", "go depth 2"])?;
    assert_eq!(engine.best_move()?.0, "d8h4");
    Ok(())
}

#[test]
fn a_client_that_does_not_read_is_not_read_either() -> Outcome {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arbiter"));
    let mut child = command.arg("uci").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let mut input = child.stdin.take().ok_or("an input")?;
    let (sender, written) = channel();
    std::thread::spawn(move || {
        // Two megabytes of questions are far more than the pipes and the queues hold.
        let all = input.write_all("isready\n".repeat(250_000).as_bytes());
        sender.send(all.is_ok())
    });
    assert!(written.recv_timeout(Duration::from_secs(3)).is_err(), "it has read everything");
    child.kill()?;
    child.wait()?;
    Ok(())
}
