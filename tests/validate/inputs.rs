//! Inputs: files, directories, standard input, a terminal, unreadable files. Compression is recognised by content, not by name.

use std::{error::Error, fs::File, io::Write, os::unix::fs::symlink, process::Stdio};

use bzip2::write::BzEncoder;
use flate2::write::GzEncoder;
use nix::pty::openpty;

use crate::run::{Folder, Outcome, careless, command, illegal, pipe, sound, validate};

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

type Compress = fn(&[u8]) -> Result<Vec<u8>, Box<dyn Error>>;

fn gzip(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn bzip2(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut encoder = BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    encoder.write_all(bytes)?;
    Ok(encoder.finish()?)
}

fn zstd(bytes: &[u8]) -> Result<Vec<u8>, Box<dyn Error>> {
    Ok(zstd::encode_all(bytes, 1)?)
}

const COMPRESSIONS: [(&str, Compress); 3] = [("gz", gzip), ("bz2", bzip2), ("zst", zstd)];

#[test]
fn a_compressed_archive_has_the_findings_of_the_plain_one() -> Outcome {
    let folder = Folder::new()?;
    let text = sound() + &illegal() + &careless();
    let plain = pipe(&["--format", "line"], text.as_bytes())?;
    assert_eq!(plain.out.lines().count(), 2, "{}", plain.out);
    for (kind, pack) in COMPRESSIONS {
        let packed = pack(text.as_bytes())?;
        assert_eq!(pipe(&["--format", "line"], &packed)?, plain, "{kind} from a pipe");
        let name = folder.file("misleading.pgn", &packed)?;
        let ran = validate(&["--format", "line", &name])?;
        assert_eq!(ran.out.replace(&name, "-"), plain.out, "{kind} under another name");
    }
    Ok(())
}

#[test]
fn streams_of_several_members_are_read_to_the_end() -> Outcome {
    for (kind, pack) in COMPRESSIONS {
        let mut stream = Vec::new();
        // The second member begins in the middle of a game.
        for part in [sound().as_str(), "[Event \"Club", " evening\"]\n\n1. e4 e5 *\n\n"] {
            stream.extend(pack(part.as_bytes())?);
        }
        let ran = pipe(&["--select", "M,R"], &stream)?;
        assert_eq!(ran.err, "2 games: 2 clean\n", "{kind}");
    }
    Ok(())
}

#[test]
fn a_zstd_stream_may_begin_with_a_skippable_frame() -> Outcome {
    let mut stream = vec![0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0, b'n', b'o', b't', b'e'];
    stream.extend(zstd(sound().as_bytes())?);
    assert_eq!(pipe(&[], &stream)?.err, "1 game: 1 clean\n");
    Ok(())
}

#[test]
fn a_broken_stream_is_reported_after_its_games() -> Outcome {
    let folder = Folder::new()?;
    let games: String = (0..3000).map(|n| sound().replace("Uppsala", &format!("U{n:x}"))).collect();
    for (kind, pack) in COMPRESSIONS {
        let packed = pack(games.as_bytes())?;
        let name = folder.file("half.pgn", &packed[..packed.len() / 2])?;
        let whole = folder.file("whole.pgn", sound().as_bytes())?;
        let ran = validate(&[&name, &whole])?;
        assert_eq!(ran.code, Some(2), "{kind}");
        assert!(
            ran.err.starts_with(&format!("error: cannot read '{name}': ")),
            "{kind}: {}",
            ran.err
        );
        assert!(!ran.err.contains("\n0 games"), "{kind}: {}", ran.err);
    }
    Ok(())
}
