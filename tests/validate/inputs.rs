//! Inputs: files, directories, lists of files, standard input, a terminal, unreadable and empty files.

use std::{fs::File, os::unix::fs::symlink, process::Stdio};

use nix::pty::openpty;

use crate::run::{Folder, Outcome, command, illegal, pipe, sound, validate};

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
fn a_directory_without_games_is_an_error() -> Outcome {
    let folder = Folder::new()?;
    let good = folder.file("good.pgn", sound())?;
    std::fs::create_dir(folder.name("empty"))?;
    folder.file("other/notes.txt", "nothing")?;
    for name in ["empty", "other"] {
        let ran = validate(&[&folder.name(name), &good])?;
        let error = format!("error: no PGN files in '{}'\n", folder.name(name));
        assert_eq!((ran.err, ran.code), (error + "1 game: 1 clean\n", Some(2)), "{name}");
    }
    Ok(())
}

#[test]
fn archives_that_cannot_be_read_are_named_once() -> Outcome {
    let folder = Folder::new()?;
    for name in ["a.pgn", "b.7z", "c.txt", "deep/d.CBH", "deep/d.cbg", "e.rar"] {
        folder.file(name, sound())?;
    }
    let ran = validate(&[&folder.name("")])?;
    let named = format!(
        "note: not read: '{}', '{}', '{}'\n",
        folder.name("b.7z"),
        folder.name("deep/d.CBH"),
        folder.name("e.rar")
    );
    assert!(ran.err.starts_with(&named) && ran.err.ends_with("\n1 game: 1 clean\n"), "{}", ran.err);
    assert_eq!(ran.code, Some(0));
    for n in 0..20 {
        folder.file(&format!("many/{n:02}.cbv"), "")?;
    }
    let ran = validate(&[&folder.name("")])?;
    assert!(ran.err.contains("03.cbv'") && ran.err.contains(" and 13 more\n"), "{}", ran.err);
    Ok(())
}

#[test]
fn an_empty_file_is_mentioned_and_is_no_fault() -> Outcome {
    let folder = Folder::new()?;
    let (empty, good) = (folder.file("empty.pgn", "")?, folder.file("good.pgn", sound())?);
    let mention = format!("{empty} is empty\n");
    let ran = validate(&[&empty])?;
    assert_eq!((ran.err, ran.code), (mention.clone() + "0 games: 0 clean\n", Some(0)));
    let ran = validate(&[&empty, &good])?;
    assert_eq!((ran.err, ran.code), (mention + "1 game: 1 clean\n", Some(0)));
    assert_eq!(validate(&["-q", &empty])?.err, "");
    assert_eq!(pipe(&[], b"")?.err, "standard input is empty\n0 games: 0 clean\n");
    assert_eq!(pipe(&[], b"\n")?.err, "0 games: 0 clean\n");
    Ok(())
}

#[test]
fn a_list_names_files_and_directories() -> Outcome {
    let folder = Folder::new()?;
    let names = [
        folder.file("a\nb.pgn", illegal())?,
        folder.file("c d.pgn", illegal())?,
        folder.file("deep/e.pgn.zst", zstd::encode_all(illegal().as_bytes(), 1)?)?,
    ];
    let directory = folder.name("deep");
    let lines = format!("{}\r\n\n{directory}\n", names[1]);
    let list = folder.file("list", &lines)?;
    let expected = validate(&["--format", "line", &names[1], &directory])?;
    assert_eq!(expected.out.lines().count(), 2);
    assert_eq!(validate(&["--format", "line", "--files-from", &list])?, expected);
    assert_eq!(pipe(&["--format", "line", "--files-from", "-"], lines.as_bytes())?, expected);
    let nul = format!("{}\0{}\0", names[0], names[2]);
    let expected = validate(&["--format", "line", &names[0], &names[2]])?;
    assert_eq!(pipe(&["--format", "line", "-0", "--files-from", "-"], nul.as_bytes())?, expected);
    let ran = validate(&["--files-from", &list, &names[2]])?;
    assert!(ran.err.starts_with("3 games: "), "{}", ran.err);
    Ok(())
}

#[test]
fn a_list_with_a_bad_path_is_read_to_its_end() -> Outcome {
    let folder = Folder::new()?;
    let (good, bad) = (folder.file("good.pgn", sound())?, folder.name("nope.pgn"));
    let ran = pipe(&["--files-from", "-"], format!("{bad}\n{good}\n").as_bytes())?;
    let error = format!("error: cannot read '{bad}': No such file or directory\n");
    assert_eq!((ran.err, ran.code), (error + "1 game: 1 clean\n", Some(2)));
    let ran = pipe(&["--files-from", "-"], b"\n\n")?;
    assert_eq!((ran.err.as_str(), ran.code), ("error: '-' lists no files\n", Some(2)));
    let ran = validate(&["--files-from", &bad])?;
    assert!(ran.err.starts_with("error: cannot read '") && ran.code == Some(2), "{ran:?}");
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
fn standard_input_is_read_without_a_file_or_for_a_dash() -> Outcome {
    for arguments in [&["--format", "line"][..], &["--format", "line", "-"]] {
        let ran = pipe(arguments, illegal().as_bytes())?;
        assert!(ran.out.starts_with("-:9:7: error["), "{}", ran.out);
        assert_eq!(ran.code, Some(1));
    }
    Ok(())
}

#[test]
fn a_terminal_is_not_read_without_a_dash() -> Outcome {
    let terminal = openpty(None, None)?;
    let output = command().stdin(Stdio::from(terminal.slave)).output()?;
    let err = String::from_utf8(output.stderr)?;
    assert_eq!(output.status.code(), Some(2));
    assert!(err.starts_with("error: ") && err.contains("\ntip: "), "{err}");
    Ok(())
}

#[test]
fn a_closed_pipe_is_not_an_error() -> Outcome {
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
