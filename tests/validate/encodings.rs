//! Code pages, and files that hold no games: one finding for a file, whatever the number of threads.

use std::{cmp::Reverse, io::Write};

use arbiter::{
    diagnostics::{Profile, Selection},
    lint::{Options, lint_block},
    pgn::Part,
    text::{CodePage, Source},
};
use encoding_rs::{Encoding, KOI8_R, MACINTOSH, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252};
use flate2::write::GzEncoder;
use serde_json::Value;

use crate::run::{Folder, Outcome, codes, illegal, pipe, sound, tags, validate};

/// Games of two players, in a code page.
fn games(white: &str, black: &str, encoding: &'static Encoding, count: usize) -> Vec<u8> {
    let game = sound().replace("Ek, Anna", white).replace("Ask, Bo", black);
    encoding.encode(&game.repeat(count)).0.into_owned()
}

fn findings(out: &str) -> Result<Vec<Value>, serde_json::Error> {
    let records: Vec<Value> = out.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    Ok(records.into_iter().filter(|record| record["type"] == "finding").collect())
}

#[test]
fn one_finding_names_the_code_page_of_a_file() -> Outcome {
    for (encoding, page, white, black) in [
        (WINDOWS_1252, "Windows-1252", "Müller, Jörg", "Núñez, José"),
        (WINDOWS_1250, "Windows-1250", "Šimůnek, Jiří", "Błaszczyk, Zdzisław"),
        (WINDOWS_1251, "Windows-1251", "Карпов, Анатолий", "Каспаров, Гарри"),
        (KOI8_R, "KOI8-R", "Карпов, Анатолий", "Каспаров, Гарри"),
        (MACINTOSH, "Mac Roman", "Müller, Jörg", "Núñez, José"),
    ] {
        let text = games(white, black, encoding, 2000);
        let mut outputs = Vec::new();
        for jobs in ["1", "2", "4"] {
            let ran = pipe(&["--format", "json", "-j", jobs], &text)?;
            assert_eq!(ran.code, Some(1));
            outputs.push(ran.out);
        }
        outputs.dedup();
        assert_eq!(outputs.len(), 1, "{page}");
        let found = findings(&outputs[0])?;
        let [finding] = found.as_slice() else { return Err(format!("{page}: {found:?}").into()) };
        assert_eq!((finding["code"].as_str(), finding["line"].as_u64()), (Some("B003"), Some(5)));
        let message = finding["message"].as_str().unwrap_or_default();
        assert!(message.contains(&format!("in {page}: `")), "{message}");
        // Both players of each game.
        assert!(message.ends_with("; the file has 4000 such lines"), "{message}");
        let meant = finding["fix"]["replacement"].as_str().ok_or("a replacement")?;
        assert!(white.contains(meant) && !meant.is_ascii(), "{page}: {meant}");
        assert_eq!(finding["fix"]["safety"], "safe", "{page}");
    }
    Ok(())
}

/// The first letter beyond ASCII is the last of a block; those that decide are in the next one.
#[test]
fn a_block_does_not_decide_about_the_code_page() -> Outcome {
    let plain = sound();
    let russian = games("Карпов, Анатолий", "Каспаров, Гарри", WINDOWS_1251, 3);
    let first = WINDOWS_1251.encode(&sound().replace("Ek, Anna", "Ы, Anna")).0.into_owned();
    for before in (128 << 10) / plain.len() - 3..(128 << 10) / plain.len() + 3 {
        let text = [plain.repeat(before).into_bytes(), first.clone(), russian.clone()].concat();
        let page = CodePage::of(&text).ok_or("UTF-8")?.name();
        assert_eq!(page, "Windows-1251");
        for jobs in ["1", "3"] {
            let ran = pipe(&["--format", "line", "-j", jobs], &text)?;
            assert_eq!(codes(&ran.out), ["B003"], "{before}");
            assert!(ran.out.contains("in Windows-1251: `Ы`"), "{}", ran.out);
        }
    }
    Ok(())
}

#[test]
fn an_undefined_byte_has_no_correction() -> Outcome {
    let game = sound().replace("Ek, Anna", "#");
    let (before, after) = game.split_once('#').ok_or("a name")?;
    let name = b"M\x81ller, J\xf6rg";
    let others = games("Müller, Jörg", "Bäcker, Günter", WINDOWS_1252, 3);
    let text = [before.as_bytes(), name, after.as_bytes(), &others].concat();
    let found = findings(&pipe(&["--format", "json"], &text)?.out)?;
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0]["code"].as_str(), &found[0]["fix"]), (Some("B003"), &Value::Null));
    Ok(())
}

#[test]
fn mixed_character_sets_are_reported_beside_the_code_page() -> Outcome {
    let latin = games("Müller, Jörg", "Ask, Bo", WINDOWS_1252, 1000);
    let utf8 = sound().replace("Ek, Anna", "Müller, Jörg").repeat(1000);
    for text in [[latin.as_slice(), utf8.as_bytes()].concat(), [utf8.as_bytes(), &latin].concat()] {
        for jobs in ["1", "3"] {
            let found = pipe(&["--format", "line", "-j", jobs], &text)?.out;
            assert_eq!(codes(&found), ["B003", "B005"]);
        }
    }
    Ok(())
}

