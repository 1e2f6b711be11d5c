//! `arbiter shards`: any cut gives what one process gives, and what is lost, doubled or damaged is seen.

use std::{
    error::Error,
    fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::{Value, json};
use tempfile::TempDir;

type Outcome = Result<(), Box<dyn Error>>;

const GAME: &str = "[Event \"a\"]\n[White \"x\"]\n\n1. e4 e5 2. Nf3 Nc6 1-0\n\n";

fn arbiter(arguments: &[&str]) -> Result<Output, Box<dyn Error>> {
    Ok(Command::new(env!("CARGO_BIN_EXE_arbiter")).args(arguments).output()?)
}

/// The rows of a kind, in any order.
fn rows(text: &[u8], kind: &str) -> Result<Vec<String>, Box<dyn Error>> {
    let mut rows = Vec::new();
    for line in std::str::from_utf8(text)?.lines() {
        let row: Value = serde_json::from_str(line)?;
        if row["type"] == kind {
            rows.push(row.to_string());
        }
    }
    rows.sort();
    Ok(rows)
}

/// What one process finds: the summary, the table of codes, and the rows.
fn alone(path: &str, kind: &str) -> Result<(String, Vec<String>), Box<dyn Error>> {
    let output = arbiter(&["validate", "--format", "json", path])?.stdout;
    let summary = std::str::from_utf8(&output)?.lines().last().ok_or("a summary")?;
    let table = arbiter(&["validate", "--statistics", "--max-findings", "0", path])?.stdout;
    Ok((format!("{summary}\n{}", String::from_utf8(table)?), rows(&output, kind)?))
}

/// Runs a shard; returns its exit status.
fn run(
    room: &Path,
    number: usize,
    shard: &Value,
    kind: &str,
) -> Result<Option<i32>, Box<dyn Error>> {
    let file = |end: &str| room.join(format!("{number}.{end}")).display().to_string();
    let (summary, rows) = (file("summary"), file("rows"));
    let shard = shard.to_string();
    let flags = ["--rows", kind, "--summary", &summary, "-o", &rows];
    Ok(arbiter(&[&["shards", "run", "--shard", &shard][..], &flags].concat())?.status.code())
}

/// Runs all shards, and those that `merge` asks for; returns the report and the rows.
fn together(shards: &[Value], kind: &str) -> Result<(String, Vec<String>), Box<dyn Error>> {
    let room = TempDir::new()?;
    let mut count = 0;
    let mut due = shards.to_vec();
    for _round in 0..4 {
        for shard in &due {
            assert_eq!(run(room.path(), count, shard, &format!("{kind}s"))?, Some(0), "{shard}");
            count += 1;
        }
        let files = |end: &str| -> Vec<String> {
            let file = |number| room.path().join(format!("{number}.{end}")).display().to_string();
            // Any order will do.
            (0..count).rev().map(file).collect()
        };
        let (summaries, row_files) = (files("summary"), files("rows"));
        let summaries: Vec<&str> = summaries.iter().map(String::as_str).collect();
        let row_files: Vec<&str> = row_files.iter().map(String::as_str).collect();
        let merge = [&["shards", "merge"][..], &summaries].concat();
        let merged = arbiter(&merge)?;
        if merged.status.code() == Some(1) {
            let lines = std::str::from_utf8(&merged.stdout)?.lines();
            let reruns: Result<Vec<Value>, _> = lines.map(serde_json::from_str).collect();
            due = reruns?;
            continue;
        }
        assert_eq!(merged.status.code(), Some(0), "{merged:?}");
        let numbered = arbiter(&[&merge[..], &["--rows"], &row_files].concat())?.stdout;
        let json = arbiter(&[&merge[..], &["--format", "json"]].concat())?.stdout;
        return Ok((String::from_utf8([json, merged.stdout].concat())?, rows(&numbered, kind)?));
    }
    Err("no end of reruns".into())
}

fn shard(path: &Path, size: usize, start: usize, end: usize) -> Value {
    json!({ "path": path, "kind": "bytes", "start": start, "end": end, "size": size })
}

/// Cuts a file at every byte, in two shards and sometimes in three; and its text into two frames.
fn every_cut(name: &str, text: &[u8]) -> Outcome {
    let room = TempDir::new()?;
    let path = room.path().join(name);
    fs::write(&path, text)?;
    let frames = room.path().join(format!("{name}.zst"));
    let expected = alone(&path.display().to_string(), "finding")?;
    let size = text.len();
    for cut in 1..size {
        let two = [shard(&path, size, 0, cut), shard(&path, size, cut, size)];
        assert_eq!(together(&two, "finding")?, expected, "{name} cut at {cut}");
        let next = cut + (size - cut).div_ceil(2);
        if cut % 7 == 0 && next < size {
            let three = [
                shard(&path, size, 0, cut),
                shard(&path, size, cut, next),
                shard(&path, size, next, size),
            ];
            assert_eq!(together(&three, "finding")?, expected, "{name} cut at {cut}, {next}");
        }
        if cut % 7 == 3 {
            fs::write(&frames, [framed(&text[..cut], cut)?, framed(&text[cut..], size)?].concat())?;
            let expected = alone(&frames.display().to_string(), "finding")?;
            assert_eq!(together(&planned(&frames, "1")?, "finding")?, expected, "frames of {cut}");
        }
    }
    Ok(())
}

#[test]
fn a_comment_that_looks_like_games_may_be_cut_anywhere() -> Outcome {
    let comment = "[Event \"b\"]\n\n1. e4 {see\n\n[Event \"c\"]\n\n1. d4 *\n\n} e5 2. Ke3 1-0\n\n";
    every_cut("comment.pgn", format!("{GAME}{comment}{GAME}").as_bytes())
}

#[test]
fn what_is_never_closed_may_be_cut_anywhere() -> Outcome {
    let open = "[Event \"b\"]\n\n1. e4 {never closed\n\n";
    every_cut("open.pgn", format!("{open}{GAME}[Event \"z\n\n1. e4 *\n").as_bytes())
}

#[test]
fn line_ends_and_blank_lines_may_be_cut_anywhere() -> Outcome {
    every_cut("crlf.pgn", GAME.repeat(2).replace('\n', "\r\n").as_bytes())?;
    every_cut("blank.pgn", format!("\n\n{GAME}\n\n\n1. e4 e5 1-0\n\n\n1. d4 Ke7 *\n").as_bytes())
}

#[test]
fn text_between_games_may_be_cut_anywhere() -> Outcome {
    let junk = "1. e4 *\n\njunk\n\n[Event \"x\"]\n\n1. d4 *\nwords\n\n1. c4 *\n\n\nmore\nwords\n";
    every_cut("junk.pgn", junk.as_bytes())?;
    every_cut("junk-crlf.pgn", junk.replace('\n', "\r\n").as_bytes())
}

#[test]
fn encodings_may_be_cut_anywhere() -> Outcome {
    let page = [GAME.as_bytes(), b"[Event \"K\xf6ln\"]\n\n1. e4 *\n\n", GAME.as_bytes()].concat();
    every_cut("page.pgn", &page)?;
    let wide = format!("\u{feff}{GAME}{GAME}");
    every_cut("utf16.pgn", &wide.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>())?;
    every_cut("bom.pgn", wide.as_bytes())
}

#[test]
fn a_quoted_mail_may_be_cut_anywhere() -> Outcome {
    let quoted = format!("> {}\n", GAME.repeat(2).trim_end().replace('\n', "\n> "));
    every_cut("mail.pgn", quoted.as_bytes())
}

/// Games of different lengths, some with an illegal move.
fn games() -> String {
    let game = |number: usize| {
        let moves = "2. Nf3 Nf6 3. Ng1 Ng8 ".repeat(number % 5);
        let last = if number.is_multiple_of(9) { "Ke4" } else { "*" };
        format!("[Event \"{number}\"]\n[White \"w\"]\n\n1. e4 e5 {moves}{last}\n\n")
    };
    (0..400).map(game).collect()
}

/// A file as pzstd writes it: a skippable frame with its length before each frame.
fn framed(text: &[u8], size: usize) -> Result<Vec<u8>, Box<dyn Error>> {
    let mut file = Vec::new();
    for piece in text.chunks(size) {
        let frame = zstd::encode_all(piece, 3)?;
        file.extend([0x50, 0x2a, 0x4d, 0x18, 4, 0, 0, 0]);
        file.extend(u32::try_from(frame.len())?.to_le_bytes());
        file.extend(frame);
    }
    Ok(file)
}

fn planned(path: &Path, target: &str) -> Result<Vec<Value>, Box<dyn Error>> {
    let output = arbiter(&["shards", "plan", "--target", target, &path.display().to_string()])?;
    let lines = String::from_utf8(output.stdout)?;
    Ok(lines.lines().map(serde_json::from_str).collect::<Result<_, _>>()?)
}

#[test]
fn every_kind_of_file_gives_what_one_process_gives() -> Outcome {
    let room = TempDir::new()?;
    let text = games();
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(text.as_bytes())?;
    let mut bzip2 = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
    bzip2.write_all(text.as_bytes())?;
    for (name, bytes, target, at_least) in [
        ("plain.pgn", text.clone().into_bytes(), "3000", 5),
        ("frames.pgn.zst", framed(text.as_bytes(), 1777)?, "300", 5),
        ("single.pgn.zst", zstd::encode_all(text.as_bytes(), 3)?, "300", 1),
        ("games.pgn.gz", gzip.finish()?, "300", 1),
        ("games.pgn.bz2", bzip2.finish()?, "300", 1),
    ] {
        let path = room.path().join(name);
        fs::write(&path, bytes)?;
        let shards = planned(&path, target)?;
        assert!(shards.len() >= at_least, "{name}: {shards:?}");
        for kind in ["finding", "game"] {
            let expected = alone(&path.display().to_string(), kind)?;
            assert!(!expected.1.is_empty());
            assert_eq!(together(&shards, kind)?, expected, "{name}");
        }
    }
    Ok(())
}

#[test]
fn a_directory_gives_what_one_process_gives() -> Outcome {
    let room = TempDir::new()?;
    for number in 0..20 {
        fs::write(room.path().join(format!("{number}.pgn")), GAME.repeat(number))?;
    }
    let expected = alone(&room.path().display().to_string(), "game")?;
    assert_eq!(together(&planned(room.path(), "100")?, "game")?, expected);
    Ok(())
}

#[test]
fn lost_and_doubled_shards_are_seen() -> Outcome {
    let room = TempDir::new()?;
    let path: PathBuf = room.path().join("games.pgn");
    fs::write(&path, games())?;
    let shards = planned(&path, "10000")?;
    let file = |number: usize| room.path().join(format!("{number}.summary")).display().to_string();
    for (number, shard) in shards.iter().enumerate() {
        run(room.path(), number, shard, "none")?;
    }
    let lost = arbiter(&["shards", "merge", &file(0), &file(2)])?;
    let doubled = arbiter(&["shards", "merge", &file(0), &file(1), &file(1)])?;
    assert_eq!((lost.status.code(), doubled.status.code()), (Some(2), Some(2)));
    assert!(String::from_utf8(lost.stderr)?.contains("no shard covers bytes 10000 to 20000"));
    assert!(String::from_utf8(doubled.stderr)?.contains("more than one shard covers bytes 10000"));
    Ok(())
}

#[test]
fn a_lost_file_is_seen_with_the_plan() -> Outcome {
    let room = TempDir::new()?;
    let file = |name: &str| room.path().join(name).display().to_string();
    for name in ["1.pgn", "2.pgn"] {
        fs::write(file(name), GAME)?;
    }
    let shards = planned(room.path(), "100")?;
    let lines: Vec<String> = shards.iter().map(Value::to_string).collect();
    fs::write(file("plan"), lines.join("\n"))?;
    run(room.path(), 0, &shards[0], "none")?;
    let merge = ["shards", "merge", "--plan", &file("plan"), &file("0.summary")];
    let lost = arbiter(&merge)?;
    assert_eq!(lost.status.code(), Some(2));
    assert!(String::from_utf8(lost.stderr)?.contains("2.pgn': no summary of bytes 0 to "));
    run(room.path(), 1, &shards[1], "none")?;
    let whole = arbiter(&[&merge[..], &[&file("1.summary")]].concat())?;
    assert_eq!(whole.status.code(), Some(0), "{whole:?}");
    let nothing = arbiter(&["shards", "merge", "/dev/null"])?;
    assert_eq!(nothing.status.code(), Some(2), "a run that left no summary: {nothing:?}");
    Ok(())
}

#[test]
fn a_shard_may_be_run_again_anywhere_in_a_tree() -> Outcome {
    let room = TempDir::new()?;
    let comment = "[Event \"b\"]\n\n1. e4 {see\n\n[Event \"c\"]\n\n1. d4 *\n\n} e5 2. Ke3 1-0\n\n";
    let text = format!("{GAME}{comment}{GAME}{GAME}");
    let path = room.path().join("comment.pgn");
    fs::write(&path, &text)?;
    let cuts = [0, text.find("\n[Event \"c").ok_or("a comment")?, text.len() - 20, text.len()];
    for (number, cut) in cuts.windows(2).enumerate() {
        run(room.path(), number, &shard(&path, text.len(), cut[0], cut[1]), "none")?;
    }
    let file = |name: &str| room.path().join(name).display().to_string();
    let merged = |names: &[&str]| arbiter(&[&["shards", "merge"][..], names].concat());
    let all = [file("0.summary"), file("1.summary"), file("2.summary")];
    let [zero, one, two] = all.each_ref().map(String::as_str);
    fs::write(file("partial"), merged(&["--partial", zero, one, two])?.stdout)?;
    let asked = merged(&[&file("partial")])?;
    assert_eq!(asked.status.code(), Some(1), "{asked:?}");
    let rerun: Value = serde_json::from_slice(&asked.stdout)?;
    assert_eq!(run(room.path(), 3, &rerun, "none")?, Some(0));
    let again = file("3.summary");
    let expected = merged(&[zero, one, two, &again])?;
    assert_eq!(expected.status.code(), Some(0), "{expected:?}");
    assert_eq!(merged(&[&file("partial"), &again])?, expected);
    fs::write(file("late"), merged(&["--partial", zero, &again, two, one])?.stdout)?;
    assert_eq!(merged(&[&file("late")])?, expected);
    Ok(())
}

#[test]
fn rows_that_are_not_all_rows_are_refused() -> Outcome {
    let room = TempDir::new()?;
    let path = room.path().join("games.pgn");
    fs::write(&path, games())?;
    let shards = planned(&path, "10000")?;
    for (number, shard) in shards.iter().enumerate() {
        assert_eq!(run(room.path(), number, shard, "games")?, Some(0));
    }
    let file = |name: &str| room.path().join(name).display().to_string();
    let files = |end: &str| -> Vec<String> {
        (0..shards.len()).map(|number| file(&format!("{number}.{end}"))).collect()
    };
    let (summaries, rows) = (files("summary"), files("rows"));
    fs::write(file("foreign"), "{\"type\":\"game\"}\n")?;
    for (rows, said) in [
        (vec![file("foreign")], "has no rows of a shard"),
        (vec!["/dev/null".to_owned()], "has no rows of a shard"),
        (rows[1..].to_vec(), "no rows of '"),
        ([&rows[..], &rows[..1]].concat(), "are given twice"),
    ] {
        let arguments = ["shards", "merge"].map(str::to_owned).into_iter();
        let arguments = arguments.chain(summaries.clone()).chain(["--rows".to_owned()]).chain(rows);
        let arguments: Vec<String> = arguments.collect();
        let refused = arbiter(&arguments.iter().map(String::as_str).collect::<Vec<_>>())?;
        assert_eq!(refused.status.code(), Some(2), "{arguments:?}");
        assert!(String::from_utf8(refused.stderr)?.contains(said), "{said}");
    }
    Ok(())
}

#[test]
fn outputs_of_a_shard_are_two_files() -> Outcome {
    let room = TempDir::new()?;
    let path = room.path().join("games.pgn");
    fs::write(&path, GAME)?;
    let shard = planned(&path, "10000")?[0].to_string();
    let same = room.path().join("same").display().to_string();
    let flags = ["--rows", "games", "--summary", &same, "-o", &same];
    let refused = arbiter(&[&["shards", "run", "--shard", &shard][..], &flags].concat())?;
    assert_eq!(refused.status.code(), Some(2), "{refused:?}");
    Ok(())
}

#[test]
fn a_damaged_shard_is_a_row_and_the_others_count() -> Outcome {
    let room = TempDir::new()?;
    let path = room.path().join("games.pgn.zst");
    let whole = framed(games().as_bytes(), 9000)?;
    fs::write(&path, &whole)?;
    let shards = planned(&path, "1")?;
    let start =
        shards[2]["start"].as_u64().and_then(|at| usize::try_from(at).ok()).ok_or("a start")?;
    let mut damaged = whole;
    damaged[start + 12..start + 16].fill(0);
    fs::write(&path, damaged)?;
    let mut merge = vec!["shards".to_owned(), "merge".to_owned()];
    for (number, shard) in shards.iter().enumerate() {
        let status = run(room.path(), number, shard, "none")?;
        assert!(matches!(status, Some(0 | 2)), "{status:?}");
        assert!(number != 2 || status == Some(2));
        merge.push(room.path().join(format!("{number}.summary")).display().to_string());
    }
    let merged = arbiter(&merge.iter().map(String::as_str).collect::<Vec<_>>())?;
    let said = String::from_utf8(merged.stderr)?;
    assert_eq!(merged.status.code(), Some(2), "{said}");
    assert!(said.contains("the zstd data is damaged") && said.contains("games: "), "{said}");
    Ok(())
}

#[test]
fn any_tree_of_merges_gives_the_same() -> Outcome {
    let room = TempDir::new()?;
    let path = room.path().join("games.pgn");
    fs::write(&path, games())?;
    let shards = planned(&path, "2000")?;
    let file = |name: &str| room.path().join(format!("{name}.summary")).display().to_string();
    for (number, shard) in shards.iter().enumerate() {
        assert_eq!(run(room.path(), number, shard, "none")?, Some(0));
    }
    let names: Vec<String> = (0..shards.len()).map(|number| file(&number.to_string())).collect();
    let merged = |names: &[String], flag: &str| -> Result<Vec<u8>, Box<dyn Error>> {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let output = arbiter(&[&["shards", "merge", flag][..], &names].concat())?;
        assert_eq!(output.status.code(), Some(0), "{output:?}");
        Ok(output.stdout)
    };
    let whole = merged(&names, "--partial")?;
    let mut rest: Vec<String> = names.iter().rev().cloned().collect();
    // Always the last two, so that the tree is as uneven as possible; then by halves.
    while let [.., one, two] = &rest[..] {
        let joined = file(&format!("joined{}", rest.len()));
        fs::write(&joined, merged(&[one.clone(), two.clone()], "--partial")?)?;
        rest.truncate(rest.len() - 2);
        rest.push(joined);
    }
    assert_eq!(fs::read(&rest[0])?, whole);
    let (left, right) = names.split_at(names.len() / 2);
    for (name, half) in [("left", left), ("right", right)] {
        fs::write(file(name), merged(half, "--partial")?)?;
    }
    assert_eq!(merged(&[file("right"), file("left")], "--partial")?, whole);
    assert_eq!(merged(&[file("right"), file("left")], "--offsets")?, merged(&names, "--offsets")?);
    Ok(())
}

/// Runs a shard whose bytes come from standard input.
fn streamed(shard: &Value, bytes: &[u8], summary: &Path) -> Result<Output, Box<dyn Error>> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_arbiter"))
        .args(["shards", "run", "--stdin", "--rows", "findings", "--shard", &shard.to_string()])
        .arg("--summary")
        .arg(summary)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()?;
    // The program need not read everything.
    let _ = child.stdin.take().ok_or("a stream")?.write_all(bytes);
    Ok(child.wait_with_output()?)
}

