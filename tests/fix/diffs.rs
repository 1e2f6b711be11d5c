//! `--diff` is what `patch` and `git apply` accept: applied to the input, it gives the output.

use std::{fs, process::Command};

use crate::{
    run::{Folder, Outcome, careless, command, game, sound},
    skip::skip,
};

/// Texts with changes at the beginning, in the middle and at the end, with and without a final line end, in several encodings.
fn texts() -> Vec<Vec<u8>> {
    let [written, _] = careless();
    let sound = sound();
    let mut latin = written.clone().into_bytes();
    if let Some(at) = written.find("Ask") {
        latin.splice(at..at + 3, *b"\xc5s\xe9");
    }
    vec![
        written.clone().into_bytes(),
        [&sound, &written, &sound].map(String::as_str).concat().into_bytes(),
        [&written, &sound, &sound, &written].map(String::as_str).concat().into_bytes(),
        written.trim_end().as_bytes().to_vec(),
        [sound.as_str(), written.trim_end()].concat().replace('\n', "\r\n").into_bytes(),
        [sound.as_bytes(), &latin, sound.as_bytes()].concat(),
        game("1. e4 e5 2. N\u{1}f3 Nc6 3. 0-0", "*").into_bytes(),
        sound.replace(" 1-0\n\n", "").into_bytes(),
        sound.clone().into_bytes(),
    ]
}

#[test]
fn a_diff_can_be_applied() -> Outcome {
    let tools: [(&str, &[&str]); 2] =
        [("patch", &["-p1", "--binary", "-s"]), ("git", &["apply", "--whitespace=nowarn"])];
    for (tool, arguments) in tools {
        if Command::new(tool).arg("--version").output().is_err() {
            skip(tool);
            continue;
        }
        for (at, text) in texts().into_iter().enumerate() {
            let folder = Folder::new()?;
            folder.file("club night.pgn", &text)?;
            let run = |flags: &[&str]| {
                let given = [&["club night.pgn", "-q", "--profile", "pedantic"], flags].concat();
                command(&given).current_dir(&folder).output()
            };
            let (corrected, diff) = (run(&[])?.stdout, run(&["--diff"])?.stdout);
            assert_eq!(diff.is_empty(), corrected == text, "text {at}");
            if diff.is_empty() {
                continue;
            }
            folder.file("changes.diff", &diff)?;
            let input = fs::File::open(folder.name("changes.diff"))?;
            let applied =
                Command::new(tool).args(arguments).current_dir(&folder).stdin(input).output()?;
            let told = [applied.stdout, applied.stderr].concat();
            let shown = diff.escape_ascii().to_string().replace("\\n", "\n");
            let told = String::from_utf8_lossy(&told).into_owned();
            assert!(applied.status.success(), "{tool}, text {at}: {told}\n{shown}");
            let patched = fs::read(folder.name("club night.pgn"))?;
            assert_eq!(patched.escape_ascii().to_string(), corrected.escape_ascii().to_string());
        }
    }
    Ok(())
}

#[test]
fn a_diff_of_several_files_names_each() -> Outcome {
    let [written, _] = careless();
    let folder = Folder::new()?;
    for name in ["a.pgn", "b.pgn"] {
        folder.file(&format!("all/{name}"), &written)?;
    }
    folder.file("all/c.pgn", sound())?;
    let output = command(&["--diff", "-q", "all"]).current_dir(&folder).output()?;
    let diff = String::from_utf8(output.stdout)?;
    let names: Vec<_> = diff.lines().filter(|line| line.starts_with("--- ")).collect();
    assert_eq!(names, ["--- a/all/a.pgn", "--- a/all/b.pgn"]);
    assert_eq!(fs::read_to_string(folder.name("all/a.pgn"))?, written);
    Ok(())
}