#[test]
fn names_are_shown_in_the_code_page_of_the_file() -> Outcome {
    for encoding in [WINDOWS_1251, KOI8_R] {
        let game = illegal().replace("Ek, Anna", "Карпов, Анатолий \\\"Ч\\\"");
        let text = encoding.encode(&game).0.into_owned();
        let ran = pipe(&["--select", "M"], &text)?;
        assert!(ran.out.contains("game 1 (Карпов, Анатолий \"Ч\" - Ask, Bo)"), "{}", ran.out);
        let records = pipe(&["--format", "json"], &text)?.out;
        assert!(records.contains(r#""White":"Карпов, Анатолий \"Ч\"""#), "{records}");
    }
    Ok(())
}

/// A text in UTF-16, with a byte order mark or without.
fn utf16(text: &str, bytes: fn(u16) -> [u8; 2], mark: &str) -> Vec<u8> {
    mark.encode_utf16().chain(text.encode_utf16()).flat_map(bytes).collect()
}

#[test]
fn games_in_utf_16_are_read() -> Outcome {
    let russian = sound().replace("Ek, Anna", "Карпов, Анатолий 🙂");
    let text = russian.repeat(500) + &illegal();
    let folder = Folder::new()?;
    for (name, bytes) in [
        ("LE", utf16(&text, u16::to_le_bytes, "")),
        ("LE", utf16(&text, u16::to_le_bytes, "\u{feff}")),
        ("BE", utf16(&text, u16::to_be_bytes, "")),
        ("BE", utf16(&text, u16::to_be_bytes, "\u{feff}")),
    ] {
        let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&bytes)?;
        for file in [folder.file("wide.pgn", bytes)?, folder.file("wide.gz", gzip.finish()?)?] {
            let ran = validate(&["--format", "line", "-j", "2", "--profile", "export", &file])?;
            assert_eq!((codes(&ran.out), ran.code), (vec!["B002", "M308"], Some(1)), "{}", ran.out);
            let line = 500 * sound().lines().count() + 9;
            assert!(ran.out.contains(&format!(":{line}:7: error[M308]")), "{}", ran.out);
            assert!(ran.err.starts_with("501 games: 500 clean, 1 with errors"), "{}", ran.err);
            let ran = validate(&["--format", "json", "--block-size", "999", &file])?;
            assert!(ran.out.contains(r#""White":"Карпов, Анатолий 🙂""#), "{}", ran.out);
            assert!(ran.out.contains(&format!("iconv -f UTF-16{name} -t")), "{}", ran.out);
        }
    }
    Ok(())
}

/// Each place has an edit of its own, though the file has one finding.
#[test]
fn all_edits_together_give_the_text_in_utf_8() -> Outcome {
    for (encoding, white, black) in [
        (WINDOWS_1251, "Карпов, Анатолий", "Каспаров, Гарри"),
        (WINDOWS_1252, "Müller, Jörg", "Núñez, José"),
    ] {
        let mut text = games(white, black, encoding, 20);
        let source = Source { code_page: CodePage::of(&text), ..Source::new("games.pgn", &text) };
        let options = Options::new(Selection::new(Profile::Import));
        let (reports, summary) = lint_block(source, Part::Whole, &options);
        let findings = reports.into_iter().flat_map(|report| report.findings);
        let mut edits: Vec<_> = findings.flat_map(|finding| finding.edits).collect();
        edits.sort_by_key(|edit| Reverse(edit.span));
        for edit in edits {
            let span = usize::try_from(edit.span.start)?..usize::try_from(edit.span.end)?;
            text.splice(span, edit.replacement.bytes());
        }
        let expected = sound().replace("Ek, Anna", white).replace("Ask, Bo", black).repeat(20);
        assert_eq!(String::from_utf8(text)?, expected);
        assert_eq!(summary.encodings.lines, 40);
    }
    Ok(())
}

/// Bytes without any meaning.
fn noise(length: usize) -> Vec<u8> {
    let mut state: u64 = 1;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.to_le_bytes()
    };
    std::iter::repeat_with(&mut next).flatten().take(length).collect()
}

#[test]
fn a_file_of_something_else_is_one_finding() -> Outcome {
    let mut gzip = GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&noise(300_000))?;
    let folder = Folder::new()?;
    for (name, bytes, kind) in [
        ("noise", noise(100_000), "binary data"),
        ("much noise", noise(20 << 20), "binary data"),
        ("noise.gz", gzip.finish()?, "binary data"),
        ("lfs", b"version https://git-lfs.github.com/spec/v1\n".to_vec(), "a Git LFS pointer"),
        ("html", b"<!DOCTYPE html>\n<title>404</title>\n".repeat(9000), "a web page"),
        ("cbh", [&b"\0\0\x2c\0\x2e\x01"[..], &noise(5000)].concat(), "a ChessBase database"),
        ("json", b"{\"games\": 12}\n".to_vec(), "JSON data"),
    ] {
        let file = folder.file(name, bytes)?;
        for jobs in ["1", "3"] {
            let ran = validate(&["--format", "line", "--profile", "pedantic", "-j", jobs, &file])?;
            assert_eq!((codes(&ran.out), ran.code), (vec!["B014"], Some(1)), "{name}: {}", ran.out);
            assert!(ran.out.contains(&format!("the file is {kind}, not")), "{}", ran.out);
        }
    }
    Ok(())
}

#[test]
fn games_with_noise_between_are_games() -> Outcome {
    let text = [sound().into_bytes(), noise(2000), b"\n\n".to_vec(), sound().into_bytes()].concat();
    let ran = pipe(&["--format", "line"], &text)?;
    assert!(!codes(&ran.out).contains(&"B014"), "{}", ran.out);
    let games: u64 = ran.err.split(' ').next().ok_or("a number")?.parse()?;
    assert!(games >= 2, "{}", ran.err);
    let ran = pipe(&[], (tags("*") + "1. e4\u{7} e5 *\n").as_bytes())?;
    assert!(ran.err.starts_with("1 game: "), "{}", ran.err);
    Ok(())
}