#[test]
fn a_stream_gives_what_the_file_gives_and_may_not_end_early() -> Outcome {
    let room = TempDir::new()?;
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(games().as_bytes())?;
    for (name, bytes) in [
        ("games.pgn", games().into_bytes()),
        ("games.pgn.zst", framed(games().as_bytes(), 4000)?),
        ("games.pgn.gz", gzip.finish()?),
    ] {
        let path = room.path().join(name);
        fs::write(&path, &bytes)?;
        for shard in planned(&path, "2000")? {
            assert_eq!(run(room.path(), 0, &shard, "findings")?, Some(0));
            let start = usize::try_from(shard["start"].as_u64().ok_or("a start")?)?;
            let summary = room.path().join("streamed.summary");
            let output = streamed(&shard, &bytes[start..], &summary)?;
            assert_eq!(output.status.code(), Some(0), "{output:?}");
            assert_eq!(fs::read(&summary)?, fs::read(room.path().join("0.summary"))?, "{shard}");
            assert_eq!(output.stdout, fs::read(room.path().join("0.rows"))?, "{shard}");
            fs::remove_file(&summary)?;
            let output = streamed(&shard, &bytes[start..start + 100], &summary)?;
            assert_eq!(output.status.code(), Some(2), "{output:?}");
            let said = String::from_utf8(output.stderr)?;
            assert!(said.contains("the stream ends before the file does"), "{said}");
            assert!(!summary.exists(), "a lost connection may pass: it is not a part of a summary");
        }
    }
    Ok(())
}

#[test]
fn what_will_fail_again_is_a_row_and_what_may_pass_is_not() -> Outcome {
    let room = TempDir::new()?;
    let path = room.path().join("games.pgn.gz");
    fs::write(&path, b"\x1f\x8b\x08no gzip at all")?;
    let shards = planned(&path, "1KiB")?;
    assert_eq!(run(room.path(), 0, &shards[0], "games")?, Some(2));
    let summary: Value = serde_json::from_slice(&fs::read(room.path().join("0.summary"))?)?;
    let failure = summary["parts"][0]["failure"].as_str().ok_or("a failure")?;
    assert!(failure.contains("gzip data"), "{failure}");
    fs::write(&path, b"shorter")?;
    assert_eq!(run(room.path(), 1, &shards[0], "games")?, Some(2));
    let summary = fs::read_to_string(room.path().join("1.summary"))?;
    assert!(summary.contains("its size has changed since it was cut"), "{summary}");
    fs::remove_file(&path)?;
    assert_eq!(run(room.path(), 2, &shards[0], "games")?, Some(2));
    assert!(!room.path().join("2.summary").exists());
    Ok(())
}
