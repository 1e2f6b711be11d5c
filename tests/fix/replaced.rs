//! `--in-place`: files are replaced as a whole or not at all.

use std::{
    fs,
    io::Write,
    os::unix::fs::{MetadataExt, PermissionsExt, symlink},
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use crate::run::{Folder, Outcome, careless, command, fix, illegal, sound};

#[test]
fn a_link_stays_a_link_and_permissions_stay() -> Outcome {
    let [written, right] = careless();
    let folder = Folder::new()?;
    let (real, link) = (folder.file("real/games.pgn", &written)?, folder.name("link.pgn"));
    fs::set_permissions(&real, fs::Permissions::from_mode(0o640))?;
    symlink("real/games.pgn", &link)?;
    let ran = fix(&["--in-place", "--backup", ".orig", &link])?;
    assert_eq!((ran.out.len(), ran.code), (0, Some(0)), "{}", ran.err);
    assert_eq!(fs::read_link(&link)?.to_str(), Some("real/games.pgn"));
    assert_eq!(fs::read_to_string(&real)?, right);
    assert_eq!(fs::metadata(&real)?.permissions().mode() & 0o777, 0o640);
    let backup = folder.name("link.pgn.orig");
    assert_eq!(fs::read_to_string(&backup)?, written);
    assert_eq!(fs::metadata(&backup)?.permissions().mode() & 0o777, 0o640);
    Ok(())
}

#[test]
fn a_file_that_is_right_is_not_touched() -> Outcome {
    let folder = Folder::new()?;
    let [written, right] = careless();
    let (good, bad) = (folder.file("all/a.pgn", sound())?, folder.file("all/b.pgn", &written)?);
    let before = fs::metadata(&good)?;
    let ran = fix(&["--in-place", &folder.name("all"), "--backup", "~"])?;
    let after = fs::metadata(&good)?;
    assert_eq!((before.ino(), before.mtime_nsec()), (after.ino(), after.mtime_nsec()));
    assert_eq!(fs::read_to_string(&bad)?, right);
    assert_eq!(ran.err.lines().count(), 2, "{}", ran.err);
    let names = fs::read_dir(folder.name("all"))?.map(|entry| Ok(entry?.file_name()));
    let mut names: Vec<_> = names.collect::<Result<_, std::io::Error>>()?;
    names.sort();
    assert_eq!(names, ["a.pgn", "b.pgn", "b.pgn~"]);
    Ok(())
}

#[test]
fn a_compressed_file_stays_compressed() -> Outcome {
    let [written, right] = careless();
    let folder = Folder::new()?;
    // The name says nothing about the contents.
    let packed = folder.file("games.pgn", zstd::encode_all(written.as_bytes(), 0)?)?;
    assert_eq!(fix(&["--in-place", &packed])?.code, Some(0));
    assert_eq!(String::from_utf8(zstd::decode_all(&fs::read(&packed)?[..])?)?, right);
    Ok(())
}

#[test]
fn a_full_disk_leaves_the_old_file() -> Outcome {
    let [written, _] = careless();
    let folder = Folder::new()?;
    let text = written.repeat(2000);
    let file = folder.file("games.pgn", &text)?;
    let output = folder.file("clean.pgn", "old")?;
    let program = env!("CARGO_BIN_EXE_arbiter");
    // Files cannot grow beyond 64 blocks; without the signal, writing fails as on a full disk.
    let limit = "trap '' XFSZ; ulimit -f 64; exec \"$@\"";
    for arguments in [&["--in-place", &file][..], &[&file, "-o", &output]] {
        let mut limited = Command::new("sh");
        limited.args(["-c", limit, "sh", program, "fix"]).args(arguments);
        let ran = limited.output()?;
        let told = String::from_utf8(ran.stderr)?;
        assert_eq!(ran.status.code(), Some(2), "{told}");
        assert!(told.starts_with("error: cannot write '"), "{told}");
    }
    assert!(fs::read_to_string(&file)? == text);
    assert_eq!(fs::read_to_string(&output)?, "old");
    assert_eq!(fs::read_dir(folder.as_ref())?.count(), 2);
    Ok(())
}

#[test]
fn a_killed_run_leaves_the_old_or_the_new_file() -> Outcome {
    let [written, right] = careless();
    let (old, new) = (written.repeat(4000), right.repeat(4000));
    for milliseconds in [0, 1, 2, 4, 8, 16, 32, 64, 128, 256] {
        let folder = Folder::new()?;
        let file = folder.file("games.pgn", &old)?;
        let mut child = command(&["--in-place", "-q", &file]).spawn()?;
        thread::sleep(Duration::from_millis(milliseconds));
        child.kill()?;
        child.wait()?;
        let text = fs::read_to_string(&file)?;
        assert!(text == old || text == new, "{} bytes", text.len());
    }
    Ok(())
}

#[test]
fn an_interrupted_run_leaves_the_old_file() -> Outcome {
    use nix::{
        sys::signal::{Signal, kill},
        unistd::Pid,
    };
    let [written, _] = careless();
    let folder = Folder::new()?;
    let output = folder.file("clean.pgn", "old")?;
    let mut child = command(&["-", "-o", &output]).stdin(Stdio::piped()).spawn()?;
    let mut stdin = child.stdin.take().ok_or("a pipe")?;
    stdin.write_all(written.repeat(1000).as_bytes())?;
    kill(Pid::from_raw(i32::try_from(child.id())?), Signal::SIGINT)?;
    let ran = child.wait_with_output()?;
    drop(stdin);
    assert_eq!(ran.status.code(), Some(130), "{}", String::from_utf8_lossy(&ran.stderr));
    assert_eq!(fs::read_to_string(&output)?, "old");
    Ok(())
}

#[test]
fn rejected_games_are_kept_before_they_are_removed() -> Outcome {
    let folder = Folder::new()?;
    let text = [sound(), illegal()].concat();
    let file = folder.file("games.pgn", &text)?;
    let ran = fix(&["--in-place", &file, "--rejects", &folder.name("no/such/folder.pgn")])?;
    assert_eq!(ran.code, Some(2), "{}", ran.err);
    assert_eq!(fs::read_to_string(&file)?, text);
    Ok(())
}
