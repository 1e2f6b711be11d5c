//! Other outputs: a file, compressed or not, rejected games, and the log.

use std::{fs, io::Read, path::Path};

use serde_json::Value;

use crate::run::{Folder, Outcome, careless, fix, game, illegal, sound};

/// The text of a file, unpacked as its name says.
fn unpacked(path: &str) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let packed = fs::read(path)?;
    let mut text = Vec::new();
    match Path::new(path).extension().and_then(|extension| extension.to_str()) {
        Some("gz") => flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut text)?,
        Some("bz2") => bzip2::read::BzDecoder::new(&packed[..]).read_to_end(&mut text)?,
        Some("zst") => zstd::Decoder::new(&packed[..])?.read_to_end(&mut text)?,
        Some("xz") => lzma_rust2::XzReader::new(&packed[..], true).read_to_end(&mut text)?,
        _ => packed.as_slice().read_to_end(&mut text)?,
    };
    Ok(text)
}

#[test]
fn the_output_is_compressed_as_its_name_says() -> Outcome {
    let [written, right] = careless();
    let folder = Folder::new()?;
    let input = folder.file("games.pgn", &written)?;
    for name in ["clean.pgn", "clean.pgn.gz", "clean.bz2", "clean.pgn.ZST", "clean.xz"] {
        let output = folder.name(name);
        let ran = fix(&[&input, "-o", &output])?;
        assert_eq!((ran.out.len(), ran.code), (0, Some(0)), "{}", ran.err);
        let lower = folder.name(&name.to_lowercase());
        if lower != output {
            fs::rename(&output, &lower)?;
        }
        assert_eq!(String::from_utf8(unpacked(&lower)?)?, right, "{name}");
        let again = fix(&[&lower, "-o", "-"])?;
        assert_eq!(String::from_utf8(again.out)?, right, "{name}");
    }
    assert_eq!(fix(&[&input, "-o", &folder.name("clean.zip")])?.code, Some(2));
    assert_eq!(fs::read_to_string(&input)?, written);
    Ok(())
}

#[test]
fn no_input_is_written_over() -> Outcome {
    let [written, _] = careless();
    let folder = Folder::new()?;
    let input = folder.file("games.pgn", &written)?;
    for flag in ["-o", "--rejects", "--log"] {
        let ran = fix(&[&input, flag, &input])?;
        assert_eq!(ran.code, Some(2), "{flag}");
        assert!(ran.err.contains("is an input and would be overwritten"), "{}", ran.err);
    }
    assert_eq!(fs::read_to_string(&input)?, written);
    Ok(())
}

#[test]
fn no_output_is_written_over() -> Outcome {
    let [written, _] = careless();
    let folder = Folder::new()?;
    let input = folder.file("games.pgn", &written)?;
    let (clean, same) = (folder.name("clean.pgn"), folder.name("./clean.pgn"));
    for flag in ["--rejects", "--log"] {
        let ran = fix(&[&input, "-o", &clean, flag, &same])?;
        assert_eq!(ran.code, Some(2), "{flag}");
        assert!(ran.err.contains("cannot be two outputs at once"), "{}", ran.err);
        assert!(!fs::exists(&clean)?, "{flag}");
    }
    for suffix in ["", "/old"] {
        let ran = fix(&["--in-place", "--backup", suffix, &input])?;
        assert_eq!((ran.code, fs::read_to_string(&input)?), (Some(2), written.clone()));
    }
    Ok(())
}

#[test]
fn rejects_and_output_are_the_input() -> Outcome {
    let [written, right] = careless();
    let bad = illegal().replace("Kh8", "Kh8 (2. 0-0)");
    let folder = Folder::new()?;
    let text = [&sound(), &bad, &written, &illegal(), &sound()].map(String::as_str).concat();
    let input = folder.file("games.pgn", text)?;
    let (clean, rejects) = (folder.name("clean.pgn"), folder.name("bad.pgn"));
    let ran = fix(&[&input, "-o", &clean, "--rejects", &rejects])?;
    assert_eq!(ran.code, Some(1));
    let summary = format!(
        "{input}: 5 games, 1 correction in 1 game (1 safe), 2 games still have errors -> {rejects}\n"
    );
    assert_eq!(ran.err, summary);
    assert_eq!(fs::read_to_string(&clean)?, [sound(), right, sound()].concat());
    assert_eq!(fs::read_to_string(&rejects)?, [bad, illegal()].concat());
    Ok(())
}

#[test]
fn rejects_of_several_files_are_apart() -> Outcome {
    let folder = Folder::new()?;
    let bad = illegal();
    for name in ["a.pgn", "b.pgn"] {
        folder.file(&format!("all/{name}"), [&sound(), bad.trim_end()].concat())?;
    }
    let rejects = folder.name("bad.pgn");
    let ran = fix(&["--in-place", &folder.name("all"), "--rejects", &rejects])?;
    assert_eq!(ran.code, Some(1), "{}", ran.err);
    assert_eq!(fs::read_to_string(&rejects)?, [bad.trim_end(), "\n\n", bad.trim_end()].concat());
    assert_eq!(fs::read_to_string(folder.name("all/a.pgn"))?, sound());
    Ok(())
}

#[test]
fn of_many_files_those_are_named_that_something_is_said_about() -> Outcome {
    let folder = Folder::new()?;
    let spelt = game("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. 0-0 Be7", "*");
    for (name, text) in [("a.pgn", sound()), ("b.pgn", spelt), ("c.pgn", sound())] {
        folder.file(&format!("all/{name}"), text)?;
    }
    let ran = fix(&["--in-place", &folder.name("all")])?;
    let named: Vec<&str> = ran.err.lines().collect();
    assert_eq!(named.len(), 2, "{}", ran.err);
    assert!(named[0].contains("b.pgn: 1 game, 1 correction in 1 game"), "{}", ran.err);
    assert!(named[1].starts_with("3 files: 3 games, 1 correction in 1 game"), "{}", ran.err);
    Ok(())
}

/// The log is enough to make the output from the input.
#[test]
fn the_log_has_every_edit() -> Outcome {
    let [written, right] = careless();
    let folder = Folder::new()?;
    let text = [sound().as_str(), &written.replace("4. 0-0", "4. 0-0+"), &written].concat();
    let input = folder.file("games.pgn", &text)?;
    let log = folder.name("edits.jsonl");
    let ran = fix(&[&input, "--log", &log])?;
    assert_eq!(
        String::from_utf8(ran.out)?,
        [&sound(), &right, &right].map(String::as_str).concat()
    );
    let records: Vec<Value> =
        fs::read_to_string(&log)?.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    let mut replayed = text.clone();
    for record in records.iter().rev() {
        let number =
            |name: &str| record[name].as_u64().and_then(|number| usize::try_from(number).ok());
        let (byte, length) = (number("byte").ok_or("byte")?, number("length").ok_or("length")?);
        assert_eq!(Some(&text[byte..byte + length]), record["before"].as_str());
        replayed.replace_range(byte..byte + length, record["after"].as_str().ok_or("after")?);
        assert_eq!(
            (record["class"].as_str(), record["confidence"].as_f64()),
            (Some("safe"), Some(1.0))
        );
        assert_eq!(record["file"].as_str(), Some(input.as_str()));
    }
    assert_eq!(replayed, [&sound(), &right, &right].map(String::as_str).concat());
    let games: Vec<_> = records.iter().map(|record| record["game"].as_u64()).collect();
    assert_eq!(games, [Some(2), Some(3)]);
    assert_eq!(records[1]["code"], "S401");
    Ok(())
}
