//! `-o FILE`: written under a temporary name and renamed; never over an input.

use std::{fs, io::Write};

use crate::run::{Folder, Outcome, command, illegal, sound, validate};

#[test]
fn the_file_gets_what_the_output_would() -> Outcome {
    let folder = Folder::new()?;
    let games = folder.file("games.pgn", illegal().as_bytes())?;
    let plain = validate(&["--format", "json", &games])?;
    let report = folder.file("report.json", b"what was there before")?;
    let ran = validate(&["--format", "json", "-o", &report, &games])?;
    assert_eq!((ran.out.as_str(), ran.code), ("", Some(1)));
    assert_eq!(fs::read_to_string(&report)?, plain.out);
    assert_eq!(fs::read_dir(&folder)?.count(), 2, "nothing temporary stays behind");
    Ok(())
}

#[test]
fn no_input_is_overwritten() -> Outcome {
    let folder = Folder::new()?;
    let games = folder.file("games.pgn", sound().as_bytes())?;
    let detour = folder.name("../").replace("..", ".") + "games.pgn";
    for output in [games.as_str(), &detour] {
        let ran = validate(&["-o", output, &games])?;
        assert_eq!((ran.out.as_str(), ran.code), ("", Some(2)));
        assert!(ran.err.starts_with("error: "), "{}", ran.err);
        assert_eq!(fs::read_to_string(&games)?, sound());
    }
    Ok(())
}

#[test]
fn a_file_that_cannot_be_written_is_named() -> Outcome {
    let folder = Folder::new()?;
    let games = folder.file("games.pgn", sound().as_bytes())?;
    let output = folder.name("no/such/place.json");
    let ran = validate(&["-o", &output, &games])?;
    assert_eq!(ran.err, format!("error: cannot write '{output}': No such file or directory\n"));
    assert_eq!(ran.code, Some(2));
    Ok(())
}

#[test]
fn standard_output_by_its_name_is_the_stream_that_others_write_to() -> Outcome {
    let folder = Folder::new()?;
    let games = folder.file("games.pgn", illegal().as_bytes())?;
    let found = validate(&["--format", "line", &games])?.out;
    for name in ["/dev/stdout", "-"] {
        let mut shared = fs::File::create(folder.name("all.txt"))?;
        shared.write_all(b"before\n")?;
        let flags = ["--format", "line", "-o", name, &games];
        command().args(flags).current_dir(&folder).stdout(shared.try_clone()?).status()?;
        shared.write_all(b"after\n")?;
        assert_eq!(fs::read_to_string(folder.name("all.txt"))?, format!("before\n{found}after\n"));
    }
    let ran = command().args(["-o", "-", "-"]).stdin(fs::File::open(&games)?).output()?;
    assert_eq!(ran.status.code(), Some(1), "both streams at once");
    assert_eq!(fs::read_dir(&folder)?.count(), 2, "no file is called `-`");
    Ok(())
}

#[test]
fn a_device_is_written_to_and_not_replaced() -> Outcome {
    let folder = Folder::new()?;
    let games = folder.file("games.pgn", illegal().as_bytes())?;
    let pipe = folder.name("pipe");
    nix::unistd::mkfifo(pipe.as_str(), nix::sys::stat::Mode::S_IRWXU)?;
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || fs::read_to_string(pipe)
    });
    let ran = validate(&["--format", "line", "-o", &pipe, &games])?;
    assert_eq!(ran.code, Some(1));
    assert!(!fs::metadata(&pipe)?.is_file(), "it is a pipe still");
    let read = reader.join().map_err(|_| "the reader ended badly")??;
    assert_eq!(read, validate(&["--format", "line", &games])?.out);
    Ok(())
}

#[test]
fn a_link_stays_a_link_and_its_target_is_written() -> Outcome {
    let folder = Folder::new()?;
    let games = folder.file("games.pgn", illegal().as_bytes())?;
    let expected = validate(&["--format", "line", &games])?.out;
    folder.file("old.txt", b"what was there before")?;
    for target in ["old.txt", "new.txt"] {
        let link = folder.name(&format!("link to {target}"));
        std::os::unix::fs::symlink(target, &link)?;
        assert_eq!(validate(&["--format", "line", "-o", &link, &games])?.code, Some(1));
        assert!(fs::symlink_metadata(&link)?.is_symlink(), "{target}");
        assert_eq!(fs::read_to_string(folder.name(target))?, expected);
    }
    let circle = folder.name("circle");
    std::os::unix::fs::symlink("circle", &circle)?;
    assert_eq!(validate(&["-o", &circle, &games])?.code, Some(2));
    Ok(())
}

#[test]
fn a_link_to_a_device_is_written_through() -> Outcome {
    let folder = Folder::new()?;
    let games = folder.file("games.pgn", illegal().as_bytes())?;
    let (pipe, link) = (folder.name("pipe"), folder.name("link"));
    nix::unistd::mkfifo(pipe.as_str(), nix::sys::stat::Mode::S_IRWXU)?;
    std::os::unix::fs::symlink("pipe", &link)?;
    let reader = std::thread::spawn(move || fs::read_to_string(pipe));
    assert_eq!(validate(&["--format", "line", "-o", &link, &games])?.code, Some(1));
    assert!(fs::symlink_metadata(&link)?.is_symlink());
    let read = reader.join().map_err(|_| "the reader ended badly")??;
    assert_eq!(read, validate(&["--format", "line", &games])?.out);
    Ok(())
}

#[test]
fn a_replaced_file_keeps_its_permissions() -> Outcome {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new()?;
    let games = folder.file("games.pgn", sound().as_bytes())?;
    let report = folder.file("report.txt", b"what was there before")?;
    fs::set_permissions(&report, fs::Permissions::from_mode(0o600))?;
    assert_eq!(validate(&["--format", "csv", "-o", &report, &games])?.code, Some(0));
    assert_eq!(fs::metadata(&report)?.permissions().mode() & 0o777, 0o600);
    assert_ne!(fs::read_to_string(&report)?, "what was there before");
    Ok(())
}

#[test]
fn an_existing_file_stays_if_the_input_is_unreadable() -> Outcome {
    let folder = Folder::new()?;
    let report = folder.file("report.json", b"what was there before")?;
    let ran = validate(&["--format", "json", "-o", &report, &folder.name("nope.pgn")])?;
    assert_eq!(ran.code, Some(2));
    assert_eq!(fs::read_to_string(&report)?, "what was there before");
    assert_eq!(fs::read_dir(&folder)?.count(), 1, "nothing temporary stays behind");
    Ok(())
}
