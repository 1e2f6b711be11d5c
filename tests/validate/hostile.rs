//! Any bytes: no panic, no hang, no quadratic time, and constant memory.

use std::{
    error::Error,
    fs,
    io::Write,
    process::{Command, Stdio},
    time::{Duration, Instant},
};

use crate::run::{Outcome, command, pipe, tags};

/// Far more time than these files need, and far less than quadratic time.
const PATIENCE: Duration = Duration::from_mins(1);

const SIZE: usize = 1 << 20;

/// Parts of a hostile file.
const PIECES: &[&[u8]] = &[
    b"{",
    b"}",
    b"(",
    b")",
    b"[",
    b"]",
    b"<",
    b";",
    b"\"",
    b"$",
    b"*",
    b"\\",
    b"\r",
    b"\n",
    b"\0",
    b"1.",
    b"{)1.",
    b"{ 1. e4 ) 2.",
    b"[Event \"",
    b"[Event \"a\"]",
    b"[A \"b\"] ",
    b"[%clk ",
    b"{[%csl G",
    b"{[%clk 0:00:01]} ",
    b"(1. e4 ",
    b"()",
    b"1\xc3\xa9",
    b"0-\xe9",
    b"\xef\xbb\xbf",
    b"Nf3 Nf6 Ng1 Ng8 ",
    b"Nf3Nf6 Ng1Ng8 ",
    b"1-0 ",
    b"\n%",
    b"{\n\n[Event \"a\"]\n",
    b"e4 *\n\n",
    b"(Ke5) ",
    b"[sic] ",
    b"{\n\n[A \"b\"]\n\n1. e4 }",
    b"Sf3 Sf6 Sg1 Sg8 ",
    b"4e ",
    b"<<<<<<<\n",
    b"\xff\xfe",
    b".*",
    b"\xca\xe0 ",
    b"{) e4 e5 ",
    b"N\xc2\xadf3 Nf6 ",
    b"Nf3+- Nf6= ",
    b"\n\n{a}",
    b";[%clk 0:00:01]\n",
    b"[Boards \"3\"]\nnt\xa1k 0:04} 1-0\nening\"]\r[Eve\n",
];

fn runs_to_its_end(text: &[u8], what: &str) -> Outcome {
    let begun = Instant::now();
    let ran = pipe(&["--profile", "pedantic", "--format", "line", "--max-findings", "9"], text)?;
    assert!(matches!(ran.code, Some(0 | 1)), "{what}: {ran:?}");
    assert!(begun.elapsed() < PATIENCE, "{what} took {:?}", begun.elapsed());
    Ok(())
}

#[test]
fn a_file_of_one_piece_is_read_to_its_end() -> Outcome {
    for piece in PIECES {
        let what = piece.escape_ascii().to_string();
        runs_to_its_end(&piece.repeat(SIZE / piece.len()), &what)?;
    }
    Ok(())
}

#[test]
fn a_game_of_one_piece_is_read_to_its_end() -> Outcome {
    for piece in PIECES {
        let what = format!("a game of {}", piece.escape_ascii());
        let mut text = (tags("*") + "1. Nf3 Nf6 2. Ng1 Ng8 ").into_bytes();
        text.extend(piece.repeat(SIZE / piece.len()));
        runs_to_its_end(&text, &what)?;
    }
    Ok(())
}

#[test]
fn many_games_on_one_line_do_not_take_the_square_of_their_number() -> Outcome {
    let begun = Instant::now();
    let games = 400_000;
    let ran = pipe(&["--profile", "read"], &b"1. e4 1-0 ".repeat(games))?;
    assert!(ran.err.starts_with(&format!("{games} games: ")), "{}", ran.err);
    assert!(begun.elapsed() < PATIENCE / 3, "{:?}", begun.elapsed());
    Ok(())
}

#[test]
fn a_position_tag_of_any_length_is_read_to_its_end() -> Outcome {
    for piece in ["x", "8", "p", "8/", "|", "K ", "\u{e9}"] {
        let fen = piece.repeat((SIZE / 4) / piece.len());
        let text = tags("*") + &format!("[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n1. e4 *\n");
        runs_to_its_end(text.replace("]\n\n[SetUp", "]\n[SetUp").as_bytes(), piece)?;
    }
    Ok(())
}

#[test]
fn an_oversized_game_is_reported_and_the_next_one_is_read() -> Outcome {
    let mut text = (tags("*") + "1. e4 {").into_bytes();
    text.resize(40 << 20, b'x');
    text.extend(format!("\n\n{}1. d4 *\n", tags("*")).bytes());
    let ran = pipe(&["--format", "line"], &text)?;
    assert!(ran.out.contains("larger than 16 MiB"), "{}", ran.out);
    assert!(ran.err.starts_with("2 games: 1 clean"), "{}", ran.err);
    Ok(())
}

#[test]
fn an_archive_from_a_pipe_needs_little_memory() -> Outcome {
    let game = tags("*") + &"{a comment that fills the page} ".repeat(20) + "1. e4 e5 *\n\n";
    let text = game.repeat((120 << 20) / game.len());
    for jobs in ["1", "8"] {
        let peak = peak_memory(command().args(["-q", "-j", jobs]), text.as_bytes())?;
        assert!(peak < 100_000, "{peak} kB with {jobs} threads");
    }
    Ok(())
}

/// The most memory, in kilobytes, that a command held while it read `input`.
fn peak_memory(command: &mut Command, input: &[u8]) -> Result<u64, Box<dyn Error>> {
    let mut child = command.stdin(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().ok_or("a pipe")?;
    stdin.write_all(input)?;
    // The program has read everything except the pipe's buffer and waits for more.
    let status = fs::read_to_string(format!("/proc/{}/status", child.id()))?;
    drop(stdin);
    child.wait()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:")).ok_or("a peak")?;
    Ok(line.split_whitespace().nth(1).ok_or("a number")?.parse()?)
}
