//! Ctrl-C and SIGTERM: the summary of what was read, and an exit status that names the signal. The signals go to a child of the test.

use std::{
    error::Error,
    fs,
    io::{BufRead, BufReader, Read, Write},
    os::unix::process::ExitStatusExt,
    process::{Child, Stdio},
    thread,
    time::Duration,
};

use nix::{
    sys::{
        signal::{Signal, kill},
        stat::Mode,
    },
    unistd::{Pid, mkfifo},
};
use serde_json::Value;

use crate::run::{Folder, Outcome, command, sound};

/// More than a pipe holds, so that the program is reading when all is written, and less than a block.
const PIPED_GAMES: usize = 500;

fn send(child: &Child, signal: Signal) -> Outcome {
    Ok(kill(Pid::from_raw(i32::try_from(child.id())?), signal)?)
}

fn text(stream: Option<impl Read>) -> Result<String, Box<dyn Error>> {
    let mut text = String::new();
    stream.ok_or("a pipe")?.read_to_string(&mut text)?;
    Ok(text)
}

#[test]
fn a_pipe_that_stays_open_is_summed_up() -> Outcome {
    for (signal, status) in [(Signal::SIGINT, 130), (Signal::SIGTERM, 143)] {
        let arguments = ["--format", "json", "--statistics"];
        let mut child = command().args(arguments).stdin(Stdio::piped()).spawn()?;
        let mut stdin = child.stdin.take().ok_or("a pipe")?;
        stdin.write_all(sound().repeat(PIPED_GAMES).as_bytes())?;
        stdin.write_all(b"[Event \"cut off\"]\n\n1. e4 {never read")?;
        thread::sleep(Duration::from_millis(500));
        send(&child, signal)?;
        // The output is longer than its pipe.
        let (out, err) = (text(child.stdout.take())?, text(child.stderr.take())?);
        assert_eq!(child.wait()?.code(), Some(status), "{signal}");
        drop(stdin);
        let games = PIPED_GAMES.to_string();
        assert_eq!(
            err,
            format!("note: interrupted; the rest is not read\n{games} games: {games} clean\n")
        );
        let summary: Value = serde_json::from_str(out.lines().last().ok_or("a line")?)?;
        assert_eq!(out.lines().count(), PIPED_GAMES + 1, "{signal}");
        let counts = [&summary["games"], &summary["clean"], &summary["interrupted"]];
        assert_eq!(counts, [&PIPED_GAMES.into(), &PIPED_GAMES.into(), &Value::from(true)]);
    }
    Ok(())
}

#[test]
fn a_long_file_is_read_no_further() -> Outcome {
    const GAMES: usize = 30_000;
    let folder = Folder::new()?;
    let name = folder.file("long.pgn", sound().repeat(GAMES))?;
    for jobs in ["1", "3"] {
        let mut child = command().args(["--format", "json", "-j", jobs, &name]).spawn()?;
        let mut lines = BufReader::new(child.stdout.take().ok_or("a pipe")?).lines();
        // The program cannot be further than the pipe is long.
        let mut read = vec![lines.next().ok_or("a line")??];
        send(&child, Signal::SIGINT)?;
        thread::sleep(Duration::from_millis(100));
        for line in lines {
            read.push(line?);
        }
        assert_eq!(child.wait()?.code(), Some(130));
        let summary: Value = serde_json::from_str(read.last().ok_or("a line")?)?;
        assert_eq!(
            (&summary["type"], &summary["games"]),
            (&"summary".into(), &(read.len() - 1).into())
        );
        assert_eq!(summary["games"], summary["clean"], "no game is judged by half");
        assert!(read.len() < GAMES, "{} games", read.len());
        let err = text(child.stderr.take())?;
        assert!(err.starts_with("note: interrupted; the rest is not read\n"), "{err}");
    }
    Ok(())
}

#[test]
fn the_second_signal_ends_the_program_at_once() -> Outcome {
    let folder = Folder::new()?;
    let name = folder.file("long.pgn", sound().repeat(5_000))?;
    let mut child = command().args(["--format", "json", &name]).spawn()?;
    let mut stdout = BufReader::new(child.stdout.take().ok_or("a pipe")?);
    stdout.read_line(&mut String::new())?;
    // From now on the output is full: the first signal cannot end the program.
    send(&child, Signal::SIGINT)?;
    thread::sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait()?, None);
    send(&child, Signal::SIGINT)?;
    assert_eq!(child.wait()?.code(), Some(130));
    assert_eq!(text(child.stderr.take())?, "");
    Ok(())
}

#[test]
fn half_a_report_is_not_written() -> Outcome {
    let folder = Folder::new()?;
    let report = folder.file("report.json", b"what was there before")?;
    let mut child =
        command().args(["--format", "json", "-o", &report, "-"]).stdin(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().ok_or("a pipe")?;
    stdin.write_all(sound().repeat(PIPED_GAMES).as_bytes())?;
    send(&child, Signal::SIGINT)?;
    assert_eq!(child.wait()?.code(), Some(130));
    assert!(text(child.stderr.take())?.contains("report.json' is not written\n"));
    assert_eq!(fs::read_to_string(&report)?, "what was there before");
    assert_eq!(fs::read_dir(&folder)?.count(), 1, "nothing temporary stays behind");
    Ok(())
}

#[test]
fn a_pipe_without_a_writer_does_not_keep_the_program_waiting() -> Outcome {
    let folder = Folder::new()?;
    let fifo = folder.name("games.pgn");
    mkfifo(fifo.as_str(), Mode::S_IRWXU)?;
    let mut child = command().arg(&fifo).spawn()?;
    thread::sleep(Duration::from_millis(500));
    assert_eq!(child.try_wait()?, None);
    send(&child, Signal::SIGINT)?;
    assert_eq!(child.wait()?.code(), Some(130));
    let err = text(child.stderr.take())?;
    assert_eq!(err, "note: interrupted; the rest is not read\n0 games: 0 clean\n");
    // A writer that comes late is heard to its end.
    let child = command().arg(&fifo).spawn()?;
    thread::sleep(Duration::from_millis(300));
    let mut writer = fs::File::options().write(true).open(&fifo)?;
    for _ in 0..3 {
        writer.write_all(sound().as_bytes())?;
        thread::sleep(Duration::from_millis(100));
    }
    drop(writer);
    let output = child.wait_with_output()?;
    assert_eq!(String::from_utf8(output.stderr)?, "3 games: 3 clean\n");
    Ok(())
}

/// Nothing is read before the list is complete, so that there is nothing to sum up.
#[test]
fn a_signal_ends_the_wait_for_a_list_of_files() -> Outcome {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let mut child = command().args(["--files-from", "-"]).stdin(Stdio::piped()).spawn()?;
        thread::sleep(Duration::from_millis(300));
        send(&child, signal)?;
        assert_eq!(child.wait()?.signal(), Some(signal as i32));
    }
    Ok(())
}
