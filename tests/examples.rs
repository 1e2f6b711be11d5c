//! The programs in `examples/` do what their first lines say.

use std::{error::Error, path::Path, process::Command};

type Outcome = Result<(), Box<dyn Error>>;

/// The output of an example.
fn output(example: &str, arguments: &[&str]) -> Result<String, Box<dyn Error>> {
    let folder = Path::new(env!("CARGO_BIN_EXE_arbiter")).parent().ok_or("a folder")?;
    let program = folder.join("examples").join(example);
    // `cargo test --test examples` leaves an old one; building it again takes no time if nothing has changed.
    let built = Command::new(env!("CARGO")).args(["build", "-q", "--example", example]).status()?;
    assert!(built.success(), "{example} can be built");
    let output = Command::new(program).args(arguments).output()?;
    assert!(output.status.success(), "{example}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(String::from_utf8(output.stdout)?)
}

#[test]
fn validate_prints_a_line_for_each_finding() -> Outcome {
    let path = "fixtures/pgn/second-result-then-a-game.pgn";
    let printed = output("validate", &[path])?;
    assert_eq!(printed.lines().count(), 1, "{printed}");
    assert!(printed.starts_with(path) && printed.contains("[R703] "), "{printed}");
    Ok(())
}

#[test]
fn explain_move_gives_the_reason() -> Outcome {
    let fen = "rnbqk1nr/pppp1ppp/4p3/8/1b1P4/2N5/PPP1PPPP/R1BQKBNR w KQkq - 2 3";
    assert!(
        output("explain_move", &[fen, "Ne4"])?.starts_with("illegal: the knight on c3 is pinned")
    );
    assert!(output("explain_move", &[fen, "Nf3"])?.starts_with("legal: "));
    Ok(())
}

#[test]
fn count_mates_reads_directories() -> Outcome {
    let printed = output("count_mates", &["fixtures/pages"])?;
    assert!(printed.ends_with(" games ended by checkmate\n"), "{printed}");
    Ok(())
}
