//! Inputs: files, directories, the standard input, a terminal, and unreadable files.

use std::{fs::File, os::unix::fs::symlink, process::Stdio};

use nix::pty::openpty;

use crate::desk::{Folder, Outcome, command, illegal, pipe, sound, validate};

#[test]
fn directories_are_read_to_their_depth_and_by_name() -> Outcome {
    let folder = Folder::new()?;
    folder.file("b.pgn", illegal().as_bytes())?;
    folder.file("a/deep/er/C.PGN", illegal().as_bytes())?;
    folder.file("a/notes.txt", illegal().as_bytes())?;
    folder.file("z.pgn.zst", &zstd::encode_all(illegal().as_bytes(), 1)?)?;
    // A link to a parent folder does not cause an endless loop.
    symlink(&folder, folder.name("a/up"))?;
    let ran = validate(&["--format", "line", &folder.name("")])?;
    let files: Vec<_> = ran
        .out
        .lines()
        .filter_map(|line| line.split(':').next()?.strip_prefix(&folder.name("")))
        .collect();
    assert_eq!(files, ["a/deep/er/C.PGN", "b.pgn", "z.pgn.zst"]);
    assert_eq!(ran.err, "3 games: 0 clean, 3 with errors (3 errors, 0 warnings)\n");
    Ok(())
}

#[test]
fn an_empty_directory_holds_no_games() -> Outcome {
    let folder = Folder::new()?;
    let ran = validate(&[&folder.name("")])?;
    assert_eq!((ran.err.as_str(), ran.code), ("0 games: 0 clean\n", Some(0)));
    Ok(())
}

#[test]
fn a_missing_file_is_named_and_the_others_are_read() -> Outcome {
    let folder = Folder::new()?;
    let (good, bad) = (folder.file("good.pgn", sound().as_bytes())?, folder.name("nope.pgn"));
    let ran = validate(&[&bad, &good])?;
    let error = format!("error: cannot read '{bad}': No such file or directory\n");
    assert_eq!(ran.err, error + "1 game: 1 clean\n");
    assert_eq!(ran.code, Some(2), "broken outweighs clean");
    let faulty = folder.file("faulty.pgn", illegal().as_bytes())?;
    assert_eq!(validate(&[&faulty, &bad])?.code, Some(2), "and findings");
    Ok(())
}

#[test]
fn the_standard_input_is_read_when_nothing_or_a_dash_is_named() -> Outcome {
    for arguments in [&["--format", "line"][..], &["--format", "line", "-"]] {
        let ran = pipe(arguments, illegal().as_bytes())?;
        assert!(ran.out.starts_with("-:9:7: error["), "{}", ran.out);
        assert_eq!(ran.code, Some(1));
    }
    Ok(())
}

#[test]
fn nobody_waits_silently_for_a_terminal() -> Outcome {
    let terminal = openpty(None, None)?;
    let output = command().stdin(Stdio::from(terminal.slave)).output()?;
    let err = String::from_utf8(output.stderr)?;
    assert_eq!(output.status.code(), Some(2));
    assert!(err.starts_with("error: ") && err.contains("\ntip: "), "{err}");
    Ok(())
}

#[test]
fn a_reader_who_goes_away_is_not_complained_about() -> Outcome {
    let folder = Folder::new()?;
    let name = folder.file("many.pgn", illegal().repeat(5000).as_bytes())?;
    for format in ["text", "line", "json", "csv"] {
        let mut child = command().args(["--format", format, &name]).spawn()?;
        drop(child.stdout.take());
        let mut err = String::new();
        std::io::Read::read_to_string(&mut child.stderr.take().ok_or("a pipe")?, &mut err)?;
        child.wait()?;
        assert!(!err.contains("error") || err.contains("games:"), "{format}: {err}");
        assert!(!err.to_lowercase().contains("broken pipe"), "{format}: {err}");
        assert!(!err.contains("panicked"), "{format}: {err}");
    }
    Ok(())
}

#[test]
fn progress_is_for_terminals_only() -> Outcome {
    let folder = Folder::new()?;
    let name = folder.file("one.pgn", sound().as_bytes())?;
    let output = command().arg(&name).stderr(File::create(folder.name("err"))?).output()?;
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(std::fs::read_to_string(folder.name("err"))?, "1 game: 1 clean\n");
    Ok(())
}
